"""Proven: a finished match in which everybody added entropy, and somebody did not, by the services themselves."""

from typing import Any

from games.models import Match
from games.selectors.records import record_of_match
from tests.games.factories import commit, match_begun, now_of, people, play_randomly, reveal, run_clock


def gather(match: Match, players: list, *, silent: int | None = None) -> None:
    """Let everybody add entropy to the next hand; who sits at *silent* commits and does not reveal."""
    at = now_of(match).gathering.opened_at
    for player in players:
        commit(match, player, own(match, player), now=at)
    for player in players:
        if now_of(match).seat_of(player.pk) != silent:
            reveal(match, player, own(match, player), now=at)


def own(match: Match, player) -> bytes:
    """What *player* adds to the next hand."""
    position = now_of(match)
    return f"{position.seat_of(player.pk):8} {position.gathering.hand:8}".encode()


def played_out(preset: str = "club", seats: int = 4, **options: Any) -> dict[str, Any]:
    """The record of a match: the first hand has everybody's entropy, the second lacks seat 0's, others have none."""
    players = people(seats)
    match = match_begun(players, preset, options={"target": 11, **options})
    gather(match, players)
    play_hand_out(match, seed=seats)
    if now_of(match).gathering:
        gather(match, players, silent=0)
        while now_of(match).gathering:
            run_clock(match)
    play_randomly(match, seed=len(preset))
    return record_of_match(match.pk)


def play_hand_out(match: Match, seed: int) -> None:
    """Let everybody act at random until the hand is over."""
    for step in range(400):
        if now_of(match).turn is None:
            return
        play_randomly(match, seed=1000 * seed + step, most=1)
