"""Secrets: a hand of every game through every door, and exactly the cards each reader may know by then.

What may be known is reckoned here anew, from the deal and the rules (docs/rules.md), not from the code that shows it.
"""

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from games.models import Event, Match
from games.selectors.frames import event_frames
from tests.games.api.callers import Caller, browser, code_of
from tests.games.factories import choose_from, log_of, match_with, now_of, people
from tests.games.roads import Road, on_the_road
from tests.games.told import CARD, cards_told

pytestmark = pytest.mark.django_db
PAIRS = ["club", "biska", "centrosud", "nord", "partner", "ventuno", "torneo", "treseta", "bolognese", "briscola"]
CASES: list[tuple[str, dict[str, Any], str]] = [
    *((preset, {}, "") for preset in [*PAIRS, "due", "spizzichino", "morto", "cinque", "tre", "tocca"]),
    *(("terziglio", {}, bid) for bid in ("chiamo", "solo", "solissimo", "dividete", "scegliete")),
    *(("chiamare", {"players": players}, "chiamo") for players in range(3, 8)),
    ("chiamare", {"players": 6}, "solo"),
    *(("perdere", {"players": players}, "") for players in (3, 6)),
    *(("traversone", {"players": players}, "") for players in (5, 7)),
    ("ciapano", {}, ""),
]


class Knowledge:
    """What each seat, and everybody, may know of the hand dealt by an event and carried on by those after it."""

    def __init__(self, dealt: Event, match: Match) -> None:
        deal = dealt.private["server"]
        parts = [[part.split() for part in text.split("|")] for text in deal["deal"]]
        self.rules = now_of(match).rules
        self.held = [set(part[0]) if part else set() for part in parts]
        self.own = [set(cards) for cards in self.held]
        self.piles = [[list(pile) for pile in part[1:]] for part in parts]
        self.rest = deal.get("rest", "").split()
        self.public = {deal["turned"]} if "turned" in deal else set()
        self.public |= {pile[0] for piles in self.piles for pile in piles}
        self.kept_back: set[str] = set()
        self.plays = 0
        self.trick: list[str] = []
        self.fallen: set[str] = set()
        self.soloist = -1
        self.bids: list[tuple[int, str]] = []
        self.called = ""
        self.giver: int | None = None
        start = now_of(match)
        dummy = self.rules.shape.dummy
        if dummy is not None and start.turn == dummy:
            # Whoever leads from the dummy chooses among its cards (rules 6).
            self.own[start.holder_of(dummy).seat] |= self.held[dummy]

    def reader(self, seat: int | None) -> set[str]:
        return self.public | (set() if seat is None else self.own[seat])

    def follow(self, event: Event) -> None:
        match event.kind:
            case "played":
                self._play(event.public["card"])
            case "declared":
                sets = event.public.get("sets") or []
                self.public |= set(" ".join(sets).split())
                self.kept_back |= set(" ".join(event.private.get(str(event.seat), {}).get("sets", [])).split())
            case "bid":
                self._bid(event.seat, event.public["bid"])
            case "called":
                self._call(event.public["card"])
            case "given":
                self.own[self.giver].add(event.private[str(event.seat)]["card"])
                self.public |= set(self.rest)
            case "taken":
                right, other = self._opponents()
                self.own[right] |= set(self.rest[: event.public["count"]])
                self.own[other] |= set(self.rest[event.public["count"] :])

    def _opponents(self) -> tuple[int, int]:
        return (self.soloist + 1) % 3, (self.soloist + 2) % 3

    def _bid(self, seat: int, word: str) -> None:
        self.bids.append((seat, word))
        if len(self.bids) < self.rules.shape.size or self.rules.preset != "terziglio":
            return
        self.soloist, contract = next(bid for bid in reversed(self.bids) if bid[1] != "passo")
        if contract == "solo":
            self.own[self.soloist] |= set(self.rest)
        elif contract == "dividete":
            right, other = self._opponents()
            self.own[right] |= set(self.rest[:2])
            self.own[other] |= set(self.rest[2:])

    def _call(self, card: str) -> None:
        self.public.add(card)
        self.called = card
        if self.rules.preset == "terziglio":
            self.giver = next((seat for seat, cards in enumerate(self.held) if card in cards), None)
            if self.giver is None:  # it lies in the monte, which is shown at once
                self.public |= set(self.rest)

    def _play(self, card: str) -> None:
        self.plays += 1
        self.public.add(card)
        self.fallen.add(card)
        self.trick.append(card)
        shape = self.rules.shape
        if shape.dummy is not None:
            self.public |= self.held[shape.dummy]
        if self.plays > shape.size:
            self.public |= self.kept_back
        for piles in self.piles:
            for pile in piles:
                if card in pile:
                    pile.remove(card)
        if len(self.trick) == shape.size:
            self.trick = []
            self.public |= {pile[0] for piles in self.piles for pile in piles if pile}
            if shape.rest_use == "stock":
                self.public |= set(self.rest[: shape.size])
                del self.rest[: shape.size]


def next_act(road: Road, dice: random.Random, bid: str) -> None:
    """Let who is on turn do something the rules offer; the first who may make the *bid* of the case makes it."""
    if road.due == Match.Act.LAST_CARD:
        road.run_clock()
        return
    position = road.position
    holder = position.holder_of(position.turn)
    user = holder.user_id
    may = position.yours(holder.seat)["may"]
    if "bid" in may:
        road.act(user, "bid", bid=bid if bid in may["bid"] else "passo")
        return
    if "declare" in may:
        road.act(user, "declare", sets=[text for offer in may["declare"] for text in offer["sets"]])
        return
    do, fields = choose_from(position, may, dice.choice)
    for words, key in (("signals", "signal"), ("say", "say")):
        if do == "play" and may.get(words, {}).get(fields["card"]):
            fields[key] = dice.choice(may[words][fields["card"]])
    road.act(user, do, **fields)


