"""Seating as the Biska text has it: who decides about a partner's chair, three refusals, the start by itself."""

from datetime import timedelta

import pytest

from games.errors import (
    AlreadyAsked,
    AlreadySeated,
    NoSuchSeat,
    NotSeated,
    RequestGone,
    SeatNotYours,
    SeatTaken,
    TableClosed,
    TablePlaying,
    TablePrivate,
)
from games.models import Match, SeatRequest, Table
from games.selectors.tables import table_view
from games.services import clock, house_bots, seating, tables
from tests.games.factories import START, later, match_with, open_table, people, person
from tests.games.sitting import answer, controllers, sit, sitter

pytestmark = pytest.mark.django_db


def state(request):
    return SeatRequest.objects.get(pk=request).state


def test_who_sits_down_first_controls_the_partners_chair() -> None:
    table, anna = open_table(), person()
    assert sit(table, anna, 0) is None
    assert controllers(table) == {2: anna.pk}


def test_who_sits_down_beside_a_sitter_controls_nothing() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    answer(sit(table, bruno, 2), anna, accept=True)
    assert controllers(table) == {}


def test_the_other_sides_chairs_are_free_for_all() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    assert sit(table, bruno, 1) is None
    assert controllers(table) == {2: anna.pk, 3: bruno.pk}


def test_a_request_waits_for_the_sitter_and_is_accepted() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    request = sit(table, bruno, 2)
    assert sitter(table, 2) is None
    assert table_view(table.pk, anna.pk)["you"]["requests"] == [
        {"id": request, "seat": 2, "name": bruno.username, "until": "2031-03-01T20:00:30.000Z"}
    ]
    assert table_view(table.pk, bruno.pk)["you"]["asked"] == {"seat": 2, "until": "2031-03-01T20:00:30.000Z"}
    answer(request, anna, accept=True)
    assert sitter(table, 2) == bruno
    assert state(request) == "accepted"


def test_no_answer_in_thirty_seconds_accepts() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    sit(table, bruno, 2)
    assert clock.run_due(later(29.9)) == 0
    assert clock.run_due(later(30)) == 1
    assert sitter(table, 2) == bruno


def test_a_refused_asker_does_not_sit() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    request = sit(table, bruno, 2)
    answer(request, anna, accept=False)
    clock.run_due(later(60))
    assert sitter(table, 2) is None
    with pytest.raises(RequestGone):
        answer(request, anna, accept=True)


def test_the_fourth_asker_sits_at_once() -> None:
    table, anna = open_table(), person()
    sit(table, anna, 0)
    for asker in people(3):
        answer(sit(table, asker, 2), anna, accept=False)
    fourth = person()
    assert sit(table, fourth, 2) is None
    assert sitter(table, 2) == fourth


def test_the_same_asker_again_does_not_count() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    for _ in range(5):
        answer(sit(table, bruno, 2), anna, accept=False)
    others = people(2)
    for asker in others:
        answer(sit(table, asker, 2), anna, accept=False)
    # Three people have been refused now; one of them is not the fourth, and may be refused once more.
    request = sit(table, bruno, 2)
    assert request is not None
    answer(request, anna, accept=False)
    assert sit(table, person(), 2) is None


def test_who_becomes_the_fourth_while_waiting_waits_no_longer() -> None:
    table, anna = open_table(), person()
    sit(table, anna, 0)
    askers = people(4)
    requests = [sit(table, asker, 2) for asker in askers]
    for request in requests[:3]:
        answer(request, anna, accept=False)
    with pytest.raises(RequestGone):
        answer(requests[3], anna, accept=False)
    clock.run_due(START)
    assert sitter(table, 2) == askers[3]


def test_refusals_are_kept_when_the_sitter_stands_up_and_sits_down_again() -> None:
    table, anna = open_table(), person()
    sit(table, anna, 0)
    for asker in people(3):
        answer(sit(table, asker, 2), anna, accept=False)
    seating.stand(table_id=table.pk, user_id=anna.pk)
    sit(table, anna, 1)
    assert sit(table, person(), 3) is None


def test_refusals_are_counted_for_each_sitter() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    sit(table, bruno, 1)
    for asker in people(3):
        answer(sit(table, asker, 2), anna, accept=False)
    assert sit(table, person(), 3) is not None


