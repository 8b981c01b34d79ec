"""Rules 1 and 2: cards, tricks, who leads and who deals."""

import random

import pytest

from games.engine.cards import (
    ALL_CARDS,
    CODES,
    card_code,
    card_codes,
    cards_in,
    cards_text,
    hand_of,
    parse_card,
    parse_cards,
    sequence_text,
    thirds_in,
)
from games.engine.errors import BadCard, CardNotHeld, MustFollowSuit, NotYourTurn
from games.engine.tricks import RUNNING, Position, legal_cards, ring
from tests.games.engine.tables import act, codes, deal_next, dealt, finish_hand, new_match, play


def test_codes_are_rank_then_suit_and_round_trip() -> None:
    assert len(CODES) == len(set(CODES)) == 40
    assert {card_code(parse_card(code)) for code in CODES} == set(CODES)
    assert parse_cards("3d Ab Rc Cc") == tuple(map(parse_card, ("3d", "Ab", "Rc", "Cc")))
    assert sequence_text(parse_cards("Ab 3d")) == "Ab 3d"
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["3D", " 3d", "3d ", "10d", "d3", "Kd", "3", "", "3d4d", "٣d", "3d\n"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard):
        parse_card(text)


@pytest.mark.parametrize("text", ["3d  4d", " 3d", "3d ", "3d\t4d", "3d,4d"])
def test_cards_stand_one_space_apart(text: str) -> None:
    with pytest.raises(BadCard):
        parse_cards(text)


def test_a_hand_is_told_by_suit_strongest_first() -> None:
    hand = hand_of(parse_cards("4d 3b Ac 3d 7s Rd 2d Ad Cd Fd 7d 6d 5d"))
    assert cards_text(hand) == "3d 2d Ad Rd Cd Fd 7d 6d 5d 4d Ac 7s 3b"
    assert [CODES[card] for card in cards_in(hand)] == card_codes(hand)
    assert set(cards_in(ALL_CARDS)) == set(range(40))


def test_the_deck_is_worth_32_thirds() -> None:
    assert thirds_in(ALL_CARDS) == 32
    assert [thirds_in(hand_of([parse_card(rank + "d")])) for rank in "A32RCF7654"] == [3, 1, 1, 1, 1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("hand", "led", "may"),
    [
        ("5c 7c Ad", 1, "5c 7c"),
        ("5c 7c Ad", 2, "5c 7c Ad"),
        ("5c 7c Ad", None, "5c 7c Ad"),
        ("Ad", 0, "Ad"),
    ],
)
def test_the_suit_led_is_followed_if_possible(hand: str, led: int | None, may: str) -> None:
    assert codes(legal_cards(hand_of(parse_cards(hand)), led)) == set(may.split())


@pytest.mark.parametrize(
    ("cards", "winner", "thirds"),
    [
        ("7s Rs 3s Ad", 2, 5),  # field report A1a: the 3 is on top, the ace of another suit takes nothing
        ("4b 3d 3s 3c", 0, 3),  # A1b: nobody follows
        ("Cd Fs Rd 7d", 2, 3),  # A1c, from its leader W: E takes it
        ("Ad 2d 3d Rd", 2, 6),
        ("Ac Rc Cc Fc", 0, 6),
        ("4d 5d 6d 7d", 3, 0),
    ],
)
@pytest.mark.parametrize("turned_by", range(4))
def test_the_strongest_card_of_the_suit_led_takes_the_trick(
    cards: str, winner: int, thirds: int, turned_by: int
) -> None:
    played = parse_cards(cards)
    hands = [0] * 4
    for place, card in enumerate(played):
        hands[(turned_by + place) % 4] = 1 << card
    position = Position(hands, turned_by)
    results = [position.play(card) for card in played]
    assert results == [RUNNING, RUNNING, RUNNING, (winner + turned_by) % 4]
    assert position.taken[(winner + turned_by) % 4] == thirds
    assert position.turn == (winner + turned_by) % 4
    assert position.plays == []


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("3d 4s 2d Ad", 2, 1),  # the lowest trump beats the 3 led
        ("3d 4s 5s 3s", 2, 3),
        ("4s 3d 3c 3b", 2, 0),
        ("3d 4c 4b 2d", 2, 0),
    ],
)
def test_a_trump_takes_what_is_not_trump(cards: str, trump: int, winner: int) -> None:
    played = parse_cards(cards)
    position = Position([1 << card for card in played], 0, trump=trump)
    assert [position.play(card) for card in played][-1] == winner


