"""Pauses: proposed, agreed to, declined or forgotten; what stands still meanwhile, and how the match goes on."""

from datetime import timedelta
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.engine.errors import NotAllowed
from games.errors import MatchPaused, NoPauseHere, NotPaused, PauseGone
from games.models import Match
from games.selectors.frames import fresh_view
from games.selectors.memory import forget_all
from games.selectors.records import record_of_match
from games.services import clock
from tests.games.factories import (
    act,
    commit,
    first_choice,
    holder_on_turn,
    later,
    log_of,
    match_begun,
    match_with,
    now_of,
    people,
    person,
    play_hand,
    run_clock,
)

pytestmark = pytest.mark.django_db

SHOWN = 1.0  # seconds a deal is looked at
GRACE = 0.5


def paused(at: float = 10, **facts) -> tuple[Match, list]:
    """A match that four people have paused *at* seconds after its deal."""
    players = people(4)
    match = match_with(players, **facts)
    pause(match, players, at)
    return match, players


def pause(match, players, at: float) -> None:
    act(match, players[0], "pause", now=later(at))
    for player in players[1:]:
        act(match, player, "agree_to_pause", now=later(at))
    match.refresh_from_db()


def play(match, **facts) -> int:
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    return act(match, user, do, **fields, **facts)


def due(match) -> tuple[str, float]:
    match.refresh_from_db()
    return match.act_kind, (match.act_at - later(0)).total_seconds()


def test_a_pause_begins_when_everybody_has_agreed() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[2], "pause", now=later(5))
    asked = now_of(match).view["pause"]
    assert asked == {"by": 2, "agreed": [2], "since": None, "until": "2031-03-01T20:01:05.000Z"}
    for player in (players[0], players[1]):
        act(match, player, "agree_to_pause", now=later(6))
    assert not now_of(match).is_paused
    act(match, players[3], "pause", now=later(7))  # to propose one too is to agree
    assert now_of(match).view["pause"]["since"] == "2031-03-01T20:00:07.000Z"
    assert [event.kind for event in log_of(match)][-5:] == ["pause_asked", *["pause_agreed"] * 3, "paused"]


def test_nobody_plays_while_it_lasts_and_no_clock_runs() -> None:
    match, players = paused()
    view = now_of(match).view
    assert (view["clock"], view["next_hand_at"]) == (None, None)
    assert due(match) == (Match.Act.RESUME, 10 + 24 * 60 * 60)
    seat = now_of(match).turn
    assert set(now_of(match).yours(seat)["may"]) == {"resume", "resign", "abort", "leave"}
    do, fields = "play", {"card": now_of(match).yours(seat)["hand"][0]}
    for command, given in ((do, fields), ("declare", {"sets": ["Ad 2d 3d"]}), ("ready", {}), ("pause", {})):
        with pytest.raises(MatchPaused):
            act(match, players[seat], command, **given)
    assert clock.run_due(later(10 + 24 * 60 * 60 - 1)) == 0


def test_anybody_goes_on_and_the_turn_has_what_was_left() -> None:
    match, players = paused(at=10)
    turn = now_of(match).turn
    act(match, players[3], "resume", now=later(1000))
    position = now_of(match)
    assert position.view["pause"] is None
    assert position.turn == turn
    assert due(match) == (Match.Act.TIMEOUT, 1000 + (SHOWN + 30 + 180 + GRACE - 10))
    play(match, now=later(1000 + SHOWN + 30 - 10 + 7))
    bank = now_of(match).view["clock"]["bank"]
    assert bank[turn] == 173_000
    assert sum(bank) == 4 * 180_000 - 7_000


def test_it_ends_by_itself(settings) -> None:
    settings.PAUSE_SECONDS = 600
    match, _ = paused(at=10)
    assert clock.run_due(later(610)) == 1
    event = log_of(match)[-1]
    assert (event.kind, event.seat, event.by) == ("resumed", None, "server")
    assert due(match)[0] == Match.Act.TIMEOUT


def test_downtime_in_a_pause_is_nobodys_credit() -> None:
    match, players = paused(at=10)
    clock.beat(later(20))
    assert clock.beat(later(5000)) == 0
    act(match, players[0], "resume", now=later(6000))
    assert due(match)[1] == 6000 + (SHOWN + 30 + 180 + GRACE - 10)


