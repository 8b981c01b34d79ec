"""Card words: what people call a card (rules 1)."""

from django.utils.translation import pgettext


def card_name(code: str) -> str:
    """Return the name of a card, *four of batons*."""
    ranks = {
        "A": pgettext("rank", "ace"),
        "2": pgettext("rank", "two"),
        "3": pgettext("rank", "three"),
        "4": pgettext("rank", "four"),
        "5": pgettext("rank", "five"),
        "6": pgettext("rank", "six"),
        "7": pgettext("rank", "seven"),
        "F": pgettext("rank", "jack"),
        "C": pgettext("rank", "knight"),
        "R": pgettext("rank", "king"),
    }
    suits = {
        "d": pgettext("suit after a rank", "coins"),
        "c": pgettext("suit after a rank", "cups"),
        "s": pgettext("suit after a rank", "swords"),
        "b": pgettext("suit after a rank", "batons"),
    }
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": ranks[code[0]], "suit": suits[code[1]]}
