"""The record's refusals: which fault is named, where it stands, and which comes first."""

import random
from typing import Any

import pytest

from games.engine.actions import Action, action_dict, parse_action
from games.engine.cards import CODES
from games.engine.record import replay
from tests.games.engine.records import DEAL, award, declare, error, play, record
from tests.games.engine.tables import deal_next, moves, new_match

WHOLE = [
    ([], "bad_format"),
    (None, "bad_format"),
    ("tressette/1", "bad_format"),
    ({}, "bad_format"),
    ({**record(), "format": "tressette/2"}, "bad_format"),
    ({**record(), "format": ["tressette/1"]}, "bad_format"),
    ({**record(), "rules": 7}, "bad_format"),
    ({**record(), "options": []}, "bad_format"),
    ({**record(), "options": None}, "bad_format"),
    ({**record(), "players": "anna"}, "bad_format"),
    ({**record(), "players": ["a", "b", "c"]}, "bad_format"),
    ({**record(), "players": ["a", "b", "c", 4]}, "bad_format"),
    ({**record(), "hands": {}}, "bad_format"),
    ({**record(), "hands": None}, "bad_format"),
    ({key: value for key, value in record().items() if key != "players"}, "bad_format"),
    ({key: value for key, value in record().items() if key != "hands"}, "bad_format"),
    ({**record(), "rules": "tressette"}, "bad_rules"),
    ({**record(), "options": {"target": 0}}, "bad_option"),
    ({**record(), "options": {"colour": 1}}, "bad_option"),
    ({**record(), "options": {"players": 5}}, "bad_option"),
    ({**record(), "players": ["a"], "options": {"target": 0}}, "bad_format"),  # the number of players comes first
    ({**record(), "rules": "morto"}, "bad_format"),  # three people
    ({**record(), "rules": "perdere", "options": {"players": 8}}, "bad_option"),
    ({**record(), "rules": "perdere", "options": {"players": 5}}, "bad_format"),
    ({**record(), "rules": "nothing", "options": {"target": 0}}, "bad_rules"),
    ({**record(), "rules": "x" * 100_000}, "bad_rules"),
    ({**record(), "options": {"target": 10**4299}}, "bad_option"),
    ({**record(), "options": {"x" * 100_000: 1}}, "bad_option"),
    ({**record(), "options": {"signals": ["x" * 100_000]}}, "bad_option"),
]


@pytest.mark.parametrize(("obj", "code"), WHOLE)
def test_faults_of_the_whole(obj: object, code: str) -> None:
    assert error(obj) == (None, None, code)


SWAPPED = [DEAL[0].replace("Ad", "3b"), *DEAL[1:]]
HANDS = [
    ({"dealer": 4}, "bad_deal"),
    ({"dealer": -1}, "bad_deal"),
    ({"dealer": "3"}, "bad_deal"),
    ({"dealer": True}, "bad_deal"),
    ({"dealer": None}, "bad_deal"),
    ({"deal": "…"}, "bad_deal"),
    ({"deal": None}, "bad_deal"),
    ({"deal": []}, "bad_deal"),
    ({"deal": DEAL[:3]}, "bad_deal"),
    ({"deal": [*DEAL, ""]}, "bad_deal"),
    ({"deal": [DEAL[0], DEAL[1], DEAL[2], 5]}, "bad_deal"),
    ({"deal": SWAPPED}, "bad_deal"),
    ({"deal": [DEAL[0][:-3], *DEAL[1:]]}, "bad_deal"),
    ({"deal": [DEAL[0][:-3], DEAL[1] + " 6c", *DEAL[2:]]}, "bad_deal"),
    ({"deal": [DEAL[0].replace("Ad", "AD"), *DEAL[1:]]}, "bad_deal"),
    ({"deal": [DEAL[0].replace("Ad ", "Ad  "), *DEAL[1:]]}, "bad_deal"),
    ({"deal": [DEAL[0] + " ", *DEAL[1:]]}, "bad_deal"),
    ({"rest": ""}, "bad_deal"),
    ({"rest": None}, "bad_deal"),
    ({"turned": "Rs"}, "bad_deal"),
    ({"actions": None}, "bad_format"),
    ({"actions": {}}, "bad_format"),
]


@pytest.mark.parametrize(("fields", "code"), HANDS)
def test_faults_of_a_hand(fields: dict[str, Any], code: str) -> None:
    assert error(record(**fields)) == (0, None, code)