def test_refusals_are_forgotten_after_the_start() -> None:
    table, (anna, bruno, carla, dino) = open_table(), people(4)
    sit(table, anna, 0)
    for asker in people(3):
        answer(sit(table, asker, 2), anna, accept=False)
    sit(table, bruno, 2)
    sit(table, carla, 1)
    answer(sit(table, dino, 3), carla, accept=True)
    match = Match.objects.get(table=table)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, act_at=None)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OPEN)
    seating.stand(table_id=table.pk, user_id=bruno.pk)
    assert sit(table, person(), 2) is not None


def test_a_second_request_at_the_same_table_is_refused() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    sit(table, bruno, 1)
    sit(table, carla, 2)
    for number in (2, 3):
        with pytest.raises(AlreadyAsked):
            sit(table, carla, number)
    assert SeatRequest.objects.get(asker=carla).act_at == START + timedelta(seconds=30)


def test_one_of_two_askers_accepted_ends_the_wait_of_the_other() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    first, second = sit(table, bruno, 2), sit(table, carla, 2)
    answer(second, anna, accept=True)
    assert state(first) == "lapsed"
    assert sitter(table, 2) == carla


def test_only_the_controller_answers() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    request = sit(table, bruno, 2)
    for other in (bruno, carla):
        with pytest.raises(SeatNotYours):
            answer(request, other, accept=True)


def test_a_request_is_taken_back_by_standing_up() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    request = sit(table, bruno, 2)
    seating.stand(table_id=table.pk, user_id=bruno.pk)
    assert state(request) == "lapsed"
    with pytest.raises(NotSeated):
        seating.stand(table_id=table.pk, user_id=bruno.pk)


def test_a_request_lapses_when_the_sitter_goes() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 0)
    request = sit(table, bruno, 2)
    seating.stand(table_id=table.pk, user_id=anna.pk)
    assert state(request) == "lapsed"
    assert controllers(table) == {}
    assert sit(table, bruno, 2) is None


def test_the_partner_who_stays_decides_about_the_chair_left() -> None:
    table, (anna, bruno, carla) = open_table(), people(3)
    sit(table, anna, 0)
    answer(sit(table, bruno, 2), anna, accept=True)
    seating.stand(table_id=table.pk, user_id=anna.pk)
    assert controllers(table) == {0: bruno.pk}
    assert sit(table, carla, 0) is not None


def test_sitting_down_elsewhere_moves_you() -> None:
    table, other, anna = open_table(), open_table(), person()
    sit(table, anna, 0)
    sit(other, anna, 3)
    assert sitter(table, 0) is None
    assert controllers(table) == {}
    assert sitter(other, 3) == anna


def test_asking_keeps_your_chair_until_you_are_accepted() -> None:
    table, other, (anna, bruno) = open_table(), open_table(), people(2)
    sit(table, anna, 0)
    sit(other, bruno, 0)
    request = sit(table, bruno, 2)
    assert sitter(other, 0) == bruno
    answer(request, anna, accept=True)
    assert sitter(other, 0) is None


def test_who_has_sat_down_elsewhere_since_is_not_fetched() -> None:
    table, other, (anna, bruno) = open_table(), open_table(), people(2)
    sit(table, anna, 0)
    request = sit(table, bruno, 2)
    sit(other, bruno, 1, at=later(5))
    with pytest.raises(RequestGone):
        answer(request, anna, accept=True, at=later(6))
    assert state(request) == "lapsed"
    assert sitter(other, 1) == bruno
    assert sitter(table, 2) is None


def test_while_a_match_is_on_you_cannot_sit_elsewhere() -> None:
    anna, other = person(), open_table()
    match_with([anna, None, None, None])
    with pytest.raises(AlreadySeated):
        sit(other, anna, 0)


def test_an_asker_whose_own_match_has_started_stays_there() -> None:
    table, other, (anna, bruno) = open_table(), open_table(), people(2)
    sit(table, anna, 0)
    sit(other, bruno, 0)
    sit(table, bruno, 2, at=later(1))
    for number in (1, 2, 3):
        house_bots.seat_bot(table_id=other.pk, user_id=bruno.pk, number=number, now=later(2))
    clock.run_due(later(1.9))
    seating.accept_due(request_id=SeatRequest.objects.get().pk, now=later(31))
    assert sitter(table, 2) is None
    assert SeatRequest.objects.get().state == "lapsed"


