"""What may be seen: views never depend on, or name, a card their reader may not see."""

import dataclasses
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.cards import CODES, NO_CARDS, hand_of, parse_cards
from games.engine.errors import Refusal
from games.engine.match import Match
from games.engine.options import SIGNAL_WORDS
from games.engine.rulesets import PRESETS
from games.engine.signals import SPOKEN
from games.engine.timeouts import due_declaration
from games.engine.visibility import public_view, seat_view
from tests.games.engine.tables import act, codes, deal_next, dealt, finish_hand, moves, new_match, paper, play

ALL_ACTS = ("declare", "signal", "say", "a_monte", "call_out")
TABLES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in PRESETS),
    *(("chiamare", {"players": players}) for players in (3, 6, 7)),
    ("club", {"declare_mandatory": True}),
    ("ventuno", {"declare_mandatory": True}),
    ("due", {"declare_basis": "dealt", "declare_window": "after_trick_1"}),
    ("club", {"a_monte": "below_one_point", "call_out": "minus_11", "signals": "spoken"}),
    ("morto", {"declare_reveal": "deferred", "signals": "any"}),
]


def scrambled(match: Match, seat: int | None, rng: random.Random) -> Match:
    """The same match with every card *seat* does not see dealt anew among the places they lie in."""
    twin = match.copy()
    hand = twin.hand
    position = hand.position
    shown = NO_CARDS
    if hand.piles is not None:
        for owner in range(match.ruleset.seats):
            shown |= hand_of(top for top in hand.piles.tops(owner) if top is not None)
    if public_view(match).get("dummy") and public_view(match)["dummy"]["hand"] is not None:
        shown |= position.hands[match.ruleset.shape.dummy]
    hidden = [
        [card for card in range(40) if cards >> card & 1 and not shown >> card & 1] if owner != seat else []
        for owner, cards in enumerate(position.hands)
    ]
    loose = [card for cards in hidden for card in cards] + list(hand.stock) + list(hand.exchange.monte)
    rng.shuffle(loose)
    for owner, cards in enumerate(hidden):
        own, loose = loose[: len(cards)], loose[len(cards) :]
        position.hands[owner] = position.hands[owner] & ~hand_of(cards) | hand_of(own)
    hand.stock, loose = tuple(loose[: len(hand.stock)]), loose[len(hand.stock) :]
    hand.exchange = dataclasses.replace(hand.exchange, monte=tuple(loose))
    nobody = [card for card in range(40) if card not in hand.deal.hands[seat or 0]]
    hand.dealt = tuple(
        cards if owner == seat else hand_of(rng.sample(nobody, 10)) for owner, cards in enumerate(hand.dealt)
    )
    return twin


def positions(preset: str, options: dict[str, Any], hands: int) -> Iterator[tuple[Match, random.Random]]:
    """Every position of a few random hands, with all that a seat may do in them."""
    rng = random.Random(f"{preset}{options}")
    match = new_match(preset, **{**options, "hands": 100})
    for _ in range(hands):
        if match.finished:
            match = new_match(preset, **{**options, "hands": 100})
        deal_next(match, rng)
        while not match.hand.ended:
            yield match, rng
            due = due_declaration(match.hand)
            match.apply(due if due is not None else rng.choice(moves(match, acts=ALL_ACTS)))


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_views_do_not_depend_on_hidden_cards(preset: str, options: dict[str, Any]) -> None:
    for match, rng in positions(preset, options, hands=4):
        seat = rng.randrange(match.ruleset.seats)
        assert public_view(scrambled(match, None, rng)) == public_view(match)
        twin = scrambled(match, seat, rng)
        assert public_view(twin) == public_view(match)
        assert seat_view(twin, seat) == seat_view(match, seat)


def test_the_scramble_moves_cards() -> None:
    """The test above can fail: the cards it must not tell apart are different ones."""
    match, rng = new_match("club"), random.Random(1)
    deal_next(match, rng)
    twin = scrambled(match, 0, rng)
    assert twin.hand.position.hands[0] == match.hand.position.hands[0]
    assert seat_view(twin, 1) != seat_view(match, 1)


def cards_named(value: object) -> set[str]:
    if isinstance(value, dict):
        return {card for part in value.values() for card in cards_named(part)}
    if isinstance(value, list):
        return {card for part in value for card in cards_named(part)}
    return {value} & set(CODES) if isinstance(value, str) else set()


