"""Rules 3: what may be declared, when, and for how much."""

import itertools
from collections import Counter

import pytest

from games.engine.cards import hand_of, parse_cards
from games.engine.deal import Deal
from games.engine.declarations import COMBINATIONS, points_of
from games.engine.errors import (
    DeclarationNotHeld,
    DeclarationRepeated,
    DeclarationTooLate,
    NotAllowed,
    NotYourTurn,
    Refusal,
)
from games.engine.match import Match, server_action
from games.engine.scoring import declared
from games.engine.visibility import seat_view
from tests.games.engine.tables import act, dealt, new_match, play


def declare(match: Match, seat: int, *sets: str) -> None:
    act(match, "declare", seat, sets=list(sets))


def offers(match: Match, seat: int) -> dict[str, int]:
    offered = seat_view(match, seat)["may"].get("declare", [])
    return {offer["sets"][0]: offer["points"] for offer in offered}


def refused(expected: type[Refusal], match: Match, seat: int, *sets: str) -> None:
    before = match.hand.declarations
    with pytest.raises(expected):
        declare(match, seat, *sets)
    assert match.hand.declarations == before


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Ad 2d 3d Ac As 4b 5b 6b 7b Fb", 6),  # field report A4, h1: napoletana and three aces share the ace
        ("Ad Ac As Ab 2d 3d 4b 5b 6b 7b", 7),  # A4, h2: four aces 4, never 4 and 3
        ("3d 3s 3b 2b 4d 5s 6s 7b Fb Rd", 3),
        ("Ac 2c 3c As 4s 5d 6d 7d Rb Cb", 3),
        ("2d 2c 2s 2b Ad 3d 4b 5b 6b 7b", 7),  # rules 9: quaterna di due and a napoletana sharing the 2
        ("2c 2d 2s Ac 3c 4b 5b 6b 7b Fb", 6),  # rules 9: 2c shared
        ("Ad Ac As Ab 2d 2c 2s 3d 3c 3s", 19),  # the largest ten cards
        ("Rd Rc Rs Rb Cd Cc Cs Cb 4d 5d", 0),
        ("Ad 2d 4d", 0),
    ],
)
def test_points_of_a_hand(hand: str, points: int) -> None:
    assert points_of(hand_of(parse_cards(hand))) == points


def test_every_ten_honours_by_count() -> None:
    """Field report A4: of the 66 hands of aces, twos and threes alone, 36 are worth 16, 18 are 14 and 12 are 19."""
    honours = [card for card in range(40) if card % 10 in (7, 8, 9)]
    worth = Counter(points_of(hand_of(cards)) for cards in itertools.combinations(honours, 10))
    assert worth == {16: 36, 14: 18, 19: 12}


def test_nineteen_sets_of_cards_count() -> None:
    assert Counter(found.kind for found in COMBINATIONS.values()) == {"four": 3, "three": 12, "napoletana": 4}


def test_partners_declare_each_for_themselves_and_add_up() -> None:
    """Field report A4: three threes at S and a napoletana at N give their side 6, the others nothing."""
    match = dealt("club", {0: "3d 3s 3b 2b 4d 5s 6s 7b Fb Rd", 1: "Cd", 2: "Ac 2c 3c As 4s 5d 6d 7d Rb Cb"}, dealer=3)
    declare(match, 0, "3d 3s 3b")
    play(match, "4d")
    play(match, "Cd")
    declare(match, 2, "3c Ac 2c")
    assert declared(match.hand) == (6, 0)


def test_card_order_in_a_set_is_free_and_several_stand_together() -> None:
    match = dealt("club", {0: "2d 2c 2s 2b Ad 3d"}, dealer=3)
    declare(match, 0, "2b 2s 2c 2d", "3d Ad 2d")
    assert declared(match.hand) == (7, 0)


SETS = [
    (("Ad Ac 2s",), DeclarationNotHeld),  # no combination
    (("Rd Rc Rs",), DeclarationNotHeld),
    (("Ad Ac Ad",), DeclarationNotHeld),  # a card repeated
    (("Ad Ac As As",), DeclarationNotHeld),
    (("",), DeclarationNotHeld),
    (("3d 3c 3s",), DeclarationNotHeld),  # two held
    (("2d 2c 2s",), DeclarationNotHeld),  # a three whose fourth is held too
    (("2d 2c 2s", "2d 2c 2s 2b"), DeclarationNotHeld),
    (("Ad Ac As", "Ad As Ac"), DeclarationRepeated),  # the same set twice
    (("Ad Ac As", "3d 3c 3s"), DeclarationNotHeld),  # stand or fall together
]


@pytest.mark.parametrize(("sets", "refusal"), SETS)
def test_untrue_sets_are_refused(sets: tuple[str, ...], refusal: type[Refusal]) -> None:
    match = dealt("club", {0: "Ad Ac As 2d 2c 2s 2b 3c 3s", 1: "3d"}, dealer=3)
    refused(refusal, match, 0, *sets)