@pytest.mark.parametrize("hand", [None, 5, [], "hand", {}, {"dealer": 3, "deal": DEAL}, {"dealer": 3, "actions": []}])
def test_a_hand_of_the_wrong_shape(hand: object) -> None:
    assert error({**record(), "hands": [hand]}) == (0, None, "bad_format")


def test_stock_monte_and_trump_are_checked() -> None:
    def other(rules: str, deal: list[str], players: int, **fields: Any) -> tuple[int | None, int | None, str] | None:
        obj = {
            "format": "tressette/1",
            "rules": rules,
            "options": {},
            "players": ["x"] * players,
            "hands": [{"dealer": 0, "deal": deal, "actions": [], **fields}],
        }
        return error(obj) if "error" in replay(obj) else None

    rest = " ".join(DEAL[2:])
    assert other("due", DEAL[:2], 2, rest=rest) is None
    for fault in ({}, {"rest": DEAL[2]}, {"rest": rest.replace("2b", "Ad")}, {"rest": rest.replace("2b", "2B")}):
        assert other("due", DEAL[:2], 2, **fault) == (0, None, "bad_deal")
    assert other("briscola", DEAL, 4, turned="6c") is None
    for fault in (
        {},
        {"turned": "Rs"},
        {"turned": "6C"},
        {"turned": 3},
        {"turned": None},
        {"turned": "6c", "rest": ""},
    ):
        assert other("briscola", DEAL, 4, **fault) == (0, None, "bad_deal")
    piles = [f"{one} | {two[:14]} | {two[15:]}" for one, two in zip(DEAL[:2], DEAL[2:], strict=True)]
    assert other("spizzichino", piles, 2) is None
    for deal in (DEAL[:2], [piles[0], DEAL[1]], [text.replace(" | ", "|") for text in piles], [piles[0]] * 2):
        assert other("spizzichino", deal, 2) == (0, None, "bad_deal")
    cards = [card for card in CODES if card != "4b"]
    assert other("tocca", [" ".join(cards[at : at + 13]) for at in (0, 13, 26)], 3) is None
    wrong = ["4b", *cards[1:]]
    assert other("tocca", [" ".join(wrong[at : at + 13]) for at in (0, 13, 26)], 3) == (0, None, "bad_deal")


