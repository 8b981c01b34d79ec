"""Docs: what docs/api.md says of REST is so; its program runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.models import Token
from config.refusals import MEANINGS
from games.models import Match
from tests.accounts.factories import UserFactory, token_of
from tests.live_site import LiveSite

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "api.md").read_text(encoding="utf-8")
PAGE_IT = (DOCS / "it" / "api.md").read_text(encoding="utf-8")


@pytest.mark.waits
@pytest.mark.usefixtures("live_clock")
def test_the_program_plays_a_match_to_its_end(live_site: LiveSite) -> None:
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    secret = token_of(UserFactory(), "read", "play", "tables")
    ran = subprocess.run(
        [sys.executable, "-I", "-c", program],
        env={"SITE": live_site.url, "TOKEN": secret, "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    match = Match.objects.get()
    assert match.status == "finished"
    assert json.loads(ran.stdout) == match.result["totals"]
    assert max(match.result["totals"]) >= 11


def test_the_example_of_a_refusal_is_one() -> None:
    [example] = [json.loads(text) for text in re.findall(r"```\n(\{.*?\})\n```", PAGE, re.DOTALL)]
    meaning = MEANINGS[example["code"]]
    assert (example["status"], example["title"]) == (meaning.status, meaning.title)
    assert example["type"] == f"/api/v1/problems/{example['code']}/"


def test_the_scopes_are_those_there_are() -> None:
    assert re.findall(r"^\| `(\w+)` \| \w", PAGE, re.MULTILINE) == Token.Scope.values
    assert re.findall(r"^   - \*\*(\w+)\*\*", PAGE_IT, re.MULTILINE) == Token.Scope.values


def test_the_codes_people_are_told_of_exist() -> None:
    table = PAGE_IT.split("I più comuni:")[1].split("Tutti i codici")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert told
    assert told <= set(MEANINGS)


def test_the_allowances_are_the_usual_ones(settings) -> None:
    for name in ("user", "address"):
        limit = settings.THROTTLE_RATES[name].removesuffix("/minute")
        assert re.search(rf"\b{limit}\b(?: calls)? a minute", PAGE), name
