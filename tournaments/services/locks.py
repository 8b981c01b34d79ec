"""Locks: the row of a tournament, which whoever changes anything of it holds first.

Order of locks: persons and clubs, then their tournament, then matches, then tables: an account or a club that closes
holds its own row first. Results flow in from matches after these have been committed (architecture 2), so nobody holds
a match while waiting for its tournament.
"""

from tournaments import announce
from tournaments.errors import NoSuchTournament, WrongState
from tournaments.models import Tournament


def lock_tournament(tournament_id: int, *states: str) -> Tournament:
    """Lock and return a tournament; the caller is in a transaction.

    Raises NoSuchTournament, and WrongState where it is in none of *states*, if any are named.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament
    if states and tournament.state not in states:
        raise WrongState(f"the tournament is {tournament.state}")
    return tournament


def touch(tournament: Tournament, *fields: str) -> None:
    """Store *fields* of a locked tournament under a new version, and tell who watches it after the commit."""
    tournament.version += 1
    tournament.save(update_fields=[*fields, "version"])
    announce.changed(code=tournament.code, version=tournament.version)
