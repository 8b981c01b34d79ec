"""Endings: resigning by agreement, calling off, the one door out of a match, and playing again."""

import pytest
from django.test import TestCase

from accounts.services.closing import close_account
from games.engine.errors import HandOver, MatchOver, NotAllowed
from games.errors import NotOpen, NotSeated, TablePlaying
from games.models import Match, MatchSeat, Pool, Seat, Table
from games.services import aftermath, house_bots, rematch, seating
from games.services.departures import depart
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    log_of,
    match_of,
    match_with,
    now_of,
    open_table,
    people,
    person,
    play_hand,
    play_randomly,
    run_clock,
)

pytestmark = pytest.mark.django_db


def play_cards(match, number: int) -> None:
    for _ in range(number):
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        act(match, user, do, **fields)


def ended(match) -> Match:
    match.refresh_from_db()
    return match


def resigned(players=None, **facts) -> Match:
    """A match that seats 1 and 3 have given up after a trick."""
    players = players or people(4)
    match = match_with(players, **facts)
    play_cards(match, 4)
    act(match, players[1], "resign")
    act(match, players[3], "resign")
    return ended(match)


def test_a_side_gives_up_when_both_say_so() -> None:
    players = people(4)
    match = match_with(players)
    play_cards(match, 5)
    seq = act(match, players[1], "resign")
    assert act(match, players[1], "resign") == seq
    assert ended(match).status == Match.Status.RUNNING
    act(match, players[3], "resign")
    assert ended(match).status == Match.Status.FINISHED
    assert match.result["winners"] == [0]
    assert match.result["reason"] == "resign"
    kinds = [event.kind for event in log_of(match)]
    assert kinds[-4:] == ["resigned", "hand_ended", "seed_revealed", "ended"]
    with pytest.raises(MatchOver):
        act(match, players[0], "play", card="4d")


def test_the_other_side_is_not_asked() -> None:
    players = people(4)
    match = match_with(players)
    play_cards(match, 5)
    act(match, players[0], "resign")
    act(match, players[1], "resign")
    assert ended(match).status == Match.Status.RUNNING


def test_a_wish_to_give_up_is_for_this_hand() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[0], "resign")
    play_hand(match)
    with pytest.raises(HandOver):
        act(match, players[2], "resign")
    run_clock(match)
    act(match, players[2], "resign")
    assert ended(match).status == Match.Status.RUNNING


@pytest.mark.parametrize("preset", ["due", "tre", "perdere", "chiamare", "terziglio"])
def test_who_plays_alone_gives_up_alone(preset) -> None:
    table = open_table(preset=preset)
    players = people(table.seats.count())
    match = match_with(players, preset)
    act(match, players[1], "resign")
    assert ended(match).status == Match.Status.FINISHED
    assert 1 not in match.result["winners"]


def test_a_bot_partner_agrees_at_once() -> None:
    anna, bruno = people(2)
    match = match_with([anna, bruno, None, None])
    act(match, anna, "resign")
    assert ended(match).result["winners"] == [1]


def test_an_absent_partner_need_not_agree() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[2], "leave")
    act(match, players[0], "resign")
    assert ended(match).result["winners"] == [1]


def test_a_match_is_called_off_by_all_before_its_first_trick() -> None:
    players = people(4)
    match = match_with(players, rated=True)
    play_cards(match, 3)
    for player in players[:3]:
        act(match, player, "abort")
    assert now_of(match).view["abort_asked"] == [0, 1, 2]
    act(match, players[3], "abort")
    assert ended(match).status == Match.Status.ABORTED
    assert (match.rated, match.unrated_reason, match.result["winners"]) == (False, "aborted", [])
    assert match.table.status == Table.Status.OPEN


def test_after_the_first_trick_nothing_is_called_off() -> None:
    players = people(4)
    match = match_with(players)
    play_cards(match, 4)
    with pytest.raises(NotAllowed):
        act(match, players[0], "abort")


def test_a_match_deserted_before_its_first_trick_is_called_off() -> None:
    anna = person()
    match = match_with([anna, None, None, None])
    act(match, anna, "leave")
    assert ended(match).status == Match.Status.ABORTED


def test_the_end_is_numbered_in_one_order_for_each_pool() -> None:
    first, second, third = resigned(), resigned(), match_with(people(2), "due")
    act(third, third.seats.get(number=0).user, "resign")
    assert (first.finish_no, second.finish_no, ended(third).finish_no) == (1, 2, 1)
    assert dict(Pool.objects.values_list("name", "finished")) == {"pairs": 2, "two": 1}


def test_what_is_rated_and_why_not() -> None:
    assert (resigned(rated=True).rated, resigned().unrated_reason) == (True, "casual")
    players = people(4)
    match = match_with(players, rated=True)
    act(match, players[0], "resign")
    act(match, players[2], "resign")
    assert (ended(match).rated, match.unrated_reason) == (False, "no_trick")
    anna, bruno = people(2)
    match = match_with([anna, bruno, None, None], rated=True)
    run_clock(match, 600)
    assert (ended(match).rated, match.unrated_reason) == (False, "bot")


def test_a_leaver_before_the_first_card_makes_it_unrated() -> None:
    players = people(4)
    match = match_with(players, rated=True)
    act(match, players[0], "leave")
    while not now_of(match).has_trick:
        run_clock(match)
    act(match, players[1], "resign")
    act(match, players[3], "resign")
    assert ended(match).unrated_reason == "bot"


def test_a_leaver_later_leaves_it_rated_and_is_noted() -> None:
    players = people(4)
    match = match_with(players, rated=True)
    play_cards(match, 4)
    act(match, players[0], "leave")
    act(match, players[1], "resign")
    act(match, players[3], "resign")
    assert ended(match).rated
    assert list(MatchSeat.objects.filter(match=match, by_bot=True).values_list("number", flat=True)) == [0]


