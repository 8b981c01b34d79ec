"""Practice cups: a small knock-out against bots that begins at once, for one person at a time (docs/adr/0074)."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.errors import ClubNameTaken
from accounts.models import Club, Membership, User
from accounts.services.bots import house_bot
from accounts.services.clubs import found, lock_club
from games.services.house_bots import LEVEL
from tournaments.errors import TooOften
from tournaments.formats.encounters import LegRule, Plan
from tournaments.models import EntrantMember, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.services.admitting import admit
from tournaments.services.audit import SERVER
from tournaments.services.drawing import begin
from tournaments.services.hand_entries import fill_with_bots
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.making import announce, make
from tournaments.services.people import lock_people
from tournaments.services.sweep import advance

CLUB: Final = "Coppe di allenamento"
PAIRS: Final = 4
MOST_A_DAY: Final = 10
_SOON: Final = timedelta(minutes=1)
_NUMBERS: Final = range(1, 10)
_FACTS: Final[dict[str, Any]] = {
    "format": Tournament.Format.KNOCKOUT,
    "plan": stored_plan(Plan((LegRule(target=11),))),
    "bots_allowed": True,
    "rated": False,
    "check_in_minutes": 0,
    "break_minutes": 0,
    "grace_minutes": 3,
    "move_seconds": 30,
    "bot_delay_ms": 700,
}


def club_of_bots() -> int:
    """Return the id of the club in which practice cups are played; a bot of the house owns it.

    It is founded at its first use; any number may ask at once. Should people have a club of that name, it gets another.
    """
    owned = Membership.objects.filter(role=Membership.Role.OWNER, user__kind=User.Kind.BOT, left_at=None)
    own = Club.objects.filter(memberships__in=owned, name__startswith=CLUB, closed_at=None).order_by("pk")
    for number in _NUMBERS:
        if (known := own.values_list("pk", flat=True).first()) is not None:
            return known
        with suppress(ClubNameTaken):  # by people, or by who founded it since we looked
            return found(user_id=house_bot(LEVEL, 0), name=f"{CLUB} {number}" if number > 1 else CLUB)
    raise ClubNameTaken


def enter(*, user_id: int, now: datetime) -> str:
    """Make a cup for a person with a bot as partner, begin it, and return its code; while one runs, that one's.

    Locks the person, the club, then the tournament. Raises NoSuchPlayer, MembersOnly for a guest, TooOften for more of
    them than one needs in a day, and TooManyTournaments while very many play.
    """
    return _enter(user_id=user_id, club_id=club_of_bots(), now=now)


@transaction.atomic
def _enter(*, user_id: int, club_id: int, now: datetime) -> str:
    (person,) = lock_people([user_id])
    own = EntrantMember.objects.filter(user_id=user_id, tournament__club=club_id).select_related("tournament")
    running = own.filter(until=None, tournament__state=Tournament.State.RUNNING).order_by("-pk").first()
    if running is not None:
        return running.tournament.code
    if own.filter(since__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooOften(f"at most {MOST_A_DAY} practice cups a day")
    facts = {**_FACTS, "name": _name_for(person), "starts_at": now + _SOON}
    made = make(lock_club(club_id), facts, created_by_id=None, now=now)
    announce(tournament_id=made.pk, hand=SERVER, now=now)
    tournament = lock_tournament(made.pk)
    partner = User.objects.get(pk=house_bot(LEVEL, 1))
    admit(tournament, people=[person, partner], by_id=user_id, now=now)
    fill_with_bots(tournament_id=made.pk, hand=SERVER, up_to=PAIRS, now=now)
    tournament = lock_tournament(made.pk)
    begin(tournament, SERVER, now)
    advance(tournament, now)
    touch(tournament)
    return tournament.code


def is_practice_cup(tournament: Tournament) -> bool:
    """Tell whether a tournament is a practice cup: nobody made it, in a club that a bot of the house owns."""
    if tournament.created_by_id is not None:
        return False
    owners = Membership.objects.filter(club=tournament.club_id, role=Membership.Role.OWNER, left_at=None)
    return owners.filter(user__kind=User.Kind.BOT).exists()


def _name_for(person: User) -> str:
    with translation.override(person.language):
        return _("Practice cup of %(player)s") % {"player": person.username}
