"""Rules 2, 5, 6 and 9: what a hand is worth, and when a match is over."""

import random

import pytest

from games.engine.cards import hand_of, parse_cards
from games.engine.errors import BadDeal, HandOver, MatchOver, NotAllowed
from games.engine.scoring import add, card_points
from games.engine.scoring import score as hand_score
from games.engine.tricks import Position
from games.engine.visibility import public_view, seat_view
from tests.games.engine.tables import (
    act,
    deal_next,
    dealt,
    finish_hand,
    hand_under,
    hand_where,
    new_match,
    paper,
    play,
    play_whitewash,
)


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


def test_tricks_of_2_2_2_5_and_4_thirds_are_5_points() -> None:
    """Rules 9: added up first, 15 thirds are 5 points; trick by trick they would be 2."""
    tricks = ["3d 4d 5d Rd", "3c 4c 5c Rc", "3s 4s 5s Rs", "2d Ad Fd 4b", "2c Ac 5b 6b"]
    hands = [hand_of(parse_cards(" ".join(cards))) for cards in zip(*(trick.split() for trick in tricks), strict=True)]
    position = Position(hands, 0)
    for card in parse_cards(" ".join(tricks)):
        position.play(card)
    assert position.taken == [15, 0, 0, 0]
    assert card_points(hand_under("club"), (15, 20), 1)[0] == 5


def test_the_last_trick_adds_three_thirds() -> None:
    match = new_match("club")
    deal_next(match, random.Random(1))
    result = finish_hand(match, random.Random(1))
    taken = match.hand.position.taken
    cards = [taken[0] + taken[2], taken[1] + taken[3]]
    cards[result.winners[-1] % 2] += 3
    assert result.thirds == tuple(cards)
    assert sum(cards) == 35


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