ACTIONS = [
    (None, "bad_format"),
    ("play", "bad_format"),
    ({}, "bad_format"),
    ({"seat": 0}, "bad_format"),
    ({"seat": 0, "do": "cheat"}, "bad_format"),
    ({"seat": 0, "do": ["play"]}, "bad_format"),
    ({"seat": 0, "do": "play"}, "bad_format"),
    ({"do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": 4, "do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": -1, "do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": "0", "do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": False, "do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": 0.0, "do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": 0, "do": "play", "card": 7}, "bad_format"),
    (play(0, "Ad", signal=1), "bad_format"),
    (play(0, "Ad", signal=None), "bad_format"),
    (play(0, "Ad", say=["x"]), "bad_format"),
    ({"seat": 0, "do": "timeout"}, "bad_format"),
    ({"seat": 0, "do": "declare"}, "bad_format"),
    ({"seat": 0, "do": "declare", "sets": []}, "bad_format"),
    ({"seat": 0, "do": "declare", "sets": "Ad Ac As"}, "bad_format"),
    ({"seat": 0, "do": "declare", "sets": [["Ad", "Ac", "As"]]}, "bad_format"),
    ({"seat": 0, "do": "bid", "bid": 1}, "bad_format"),
    ({"seat": 0, "do": "take", "count": "2"}, "bad_format"),
    ({"seat": 0, "do": "take", "count": True}, "bad_format"),
    ({"seat": 0, "do": "discard", "cards": ["Ad"]}, "bad_format"),
    ({"seat": 0, "do": "resign"}, "bad_format"),
    ({"seat": 0, "do": "resign", "side": 2}, "bad_format"),
    ({"do": "award", "side": 2, "points": 1, "reason": "x"}, "bad_format"),
    ({"do": "award", "side": 0, "points": 1.5, "reason": "x"}, "bad_format"),
    ({"do": "award", "side": 0, "points": 1}, "bad_format"),
    ({"do": "award", "side": 0, "points": 10**4299, "reason": "x"}, "bad_format"),
    ({"seat": 10**4299, "do": "play", "card": "Ad"}, "bad_format"),
    ({"seat": 0, "do": "x" * 100_000}, "bad_format"),
    ({"do": "award", "side": 0, "reason": "x"}, "bad_format"),
    ({"seat": 0, "do": "bid", "bid": "solo"}, "not_allowed"),
    ({"seat": 0, "do": "call", "card": "3d"}, "not_allowed"),
    ({"seat": 0, "do": "give", "card": "Ad"}, "not_allowed"),
    ({"seat": 0, "do": "take", "count": 1}, "not_allowed"),
    ({"seat": 0, "do": "discard", "cards": "Ad"}, "not_allowed"),
    ({"seat": 0, "do": "a_monte"}, "not_allowed"),
    ({"seat": 0, "do": "call_out"}, "not_allowed"),
    ({"seat": 0, "do": "resign", "side": 1}, "not_allowed"),
    ({"seat": 2, "do": "bid", "bid": 5}, "bad_format"),
    ({"seat": 2, "do": "call", "card": "3D"}, "not_allowed"),  # before the card is looked at
    (play(1, "Rd"), "not_your_turn"),
    (play(1, "XX"), "not_your_turn"),
    ({"seat": 1, "do": "timeout", "card": "Rd"}, "not_your_turn"),
    (declare(1, "2d 2c 2s"), "not_your_turn"),
    (declare(1, "2D 2c 2s"), "not_your_turn"),
    (play(0, "ad"), "bad_card"),
    (play(0, ""), "bad_card"),
    (play(0, "Ad "), "bad_card"),
    ({"seat": 0, "do": "timeout", "card": "10d"}, "bad_card"),
    (declare(0, "Ad Ac As", "XX"), "bad_card"),
    (declare(0, "Ad  Ac As"), "bad_card"),
    (play(0, "Ab"), "card_not_held"),
    (play(0, "Ab", signal="volo"), "card_not_held"),
    (play(0, "As", signal="grido"), "signal_not_allowed"),
    (play(0, "Ad", signal="volo"), "signal_false"),
    (declare(0, "Ad Ac"), "declaration_not_held"),
    (declare(0, ""), "declaration_not_held"),
]


@pytest.mark.parametrize(("action", "code"), ACTIONS)
def test_faults_of_an_action(action: object, code: str) -> None:
    assert error(record(action)) == (0, 0, code)


def test_a_capital_suit_in_each_text_of_the_exchange_is_a_bad_card() -> None:
    deal = [" ".join(CODES[at : at + 12]) for at in (0, 12, 24)]
    obj = {
        "format": "tressette/1",
        "rules": "terziglio",
        "options": {},
        "players": ["a", "b", "c"],
        "hands": [{"dealer": 2, "deal": deal, "rest": " ".join(CODES[36:]), "actions": []}],
    }
    bids = [{"seat": seat, "do": "bid", "bid": bid} for seat, bid in enumerate(("chiamo", "passo", "passo"))]
    called = next(code for code in ("3d", "3c", "3s", "3b") if code not in deal[0].split() + obj_rest(obj))
    steps = [*bids, {"seat": 0, "do": "call", "card": called}]
    give = deal[0].split()[0]
    steps += [{"seat": 0, "do": "give", "card": give}]

    def with_actions(*actions: dict[str, Any]) -> dict[str, Any]:
        return {**obj, "hands": [{**obj["hands"][0], "actions": list(actions)}]}

    assert replay(with_actions(*steps))["next"] == {"seat": 0, "do": "discard"}
    assert error(with_actions(*bids[:2], {"seat": 2, "do": "bid", "bid": "PASSO"})) == (0, 2, "bad_bid")
    assert error(with_actions(*bids, {"seat": 0, "do": "call", "card": "3D"})) == (0, 3, "bad_card")
    assert error(with_actions(*bids, {"seat": 1, "do": "call", "card": "3D"})) == (0, 3, "not_your_turn")
    assert error(with_actions(*steps[:4], {"seat": 0, "do": "give", "card": "x"})) == (0, 4, "bad_card")
    assert error(with_actions(*steps, {"seat": 0, "do": "discard", "cards": "4d 4D"})) == (0, 5, "bad_card")
    assert error(with_actions(*steps, {"seat": 0, "do": "discard", "cards": ""})) == (0, 5, "bad_exchange")
    assert error(with_actions(*steps, {"seat": 1, "do": "discard", "cards": "4D"})) == (0, 5, "not_your_turn")
    assert replay(with_actions(*bids))["hands"][0]["sides"] == [[0], [1, 2]]
    contract = {"bid": "chiamo", "soloist": 0, "partner": None, "made": None}
    assert replay(with_actions(*bids))["hands"][0]["contract"] == contract
    before = replay(with_actions(*bids[:2]))["hands"][0]
    assert (before["sides"], before["contract"], before["thirds"], before["declared"]) == (None, None, [0, 0], [0, 0])