def fresh_answers(match: Match, callers: dict[int | None, Caller]) -> Iterable[tuple[int | None, str]]:
    """What REST and the pages tell each reader just now, as it goes over the wire."""
    for seat, caller in callers.items():
        yield seat, caller.get(f"/matches/{match.pk}/").content.decode()
        if caller.user is not None:
            assert code_of(caller.get(f"/matches/{match.pk}/record/")) == "match_running"
    reader = browser()
    for path in (f"/tables/{match.table.code}/", f"/matches/{match.pk}/", f"/matches/{match.pk}/replay.json"):
        yield None, reader.get(path).content.decode()
    for path in ("/tables/", "/matches/"):
        yield None, reader.get(path).content.decode()


def check_fresh(match: Match, callers: dict[int | None, Caller], knowledge: Knowledge) -> None:
    for seat, text in fresh_answers(match, callers):
        told = cards_told(json.loads(text)) if text.startswith("{") else set(CARD.findall(text))
        assert told <= knowledge.reader(seat), (seat, told - knowledge.reader(seat))


def hand_of_people(preset: str, options: dict[str, Any]) -> Match:
    """A match of people just dealt, without clocks."""
    seats = options.get("players") or {"due": 2, "spizzichino": 2, "cinque": 5}.get(preset)
    seats = seats or (3 if preset in {"morto", "tre", "tocca", "terziglio"} else 4)
    players = people(seats)
    match = match_with(players, preset, options=options, visibility="link", move_seconds=0, bank_seconds=0)
    match.players = players
    return match


@pytest.mark.parametrize(("preset", "options", "bid"), CASES, ids=lambda value: "".join(map(str, value)) or None)
def test_exactly_the_cards_each_may_know_are_told(preset: str, options: dict[str, Any], bid: str) -> None:
    match = hand_of_people(preset, options)
    dice = random.Random(f"{preset} {options} {bid}")
    seats = {seat: next(p for p in match.players if p.pk == h.user_id) for seat, h in now_of(match).holders.items()}
    readers: dict[int | None, Any] = {**seats, None: None}
    callers = {None: Caller()} | {seat: Caller(user, "read") for seat, user in list(seats.items())[:1]}
    events = log_of(match)
    dealt = next(event for event in events if event.kind == "dealt")
    knowledge = Knowledge(dealt, match)
    told: dict[int | None, set[str]] = {seat: set() for seat in readers}
    shape = now_of(match).rules.shape
    looked_at: set[tuple[int, str]] = set()
    seq = tricks = 0

    def hear() -> None:
        """Follow what has happened as each reader, event by event."""
        nonlocal seq, tricks
        match.refresh_from_db()
        frames = {
            seat: event_frames(match.pk, seq, match.seq, user.pk if user else None) for seat, user in readers.items()
        }
        for event, *heard in zip(log_of(match)[seq:], *frames.values(), strict=True):
            if event.kind == "hand_ended":
                break
            if event.seq > dealt.seq:
                knowledge.follow(event)
            for seat, frame in zip(readers, heard, strict=True):
                told[seat] |= cards_told(frame)
                check_partner(frame, knowledge)
                assert told[seat] <= knowledge.reader(seat), (seat, event.kind, told[seat] - knowledge.reader(seat))
            if knowledge.plays and not knowledge.trick and knowledge.plays // shape.size > tricks:
                tricks += 1
                for seat in readers:
                    assert told[seat] == knowledge.reader(seat), (seat, tricks)
                if preset in PAIRS:
                    check_counts(told, tricks, knowledge)
        seq = match.seq

    hear()
    while (position := now_of(match)).turn is not None:
        stage = (knowledge.plays, position.view["phase"])
        if knowledge.plays in {0, 2, shape.size + 1} and stage not in looked_at:
            looked_at.add(stage)
            check_fresh(match, callers, knowledge)
        with on_the_road(match) as road:
            next_act(road, dice, bid)
            if knowledge.plays > shape.size + 1:  # nothing is looked at any more
                while road.position.turn is not None:
                    next_act(road, dice, bid)
        hear()
    assert tricks == shape.tricks


def check_partner(frame: dict[str, Any], knowledge: Knowledge) -> None:
    """Nothing names the partner of *chiamare* before the called card has fallen, or the hand is over (rules 6.2)."""
    is_over = frame["kind"] == "hand_ended" or frame["state"].get("phase") in {"deal", "finished"}
    if knowledge.rules.preset != "chiamare" or not knowledge.called or is_over:
        return
    if knowledge.called in knowledge.fallen:
        return
    contract = frame["state"].get("contract") or {}
    assert contract.get("partner") is None
    assert frame["state"].get("sides") is None


def check_counts(told: dict[int | None, set[str]], tricks: int, knowledge: Knowledge) -> None:
    """Ten cards and three a trick for a seat, four a trick for a watcher, beside what was declared or turned up."""
    shown = knowledge.public - knowledge.fallen
    assert len(told[None]) == 4 * tricks + len(shown)
    for seat in range(4):
        assert len(told[seat]) == 10 + 3 * tricks + len(shown - knowledge.own[seat])
