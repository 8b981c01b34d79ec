"""Finishing: the end of a tournament: by its format, stopped early, or called off. Its places are stored and stay."""

from datetime import datetime

from django.db import transaction

from tournaments.formats.stage import Stage
from tournaments.models import Encounter, Entrant, Round, Tournament
from tournaments.selectors.series import worth_of
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services.arming import arm
from tournaments.services.audit import SERVER, Hand, check_reason, note
from tournaments.services.directors import check_director
from tournaments.services.drafts import drop_draft
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.opening import shut_tables


def conclude(tournament: Tournament, stage: Stage, now: datetime, hand: Hand = SERVER, reason: str = "") -> None:
    """End a locked tournament whose encounters are all decided, and store the places."""
    tournament.state, tournament.ended_at = Tournament.State.FINISHED, now
    tournament.save(update_fields=["state", "ended_at", "stopped_early"])
    store_places(tournament, stage)
    note(tournament, hand, "finished", reason=reason)


def store_places(tournament: Tournament, stage: Stage) -> dict[int, int | None]:
    """Store the places as they follow from the results, and return those by number of the entrant.

    In a series each is worth what its table of points says now.
    """
    places = format_of(tournament).standings(stage).places
    rows = list(Entrant.objects.filter(tournament=tournament, number__in=places))
    for entrant in rows:
        entrant.place = places[entrant.number]
        entrant.series_points = worth_of(tournament.series, entrant.place)
    Entrant.objects.bulk_update(rows, ["place", "series_points"])
    return places


@transaction.atomic
def stop_early(*, tournament_id: int, hand: Hand, now: datetime, reason: str) -> None:
    """End a running tournament as it stands: what is still being played is void, and matches count for nothing.

    Locks the tournament, then matches and tables. Raises NoRight, WrongState, BadFormat without a reason, BadText.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    check_reason(reason)
    drop_draft(tournament, hand)
    open_ones = Encounter.objects.filter(tournament=tournament, decided_at=None)
    shut_tables(open_ones, now)
    undecided = {pairing.key for pairing in stage_of(tournament).open}
    open_ones.filter(key__in=undecided).update(ending=Encounter.Ending.VOID)
    open_ones.update(decided_at=now, waits_until=None)
    Round.objects.filter(tournament=tournament).exclude(state=Round.State.CLOSED).update(
        state=Round.State.CLOSED, closed_at=now
    )
    tournament.stopped_early = True
    conclude(tournament, stage_of(tournament), now, hand, reason)
    arm(tournament)
    touch(tournament)
