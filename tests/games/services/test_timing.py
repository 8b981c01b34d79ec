"""Timing: deadlines and banks, bots' pauses, the last card, time-outs and take-overs (rules 10)."""

from datetime import datetime, timedelta

import pytest

from games.errors import AlreadySeated, SeatByBot
from games.models import Match, Seat
from games.services import clock, seating
from games.services.timing import LAST_CARD_AFTER, SHOW_TRICK
from tests.games.factories import (
    START,
    act,
    first_choice,
    holder_on_turn,
    log_of,
    match_with,
    now_of,
    open_table,
    people,
    person,
    play_hand,
    run_clock,
    stack,
)

pytestmark = pytest.mark.django_db

SHOWN = 1.0  # seconds a deal or a whole trick is looked at
GRACE = 0.5


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def clock_of(match) -> dict:
    return now_of(match).view["clock"]


def play_on(match, seconds: float, **facts) -> None:
    """Whoever is on turn plays at a moment."""
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    act(match, user, do, now=at(seconds), **facts, **fields)
    match.refresh_from_db()


def due(match) -> tuple[str, float]:
    match.refresh_from_db()
    return match.act_kind, (match.act_at - START).total_seconds()


def test_the_usual_clocks() -> None:
    casual, rated = match_with(people(4)), match_with(people(4), rated=True)
    assert (casual.move_seconds, casual.bank_seconds) == (30, 180)
    assert (rated.move_seconds, rated.bank_seconds) == (20, 120)


def test_a_turn_has_its_time_and_the_bank() -> None:
    match = match_with(people(4))
    assert due(match) == (Match.Act.TIMEOUT, SHOWN + 30 + 180 + GRACE)
    assert clock_of(match) == {
        "seat": now_of(match).turn,
        "deadline": "2031-03-01T20:03:31.000Z",
        "bank": [180_000] * 4,
    }


def test_a_card_within_its_time_costs_no_bank() -> None:
    match = match_with(people(4))
    play_on(match, SHOWN + 30)
    assert clock_of(match)["bank"] == [180_000] * 4
    assert due(match)[1] == SHOWN + 30 + 30 + 180 + GRACE


def test_a_longer_turn_is_taken_from_the_bank() -> None:
    match = match_with(people(4))
    seat = now_of(match).turn
    play_on(match, SHOWN + 30 + 12.5)
    assert clock_of(match)["bank"][seat] == 167_500
    assert sum(clock_of(match)["bank"]) == 4 * 180_000 - 12_500


def test_the_lag_measured_is_given_back_up_to_half_a_second() -> None:
    for lag_ms, left in ((200, 170_200), (5_000, 170_500), (-50, 170_000)):
        match = match_with(people(4))
        seat = now_of(match).turn
        play_on(match, SHOWN + 40, lag_ms=lag_ms)
        assert clock_of(match)["bank"][seat] == left


def test_a_trick_is_shown_before_the_next_turn_runs() -> None:
    match = match_with(people(4))
    for second in (2, 3, 4, 5):
        play_on(match, second)
    assert due(match)[1] == 5 + SHOWN + 30 + 180 + GRACE
    # Whoever acts while it is shown loses nothing.
    play_on(match, 5.2)
    assert clock_of(match)["bank"] == [180_000] * 4


def test_what_ends_no_turn_leaves_its_deadline() -> None:
    players = people(4)
    match = match_with(players)
    before, deadline = due(match), clock_of(match)["deadline"]
    act(match, players[2], "abort", now=at(9))
    assert due(match) == before
    assert clock_of(match)["deadline"] == deadline
    assert match.act_seq == match.seq


def test_a_declaration_leaves_the_deadline(monkeypatch) -> None:
    stack(
        monkeypatch,
        "2d 2c 2s 4c 6c Fc Cc Rc 4d 5d",
        "5c 7c Ad 6d 7d Fd Cd Rd 4s 5s",
        "3d 3c 3s 3b Ac 4b 5b 6b 7b Fb",
        "As Ab 2b 6s 7s Fs Cs Rs Cb Rb",
    )
    players = people(4)
    match = match_with(players)
    before = due(match)
    act(match, players[0], "declare", sets=["2d 2c 2s"], now=at(20))
    assert due(match) == before


def test_without_clocks_nobody_is_hurried() -> None:
    match = match_with(people(4), visibility="link", move_seconds=0, bank_seconds=0)
    match.refresh_from_db()
    assert (match.act_kind, match.act_at, clock_of(match)) == ("", None, None)
    play_on(match, 100_000)
    assert match.act_kind == ""