def test_the_table_opens_again_with_the_same_people() -> None:
    players = people(4)
    match = resigned(players)
    table = match.table
    assert (table.status, table.match_count) == (Table.Status.OPEN, 1)
    assert [seat.user for seat in table.seats.all()] == players
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()


def test_who_was_away_at_the_end_has_no_chair_any_more() -> None:
    players = people(4)
    match = match_with(players)
    play_cards(match, 4)
    act(match, players[2], "leave")
    act(match, players[0], "resign")
    assert [seat.user_id for seat in ended(match).table.seats.all()] == [
        players[0].pk, players[1].pk, None, players[3].pk,
    ]  # fmt: skip
    assert Seat.objects.get(table=match.table, number=2).controller == players[0]


def test_after_the_commit_every_listed_task_is_started_once(monkeypatch, settings) -> None:
    started = []

    class Task:
        @staticmethod
        def delay(**facts) -> None:
            started.append((Match.objects.get(pk=facts["match_id"]).status, facts))

    settings.ON_MATCH_FINISHED = ["ratings", "review"]
    monkeypatch.setattr(aftermath, "import_string", lambda _name: Task)
    with TestCase.captureOnCommitCallbacks(execute=True):
        match = resigned()
        assert started == []
    assert started == [("finished", {"match_id": str(match.pk)})] * 2


def agree(match, player, *, swap=False) -> None:
    rematch.agree(table_id=match.table_id, user_id=player.pk, swap=swap)


def test_a_rematch_waits_for_everybody() -> None:
    players = people(4)
    match = resigned(players)
    for player in players[:3]:
        agree(match, player)
    assert match_of(match.table) == match
    agree(match, players[3])
    second = match_of(match.table)
    assert second.number == 2
    assert [seat.user for seat in second.seats.order_by("number")] == players
    assert set(Seat.objects.filter(table=match.table).values_list("rematch", flat=True)) == {""}


def test_bots_are_always_for_a_rematch() -> None:
    anna = person()
    match = match_with([anna, None, None, None], options={"target": 11})
    play_cards(match, 0)
    act(match, anna, "resign")
    agree(match, anna)
    assert match_of(match.table).number == 2


def test_wishes_that_differ_start_nothing_until_they_meet() -> None:
    players = people(4)
    match = resigned(players)
    for player in players:
        agree(match, player, swap=player is players[0])
    assert match_of(match.table) == match
    agree(match, players[0])
    assert match_of(match.table).number == 2


def test_three_swaps_are_a_giro() -> None:
    players = people(4)
    match = resigned(players)
    partners = [frozenset({players[0], players[2]})]
    for _ in range(3):
        for player in players:
            agree(match, player, swap=True)
        match = match_of(match.table)
        run_clock(match)
        seated = {seat.number: seat.user for seat in match.seats.all()}
        partners.append(frozenset({seated[0], seated[2]}))
        play_cards(match, 4)
        for seat in (1, 3):
            act(match, seated[seat], "resign")
    assert len(set(partners)) == 3
    assert partners[3] == partners[0]


def test_no_rematch_without_a_match_a_partner_or_everybody() -> None:
    players = people(4)
    table = open_table()
    seating.sit(table_id=table.pk, user_id=players[0].pk, number=0)
    with pytest.raises(NotOpen):
        rematch.agree(table_id=table.pk, user_id=players[0].pk)
    match = resigned(players)
    with pytest.raises(NotSeated):
        agree(match, person())
    seating.stand(table_id=match.table_id, user_id=players[3].pk)
    with pytest.raises(NotOpen):
        agree(match, players[0])
    duel = match_with(people(2), "due")
    one = duel.seats.get(number=0).user
    with pytest.raises(TablePlaying):
        agree(duel, one)
    act(duel, one, "resign")
    with pytest.raises(NotOpen):
        agree(duel, one, swap=True)


def test_a_chair_filled_after_a_match_starts_the_next() -> None:
    players = people(4)
    match = resigned(players)
    seating.stand(table_id=match.table_id, user_id=players[3].pk)
    agreed = now_of(match).seq
    house_bots.seat_bot(table_id=match.table_id, user_id=players[1].pk, number=3)
    assert match_of(match.table).number == 2
    assert now_of(match).seq == agreed


def test_a_closing_account_leaves_its_match_to_a_bot_and_its_chairs_free() -> None:
    players = people(4)
    match = match_with(players)
    play_cards(match, 2)
    close_account(user_id=players[0].pk)
    assert now_of(match).holders[0].by_bot
    assert not Seat.objects.filter(user=players[0]).exists()
    table = open_table()
    anna, bruno = people(2)
    seating.sit(table_id=table.pk, user_id=anna.pk, number=0)
    request = seating.sit(table_id=table.pk, user_id=bruno.pk, number=2)
    depart(user_id=bruno.pk)
    depart(user_id=anna.pk)
    assert request is not None
    assert not table.requests.filter(state="pending").exists()
    assert not table.seats.exclude(user=None).exists()
    depart(user_id=person().pk)


def test_every_preset_comes_to_its_one_end() -> None:
    for preset, options in (("briscola", {}), ("bolognese", {}), ("tocca", {}), ("due", {"stakes": "on"})):
        table = open_table(preset=preset)
        match = match_with(people(table.seats.count()), preset, options={"target": 11, **options})
        play_randomly(match, seed=4)
        assert ended(match).status == Match.Status.FINISHED
        assert [event.kind for event in log_of(match)].count("ended") == 1
