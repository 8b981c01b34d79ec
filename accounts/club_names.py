"""Club names: what a club may be called, and which names count as one (docs/adr/0053).

A club's name is freer than a player's: spaces, quotes, card signs and pictures belong in it. Its letters are of the
same closed alphabet (accounts.names), and signs do not tell clubs apart: `Caffè Sport` and `Caffe' Sport ♠` are one.
"""

import re
import unicodedata
from enum import StrEnum

from accounts import names
from accounts.errors import BadClubName

SHORTEST = 3
LONGEST = 120
LONGEST_KEY = 4 * LONGEST
LONGEST_SLUG = 40

# Join pictures into one (a flag, a family) and ask for their coloured form; nothing else that cannot be seen is kept.
_PICTURE_JOINERS = "\u200d\ufe0f"
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mc", "Me", "Mn"})
_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo"})
_NUMBERS = frozenset({"Nd", "Nl", "No"})
_APOSTROPHES = "['`\u2019]"
_NO_SLUGS = frozenset({"mine", "new", "search"})


class Fault(StrEnum):
    """What is wrong with a club's name."""

    LENGTH = "length"
    CHARACTERS = "characters"
    NO_LETTER = "no_letter"
    RESERVED = "reserved"


def tidy(name: str) -> str:
    """Return *name* in its one written form: composed, compatibility forms replaced (NFKC), single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def check(name: str) -> None:
    """Accept a tidy *name*. Raises BadClubName with the first fault found."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadClubName(Fault.LENGTH)
    if not all(_is_allowed(character) for character in name):
        raise BadClubName(Fault.CHARACTERS)
    if not any(character.isalpha() for character in name):
        raise BadClubName(Fault.NO_LETTER)
    if names.is_reserved(_bare(names.key_of(name))):
        raise BadClubName(Fault.RESERVED)


def key_of(name: str) -> str:
    """Return the key under which a club's name is unique and found: its letters and digits, without case or accents."""
    return _bare(names.key_of(name))


def look_of(name: str) -> str:
    """Return what the letters of *name* look like; two clubs of one look would be taken for each other."""
    return _bare(names.look_of(re.sub(r"[\W_]+", "-", tidy(name))))


def slug_of(name: str) -> str:
    """Return the beginning of an address made of *name*: ASCII letters and digits, words joined by hyphens."""
    words = re.findall(r"[0-9a-z]+", re.sub(_APOSTROPHES, "", names.key_of(name)))
    slug = "-".join(words)[:LONGEST_SLUG].strip("-")
    return f"{slug}-club" if slug in _NO_SLUGS else slug


def _bare(key: str) -> str:
    return re.sub(r"[^0-9a-z]", "", key)


def _is_allowed(character: str) -> bool:
    """Tell whether *character* is a letter of our alphabet, an ASCII digit, a space or a sign that can be seen."""
    kind = unicodedata.category(character)
    if kind in _LETTERS:
        return names.is_letter(character)
    if kind in _NUMBERS:
        return character.isascii()
    if kind.startswith("Z"):
        return character == " "
    return kind not in _UNSEEN or character in _PICTURE_JOINERS
