"""Rules 4 and 7: signals beside a card, and the spoken declarations of the south."""

import pytest

from games.engine.cards import hand_of, parse_card, parse_cards
from games.engine.errors import CardNotHeld, MustFollowSuit, Refusal, SignalFalse, SignalNotAllowed
from games.engine.match import Match
from games.engine.signals import SPOKEN, spoken_truths
from games.engine.visibility import public_view, seat_view
from tests.games.engine.tables import act, dealt, play

NOT_ALLOWED, FALSE = SignalNotAllowed, SignalFalse


def signal(match: Match, card: str, word: str) -> None:
    act(match, "play", card=card, signal=word)


def say(match: Match, card: str, word: str) -> None:
    act(match, "play", card=card, say=word)


def refused(expected: type[Refusal], match: Match, **fields: str) -> None:
    before = (list(match.hand.position.hands), match.hand.marks, match.hand.bussos)
    with pytest.raises(expected):
        act(match, "play", **fields)
    assert (match.hand.position.hands, match.hand.marks, match.hand.bussos) == before


HANDS = {0: "3d 4d 4s 5s 6s 4c", 1: "5d 6d 7s 5c", 2: "7d 5b Fs 6c", 3: "Fd 6b Cs 7c"}

WHO = [
    ("club", {}, "busso", None, NOT_ALLOWED),
    ("partner", {}, "striscio", None, None),
    ("partner", {}, "busso", None, NOT_ALLOWED),
    ("ventuno", {}, "busso", None, None),
    ("briscola", {}, "busso", None, None),
    ("biska", {}, "striscio", NOT_ALLOWED, NOT_ALLOWED),
    ("torneo", {}, "striscio", NOT_ALLOWED, NOT_ALLOWED),
    ("due", {}, "striscio", NOT_ALLOWED, NOT_ALLOWED),
    ("perdere", {}, "striscio", NOT_ALLOWED, NOT_ALLOWED),
    ("perdere", {"signals": "any"}, "striscio", NOT_ALLOWED, NOT_ALLOWED),  # an option without effect
    ("centrosud", {"first_lead": "right_of_dealer"}, "striscio", NOT_ALLOWED, NOT_ALLOWED),
    ("treseta", {}, "striscio", None, NOT_ALLOWED),
    ("cinque", {}, "striscio", None, NOT_ALLOWED),
    ("club", {"signals": "any"}, "busso", None, None),
    ("club", {"signal_words": ["busso"]}, "striscio", NOT_ALLOWED, NOT_ALLOWED),
]


@pytest.mark.parametrize(("preset", "options", "word", "leader", "follower"), WHO)
def test_who_may_signal(
    preset: str, options: dict, word: str, leader: type[Refusal] | None, follower: type[Refusal] | None
) -> None:
    hands = {seat: cards for seat, cards in HANDS.items() if seat < 2} if preset == "due" else HANDS
    options = {**options, "first_lead": "right_of_dealer"} if preset in ("biska", "due") else options
    dealer = {"due": 1, "cinque": 4}.get(preset, 3)
    match = dealt(preset, hands, dealer=dealer, **options)
    if word == "striscio":
        if leader is None:
            signal(match, "3d", word)
        else:
            refused(leader, match, card="3d", signal=word)
            play(match, "3d")
    else:
        play(match, "3d")
    if follower is None:
        signal(match, "5d", word)
    else:
        refused(follower, match, card="5d", signal=word)


TRUTHS = [
    ("3d", "striscio", None),  # 4d stays
    ("3d", "volo", FALSE),
    ("4c", "volo", None),
    ("4c", "striscio", FALSE),
    ("4c", "busso", None),  # cannot be checked
    ("3d", "busso", None),
    ("3d", "striscio lungo", NOT_ALLOWED),
    ("3d", "", NOT_ALLOWED),
    ("3d", "BUSSO", NOT_ALLOWED),
]


@pytest.mark.parametrize(("card", "word", "refusal"), TRUTHS)
def test_volo_and_striscio_are_true(card: str, word: str, refusal: type[Refusal] | None) -> None:
    match = dealt("club", {0: "3d 4d 4s 5s 6s 4c 7s 5b 6b 7b"}, dealer=3)
    if refusal is None:
        signal(match, card, word)
        assert public_view(match)["trick"]["plays"] == [{"seat": 0, "card": card, "signal": word}]
    else:
        refused(refusal, match, card=card, signal=word)


def test_where_truth_is_not_asked_a_false_word_passes() -> None:
    match = dealt("club", {0: "3d 4d 4s 5s 6s 4c 7s 5b 6b 7b"}, dealer=3, signal_truth=False)
    signal(match, "3d", "volo")


def test_the_card_is_judged_before_the_signal() -> None:
    match = dealt("partner", {0: "3d", 1: "4d 4s"}, dealer=3)
    refused(CardNotHeld, match, card="4d", signal="volo")
    play(match, "3d")
    refused(MustFollowSuit, match, card="4s", signal="busso")


COME_BACK = {
    0: "4d 3s Ac 4c 5c 6c 7c Fc 4b 5b",
    1: "5d 4s 2c Rc Cc 3c 6b 7b Fb Cb",
    2: "3d Rs 5s 6s 7s Fs Cs 6d 7d Rb",
    3: "Rd As 2s Cd Fd 2d Ad Ab 2b 3b",
}


