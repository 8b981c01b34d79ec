"""Rules 2, 5, 8 and 9: what a hand is worth, and when a match is over."""

import random

import pytest

from games.engine.cards import parse_cards
from games.engine.deal import Deal
from games.engine.errors import BadDeal, HandOver, MatchOver, NotAllowed, NotYourTurn
from games.engine.hand import HandInPlay
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.scoring import add, cappotto, card_points, is_claim_good
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
    hand_where,
    moves,
    new_match,
    paper,
    play,
)


def hand_under(preset: str, **options: object) -> HandInPlay:
    match = new_match(preset, **options)
    deal_next(match, random.Random(1))
    return match.hand


WHITEWASH = {  # seat 0 declares the napoletana of denari, then seat 1 takes every trick
    0: "Ad 2d 3d 4d 4c 5c 4s 5s 4b 5b",
    1: "3c 2c Ac Rc 3s 2s As 3b 2b Ab",
    2: "6c 7c Fc 6s 7s Fs 6b 7b Fb 5d",
    3: "Cc Cs Cb Rs Rb 6d 7d Fd Cd Rd",
}


def play_whitewash(match: Match) -> Match:
    match.start_hand(3, filled(match, WHITEWASH, dealer=3))
    act(match, "declare", 0, sets=["Ad 2d 3d"])
    play(match, "4c 3c 6c Cc")
    for card in WHITEWASH[1].split()[1:]:
        play(match, card)
        while match.hand.position.plays:
            play(match, seat_view(match, match.hand.turn)["may"]["play"][-1])
    return match


@pytest.mark.parametrize(
    ("preset", "thirds", "last_side", "points"),
    [
        ("club", (14, 21), 1, (4, 7)),  # rules 9
        ("club", (15, 20), 1, (5, 6)),
        ("club", (16, 19), 1, (5, 6)),
        ("club", (17, 18), 0, (5, 6)),  # never 6 and 6
        ("tre", (11, 11, 13), 2, (3, 3, 4)),
        ("perdere", (8, 8, 8, 11), 3, (2, 2, 2, 5)),
        ("perdere", (2, 2, 2, 29), 3, (0, 0, 0, 11)),
        ("perdere", (11, 8, 8, 8), 1, (3, 4, 2, 2)),  # the remainder goes to the last trick, not to the most
    ],
)
def test_thirds_are_floored_once_a_side(preset: str, thirds: tuple, last_side: int, points: tuple) -> None:
    assert card_points(hand_under(preset), thirds, last_side) == points


def test_the_remainder_at_three_players_to_lose() -> None:
    """Rules 9: 11, 11 and 13 with the last trick give 11 - 3 - 3 = 5."""
    assert card_points(hand_under("perdere", players=3), (11, 11, 13), 2) == (3, 3, 5)
    assert card_points(hand_under("perdere", players=3, rounding="floor"), (11, 11, 13), 2) == (3, 3, 4)


def test_two_sides_always_share_eleven() -> None:
    hand = hand_under("club")
    assert all(sum(card_points(hand, (thirds, 35 - thirds), 0)) == 11 for thirds in range(36))


def test_two_hands_of_14_thirds_are_8_points() -> None:
    match = new_match("club")
    for seed in (1, 2):
        match = hand_where(match, lambda result: result.thirds == (14, 21) and result.declared == (0, 0), seed=seed)
    assert match.totals == (8, 14)


