"""Card play: which card a rule-based player prefers, by what this trick promises and what the card is worth kept.

The weights were found by letting the player meet itself (`python -m bench.bots`); they are in thirds of a point.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import SUIT_MASK, SUIT_OF, THIRDS, Card, Hand, cards_in
from games.solver.knowledge import Knowledge, stronger_than

ACE, TWO, THREE = 7, 8, 9  # powers within a suit


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each consideration counts, in thirds."""

    friend_gives: float = 0.8  # what a partner still to play adds to a trick we take
    enemy_gives: float = 0.25  # what an opponent still to play adds to a trick we take
    lead: float = 0.7  # having the lead next, for each of my master cards (up to three)
    keep_master: float = 2.2  # a master card taken out of the hand
    keep_three: float = 0.6  # a 3 on top of that
    keep_two: float = 1.7  # a 2 whose 3 is still out
    keep_ace: float = 0.8  # an ace that may yet be saved
    bare: float = 1.1  # stripping the last guard of a 2 or an ace
    low_power: float = 0.12  # a step of power: of equal cards play the weaker
    long_suit: float = 0.4  # leading from length, for each further card
    come_back: float = 2.5  # leading the suit the partner bussed
    enemy_void: float = 0.75  # an opponent is known to be out of the suit I lead
    shorten: float = 0.14  # discarding from a short suit


DEFAULT = Weights()


def prefer(know: Knowledge, cards: Hand, *, avoids: bool = False, weights: Weights = DEFAULT) -> dict[Card, float]:
    """Return how good each of the playable *cards* looks, in thirds; *avoids* turns the aim round (a perdere)."""
    score = _avoiding if avoids else _taking
    return {card: score(know, card, weights) for card in cards_in(cards)}


def win_chance(know: Knowledge, card: Card) -> tuple[float, float]:
    """Return how likely the acting side takes the trick with *card*, and how likely the acting seat itself does."""
    seat, best = know.seat, card
    for who, other in know.plays:
        if _beats(know, other, best):
            seat, best = who, other
    ours = float(seat == know.seat or seat in know.friends)
    mine = float(seat == know.seat)
    for later in know.to_follow:
        beats = _beat_chance(know, later, best)
        mine *= 1.0 - beats
        ours = ours + (1.0 - ours) * beats if later in know.friends else ours * (1.0 - beats)
    return ours, mine


def _beats(know: Knowledge, card: Card, best: Card) -> bool:
    """Whether *card* takes *best*, given the suit led and the trump."""
    if SUIT_OF[card] == SUIT_OF[best]:
        return card > best
    if know.trump is not None and SUIT_OF[card] == know.trump:
        return True
    led = know.led
    return SUIT_OF[card] == led and SUIT_OF[best] not in (led, know.trump)


def _beat_chance(know: Knowledge, seat: int, best: Card) -> float:
    """Return how likely *seat* holds a card that takes *best* and may play it."""
    led = know.led if know.led is not None else SUIT_OF[best]
    chance = know.has_one_of(seat, stronger_than(best)) if SUIT_OF[best] == led else 0.0
    if know.trump is not None and led != know.trump:
        follows = know.has_one_of(seat, SUIT_MASK[led])
        trumps = stronger_than(best) if SUIT_OF[best] == know.trump else SUIT_MASK[know.trump]
        chance += (1.0 - follows) * know.has_one_of(seat, trumps)
    return min(chance, 1.0)


def _taking(know: Knowledge, card: Card, weights: Weights) -> float:
    """Return how good *card* looks for a side that wants points."""
    ours, mine = win_chance(know, card)
    if know.busso and know.plays[0][0] in know.friends and SUIT_OF[card] == know.led:
        return 100.0 + card  # busso: the best card of this suit
    friends = sum(seat in know.friends for seat in know.to_follow)
    enemies = len(know.to_follow) - friends
    table = THIRDS[card] + sum(THIRDS[other] for _, other in know.plays) + (3 if know.is_last_trick else 0)
    won = table + weights.friend_gives * friends + weights.enemy_gives * enemies
    lost = table + weights.enemy_gives * friends + weights.friend_gives * enemies
    masters = sum(know.is_master(other) for other in cards_in(know.mine & ~(1 << card)))
    value = ours * won - (1.0 - ours) * lost + weights.lead * min(masters, 3) * mine
    value -= _worth_kept(know, card, weights)
    if not know.plays:
        value += _lead_bonus(know, card, weights)
    return value


def _lead_bonus(know: Knowledge, card: Card, weights: Weights) -> float:
    """Return what leading this suit is worth beside the trick itself."""
    suit = SUIT_MASK[SUIT_OF[card]]
    value = weights.long_suit * ((know.mine & suit).bit_count() - 1)
    if any(know.asked.get(friend) == SUIT_OF[card] for friend in know.friends):
        value += weights.come_back
    for seat in know.to_follow:
        if seat not in know.friends and know.hidden & suit and not know.may_hold[seat] & suit:
            value += weights.enemy_void if know.is_master(card) else -weights.enemy_void
    return value


def _worth_kept(know: Knowledge, card: Card, weights: Weights) -> float:
    """Return what *card* would still be worth in the hand, in thirds."""
    if know.is_last_trick:
        return 0.0
    suit = SUIT_MASK[SUIT_OF[card]]
    power = card % 10
    rest = know.mine & suit & ~(1 << card)
    value = weights.low_power * power
    if know.is_master(card):
        value += weights.keep_master + (weights.keep_three if power == THREE else 0.0)
    elif power == TWO:
        value += weights.keep_two
    elif power == ACE:
        value += weights.keep_ace * min((rest & ~_honours(suit)).bit_count(), 2)
    elif rest and not rest & ~_honours(suit) and not all(know.is_master(other) for other in cards_in(rest)):
        value += weights.bare
    if know.plays and SUIT_OF[card] != know.led:
        value += weights.shorten * rest.bit_count()
    return value


def _honours(suit: Hand) -> Hand:
    """Return the ace, 2 and 3 of a suit's mask: its three strongest cards."""
    return suit & ~(suit >> 3)


def _avoiding(know: Knowledge, card: Card, weights: Weights) -> float:
    """Return how good *card* looks for a seat that wants no points: lose tricks, and be rid of dangerous cards."""
    _, mine = win_chance(know, card)
    table = THIRDS[card] + sum(THIRDS[other] for _, other in know.plays) + (3 if know.is_last_trick else 0)
    taken = table + weights.friend_gives * len(know.to_follow)
    suit = SUIT_MASK[SUIT_OF[card]]
    below = (know.hidden & suit & ((1 << card) - 1)).bit_count()
    guards = (know.mine & suit & ((1 << card) - 1)).bit_count()
    danger = (card % 10) * 0.15 + (2.0 if card % 10 >= ACE else 0.0) - 0.2 * guards + (0.3 if below == 0 else 0.0)
    return -mine * taken + danger * (1.0 - mine) - 0.1 * (know.mine & suit).bit_count()