def test_the_three_within_a_declared_four_is_not_held_while_the_four_is() -> None:
    match = dealt("club", {0: "2d 2c 2s 2b"}, dealer=3)
    declare(match, 0, "2d 2c 2s 2b")
    refused(DeclarationNotHeld, match, 0, "2d 2c 2s")
    refused(DeclarationRepeated, match, 0, "2d 2c 2s 2b")


def test_a_set_within_one_declared_is_repeated() -> None:
    match = dealt("biska", {0: "2d 2c 2s 2b 4d", 1: "4c Rd", 2: "5d", 3: "6d"}, dealer=3)
    declare(match, 0, "2d 2c 2s 2b")
    play(match, "2d Rd 5d 6d")
    refused(DeclarationRepeated, match, 0, "2b 2c 2s")
    assert offers(match, 0) == {}


def test_silence_is_legal_and_another_seat_waits_for_its_turn() -> None:
    match = dealt("club", {0: "4d", 1: "Ac As Ab 5d"}, dealer=3)
    refused(NotYourTurn, match, 1, "Ac As Ab")
    play(match, "4d 5d")
    refused(NotYourTurn, match, 1, "Ac As Ab")
    assert declared(match.hand) == (0, 0)


TRICK_1 = "4d 5d 6d 7d"
TRICKS = {
    0: "4d 5c 5s 5b Ac As Ab 4c 4s 4b",
    1: "5d 6c 6s 6b 2d 2c 3d 3s Cs Cb",
    2: "6d 7c 7s 7b 2s 2b 3c 3b Fd Ad",
    3: "7d Fc Fs Fb Rd Rc Rs Rb Cd Cc",
}
HANDS_1_TO_4 = ["4d 5d 6d 7d", "Fc 5c 6c 7c", "Fs 5s 6s 7s", "Fb 5b 6b 7b"]


@pytest.mark.parametrize(("window", "last_trick"), [("own_turn_trick_1", 1), ("own_turn_tricks_1_3", 3)])
def test_own_turn_windows_close_after_their_trick(window: str, last_trick: int) -> None:
    match = dealt("club", TRICKS, dealer=3, declare_window=window)
    for number, trick in enumerate(HANDS_1_TO_4, start=1):
        cards = trick.split()
        while match.hand.turn != 0:
            play(match, cards.pop(0))
        if number <= last_trick:
            assert offers(match, 0) == {"Ac As Ab": 3}
        else:
            assert offers(match, 0) == {}
            refused(DeclarationTooLate, match, 0, "Ac As Ab")
        play(match, " ".join(cards))


def test_after_trick_1_opens_to_all_until_their_card_to_trick_2() -> None:
    match = dealt(
        "club",
        {**TRICKS, 1: "5d 6c 6s 6b 2d Ad 3d 3s Cs Cb", 2: "6d 7c 7s 7b 2s 2b 3c 3b Fd 2c"},
        dealer=3,
        declare_window="after_trick_1",
    )
    refused(NotAllowed, match, 0, "Ac As Ab")
    play(match, "4d 5d 6d")
    refused(NotAllowed, match, 0, "Ac As Ab")
    play(match, "7d")
    assert offers(match, 0) == {"Ac As Ab": 3}
    play(match, "Fc")
    declare(match, 2, "2c 2s 2b")  # out of turn, before its own card
    declare(match, 0, "Ac As Ab")
    assert declared(match.hand) == (6, 0)


def test_after_trick_1_closes_for_each_with_its_own_card() -> None:
    match = dealt("club", TRICKS, dealer=3, declare_window="after_trick_1")
    play(match, TRICK_1)
    play(match, "Fc 5c")
    refused(DeclarationTooLate, match, 0, "Ac As Ab")
    refused(DeclarationNotHeld, match, 1, "Ac As Ab")  # its window is open still
    play(match, "6c 7c")
    refused(DeclarationTooLate, match, 1, "Ac As Ab")


@pytest.mark.parametrize("preset", ["torneo", "perdere", "ciapano", "traversone"])
def test_where_nothing_is_declared_it_is_not_allowed(preset: str) -> None:
    refused(NotAllowed, dealt(preset, {0: "Ac As Ab"}, dealer=3), 0, "Ac As Ab")


