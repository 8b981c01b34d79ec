"""Entropy: the players' part in the shuffle; all commit before anybody reveals (docs/fair-deal.md)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.engine.entropy import entropy_commitment, parse_digest, parse_entropy
from games.errors import EntropyFalse, EntropyGiven, EntropyNotWanted, Stale
from games.selectors.gatherings import Gathering
from games.services.hands import go_on
from games.services.logbook import Logbook


def commit_entropy(book: Logbook, seat: int, fields: Mapping[str, Any], *, seq: int, command_id: UUID) -> int:
    """Note what a player commits to for the next hand; return the number of the event.

    Raises BadFormat, EntropyNotWanted outside the time for it, EntropyGiven for a second one, and Stale for *seq*
    before the server's own commitment.
    """
    digest = parse_digest(fields.get("commitment"))
    gathering = _gathering_at(book, seq)
    if seat in gathering.commitments:
        raise EntropyGiven("you have committed to your entropy for this hand")
    if not gathering.can_commit(seat):
        raise EntropyNotWanted("the commitments to this hand are closed")
    public = {"hand": gathering.hand, "commitment": digest}
    return _note(book, "entropy_committed", seat, public, command_id)


def reveal_entropy(book: Logbook, seat: int, fields: Mapping[str, Any], *, seq: int, command_id: UUID) -> int:
    """Note the entropy a player has committed to; return the number of the event.

    Raises BadFormat, EntropyNotWanted before all have committed and for who has not, EntropyGiven for a second one,
    EntropyFalse for another entropy than was committed to, and Stale.
    """
    entropy = parse_entropy(fields.get("entropy"))
    gathering = _gathering_at(book, seq)
    if seat in gathering.entropies:
        raise EntropyGiven("you have revealed your entropy for this hand")
    if not gathering.can_reveal(seat):
        raise EntropyNotWanted("entropy is revealed after all have committed, by those who have")
    if entropy_commitment(entropy, str(book.match.pk), gathering.hand, seat) != gathering.commitments[seat]:
        raise EntropyFalse("this is not what you committed to")
    return _note(book, "entropy", seat, {"hand": gathering.hand, "entropy": entropy.hex()}, command_id)


def _gathering_at(book: Logbook, seq: int) -> Gathering:
    """Return the gathering that is open, and that a player who has seen *seq* knows of."""
    gathering = book.position.gathering
    if gathering is None:
        raise EntropyNotWanted("the hand has been dealt")
    if seq < gathering.seq:
        raise Stale("another hand is being prepared")
    return gathering


def _note(book: Logbook, kind: str, seat: int, public: Mapping[str, Any], command_id: UUID) -> int:
    by = "bot" if book.position.holders[seat].is_bot else "player"
    seq = book.write(kind, seat=seat, public=public, by=by, command_id=command_id)
    go_on(book)
    return seq
