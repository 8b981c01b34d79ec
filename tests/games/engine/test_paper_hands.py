"""Paper hands: what people have counted themselves comes to what the engine would have given."""

import pytest

from games.engine.errors import BadFormat, BadRules, DeclarationNotHeld, MatchOver, NotAllowed
from games.engine.paper import (
    ALL_THIRDS,
    Counted,
    is_final,
    makes_whole_hands,
    record_hands,
    sheet_of,
    side_points,
    thirds_of,
)
from games.engine.record import match_of, record_of
from games.engine.rulesets import resolve

CLUB = resolve("club", {"target": 31})
SEVEN_FOUR = Counted(thirds_of(7))


def test_two_sides_always_share_eleven_points() -> None:
    """Rules 2.4 and 9: 14 and 21 thirds are 4 and 7 points, 17 and 18 are 5 and 6."""
    assert all(sum(side_points(thirds)) == 11 for thirds in range(ALL_THIRDS + 1))
    assert side_points(14) == (4, 7)
    assert side_points(17) == (5, 6)
    assert all(side_points(thirds_of(points)) == (points, 11 - points) for points in range(12))


def test_a_sheet_runs_to_the_target() -> None:
    sheet = sheet_of(CLUB, [SEVEN_FOUR, Counted(thirds_of(5), three=(1, 0), napoletana=(1, 2)), Counted(33)])
    assert [hand.gained for hand in sheet.hands] == [(7, 4), (11, 12), (11, 0)]
    assert (sheet.totals, sheet.is_over, sheet.winner) == ((29, 16), False, None)
    ended = sheet_of(CLUB, [*(hand.counted for hand in sheet.hands), SEVEN_FOUR])
    assert (ended.totals, ended.is_over, ended.winner) == ((36, 20), True, 0)
    with pytest.raises(MatchOver):
        sheet_of(CLUB, [*(hand.counted for hand in ended.hands), SEVEN_FOUR])


def test_a_level_score_plays_on_or_goes_to_the_last_trick() -> None:
    """Rules 2.5: an exact tie at the target plays another hand; with `tie` the last trick decides."""
    level = [Counted(thirds_of(5), last=1), Counted(thirds_of(6), last=1)] * 2
    plays_on = sheet_of(resolve("club", {"target": 21}), level)
    assert (plays_on.totals, plays_on.is_over) == ((22, 22), False)
    assert sheet_of(resolve("club", {"target": 21, "tie": "last_trick"}), level).winner == 1
    one_more = sheet_of(resolve("club", {"target": 21}), [*level, Counted(thirds_of(6))])
    assert (one_more.totals, one_more.is_over, one_more.winner) == ((28, 27), True, 0)


@pytest.mark.parametrize(
    ("effect", "gained", "winner"),
    [("none", 11, None), ("double", 22, None), ("plus_one", 12, None), ("wins_match", 11, 1)],
)
def test_a_cappotto_counts_as_the_rules_say(effect: str, gained: int, winner: int | None) -> None:
    sheet = sheet_of(resolve("club", {"cappotto_effect": effect}), [Counted(0, napoletana=(1, 0))])
    assert (sheet.hands[0].cappotto, sheet.hands[0].gained, sheet.winner) == (1, (3, gained), winner)


def test_a_cappotto_by_tricks_has_to_be_said_and_may_void_declarations() -> None:
    rules = resolve("partner", {"cappotto_effect": "double", "cappotto_voids_declarations": True})
    assert sheet_of(rules, [Counted(33)]).totals == (11, 0)
    assert sheet_of(rules, [Counted(33, all_tricks=True, napoletana=(0, 1), three=(1, 0))]).totals == (25, 0)
    with pytest.raises(NotAllowed):
        sheet_of(rules, [Counted(30, all_tricks=True)])


def test_a_fault_is_eleven_points_to_the_others() -> None:
    """Rules 9: from 12-17 at target 21 a fault of the second side gives 23-17."""
    rules = resolve("club", {"target": 21})
    before = [Counted(thirds_of(6)), Counted(thirds_of(6), napoletana=(0, 1), four=(0, 1))]
    ended = sheet_of(rules, [*before, Counted(None, faults=(0, 1))])
    assert (ended.totals, ended.winner) == ((23, 17), 0)


def test_a_fixed_number_of_hands_may_end_level() -> None:
    rules = resolve("club", {"hands": 2})
    sheet = sheet_of(rules, [Counted(thirds_of(5)), Counted(thirds_of(6))])
    assert (sheet.totals, sheet.is_over, sheet.winner) == ((11, 11), True, None)


def test_the_sheet_is_a_record() -> None:
    counted = [SEVEN_FOUR, Counted(None, faults=(1, 0)), Counted(thirds_of(3), three=(0, 1))]
    hands = record_hands(CLUB, counted)
    match = match_of(record_of(CLUB, ["a", "b", "c", "d"], hands))
    assert match.totals == sheet_of(CLUB, counted).totals == (10, 26)
    assert [Counted.from_dict(hand["counted"]) for hand in hands] == counted
    assert [hand["dealer"] for hand in hands] == [0, 1, 2]


@pytest.mark.parametrize(
    "hand",
    [Counted(None), Counted(12, three=(2, 2)), Counted(12, napoletana=(3, 2)), Counted(12, three=(2, 0), four=(1, 1))],
)
def test_a_hand_that_cannot_have_been_is_refused(hand: Counted) -> None:
    with pytest.raises((NotAllowed, DeclarationNotHeld)):
        sheet_of(CLUB, [hand])


def test_declarations_need_rules_that_have_them_and_sheets_two_known_sides() -> None:
    with pytest.raises(NotAllowed):
        sheet_of(resolve("torneo", {}), [Counted(12, napoletana=(1, 0))])
    for preset in ("tre", "tocca", "terziglio", "perdere"):
        with pytest.raises(BadRules):
            sheet_of(resolve(preset, {}), [SEVEN_FOUR])


@pytest.mark.parametrize(
    "sent",
    [
        [], None, {"thirds": 36}, {"thirds": -1}, {"thirds": True}, {"thirds": 3.0}, {"thirds": 3, "last": 2},
        {"thirds": 3, "three": [1]}, {"thirds": 3, "four": [0, 5]}, {"thirds": 3, "faults": [0, True]},
        {"thirds": 3, "points": 1}, {"thirds": 3, "all_tricks": 1},
    ],
)  # fmt: skip
def test_what_is_no_hand_is_refused(sent: object) -> None:
    with pytest.raises(BadFormat):
        Counted.from_dict(sent)


@pytest.mark.parametrize(
    ("options", "one", "other", "final"),
    [
        ({}, 31, 24, True), ({}, 30, 25, False), ({}, 33, 33, False), ({"cappotto_effect": "wins_match"}, 20, 13, True),
        ({"hands": 2}, 12, 10, True), ({"hands": 2}, 11, 11, False),
    ],
)  # fmt: skip
def test_a_match_is_over_at_totals_that_part_the_sides(options: dict, one: int, other: int, final: bool) -> None:
    assert is_final(resolve("torneo", options), one, other) is final


def test_whole_hands_are_eleven_points_each_where_nothing_else_counts() -> None:
    silent = resolve("torneo", {"cappotto_effect": "double"})
    assert makes_whole_hands(silent, 31, 24)
    assert not makes_whole_hands(silent, 31, 23)
    assert makes_whole_hands(CLUB, 31, 23)  # with declarations anything adds up
    assert makes_whole_hands(resolve("torneo", {"cappotto_effect": "plus_one"}), 32, 24)
