"""Swapping, stopping early and opening again: what a director changes by hand while a tournament runs."""

import pytest

from accounts.models import Notice
from games.engine.errors import BadFormat
from games.services import official_tables
from tests.tournaments.evenings import (
    begun,
    current,
    draw,
    encounter,
    hand_of,
    minutes,
    place_of,
    play,
    seat_all,
    start,
)
from tournaments.errors import WrongState
from tournaments.formats.errors import BadPairing, ForbiddenPairing
from tournaments.models import EncounterTable, ForbiddenPair, Tournament
from tournaments.selectors.audit import audit_entries
from tournaments.services import corrections, drawing, finishing, swapping

pytestmark = pytest.mark.django_db


def swap(tournament: Tournament, one: int, other: int, reason: str = "") -> None:
    number, hand = current(tournament).number, hand_of(tournament)
    facts = {"tournament_id": tournament.pk, "number": number, "hand": hand, "now": minutes(2)}
    swapping.swap_entrants(**facts, one=one, other=other, reason=reason)


def pairs_now(tournament: Tournament) -> list[tuple[int, int | None]]:
    rows = current(tournament).encounters.order_by("table_number")
    return list(rows.values_list("home__number", "away__number"))


def test_in_a_draft_two_change_places_and_the_free_round_too() -> None:
    tournament = begun(5, pace=Tournament.Pace.BY_HAND)
    facts = {"tournament_id": tournament.pk, "number": 1, "hand": hand_of(tournament), "now": minutes(1)}
    drawing.draw_round(**facts, by_hand=[(1, 2)])
    assert encounter(tournament, "S1.1").by_hand
    assert (pairs_now(tournament)[0], pairs_now(tournament)[2]) == ((1, 2), (5, None))
    one, other = (tournament.entrants.get(number=number) for number in (2, 3))
    ForbiddenPair.objects.create(tournament=tournament, one=one, other=other)
    with pytest.raises(ForbiddenPairing):
        swap(tournament, 1, 3)
    swap(tournament, 2, 5)
    assert (pairs_now(tournament)[0], pairs_now(tournament)[2]) == ((1, 5), (2, None))
    assert tournament.audit.get(act="pairs_swapped").after == {"pairs": [[1, 5], [2]]}
    assert not audit_entries(tournament_id=tournament.pk, public_only=True).filter(act="pairs_swapped").exists()
    for wrong in ((1, 5), (1, 9)):
        with pytest.raises(BadPairing):
            swap(tournament, *wrong)
    drawing.drop_round(**facts)
    assert not tournament.rounds.exists()
    draw(tournament, minutes(1))
    assert audit_entries(tournament_id=tournament.pk, public_only=True).filter(act="pairs_swapped").exists()


def test_a_public_round_is_changed_with_a_reason_while_nobody_plays_and_everybody_is_told() -> None:
    tournament = begun(6)
    start(tournament, minutes(1))
    (one, two), (three, four), _rest = pairs_now(tournament)
    seat_all(place_of(tournament, "S1.3").table_id, minutes(1))
    with pytest.raises(BadFormat):
        swap(tournament, two, four)
    swap(tournament, two, four, "They travel together")
    assert pairs_now(tournament)[:2] == [(one, four), (three, two)]
    assert Notice.objects.filter(kind="round_changed").count() == 8
    sitting = set(place_of(tournament, "S1.1").table.seats.values_list("user", flat=True))
    assert sitting == set(tournament.entrants.filter(number__in=[one, four]).values_list("members__user", flat=True))
    assert EncounterTable.objects.exclude(table__status="closed").count() == 3
    with pytest.raises(WrongState):
        swap(tournament, one, _rest[0], "Too late")


def test_a_bracket_says_itself_who_meets_whom() -> None:
    tournament = begun(4, "knockout")
    with pytest.raises(BadPairing):
        swap(tournament, 1, 2, "I wish")


def test_stopped_early_it_ends_as_it_stands() -> None:
    tournament = begun(4, pace=Tournament.Pace.BY_HAND)
    draw(tournament)
    start(tournament)
    play(tournament, "S1.1", 31, 20)
    match = seat_all(place_of(tournament, "S1.2").table_id)
    facts = {"tournament_id": tournament.pk, "hand": hand_of(tournament), "now": minutes(50)}
    with pytest.raises(BadFormat):
        finishing.stop_early(**facts, reason=" ")
    finishing.stop_early(**facts, reason="The bar closes")
    tournament.refresh_from_db()
    match.refresh_from_db()
    assert (tournament.state, tournament.stopped_early, tournament.act_at) == ("finished", True, None)
    assert (encounter(tournament, "S1.2").ending, match.status, match.rated) == ("void", "aborted", False)
    assert encounter(tournament, "S1.1").home.place == 1


def test_where_somebody_plays_elsewhere_the_director_is_called_and_opens_the_table_later() -> None:
    first, second = begun(2, "knockout"), begun(2, "knockout")
    start(first)
    busy = encounter(first, "K1.1").home.members.first()
    member = encounter(second, "K1.1").home.members.first()
    member.user_id = busy.user_id
    member.save()
    start(second)
    assert not EncounterTable.objects.filter(encounter__tournament=second).exists()
    assert second.calls.get().reason == "unclear"
    facts = {"tournament_id": second.pk, "key": "K1.1", "hand": hand_of(second), "now": minutes(9)}
    official_tables.close_official_table(table_id=place_of(first, "K1.1").table_id)
    assert corrections.open_again(**facts)
    assert not corrections.open_again(**facts)
    assert second.calls.get().closed_at == minutes(9)
