"""Ladder keys: the cursors of a ladder's pages, opaque, signed, and good for the ladder that gave them out only."""

from typing import Final

from django.core import signing

from games.errors import BadCursor
from games.selectors.ladder_kinds import Ladder
from games.selectors.ladders import Key

LONGEST: Final = 400  # characters: above the longest we give out, below what is worth unpacking


def sealed(ladder: Ladder, key: Key | None) -> str:
    """Return the cursor that leads to *key*, empty where there is none."""
    return signing.dumps(list(key), salt=_salt(ladder)) if key else ""


def unsealed(ladder: Ladder, cursor: str) -> Key | None:
    """Return the key a cursor leads to, None for an empty one. Raises BadCursor for any we did not give out."""
    if not cursor:
        return None
    try:
        return Key(*signing.loads(cursor[:LONGEST], salt=_salt(ladder)))
    except (signing.BadSignature, ValueError) as fault:
        raise BadCursor("the cursor is not one this list gave out") from fault


def _salt(ladder: Ladder) -> str:
    return f"ladder:{ladder!r}"
