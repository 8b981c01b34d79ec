"""Feeds: what is new at a club: its tournaments, its series, and who has come in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounts.models import Membership
from accounts.selectors.clubs import members_of
from tournaments.models import ClubNews, Tournament, TournamentSeries
from tournaments.selectors.halls import editions
from tournaments.selectors.nameplates import Nameplate

MOST: Final = 12


@dataclass(frozen=True, slots=True)
class FeedItem:
    """Something that has happened; *kind* is one of ClubNews, or `joined`. Of what is over: who has won."""

    kind: str
    at: datetime
    tournament: Tournament | None = None
    series: TournamentSeries | None = None
    member: Membership | None = None
    winners: tuple[Nameplate, ...] = ()


def feed_of(*, club_id: int, most: int = MOST) -> list[FeedItem]:
    """Return what is new at a club, the latest first: at most four queries."""
    news = list(ClubNews.objects.filter(club_id=club_id).select_related("tournament", "series").order_by("-at")[:most])
    over = [row.tournament for row in news if row.kind == ClubNews.Kind.FINISHED and row.tournament is not None]
    won = {
        edition.tournament.pk: tuple(plate for plate in edition.winners if plate.place == 1)
        for edition in editions(over)
    }
    items = [
        FeedItem(row.kind, row.at, row.tournament, row.series, winners=won.get(row.tournament_id or 0, ()))
        for row in news
    ]
    joined = members_of(club_id=club_id).order_by("-joined_at")[:most]
    items += [FeedItem("joined", membership.joined_at, member=membership) for membership in joined]
    return sorted(items, key=lambda item: item.at, reverse=True)[:most]