def obj_rest(obj: dict[str, Any]) -> list[str]:
    return str(obj["hands"][0]["rest"]).split()


def whole_hand(seed: int = 1, rules: str = "torneo", **options: object) -> tuple[list[str], list[dict[str, Any]], int]:
    """A random hand as a record has it: its deal, its actions, who dealt."""
    rng = random.Random(seed)
    match = new_match(rules, **options)
    deal_next(match, rng, dealer=3)
    actions: list[dict[str, Any]] = []
    while not match.hand.ended:
        action: Action = rng.choice(moves(match))
        actions.append(action_dict(action))
        match.apply(action)
    deal = [" ".join(CODES[card] for card in cards) for cards in match.hand.deal.hands]
    return deal, actions, 3


class TestOrder:
    """Which fault is named when several hold."""

    def test_after_the_last_card_the_hand_is_over_even_if_it_ends_the_match(self) -> None:
        deal, actions, _ = whole_hand()
        for options in ({}, {"target": 1}):
            obj = record(*actions, play(0, "XX"), rules="torneo", options=options, deal=deal)
            assert error(obj) == (0, 40, "hand_over")
            obj = record(*actions, {"seat": 0, "do": "resign", "side": 0}, rules="torneo", options=options, deal=deal)
            assert error(obj) == (0, 40, "hand_over")
            obj = record(*actions, {"seat": 9, "do": "play", "card": "Ad"}, rules="torneo", options=options, deal=deal)
            assert error(obj) == (0, 40, "bad_format")

    def test_an_award_after_the_last_card_is_taken(self) -> None:
        deal, actions, _ = whole_hand()
        plain = replay(record(*actions, rules="torneo", options={"target": 1}, deal=deal))
        assert plain["finished"]
        helped = replay(record(*actions, award(0, 11), rules="torneo", options={"target": 1}, deal=deal))
        assert helped["winners"] == [0]
        assert helped["hands"][0]["awarded"] == [11, 0]
        assert "awarded" not in plain["hands"][0]

    def test_after_the_match_every_act_is_match_over(self) -> None:
        resigned = {"seat": 0, "do": "resign", "side": 0}
        for after in (play(0, "Ad"), play(0, "XX"), award(0, 3), resigned, declare(0, "Ad Ac As")):
            assert error(record(resigned, after)) == (0, 1, "match_over")
        assert error(record(resigned, {"seat": 0, "do": "play"})) == (0, 1, "bad_format")

    def test_a_hand_after_the_match_is_match_over_before_its_deal_is_looked_at(self) -> None:
        obj = record({"seat": 0, "do": "resign", "side": 0})
        obj["hands"].append({"dealer": 9, "deal": [], "actions": []})
        assert error(obj) == (1, None, "match_over")
        obj["hands"][1] = {"dealer": 9}
        assert error(obj) == (1, None, "bad_format")

    def test_a_hand_after_an_unfinished_one_is_a_bad_deal(self) -> None:
        obj = record(play(0, "Ad"))
        obj["hands"].append({"dealer": 0, "deal": DEAL, "actions": []})
        assert error(obj) == (1, None, "bad_deal")

    def test_the_next_dealer_sits_to_the_right(self) -> None:
        deal, actions, _ = whole_hand()
        obj = record(*actions, rules="torneo", deal=deal)
        obj["hands"].append({"dealer": 1, "deal": DEAL, "actions": []})
        assert error(obj) == (1, None, "bad_deal")
        obj["hands"][1]["dealer"] = 0
        assert replay(obj)["next"] == {"seat": 1, "do": "play"}

    def test_a_declaration_late_untrue_and_repeated_is_late(self) -> None:
        obj = record(declare(0, "Ad Ac As"), play(0, "Ad"), play(1, "Fd"), play(2, "3d"), play(3, "3b"))
        assert replay(obj)["hands"][0]["declared"] == [3, 0]
        late = declare(2, "2b 3d 3d")
        assert error(record(*obj["hands"][0]["actions"], late)) == (0, 5, "declaration_too_late")
        assert error(record(declare(0, "Ad Ac As"), declare(0, "Ad Ac As"))) == (0, 1, "declaration_repeated")
        mixed = declare(0, "Ad Ac As", "4d 5d 6d")
        assert error(record(declare(0, "Ad Ac As"), mixed)) == (0, 1, "declaration_not_held")

    def test_the_first_fault_of_the_record_wins(self) -> None:
        obj = record(play(0, "Ab"), play(9, "Ab"))
        obj["hands"].append(5)
        assert error(obj) == (0, 0, "card_not_held")


