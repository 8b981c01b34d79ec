"""A whole match of bots through the services, as the clock plays it."""

import pytest

from games.models import Match
from tests.games.factories import log_of, match_with, run_clock

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_bots_play_a_match_to_eleven() -> None:
    match = match_with([None] * 4, options={"target": 11})
    run_clock(match, 600)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert max(match.result["totals"]) >= 11
    log = log_of(match)
    assert [event.seq for event in log] == list(range(1, match.seq + 1))
