"""Calls: who may call the director, that one call stands for a reason, and that one director comes."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from celery import current_app
from django.utils.module_loading import import_string

from accounts.errors import BadText, NoRight
from accounts.models import Notice, User
from config import settings as as_configured
from games.engine.errors import BadFormat
from games.errors import NotSeated
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.games.races import at_once
from tests.tournaments.evenings import begun, hand_of, minutes, place_of, play, seat_all, start
from tests.tournaments.factories import STARTS_AT, a_director, a_tournament, pairs
from tournaments.errors import CallTaken, NoSuchCall, TooOften, WrongState
from tournaments.models import AuditEntry, DirectorCall, Encounter, Round, Tournament
from tournaments.selectors.calls import open_calls
from tournaments.services import call_queue, calls
from tournaments.services.audit import Hand
from tournaments.tasks import table_timed_out

pytestmark = pytest.mark.django_db
NOW = STARTS_AT + timedelta(minutes=5)


def a_round(tournament: Tournament, number: int = 1) -> list[Encounter]:
    """A running round in which entrants meet in the order of their numbers; an odd one has a free round."""
    entrants = list(tournament.entrants.all())
    for entrant in entrants:
        entrant.seed = entrant.number
        entrant.save()
    drawn = Round.objects.create(tournament=tournament, number=number, state="running", started_at=STARTS_AT)
    return [
        Encounter.objects.create(
            tournament=tournament,
            round=drawn,
            key=f"S{number}.{table}",
            table_number=table,
            home=entrants[2 * table - 2],
            away=entrants[2 * table - 1] if 2 * table <= len(entrants) else None,
        )
        for table in range(1, len(entrants) // 2 + len(entrants) % 2 + 1)
    ]


def player_of(encounter: Encounter, *, away: bool = False) -> User:
    """Somebody who plays in it."""
    entrant = encounter.away if away else encounter.home
    return entrant.members.order_by("pk").first().user


@pytest.fixture
def director() -> User:
    return a_director()


@pytest.fixture
def tournament(director: User) -> Tournament:
    found = a_tournament(director, "swiss", state="running")
    pairs(found, 5)
    return found


def call(tournament: Tournament, user: User, reason: str = "rules", words: str = "", now=NOW) -> int:
    return calls.call_director(tournament_id=tournament.pk, user_id=user.pk, reason=reason, words=words, now=now)


def test_a_player_calls_and_every_director_hears_of_it(tournament: Tournament, director: User) -> None:
    first, *_ = a_round(tournament)
    other = member_in(tournament.club, "director")
    member_in(tournament.club, "host")
    version = Tournament.objects.get(pk=tournament.pk).version
    call_id = call(tournament, player_of(first), words="  Ho risposto\nin \u202ecuori ")
    [waiting] = open_calls(tournament_id=tournament.pk)
    assert (waiting.pk, waiting.encounter_id, waiting.words) == (call_id, first.pk, "Ho risposto in cuori")
    assert set(Notice.objects.filter(kind="director_called").values_list("user", flat=True)) == {director.pk, other.pk}
    assert Tournament.objects.get(pk=tournament.pk).version == version + 1


def test_one_call_stands_for_a_reason_whoever_of_the_table_repeats_it(tournament: Tournament) -> None:
    first, second, _ = a_round(tournament)
    again = [call(tournament, player_of(first)), call(tournament, player_of(first, away=True))]
    assert len(set(again)) == 1
    assert call(tournament, player_of(first), "conduct") not in again
    assert call(tournament, player_of(second)) not in again


def test_only_players_of_the_round_call_and_only_for_what_players_call(tournament: Tournament, director: User) -> None:
    with pytest.raises(NotSeated):
        call(tournament, tournament.entrants.first().members.first().user)  # nothing is drawn yet
    first, _, free = a_round(tournament)
    for nobody in (director, UserFactory(), player_of(free)):
        with pytest.raises(NotSeated):
            call(tournament, nobody)
    with pytest.raises(BadFormat):
        call(tournament, player_of(first), "timeout")
    with pytest.raises(BadText):
        call(tournament, player_of(first), words="x" * 201)
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    with pytest.raises(WrongState):
        call(tournament, player_of(first))
    assert not DirectorCall.objects.exists()


def test_nobody_keeps_the_bell_ringing(tournament: Tournament, director: User) -> None:
    first, *_ = a_round(tournament)
    hand = Hand(director.pk, "page")
    for _number in range(calls.MOST_CALLS):
        call_id = call(tournament, player_of(first))
        call_queue.close_call(tournament_id=tournament.pk, call_id=call_id, hand=hand, now=NOW)
    with pytest.raises(TooOften):
        call(tournament, player_of(first))
    assert call(tournament, player_of(first, away=True))
    assert call(tournament, player_of(first), "conduct", now=NOW + calls.CALLS_PERIOD)


def test_the_director_who_comes_is_announced_at_the_table(tournament: Tournament, director: User) -> None:
    first, *_ = a_round(tournament)
    call_id = call(tournament, player_of(first))
    for _twice in range(2):
        call_queue.accept_call(tournament_id=tournament.pk, call_id=call_id, hand=Hand(director.pk, "page"), now=NOW)
    told = Notice.objects.filter(kind="director_coming")
    assert set(told.values_list("user", flat=True)) == {
        member.user_id for side in (first.home, first.away) for member in side.members.all()
    }
    other = member_in(tournament.club, "director")
    with pytest.raises(CallTaken):
        call_queue.accept_call(tournament_id=tournament.pk, call_id=call_id, hand=Hand(other.pk, "page"), now=NOW)
    call_queue.close_call(tournament_id=tournament.pk, call_id=call_id, hand=Hand(other.pk, "api", "::1"), now=NOW)
    assert not open_calls(tournament_id=tournament.pk)
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.about, entry.by_id, entry.way, entry.address) == (
        "call_closed",
        "S1.1",
        other.pk,
        "api",
        "::1",
    )


def test_who_does_not_run_the_tournament_neither_comes_nor_closes(tournament: Tournament) -> None:
    first, *_ = a_round(tournament)
    call_id = call(tournament, player_of(first))
    hand = Hand(member_in(tournament.club, "host").pk, "page")
    with pytest.raises(NoRight):
        call_queue.accept_call(tournament_id=tournament.pk, call_id=call_id, hand=hand, now=NOW)
    with pytest.raises(NoRight):
        call_queue.close_call(tournament_id=tournament.pk, call_id=call_id, hand=hand, now=NOW)


def test_a_call_of_another_tournament_or_one_that_is_closed_is_none(tournament: Tournament, director: User) -> None:
    first, *_ = a_round(tournament)
    call_id = call(tournament, player_of(first))
    other, hand = a_director(), Hand(director.pk, "page")
    elsewhere = a_tournament(other, "swiss", state="running")
    with pytest.raises(NoSuchCall):
        call_queue.accept_call(tournament_id=elsewhere.pk, call_id=call_id, hand=Hand(other.pk, "page"), now=NOW)
    call_queue.close_call(tournament_id=tournament.pk, call_id=call_id, hand=hand, now=NOW)
    with pytest.raises(NoSuchCall):
        call_queue.accept_call(tournament_id=tournament.pk, call_id=call_id, hand=hand, now=NOW)


def test_the_server_calls_when_time_ran_out_and_not_again_at_once() -> None:
    tournament = begun(4)
    start(tournament)
    match = seat_all(place_of(tournament, "S1.1").table_id)
    for _twice in range(2):
        table_timed_out(match_id=str(match.pk))
    waiting = DirectorCall.objects.get()
    assert (waiting.reason, waiting.made_by_id, waiting.encounter.key) == ("timeout", None, "S1.1")
    facts = {"tournament_id": tournament.pk, "call_id": waiting.pk, "hand": hand_of(tournament)}
    call_queue.close_call(**facts, now=minutes(5))
    assert not calls.call_for_timeout(match_id=match.pk, now=minutes(10))
    assert calls.call_for_timeout(match_id=match.pk, now=minutes(16))


def test_the_task_that_calls_is_registered() -> None:
    assert [import_string(name) for name in as_configured.ON_OFFICIAL_TIMEOUT] == [table_timed_out]
    assert table_timed_out.name in current_app.tasks


def test_the_server_calls_for_a_match_of_no_tournament_and_for_a_decided_one_nobody() -> None:
    tournament = begun(4)
    start(tournament)
    match = play(tournament, "S1.1", 31, 2)
    assert not calls.call_for_timeout(match_id=match.pk, now=NOW)
    assert not calls.call_for_timeout(match_id=uuid4(), now=NOW)


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_come_at_once_one_does(tournament: Tournament, director: User) -> None:
    first, *_ = a_round(tournament)
    call_id = call(tournament, player_of(first))
    hands = [Hand(director.pk, "page"), Hand(member_in(tournament.club, "director").pk, "page")]

    def come(hand: Hand) -> None:
        call_queue.accept_call(tournament_id=tournament.pk, call_id=call_id, hand=hand, now=NOW)

    outcomes = at_once([partial(come, hand) for hand in hands])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["CallTaken", "NoneType"]
    assert Notice.objects.filter(kind="director_coming").count() == 4
