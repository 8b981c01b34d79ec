"""Impossible acts over REST: each refused with its own code, and nothing of it done."""

from typing import Any

import pytest

from games.engine.cards import parse_cards
from games.engine.deal import Deal
from games.engine.rulesets import Ruleset
from games.models import Event, Match, Table
from tests.games.api.callers import Caller, code_of
from tests.games.factories import act, log_of, match_with, now_of, people, person

pytestmark = pytest.mark.django_db

# Seat 0 leads the bidding; the monte is what is left: 4d 4c 4s 4b.
HANDS = (
    "3d 2d Ad 3c 2c Ac Rd Rc Fd Fc Cd Cc",
    "3s 2s As 5d 6d 7d 5c 6c 7c Rs Cs Fs",
    "3b 2b Ab Rb Cb Fb 5s 6s 7s 5b 6b 7b",
)


@pytest.fixture
def table_of_three(monkeypatch) -> tuple[Match, list[Caller]]:
    """A terziglio just dealt by seat 2, and a program at each seat."""
    monkeypatch.setattr("games.services.deals.secrets.randbelow", lambda _: 2)
    monkeypatch.setattr("games.services.deals.deal_cards", with_monte)
    players = people(3)
    match = match_with(players, "terziglio", visibility="link", move_seconds=0, bank_seconds=0)
    return match, [Caller(player, "play") for player in players]


def with_monte(_rules: Ruleset, _dealer: int, _deck: object) -> Deal:
    return Deal(hands=tuple(map(parse_cards, HANDS)), rest=parse_cards("4d 4c 4s 4b"))


def go(match: Match, callers: list[Caller], *acts: tuple[int, str, dict[str, Any]]) -> None:
    for seat, do, fields in acts:
        act(match, callers[seat].user, do, **fields)


def refusal(match: Match, caller: Caller, do: str, fields: dict[str, Any]) -> str:
    """The code of a refused command, after which everything is as it was."""
    before = [(event.seq, event.kind) for event in log_of(match)]
    view, yours = now_of(match).view, now_of(match).yours(now_of(match).seat_of(caller.user.pk))
    answer = caller.command(match.pk, now_of(match).seq, do, **fields)
    assert 400 <= answer.status_code < 500
    assert [(event.seq, event.kind) for event in log_of(match)] == before
    assert now_of(match).view == view
    assert now_of(match).yours(now_of(match).seat_of(caller.user.pk)) == yours
    return code_of(answer)


BID = {"bid": "passo"}
CHIAMO = ((0, "bid", {"bid": "chiamo"}), (1, "bid", BID), (2, "bid", BID))
CALLED = (*CHIAMO, (0, "call", {"card": "3s"}))
GIVEN = (*CALLED, (0, "give", {"card": "Cc"}))
DIVIDED = ((0, "bid", {"bid": "dividete"}), (1, "bid", BID), (2, "bid", BID))
CHOSEN = ((0, "bid", {"bid": "scegliete"}), (1, "bid", BID), (2, "bid", BID))
CASES = [
    ("a bid not on the ladder", (), 0, "bid", {"bid": "briscola"}, "bad_bid"),
    ("a bid no higher", CHIAMO[:1], 1, "bid", {"bid": "chiamo"}, "bad_bid"),
    ("a bid out of turn", (), 1, "bid", BID, "not_your_turn"),
    ("a bid that is no text", (), 0, "bid", {"bid": 1}, "bad_format"),
    ("a card during the auction", (), 0, "play", {"card": "3d"}, "not_allowed"),
    ("a call of a card held", CHIAMO, 0, "call", {"card": "3d"}, "bad_exchange"),
    ("a call of a lower rank", CHIAMO, 0, "call", {"card": "2s"}, "bad_exchange"),
    ("a call of no card", CHIAMO, 0, "call", {"card": "8s"}, "bad_card"),
    ("a call by another", CHIAMO, 1, "call", {"card": "3b"}, "not_your_turn"),
    ("a return of the called card", CALLED, 0, "give", {"card": "3s"}, "bad_exchange"),
    ("a return of a card not held", CALLED, 0, "give", {"card": "3b"}, "card_not_held"),
    ("too few discards", GIVEN, 0, "discard", {"cards": "4d 4c 4s"}, "bad_exchange"),
    ("too many discards", GIVEN, 0, "discard", {"cards": "4d 4c 4s 4b Fd"}, "bad_exchange"),
    ("the same card twice", GIVEN, 0, "discard", {"cards": "4d 4c 4s 4s"}, "bad_exchange"),
    ("a discard not held", GIVEN, 0, "discard", {"cards": "4d 4c 4s 7b"}, "card_not_held"),
    ("a discard of no card", GIVEN, 0, "discard", {"cards": "4d 4c 4s 9b"}, "bad_card"),
    ("a discard out of turn", DIVIDED, 2, "discard", {"cards": "5s 6s"}, "not_your_turn"),
    ("more than there are", CHOSEN, 1, "take", {"count": 5}, "bad_exchange"),
    ("fewer than none", CHOSEN, 1, "take", {"count": -1}, "bad_format"),
    ("a number as a text", CHOSEN, 1, "take", {"count": "2"}, "bad_format"),
    ("a declaration where there are none", GIVEN, 0, "declare", {"sets": ["Ad 2d 3d"]}, "not_allowed"),
    ("a call where nothing is called", DIVIDED, 0, "call", {"card": "3s"}, "not_allowed"),
]


@pytest.mark.parametrize(("acts", "refused"), [(case[1], case[2:]) for case in CASES], ids=[c[0] for c in CASES])
def test_an_impossible_act_is_refused_whole(
    table_of_three: tuple[Match, list[Caller]],
    acts: tuple[tuple[int, str, dict[str, Any]], ...],
    refused: tuple[int, str, dict[str, Any], str],
) -> None:
    match, callers = table_of_three
    seat, do, fields, code = refused
    go(match, callers, *acts)
    assert refusal(match, callers[seat], do, fields) == code


OPTIONS = [
    ("club", {"target": 0}),
    ("club", {"target": 201}),
    ("club", {"target": "31"}),
    ("club", {"target": True}),
    ("club", {"players": 5}),
    ("due", {"players": 3}),
    ("perdere", {"players": 8}),
    ("chiamare", {"players": 2}),
    ("terziglio", {"hands": 101}),
    ("terziglio", {"hands": -1}),
    ("club", {"signals": "shouted"}),
    ("treseta", {"signal_words": ["busso", "busso"]}),
    ("treseta", {"signal_words": ["fischio"]}),
    ("club", {"declare_mandatory": 1}),
    ("tre", {"monte": "burnt"}),
    ("club", {"trumps": "denari"}),
]


@pytest.mark.parametrize(("preset", "options"), OPTIONS, ids=[f"{p} {o}" for p, o in OPTIONS])
def test_an_option_out_of_its_range_opens_no_table(preset: str, options: dict[str, Any]) -> None:
    caller = Caller(person(), "tables")
    answer = caller.post("/tables/", {"preset": preset, "options": options})
    assert (answer.status_code, code_of(answer)) == (422, "bad_option")
    name = next(iter(options))
    assert name in answer.json()["detail"]
    assert not Table.objects.exists()
    assert not Event.objects.exists()


def test_an_option_without_effect_is_accepted_and_changes_nothing() -> None:
    caller = Caller(person(), "tables")
    answer = caller.post("/tables/", {"preset": "perdere", "options": {"signals": "any", "monte": "aside"}})
    assert answer.status_code == 201
    assert answer.json()["options"] == {}