def cards_shown(match: Match, view: dict[str, Any]) -> set[str]:
    """The cards everybody has seen in this hand, found without asking the view where they lie."""
    hand = match.hand
    shown = {CODES[card] for trick in hand.tricks for card in trick.cards}
    shown |= {CODES[card] for card in (*hand.position.plays, *(card for _, card in hand.drawn))}
    if match.ruleset.shape.dummy is not None and shown:
        shown |= codes(hand.position.hands[match.ruleset.shape.dummy])
    for called in (hand.called, hand.deal.turned):
        shown |= {CODES[called]} if called is not None else set()
    if hand.contract is not None and hand.contract.shows_monte:
        shown |= {CODES[card] for card in hand.deal.rest}
    return shown | cards_named(view["declarations"]) | cards_named(view.get("piles", []))


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_views_name_only_cards_that_were_shown_or_are_held(preset: str, options: dict[str, Any]) -> None:
    for match, rng in positions(preset, options, hands=3):
        view, seat = public_view(match), rng.randrange(match.ruleset.seats)
        assert cards_named(view) <= cards_shown(match, view)
        may = seat_view(match, seat)["may"]
        named = cards_named({key: value for key, value in may.items() if key != "call"})
        named |= set(may.get("say", {})) | set(may.get("signals", {}))
        assert named <= codes(match.hand.position.hands[seat])


def refused(match: Match, seat: int, **fields: str) -> bool:
    before = json.dumps(public_view(match))
    try:
        act(match, "play", seat, **fields)
    except Refusal:
        return json.dumps(public_view(match)) == before
    return False


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_all_that_is_offered_is_accepted_and_all_else_refused(preset: str, options: dict[str, Any]) -> None:
    """The interface offers only true things: each offer is taken; a card, signal or word left out is refused."""
    words = [*(("signal", word) for word in SIGNAL_WORDS), *(("say", word) for word in sorted(SPOKEN))]
    for match, rng in positions(preset, options, hands=1):
        for action in moves(match, acts=ALL_ACTS):
            match.copy().apply(action)
        seat = match.hand.turn
        may = seat_view(match, seat)["may"]
        for card in rng.sample(CODES, 4):
            if card not in may.get("play", []):
                assert refused(match, seat, card=card)
            key, word = rng.choice(words)
            if word not in may.get({"signal": "signals", "say": "say"}[key], {}).get(card, []):
                assert refused(match, seat, card=card, **{key: word})


def test_the_keys_of_the_public_view_are_fixed_by_the_ruleset() -> None:
    """A change is sent by key, so a key never comes or goes within a match once a hand is dealt."""
    common = {
        "hand", "dealer", "phase", "turn", "trick", "last_trick", "counts", "sides", "taken", "declarations",
        "declared", "awarded", "totals", "hands", "turned", "trump", "result",
    }  # fmt: skip
    more = {
        "due": {"stock", "drawn"},
        "spizzichino": {"piles"},
        "morto": {"dummy"},
        "tre": {"monte"},
        "terziglio": {"monte", "bids", "contract"},
        "chiamare": {"bids", "contract"},
    }
    for preset in PRESETS:
        match, rng = new_match(preset), random.Random(preset)
        deal_next(match, rng)
        while not match.hand.ended:
            assert set(public_view(match)) == common | more.get(preset, set())
            match.apply(rng.choice(moves(match)))
        assert set(public_view(match)) == common | more.get(preset, set())
        assert json.loads(json.dumps(public_view(match))) == public_view(match)


def test_before_the_first_deal() -> None:
    view = public_view(new_match("club"))
    assert (view["hand"], view["phase"], view["turn"], view["counts"]) == (None, "deal", None, [0, 0, 0, 0])
    assert seat_view(new_match("club"), 2) == {"seat": 2, "hand": [], "may": {}}


def test_a_trick_on_the_table_and_the_last_one() -> None:
    match = dealt("club", {0: "3d 4c", 1: "Ad 5c", 2: "Rd 6c", 3: "4d 7c"}, dealer=3)
    play(match, "3d")
    assert public_view(match)["trick"] == {"number": 1, "leader": 0, "plays": [{"seat": 0, "card": "3d"}]}
    play(match, "Ad Rd 4d")
    view = public_view(match)
    assert view["trick"] == {"number": 2, "leader": 0, "plays": []}
    assert view["last_trick"] == {
        "number": 1,
        "plays": [
            {"seat": 0, "card": "3d"},
            {"seat": 1, "card": "Ad"},
            {"seat": 2, "card": "Rd"},
            {"seat": 3, "card": "4d"},
        ],
        "winner": 0,
        "thirds": 5,
    }
    assert view["taken"] == [{"tricks": 1, "thirds": 5}, {"tricks": 0, "thirds": 0}]
    assert (view["counts"], view["turn"], view["phase"]) == ([9, 9, 9, 9], {"seat": 0, "do": "play"}, "play")


def test_the_hand_is_sorted_by_suit_and_power_and_legal_cards_are_marked() -> None:
    match = dealt("club", {0: "Rd", 1: "4b 3b Ac 5d 3d 4s 2s 7c Fc 6c"}, dealer=3)
    view = seat_view(match, 1)
    assert view["hand"] == ["3d", "5d", "Ac", "Fc", "7c", "6c", "2s", "4s", "3b", "4b"]
    assert "play" not in view["may"]
    play(match, "Rd")
    assert seat_view(match, 1)["may"]["play"] == ["3d", "5d"]