class TestTargets:
    """Rules 2.5: the higher total wins, an exact tie plays on."""

    @pytest.mark.parametrize(
        ("before", "card_points", "totals", "winners"),
        [
            ((17, 18), (6, 5), (23, 23), ()),  # rules 9
            ((20, 20), (2, 9), (22, 29), (1,)),
            ((19, 14), (3, 8), (22, 22), ()),
            ((20, 19), (4, 7), (24, 26), (1,)),  # field report A6a: the higher total, not the first over
            ((20, 19), (5, 6), (25, 25), ()),  # A6b
            ((10, 9), (5, 6), (15, 15), ()),
            ((15, 9), (6, 5), (21, 14), (0,)),
        ],
    )
    def test_after_a_hand(self, before: tuple, card_points: tuple, totals: tuple, winners: tuple) -> None:
        match = paper(new_match("torneo", target=21), *before)
        match = hand_where(match, lambda result: result.card_points == card_points)
        assert (match.totals, match.winners) == (totals, winners)
        assert match.finished == bool(winners)
        assert (match.next is None) == bool(winners)

    def test_a_tie_at_the_target_plays_hands_until_it_is_broken(self) -> None:
        match = paper(new_match("torneo", target=21), 22, 22)
        assert not match.finished
        match = hand_where(match, lambda result: result.card_points == (5, 6))
        assert (match.totals, match.winners) == ((27, 28), (1,))

    def test_the_last_trick_may_break_the_tie(self) -> None:
        match = paper(new_match("torneo", target=21, tie="last_trick"), 17, 18)
        for last in (0, 1):
            ended = hand_where(
                match, lambda result, last=last: result.card_points == (6, 5) and result.winners[-1] % 2 == last
            )
            assert (ended.totals, ended.winners) == ((23, 23), (last,))
        assert not paper(new_match("torneo", target=21, tie="last_trick"), 22, 22).finished  # no trick, a hand more

    def test_hands_end_the_match_whatever_the_target(self) -> None:
        match = new_match("torneo", hands=2, target=5)
        match = hand_where(match, lambda result: result.card_points == (9, 2))
        assert not match.finished
        shared = hand_where(match, lambda result: result.card_points == (2, 9))
        assert (shared.winners, shared.reason) == ((0, 1), "hands")
        won = hand_where(match, lambda result: result.card_points == (5, 6))
        assert won.winners == (0,)

    def test_a_paper_hand_counts_as_played(self) -> None:
        match = paper(paper(new_match("torneo", hands=2), 4, 7), 5, 6)
        assert (match.winners, match.totals) == ((1,), (9, 13))

    def test_nothing_follows_the_end(self) -> None:
        match = paper(new_match("torneo", target=11), 11, 0)
        with pytest.raises(MatchOver):
            deal_next(match, random.Random(1))
        with pytest.raises(MatchOver):
            match.start_paper_hand(1)
        with pytest.raises(HandOver):
            act(match, "play", 0, card="3d")


class TestAwards:
    """Rules 9: a fault is 11 points to the other side, before the target is tested."""

    def test_a_revoke_on_paper(self) -> None:
        match = paper(paper(new_match("club", target=21), 12, 17), 11, 0)
        assert (match.totals, match.winners) == ((23, 17), (0,))

    def test_an_award_after_the_last_card_counts_before_the_target(self) -> None:
        match = paper(new_match("torneo", target=21), 12, 17)
        match = hand_where(match, lambda result: result.card_points == (5, 6))
        assert match.winners == (1,)
        act(match, "award", side=0, points=11, reason="a revoke")
        assert (match.totals, match.winners) == ((28, 23), (0,))
        result = match.hands[-1]
        assert (result.score, result.awarded, result.card_points) == ((16, 6), (11, 0), (5, 6))

    def test_an_award_in_the_hand_waits_for_its_end(self) -> None:
        match = new_match("torneo")
        deal_next(match, random.Random(3))
        act(match, "award", side=1, points=2, reason="talk")
        act(match, "award", side=1, points=-1, reason="half of it back")
        assert match.totals == (0, 0)
        result = finish_hand(match, random.Random(3))
        assert result.awarded == (0, 1)
        assert match.totals == add(result.card_points, (0, 1))

    def test_before_any_hand_there_is_nothing_to_award(self) -> None:
        with pytest.raises(NotAllowed):
            act(new_match(), "award", side=0, points=1, reason="none")


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


