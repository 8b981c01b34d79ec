"""Signals: the three words beside a card, and the spoken declarations of the south (rules 4 and 7)."""

from collections.abc import Collection
from typing import Final

from games.engine.cards import RANK_MASK, SUIT_MASK, SUIT_OF, Card, Hand, Suit
from games.engine.errors import SignalFalse, SignalNotAllowed, quoted
from games.engine.rulesets import Ruleset

HAVE: Final = {"ho_asso": "A", "ho_due": "2", "ho_tre": "3"}
WANT: Final = {"voglio_asso": "A", "voglio_due": "2", "voglio_tre": "3"}
ASK: Final = ("dammi_tre", "dammi_due")  # requests, true of any hand
COUNTS: Final = ("seconda", "terza", "quarta", "quinta", "sesta", "settima", "ottava", "nona", "decima")
LOW: Final = "_liscia"
_ABOUT_SUIT: Final = (*HAVE, *WANT, "napoli", *COUNTS, *(count + LOW for count in COUNTS), "piombo")
SPOKEN: Final = frozenset((*_ABOUT_SUIT, *ASK))
_HONOURS: Final = RANK_MASK["A"] | RANK_MASK["2"] | RANK_MASK["3"]
_LOW_CARDS: Final = RANK_MASK["7"] | RANK_MASK["6"] | RANK_MASK["5"] | RANK_MASK["4"]


def allowed_words(ruleset: Ruleset, *, leading: bool) -> tuple[str, ...]:
    """Return the words a seat may put beside its card, whatever it holds."""
    if not (ruleset.signals == "any" or (ruleset.signals == "leader" and leading)):
        return ()
    if ruleset.busso_leads and not leading:
        return tuple(word for word in ruleset.signal_words if word != "busso")
    return ruleset.signal_words


def is_true(word: str, card: Card, hand: Hand, come_back: Suit | None) -> bool:
    """Tell whether *word* is true beside *card*, played from *hand*.

    *come_back* is the suit of the partner's latest busso, for a seat that has just taken a trick and leads; else None.
    """
    rest = hand & ~(1 << card)
    if word == "volo":
        return not rest & SUIT_MASK[SUIT_OF[card]]
    if word == "striscio":
        return bool(rest & SUIT_MASK[SUIT_OF[card]] or (come_back is not None and rest & SUIT_MASK[come_back]))
    return True


def check_signal(ruleset: Ruleset, word: str, card: Card, hand: Hand, *, leading: bool, come_back: Suit | None) -> None:
    """Check a signal beside *card*. Raises SignalNotAllowed, then SignalFalse where the table asks for truth."""
    if word not in allowed_words(ruleset, leading=leading):
        raise SignalNotAllowed(f"{quoted(word)} may not be said here")
    if ruleset.signal_truth and not is_true(word, card, hand, come_back):
        raise SignalFalse(f"{word} is not true of this hand")


def spoken_truths(card: Card, hand: Hand) -> tuple[str, ...]:
    """Return what may truly be said on leading *card* of a suit not led before, from *hand* with the card in it."""
    held = hand & SUIT_MASK[SUIT_OF[card]]
    honours = held & _HONOURS
    words = [word for word, rank in HAVE.items() if held & RANK_MASK[rank]]
    if honours.bit_count() == 2:
        words += [word for word, rank in WANT.items() if not held & RANK_MASK[rank]]
    elif honours.bit_count() == 3:
        words.append("napoli")
    length = held.bit_count()
    if length == 1:
        words.append("piombo")
    elif not honours:
        words.append(COUNTS[length - 2] + (LOW if _LOW_CARDS >> card & 1 else ""))
    return tuple(words)


def sayable(ruleset: Ruleset, card: Card, hand: Hand, *, leading: bool, suits_led: Collection[Suit]) -> tuple[str, ...]:
    """Return the true things a seat may say with *card* (rules 7); none unless it leads and the table speaks."""
    if ruleset.signals != "spoken" or not leading:
        return ()
    return ASK if SUIT_OF[card] in suits_led else spoken_truths(card, hand) + ASK


def check_say(
    ruleset: Ruleset, word: str, card: Card, hand: Hand, *, leading: bool, suits_led: Collection[Suit]
) -> None:
    """Check a spoken word. Raises SignalNotAllowed when it may not be said here, SignalFalse when it is untrue."""
    if ruleset.signals != "spoken" or not leading or word not in SPOKEN:
        raise SignalNotAllowed(f"{quoted(word)} may not be said here")
    if word in ASK:
        return
    if SUIT_OF[card] in suits_led:
        raise SignalNotAllowed("this suit was led before")
    if ruleset.signal_truth and word not in spoken_truths(card, hand):
        raise SignalFalse(f"{word} is not true of this hand")