def test_a_time_out_plays_the_lowest_card() -> None:
    match = match_with(people(4))
    seat = now_of(match).turn
    lowest = min(
        now_of(match).yours(seat)["may"]["play"],
        key=lambda code: (worth(code), "4567FCRA23".index(code[0]), "dcsb".index(code[1])),
    )
    assert clock.run_due(at(SHOWN + 30 + 180 + GRACE - 0.01)) == 0
    assert clock.run_due(at(SHOWN + 30 + 180 + GRACE)) == 1
    event = log_of(match)[-1]
    assert (event.kind, event.seat, event.by) == ("played", seat, "server")
    assert event.public == {"card": lowest, "timeout": True}
    assert clock_of(match)["bank"][seat] == 0


def worth(code: str) -> int:
    return {"A": 3}.get(code[0], 1 if code[0] in "32RCF" else 0)


def test_a_card_under_way_at_the_deadline_counts_as_in_time() -> None:
    match = match_with(people(4), move_seconds=20, bank_seconds=0)
    play_on(match, SHOWN + 20.15)
    assert log_of(match)[-1].by == "player"


def time_out_in_a_row(match, seat: int, times: int) -> None:
    """Let the holder of *seat* miss so many turns, while the others play."""
    missed = 0
    while missed < times:
        match.refresh_from_db()
        position = now_of(match)
        if position.turn is None or match.act_kind == Match.Act.LAST_CARD or position.turn == seat:
            missed += position.turn == seat and match.act_kind == Match.Act.TIMEOUT
            run_clock(match)
            continue
        play_on(match, (match.turn_since - START).total_seconds() + 1)


def test_three_time_outs_in_a_row_call_a_bot() -> None:
    match = match_with(people(4))
    time_out_in_a_row(match, 1, 2)
    assert not now_of(match).holders[1].by_bot
    time_out_in_a_row(match, 1, 1)
    position = now_of(match)
    assert position.holders[1].by_bot
    assert position.view["seats"][1]["by_bot"] is True
    event = log_of(match)[-1]
    assert (event.kind, event.seat, event.public) == ("bot_took_seat", 1, {"reason": "timeouts"})


def test_a_card_of_ones_own_ends_the_row_of_time_outs() -> None:
    match = match_with(people(4))
    time_out_in_a_row(match, 1, 2)
    while now_of(match).turn != 1:
        play_on(match, (match.turn_since - START).total_seconds() + 1)
    play_on(match, (match.turn_since - START).total_seconds() + 1)
    time_out_in_a_row(match, 1, 2)
    assert not now_of(match).holders[1].by_bot


def test_im_back_gives_the_seat_back() -> None:
    players = people(4)
    match = match_with(players)
    time_out_in_a_row(match, 1, 3)
    assert now_of(match).yours(1)["may"] == {"take_back": True}
    with pytest.raises(SeatByBot):
        act(match, players[1], "play", card="4d")
    act(match, players[1], "take_back")
    position = now_of(match)
    assert not position.holders[1].by_bot
    assert position.holders[1].timeouts == 0
    while now_of(match).turn != 1:
        play_on(match, (match.turn_since - START).total_seconds() + 1)
    assert due(match)[0] == Match.Act.TIMEOUT
    play_on(match, (match.turn_since - START).total_seconds() + 1)
    assert log_of(match)[-1].by == "player"


def test_im_back_on_ones_own_turn_gives_a_whole_turn() -> None:
    players = people(4)
    match = match_with(players, bank_seconds=0)
    seat = now_of(match).turn
    act(match, players[seat], "leave", now=at(10))
    assert due(match)[0] == Match.Act.BOT
    act(match, players[seat], "take_back", now=at(10.3))
    assert due(match) == (Match.Act.TIMEOUT, pytest.approx(10.3 + 30 + GRACE))


def test_a_substitute_plays_after_a_pause_and_says_so() -> None:
    players = people(4)
    match = match_with(players, bot_delay_ms=1000)
    seat = now_of(match).turn
    act(match, players[seat], "leave", now=at(10))
    kind, moment = due(match)
    assert kind == Match.Act.BOT
    assert 10.75 <= moment <= 11.25
    run_clock(match)
    assert log_of(match)[-1].by == "substitute"


def test_bots_pauses_vary_by_what_everybody_knows() -> None:
    match = match_with([None] * 4, bot_delay_ms=1000)
    pauses = []
    for _ in range(30):
        match.refresh_from_db()
        if match.act_kind == Match.Act.BOT:
            pauses.append((match.act_at - match.turn_since).total_seconds())
        run_clock(match)
    assert all(0.75 <= pause <= 1.25 for pause in pauses)
    assert len(set(pauses)) > 10


