"""Knowledge: what one seat can know of a hand in play, from its own cards and from what everybody saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.cards import (
    SUIT_MASK,
    SUIT_OF,
    SUITS,
    Card,
    Hand,
    Suit,
    cards_in,
    hand_of,
    parse_card,
)

View = Mapping[str, Any]

_MOSTLY_FRIENDS = 2  # among more unknown seats than these, one of them the secret partner, most are on one's side


@dataclass(slots=True)
class Knowledge:
    """One seat's honest picture: its own cards, the unseen ones, and who may or must hold which of those."""

    seat: int
    mine: Hand
    hidden: Hand
    may_hold: list[Hand]
    must_hold: list[Hand]
    rooms: list[int]
    idle: int
    friends: frozenset[int]
    plays: list[tuple[int, Card]]
    to_follow: list[int]
    trump: Suit | None
    is_last_trick: bool
    asked: dict[int, Suit]
    busso: bool

    @property
    def led(self) -> Suit | None:
        """The suit led to this trick; None for who is about to lead."""
        return SUIT_OF[self.plays[0][1]] if self.plays else None

    def share(self, seat: int, card: Card) -> float:
        """Return how likely *seat* holds the unseen *card*: its room among the rooms of all who may hold it."""
        bit = 1 << card
        if self.must_hold[seat] & bit:
            return 1.0
        if not self.may_hold[seat] & bit or any(held & bit for held in self.must_hold):
            return 0.0
        rivals = sum(room for other, room in enumerate(self.rooms) if other != self.seat and self.may_hold[other] & bit)
        return self.rooms[seat] / (rivals + self.idle) if self.rooms[seat] else 0.0

    def has_one_of(self, seat: int, cards: Hand) -> float:
        """Return how likely *seat* holds at least one of *cards*, each taken by itself."""
        none = 1.0
        for card in cards_in(cards & self.hidden):
            none *= 1.0 - self.share(seat, card)
        return 1.0 - none

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of the suit takes *card* (*carta franca*)."""
        return not stronger_than(card) & self.hidden


def stronger_than(card: Card) -> Hand:
    """Return the cards of the suit that take *card*."""
    return SUIT_MASK[SUIT_OF[card]] & ~((2 << card) - 1)


def knowledge_of(*, pack: Hand, public: View, private: View, history: Sequence[View], acting: int) -> Knowledge:
    """Gather what the person of *private* knows when seat *acting* is to act.

    *pack* is the cards in the game; *history* this hand's public actions so far, in order, as record actions.
    """
    counts: list[int] = public["counts"]
    me: int = private["seat"]
    mine = hand_of(map(parse_card, private["hand"])) | _tops(public, me)
    played = [(act["seat"], parse_card(act["card"])) for act in history if act["do"] == "play"]
    gone = hand_of(card for _, card in played)
    must_hold = _shown_holdings(public, len(counts), gone, history)
    hidden = pack & ~mine & ~gone & ~must_hold[acting]
    active = [seat for seat, count in enumerate(counts) if count or any(who == seat for who, _ in played)]
    if acting != me:  # the dummy acts: its own cards are on the table, mine are known to me alone
        must_hold[me], mine = mine, must_hold[acting]
        hidden &= ~mine
        hidden |= must_hold[me]
    must_hold[acting] = 0
    plays = [(play["seat"], parse_card(play["card"])) for play in public["trick"]["plays"]]
    voids = _voids(history, len(active), len(counts), drawing=bool(public.get("stock")))
    may_hold = [hidden & ~void for void in voids]
    rooms = [0 if seat == acting else count for seat, count in enumerate(counts)]
    lead_signal = public["trick"]["plays"][0].get("signal") if plays else None
    return Knowledge(
        seat=acting,
        mine=mine,
        hidden=hidden,
        may_hold=may_hold,
        must_hold=[held & hidden for held in must_hold],
        rooms=rooms,
        idle=max(0, hidden.bit_count() - sum(rooms)),
        friends=_friends(public, acting, active, mine),
        plays=plays,
        to_follow=[seat for seat in active if seat != acting and all(seat != who for who, _ in plays)],
        trump=SUITS.index(public["trump"]) if public.get("trump") else None,
        is_last_trick=max(counts) <= 1 and not public.get("stock"),
        asked=_asked(history),
        busso=lead_signal == "busso",
    )


def _friends(public: View, seat: int, active: Sequence[int], mine: Hand) -> frozenset[int]:
    """Return the seats *seat* plays with, without itself; while a partner is secret, those it had best play with."""
    for side in public["sides"] or ():
        if seat in side:
            return frozenset(side) - {seat}
    contract = public.get("contract")
    if not contract or not contract["called"] or contract["soloist"] == seat:
        return frozenset()
    if mine >> parse_card(contract["called"]) & 1:
        return frozenset({contract["soloist"]})
    others = frozenset(active) - {seat, contract["soloist"]}
    return others if len(others) > _MOSTLY_FRIENDS else frozenset()


def _tops(public: View, seat: int) -> Hand:
    """Return the open cards of *seat*'s piles, which are played like those of its hand (rules 6)."""
    piles = public.get("piles")
    return hand_of(parse_card(pile["top"]) for pile in piles[seat] if pile["top"]) if piles else 0


def _shown_holdings(public: View, seats: int, gone: Hand, history: Sequence[View]) -> list[Hand]:
    """Return, for each seat, the cards everybody knows it holds: declared ones, the turned card, an open dummy."""
    shown = [0] * seats
    for declaration in public["declarations"] or ():
        for combination in declaration.get("sets") or ():
            shown[declaration["seat"]] |= hand_of(map(parse_card, combination))
    if public.get("turned"):
        shown[public["dealer"]] |= 1 << parse_card(public["turned"])
    for seat in range(seats):
        shown[seat] |= _tops(public, seat)
    dummy = public.get("dummy")
    if dummy and dummy["hand"]:
        shown[dummy["seat"]] |= hand_of(map(parse_card, dummy["hand"]))
    for act in history:
        if act["do"] == "draw":
            shown[act["seat"]] |= 1 << parse_card(act["card"])
    return [held & ~gone for held in shown]


def _voids(history: Sequence[View], players: int, seats: int, *, drawing: bool) -> list[Hand]:
    """Return, for each seat, the suits it has shown to be out of, by not following or by a *volo*."""
    voids = [0] * seats
    if drawing:  # a card drawn later may be of any suit
        return voids
    plays = [act for act in history if act["do"] == "play"]
    for number, act in enumerate(plays):
        suit = SUIT_OF[parse_card(act["card"])]
        led = SUIT_OF[parse_card(plays[number - number % players]["card"])]
        if suit != led:
            voids[act["seat"]] |= SUIT_MASK[led]
        if act.get("signal") == "volo":
            voids[act["seat"]] |= SUIT_MASK[suit]
    return voids


def _asked(history: Sequence[View]) -> dict[int, Suit]:
    """Return the suit in which each seat bussed last in this hand."""
    return {
        act["seat"]: SUIT_OF[parse_card(act["card"])]
        for act in history
        if act["do"] == "play" and act.get("signal") == "busso"
    }
