"""Roads: the short way to where a test begins writes the rows that the way of the site writes, to the last one."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import models, transaction

from accounts.services.bots import house_bot
from games.models import Deal, Event, Match, MatchSeat, Pool, Seat, SeatRequest, Table, identifiers
from games.selectors.memory import forget_all
from games.services import clock, deals, seating
from games.services.house_bots import BOTS, LEVEL
from tests.conftest import Draws
from tests.games.factories import (
    START,
    act,
    act_randomly,
    commit,
    fill_chair_by_chair,
    match_of,
    now_of,
    open_table,
    people,
    person,
    reveal,
)
from tests.games.roads import Road, are_free, fill_table, on_the_road

pytestmark = pytest.mark.django_db
TABLES = [Table, Seat, SeatRequest, Match, MatchSeat, Deal, Event, Pool]
KEYS = {"id", "match_id", "changed_at"}


class LongRoad:
    """The same match by the way of the site: a transaction an act."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def position(self):
        return now_of(self.match)

    @property
    def is_running(self) -> bool:
        return self.position.status == Match.Status.RUNNING

    @property
    def due(self) -> str:
        self.match.refresh_from_db()
        return self.match.act_kind

    def act(self, user_id: int, do: str, **fields) -> int:
        return act(self.match, self._user(user_id), do, **fields)

    def commit(self, user_id: int, entropy: bytes) -> int:
        return commit(self.match, self._user(user_id), entropy)

    def reveal(self, user_id: int, entropy: bytes) -> int:
        return reveal(self.match, self._user(user_id), entropy)

    def run_clock(self) -> None:
        clock.run_ahead(self.match.pk)

    def _user(self, user_id: int):
        return self.match.seats.get(user_id=user_id).user


def play(road: Road | LongRoad, own: list[int], dice: random.Random) -> None:
    """Let everybody act at random; people add entropy, leave, come back and call one another to the next hand."""
    for _ in range(120):
        if not road.is_running:
            return
        for user_id in own:
            if "commit_entropy" in offers(road, user_id) and dice.random() < 0.9:
                road.commit(user_id, b"%16d" % user_id)
        for user_id in own:
            may = offers(road, user_id)
            if "reveal_entropy" in may:
                road.reveal(user_id, b"%16d" % user_id)
            for do, often in (("take_back", 0.3), ("ready", 0.5), ("leave", 0.02)):
                if do in may and dice.random() < often:
                    road.act(user_id, do)
                    break
        if road.is_running:
            act_randomly(road, dice)


def offers(road: Road | LongRoad, user_id: int) -> dict[str, Any]:
    return road.position.yours(road.position.seat_of(user_id))["may"]


def rows() -> dict[str, Any]:
    return {model.__name__: rows_of(model) for model in TABLES}


def rows_of(model: type[models.Model]) -> list[dict[str, Any]]:
    names = [field.attname for field in model._meta.concrete_fields if field.attname not in KEYS]
    found = []
    for row in model.objects.order_by("pk").values(*names):
        if "command_id" in row:
            row["command_id"] = row["command_id"] is not None
        if "seed" in row:
            row["seed"] = bytes(row["seed"])
        found.append(row)
    return found


@pytest.mark.parametrize(
    ("preset", "bots", "options"),
    [
        ("club", (), {}),
        ("club", (0, 2), {}),
        ("ventuno", (1,), {"declare_mandatory": True}),
        ("morto", (), {}),
        ("due", (), {}),
        ("chiamare", (), {"hands": 2}),
        ("terziglio", (2,), {"hands": 2}),
    ],
)
def test_the_rows_are_those_of_the_long_way(preset: str, bots: tuple, options: dict, monkeypatch) -> None:
    host = person()
    table = open_table(host, preset, options={"target": 11} | options if "hands" not in options else options)
    players = people(table.seats.count())
    sitting = [None if number in bots else player for number, player in enumerate(players)]
    own = [player.pk for player in sitting if player]
    for number in range(BOTS):
        house_bot(LEVEL, number)

    def short() -> None:
        assert are_free(sitting)
        fill_table(Table.objects.get(pk=table.pk), sitting, START)
        with on_the_road(match_of(table)) as road:
            play(road, own, random.Random(4))

    def long() -> None:
        fill_chair_by_chair(table, sitting, host, START)
        play(LongRoad(match_of(table)), own, random.Random(4))

    assert done_by(short, monkeypatch) == done_by(long, monkeypatch)


def done_by(road: Callable[[], None], monkeypatch) -> dict[str, Any]:
    """The rows that *road* leads to, from the same draws; then nothing of it is left."""
    forget_all()  # the matches of both roads have the same names
    draws = Draws("roads")
    for module, name in ((identifiers, "secrets"), (identifiers, "time"), (deals, "secrets")):
        monkeypatch.setattr(module, name, draws)
    with transaction.atomic():
        road()
        found = rows()
        transaction.set_rollback(True)
    forget_all()
    assert len(found["Event"]) > 40
    assert any(event["kind"] == "entropy" for event in found["Event"])
    return found


def test_who_sits_elsewhere_takes_the_long_way() -> None:
    table, player = open_table(), person()
    assert are_free([None, player])
    seating.sit(table_id=table.pk, user_id=player.pk, number=0, now=START)
    assert not are_free([None, player])
