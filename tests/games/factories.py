"""Factories: people, tables and matches as tests need them, made by the services the site itself uses."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID, uuid4

from accounts.models import User
from games.engine.cards import parse_cards
from games.engine.deal import deal_cards
from games.engine.entropy import entropy_commitment
from games.models import Event, Match, Table
from games.selectors.memory import position_of
from games.selectors.positions import MatchPosition
from games.services import clock, deals, house_bots, play, seating, tables
from games.services.timing import COMMIT_WITHIN
from tests.games.roads import Road, are_free, fill_table, on_the_road

START = datetime(2031, 3, 1, 20, 0, tzinfo=UTC)
_numbers = count(1)


def person(name: str = "") -> User:
    """A member who can log in."""
    return User.objects.create_user(name or f"player{next(_numbers)}", kind=User.Kind.HUMAN)


def people(number: int) -> list[User]:
    return [person() for _ in range(number)]


def open_table(opener: User | None = None, preset: str = "club", **facts) -> Table:
    """A table with empty chairs."""
    table_id = tables.open_table(user_id=(opener or person()).pk, preset=preset, **facts)
    return Table.objects.get(pk=table_id)


def match_of(table: Table) -> Match:
    """The latest match at a table."""
    return Match.objects.filter(table=table).latest("number")


def match_with(players: list[User | None], preset: str = "club", now: datetime = START, **facts) -> Match:
    """A match whose first hand is dealt at *now*: *players* in the order of their chairs, None for a house bot."""
    if not any(players):
        return match_begun(players, preset, now, **facts)
    match = match_begun(players, preset, now - COMMIT_WITHIN, **facts)  # their entropy is waited for, in vain
    clock.run_ahead(match.pk)
    return match_of(match.table)


def match_begun(players: list[User | None], preset: str = "club", now: datetime = START, **facts) -> Match:
    """A match begun at *now*; where people sit, the first hand waits for their entropy."""
    host = next((player for player in players if player), None) or person()
    table = open_table(host, preset, **facts)
    if are_free(players):
        fill_table(table, players, now)
    else:
        fill_chair_by_chair(table, players, host, now)
    return match_of(table)


def fill_chair_by_chair(table: Table, players: list[User | None], host: User, now: datetime) -> None:
    """Let everybody sit down as people do; *host* calls the bots."""
    chairs = [seat.number for seat in table.seats.all()]
    for number, player in zip(chairs, players, strict=True):
        controller = table.seats.get(number=number).controller_id
        if player is None:
            house_bots.seat_bot(table_id=table.pk, user_id=controller or host.pk, number=number, now=now)
            continue
        request = seating.sit(table_id=table.pk, user_id=player.pk, number=number, now=now)
        if request:
            seating.answer(request_id=request, user_id=controller, accept=True, now=now)


def now_of(match: Match) -> MatchPosition:
    """Where the match stands."""
    return position_of(match.pk, Match.objects.values_list("seq", flat=True).get(pk=match.pk))


def act(match: Match, user: User, do: str, seq: int | None = None, command_id: UUID | None = None, **fields) -> int:
    """A command of *user*, who has seen everything unless *seq* says otherwise."""
    facts = {key: fields.pop(key) for key in ("now", "lag_ms") if key in fields}
    return play.act(
        match_id=match.pk,
        user_id=user.pk,
        do=do,
        fields=fields,
        seq=now_of(match).seq if seq is None else seq,
        command_id=command_id or uuid4(),
        **facts,
    )


def commit(match: Match, user: User, entropy: bytes, **facts) -> int:
    """What *user* commits to for the shuffle of the next hand."""
    position = now_of(match)
    digest = entropy_commitment(entropy, str(match.pk), position.gathering.hand, position.seat_of(user.pk))
    return act(match, user, "commit_entropy", commitment=digest, **facts)


def reveal(match: Match, user: User, entropy: bytes, **facts) -> int:
    return act(match, user, "reveal_entropy", entropy=entropy.hex(), **facts)


def holder_on_turn(match: Match) -> User:
    position = now_of(match)
    return User.objects.get(pk=position.holder_of(position.turn).user_id)


def first_choice(match: Match, user: User) -> tuple[str, dict]:
    """An act the position offers *user* on turn: the first legal card or bid."""
    position = now_of(match)
    may = position.yours(position.seat_of(user.pk))["may"]
    return choose_from(position, may, lambda options: options[0])


def choose_from(position: MatchPosition, may: dict, pick: Callable) -> tuple[str, dict]:
    """An act among those offered, chosen by *pick*."""
    for do in ("play", "call", "give"):
        if do in may:
            return do, {"card": pick(may[do])}
    if "bid" in may:
        return "bid", {"bid": pick(may["bid"])}
    if "take" in may:
        return "take", {"count": pick(may["take"])}
    cards = position.yours(position.holder_of(position.turn).seat)["hand"]
    return "discard", {"cards": " ".join(cards[: may["discard"]])}


def run_clock(match: Match, steps: int = 1) -> datetime:
    """Let up to *steps* due acts of the clock happen, each at its own moment; return the last moment."""
    return (clock.run_ahead(match.pk, steps) if steps else None) or START


def play_hand(match: Match) -> None:
    """Let everybody play the first card they may until the hand is over."""
    with on_the_road(match) as road:
        while (turn := road.position.turn) is not None:
            if road.due == Match.Act.LAST_CARD:
                road.run_clock()
                continue
            holder = road.position.holder_of(turn)
            may = road.position.yours(holder.seat)["may"]
            do, fields = choose_from(road.position, may, lambda options: options[0])
            road.act(holder.user_id, do, **fields)


def play_randomly(match: Match, seed: int, most: int = 400, extras: Callable | None = None) -> None:
    """Let everybody act at random by the rules until the match ends, or *most* acts were done."""
    dice = random.Random(seed)
    with on_the_road(match) as road:
        for _ in range(most):
            if extras:
                extras(road, dice)
            if not road.is_running:
                return
            act_randomly(road, dice)


def act_randomly(road: Road, dice: random.Random) -> None:
    """Let whoever is on turn do something the rules offer, or the clock what it does before anybody."""
    if road.due in {Match.Act.DEAL, Match.Act.ENTROPY, Match.Act.BOT, Match.Act.LAST_CARD}:
        road.run_clock()
        return
    position = road.position
    holder = position.holder_of(position.turn)
    may = position.yours(holder.seat)["may"]
    if "declare" in may and ("play" not in may or dice.random() < 0.7):
        road.act(holder.user_id, "declare", sets=[text for offer in may["declare"] for text in offer["sets"]])
        return
    do, fields = choose_from(position, may, dice.choice)
    card = fields.get("card")
    if do == "play" and may.get("signals", {}).get(card) and dice.random() < 0.4:
        fields["signal"] = dice.choice(may["signals"][card])
    if do == "play" and may.get("say", {}).get(card) and dice.random() < 0.4:
        fields["say"] = dice.choice(may["say"][card])
    road.act(holder.user_id, do, **fields)


def log_of(match: Match) -> list[Event]:
    return list(Event.objects.filter(match=match).order_by("seq"))


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def stack(monkeypatch, *hands: str, dealer: int = 3) -> None:
    """Let every hand be dealt as *hands* say, seat by seat, whatever the seed; the first dealer is *dealer*."""
    seats = len(hands)
    by_dealer = {}
    for first in range(seats):
        order = [(first + turn) % seats for turn in range(1, seats + 1)]
        by_dealer[first] = parse_cards(" ".join(hands[seat] for seat in order))

    def deal(rules, now_dealing, _deck):
        return deal_cards(rules, now_dealing, by_dealer[now_dealing])

    monkeypatch.setattr(deals, "deal_cards", deal)
    monkeypatch.setattr(deals.secrets, "randbelow", lambda _bound: dealer)
