"""Desk: the partnership desk, where single players say that they look for a partner (tournaments 2)."""

from datetime import datetime

from django.db import transaction

from accounts.errors import PeopleOnly, Silenced
from accounts.models import User
from accounts.selectors.ties import silence_of
from accounts.texts import one_line
from tournaments.errors import BadEntrant, WrongState
from tournaments.models import DeskNote, Tournament
from tournaments.selectors.entry_rules import takes_entries, takes_late_entries
from tournaments.services.admitting import check_may_stand
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.people import lock_people

LONGEST_WORDS = 200


@transaction.atomic
def put_up(*, tournament_id: int, user_id: int, words: str, now: datetime) -> None:
    """Say at the desk that one looks for a partner, and for which; again: say something else.

    Locks the person, then the tournament. Raises MembersOnly, PeopleOnly for a bot, WrongState, BadEntrant where no
    pairs enter, AlreadyEntered, ClubTournament, BadText, and Silenced for words of who has a time-out.
    """
    words = one_line(words, longest=LONGEST_WORDS)
    people = lock_people([user_id])
    if people[0].kind != User.Kind.HUMAN:
        raise PeopleOnly
    if words and (silence := silence_of(user_id=user_id)) is not None:
        raise Silenced(f"until {silence.until.isoformat(timespec='seconds')}")
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    if tournament.entry != Tournament.Entry.PAIRS:
        raise BadEntrant("nobody needs a partner here")
    if not (takes_entries(tournament) or takes_late_entries(tournament)):
        raise WrongState("entries are closed")
    check_may_stand(tournament, people)
    DeskNote.objects.update_or_create(tournament=tournament, user_id=user_id, defaults={"words": words, "made_at": now})
    touch(tournament)


@transaction.atomic
def take_down(*, tournament_id: int, user_id: int) -> None:
    """Look for a partner no longer; who does not, is not refused. Locks the tournament."""
    tournament = lock_tournament(tournament_id)
    if DeskNote.objects.filter(tournament=tournament, user_id=user_id).delete()[0]:
        touch(tournament)
