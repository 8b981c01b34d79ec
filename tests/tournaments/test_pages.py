"""Pages of a tournament: what everybody sees of it, and what only those who run it do."""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match
from tests.games.factories import match_with, now_of, open_table, play_randomly
from tests.tournaments.factories import a_director, a_tournament, pairs
from tests.tournaments.played import a_field, decide, draw, play, with_people
from tournaments.formats.ledger import Why
from tournaments.formats.tiebreaks import Criterion
from tournaments.forms.standing_words import COLUMNS, LEGEND, MEANINGS, REASONS
from tournaments.models import Encounter, EncounterLeg, EncounterTable, Tournament
from tournaments.selectors.crosstables import crosstables
from tournaments.selectors.sights import sight_of

pytestmark = pytest.mark.django_db
PARTS = ("", "rounds/", "rounds/1/", "bracket/", "standings/", "standings/1/", "tv/")


@pytest.fixture
def director() -> User:
    return a_director()


def text_of(client: Client, tournament: Tournament, part: str = "") -> str:
    answer = client.get(f"/tournaments/{tournament.code}/{part}", headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.text


def told(home: int, away: int) -> str:
    """A score as pages show it."""
    return f"{home}\N{EN DASH}{away}"


class Words(HTMLParser):
    """The words of a page, without its marks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def words_of(page: str) -> str:
    return " ".join(Words(page[page.index("<main") :]).words)


def test_a_draft_is_seen_by_those_who_run_it_alone(client: Client, director: User) -> None:
    draft = a_tournament(director, state="draft")
    for part in PARTS:
        assert client.get(f"/tournaments/{draft.code}/{part}").status_code == 404
    assert draft.name not in client.get("/tournaments/").text
    client.force_login(director)
    assert client.get(f"/tournaments/{draft.code}/").status_code == 200
    assert draft.name in client.get(f"/clubs/{draft.club.slug}/tournaments/").text


def test_the_frame_names_the_club_the_format_and_the_start(client: Client, director: User) -> None:
    tournament = a_tournament(director)
    pairs(tournament, 2)
    page = text_of(client, tournament)
    assert tournament.club.name in page
    assert 'datetime="2027-01-14T20:00:00+00:00"' in page
    assert "21:00" in page
    assert "Europe/Rome" in page


def test_the_lists_part_what_is_on_to_come_and_past(client: Client, director: User) -> None:
    a_tournament(director, name="Is coming")
    a_field(director, 4, name="Is on")
    over = a_field(director, 4, name="Is over", names=["The winners", "b", "c", "d"])
    Tournament.objects.filter(pk=over.pk).update(state="finished", ended_at=timezone.now())
    over.entrants.filter(number=1).update(place=1)
    page = words_of(client.get("/tournaments/", headers={"Accept-Language": "en"}).text)
    order = ["Being played", "Is on", "Coming up", "Is coming", "Played", "Is over", "The winners"]
    assert [page.index(word) for word in order] == sorted(page.index(word) for word in order)
    other = a_director()
    a_tournament(other, name="Of others")
    here = client.get(f"/tournaments/?club={over.club.slug}").text
    assert "Is coming" in here
    assert "Of others" not in here
    assert "Is on" in client.get("/").text


def test_a_round_shows_scores_byes_and_walkovers(client: Client, director: User) -> None:
    tournament = a_field(director, 5, "swiss", names=list("ABCDE"))
    drawn = draw(tournament)
    played, forfeited = drawn.encounters.exclude(away=None).order_by("table_number")
    decide(played, (31, 18))
    Encounter.objects.filter(pk=forfeited.pk).update(ending="walkover", winner="away")
    words = words_of(text_of(client, tournament, "rounds/1/"))
    assert told(31, 18) in words
    assert "without play" in words
    assert words.count("free round") == 1
    assert client.get(f"/tournaments/{tournament.code}/rounds/2/").status_code == 404


def test_a_drawn_round_is_hidden_until_it_is_released(client: Client, director: User) -> None:
    tournament = a_field(director, 4)
    draw(tournament, state="draft")
    assert "No round has been drawn yet" in text_of(client, tournament, "rounds/")
    assert "not drawn yet" in text_of(client, tournament, "bracket/")
    client.force_login(director)
    assert client.get(f"/tournaments/{tournament.code}/rounds/1/").status_code == 404


def test_rematches_are_marked(client: Client, director: User) -> None:
    tournament = a_field(director, 4, "swiss", options={"rounds": 3})
    play(tournament, 1)
    tournament.encounters.update(is_rematch=True)
    assert "met before" in text_of(client, tournament, "rounds/1/")


# --- tables ------------------------------------------------------------------------------------
def test_a_cross_table_says_whom_everybody_met_and_what_came_of_it(client: Client, director: User) -> None:
    tournament = a_field(director, 5, "swiss", names=list("ABCDE"))
    drawn = draw(tournament)  # 1-3, 2-4, and 5 has the free round
    first, second = drawn.encounters.exclude(away=None).order_by("table_number")
    decide(first, (31, 0))
    Encounter.objects.filter(pk=second.pk).update(ending="walkover", winner="away")
    table = crosstables(sight_of(tournament, user_id=None, now=timezone.now()))[0]
    met = {line.entrant.name: line.meetings[0] for line in table.lines}
    assert {name: meeting.why for name, meeting in met.items()} == {
        "A": "won", "C": "lost", "B": "forfeit", "D": "walkover", "E": "bye",
    }  # fmt: skip
    places = {line.entrant.name: line.place for line in table.lines}
    assert met["C"].place == places["A"] == 1
    page = text_of(client, tournament, "standings/")
    assert f">W{places['C']}</a>" in page
    assert f">+{places['B']}</a>" in page


def test_every_number_is_the_sum_of_the_lines_shown(client: Client, director: User) -> None:
    tournament = a_field(director, 7, "swiss", options={"rounds": 4})
    play(tournament, 4)
    for number in range(1, 8):
        page = text_of(client, tournament, f"standings/{number}/")
        for section in re.findall(r'<section class="sum-of".*?</section>', page, re.DOTALL):
            value, *terms = re.findall(r"<span class=\"num\">(.*?)</span>|<td class=\"num\">([^<]*)</td></tr>", section)
            assert sum(figure(term[1]) for term in terms) == figure(value[0])


def figure(text: str) -> float:
    whole = text.replace("\N{MINUS SIGN}", "-").replace("½", "")
    return float(whole or 0) + (0.5 if "½" in text else 0)


def test_groups_have_a_table_each_and_say_who_goes_through(client: Client, director: User) -> None:
    tournament = a_field(director, 8, "groups", options={"groups": 2, "qualify": 2})
    play(tournament, 3)
    tables = crosstables(sight_of(tournament, user_id=None, now=timezone.now()))
    assert [table.group for table in tables] == [1, 2]
    assert [[line.place for line in table.lines if line.goes_through] for table in tables] == [[1, 2], [1, 2]]
    page = text_of(client, tournament, "standings/")
    assert "Group A" in page
    assert "Group B" in page
    play(tournament, 1)
    assert crosstables(sight_of(tournament, user_id=None, now=timezone.now()))[-1].group is None


def test_everything_the_formats_say_has_words() -> None:
    assert set(Criterion) <= COLUMNS.keys() == MEANINGS.keys()
    assert set(REASONS) == set(Why)
    assert {why for why, _ in LEGEND} <= set(Why)


# --- scores of matches being played -----------------------------------------------------------
def at_a_table(encounter: Encounter, target: int, *, ago: timedelta, watch_delay: int = 0) -> Match:
    """A match of four bots at the table of an encounter's first leg, begun some time *ago*, after a hand or so."""
    options = {"target": target}
    match = match_with([None] * 4, "torneo", timezone.now() - ago, options=options, watch_delay=watch_delay)
    play_randomly(match, seed=3, most=60)
    EncounterTable.objects.create(encounter=encounter, leg=1, table=match.table, home_first=False)
    match.refresh_from_db()
    return match


def test_the_score_of_a_match_being_played_is_shown_from_the_right_side(client: Client, director: User) -> None:
    tournament = a_field(director, 2)
    encounter = draw(tournament).encounters.get()
    match = at_a_table(encounter, 31, ago=timedelta(hours=1))
    assert match.status == Match.Status.RUNNING
    side_0, side_1 = now_of(match).view["totals"]
    assert side_0 != side_1
    facts = sight_of(tournament, user_id=None, now=timezone.now()).encounters[encounter.key]
    assert (facts.state, facts.legs[0].score) == ("running", (side_1, side_0))  # home has the seats of side 1 here
    page = text_of(client, tournament, "rounds/1/")
    assert told(side_1, side_0) in words_of(page)
    assert "data-running" in page
    assert f"/tables/{match.table.code}/" in page


def test_nobody_learns_a_result_before_the_watchers_of_its_table(client: Client, director: User) -> None:
    tournament = a_field(director, 2, watch_delay=900)
    encounter = draw(tournament).encounters.get()
    match = at_a_table(encounter, 1, ago=timedelta(minutes=14), watch_delay=900)
    assert match.status == Match.Status.FINISHED
    side_0, side_1 = match.result["totals"]
    EncounterLeg.objects.create(encounter=encounter, number=1, home=side_1, away=side_0, match=match)
    Encounter.objects.filter(pk=encounter.pk).update(ending="played")
    own = match.seats.first().user_id
    now = timezone.now()
    for user_id, is_told in ((None, False), (director.pk, False), (own, True)):
        sight = sight_of(tournament, user_id=user_id, now=now)
        facts = sight.encounters[encounter.key]
        assert (facts.winner is not None) is is_told
        assert (sight.stage.outcomes.get(encounter.key) is not None) is is_told
    assert told(side_1, side_0) not in words_of(text_of(client, tournament, "rounds/1/"))
    assert f"/matches/{match.pk}/" not in text_of(client, tournament, "bracket/")
    Match.objects.filter(pk=match.pk).update(finished_at=now - timedelta(minutes=16))
    assert told(side_1, side_0) in words_of(text_of(client, tournament, "rounds/1/"))


# --- what the reader plays ---------------------------------------------------------------------
def test_who_plays_is_led_to_the_table(client: Client, director: User) -> None:
    tournament = a_field(director, 4, names=list("ABCD"))
    with_people(tournament, tournament.entrants.filter(number=1))
    client.force_login(tournament.entrants.get(number=1).members.first().user)
    drawn = draw(tournament, state="released")
    assert "Your next match" in text_of(client, tournament)
    encounter = drawn.encounters.get(home__number=1)
    table = open_table(preset="torneo")
    EncounterTable.objects.create(encounter=encounter, leg=1, table=table)
    page = text_of(client, tournament)
    assert "Your table is ready" in page
    assert f"/tables/{table.code}/" in page
    assert "·" not in page.split("Your table is ready")[1].split("</p>")[0]  # no score yet, nothing before it
    table.encounter_table.delete()
    decide(encounter, (20, 31))
    assert "You have lost" in text_of(client, tournament)
    decide(drawn.encounters.exclude(pk=encounter.pk).get(), (31, 20))
    drawn.state = "closed"
    drawn.save()
    draw(tournament)
    assert "You are out" in text_of(client, tournament)


# --- cost --------------------------------------------------------------------------------------
@pytest.mark.parametrize("format_name", ["knockout", "groups", "swiss"])
def test_a_page_costs_as_many_queries_whatever_the_number_of_entrants(
    client: Client, director: User, format_name: str
) -> None:
    options = {"groups": {"groups": 2, "qualify": 2}, "swiss": {"rounds": 3}, "knockout": {}}[format_name]
    few, many = (a_field(director, count, format_name, options=dict(options)) for count in (6, 12))
    for tournament in (few, many):
        play(tournament, 2)
        with_people(tournament, tournament.entrants.all())
    for part in PARTS:
        if part == "bracket/" and format_name == "swiss":
            continue
        counts = []
        for tournament in (few, many):
            with CaptureQueriesContext(connection) as counted:
                text_of(client, tournament, part)
            counts.append(len(counted))
        assert counts[0] == counts[1] <= 22, part