class TestPaper:
    def test_awards_without_cards_are_a_paper_hand(self) -> None:
        result = replay(record(award(0, 7), award(1, 4), deal=[]))
        hand = result["hands"][0]
        assert (hand["score"], hand["awarded"], hand["totals"]) == ([7, 4], [7, 4], [7, 4])
        assert (hand["leaders"], hand["winners"], hand["thirds"], hand["cappotto"]) == ([], [], [0, 0], None)
        assert result["next"] == {"do": "deal", "dealer": 0}

    def test_with_anything_else_or_nothing_it_is_a_bad_deal(self) -> None:
        assert error(record(award(0, 7), play(0, "Ad"), deal=[])) == (0, None, "bad_deal")
        assert error(record(deal=[])) == (0, None, "bad_deal")

    def test_its_awards_are_checked(self) -> None:
        assert error(record(award(0, 7), award(5, 4), deal=[])) == (0, 1, "bad_format")

    def test_sides_of_the_ace_of_denari_are_unknown_on_paper(self) -> None:
        obj = {**record(award(1, 4), deal=[]), "rules": "tocca", "players": ["a", "b", "c"]}
        obj["hands"][0]["dealer"] = 2
        result = replay(obj)
        assert result["hands"][0]["sides"] is None
        assert result["totals"] == [0, 4]


class TestUnfinished:
    def test_no_hand_yet(self) -> None:
        result = replay({**record(), "hands": []})
        assert result == {
            "finished": False,
            "winners": [],
            "totals": [0, 0],
            "next": {"do": "deal", "dealer": None},
            "hands": [],
        }

    def test_in_the_middle_of_a_trick(self) -> None:
        result = replay(record(play(0, "Ad"), award(1, 2), play(1, "Fd")))
        hand = result["hands"][0]
        assert result["next"] == {"seat": 2, "do": "play"}
        assert (hand["leaders"], hand["winners"], hand["score"], hand["card_points"]) == ([0], [], None, None)
        assert (hand["totals"], hand["awarded"], result["totals"]) == ([0, 0], [0, 2], [0, 0])

    def test_a_resigned_hand_looks_unfinished_and_the_match_is_over(self) -> None:
        result = replay(record(play(0, "Ad"), award(0, 5), {"seat": 1, "do": "resign", "side": 1}))
        hand = result["hands"][0]
        assert (result["finished"], result["winners"], "next" in result) == (True, [0], False)
        assert (hand["score"], hand["totals"], hand["leaders"]) == (None, [0, 0], [0])

    def test_options_may_be_left_out(self) -> None:
        obj = record()
        del obj["options"]
        assert replay(obj)["next"] == {"seat": 0, "do": "play"}


def test_extra_keys_are_ignored_everywhere() -> None:
    obj = record({**play(0, "Ad"), "by": "bot", "at": 3.5, "timeout": "?"}, commit="ab", board=7)
    obj |= {"site": "x", "event": None, "date": 3}
    assert replay(obj)["next"] == {"seat": 1, "do": "play"}


def test_the_servers_moves_are_read() -> None:
    obj = record({"seat": 0, "do": "timeout", "card": "Ad", "signal": 5})
    assert replay(obj)["next"] == {"seat": 1, "do": "play"}
    action = parse_action({"seat": 0, "do": "timeout", "card": "Ad"})
    assert action_dict(action) == {"seat": 0, "do": "timeout", "card": "Ad"}
    passed = parse_action({"seat": 0, "do": "bid", "bid": "passo", "timeout": True})
    assert action_dict(passed) == {"seat": 0, "do": "bid", "bid": "passo", "timeout": True}
