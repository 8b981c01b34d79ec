"""docs/rules.md: its tables are the data's, and its clauses are those the code cites."""

import re
from pathlib import Path

import pytest

import games.engine
from games.engine.actions import ACTS
from games.engine.comparison import option_table, preset_table
from games.engine.errors import Refusal
from games.engine.options import OPTIONS
from games.engine.rulesets import PRESETS
from games.engine.signals import COUNTS, SPOKEN

PAGE = Path(games.engine.__file__).parents[2] / "docs" / "rules.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "table"), [("options", option_table), ("presets", preset_table)])
def test_a_table_of_the_page_is_in_step_with_the_data(name: str, table) -> None:
    found = re.search(rf"<!-- {name}: made by [\w.]+ -->\n(.*?)<!-- end -->", TEXT, re.DOTALL)
    assert found is not None
    assert found[1] == table()


def test_the_tables_tell_every_preset_and_option() -> None:
    assert all(f"| `{name}` |" in preset_table() for name in PRESETS)
    assert all(f"| `{name}` |" in option_table() for name in OPTIONS)
    assert "| `chiamare` | 3 4 5 6 7 | 12 10 8 6 6 | 4 0 0 4 4 |" in preset_table()


def test_every_clause_the_code_cites_stands_on_the_page() -> None:
    clauses = set(re.findall(r"^#{2,3} (\d+(?:\.\d)?)", TEXT, re.MULTILINE))
    clauses |= {f"2.{number}" for number in re.findall(r"^(\d)\. \*\*", TEXT, re.MULTILINE)}
    cited: set[str] = set()
    for file in Path(games.engine.__file__).parent.glob("*.py"):
        for citation in re.findall(r"\(rules ([^)]*)\)", file.read_text(encoding="utf-8")):
            cited |= set(re.findall(r"\d+(?:\.\d)?", citation))
    assert cited
    assert cited <= clauses


def test_the_page_names_every_word_that_may_be_said() -> None:
    section = TEXT[TEXT.index("## 7.") : TEXT.index("## 8.")]
    for word in SPOKEN - set(COUNTS[2:-1]) - {f"{count}_liscia" for count in COUNTS}:
        assert f"`{word}`" in section


def test_the_record_page_names_every_act_and_refusal() -> None:
    text = (PAGE.parent / "record.md").read_text(encoding="utf-8")
    refusals = [refusal for refusal in Refusal.__subclasses__() if refusal.__module__ == Refusal.__module__]
    codes = {refusal.code for refusal in refusals}
    assert len(codes) == len(refusals)
    assert {name for name in codes | ACTS if f"`{name}`" not in text} == set()
