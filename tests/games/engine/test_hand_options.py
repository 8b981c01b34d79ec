"""Rules 5, 8 and 9: cappotto, claims, redeals and stakes."""

import random

import pytest

from games.engine.cards import parse_cards
from games.engine.deal import Deal
from games.engine.errors import MatchOver, NotAllowed, NotYourTurn
from games.engine.hand import HandInPlay
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.scoring import cappotto, is_claim_good
from games.engine.scoring import score as hand_score
from games.engine.stakes import multipliers
from games.engine.tricks import Trick
from games.engine.visibility import public_view, seat_view
from tests.games.engine.tables import (
    act,
    deal_next,
    dealt,
    filled,
    finish_hand,
    hand_under,
    hand_where,
    moves,
    new_match,
    paper,
    play,
    play_whitewash,
)


class TestCappotto:
    def test_eleven_points_and_all_tricks_are_not_the_same(self) -> None:
        """Rules 9: losers with tricks but no point lose by cappotto under one definition only."""
        match = hand_where(new_match("torneo"), lambda r: 11 in r.card_points and len({w % 2 for w in r.winners}) == 2)
        assert match.hands[-1].cappotto is not None
        hand = match.hand
        hand.ruleset = resolve("torneo", {"cappotto": "all_tricks"})
        assert cappotto(hand, match.hands[-1].card_points) is None

    def test_the_last_trick_saves_from_cappotto_but_not_from_the_stramazzo(self) -> None:
        """Rules 9: 2 card thirds and the last trick are one point."""
        match = hand_where(
            new_match("ventuno", target=200),
            lambda r: min(r.thirds) in (3, 4, 5) and r.winners[-1] % 2 == r.thirds.index(min(r.thirds)),
        )
        result = match.hands[-1]
        loser = result.thirds.index(min(result.thirds))
        assert (result.cappotto, result.card_points[loser]) == (None, 1)
        assert result.multipliers[1 - loser] >= 3
        assert result.multipliers[loser] == 1

    @pytest.mark.parametrize(
        ("effect", "score"), [("none", (11, 3)), ("double", (22, 3)), ("plus_one", (12, 3)), ("wins_match", (11, 3))]
    )
    def test_effects_touch_the_card_points_alone(self, effect: str, score: tuple) -> None:
        hand = hand_under("club", cappotto_effect=effect)
        assert hand_score(hand, (11, 0), (0, 3), 0) == score
        assert hand_score(hand, (6, 5), (0, 3), None) == (6, 8)

    def test_it_may_win_the_match_whatever_the_totals(self) -> None:
        match = paper(new_match("torneo", cappotto_effect="wins_match"), 0, 30)
        match = hand_where(match, lambda result: result.cappotto == 0)
        assert (match.winners, match.reason, match.totals) == ((0,), "cappotto", (11, 30))

    def test_it_may_void_what_the_losers_declared(self) -> None:
        match = play_whitewash(new_match("club"))
        assert (match.hands[-1].declared, match.totals) == ((3, 0), (3, 11))
        match = play_whitewash(new_match("club", cappotto_voids_declarations=True))
        assert (match.hands[-1].declared, match.totals) == ((0, 0), (0, 11))
        assert match.hands[-1].cappotto == 1