def test_striscio_tells_who_has_just_taken_that_it_can_come_back() -> None:
    """Seat 0 busses in denari; seat 2 takes, leads its only bastoni and still holds denari to come back in."""
    match = dealt("club", COME_BACK, dealer=3)
    signal(match, "4d", "busso")
    play(match, "5d 3d Rd")
    assert match.hand.turn == 2
    assert seat_view(match, 2)["may"]["signals"]["Rb"] == ["busso", "striscio", "volo"]
    signal(match, "Rb", "striscio")


def test_only_the_partners_busso_and_only_its_latest_counts() -> None:
    match = dealt("club", COME_BACK, dealer=3)
    play(match, "4d 5d 3d Rd")
    refused(FALSE, match, card="Rb", signal="striscio")  # nobody bussed
    match = dealt("ventuno", COME_BACK, dealer=3)
    play(match, "4d")
    signal(match, "5d", "busso")  # an opponent's
    play(match, "3d Rd")
    refused(FALSE, match, card="Rb", signal="striscio")


def test_the_first_leader_has_taken_no_trick() -> None:
    match = dealt("club", {0: "4c 4d 5d 6d 7d 4s 5s 6s 7s 4b"}, dealer=3)
    refused(FALSE, match, card="4c", signal="striscio")


def test_the_dummy_never_signals() -> None:
    match = dealt("morto", {2: "4c 5c", 1: "3d", 0: "4d", 3: "5d"}, dealer=1)
    assert match.hand.turn == 2
    refused(NOT_ALLOWED, match, card="4c", signal="striscio")
    assert "signals" not in seat_view(match, 2)["may"]


TRUE_WORDS = [
    ("Ad 4c", "Ad", {"ho_asso", "piombo"}),
    ("Ad 4d", "4d", {"ho_asso"}),
    ("3d 2d 4c", "3d", {"ho_tre", "ho_due", "voglio_asso"}),
    ("3d Ad 4d", "4d", {"ho_tre", "ho_asso", "voglio_due"}),
    ("2d Ad 4d", "2d", {"ho_due", "ho_asso", "voglio_tre"}),
    ("3d 2d Ad", "Ad", {"ho_tre", "ho_due", "ho_asso", "napoli"}),
    ("Rd 4c", "Rd", {"piombo"}),
    ("4d 4c", "4d", {"piombo"}),
    ("Rd 4d", "Rd", {"seconda"}),
    ("Rd 4d", "4d", {"seconda_liscia"}),
    ("Rd Cd Fd", "Fd", {"terza"}),
    ("Rd Cd 7d 6d", "7d", {"quarta_liscia"}),
    ("Rd Cd Fd 7d 6d", "Rd", {"quinta"}),
    ("Rd Cd Fd 7d 6d 5d", "Rd", {"sesta"}),
    ("Rd Cd Fd 7d 6d 5d 4d", "5d", {"settima_liscia"}),
]


@pytest.mark.parametrize(("hand", "card", "words"), TRUE_WORDS)
def test_what_may_truly_be_said(hand: str, card: str, words: set[str]) -> None:
    assert set(spoken_truths(parse_card(card), hand_of(parse_cards(hand)))) == words


SPOKEN_TABLE = {0: "3d 2d Rc Cc 4s Fb 7b 6b 5b 4b", 1: "4d 5d 5c", 2: "5s 6s 6d", 3: "6c 7c 7d"}


def speaking() -> Match:
    return dealt("centrosud", SPOKEN_TABLE, dealer=3, first_lead="right_of_dealer")


@pytest.mark.parametrize("word", sorted(SPOKEN | {"ho_quattro", "busso", ""}))
def test_each_word_is_accepted_refused_or_false_on_a_first_lead(word: str) -> None:
    true = {"ho_tre", "ho_due", "voglio_asso", "dammi_tre", "dammi_due"}
    match = speaking()
    if word in true:
        say(match, "3d", word)
    elif word in SPOKEN:
        refused(FALSE, match, card="3d", say=word)
    else:
        refused(NOT_ALLOWED, match, card="3d", say=word)
    assert set(seat_view(speaking(), 0)["may"]["say"]["3d"]) == true


def test_a_suit_led_before_and_a_seat_that_follows_say_nothing() -> None:
    match = speaking()
    say(match, "3d", "ho_due")
    refused(NOT_ALLOWED, match, card="4d", say="dammi_tre")
    play(match, "4d 6d 7d")
    assert match.hand.turn == 0
    refused(NOT_ALLOWED, match, card="2d", say="ho_due")
    assert seat_view(match, 0)["may"]["say"]["2d"] == ["dammi_tre", "dammi_due"]
    say(match, "2d", "dammi_tre")  # a request stands on any lead


def test_spoken_tables_have_no_signals_and_silent_tables_no_words() -> None:
    refused(NOT_ALLOWED, speaking(), card="3d", signal="busso")
    refused(NOT_ALLOWED, dealt("club", SPOKEN_TABLE, dealer=3), card="3d", say="ho_tre")
    assert "signals" not in seat_view(speaking(), 0)["may"]
    assert "say" not in seat_view(dealt("club", SPOKEN_TABLE, dealer=3), 0)["may"]


def test_one_event_carries_card_and_word() -> None:
    match = speaking()
    say(match, "Rc", "seconda")
    assert public_view(match)["trick"]["plays"] == [{"seat": 0, "card": "Rc", "say": "seconda"}]
    play(match, "5c")
    assert public_view(match)["trick"]["plays"][0]["say"] == "seconda"
