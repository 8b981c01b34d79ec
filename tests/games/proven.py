"""Proven: a finished match in which everybody added entropy, and somebody did not, by the services themselves."""

import random
from typing import Any

from games.models import Match
from games.selectors.records import record_of_match
from tests.games.factories import act_randomly, match_begun, now_of, people, play_randomly, run_clock
from tests.games.roads import on_the_road


def gather(match: Match, players: list, *, silent: int | None = None) -> None:
    """Let everybody add entropy to the next hand; who sits at *silent* commits and does not reveal."""
    with on_the_road(match) as road:
        gathering = road.position.gathering
        own = {player.pk: f"{road.position.seat_of(player.pk):8} {gathering.hand:8}".encode() for player in players}
        for user_id, entropy in own.items():
            road.commit(user_id, entropy, now=gathering.opened_at)
        for user_id, entropy in own.items():
            if road.position.seat_of(user_id) != silent:
                road.reveal(user_id, entropy, now=gathering.opened_at)


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
    with on_the_road(match) as road:
        for step in range(400):
            if road.position.turn is None:
                return
            act_randomly(road, random.Random(1000 * seed + step))
