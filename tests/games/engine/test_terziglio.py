"""Rules 6.1: the auction, and terziglio from the bids to the payments."""

import itertools
import random

import pytest

from games.engine.auction import Auction, callable_cards
from games.engine.cards import ALL_CARDS, hand_of, parse_cards, thirds_in
from games.engine.contracts import CALLER_LADDER, SOLOIST_LADDER
from games.engine.errors import BadBid, BadExchange, CardNotHeld, NotAllowed, NotYourTurn
from games.engine.match import Match, server_action
from games.engine.scoring import payments
from games.engine.visibility import public_view, seat_view
from tests.games.engine.tables import act, bids, codes, deal_next, dealt, finish_hand, moves, new_match, paper


@pytest.mark.parametrize(
    ("hand", "callable_"),
    [
        ("3d 2d Ad", "3c 3s 3b"),
        ("3d 3c 3s 3b Ad", "2d 2c 2s 2b"),
        ("3d 3c 3s 3b 2d 2c 2s 2b Ad", "Ac As Ab"),
        ("3d 3c 3s 3b 2d 2c 2s 2b Ad Ac As Ab", ""),
        ("4d", "3d 3c 3s 3b"),
    ],
)
def test_the_rank_that_may_be_called(hand: str, callable_: str) -> None:
    assert codes(callable_cards(hand_of(parse_cards(hand)))) == set(callable_.split())


@pytest.mark.parametrize(("ladder", "seats"), [(SOLOIST_LADDER, 3), (CALLER_LADDER, 5)])
def test_every_sequence_of_bids_counted_by_brute_force(ladder: tuple, seats: int) -> None:
    words = [contract.bid for contract in ladder]
    expected = 0
    for sequence in itertools.product(range(-1, len(words)), repeat=seats):
        spoken = [bid for bid in sequence if bid >= 0]
        expected += spoken == sorted(set(spoken))

    def count(auction: Auction) -> int:
        return 1 if auction.turn is None else sum(count(auction.after(bid, 1)) for bid in auction.offered(1))

    assert count(Auction(ladder, tuple(range(seats)))) == expected


def test_each_seat_bids_once_from_the_dealers_right() -> None:
    match = dealt("terziglio", {}, dealer=1)
    assert match.next == ("bid", 2)
    with pytest.raises(NotYourTurn):
        act(match, "bid", 0, bid="passo")
    bids(match, "passo", "solo")
    with pytest.raises(BadBid):
        act(match, "bid", 1, bid="solo")
    with pytest.raises(BadBid):
        act(match, "bid", 1, bid="chiamo")
    for word in ("", "Passo", "terno", "seguito"):
        with pytest.raises(BadBid):
            act(match, "bid", 1, bid=word)
    assert seat_view(match, 1)["may"] == {"bid": ["passo", "solissimo", "dividete", "scegliete"]}
    bids(match, "passo")
    assert match.next == ("discard", 0)


def test_a_hand_with_no_card_to_call_may_not_bid_chiamo() -> None:
    full = "3d 3c 3s 3b 2d 2c 2s 2b Ad Ac As Ab"
    for preset, options in (("terziglio", {}), ("chiamare", {"players": 3})):
        match = dealt(preset, {0: full}, dealer=2, **options)
        assert "chiamo" not in seat_view(match, 0)["may"]["bid"]
        with pytest.raises(BadBid):
            bids(match, "chiamo")


def test_when_all_pass_the_hand_is_zeros_and_the_next_dealer_deals() -> None:
    match = dealt("terziglio", {}, dealer=0)
    bids(match, "passo", "passo", "passo")
    result = match.hands[-1].as_dict()
    assert result == {
        "sides": None,
        "leaders": [],
        "winners": [],
        "thirds": [0, 0],
        "card_points": [0, 0],
        "declared": [0, 0],
        "score": [0, 0, 0],
        "totals": [0, 0, 0],
        "cappotto": None,
        "contract": None,
    }
    assert match.next == ("deal", 1)
    assert not match.hands[-1].counts


TERZIGLIO = {
    0: "3d 2d Ad Rd Cd Fd 7d 6d 5d 4d 4c 5c",
    1: "3c 2c Ac Rc Cc Fc 7c 6c 4s 5s 6s 7s",
    2: "3s 2s As Rs Cs Fs 4b 5b 6b 7b Fb Cb",
}
MONTE = "3b 2b Ab Rb"


def terziglio(*words: str, monte: str = MONTE, **options: object) -> Match:
    match = dealt("terziglio", TERZIGLIO, dealer=2, rest=monte, **options)
    bids(match, *words)
    return match