def test_only_the_last_card_of_a_hand_plays_itself() -> None:
    match = match_with(people(4), preset="torneo")
    for _ in range(36):
        match.refresh_from_db()
        assert match.act_kind == Match.Act.TIMEOUT
        play_on(match, (match.turn_since - START).total_seconds())
    for number in range(4):
        match.refresh_from_db()
        assert match.act_kind == Match.Act.LAST_CARD
        assert match.act_at - match.turn_since == LAST_CARD_AFTER
        assert clock_of(match)["deadline"] is None
        if number == 0:
            assert match.turn_since - log_of(match)[-1].at == SHOW_TRICK
        run_clock(match)
        event = next(event for event in reversed(log_of(match)) if event.kind == "played")
        assert (event.by, "timeout" in event.public) == ("server", False)
    assert not any(holder.timeouts for holder in now_of(match).holders.values())


def test_the_last_card_of_bots_takes_as_long_as_anybodys() -> None:
    match = match_with([None] * 4, preset="torneo", bot_delay_ms=5000)
    for _ in range(36):
        run_clock(match)
    for _ in range(4):
        match.refresh_from_db()
        assert (match.act_kind, match.act_at - match.turn_since) == (Match.Act.LAST_CARD, LAST_CARD_AFTER)
        run_clock(match)


def test_a_leader_who_may_call_out_keeps_the_last_lead() -> None:
    match = match_with(people(4), preset="nord")
    for _ in range(36):
        match.refresh_from_db()
        play_on(match, (match.turn_since - START).total_seconds())
    match.refresh_from_db()
    assert match.act_kind == Match.Act.TIMEOUT
    assert "call_out" in now_of(match).yours(now_of(match).turn)["may"]


def test_the_next_hand_comes_by_itself() -> None:
    match = match_with(people(4))
    play_hand(match)
    assert match.act_kind == Match.Act.DEAL
    assert (match.act_at - log_of(match)[-1].at).total_seconds() == 8
    assert now_of(match).view["next_hand_at"] is not None
    act(match, holder(match, 0), "ready", now=match.act_at - timedelta(seconds=1))
    planned = match.act_at
    match.refresh_from_db()
    assert match.act_at == planned
    run_clock(match)
    assert now_of(match).turn is not None
    assert now_of(match).view["next_hand_at"] is None


def holder(match, seat):
    return match.seats.get(number=seat).user


def test_who_leads_after_a_drop_is_not_touched_by_it() -> None:
    players = people(4)
    match = match_with(players, options={"target": 200})
    dealer = now_of(match).view["dealer"]
    leaders = []
    for number in range(5):
        if number == 1:
            act(match, players[(dealer + 2) % 4], "leave")
            act(match, players[(dealer + 2) % 4], "take_back")
        leaders.append(now_of(match).turn)
        play_hand(match)
        run_clock(match)
    assert leaders == [(dealer + 1 + number) % 4 for number in range(5)]


def test_leaving_frees_the_chair_and_coming_back_takes_it_again() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[2], "leave")
    act(match, players[2], "leave")
    assert [event.kind for event in log_of(match)].count("bot_took_seat") == 1
    assert not Seat.objects.filter(user=players[2]).exists()
    act(match, players[2], "take_back")
    assert Seat.objects.get(user=players[2]).is_exclusive


def test_who_sits_elsewhere_by_then_has_left_for_good() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[2], "leave")
    seating.sit(table_id=open_table().pk, user_id=players[2].pk, number=0)
    with pytest.raises(AlreadySeated):
        act(match, players[2], "take_back")
    assert now_of(match).holders[2].by_bot


def test_a_match_left_by_all_goes_on_with_bots() -> None:
    players = people(4)
    match = match_with(players, options={"target": 11})
    for _ in range(4):
        play_on(match, 2)
    for player in players:
        act(match, player, "leave")
    run_clock(match, 500)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_bots_and_one_person(monkeypatch) -> None:
    anna = person()
    match = match_with([anna, None, None, None], options={"target": 11})
    for _ in range(60):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        if match.act_kind == Match.Act.TIMEOUT:
            do, fields = first_choice(match, anna)
            act(match, anna, do, **fields)
        else:
            run_clock(match)
    assert {event.by for event in log_of(match) if event.kind == "played"} == {"player", "bot", "server"}