class TestCallOut:
    """Rules 5, ``call_out``: the player about to lead stops the play."""

    @pytest.mark.parametrize(("thirds", "good"), [(12, True), (11, False)])
    def test_at_the_target_and_above_every_other(self, thirds: int, good: bool) -> None:
        """Rules 9: target 21 and 17 before the hand; 12 thirds so far are 4 points."""
        assert is_claim_good((17 + thirds // 3, 20), 0, 21) is good

    def test_both_past_the_target_the_higher_counts(self) -> None:
        assert is_claim_good((22, 21), 0, 21)
        assert not is_claim_good((22, 22), 0, 21)
        assert not is_claim_good((22, 23), 0, 21)

    def claimed(self, before: tuple[int, int], call_out: str) -> Match:
        """Seat 0 takes the first two tricks (Ac 3c 2c Rc, Fc...) and claims."""
        hands = {
            0: "3c 2c Ad As Ab 4d 4s 4b 5d 5s",
            1: "Ac 4c 5b 6d 6s 6b 7d 7s 7b Fd",
            2: "Rc 5c Fs Fb Cd Cs Cb Rd Rs Rb",
            3: "Cc 6c 7c Fc 2d 2s 2b 3d 3s 3b",
        }
        match = new_match("nord", target=21, call_out=call_out)
        paper(match, *before, dealer=2)
        match.start_hand(3, Deal(tuple(parse_cards(hands[seat]) for seat in range(4))))
        with pytest.raises(NotAllowed):
            act(match, "call_out", 0)  # before trick 1 is complete
        play(match, "3c Ac Rc")
        with pytest.raises(NotAllowed):
            act(match, "call_out", 3)  # nobody is about to lead
        play(match, "Cc")
        with pytest.raises(NotYourTurn):
            act(match, "call_out", 2)
        assert seat_view(match, 0)["may"]["call_out"] is True
        act(match, "call_out", 0)
        return match

    def test_a_good_claim_wins_at_once(self) -> None:
        match = self.claimed((19, 20), "lose_match")  # 6 thirds are 2 points
        result = match.hands[-1]
        assert (match.winners, match.reason, match.totals) == ((0,), "call_out", (21, 20))
        assert (result.thirds, result.card_points, result.score, result.winners) == ((6, 0), (2, 0), (2, 0), (0,))
        with pytest.raises(MatchOver):
            act(match, "award", side=1, points=9, reason="too late")

    def test_a_wrong_claim_loses_the_match(self) -> None:
        match = self.claimed((18, 20), "lose_match")
        assert (match.winners, match.reason, match.totals) == ((1,), "call_out", (20, 20))

    def test_a_wrong_claim_may_cost_11(self) -> None:
        match = self.claimed((18, 9), "minus_11")
        assert (match.totals, match.finished) == ((18, 20), False)
        assert match.hands[-1].score == (0, 11)
        assert match.next == ("deal", 0)
        lost = self.claimed((18, 10), "minus_11")
        assert (lost.totals, lost.winners, lost.reason) == ((18, 21), (1,), "target")

    def test_a_good_claim_under_minus_11_wins(self) -> None:
        assert self.claimed((19, 20), "minus_11").winners == (0,)

    def test_where_it_is_off_it_is_not_allowed(self) -> None:
        match = dealt("club", {0: "3d", 1: "4d", 2: "5d", 3: "6d"}, dealer=3)
        play(match, "3d 4d 5d 6d")
        with pytest.raises(NotAllowed):
            act(match, "call_out", 0)

    def test_among_three_the_highest_others_win_together(self) -> None:
        match = paper(new_match("tre", call_out="lose_match", target=21), 5, 12, 12)
        rng = random.Random(2)
        deal_next(match, rng)
        while not match.hand.tricks or match.hand.position.plays or match.hand.turn != 0:
            match.apply(rng.choice(moves(match)))
        act(match, "call_out", 0)
        counted = match.totals
        assert match.winners == tuple(side for side in (1, 2) if counted[side] == max(counted[1:]))


class TestAMonte:
    POOR = "4d 5d 6d 7d 4c 5c 6c 7c Rd Cd"  # 2 thirds
    RICH = "4s 5s 6s 7s 4b 5b 6b 7b Ad Ac"

    def test_less_than_a_point_may_be_dealt_again(self) -> None:
        match = dealt("bolognese", {0: self.POOR, 1: self.RICH}, dealer=3)
        assert seat_view(match, 0)["may"]["a_monte"] is True
        act(match, "a_monte", 0)
        assert match.next == ("deal", 3)
        result = match.hands[-1].as_dict()
        assert (result["score"], result["redeal"], result["leaders"]) == ([0, 0], True, [])

    def test_only_ones_own_turn_of_trick_1_and_a_poor_hand(self) -> None:
        match = dealt("bolognese", {0: self.RICH, 1: self.POOR}, dealer=3)
        for seat in (0, 1):
            with pytest.raises(NotAllowed):
                act(match, "a_monte", seat)
        play(match, "4s")
        act(match, "a_monte", 1)
        match = dealt("bolognese", {0: "4d 5d 6d 7d 4c 5c 6c 7c Rd 3d", 1: "Ad Ac"}, dealer=3)
        act(match, "a_monte", 0)
        match = dealt("club", {0: self.POOR, 1: self.RICH}, dealer=3)
        with pytest.raises(NotAllowed):
            act(match, "a_monte", 0)

    def test_a_fourth_in_a_row_is_refused_and_a_played_hand_starts_afresh(self) -> None:
        match = new_match("bolognese")
        deal = dealt("bolognese", {0: self.POOR, 1: self.RICH}, dealer=3).hand.deal
        for _ in range(3):
            match.start_hand(3, deal)
            act(match, "a_monte", 0)
        match.start_hand(3, deal)
        assert "a_monte" not in seat_view(match, 0)["may"]
        with pytest.raises(NotAllowed):
            act(match, "a_monte", 0)
        finish_hand(match, random.Random(1))
        turned = Deal(deal.hands[-1:] + deal.hands[:-1])
        match.start_hand(0, turned)
        act(match, "a_monte", 1)
        assert match.next == ("deal", 0)

    def test_declarations_are_void_and_the_first_hand_is_the_first_not_redealt(self) -> None:
        options = {"a_monte": "below_one_point", "first_lead": "four_denari_first_hand"}
        match = new_match("club", **options)
        hands = {0: "Ac As Ab 5c", 1: "5d 6d 7d 4c 6c 7c 4s 5s 6s Cd", 2: "4d"}
        match.start_hand(3, filled(match, hands, dealer=3))
        assert match.hand.turn == 2
        play(match, "4d")
        assert match.hand.turn == 3
        play(match, seat_view(match, 3)["may"]["play"][0])
        act(match, "declare", 0, sets=["Ac As Ab"])
        play(match, seat_view(match, 0)["may"]["play"][0])
        act(match, "a_monte", 1)
        result = match.hands[-1]
        assert (result.declared, result.score, match.totals) == ((0, 0), (0, 0), (0, 0))
        deal_next(match, random.Random(8))
        holder = next(seat for seat, cards in enumerate(match.hand.deal.hands) if parse_cards("4d")[0] in cards)
        assert match.hand.turn == holder


class TestStakes:
    """Rules 8."""

    def hand_of_tricks(self, winners: list[int], taken: list[int], dealt_to_0: str = "4d 4c") -> HandInPlay:
        hand = dealt("ventuno", {0: dealt_to_0}, dealer=3).hand
        hand.tricks = tuple(Trick(0 if number == 0 else 1, (), winner) for number, winner in enumerate(winners))
        hand.position.taken = taken
        return hand

    @pytest.mark.parametrize(
        ("winners", "taken", "earned"),
        [
            ([0, 1] * 5, [10, 10, 6, 6], (1, 1)),
            ([0, 2] * 4 + [1, 3], [10, 2, 20, 0], (3, 1)),  # losers below three thirds, with the last trick
            ([0] * 9 + [1], [30, 2, 0, 0], (6, 1)),  # one player alone takes the points
            ([0, 2] * 5, [16, 0, 16, 0], (4, 1)),
            ([0] * 10, [32, 0, 0, 0], (8, 1)),
            ([1, 3] * 5, [0, 16, 0, 16], (1, 4)),
        ],
    )
    def test_multipliers(self, winners: list[int], taken: list[int], earned: tuple) -> None:
        assert multipliers(self.hand_of_tricks(winners, taken)) == earned

    def test_ten_cards_of_one_suit_led(self) -> None:
        suit = "3d 2d Ad Rd Cd Fd 7d 6d 5d 4d"
        assert multipliers(self.hand_of_tricks([0] * 10, [32, 0, 0, 0], suit)) == (16, 1)

    def test_the_highest_of_any_hand_is_the_stake_of_the_winners(self) -> None:
        match = new_match("ventuno", hands=2)
        match = hand_where(match, lambda result: max(result.multipliers) == result.multipliers[0] == 3)
        assert match.stake is None
        match = hand_where(match, lambda result: result.multipliers == (1, 1))
        assert match.winners == (0,)
        assert (match.stake, match.outcome().stake, public_view(match)["result"]["stake"]) == (3, 3, 3)
        plain = hand_where(new_match("club", hands=1), lambda result: True)
        assert plain.stake is None
        assert "stake" not in public_view(plain)["result"]
