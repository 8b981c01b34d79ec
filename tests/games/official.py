"""Official tables as tests need them: opened for four people, some of whom have arrived."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Club, User
from accounts.services.bots import house_bot
from games.models import Match, Table
from games.services import clock, official_tables
from games.services.timing import COMMIT_WITHIN
from tests.games.factories import START, match_of, people

ORIGIN = "Torneo del giovedì, round 2, table 3"


def a_club() -> Club:
    """The club whose tournament it is."""
    return Club.objects.get_or_create(slug="circolo", defaults={"name": "Circolo"})[0]


def bots(number: int = 4) -> list[User]:
    """Bots of the house."""
    return [User.objects.get(pk=house_bot("buono", n)) for n in range(number)]


def official_table(players: Sequence[User], now: datetime = START, **facts) -> Table:
    """An official table for *players*, in the order of their chairs."""
    terms = {
        "club_id": a_club().pk,
        "preset": "torneo",
        "options": {},
        "name": "",
        "origin": ORIGIN,
        "origin_url": "/tournaments/abc/",
        "rated": True,
        "move_seconds": 20,
        "bank_seconds": 0,
        "bot_delay_ms": 0,
        "watch_delay": 0,
        "bots_allowed": False,
        "stops_at": None,
    }
    chairs = facts.pop("chairs", range(len(players)))
    seats = {number: player.pk for number, player in zip(chairs, players, strict=True)}
    return Table.objects.get(pk=official_tables.open_official_table(seats=seats, now=now, **terms | facts))


def arrive(table: Table, user: User, now: datetime = START) -> bool:
    return official_tables.arrive(table_id=table.pk, user_id=user.pk, now=now)


def official_match(players: Sequence[User] | None = None, now: datetime = START, **facts) -> Match:
    """A match at an official table whose first hand is dealt at *now*."""
    players = people(4) if players is None else players
    table = official_table(players, now - COMMIT_WITHIN, **facts)
    for player in players:
        arrive(table, player, now - COMMIT_WITHIN)
    match = match_of(table)
    clock.run_ahead(match.pk)
    return match_of(table)
