"""Abandonment: whoever goes, and whenever: in the last trick, at the deal, in the auction, before the first trick.

What the ratings charge a leaver and spare a partner (tournaments, 6) is read from the match: whether it counts, and for
whom a bot held the seat when it ended.
"""

import pytest

from games.engine.errors import MatchOver
from games.models import Event, Match, MatchSeat
from games.selectors.frames import fresh_view
from games.services import clock
from games.services.timing import SHOW_DEAL
from tests.games.factories import (
    act,
    choose_from,
    commit,
    first_choice,
    holder_on_turn,
    log_of,
    match_begun,
    match_with,
    now_of,
    people,
    play_hand,
    play_randomly,
    run_clock,
)
from tests.games.roads import Road, on_the_road

pytestmark = pytest.mark.django_db


def play(match) -> None:
    user = holder_on_turn(match)
    do, fields = first_choice(match, user)
    act(match, user, do, **fields)
    match.refresh_from_db()


def play_to_trick(match, number: int) -> None:
    """Let everybody play until so many tricks of this hand are complete."""
    with on_the_road(match) as road:
        while len(road.position.game.hand.tricks) < number:
            play_on(road)


def play_on(road: Road) -> None:
    """Let the clock do what is due to bots and last cards, or a person play the first card they may."""
    if road.due in {Match.Act.BOT, Match.Act.LAST_CARD, Match.Act.DEAL}:
        road.run_clock()
        return
    position = road.position
    holder = position.holder_of(position.turn)
    do, fields = choose_from(position, position.yours(holder.seat)["may"], lambda options: options[0])
    road.act(holder.user_id, do, **fields)


def to_its_end(match) -> Match:
    play_randomly(match, seed=5)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def leavers(match) -> list[int]:
    return list(MatchSeat.objects.filter(match=match, by_bot=True).order_by("number").values_list("number", flat=True))


def kinds(match) -> list[str]:
    return [event.kind for event in log_of(match)]


class TestWhatIsRated:
    """Field report A9."""

    def test_who_quits_in_the_second_hand_is_the_only_one_noted(self) -> None:
        players = people(4)
        match = match_with(players, rated=True, options={"target": 200})
        play_hand(match)
        run_clock(match)
        play_to_trick(match, 2)
        act(match, players[2], "leave")
        act(match, players[2], "leave")
        for seat in (1, 3):
            act(match, players[seat], "resign")
        match.refresh_from_db()
        assert (match.rated, match.unrated_reason, leavers(match)) == (True, "", [2])
        assert kinds(match).count("bot_took_seat") == 1

    def test_two_people_and_two_bots_play_for_nothing(self) -> None:
        anna, bruno = people(2)
        match = to_its_end(match_with([anna, bruno, None, None], rated=True, options={"target": 11}))
        assert (match.rated, match.unrated_reason) == (False, "bot")

    def test_a_match_called_off_before_its_first_trick_counts_for_nobody(self) -> None:
        players = people(4)
        match = match_with(players, rated=True)
        for _ in range(3):
            play(match)
        for player in players:
            act(match, player, "abort")
        match.refresh_from_db()
        assert (match.status, match.rated, match.unrated_reason) == ("aborted", False, "aborted")
        assert match.result["winners"] == []

    def test_a_time_out_is_played_and_counts(self) -> None:
        players = people(4)
        match = match_with(players, rated=True)
        play_to_trick(match, 1)
        seat = now_of(match).turn
        run_clock(match)
        assert log_of(match)[-1].public["timeout"]
        for number in (1, 3):
            act(match, players[number], "resign")
        match.refresh_from_db()
        assert (match.rated, leavers(match), now_of(match).holders[seat].timeouts) == (True, [], 1)

    def test_who_lets_the_time_run_out_to_the_end_is_noted_like_a_leaver(self) -> None:
        players = people(4)
        match = match_with(players, rated=True, options={"target": 11}, bank_seconds=0)
        while now_of(match).status == "running":
            match.refresh_from_db()
            position = now_of(match)
            if match.act_kind == Match.Act.TIMEOUT and position.turn != 0:
                play(match)
            else:
                run_clock(match)
        match.refresh_from_db()
        assert (match.rated, leavers(match)) == (True, [0])

    def test_who_comes_back_is_no_leaver(self) -> None:
        players = people(4)
        match = match_with(players, rated=True)
        play_to_trick(match, 1)
        act(match, players[0], "leave")
        run_clock(match, 2)
        act(match, players[0], "take_back")
        for number in (1, 3):
            act(match, players[number], "resign")
        match.refresh_from_db()
        assert (match.rated, leavers(match)) == (True, [])

    def test_a_match_that_all_have_left_is_played_out_and_all_are_noted(self) -> None:
        players = people(4)
        match = match_with(players, rated=True, options={"target": 11})
        play_to_trick(match, 1)
        for player in players:
            act(match, player, "leave")
        run_clock(match, 500)
        match.refresh_from_db()
        assert (match.status, match.rated, leavers(match)) == ("finished", True, [0, 1, 2, 3])


