"""News: telling the members of a club what is new about its tournaments, once, whoever made it so.

News is found by looking at what there is and has not been told: nobody who announces or ends a tournament has to think
of it, and a lost message loses none (docs/adr/0075).
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.selectors.clubs import members_of
from accounts.services import notices
from tournaments.models import ClubNews, EntrantMember, Tournament, TournamentSeries

Kind = ClubNews.Kind
State = Tournament.State
STALE: Final = timedelta(days=2)
"""Older news goes into the club's feed only: nobody is told of it any more."""
BATCH: Final = 50


def tell_news(*, now: datetime) -> int:
    """Write down and tell what is new at the clubs; return how much was. Each is a transaction that locks its subject.

    New series and announced tournaments are told the members, those that are over also who played in them. Who had
    entered one that was called off knows it from `making`: the others read it in the feed.
    """
    told = 0
    for kind, found in _untold(now).items():
        for tournament_id in list(found.order_by("pk").values_list("pk", flat=True)[:BATCH]):
            told += _tell_of_tournament(tournament_id, kind, now)
    series = TournamentSeries.objects.filter(ended_at=None, news=None, club__closed_at=None)
    for series_id in list(series.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        told += _tell_of_series(series_id, now)
    return told


def _untold(now: datetime) -> dict[Kind, QuerySet[Tournament]]:
    """Return the tournaments of which there is something to tell."""
    announced = Tournament.objects.filter(Q(state=State.ANNOUNCED) | Q(state=State.RUNNING))
    ended = Tournament.objects.filter(ended_at__gt=now - timedelta(days=30))
    was_told = Q(pk__in=ClubNews.objects.filter(kind=Kind.ANNOUNCED).values("tournament"))
    return {
        Kind.ANNOUNCED: _without(announced, Kind.ANNOUNCED),
        Kind.FINISHED: _without(ended.filter(state=State.FINISHED), Kind.FINISHED),
        Kind.CANCELLED: _without(ended.filter(was_told, state=State.CANCELLED), Kind.CANCELLED),
    }


def _without(tournaments: QuerySet[Tournament], kind: Kind) -> QuerySet[Tournament]:
    return tournaments.exclude(pk__in=ClubNews.objects.filter(kind=kind, tournament__isnull=False).values("tournament"))


@transaction.atomic
def _tell_of_tournament(tournament_id: int, kind: Kind, now: datetime) -> int:
    locked = Tournament.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("club")
    tournament = locked.filter(pk=tournament_id).first()
    if tournament is None or ClubNews.objects.filter(tournament=tournament, kind=kind).exists():
        return 0
    at = now if kind == Kind.ANNOUNCED else tournament.ended_at or now
    ClubNews.objects.create(club=tournament.club, tournament=tournament, kind=kind, at=at)
    is_stale = at < now - STALE or (kind == Kind.ANNOUNCED and tournament.starts_at <= now)
    if is_stale or kind == Kind.CANCELLED:
        return 1
    readers = set(members_of(club_id=tournament.club_id).values_list("user", flat=True))
    if kind == Kind.FINISHED:
        playing = EntrantMember.objects.filter(tournament=tournament, until=None, user__isnull=False)
        readers |= {user_id for user_id in playing.values_list("user", flat=True) if user_id is not None}
    data = {"tournament": tournament.code, "tournament_name": tournament.name, "club_name": tournament.club.name}
    if kind == Kind.ANNOUNCED:
        data["at"] = tournament.starts_at.isoformat()
    _give(readers - {tournament.created_by_id}, f"news_{kind.value}", data)
    return 1


@transaction.atomic
def _tell_of_series(series_id: int, now: datetime) -> int:
    locked = TournamentSeries.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    series = locked.select_related("club").filter(pk=series_id).first()
    if series is None or ClubNews.objects.filter(series=series).exists():
        return 0
    ClubNews.objects.create(club=series.club, series=series, kind=Kind.SERIES, at=now)
    readers = set(members_of(club_id=series.club_id).values_list("user", flat=True))
    data = {"club": series.club.slug, "club_name": series.club.name, "series": series.slug, "series_name": series.name}
    _give(readers - {series.created_by_id}, "news_series", data)
    return 1


def _give(readers: Collection[int | None], kind: str, data: dict[str, Any]) -> None:
    ids = sorted(reader for reader in readers if reader is not None)
    notices.give_all(user_ids=ids, kind=kind, data=data, by_mail=True)
