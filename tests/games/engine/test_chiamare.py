"""Rules 6.2: the game with a called partner."""

import random

import pytest

from games.engine.errors import NotAllowed, NotYourTurn
from games.engine.match import server_action
from games.engine.scoring import payments
from games.engine.visibility import public_view
from tests.games.engine.tables import act, bids, deal_next, dealt, filled, finish_hand, new_match

CHIAMARE_5 = {
    0: "3d 2d Ad Rd Cd Fd 7d 6d",
    1: "3c 2c Ac Rc Cc Fc 7c 6c",
    2: "3s 2s As Rs Cs Fs 7s 6s",
    3: "3b 2b Ab Rb Cb Fb 7b 6b",
    4: "5d 4d 5c 4c 5s 4s 5b 4b",
}


class TestChiamare:
    def test_the_partner_is_secret_until_the_card_falls(self) -> None:
        match = dealt("chiamare", CHIAMARE_5, dealer=4)
        bids(match, "chiamo", "passo", "passo", "passo", "passo")
        act(match, "call", card="3b")
        assert match.sides == ((0, 3), (1, 2, 4))
        assert match.next == ("play", 0)
        view = public_view(match)
        assert (view["sides"], view["contract"]) == (
            None,
            {"bid": "chiamo", "soloist": 0, "called": "3b", "partner": None},
        )
        assert len(view["taken"]) == 5
        for card in ("3d", "6c", "6s", "6b"):
            act(match, "play", card=card)
            assert public_view(match)["sides"] is None
        act(match, "play", card="4d")
        act(match, "play", card="2d")
        for card in ("7c", "7s", "3b"):
            assert public_view(match)["sides"] is None
            act(match, "play", card=card)
        view = public_view(match)
        assert (view["sides"], view["contract"]["partner"]) == ([[0, 3], [1, 2, 4]], 3)
        assert len(view["taken"]) == 2

    def test_with_a_partner_the_payments_are_two_to_one(self) -> None:
        """Rules 9: five players, a partner, won: +6 +3 -3 -3 -3."""
        match = dealt("chiamare", CHIAMARE_5, dealer=4)
        bids(match, "chiamo", "passo", "passo", "passo", "passo")
        act(match, "call", card="3b")
        assert payments(match.hand, made=True) == (6, -3, -3, 3, -3)
        assert payments(match.hand, made=False) == (-6, 3, 3, -3, 3)

    @pytest.mark.parametrize(("players", "caller", "partner"), [(3, 2, 1), (4, 4, 2), (5, 6, 3), (6, 8, 4), (7, 8, 4)])
    def test_payments_by_number_playing(self, players: int, caller: int, partner: int) -> None:
        rng = random.Random(players)
        for _ in range(200):
            match = new_match("chiamare", players=players)
            deal_next(match, rng, dealer=players - 1)
            bids(match, "chiamo", *["passo"] * (match.ruleset.shape.size - 1))
            match.apply(server_action(match))
            if match.hand.partner is not None:
                break
        paid = payments(match.hand, made=True)
        assert (paid[match.hand.soloist], paid[match.hand.partner], sum(paid)) == (caller, partner, 0)
        assert sorted(set(paid) - {caller, partner, 0}) == [-3]

    def test_a_card_in_the_monte_leaves_the_caller_alone(self) -> None:
        match = dealt("chiamare", {0: "4d 5d 6d 7d Fd Cd"}, dealer=5, rest="3d 3c 3s 3b", players=6)
        bids(match, "chiamo", *["passo"] * 5)
        act(match, "call", card="3b")
        assert match.sides == ((0,), (1, 2, 3, 4, 5))
        assert public_view(match)["sides"] is None  # nobody can know
        assert payments(match.hand, made=True) == (5, -1, -1, -1, -1, -1)
        finish_hand(match, random.Random(1))
        assert public_view(match)["sides"] == [[0], [1, 2, 3, 4, 5]]
        assert match.hands[-1].contract.partner is None

    def test_solo_is_alone_and_double(self) -> None:
        match = dealt("chiamare", CHIAMARE_5, dealer=4)
        bids(match, "chiamo", "solo", "passo", "passo", "passo")
        assert match.next == ("play", 0)
        assert payments(match.hand, made=False) == (2, -8, 2, 2, 2)
        assert public_view(match)["sides"] == [[1], [0, 2, 3, 4]]

    def test_nothing_is_given_taken_or_shown(self) -> None:
        match = dealt("chiamare", {0: "4d 5d 6d 7d Fd Cd"}, dealer=5, rest="3d 3c 3s 2b", players=6)
        bids(match, "chiamo", *["passo"] * 5)
        with pytest.raises(NotAllowed):
            act(match, "give", 0, card="4d")
        act(match, "call", card="3b")
        with pytest.raises(NotAllowed):
            act(match, "take", 0, count=1)
        assert public_view(match)["monte"] == {"count": 4, "shown": None}

    def test_at_seven_the_dealer_rests(self) -> None:
        match = new_match("chiamare", players=7)
        deal_next(match, random.Random(1), dealer=2)
        assert match.hand.deal.hands[2] == ()
        assert match.next == ("bid", 3)
        for do, fields in (("bid", {"bid": "passo"}), ("play", {"card": "3d"})):
            with pytest.raises((NotYourTurn, NotAllowed)):
                act(match, do, 2, **fields)
        bids(match, "solo", *["passo"] * 5)
        with pytest.raises(NotYourTurn):
            act(match, "play", 2, card="3d")
        assert match.next == ("play", 3)
        assert 2 not in match.sides[0] + match.sides[1]
        result = finish_hand(match, random.Random(1))
        assert result.score[2] == 0
        assert 2 not in result.winners
        assert match.next == ("deal", 3)


def test_a_number_of_hands_leaves_out_those_all_passed() -> None:
    match, rng = new_match("chiamare", hands=2), random.Random(3)
    for played in (False, True, False, True):
        deal_next(match, rng)
        bids(match, *(["solo"] if played else ["passo"]), *["passo"] * 4)
        finish_hand(match, rng)
    assert match.finished
    assert len(match.hands) == 4
    assert sum(match.totals) == 0


def test_the_first_hand_is_not_one_all_passed() -> None:
    match = new_match("chiamare", players=4, first_lead="four_denari_first_hand")
    match.start_hand(0, filled(match, {3: "4d"}, dealer=0))
    bids(match, "passo", "passo", "passo", "passo")
    match.start_hand(1, filled(match, {0: "4d"}, dealer=1))
    bids(match, "solo", "passo", "passo", "passo")
    assert match.next == ("play", 0)