class TestInTheLastTrick:
    """Field report A2 and the last card, which plays itself whoever is there."""

    def test_the_next_leaders_are_the_same_and_the_clock_is_whole(self) -> None:
        players = people(4)
        match = match_with(players, options={"target": 200}, bank_seconds=60)
        dealer = now_of(match).view["dealer"]
        leader_of_second = (dealer + 2) % 4
        leaders = []
        for number in range(5):
            leaders.append(now_of(match).turn)
            if number == 0:
                play_to_trick(match, 9)
                act(match, players[leader_of_second], "leave")
            with on_the_road(match) as road:
                while road.position.turn is not None:
                    play_on(road)
            if number == 0:
                act(match, players[leader_of_second], "take_back")
            moment = run_clock(match)
            if number == 0:
                seen = fresh_view(match.pk, players[leader_of_second].pk)
                assert seen["view"]["turn"]["seat"] == leader_of_second
                assert "play" in seen["you"]["may"]
                match.refresh_from_db()
                assert match.turn_since == moment + SHOW_DEAL
                assert match.act_kind == Match.Act.TIMEOUT
                assert (match.act_at - match.turn_since).total_seconds() == 30 + 60 + 0.5
        assert leaders == [(dealer + 1 + number) % 4 for number in range(5)]
        dealt = [event.public["hand"] for event in log_of(match) if event.kind == "dealt"]
        assert dealt == list(range(6))

    def test_the_last_card_of_who_has_gone_falls_like_anybodys(self) -> None:
        players = people(4)
        match = match_with(players, preset="torneo")
        play_to_trick(match, 9)
        seat = now_of(match).turn
        act(match, players[seat], "leave")
        match.refresh_from_db()
        assert match.act_kind == Match.Act.LAST_CARD
        run_clock(match, 4)
        assert now_of(match).game.hand.ended == "played"
        assert [event.by for event in log_of(match) if event.kind == "played"][-4:] == ["server"] * 4

    def test_after_the_last_card_there_is_nothing_to_leave(self) -> None:
        players = people(4)
        match = to_its_end(match_with(players, rated=True, options={"target": 1}))
        with pytest.raises(MatchOver):
            act(match, players[0], "leave")
        assert leavers(match) == []


