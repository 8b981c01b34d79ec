"""Series: partita, rivincita and bella, and the giro that swaps partners."""

import pytest

from games.engine.errors import BadFormat, BadOption
from games.errors import NotOpen
from games.models import Match, Series, Table
from games.selectors.tables import lobby_row, lobby_tables, table_view
from games.services import rematch, seating
from tests.games.factories import act, match_of, match_with, now_of, open_table, people, person, run_clock

pytestmark = pytest.mark.django_db


def lose(match, seat: int) -> Match:
    """Let the side of *seat* give the match up."""
    position = now_of(match)
    if position.turn is None:
        run_clock(match)
        position = now_of(match)
    for partner in position.partners_of(seat):
        act(match, match.seats.get(number=partner.seat).user, "resign")
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def go_on(match) -> Match:
    """Let everybody ask for the next match."""
    for seat in match.table.seats.exclude(user=None).exclude(user__kind="bot"):
        rematch.agree(table_id=match.table_id, user_id=seat.user_id)
    return match_of(match.table)


def sitting(match) -> dict:
    return table_view(match.table_id)["sitting"]


def test_partita_rivincita_bella() -> None:
    partita = match_with(people(4), series="bella", options={"target": 41}, bella={"target": 31})
    assert sitting(partita) == {"state": "running", "next": 1, "matches": [], "score": [0, 0], "standings": None}
    rivincita = go_on(lose(partita, 0))
    assert sitting(rivincita)["score"] == [0, 1]
    assert sitting(rivincita)["matches"][0]["match"] == str(partita.pk)
    bella = go_on(lose(rivincita, 1))
    assert (sitting(bella)["score"], sitting(bella)["next"]) == ([1, 1], 3)
    targets = [now_of(match).view["target"] for match in (partita, rivincita, bella)]
    assert targets == [41, 41, 31]
    assert bella.options == {}  # 31 is what the preset plays to
    lose(bella, 0)
    assert sitting(bella)["state"] == "finished"
    assert (sitting(bella)["score"], sitting(bella)["next"]) == ([1, 2], None)
    seats = [list(match.seats.order_by("number").values_list("user_id", flat=True)) for match in (partita, bella)]
    assert seats[0] == seats[1]


def test_two_won_are_enough_and_the_next_match_begins_another_series() -> None:
    second = go_on(lose(match_with(people(4), series="bella"), 0))
    lose(second, 0)
    assert (sitting(second)["state"], sitting(second)["score"]) == ("finished", [0, 2])
    third = go_on(second)
    assert (sitting(third)["state"], sitting(third)["score"]) == ("running", [0, 0])
    assert Series.objects.filter(table=third.table).count() == 2


def test_a_giro_is_played_with_each_partner_once_and_has_standings() -> None:
    anna, bruno, carla, dino = people(4)
    first = match_with([anna, bruno, carla, dino], series="giro")
    partners = []
    match = first
    for number in range(3):
        seats = dict(match.seats.values_list("number", "user_id"))
        partners.append({frozenset({seats[0], seats[2]}), frozenset({seats[1], seats[3]})})
        anna_s_side = next(seat for seat, user in seats.items() if user == anna.pk) % 2
        lose(match, 1 - anna_s_side)
        if number < 2:
            match = go_on(match)
    assert len({frozenset(pair) for pair in partners}) == 3
    found = sitting(match)
    assert found["state"] == "finished"
    assert [row["wins"] for row in found["standings"]] == [3, 1, 1, 1]
    assert [row["place"] for row in found["standings"]] == [1, 2, 2, 2]
    assert found["standings"][0]["user"] == {"id": anna.pk, "name": anna.username}
    assert sum(row["difference"] for row in found["standings"]) == 0


def test_standings_go_by_wins_then_difference_then_points() -> None:
    match = lose(match_with(people(4), series="giro"), 1)
    Match.objects.filter(pk=match.pk).update(result={"winners": [0], "totals": [31, 20], "reason": "target"})
    rows = sitting(match)["standings"]
    assert [(row["place"], row["wins"], row["difference"], row["points"]) for row in rows] == [
        (1, 1, 11, 31), (1, 1, 11, 31), (3, 0, -11, 20), (3, 0, -11, 20),
    ]  # fmt: skip


def test_a_match_called_off_is_played_again_with_the_same_partners() -> None:
    players = people(4)
    match = match_with(players, series="giro")
    for player in players:
        act(match, player, "abort")
    again = go_on(match)
    assert sitting(again)["next"] == 1
    assert dict(again.seats.values_list("number", "user_id")) == dict(match.seats.values_list("number", "user_id"))


def test_who_leaves_breaks_the_series() -> None:
    players = people(4)
    match = lose(match_with(players, series="bella"), 0)
    seating.stand(table_id=match.table_id, user_id=players[3].pk)
    assert (sitting(match)["state"], sitting(match)["next"]) == ("broken", None)
    request = seating.sit(table_id=match.table_id, user_id=person().pk, number=3)
    seating.answer(request_id=request, user_id=players[1].pk, accept=True)
    second = match_of(match.table)
    assert second.number == 2
    assert (sitting(second)["state"], sitting(second)["score"]) == ("running", [0, 0])


def test_who_leaves_in_the_middle_breaks_it_at_the_end_of_the_match_unless_they_come_back() -> None:
    for comes_back, state in ((True, "running"), (False, "broken")):
        players = people(4)
        match = match_with(players, series="bella")
        act(match, players[0], "leave")
        assert sitting(match)["state"] == "running"
        if comes_back:
            act(match, players[0], "take_back")
        lose(match, 1)
        assert sitting(match)["state"] == state


def test_with_bots_the_next_match_waits_for_people_alone() -> None:
    anna = person()
    match = lose(match_with([anna, None, None, None], series="giro"), 0)
    rematch.agree(table_id=match.table_id, user_id=anna.pk)
    second = match_of(match.table)
    assert second.number == 2
    assert second.seats.get(number=2).user_id != match.seats.get(number=2).user_id


def test_nobody_swaps_partners_in_a_series() -> None:
    players = people(4)
    match = lose(match_with(players, series="bella"), 0)
    assert "swap" not in table_view(match.table_id, players[0].pk)["you"]["may"]
    with pytest.raises(NotOpen):
        rematch.agree(table_id=match.table_id, user_id=players[0].pk, swap=True)


def test_two_people_play_a_bella_too_and_five_no_giro() -> None:
    duel = match_with(people(2), "due", series="bella")
    assert sitting(lose(duel, 0))["score"] == [0, 1]
    for preset, series in (("tre", "bella"), ("tre", "giro"), ("cinque", "giro"), ("morto", "giro"), ("due", "giro")):
        with pytest.raises(BadFormat):
            open_table(preset=preset, series=series)


def test_a_series_that_cannot_be_is_refused() -> None:
    for wish in ({"series": "best of five"}, {"bella": {"target": 31}}, {"series": "giro", "bella": {"target": 31}}):
        with pytest.raises(BadFormat):
            open_table(**wish)
    with pytest.raises(BadOption):
        open_table(series="bella", bella={"target": "31"})
    with pytest.raises(BadOption):
        open_table(series="bella", bella={"no_such": 1})


def test_the_lobby_says_what_is_played() -> None:
    table = open_table(series="bella", bella={"target": 21})
    row = next(lobby_row(found) for found in lobby_tables() if found.pk == table.pk)
    assert (row["series"], row["bella"]) == ("bella", {"target": 21})
    assert table_view(table.pk)["sitting"] is None
    assert table_view(open_table().pk)["series"] is None
    assert Table.objects.get(pk=table.pk).series_kind == "bella"
