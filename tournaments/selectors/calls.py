"""Calls: who waits for the director, where, and since when."""

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Seat, Table
from tournaments.models import DirectorCall, Encounter, EncounterTable, EntrantMember, Round


def open_calls(*, tournament_id: int) -> QuerySet[DirectorCall]:
    """Return the calls nobody has closed, the oldest first, with what a director wants to know of each.

    `table_code` is the table at which the encounter is on, None where none is open.
    """
    tables = EncounterTable.objects.filter(encounter=OuterRef("encounter")).exclude(table__status=Table.Status.CLOSED)
    latest = Subquery(tables.order_by("-opened_at", "-pk").values("table__code")[:1])
    waiting = DirectorCall.objects.filter(tournament_id=tournament_id, closed_at=None).annotate(table_code=latest)
    related = ("encounter__round", "encounter__home", "encounter__away", "made_by", "taken_by")
    return waiting.select_related(*related).order_by("made_at", "pk")


def encounter_of_player(*, tournament_id: int, user_id: int) -> Encounter | None:
    """Return the encounter in which somebody plays in the last round that was released; None for a free round."""
    entrants = EntrantMember.objects.filter(tournament_id=tournament_id, user_id=user_id, until=None).values("entrant")
    current = Round.objects.filter(tournament_id=tournament_id).exclude(state=Round.State.DRAFT).order_by("-number")[:1]
    met = Encounter.objects.filter(Q(home__in=entrants) | Q(away__in=entrants), round__in=current.values("pk"))
    return met.exclude(away=None).select_related("round").first()


def players_of(encounter: Encounter) -> list[int]:
    """Return the ids of who plays in an encounter now, on either side."""
    members = EntrantMember.objects.filter(entrant__in=[encounter.home_id, encounter.away_id], until=None)
    return list(members.exclude(user=None).order_by("user_id").values_list("user_id", flat=True))


def table_of_player(*, tournament_id: int, user_id: int) -> str | None:
    """Return the code of the tournament's table at which somebody has a chair now."""
    seats = Seat.objects.filter(
        user_id=user_id, is_reserved=True, table__encounter_table__encounter__tournament=tournament_id
    )
    return seats.exclude(table__status=Table.Status.CLOSED).values_list("table__code", flat=True).first()