class TestDeclareEndsMatch:
    """Field report A6c: target 21, 18-12, a napoletana, and no trick afterwards."""

    HANDS = {0: "Ad 2d 3d 4d", 1: "5d", 2: "6d", 3: "7d"}

    def test_on_it_ends_hand_and_match_at_once(self) -> None:
        match = paper(new_match("club", target=21, declare_ends_match=True), 18, 12, dealer=2)
        match.start_hand(3, dealt("club", self.HANDS, dealer=3).hand.deal)
        act(match, "declare", 0, sets=["Ad 2d 3d"])
        assert (match.winners, match.totals, match.reason) == ((0,), (21, 12), "declaration")
        result = match.hands[-1]
        assert (result.score, result.card_points, result.declared) == ((3, 0), (0, 0), (3, 0))
        with pytest.raises(MatchOver):
            play(match, "Ad")
        assert public_view(match)["phase"] == "finished"

    def test_short_of_the_target_the_hand_goes_on(self) -> None:
        match = paper(new_match("club", target=21, declare_ends_match=True), 17, 12, dealer=2)
        match.start_hand(3, dealt("club", self.HANDS, dealer=3).hand.deal)
        act(match, "declare", 0, sets=["Ad 2d 3d"])
        assert not match.finished

    def test_off_the_cards_are_counted_and_the_others_win(self) -> None:
        match = play_whitewash(paper(new_match("club", target=21), 18, 12, dealer=2))
        assert (match.totals, match.winners, match.reason) == ((21, 23), (1,), "target")


class TestResigning:
    def test_the_hand_is_unscored_and_the_others_win(self) -> None:
        match = paper(new_match("club"), 9, 2)
        deal_next(match, random.Random(1))
        play(match, seat_view(match, match.hand.turn)["may"]["play"][0])
        act(match, "resign", 0, side=0)
        assert (match.winners, match.totals, match.reason) == ((1,), (9, 2), "resign")
        result = match.hands[-1]
        assert (result.score, result.card_points, result.totals) == (None, None, (9, 2))
        assert len(result.leaders) == 1

    def test_a_seat_resigns_for_its_own_side(self) -> None:
        match = new_match("club")
        deal_next(match, random.Random(1))
        with pytest.raises(NotAllowed):
            act(match, "resign", 0, side=1)
        assert not match.finished

    def test_among_many_the_best_of_the_rest_share(self) -> None:
        match = paper(new_match("perdere"), 3, 9, 4, 4)
        deal_next(match, random.Random(1))
        act(match, "resign", 0, side=0)
        assert match.winners == (2, 3)  # the lowest


class TestToLose:
    """Rules 6: a perdere, ciapano, traversone."""

    def test_all_eleven_points_turn_round(self) -> None:
        """Rules 9: 25, 22, 30, 12 and the fourth takes all: 36, 33, 41, 12."""
        match = paper(new_match("perdere"), 25, 22, 30, 12)
        hand = hand_under("perdere")
        assert hand_score(hand, (0, 0, 0, 11), (0, 0, 0, 0), 3) == (11, 11, 11, 0)
        match = hand_where(match, lambda result: result.cappotto == 3, tries=20_000)
        assert (match.totals, match.winners) == ((36, 33, 41, 12), (3,))

    def test_exactly_the_target_ends_the_match_and_loses_unless_lowest(self) -> None:
        match = paper(new_match("perdere"), 31, 8, 8, 9)
        assert (match.winners, match.reason) == ((1, 2), "target")
        assert paper(new_match("perdere"), 31, 31, 31, 31).winners == (0, 1, 2, 3)
        assert not paper(new_match("perdere"), 30, 30, 8, 9).finished
        assert not paper(new_match("ciapano"), 40, 8, 8, 9).finished
        assert paper(new_match("traversone"), 21, 8, 9, 9).winners == (1,)

    def test_by_hands_the_lowest_win(self) -> None:
        assert paper(new_match("perdere", hands=1), 4, 1, 1, 5).winners == (1, 2)


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


def test_an_unfinished_hand_keeps_the_next_from_being_dealt() -> None:
    match = new_match("club")
    deal_next(match, random.Random(1))
    with pytest.raises(BadDeal):
        deal_next(match, random.Random(2))
    with pytest.raises(BadDeal):
        match.start_paper_hand(1)


def test_the_last_card_plays_itself_and_no_other() -> None:
    rng, match = random.Random(4), new_match("club")
    deal_next(match, rng)
    alone = []
    while not match.hand.ended:
        alone.append(match.has_sole_last_card())
        play(match, rng.choice(seat_view(match, match.hand.turn)["may"]["play"]))
    assert alone == [False] * 36 + [True] * 4
