"""Agenda: tournaments as calendars show them, a club's and that of who subscribes to one (docs/adr/0054)."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.ics import Entry
from accounts.selectors.calendar import AHEAD, BACK
from tournaments.models import ClubNews, Tournament

LASTS = timedelta(hours=3)
"""What a calendar shows of one that has not ended: nobody knows before."""


def coming_tournaments(*, club_id: int, now: datetime) -> QuerySet[Tournament]:
    """Return the tournaments of a club that are announced or running, in the order of their starts."""
    states = (Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    return Tournament.objects.filter(club_id=club_id, state__in=states, starts_at__gt=now - BACK).order_by("starts_at")


def agenda_of(*, club_id: int, now: datetime, site: str) -> list[Entry]:
    """Return a club's tournaments for those who subscribe to its calendar; a cancelled one says so."""
    near = Tournament.objects.filter(club_id=club_id, starts_at__range=(now - BACK, now + AHEAD))
    return [entry_of(held, site=site) for held in _public(near).select_related("club").order_by("starts_at", "pk")]


def entry_of(tournament: Tournament, *, site: str) -> Entry:
    """Return a tournament as an entry of a calendar; its club is loaded.

    A new start is the same entry under a higher sequence: programs move it, none shows it twice.
    """
    host = site.rsplit("://", maxsplit=1)[-1]
    is_cancelled = tournament.state == Tournament.State.CANCELLED
    ended_at = None if is_cancelled else tournament.ended_at
    return Entry(
        uid=f"tournament-{tournament.code}@{host}",
        title=tournament.name,
        words=tournament.get_format_display(),
        place=tournament.club.place,
        starts_at=tournament.starts_at,
        ends_at=max(ended_at or tournament.starts_at + LASTS, tournament.starts_at),
        changed_at=tournament.ended_at or tournament.started_at or tournament.created_at,
        address=f"{site}{reverse('tournament', args=[tournament.code])}",
        sequence=tournament.version,
        is_cancelled=is_cancelled,
    )


def _public(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return those that have been announced: a draft, and one given up before, are nobody's business."""
    was_told = Q(news__kind=ClubNews.Kind.ANNOUNCED)
    hidden = Q(state=Tournament.State.DRAFT) | (Q(state=Tournament.State.CANCELLED) & ~was_told)
    return tournaments.exclude(hidden)
