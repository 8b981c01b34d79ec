"""Names: what a player may be called, and which names count as one.

The alphabet is closed: Latin letters in use in Europe, ASCII digits and `. _ -`. So no script is ever mixed and no
letter of another one can pose as ours; what is left to tell apart are look-alikes within it (docs/adr/0004).
"""

import re
import unicodedata
from enum import StrEnum
from functools import cache

from accounts.errors import BadName

SHORTEST = 3
LONGEST = 24
SEPARATORS = "._-"

# Latin letters that are no base letter with an accent; every other must come apart into an ASCII letter and accents.
_PLAIN = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i"}  # noqa: RUF001 (the dotless i is meant)
)
_OWN_LETTERS = frozenset("æÆœŒøØđĐðÐþÞłŁħĦŧŦŋŊıßẞ")
_ONE_SEPARATOR = str.maketrans(dict.fromkeys(SEPARATORS, "-"))
_LOOKS = str.maketrans({"I": "l", "1": "l", "0": "o"})
_PAIR_LOOKS = (("rn", "m"), ("vv", "w"))
_FIRST_I = re.compile(r"(?<![^-])i")

# Who speaks for the site, or is nobody: no person may have such a word as a part of the name.
_OFFICES = """
    admin administrator amministratore amministrazione anonimno anonimo anonymous arbiter arbitro bot bots director
    direttore everyone gost guest mod moderator moderatore nessuno nitko nobody official ospite podrska referee
    robot root server sistema sluzbeno staff sudac support supporto sustav sysadmin system tutti ufficiale webmaster
"""
# Words of addresses and programs: a name may hold them, not be one.
_WORDS = """
    about abuse account accounts api edit help home info lobby login logout me new none noreply null postmaster
    privacy rules security settings signup static table tables tournaments tressette undefined you
"""
_SITE = "bongioco"
_CLOSED = re.compile(r"ex-?\d+")


class Fault(StrEnum):
    """What is wrong with a name."""

    LENGTH = "length"
    CHARACTERS = "characters"
    SEPARATORS = "separators"
    NO_LETTER = "no_letter"


def tidy(name: str) -> str:
    """Return *name* in its one written form: composed, compatibility forms replaced (NFKC), no spaces around it."""
    return unicodedata.normalize("NFKC", name).strip()


def check(name: str) -> None:
    """Accept a tidy *name*. Raises BadName with the first fault found."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(Fault.LENGTH)
    if not all(_is_allowed(character) for character in name):
        raise BadName(Fault.CHARACTERS)
    if re.search(r"^[._-]|[._-]$|[._-]{2}", name):
        raise BadName(Fault.SEPARATORS)
    if not any(character.isalpha() for character in name):
        raise BadName(Fault.NO_LETTER)


def key_of(name: str) -> str:
    """Return the key under which a name is unique and found: without case, accents, or the kind of separator.

    `Niccolò`, `niccolo` and `NICCOLÒ` are one name, so nobody needs an accent to log in.
    """
    return _without_accents(tidy(name).casefold()).translate(_PLAIN).translate(_ONE_SEPARATOR)


def look_of(name: str) -> str:
    """Return what *name* looks like; two names that look alike on a screen have one look.

    A capital I, a small l and a 1 are one stroke, 0 is o, rn is m, vv is w. A small i is told from l by its dot, so
    they meet only where a capital I is usual, at the start of a word: `lvo` is refused beside `Ivo`, but `Marla` is
    somebody else than `Maria`.
    """
    look = key_of(_without_accents(tidy(name)).translate(_LOOKS))
    for pair, single in _PAIR_LOOKS:
        look = look.replace(pair, single)
    return _FIRST_I.sub("l", look)


def is_letter(character: str) -> bool:
    """Tell whether *character* is a letter of our alphabet."""
    if character.isascii():
        return character.isalpha()
    if character in _OWN_LETTERS:
        return True
    parts = unicodedata.normalize("NFD", character)
    return len(parts) > 1 and parts[0].isascii() and parts[0].isalpha()


def is_reserved(name: str) -> bool:
    """Tell whether only the site may use *name*: it speaks for the site, is a word of it, or a closed account's."""
    key = key_of(name)
    whole = _bare(key.replace("-", ""))
    parts = {_bare(part) for part in key.split("-")} | {whole}
    offices, words, site = _reserved()
    return bool(parts & offices or whole in words or site in whole or _CLOSED.fullmatch(key))


def _is_allowed(character: str) -> bool:
    """Tell whether *character* is a letter of our alphabet, a digit or a separator."""
    return is_letter(character) or (character.isascii() and (character.isdigit() or character in SEPARATORS))


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str], str]:
    """Return the reserved words as they are compared: offices, words of the site, the site's own name."""
    return frozenset(map(_bare, _OFFICES.split())), frozenset(map(_bare, _WORDS.split())), _bare(_SITE)


def _bare(word: str) -> str:
    """Return *word* as somebody reads it who wants to be fooled: no digits at its end, i, l and 1 one letter."""
    return look_of(word.rstrip("0123456789")).replace("i", "l")