class TestChiamo:
    def test_the_card_moves_and_one_returns_unseen(self) -> None:
        match = terziglio("chiamo", "passo", "passo")
        assert (match.next, match.sides) == (("call", 0), ((0,), (1, 2)))
        assert seat_view(match, 0)["may"]["call"] == ["3c", "3s", "3b"]
        for card in ("3d", "2c", "4b"):
            with pytest.raises(BadExchange):
                act(match, "call", card=card)
        act(match, "call", card="3c")
        assert match.next == ("give", 0)
        assert public_view(match)["counts"] == [13, 11, 12]
        assert public_view(match)["monte"] == {"count": 4, "shown": None}
        with pytest.raises(BadExchange):
            act(match, "give", card="3c")
        with pytest.raises(CardNotHeld):
            act(match, "give", card="3b")  # the monte is not taken yet
        act(match, "give", card="4c")
        assert "4c" in seat_view(match, 1)["hand"]
        assert public_view(match)["monte"]["shown"] == ["3b", "2b", "Ab", "Rb"]
        assert (match.next, seat_view(match, 0)["may"]) == (("discard", 0), {"discard": 4})
        assert "4c" not in str(public_view(match))
        for cards, refusal in (
            ("3b 2b Ab", BadExchange),
            ("3b 2b Ab Ab", BadExchange),
            ("3b 2b Ab Rb 5c", BadExchange),
            ("3b 2b Ab 3s", CardNotHeld),
        ):
            with pytest.raises(refusal):
                act(match, "discard", cards=cards)
        act(match, "discard", cards="3c Ab 4d 5d")  # counting cards and the called one may go
        assert match.next == ("play", 0)
        assert thirds_in(match.hand.exchange.left_over) == 4

    def test_a_card_in_the_monte_moves_nothing_and_none_is_given(self) -> None:
        match = terziglio("chiamo", "passo", "passo")
        act(match, "call", card="3b")
        assert match.next == ("discard", 0)
        assert public_view(match)["counts"] == [16, 12, 12]
        assert public_view(match)["monte"] == {"count": 0, "shown": ["3b", "2b", "Ab", "Rb"]}


def test_solo_takes_the_monte_unseen() -> None:
    match = terziglio("solo", "passo", "passo")
    assert match.next == ("discard", 0)
    assert public_view(match)["monte"] == {"count": 0, "shown": None}
    act(match, "discard", cards="4c 5c 4d 5d")
    assert public_view(match)["monte"] == {"count": 4, "shown": None}
    assert match.next == ("play", 0)


def test_solissimo_leaves_the_monte() -> None:
    match = terziglio("solissimo", "passo", "passo")
    assert match.next == ("play", 0)
    assert thirds_in(match.hand.exchange.left_over) == 6


def test_dividete_gives_two_to_each_opponent_right_hand_first() -> None:
    match = terziglio("passo", "dividete", "passo")
    assert match.sides == ((1,), (0, 2))
    assert match.next == ("discard", 2)
    assert {"3b", "2b"} <= set(seat_view(match, 2)["hand"])
    with pytest.raises(NotYourTurn):
        act(match, "discard", 0, cards="4c 5c")
    act(match, "discard", 2, cards="4b 5b")
    assert match.next == ("discard", 0)
    assert {"Ab", "Rb"} <= set(seat_view(match, 0)["hand"])
    act(match, "discard", 0, cards="Ab Rb")
    assert match.next == ("play", 0)
    assert thirds_in(match.hand.exchange.left_over) == 4


@pytest.mark.parametrize("count", range(5))
def test_scegliete_lets_the_right_hand_opponent_take_first(count: int) -> None:
    match = terziglio("passo", "passo", "scegliete")
    assert match.next == ("take", 0)
    assert seat_view(match, 0)["may"]["take"] == [0, 1, 2, 3, 4]
    for wrong in (-1, 5):
        with pytest.raises(BadExchange):
            act(match, "take", count=wrong)
    act(match, "take", count=count)
    monte = MONTE.split()
    assert set(monte[:count]) <= set(seat_view(match, 0)["hand"])
    assert set(monte[count:]) <= set(seat_view(match, 1)["hand"])
    asked = []
    while match.next[0] == "discard":
        asked.append((match.hand.turn, seat_view(match, match.hand.turn)["may"]["discard"]))
        match.apply(server_action(match))
    assert asked == [(seat, cards) for seat, cards in ((0, count), (1, 4 - count)) if cards]
    assert match.next == ("play", 0)


def test_the_soloist_may_lead() -> None:
    assert terziglio("passo", "solissimo", "passo", soloist_leads=True).next == ("play", 1)
    assert terziglio("passo", "solissimo", "passo").next == ("play", 0)
    by_four = terziglio("passo", "solissimo", "passo", first_lead="four_denari_always")
    assert by_four.next == ("play", 0)
    both = terziglio("passo", "solissimo", "passo", first_lead="four_denari_always", soloist_leads=True)
    assert both.next == ("play", 1)


