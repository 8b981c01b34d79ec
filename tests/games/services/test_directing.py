"""Directing: a match of a tournament stopped, paused, played on by another, and ended by the clock of its round."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.engine.errors import BadFormat, MatchOver
from games.errors import (
    AlreadySeated,
    MatchPaused,
    MustStay,
    NoPauseHere,
    NoSuchMatch,
    NotOpen,
    NotPaused,
    NotSeated,
    OfficialTable,
)
from games.models import Match, MatchSeat, Seat, Table
from games.selectors.chat import company_at
from games.selectors.frames import event_frames, fresh_view
from games.selectors.memory import forget_all
from games.selectors.records import record_of_match
from games.selectors.standing import news_since, private_parts
from games.services import clock, departures, directing, official_tables
from tests.games.factories import (
    START,
    act,
    first_choice,
    holder_on_turn,
    later,
    log_of,
    match_with,
    now_of,
    people,
    person,
    play_hand,
    run_clock,
)
from tests.games.official import arrive, bots, official_match, official_table

pytestmark = pytest.mark.django_db


def fresh(match: Match) -> Match:
    return Match.objects.select_related("table").get(pk=match.pk)


def play(match: Match, cards: int, **facts) -> None:
    for _ in range(cards):
        user = holder_on_turn(match)
        do, fields = first_choice(match, user)
        act(match, user, do, **fields, **facts)


def stop(match: Match, winners, **facts) -> None:
    directing.stop_match(match_id=match.pk, winners=winners, now=later(60), **facts)


def substitute(match: Match, out: User, into: User, now=START) -> None:
    directing.substitute(table_id=match.table_id, out_id=out.pk, in_id=into.pk, now=now)


def test_a_director_ends_a_match_as_won() -> None:
    match = official_match()
    play(match, 5)
    stop(match, [1], totals=[3, 21])
    ended = fresh(match)
    assert ended.status == Match.Status.FINISHED
    assert ended.result == {"winners": [1], "totals": [3, 21], "reason": "adjudicated"}
    assert ended.rated
    assert list(MatchSeat.objects.filter(match=match).order_by("number").values_list("place", flat=True)) == [2, 1] * 2
    assert not Seat.objects.filter(is_reserved=True).exists()
    assert now_of(match).yours(0)["may"] == {}
    assert log_of(match)[-2].kind == "seed_revealed"
    with pytest.raises(MatchOver):
        stop(match, [0])


def test_before_the_first_trick_is_whole_a_stopped_match_is_not_rated() -> None:
    match = official_match()
    stop(match, [0])
    assert fresh(match).unrated_reason == "no_trick"


def test_a_director_lets_a_match_count_for_nothing() -> None:
    match = official_match()
    stop(match, None, reason="annulled")
    assert fresh(match).status == Match.Status.ABORTED
    assert fresh(match).result == {"winners": [], "totals": [0, 0], "reason": "annulled"}


@pytest.mark.parametrize("facts", [{"winners": [2]}, {"winners": []}, {"winners": [0], "totals": [1]}])
def test_a_ruling_that_cannot_be_is_refused(facts) -> None:
    match = official_match()
    with pytest.raises(BadFormat):
        stop(match, **facts)
    assert fresh(match).status == Match.Status.RUNNING


def test_nobody_directs_a_casual_match() -> None:
    match = match_with(people(4))
    with pytest.raises(NoSuchMatch):
        stop(match, [0])
    with pytest.raises(NotOpen):
        directing.pause_table(table_id=match.table_id, now=START)


def test_another_person_plays_a_hand_on() -> None:
    players, substituted = people(4), person()
    match = official_match(players)
    play(match, 5)
    before = now_of(match)
    out = holder_on_turn(match)
    seat = before.seat_of(out.pk)
    substitute(match, out, substituted, later(90))
    after = now_of(match)
    assert after.seat_of(substituted.pk) == seat
    assert after.yours(seat)["hand"] == before.yours(seat)["hand"]
    assert after.seat_of(out.pk) is None
    rows = MatchSeat.objects.filter(match=match, number=seat).order_by("from_seq")
    assert list(rows.values_list("user_id", "from_seq", "to_seq")) == [
        (out.pk, 1, before.seq),
        (substituted.pk, after.seq, None),
    ]
    assert fresh(match).turn_since == later(90)  # the turn begins anew
    with pytest.raises(NotSeated):
        act(match, out, "resign")
    play(match, 1)
    assert log_of(match)[-1].seat == seat
    forget_all()
    assert now_of(match).seat_of(substituted.pk) == seat


def test_who_was_replaced_sees_no_more_than_a_watcher() -> None:
    players, substituted = people(4), person()
    match = official_match(players)
    substitute(match, players[1], substituted)
    seq = now_of(match).seq
    assert "you" not in fresh_view(match.pk, players[1].pk)
    assert fresh_view(match.pk, substituted.pk)["you"]["seat"] == 1
    assert private_parts(match.pk, seq)[players[1].pk] is None
    (frame,) = event_frames(match.pk, seq - 1, seq, players[1].pk)
    assert frame["you"] is None
    assert frame["kind"] == "substituted"
    assert (frame["name"], frame["out_name"]) == (substituted.username, players[1].username)
    assert not news_since(match.pk, seq - 1, players[1].pk).is_seated
    play(match, 3)
    until = now_of(match).seq
    assert all("you" not in frame for frame in event_frames(match.pk, seq, until, players[1].pk))
    first = event_frames(match.pk, 0, seq - 1, substituted.pk)
    assert all("you" not in frame for frame in first)  # what was dealt to the seat before is shown as it is now
    assert players[1].pk in company_at(match.table_id, fresh(match)).players  # what they know stays out of the chat


def test_the_record_and_the_ratings_name_who_played_to_the_end() -> None:
    players, substituted = people(4), person()
    match = official_match(players)
    play(match, 4)
    substitute(match, players[2], substituted)
    stop(match, [0])
    names = [players[0].username, players[1].username, substituted.username, players[3].username]
    assert record_of_match(match.pk)["players"] == names
    placed = MatchSeat.objects.filter(match=match, place__isnull=False)
    assert set(placed.values_list("user_id", flat=True)) == {
        players[0].pk, players[1].pk, substituted.pk, players[3].pk,
    }  # fmt: skip


def test_nobody_comes_in_twice_or_for_the_other_side() -> None:
    players, substituted = people(4), person()
    match = official_match(players)
    for wrong in (players[1], players[2]):
        with pytest.raises(AlreadySeated):
            substitute(match, players[0], wrong)
    with pytest.raises(NotSeated):
        substitute(match, person(), person())
    substitute(match, players[0], substituted)
    with pytest.raises(AlreadySeated):  # has seen a hand of the other side
        substitute(match, players[1], players[0])
    substitute(match, substituted, players[0])
    assert now_of(match).seat_of(players[0].pk) == 0
    official_table([substituted, *people(3)])
    with pytest.raises(AlreadySeated):
        substitute(match, players[0], substituted)


def test_a_substitute_may_be_the_last_who_is_waited_for() -> None:
    players = people(4)
    table = official_table(players)
    for player in players[:3]:
        arrive(table, player)
    (bot,) = bots(1)
    directing.substitute(table_id=table.pk, out_id=players[3].pk, in_id=bot.pk, now=START)
    assert Match.objects.get(table=table).seats.get(number=3).user == bot
    waiting = official_table(people(4))
    into = person()
    directing.substitute(table_id=waiting.pk, out_id=waiting.seats.get(number=0).user_id, in_id=into.pk, now=START)
    assert Seat.objects.get(table=waiting, number=0, is_reserved=True).arrived_at is None
    assert arrive(waiting, into) is False


def test_the_clocks_stand_until_the_director_lets_play_go_on() -> None:
    players = people(4)
    match = official_match(players, bots_allowed=True, stops_at=later(600))
    directing.pause_table(table_id=match.table_id, now=later(6))
    assert now_of(match).view["pause"] == {
        "by": None, "agreed": [], "since": "2031-03-01T20:00:06.000Z", "until": None,
    }  # fmt: skip
    assert clock.run_due(later(7200)) == 0
    user = holder_on_turn(match)
    seat = now_of(match).seat_of(user.pk)
    assert now_of(match).yours(seat)["may"] == {"leave": True}
    do, fields = first_choice_of(match, user)
    for wish in (do, "resume", "resign", "abort"):
        with pytest.raises(MatchPaused):
            act(match, user, wish, now=later(7200), **(fields if wish == do else {}))
    with pytest.raises(MatchPaused):
        directing.pause_table(table_id=match.table_id, now=later(10))
    directing.resume_table(table_id=match.table_id, now=later(106))
    running = fresh(match)
    assert running.act_kind == Match.Act.TIMEOUT
    assert running.act_at == later(121.5)  # 6 s of 21 were gone; and half a second of grace
    assert running.table.stops_at == later(700)
    with pytest.raises(NotPaused):
        directing.resume_table(table_id=match.table_id, now=later(107))


def first_choice_of(match: Match, user: User) -> tuple[str, dict]:
    hand = now_of(match).yours(now_of(match).seat_of(user.pk))["hand"]
    return "play", {"card": hand[0]}


def test_leaving_does_not_end_a_directors_pause() -> None:
    players = people(4)
    match = official_match(players, bots_allowed=True)
    directing.pause_table(table_id=match.table_id, now=later(6))
    for player in players:
        act(match, player, "leave", now=later(7))
    assert now_of(match).is_paused
    act(match, players[0], "take_back", now=later(8))
    assert Seat.objects.filter(table=match.table, user=players[0], is_reserved=True).exists()
    directing.resume_table(table_id=match.table_id, now=later(9))
    assert fresh(match).act_kind in {Match.Act.BOT, Match.Act.TIMEOUT}


def test_where_no_bot_may_play_nobody_leaves_and_the_least_card_is_played_on_and_on() -> None:
    players = people(4)
    match = official_match(players)
    for player in players:
        assert "leave" not in now_of(match).yours(now_of(match).seat_of(player.pk))["may"]
        with pytest.raises(MustStay):
            act(match, player, "leave")
        with pytest.raises(OfficialTable):
            act(match, player, "abort")
        with pytest.raises(NoPauseHere):
            act(match, player, "pause")
    run_clock(match, 16)
    assert max(holder.timeouts for holder in now_of(match).holders.values()) > 3
    assert not any(holder.by_bot for holder in now_of(match).holders.values())
    assert "bot_took_seat" not in {event.kind for event in log_of(match)}


def test_the_director_is_called_when_a_card_was_played_for_somebody(
    settings, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    called: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "games.services.aftermath.import_string",
        lambda name: type("Task", (), {"delay": staticmethod(lambda match_id: called.append((name, match_id)))}),
    )
    settings.ON_OFFICIAL_TIMEOUT = ["call_the_director"]
    match, casual = official_match(), match_with(people(4))
    with django_capture_on_commit_callbacks(execute=True):
        run_clock(match)
        run_clock(casual)
    assert called == [("call_the_director", str(match.pk))]


def test_where_bots_may_play_one_does_after_three_time_outs() -> None:
    match = official_match(bots_allowed=True)
    run_clock(match, 16)
    assert any(holder.by_bot for holder in now_of(match).holders.values())


def test_who_closes_the_account_is_played_for_even_where_no_bot_may() -> None:
    players = people(4)
    match = official_match(players)
    departures.depart(user_id=players[0].pk)
    assert now_of(match).holders[0].by_bot
    waiting = official_table(people(4))
    leaver = waiting.seats.get(number=1).user
    departures.depart(user_id=leaver.pk)
    assert not Seat.objects.filter(user=leaver).exists()
    for player in players[1:]:
        departures.depart(user_id=player.pk)
    run_clock(match, 500)
    assert fresh(match).status == Match.Status.FINISHED  # played out, for others wait for the result
    assert Table.objects.get(pk=waiting.pk).status == Table.Status.OPEN


def test_the_hand_begun_before_the_end_of_the_round_is_the_last() -> None:
    match = official_match(stops_at=later(100))
    match.table.refresh_from_db()
    play_hand_by(match, later(300))
    ended = fresh(match)
    totals = ended.result["totals"]
    assert ended.status == Match.Status.FINISHED
    assert ended.result["reason"] == "time"
    assert ended.result["winners"] == [totals.index(max(totals))]
    assert len(now_of(match).game.hands) == 1
    assert ended.rated


def play_hand_by(match: Match, now) -> None:
    """Play the hand to its end, each card at *now*."""
    while now_of(match).turn is not None:
        match.refresh_from_db()
        if match.act_kind == Match.Act.LAST_CARD:
            clock.run_ahead(match.pk)
        else:
            user = holder_on_turn(match)
            do, fields = first_choice(match, user)
            act(match, user, do, **fields, now=now)


def test_no_hand_begins_after_the_end_of_the_round() -> None:
    match = official_match(stops_at=START + timedelta(days=1))
    play_hand(match)
    assert fresh(match).status == Match.Status.RUNNING
    official_tables.extend(table_id=match.table_id, stops_at=START)
    run_clock(match)
    assert fresh(match).result["reason"] == "time"


def test_where_nobody_leads_another_hand_is_dealt(monkeypatch) -> None:
    match = official_match(stops_at=later(1))
    monkeypatch.setattr("games.services.round_clock.best", lambda _rules, _totals: (0, 1))
    play_hand_by(match, later(300))
    assert fresh(match).status == Match.Status.RUNNING
    run_clock(match)
    assert len(now_of(match).game.hands) == 1
    assert now_of(match).turn is not None
    monkeypatch.undo()
    play_hand_by(match, later(600))
    assert fresh(match).result["reason"] == "time"