def test_one_who_declines_is_enough_and_may_be_asked_again() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[0], "pause")
    act(match, players[1], "decline_pause")
    assert now_of(match).view["pause"] is None
    with pytest.raises(PauseGone):
        act(match, players[2], "agree_to_pause")
    act(match, players[3], "pause")
    act(match, players[3], "decline_pause")
    assert now_of(match).pause is None


def test_nobody_signals_by_proposing_again_and_again() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[0], "pause")
    assert "pause" in now_of(match).yours(1)["may"]
    act(match, players[0], "decline_pause")
    assert "pause" not in now_of(match).yours(0)["may"]
    with pytest.raises(NotAllowed):
        act(match, players[0], "pause")
    act(match, players[1], "pause")
    assert "pause" in now_of(match).yours(0)["may"]
    act(match, players[0], "pause")  # to agree is no proposal
    act(match, players[1], "decline_pause")
    play_hand(match)
    for _ in range(2):  # between hands people may talk
        act(match, players[0], "pause")
        act(match, players[0], "decline_pause")


def test_a_proposal_lapses_after_a_minute() -> None:
    players = people(4)
    match = match_with(players)
    act(match, players[0], "pause", now=later(0))
    for player in players[1:3]:
        act(match, player, "agree_to_pause", now=later(59))
    with pytest.raises(PauseGone):
        act(match, players[3], "agree_to_pause", now=later(60))
    act(match, players[3], "pause", now=later(60))  # a new one, with nobody's agreement but the own
    assert now_of(match).view["pause"]["agreed"] == [3]


def test_who_plays_instead_of_answering_goes_on() -> None:
    players = people(4)
    match = match_with(players)
    turn = now_of(match).turn
    act(match, players[(turn + 2) % 4], "pause")
    play(match)
    assert now_of(match).pause is None
    act(match, players[(turn + 1) % 4], "pause")
    play(match)  # the proposer's own card answers nothing
    assert now_of(match).pause is not None
    assert now_of(match).pause.agreed == {(turn + 1) % 4}


def test_a_proposal_does_not_outlive_its_hand() -> None:
    anna, bruno = people(2)
    match = match_with([anna, bruno, None, None])
    while now_of(match).turn is None or len(now_of(match).game.hand.tricks) < 9:
        match.refresh_from_db()
        if match.act_kind in {Match.Act.BOT, Match.Act.DEAL}:
            run_clock(match)
        else:
            play(match)
    act(match, anna, "pause")
    play_hand(match)
    assert now_of(match).pause is None


def test_bots_wait_and_are_not_asked() -> None:
    anna = person()
    match = match_with([anna, None, None, None])
    while now_of(match).turn == 0:
        play(match)
    act(match, anna, "pause", now=later(100))
    assert now_of(match).is_paused
    assert due(match)[0] == Match.Act.RESUME
    act(match, anna, "resume", now=later(500))
    assert due(match)[0] == Match.Act.BOT
    clock.run_due(later(502))
    assert log_of(match)[-1].by == "bot"


def test_the_deal_and_the_players_entropy_wait_too() -> None:
    players = people(4)
    match = match_with(players)
    play_hand(match)
    ended = (log_of(match)[-1].at - later(0)).total_seconds()
    pause(match, players, ended + 3)
    with pytest.raises(MatchPaused):
        commit(match, players[0], b"e" * 32)
    with pytest.raises(MatchPaused):
        act(match, players[0], "ready")
    assert clock.run_due(later(ended + 60)) == 0
    act(match, players[0], "resume", now=later(ended + 100))
    assert due(match) == (Match.Act.DEAL, pytest.approx(ended + 100 + 5))
    assert now_of(match).view["next_hand_at"] is not None


def test_the_last_card_waits() -> None:
    players = people(4)
    match = match_with(players, preset="torneo")
    while due(match)[0] != Match.Act.LAST_CARD:
        play(match)
    pause(match, players, due(match)[1] - 0.1)
    assert due(match)[0] == Match.Act.RESUME
    act(match, players[0], "resume", now=later(1000))
    assert due(match) == (Match.Act.LAST_CARD, pytest.approx(1000.1, abs=0.01))


def test_a_match_may_be_paused_before_its_first_deal() -> None:
    players = people(4)
    match = match_begun(players)
    pause(match, players, 0.5)
    assert clock.run_due(later(100)) == 0
    act(match, players[0], "resume", now=later(100))
    assert due(match) == (Match.Act.DEAL, pytest.approx(100 + 1.4 - 0.5))