def test_the_lead_is_judged_after_the_exchanges() -> None:
    match = terziglio(
        "passo", "passo", "solo", monte="4d 2b Ab Rb".replace("4d", "3b"), first_lead="four_denari_always"
    )
    act(match, "discard", cards="3b 2b Ab Rb")
    assert match.next == ("play", 0)
    swapped = {0: TERZIGLIO[0].replace("4d", "3b"), 1: TERZIGLIO[1], 2: TERZIGLIO[2]}
    match = dealt("terziglio", swapped, dealer=2, rest="4d 2b Ab Rb", first_lead="four_denari_always")
    bids(match, "passo", "passo", "solo")
    act(match, "discard", cards="4b 5b 6b 7b")
    assert match.next == ("play", 2)  # it took the 4 of denari


@pytest.mark.parametrize(
    ("bid", "factor"), [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]
)
def test_terziglio_pays_twice_to_the_soloist(bid: str, factor: int) -> None:
    match = terziglio("passo", bid, "passo")
    assert payments(match.hand, made=True) == (-factor, 2 * factor, -factor)
    assert payments(match.hand, made=False) == (factor, -2 * factor, factor)


def test_the_monte_decides_with_the_last_trick() -> None:
    """Rules 9: 15 thirds of tricks and 2 in the monte: with the last trick 20 and won, without it 15 and lost."""
    rng = random.Random(5)
    seen = set()
    match = new_match("terziglio", hands=100)
    for _ in range(20_000):
        probe = match.copy()
        deal_next(probe, rng)
        bids(probe, "solissimo", "passo", "passo")
        result = finish_hand(probe, rng)
        soloist = probe.hand.soloist
        tricks = probe.hand.position.taken[soloist]
        if tricks == 15 and thirds_in(probe.hand.exchange.left_over) == 2:
            took_last = result.winners[-1] == soloist
            assert result.thirds[0] == (20 if took_last else 15)
            assert result.contract.made is took_last
            assert sorted(result.score) == ([-4, -4, 8] if took_last else [-8, 4, 4])
            seen.add(took_last)
        if len(seen) == 2:
            break
    assert seen == {True, False}


def test_no_declarations_signals_or_cards_before_the_contract() -> None:
    match = terziglio()
    for do, fields in (
        ("play", {"card": "3d"}),
        ("timeout", {"card": "3d"}),
        ("declare", {"sets": ["Ad 2d 3d"]}),
        ("call", {"card": "3c"}),
        ("give", {"card": "3d"}),
        ("take", {"count": 0}),
        ("discard", {"cards": "3d"}),
        ("a_monte", {}),
        ("call_out", {}),
    ):
        with pytest.raises(NotAllowed):
            act(match, do, 0, **fields)
    bids(match, "solissimo", "passo", "passo")
    with pytest.raises(NotAllowed):
        act(match, "declare", 0, sets=["Ad 2d 3d"])
    with pytest.raises(NotAllowed):
        act(match, "bid", 0, bid="scegliete")


def test_by_target_the_highest_wins_and_a_tie_starts_the_test_afresh() -> None:
    match = paper(new_match("terziglio", hands=0), 21, 21, -42)
    assert not match.finished
    paper(match, -20, -4, 24)
    assert not match.finished  # 1, 17, -18: nobody is there any more
    paper(match, 0, 6, 0)
    assert (match.winners, match.totals) == ((1,), (1, 23, -18))


def test_options_of_cappotto_and_last_trick_do_nothing_here() -> None:
    tied = paper(new_match("terziglio", hands=0, tie="last_trick", cappotto_effect="wins_match"), 21, 21, 0)
    assert not tied.finished
    rng = random.Random(9)
    for _ in range(30):
        match = new_match("terziglio", cappotto_effect="wins_match")
        deal_next(match, rng)
        bids(match, "solissimo", "passo", "passo")
        finish_hand(match, rng)
        assert (match.hands[-1].cappotto, match.finished) == (None, False)


@pytest.mark.parametrize(
    ("preset", "options"), [("terziglio", {}), *[("chiamare", {"players": n}) for n in range(3, 8)]]
)
def test_random_auctions_pay_nobody_in_sum_and_keep_the_pack(preset: str, options: dict[str, int]) -> None:
    rng, match = random.Random(f"{preset}{options}"), new_match(preset, **{**options, "hands": 100})
    for _ in range(40):
        deal_next(match, rng)
        while not match.hand.ended:
            hand = match.hand
            together = hand.exchange.left_over
            for cards in hand.position.hands:
                assert together & cards == 0
                together |= cards
            for trick in hand.tricks:
                together |= hand_of(trick.cards)
            assert together | hand_of(hand.position.plays) == ALL_CARDS
            match.apply(rng.choice(moves(match)))
        result = match.hands[-1]
        assert sum(result.score) == 0
        if result.ended == "played":
            assert sum(result.thirds) == 35
            assert sum(result.card_points) == 11
            assert result.contract.made == (result.card_points[0] >= 6)
            assert len(result.winners) == match.ruleset.shape.hand_size
