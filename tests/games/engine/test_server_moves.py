"""Rules 10: what the server does for a seat that does not act."""

import random

import pytest

from games.engine.actions import Bid, Call, Discard, Give, Play, Take, action_dict
from games.engine.cards import CODES, hand_of, parse_cards
from games.engine.errors import NotAllowed
from games.engine.match import server_action
from games.engine.timeouts import due_declaration, lowest
from tests.games.engine.tables import act, bids, deal_next, dealt, new_match, play


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        ("Ad Rd 7d 4d", "4d 7d Rd Ad"),
        ("3d Ac", "3d Ac"),  # one third before three
        ("Rd 2d 3d Fd Cd", "Fd Cd Rd 2d 3d"),
        ("7d 4b", "4b 7d"),
        ("4b 4s 4c 4d", "4d 4c 4s 4b"),
        ("Ab As 3b", "3b As Ab"),
    ],
)
def test_least_thirds_then_least_power_then_suit(cards: str, order: str) -> None:
    assert [CODES[card] for card in lowest(hand_of(parse_cards(cards)), 5)] == order.split()


def test_the_lowest_legal_card_is_played_and_nothing_said() -> None:
    match = dealt("club", {0: "Rd 4c", 1: "3d Fd 4s 5s 6s 7s 4b 5b 6b 7b"}, dealer=3)
    play(match, "Rd")
    assert server_action(match) == Play(1, parse_cards("Fd")[0], timeout=True)
    assert action_dict(server_action(match)) == {"seat": 1, "do": "timeout", "card": "Fd"}


def test_it_never_declares_unless_declaring_is_a_duty() -> None:
    hands = {0: "Ad Ac As 4d"}
    assert isinstance(server_action(dealt("club", hands, dealer=3)), Play)
    match = dealt("club", hands, dealer=3, declare_mandatory=True)
    assert action_dict(server_action(match)) == {"seat": 0, "do": "declare", "sets": ["Ad Ac As"]}
    match.apply(server_action(match))
    assert due_declaration(match.hand) is None
    assert isinstance(server_action(match), Play)


def test_after_trick_1_it_declares_for_whoever_holds() -> None:
    hands = {0: "4d", 1: "5d", 2: "6d Ac As Ab", 3: "7d 5c 6c 7c 5s 6s 7s 5b 6b 7b"}
    match = dealt("club", hands, dealer=3, declare_mandatory=True, declare_window="after_trick_1")
    play(match, "4d 5d 6d 7d")
    declared = set()
    while (due := due_declaration(match.hand)) is not None:
        declared.add(due.seat)
        match.apply(due)
    assert 2 in declared
    assert match.hand.turn == 3


def test_each_act_of_an_auction_has_its_least() -> None:
    hands = {
        0: "3d 2d Ad Rd Cd Fd 7d 6d 5d 4d 4c 5c",
        1: "3c 2c Ac Rc Cc Fc 7c 6c 4s 5s 6s 7s",
        2: "3s 2s As Rs Cs Fs 4b 5b 6b 7b Fb Cb",
    }
    match = dealt("terziglio", hands, dealer=2)
    assert server_action(match) == Bid(0, "passo", timeout=True)
    bids(match, "chiamo", "passo", "passo")
    assert server_action(match) == Call(0, parse_cards("3c")[0], timeout=True)
    match.apply(server_action(match))
    assert server_action(match) == Give(0, parse_cards("4d")[0], timeout=True)
    match.apply(server_action(match))
    assert server_action(match) == Discard(0, parse_cards("4c 5d 5c 6d"), timeout=True)
    chosen = dealt("terziglio", hands, dealer=2)
    bids(chosen, "passo", "passo", "scegliete")
    assert server_action(chosen) == Take(0, 0, timeout=True)


def test_the_called_card_is_not_given_back_even_when_it_is_the_lowest() -> None:
    hands = {0: "3d 3c 3s 3b 2d 2c 2s 2b Ad Ac Ab Rd", 1: "As"}
    match = dealt("terziglio", hands, dealer=2)
    bids(match, "chiamo", "passo", "passo")
    assert server_action(match) == Call(0, parse_cards("As")[0], timeout=True)
    match.apply(server_action(match))
    assert server_action(match) == Give(0, parse_cards("Rd")[0], timeout=True)


def test_nobody_acts_between_hands() -> None:
    match = new_match("club", hands=1)
    with pytest.raises(NotAllowed):
        server_action(match)
    deal_next(match, random.Random(1))
    act(match, "resign", 0, side=0)
    with pytest.raises(NotAllowed):
        server_action(match)