def test_a_card_played_is_lost_to_the_basis_held_and_counts_as_dealt() -> None:
    """Rules 9: 3c played at trick 1 from A 2 3 of coppe; field report A5b under all three windows."""
    hands = {0: "3c Ac 2c 4d", 1: "4c 5d", 2: "5c 6d", 3: "6c 7d"}
    held = dealt("biska", hands, dealer=3)
    play(held, "3c 4c 5c 6c")
    refused(DeclarationNotHeld, held, 0, "Ac 2c 3c")
    as_dealt = dealt("ventuno", hands, dealer=3)
    play(as_dealt, "3c 4c 5c 6c")
    declare(as_dealt, 0, "Ac 2c 3c")
    assert declared(as_dealt.hand) == (3, 0)
    late = dealt("club", hands, dealer=3)
    play(late, "3c 4c 5c 6c")
    refused(DeclarationTooLate, late, 0, "Ac 2c 3c")


def test_twice_the_same_declaration_scores_once() -> None:
    """Field report A5a: two sockets send it; the second is refused."""
    match = dealt("club", {0: "Ad Ac As"}, dealer=3)
    declare(match, 0, "Ad Ac As")
    refused(DeclarationRepeated, match, 0, "Ad Ac As")
    assert declared(match.hand) == (3, 0)


def test_a_declaration_that_is_a_duty_may_not_be_skipped() -> None:
    match = dealt("club", {0: "Ad Ac As 4b", 1: "5b"}, dealer=3, declare_mandatory=True)
    for do in ("play", "timeout"):
        with pytest.raises(NotAllowed):
            act(match, do, 0, card="4b")
    assert "play" not in seat_view(match, 0)["may"]
    match.apply(server_action(match))
    assert declared(match.hand) == (3, 0)
    play(match, "4b 5b")


def test_a_duty_after_trick_1_is_each_seats_before_its_card() -> None:
    match = dealt("club", TRICKS, dealer=3, declare_window="after_trick_1", declare_mandatory=True)
    play(match, TRICK_1)
    play(match, "Fc")
    with pytest.raises(NotAllowed):
        act(match, "play", 0, card="5c")
    declare(match, 0, "Ac As Ab")
    play(match, "5c")


def test_deferred_cards_are_declared_all_the_same() -> None:
    match = dealt("centrosud", {0: "4d Ac As Ab"}, dealer=3)
    declare(match, 0, "Ac As Ab")
    assert declared(match.hand) == (3, 0)


class TestDrawn:
    """Two players with a stock (rules 6, *due*)."""

    HANDS = {0: "Ac As Ab 4d 5d 6d", 1: "7d 7c 6c 5c"}

    def test_the_fourth_drawn_while_the_three_are_held_scores_4_more(self) -> None:
        match = dealt("due", self.HANDS, dealer=1, rest="2b Ad")
        declare(match, 0, "Ac As Ab")
        play(match, "4d 7d")  # seat 1 takes the trick and draws 2b, seat 0 draws Ad
        play(match, "7c")
        assert offers(match, 0) == {"Ad Ac As Ab": 4}
        declare(match, 0, "Ad Ac As Ab")
        assert declared(match.hand) == (7, 0)

    def test_with_one_already_played_the_new_three_scores_3(self) -> None:
        match = dealt("due", self.HANDS, dealer=1, rest="Ad 2b")
        declare(match, 0, "Ac As Ab")
        play(match, "Ac 7c")  # seat 0 takes and draws Ad
        declare(match, 0, "Ad As Ab")
        assert declared(match.hand) == (6, 0)

    def test_only_the_first_ten_cards_count_as_dealt(self) -> None:
        match = dealt("due", {0: "Ac As 4d", 1: "7d"}, dealer=1, rest="2b Ab", declare_basis="dealt")
        play(match, "4d 7d")
        play(match, "7c" if "7c" in seat_view(match, 1)["hand"] else seat_view(match, 1)["may"]["play"][0])
        refused(DeclarationNotHeld, match, 0, "Ac As Ab")


def test_piles_are_not_declared() -> None:
    """Spizzichino: only the ten hand cards count, though a top may be played."""
    match = new_match("spizzichino")
    hands = (parse_cards("Ad Ac 4d 5d 6d 7d 4c 5c 6c 7c"), parse_cards("Fd Cd Rd Fc Cc Rc 4s 5s 6s 7s"))
    piles = (
        (parse_cards("As 2d 3d 2c 3c"), parse_cards("4b 5b 6b 7b Fb")),
        (parse_cards("2s 3s Fs Cs Rs"), parse_cards("2b 3b Ab Cb Rb")),
    )
    match.start_hand(1, Deal(hands, piles=piles))
    assert "As" in seat_view(match, 0)["may"]["play"]
    refused(DeclarationNotHeld, match, 0, "Ad Ac As")


def test_the_dummy_never_declares() -> None:
    match = dealt("morto", {0: "4d", 1: "5d", 2: "Ac As Ab 6d"}, dealer=3)
    refused(NotAllowed, match, 2, "Ac As Ab")
    play(match, "4d 5d")
    refused(NotAllowed, match, 2, "Ac As Ab")
    assert offers(match, 2) == {}
