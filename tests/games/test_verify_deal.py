"""Verifying deals: the command and the stand-alone script agree on what the site records."""

import copy
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.games.proven import played_out

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_deal.py"


def command(*files: str) -> tuple[int, list[str]]:
    """How the command ends, and what it prints."""
    out = io.StringIO()
    try:
        call_command("verify_deal", *files, stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def script(text: str) -> tuple[int, list[str]]:
    """The same of the script, in a process that knows nothing of the site."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT)], input=text, capture_output=True, text=True, timeout=60, check=False
    )
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def written(path: Path, *records: object, indent: int | None = None) -> str:
    path.write_text("".join(json.dumps(record, indent=indent) + "\n" for record in records), encoding="utf-8")
    return str(path)


def both(path: Path, *records: object, indent: int | None = None) -> tuple[int, list[bool]]:
    """How both end, and of which hands both say that they are proven."""
    name = written(path / "records.jsonl", *records, indent=indent)
    ended, lines = command(name)
    ended_too, lines_too = script(Path(name).read_text(encoding="utf-8"))
    assert ended == ended_too
    proven = ["NOT PROVEN" not in line for line in lines]
    assert ["NOT PROVEN" not in line for line in lines_too] == proven
    assert all(("proven" in line) == is_proven for line, is_proven in zip(lines, proven, strict=True) if is_proven)
    return ended, proven


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("club", 4, {}),
        ("tre", 3, {}),
        ("due", 2, {}),
        ("spizzichino", 2, {}),
        ("briscola", 4, {}),
        ("terziglio", 3, {"hands": 2}),
        ("chiamare", 5, {"hands": 2}),
    ],
)
def test_what_the_site_records_is_proven(preset: str, seats: int, options: dict, tmp_path: Path) -> None:
    record = played_out(preset, seats, **options)
    ended, proven = both(tmp_path, record)
    assert ended == 0
    assert proven == [True] * len(record["hands"])
    proof = record["hands"][0]["commit"]
    assert all(proof["entropies"])
    assert all(proof["committed"])
    if len(record["hands"]) > 1:
        second = record["hands"][1]["commit"]
        assert [bool(text) for text in second["entropies"]] == [False, *[True] * (seats - 1)]
        assert all(second["committed"])


@pytest.mark.django_db
def test_a_changed_record_is_not_proven(tmp_path: Path) -> None:
    good = played_out()
    for change in (
        lambda hand: hand["deal"].reverse(),
        lambda hand: hand["commit"].update(seed="00" * 32),
        lambda hand: hand["commit"].update(sha256="00" * 32),
        lambda hand: hand["commit"]["entropies"].__setitem__(2, "00" * 16),
        lambda hand: hand["commit"].pop("seed"),
        lambda hand: hand.pop("commit"),
    ):
        bad = copy.deepcopy(good)
        change(bad["hands"][0])
        ended, proven = both(tmp_path, bad, good)
        assert ended == 1
        assert proven == [False, *[True] * (2 * len(good["hands"]) - 1)]


@pytest.mark.django_db
def test_each_line_says_which_hand_and_who_added_entropy(tmp_path: Path) -> None:
    record = played_out(target=31)
    ended, lines = command(written(tmp_path / "record.json", record, indent=2))
    assert ended == 0
    assert lines[0] == f"{record['match']} hand 1: proven; entropy of seats 0, 1, 2, 3"
    assert lines[1] == (
        f"{record['match']} hand 2: proven; entropy of seats 1, 2, 3; committed and did not reveal: seat 0"
    )
    for line in lines[2:]:
        assert line.endswith("proven; no player added entropy")


@pytest.mark.django_db
def test_standard_input_is_read_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(played_out())))
    assert command()[0] == 0


def test_what_is_no_record_is_said_to_be_none(tmp_path: Path) -> None:
    ended, lines = command(written(tmp_path / "bad.jsonl", {"format": "tressette/1"}, [], 3))
    assert ended == 1
    assert [line.split(":")[:2] for line in lines] == [
        [f"record {number}", " NOT PROVEN (bad_format)"] for number in (1, 2, 3)
    ]


def test_nothing_is_no_proof(tmp_path: Path) -> None:
    assert command(written(tmp_path / "empty.jsonl")) == (1, [])


def test_what_is_no_json_ends_with_2(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{]", encoding="utf-8")
    assert command(str(bad)) == (2, [])
    assert command(str(tmp_path / "missing.json")) == (2, [])


def test_the_script_takes_nothing_from_the_site() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imported = [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imported == ["json", "sys", "hashlib", "hmac"]
