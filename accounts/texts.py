"""Texts: what people write to others, without what nobody can see.

A control character, a mark that turns the direction of writing or an invisible joiner changes how other people's words
look and says nothing itself; a letter under a tower of accents covers its neighbours. Such things are left out.
"""

import unicodedata

from accounts.errors import BadText

MOST_MARKS = 2
"""Accents one letter may carry: Vietnamese needs no more once letters are composed."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters and signs by their category, blanks to the eye


def one_line(text: str, *, longest: int) -> str:
    """Return *text* on one line, composed and without what cannot be seen; it may be empty.

    *longest* counts characters of the result. Raises BadText for a longer one.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in _MARKS else 0
        if character in "\t\n\r" or category in _SPACES or character in _BLANK_LETTERS:
            kept.append(" ")
        elif category not in _INVISIBLE and marks <= MOST_MARKS:
            kept.append(character)
    line = " ".join("".join(kept).split())
    if len(line) > longest:
        raise BadText(f"It has at most {longest} characters.")
    return line


def some_words(text: str, *, longest: int) -> str:
    """Return the same as `one_line`. Raises BadText also where nothing is left, or no letter, digit or sign of it."""
    line = one_line(text, longest=longest)
    if all(unicodedata.category(character) in _MARKS | _SPACES for character in line):
        raise BadText("Nothing in it can be read.")
    return line