def test_one_account_has_one_chair_at_a_table() -> None:
    table, anna = open_table(), person()
    sit(table, anna, 0)
    for number in (1, 2, 3):
        with pytest.raises(AlreadySeated):
            sit(table, anna, number)
    sit(table, anna, 0)  # the same wish again is no second chair
    assert table.seats.filter(user=anna).count() == 1


@pytest.mark.parametrize("number", [4, -1, 99])
def test_a_chair_that_is_not_there(number) -> None:
    with pytest.raises(NoSuchSeat):
        sit(open_table(), person(), number)


def test_a_taken_chair() -> None:
    table, (anna, bruno) = open_table(), people(2)
    sit(table, anna, 1)
    with pytest.raises(SeatTaken):
        sit(table, bruno, 1)


def test_a_table_with_a_password_is_sat_down_at_by_who_gave_it() -> None:
    opener, anna = people(2)
    table = open_table(opener, visibility="password", password="coppe")
    with pytest.raises(TablePrivate):
        sit(table, anna, 0)
    sit(table, anna, 0, unlocked=True)
    sit(table, opener, 1)


def test_the_last_chair_starts_the_match() -> None:
    table, (anna, bruno, carla, dino) = open_table(), people(4)
    sit(table, anna, 0)
    sit(table, bruno, 1)
    answer(sit(table, carla, 2), anna, accept=True)
    assert not Match.objects.exists()
    answer(sit(table, dino, 3), bruno, accept=True)
    match = Match.objects.get()
    assert match.seq >= 2
    assert match.number == 1
    assert [seat.user for seat in match.seats.order_by("number")] == [anna, bruno, carla, dino]
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    for act in (lambda: sit(table, person(), 0), lambda: seating.stand(table_id=table.pk, user_id=anna.pk)):
        with pytest.raises(TablePlaying):
            act()


def test_a_closed_table_takes_nobody() -> None:
    opener = person()
    table = open_table(opener)
    sit(table, person(), 0)
    tables.close_table(table_id=table.pk, user_id=opener.pk)
    assert sitter(table, 0) is None
    with pytest.raises(TableClosed):
        sit(table, person(), 0)


@pytest.mark.parametrize("preset", ["due", "spizzichino", "tre", "tocca", "terziglio", "chiamare", "perdere"])
def test_without_known_partners_every_chair_is_free(preset) -> None:
    table = open_table(preset=preset)
    numbers = [seat.number for seat in table.seats.all()]
    for number in numbers[:-1]:
        assert sit(table, person(), number) is None
    assert controllers(table) == {}


def test_cinque_the_first_of_a_side_controls_its_other_chairs() -> None:
    table, (anna, bruno, carla, dino) = open_table(preset="cinque"), people(4)
    sit(table, anna, 3)
    assert controllers(table) == {1: anna.pk, 4: anna.pk}
    answer(sit(table, bruno, 1), anna, accept=True, at=later(1))
    assert controllers(table) == {4: anna.pk}
    seating.stand(table_id=table.pk, user_id=anna.pk)
    assert controllers(table) == {3: bruno.pk, 4: bruno.pk}
    assert sit(table, carla, 0) is None
    assert controllers(table) == {2: carla.pk, 3: bruno.pk, 4: bruno.pk}
    # The three refusals are one count for both chairs.
    for asker, number in zip(people(3), (3, 4, 3), strict=True):
        answer(sit(table, asker, number), bruno, accept=False)
    assert sit(table, dino, 4) is None


def test_morto_has_three_chairs_and_one_pair() -> None:
    table, (anna, bruno) = open_table(preset="morto"), people(2)
    assert [seat.number for seat in table.seats.all()] == [0, 1, 3]
    sit(table, anna, 0)
    assert controllers(table) == {}
    sit(table, bruno, 1)
    assert controllers(table) == {3: bruno.pk}


def test_every_change_is_a_new_version() -> None:
    table, (anna, bruno) = open_table(), people(2)
    versions = [table.version]

    def note() -> None:
        table.refresh_from_db()
        versions.append(table.version)

    sit(table, anna, 0)
    note()
    request = sit(table, bruno, 2)
    note()
    answer(request, anna, accept=False)
    note()
    seating.stand(table_id=table.pk, user_id=anna.pk)
    note()
    assert versions == sorted(set(versions))
