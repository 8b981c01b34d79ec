"""Rule player: the house bots of level *buono*; they count cards, obey the signals and see only their seat's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.cards import SUIT_MASK, SUIT_OF, Card, card_code, hand_of, parse_card, thirds_in
from games.engine.rulesets import Ruleset
from games.solver import bidding
from games.solver.card_play import ACE, TWO, prefer
from games.solver.knowledge import Knowledge, View, knowledge_of

Act = dict[str, Any]

# Spoken declarations (rules 7), the most telling first; a length word (seconda … decima) comes after all of these.
_SAY_ORDER = ("napoli", "voglio_tre", "voglio_due", "voglio_asso", "ho_tre", "ho_due", "ho_asso", "piombo")


def choose(*, ruleset: Ruleset, public: View, private: View, history: Sequence[View]) -> list[Act]:
    """Return what the seat of *private* does now, as record actions: at most a declaration, then one act.

    The same views give the same answer: nothing here is random, and nothing is read but what the seat may see.
    """
    may: Mapping[str, Any] = private["may"]
    seat: int = public["turn"]["seat"]
    if may.get("a_monte"):
        return [{"seat": seat, "do": "a_monte"}]
    if may.get("call_out") and _has_enough(ruleset, public, seat):
        return [{"seat": seat, "do": "call_out"}]
    do: str = public["turn"]["do"]
    if do != "play":
        return [{"seat": seat, "do": do, **_before_play(do, private)}]
    acts: list[Act] = []
    if may.get("declare"):
        acts.append(
            {"seat": seat, "do": "declare", "sets": [text for offer in may["declare"] for text in offer["sets"]]}
        )
    return [*acts, _play(ruleset, public, private, history, seat)]


def _before_play(do: str, private: View) -> Act:
    """Return the fields of an act of the auction or the exchange (rules 6.1 and 6.2)."""
    may = private["may"]
    hand = hand_of(map(parse_card, private["hand"]))
    match do:
        case "bid":
            return {"bid": bidding.bid(hand, may["bid"])}
        case "call":
            return {"card": bidding.call(hand, may["call"])}
        case "give":
            return {"card": bidding.give(hand, may["give"])}
        case "take":
            return {"count": bidding.take(hand, may["take"])}
        case _:
            return {"cards": " ".join(map(card_code, bidding.discard(hand, may["discard"])))}


def _has_enough(ruleset: Ruleset, public: View, seat: int) -> bool:
    """Whether calling out now is good (rules 5, `call_out`): counted from what everybody saw, never guessed."""
    counted = [
        total + taken["thirds"] // 3 + declared
        for total, taken, declared in zip(public["totals"], public["taken"], public["declared"], strict=True)
    ]
    mine = next(number for number, side in enumerate(public["sides"]) if seat in side)
    others = [points for number, points in enumerate(counted) if number != mine]
    return bool(counted[mine] >= ruleset.target and counted[mine] > max(others))


def _play(ruleset: Ruleset, public: View, private: View, history: Sequence[View], seat: int) -> Act:
    """Return the card to play, with its signal or spoken word."""
    may = private["may"]
    know = knowledge_of(pack=ruleset.shape.pack, public=public, private=private, history=history, acting=seat)
    scores = prefer(know, hand_of(map(parse_card, may["play"])), avoids=ruleset.goal == "lowest")
    card = max(scores, key=lambda option: (scores[option], -thirds_in(1 << option), -option))
    code = card_code(card)
    act: Act = {"seat": seat, "do": "play", "card": code}
    signal = _signal(know, card, may.get("signals", {}).get(code, ()))
    if signal:
        act["signal"] = signal
    word = _word(may.get("say", {}).get(code, ()))
    if word:
        act["say"] = word
    return act


def _signal(know: Knowledge, card: Card, offered: Sequence[str]) -> str | None:
    """Return the signal that tells the partner most, among the true ones *offered*; None without a partner."""
    if not know.friends:
        return None
    rest = know.mine & SUIT_MASK[SUIT_OF[card]] & ~(1 << card)
    wants_suit = any(power >= TWO for power in _powers(rest)) or (ACE in _powers(rest) and rest.bit_count() >= 3)
    if "busso" in offered and not know.plays and wants_suit and not know.is_master(card):
        return "busso"
    if "volo" in offered:
        return "volo"
    if "striscio" in offered and (rest.bit_count() >= 2 or not rest):
        return "striscio"
    return None


def _powers(hand: int) -> list[int]:
    """Return the powers (0 for a 4 … 9 for a 3) in a hand of one suit."""
    return [card % 10 for card in range(40) if hand >> card & 1]


def _word(offered: Sequence[str]) -> str | None:
    """Return the spoken declaration to make, among the true ones *offered* (rules 7); requests are left to people."""
    for word in _SAY_ORDER:
        if word in offered:
            return word
    return next((word for word in offered if not word.startswith("dammi")), None)