def test_turns_go_to_the_right_and_skip_who_rests() -> None:
    assert ring(4) == (1, 2, 3, 0)
    assert ring(7, 2) == (1, 3, 3, 4, 5, 6, 0)
    assert ring(3, 0) == (1, 2, 1)


def test_each_wrong_card_has_its_refusal_and_changes_nothing() -> None:
    """Field report A3: S holds 5c 7c Ad, coppe are led."""
    match = dealt("club", {0: "Rc 4d", 1: "5c 7c Ad"}, dealer=3)
    play(match, "Rc")
    before = match.hand.position.copy()
    for card, refusal in (("Ad", MustFollowSuit), ("3b", CardNotHeld), ("Rc", CardNotHeld)):
        with pytest.raises(refusal):
            act(match, "play", 1, card=card)
    with pytest.raises(NotYourTurn):
        act(match, "play", 2, card="4c")
    after = match.hand.position
    assert (after.hands, after.plays, after.turn) == (before.hands, before.plays, before.turn)
    act(match, "play", 1, card="5c")
    assert match.next == ("play", 2)


def test_the_dealer_moves_to_the_right_and_the_seat_beyond_leads() -> None:
    """Field report A2: with the dealer at seat 0 the leaders are 1, 2, 3, 0, 1."""
    rng, match = random.Random(1), new_match("club", hands=5)
    leaders = []
    for _ in range(5):
        deal_next(match, rng, dealer=0)
        leaders.append(match.hand.turn)
        finish_hand(match, rng)
    assert leaders == [1, 2, 3, 0, 1]
    assert match.finished


LEADS = [
    ("club", {}, "right", "right"),
    ("biska", {}, "holder", "holder"),
    ("centrosud", {}, "holder", "right"),
    ("club", {"first_lead": "four_denari_always"}, "holder", "holder"),
    ("club", {"first_lead": "four_denari_first_hand"}, "holder", "right"),
    ("cinque", {"first_lead": "four_denari_always"}, "holder", "holder"),
    ("morto", {"first_lead": "four_denari_always"}, "holder", "holder"),
    ("perdere", {"players": 6, "first_lead": "four_denari_always"}, "right", "right"),  # 4d is out
]


@pytest.mark.parametrize(("preset", "options", "first", "second"), LEADS)
def test_who_leads_trick_1(preset: str, options: dict[str, object], first: str, second: str) -> None:
    for seed in range(6):
        rng, match = random.Random(seed), new_match(preset, **{"hands": 3, **options})
        for expected in (first, second):
            deal_next(match, rng, dealer=2)
            hands = match.hand.deal.hands
            holder = next((seat for seat, cards in enumerate(hands) if parse_card("4d") in cards), None)
            right = (match.hand.dealer + 1) % match.ruleset.seats
            assert match.hand.turn == (holder if expected == "holder" else right)
            finish_hand(match, rng)


def test_the_four_of_denari_in_the_stock_leaves_the_lead_to_the_dealers_right() -> None:
    assert dealt("due", {}, dealer=0, rest="4d").hand.turn == 1
    assert dealt("due", {0: "4d"}, dealer=0).hand.turn == 0
    assert dealt("tre", {}, dealer=1, rest="4d", first_lead="four_denari_always").hand.turn == 2


def test_a_paper_hand_is_not_the_first_hand() -> None:
    match = new_match("centrosud")
    match.start_paper_hand(0)
    act(match, "award", side=0, points=4, reason="played at the bar")
    deal_next(match, random.Random(5))
    holder = next(seat for seat, cards in enumerate(match.hand.deal.hands) if parse_card("4d") in cards)
    assert match.hand.turn == holder
