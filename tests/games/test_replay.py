"""The replay command: what it prints, how it ends, and how much it holds in memory."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import read_records

RECORDS = Path(__file__).parents[1] / "data" / "records"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def run(*files: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("replay", *files, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def refused(*files: str) -> tuple[int, list[dict[str, Any]], str]:
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("replay", *files, stdout=out)
    return error.value.returncode, [json.loads(line) for line in out.getvalue().splitlines()], str(error.value)


def written(path: Path, *values: object) -> str:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return str(path)


def test_a_line_is_printed_for_each_record_of_each_file(tmp_path: Path) -> None:
    club, due = cases("club"), cases("due")
    one = written(tmp_path / "one.jsonl", *(case["record"] for case in club))
    two = written(tmp_path / "two.jsonl", *(case["record"] for case in due))
    printed = run(one, two)
    assert [result["totals"] for result in printed] == [case["expect"]["totals"] for case in club + due]


def test_standard_input_is_read_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    record = cases("club")[0]["record"]
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(record)))
    assert [result["finished"] for result in run()] == [True]


def test_one_object_may_spread_over_lines(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text("\n" + json.dumps(cases("club")[0]["record"], indent=2), encoding="utf-8")
    assert [result["finished"] for result in run(str(path))] == [True]


def test_a_refused_record_ends_with_1_and_the_others_are_printed(tmp_path: Path) -> None:
    bad, good = cases("refused-pairs")[0], cases("club")[0]
    code, printed, _ = refused(written(tmp_path / "both.jsonl", bad["record"], good["record"], []))
    assert code == 1
    assert printed[0]["error"]["code"] == bad["expect_error"]["code"]
    assert printed[1]["totals"] == good["expect"]["totals"]
    assert printed[2]["error"] | {"detail": ""} == {"hand": None, "action": None, "code": "bad_format", "detail": ""}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{]", "line 1 column 2"),
        ('{"format": "tressette/1", "rul', "line 1 column 27"),
        ('{\n  "format": tru\n}', "line 2 column 13"),
        ("{}\n{} {}\n", "line 2 column 4"),
        ("{}\n\n[1,\n2]\n", "line 4 column 1"),
        ("{\n", "line 2 column 1"),
        ("NaN", "NaN"),
        ("[" * 100_000, "line 1"),
        ("1" * 5_000, "line 1"),
    ],
)
def test_what_is_no_json_ends_with_2_and_says_where(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    code, _, message = refused(str(path))
    assert code == 2
    assert where in message


def test_bytes_that_are_no_text_end_with_2(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"format": "\xff"}\n')
    assert refused(str(path))[0] == 2
    assert refused(str(tmp_path / "missing.jsonl"))[0] == 2


def test_records_before_the_bad_line_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text(json.dumps(cases("club")[0]["record"]) + "\n{oops}\n", encoding="utf-8")
    code, printed, message = refused(str(path))
    assert (code, [result["finished"] for result in printed]) == (2, [True])
    assert "line 2 column 2" in message


def test_lines_are_read_one_at_a_time() -> None:
    """Constant memory: the reader asks for a line only when the record before it has been taken."""

    class Lines(io.StringIO):
        asked = 0

        def __next__(self) -> str:
            self.asked += 1
            return super().__next__()

    source = Lines("{}\n" * 1_000)
    reader = read_records(source)
    for taken in range(1, 6):
        next(reader)
        assert source.asked == taken