class TestAtTheDeal:
    """Between hands, and while the players' entropy is gathered, nobody who has gone is waited for."""

    def test_the_others_are_ready_without_who_has_left(self) -> None:
        players = people(4)
        match = match_with(players)
        play_hand(match)
        for player in players[:3]:
            act(match, player, "ready", now=log_of(match)[-1].at)
        ended = log_of(match)[-1].at
        act(match, players[3], "leave", now=ended)
        match.refresh_from_db()
        assert match.act_kind == Match.Act.DEAL
        assert match.act_at <= ended
        assert clock.run_due(ended) == 1
        assert kinds(match)[-1] == "dealt"

    def test_who_leaves_while_entropy_is_gathered_holds_no_deal_up(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player in players[:3]:
            commit(match, player, b"%d" % player.pk * 8)
        act(match, players[3], "leave")
        match.refresh_from_db()
        assert match.act_kind == Match.Act.ENTROPY
        run_clock(match, 2)
        assert kinds(match)[-1] == "dealt"

    def test_a_match_left_by_all_before_its_first_deal_is_called_off(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player in players:
            act(match, player, "leave")
        match.refresh_from_db()
        assert (match.status, match.unrated_reason) == (Match.Status.ABORTED, "aborted")


class TestInTheAuction:
    """A bot bids for who has gone, and a time-out passes."""

    def test_a_leaver_s_bot_bids_and_the_match_comes_to_its_end(self) -> None:
        players = people(3)
        match = match_with(players, "terziglio", options={"target": 11})
        seat = now_of(match).turn
        act(match, players[seat], "leave")
        run_clock(match)
        event = next(event for event in log_of(match) if event.kind == "bid")
        assert (event.seat, event.by) == (seat, "substitute")
        play_to_trick(match, 2)
        act(match, players[(seat + 1) % 3], "resign")
        match.refresh_from_db()
        assert (match.status, leavers(match)) == (Match.Status.FINISHED, [seat])

    def test_a_time_out_passes_and_the_seat_stays_its_holder_s(self) -> None:
        match = match_with(people(3), "terziglio")
        seat = now_of(match).turn
        run_clock(match)
        event = log_of(match)[-1]
        assert (event.kind, event.seat, event.by, event.public["bid"]) == ("bid", seat, "server", "passo")
        assert not now_of(match).holders[seat].by_bot

    def test_who_comes_back_in_the_auction_bids_again(self) -> None:
        players = people(3)
        match = match_with(players, "terziglio")
        seat = now_of(match).turn
        act(match, players[seat], "leave")
        act(match, players[seat], "take_back")
        act(match, players[seat], "bid", bid="passo")
        assert Event.objects.filter(match=match, kind="bid", seat=seat, by="player").count() == 1

    def test_a_soloist_who_goes_is_played_for(self) -> None:
        players = people(3)
        match = match_with(players, "terziglio", options={"target": 11})
        while now_of(match).game.hand.do == "bid":
            user = holder_on_turn(match)
            may = now_of(match).yours(now_of(match).seat_of(user.pk))["may"]["bid"]
            bid = next((offer for offer in may if offer != "passo"), "passo")
            act(match, user, "bid", bid=bid)
        soloist = now_of(match).view["contract"]["soloist"]
        act(match, players[soloist], "leave")
        play_to_trick(match, 2)
        act(match, players[(soloist + 1) % 3], "resign")
        match.refresh_from_db()
        assert (match.status, leavers(match)) == (Match.Status.FINISHED, [soloist])


class TestWishes:
    """To resign or to call a match off takes all who are there; who goes is asked no more."""

    def test_a_wish_to_resign_is_granted_when_the_partner_leaves(self) -> None:
        players = people(4)
        match = match_with(players, rated=True)
        play_to_trick(match, 1)
        act(match, players[1], "resign")
        act(match, players[3], "leave")
        match.refresh_from_db()
        assert (match.status, match.result["reason"], match.result["winners"]) == ("finished", "resign", [0])
        assert (match.rated, leavers(match)) == (True, [3])

    def test_it_is_granted_too_when_a_bot_is_called_for_the_partner(self) -> None:
        players = people(4)
        match = match_with(players, bank_seconds=0, options={"target": 200})
        play_to_trick(match, 1)
        while now_of(match).holders[3].timeouts < 2:
            match.refresh_from_db()
            if now_of(match).turn == 3 or match.act_kind != Match.Act.TIMEOUT:
                run_clock(match)
            else:
                play(match)
        act(match, players[1], "resign")
        while now_of(match).status == "running" and now_of(match).turn is not None:
            match.refresh_from_db()
            if now_of(match).turn == 3 or match.act_kind != Match.Act.TIMEOUT:
                run_clock(match)
            else:
                play(match)
        match.refresh_from_db()
        assert (match.status, match.result["reason"]) == ("finished", "resign")

    def test_the_other_side_s_leaver_grants_nothing(self) -> None:
        players = people(4)
        match = match_with(players)
        play_to_trick(match, 1)
        act(match, players[1], "resign")
        act(match, players[0], "leave")
        match.refresh_from_db()
        assert match.status == Match.Status.RUNNING

    def test_a_match_is_called_off_when_the_last_who_was_asked_leaves(self) -> None:
        players = people(4)
        match = match_with(players, rated=True)
        for player in players[:3]:
            act(match, player, "abort")
        act(match, players[3], "leave")
        match.refresh_from_db()
        assert (match.status, match.unrated_reason) == (Match.Status.ABORTED, "aborted")
