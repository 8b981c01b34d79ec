"""Partners: drawn in public before the first match, or swapped by agreement; and who decides about which chair."""

from collections import Counter

import pytest

from games.engine.cards import CARD_OF, RANKS
from games.engine.errors import BadFormat
from games.engine.rulesets import PRESETS, resolve
from games.errors import NotOpen
from games.models import Match, PartnerDraw
from games.selectors.chairs import sides_of
from games.selectors.draws import draw_partners
from games.selectors.tables import table_view
from games.services import rematch, seating
from tests.games.factories import later, open_table, people, person
from tests.games.sitting import answer, controllers, sit, sitter

pytestmark = pytest.mark.django_db

PAIRS = ((0, 2), (1, 3))


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


class TestDraw:
    """The draw itself: replayable, even, and by rank."""

    def test_it_can_be_drawn_again(self) -> None:
        first = draw_partners("card", [7, 8, 9, 10], PAIRS, seed(1), "t:partners:1")
        assert first == draw_partners("card", [7, 8, 9, 10], PAIRS, seed(1), "t:partners:1")
        assert first != draw_partners("card", [7, 8, 9, 10], PAIRS, seed(1), "t:partners:2")

    def test_the_two_highest_cards_play_together_and_equals_draw_again(self) -> None:
        again = 0
        for number in range(60):
            draw = draw_partners("card", [1, 2, 3, 4], PAIRS, seed(number), "x")
            heights = {user: [] for user in (1, 2, 3, 4)}
            for drawn in draw.rounds:
                for user, card in drawn.items():
                    heights[user].append(card % 10)
            ranked = sorted(heights, key=heights.__getitem__, reverse=True)
            assert {draw.seats[0], draw.seats[2]} == set(ranked[:2])
            cards = [card for drawn in draw.rounds for card in drawn.values()]
            assert len(cards) == len(set(cards))
            again += len(draw.rounds) > 1
        assert again

    def test_every_partner_comes_equally_often(self) -> None:
        for method in ("lot", "card"):
            met = Counter()
            for number in range(600):
                seats = draw_partners(method, [1, 2, 3, 4], PAIRS, seed(number), method).seats
                met[next(seats[b] for a, b in ((0, 2), (2, 0), (1, 3), (3, 1)) if seats[a] == 1)] += 1
            assert set(met) == {2, 3, 4}
            assert max(met.values()) - min(met.values()) < 90, met

    def test_five_draw_for_two_against_three(self) -> None:
        sides = sides_of(resolve("cinque", {}))
        draw = draw_partners("card", [1, 2, 3, 4, 5], sides, seed(5), "x")
        assert sorted(draw.seats.values()) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("method", ["lot", "card"])
def test_partners_are_drawn_when_the_last_chair_is_taken(method) -> None:
    table, four = open_table(partners=method), people(4)
    for number, user in enumerate(four):
        assert sit(table, user, number) is None  # no chair is a partner's yet
        if number < 3:
            assert controllers(table) == {}
    facts = PartnerDraw.objects.get(table=table).facts
    assert table_view(table.pk)["draw"] == facts
    assert facts["before"] == [user.pk for user in four]
    assert [sitter(table, number).pk for number in range(4)] == facts["after"]
    assert list(Match.objects.get().seats.order_by("number").values_list("user", flat=True)) == facts["after"]
    replayed = draw_partners(method, facts["before"], PAIRS, bytes.fromhex(facts["seed"]), facts["shuffle"])
    assert [replayed.seats[number] for number in range(4)] == facts["after"]
    first = {int(user): CARD_OF[code] for user, code in facts["rounds"][0].items()}
    assert first == replayed.rounds[0]
    assert all(code[0] in RANKS for drawn in facts["rounds"] for code in drawn.values())


def test_there_is_nothing_to_draw_where_nobody_has_a_partner() -> None:
    for preset in ("due", "tre", "perdere", "terziglio"):
        with pytest.raises(BadFormat):
            open_table(preset=preset, partners="lot")
    with pytest.raises(BadFormat):
        open_table(partners="dice")


class TestSwap:
    """Another partner while somebody is still waited for."""

    def test_everybody_moves_one_chair_on_once_all_agree(self) -> None:
        table, (anna, bruno, carla) = open_table(), people(3)
        sit(table, anna, 0)
        sit(table, bruno, 1)
        answer(sit(table, carla, 2), anna, accept=True)
        for user in (anna, bruno):
            rematch.agree(table_id=table.pk, user_id=user.pk, swap=True)
        assert sitter(table, 1) == bruno
        rematch.agree(table_id=table.pk, user_id=carla.pk, swap=True)
        assert [sitter(table, number) for number in range(4)] == [anna, None, bruno, carla]
        assert controllers(table) == {1: carla.pk}
        assert not Match.objects.exists()

    def test_nobody_swaps_alone_or_where_partners_are_drawn(self) -> None:
        anna, bruno = people(2)
        table = open_table()
        sit(table, anna, 0)
        with pytest.raises(NotOpen):
            rematch.agree(table_id=table.pk, user_id=anna.pk, swap=True)
        drawn = open_table(partners="lot")
        sit(drawn, anna, 0)
        sit(drawn, bruno, 1)
        with pytest.raises(NotOpen):
            rematch.agree(table_id=drawn.pk, user_id=anna.pk, swap=True)


RULES = [
    resolve(name, {"players": players} if len(preset.shapes) > 1 else {})
    for name, preset in PRESETS.items()
    for players in preset.shapes
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.preset}{len(rules.person_seats)}")
def test_who_sits_first_controls_the_other_chairs_of_the_side_and_no_others(rules) -> None:
    options = {"players": len(rules.person_seats)} if len(PRESETS[rules.preset].shapes) > 1 else {}
    for chair in (rules.person_seats[0], rules.person_seats[-1]):
        table, anna = open_table(preset=rules.preset, options=options), person()
        assert sit(table, anna, chair) is None
        side = next(side for side in sides_of(rules) if chair in side)
        assert controllers(table) == {other: anna.pk for other in side if other != chair}


def test_the_first_sitter_of_three_decides_about_both_other_chairs() -> None:
    table, (anna, bruno, carla) = open_table(preset="cinque"), people(3)
    sit(table, anna, 3)
    assert controllers(table) == {1: anna.pk, 4: anna.pk}
    answer(sit(table, bruno, 1, later(1)), anna, accept=True, at=later(1))
    assert controllers(table) == {4: anna.pk}
    seating.stand(table_id=table.pk, user_id=anna.pk)
    assert controllers(table) == {3: bruno.pk, 4: bruno.pk}
    assert sit(table, carla, 0) is None