def test_a_rated_match_is_not_paused() -> None:
    players = people(4)
    match = match_with(players, rated=True)
    assert "pause" not in now_of(match).yours(0)["may"]
    with pytest.raises(NoPauseHere):
        act(match, players[0], "pause")


def test_only_who_sits_there_and_only_people_decide() -> None:
    anna, robot = person(), person()
    robot.kind = "bot"
    robot.save()
    match = match_with([anna, None, robot, None])
    with pytest.raises(NotAllowed):
        act(match, robot, "pause")
    with pytest.raises(NotPaused):
        act(match, anna, "resume")
    act(match, anna, "pause")
    assert now_of(match).is_paused
    with pytest.raises(NotAllowed):
        act(match, robot, "resume")


def test_who_leaves_is_not_waited_for_and_the_last_to_leave_ends_it() -> None:
    players = people(4)
    match = match_with(players)
    play(match)
    act(match, players[0], "pause", now=later(10))
    for player in players[1:3]:
        act(match, player, "agree_to_pause", now=later(10))
    act(match, players[3], "leave", now=later(11))
    assert now_of(match).is_paused
    act(match, players[3], "take_back", now=later(12))
    assert now_of(match).is_paused
    for player in players[:3]:
        act(match, player, "leave", now=later(13))
    assert now_of(match).is_paused
    act(match, players[3], "leave", now=later(14))
    assert not now_of(match).is_paused


def test_whose_turn_it_was_comes_back_in_a_pause_and_pays_nothing_for_it() -> None:
    match, players = paused(at=10)
    turn = now_of(match).turn
    act(match, players[turn], "leave", now=later(500))
    act(match, players[turn], "take_back", now=later(600))
    act(match, players[turn], "resume", now=later(700))
    assert now_of(match).view["clock"]["bank"] == [180_000] * 4
    assert due(match) == (Match.Act.TIMEOUT, 700 + (SHOWN + 30 + 180 + GRACE - 10))


def test_a_match_ends_in_a_pause_by_agreement() -> None:
    match, players = paused()
    for player in players:
        act(match, player, "abort")
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert now_of(match).pause is None


def test_a_pause_changes_no_card_and_survives_a_restart() -> None:
    players = people(4)
    match = match_with(players)
    play(match)
    hands = [now_of(match).yours(seat)["hand"] for seat in range(4)]
    before = fresh_view(match.pk)["view"]
    pause(match, players, 20)
    forget_all()
    assert now_of(match).is_paused
    assert [now_of(match).yours(seat)["hand"] for seat in range(4)] == hands
    view = fresh_view(match.pk)["view"]
    assert {key for key in view if view[key] != before[key]} == {"pause", "clock"}
    act(match, players[1], "resume", now=later(30))
    after = fresh_view(match.pk)["view"]
    assert {key for key in after if after[key] != before[key]} == {"clock"}


def test_the_record_does_not_know_of_it() -> None:
    match, players = paused()
    act(match, players[0], "resume", now=later(20) + timedelta(seconds=1))
    play_hand(match)
    run_clock(match)
    for seat in (1, 3):
        act(match, players[seat], "resign")
    match.refresh_from_db()
    acts = [act["do"] for hand in record_of_match(match.pk)["hands"] for act in hand["actions"]]
    assert set(acts) <= {"play", "declare", "resign"}


def test_the_commands_over_rest() -> None:
    players = people(4)
    match = match_with(players)
    said = [{"type": "pause"}, *[{"type": "answer_pause", "accept": True}] * 3, {"type": "resume"}]
    for command, player in zip(said, [*players, players[2]], strict=True):
        client = APIClient()
        client.force_authenticate(player)
        body = {**command, "seq": now_of(match).seq, "command_id": str(uuid4())}
        answer = client.post(f"/api/v1/matches/{match.pk}/commands/", body, format="json")
        assert answer.status_code == 200, answer.json()
    assert [event.kind for event in log_of(match)][-6:] == ["pause_asked", *["pause_agreed"] * 3, "paused", "resumed"]
    answer = client.post(f"/api/v1/matches/{match.pk}/commands/", {**body, "command_id": str(uuid4())}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_paused")
