"""Paper links: the private address of one side of an encounter on paper, for players who have no account.

A link is 256 random bits; only its hash is kept, so it is shown once, and making it anew ends the one before.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Right
from tournaments.errors import NoSuchPaper
from tournaments.models import Encounter, EntrantMember, PaperResult, Round, Tournament
from tournaments.selectors import papers
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_decides, check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.paper_desk import clear_table, lock_leg, new_paper, paper_to_write

BYTES = 32


@dataclass(frozen=True, slots=True)
class Links:
    """The private links of both sides of an encounter, as they are shown this once."""

    key: str
    leg: int
    home: str
    away: str


@transaction.atomic
def make_links(*, tournament_id: int, key: str, leg: int, hand: Hand, now: datetime) -> Links:
    """Make new links for both sides of a leg, and put it on paper if it was not; earlier links lead nowhere.

    Who plays in it gets none: with both, they would confirm their own result. Locks the tournament. Raises NoRight,
    OwnEncounter, WrongState, NoSuchPairing, LegClosed, NotOnPaper.
    """
    tournament, at = lock_leg(tournament_id, key, leg)
    check_decides(tournament, hand, at.encounter)
    clear_table(at, now)
    made = _made(paper_to_write(at) or new_paper(at), key)
    note(tournament, hand, "paper_links", about=key, after={"leg": leg})
    touch(tournament)
    return made


@transaction.atomic
def make_links_of_round(*, tournament_id: int, number: int, hand: Hand) -> list[Links]:
    """Make new links for every leg of a round that is due on paper, for its printed sheet; earlier ones lead nowhere.

    The encounters of who asks are left out. Locks the tournament. Raises NoRight, WrongState.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand, Right.RESULTS)
    made: list[Links] = []
    met = Encounter.objects.filter(tournament=tournament, round__number=number, ending=Encounter.Ending.OPEN)
    if hand.user_id is not None:
        own = EntrantMember.objects.filter(tournament=tournament, user_id=hand.user_id).values("entrant")
        met = met.exclude(home__in=own).exclude(away__in=own)
    for encounter in met.exclude(away=None).exclude(round__state=Round.State.DRAFT).order_by("table_number"):
        due = encounter.legs.count() + 1
        at = papers.leg_at(tournament, encounter.key, due)
        if papers.is_due(at) and papers.is_on_paper(at):
            made.append(_made(paper_to_write(at) or new_paper(at), encounter.key))
    if made:
        note(tournament, hand, "paper_links", about=f"round {number}", after={"keys": [each.key for each in made]})
        touch(tournament)
    return made


@transaction.atomic
def revoke_links(*, tournament_id: int, key: str, leg: int, hand: Hand) -> None:
    """End the private links of an encounter. Locks the tournament.

    Raises NoRight, OwnEncounter, WrongState, NoSuchPairing, LegClosed, NoSuchPaper where there are none.
    """
    tournament, at = lock_leg(tournament_id, key, leg)
    check_decides(tournament, hand, at.encounter)
    if not _end_links(at.encounter):
        raise NoSuchPaper
    note(tournament, hand, "paper_links_revoked", about=key)
    touch(tournament)


def _made(paper: PaperResult, key: str) -> Links:
    """Give an encounter two new links, kept with its sheet; the caller holds the tournament's lock."""
    _end_links(paper.encounter)
    home, away = secrets.token_urlsafe(BYTES), secrets.token_urlsafe(BYTES)
    paper.home_link, paper.away_link = papers.hash_of(home), papers.hash_of(away)
    paper.save(update_fields=["home_link", "away_link", "changed_at"])
    return Links(key, paper.leg, home, away)


def _end_links(encounter: Encounter) -> int:
    """End the links of all legs of an encounter; return how many sheets had some."""
    return encounter.papers.exclude(home_link="", away_link="").update(home_link="", away_link="")