class TestDeclared:
    HANDS = {0: "Ac As Ab 4d", 1: "5d 5c", 2: "6d", 3: "7d"}

    def test_at_once(self) -> None:
        match = dealt("club", self.HANDS, dealer=3)
        act(match, "declare", 0, sets=["Ab Ac As"])
        view = public_view(match)
        assert view["declarations"] == [{"seat": 0, "points": 3, "sets": [["Ac", "As", "Ab"]]}]
        assert view["declared"] == [3, 0]

    def test_deferred_to_the_first_card_of_trick_2(self) -> None:
        match = dealt("centrosud", self.HANDS, dealer=3)
        act(match, "declare", 0, sets=["Ab Ac As"])
        hidden = [{"seat": 0, "points": 3, "kinds": ["three"]}]
        for card in ("4d", "5d", "6d", "7d"):
            assert public_view(match)["declarations"] == hidden
            play(match, card)
        assert public_view(match)["declarations"] == hidden
        play(match, seat_view(match, 3)["may"]["play"][0])
        assert public_view(match)["declarations"] == [{"seat": 0, "points": 3, "sets": [["Ac", "As", "Ab"]]}]


def test_the_dummy_is_shown_after_the_first_card() -> None:
    match = dealt("morto", {0: "4d"}, dealer=3)
    assert public_view(match)["dummy"] == {"seat": 2, "hand": None}
    play(match, "4d")
    assert len(public_view(match)["dummy"]["hand"]) == 10
    match = dealt("morto", {2: "4d"}, dealer=1)  # the dummy leads: its own card first
    assert public_view(match)["dummy"]["hand"] is None
    play(match, "4d")
    assert len(public_view(match)["dummy"]["hand"]) == 9


def test_drawn_cards_are_shown_to_both_the_winners_first() -> None:
    match = dealt("due", {0: "4d 6d", 1: "7d"}, dealer=1, rest="Ac 2b")
    play(match, "4d 7d")
    view = public_view(match)
    assert view["drawn"] == [{"seat": 1, "card": "Ac"}, {"seat": 0, "card": "2b"}]
    assert view["stock"] == 18
    assert "2b" in seat_view(match, 0)["hand"]
    play(match, seat_view(match, 1)["may"]["play"][0])
    assert public_view(match)["drawn"] == view["drawn"]


def test_a_played_top_uncovers_the_next_when_both_cards_lie() -> None:
    match = new_match("spizzichino")
    deal_next(match, random.Random(2), dealer=1)
    top, under = (CODES[card] for card in match.hand.deal.piles[0][0][:2])
    assert public_view(match)["piles"][0][0] == {"top": top, "covered": 4}
    assert public_view(match)["counts"] == [10, 10]
    with pytest.raises(Refusal, match="not in this hand"):
        act(match, "play", 0, card=under)
    play(match, top)
    assert public_view(match)["piles"][0][0] == {"top": None, "covered": 4}
    play(match, seat_view(match, 1)["may"]["play"][-1])
    assert public_view(match)["piles"][0][0] == {"top": under, "covered": 3}
    assert len(seat_view(match, 0)["hand"]) == 10


def test_the_trump_is_the_dealers_last_card() -> None:
    match = dealt("briscola", {3: "4d 5d 6d 7d 4c 5c 6c 7c Fc 3s"}, dealer=3)
    view = public_view(match)
    assert (view["turned"], view["trump"]) == ("3s", "s")
    assert "3s" in seat_view(match, 3)["hand"]


def test_the_end_of_a_match_is_told_with_its_reason() -> None:
    match = new_match("club", hands=1)
    deal_next(match, random.Random(1))
    finish_hand(match, random.Random(1))
    view = public_view(match)
    assert (view["phase"], view["turn"], view["trick"]) == ("finished", None, None)
    assert view["result"] == {"winners": list(match.winners), "totals": list(match.totals), "reason": "hands"}
    assert view["hand"] == 0
    assert set(view["hands"][0]) == {"sides", "thirds", "card_points", "declared", "score", "totals", "cappotto"}
    assert seat_view(match, 0)["may"] == {}


def test_between_hands_the_last_one_stays_in_sight() -> None:
    match = paper(new_match("club"), 3, 4)
    deal_next(match, random.Random(1))
    assert public_view(match)["hand"] == 1
    finish_hand(match, random.Random(1))
    view = public_view(match)
    assert (view["hand"], view["phase"], len(view["hands"])) == (1, "deal", 2)
    assert view["last_trick"]["number"] == 10


def test_a_copy_is_independent() -> None:
    match = dealt("club", {0: "3d 4c"}, dealer=3)
    twin = match.copy()
    play(twin, "3d")
    assert public_view(match)["counts"] == [10, 10, 10, 10]
    assert seat_view(match, 0)["hand"][0] == "3d"
    assert parse_cards("3d")[0] not in match.hand.position.plays
