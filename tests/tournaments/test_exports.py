"""Exports: all of a tournament, no more of it than its reader may know, and nothing in it that computes."""

import io
import json
from datetime import timedelta
from zipfile import ZipFile

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.spreadsheets import lines_of, said_in
from games.engine.record import replay
from games.models import Match, Table
from tests.games.api.callers import Caller
from tests.games.factories import match_with, play_randomly
from tests.tournaments.evenings import begun, current, hand_of, play, play_round, start
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament
from tournaments.models import EncounterTable, Entrant, EntrantMember, Tournament
from tournaments.selectors.agenda import agenda_of
from tournaments.selectors.archives import matches_of, zipped_records
from tournaments.selectors.export import export_of_tournament, zipped_tables
from tournaments.services import making
from tournaments.services.audit import SERVER
from tournaments.services.drawing import draw_round
from tournaments.services.news import tell_news

pytestmark = pytest.mark.django_db


def export(tournament, user_id=None):
    fresh = Tournament.objects.select_related("club", "series").get(pk=tournament.pk)
    return export_of_tournament(fresh, user_id=user_id, now=timezone.now())


def test_everything_is_there_and_every_sum_is_explained():
    tournament = begun(5, "swiss", options={"rounds": 2})
    play_round(tournament)
    found = json.loads(json.dumps(export(tournament)))
    assert found["version"] == "bongioco-tournament/1"
    assert found["tournament"]["lot"] == tournament.lot
    assert [entrant["number"] for entrant in found["entrants"]] == [1, 2, 3, 4, 5]
    assert all(len(entrant["players"]) == 2 for entrant in found["entrants"])
    played = [each for each in found["encounters"] if each["legs"]]
    assert len(played) == 2
    assert {(leg["home"], leg["away"]) for each in played for leg in each["legs"]} <= {(31, 20), (20, 31)}
    rows = found["standings"]["rows"]
    assert len(rows) == 5
    for row in rows:
        for cell in row["cells"].values():
            assert sum(term["amount"] for term in cell["terms"]) == cell["value"]


def test_a_draw_that_is_not_out_is_told_to_nobody():
    tournament = begun(4, "swiss", options={"rounds": 2}, pace="by_hand")
    draw_round(tournament_id=tournament.pk, number=1, hand=hand_of(tournament), now=STARTS_AT)
    assert current(tournament).state == "draft"
    for reader in (None, tournament.created_by_id):
        found = export(tournament, reader)
        assert (found["rounds"], found["encounters"], found["standings"]["rows"]) == ([], [], [])


def test_fees_and_the_log_are_for_those_who_run_it():
    tournament = begun(2, "knockout")
    plain, whole = export(tournament), export(tournament, tournament.created_by_id)
    assert "audit" not in plain
    assert "fee_paid" not in plain["entrants"][0]
    assert "fee_paid" in whole["entrants"][0]
    assert "entries_closed" in {entry["act"] for entry in whole["audit"]}


def test_no_cell_of_the_tables_is_a_formula():
    tournament = a_tournament(a_director(), name="=HYPERLINK(1)", description="@x", prizes="+1", fee="-5")
    entrant = Entrant.objects.create(tournament=tournament, number=1, name="=1+1", state="entered")
    for name in ("+Ada", "-Bruno"):
        EntrantMember.objects.create(tournament=tournament, entrant=entrant, name=name)
    with ZipFile(io.BytesIO(zipped_tables(export(tournament)))) as archive:
        assert set(archive.namelist()) >= {"entrants.csv", "encounters.csv", "legs.csv", "standings.csv"}
        texts = {name: archive.read(name) for name in archive.namelist()}
    for name, data in texts.items():
        for line in data.decode("utf-8-sig").splitlines():
            assert not any(cell.lstrip('"').startswith(("=", "+", "@")) for cell in line.split(";")), (name, line)
    header, (_line, cells) = list(lines_of(texts["entrants.csv"]))
    row = dict(zip(header[1], map(said_in, cells), strict=True))
    assert (row["player1"], row["player2"], row["name"]) == ("+Ada", "-Bruno", "=1+1")


def archive_of(tournament, user_id=None) -> list[dict]:
    async def read() -> bytes:
        found = matches_of(tournament, user_id=user_id)
        return b"".join([piece async for piece in zipped_records(found, made_at=timezone.now())])

    with ZipFile(io.BytesIO(async_to_sync(read)())) as archive:
        assert archive.testzip() is None
        (name,) = archive.namelist()
        return [json.loads(line) for line in archive.read(name).splitlines()]


def a_leg_at(tournament, key, match: Match) -> None:
    """Let a match be that of the leg of an encounter."""
    EncounterTable.objects.filter(encounter__key=key, encounter__tournament=tournament).update(table=match.table)


def test_nobody_learns_who_has_won_before_the_watchers_of_the_final():
    now = timezone.now()
    tournament = begun(2, "knockout", now=now, starts_at=now, watch_delay=300)
    start(tournament, now)
    match = play(tournament, "K1.1", 31, 7, now)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    strangers, players = Caller(), Caller(match.seats.first().user)
    entries, hall = f"/tournaments/{tournament.code}/entries/", f"/clubs/{tournament.club.slug}/hall/"
    whole, one = f"/tournaments/{tournament.code}/export/", f"{entries}1/"

    def places(caller):
        rows = caller.get(entries).json()["results"] + caller.get(whole).json()["entrants"] + [caller.get(one).json()]
        return {row["place"] for row in rows}

    assert (places(strangers), places(players)) == ({None}, {1, 2})
    assert strangers.get(hall).json()["results"] == []
    Match.objects.filter(pk=match.pk).update(finished_at=now - timedelta(minutes=6))
    assert places(strangers) == {1, 2}
    assert len(strangers.get(hall).json()["results"]) == 1


@pytest.mark.django_db(transaction=True)
def test_the_records_of_all_ended_matches_are_one_archive():
    tournament = begun(4, "swiss", options={"rounds": 1})
    keys = sorted(each.key for each in start(tournament).encounters.all())
    assert archive_of(tournament) == []
    ended, running = (match_with([None] * 4, options={"target": 1}, visibility="public") for _ in range(2))
    play_randomly(ended, seed=1)
    other = match_with([None] * 4, options={"target": 1}, visibility="public")
    play_randomly(other, seed=2)
    a_leg_at(tournament, keys[0], ended)
    a_leg_at(tournament, keys[1], running)
    (record,) = archive_of(tournament)
    assert (record["match"], record["round"], record["pairing"], record["leg"]) == (str(ended.pk), 1, keys[0], 1)
    assert replay(record)["finished"]
    Match.objects.filter(pk=ended.pk).update(watch_delay=3600, finished_at=timezone.now())
    Table.objects.filter(pk=ended.table_id).update(watch_delay=3600)
    assert archive_of(tournament) == []


def test_an_archive_is_written_while_it_is_read(monkeypatch):
    """Pieces come out as records go in; none waits for the end."""
    asked = []

    def more(found, place):
        asked.append(place)
        number = len(asked)
        return [{"match": f"{number}-{count}" * 500} for count in range(20)], None if number == 50 else number

    monkeypatch.setattr("tournaments.selectors.archives.records_and_places", more)
    largest = 0

    async def read() -> int:
        nonlocal largest
        total = 0
        async for piece in zipped_records(None, made_at=timezone.now()):
            largest = max(largest, len(piece))
            total += len(piece)
        return total

    assert async_to_sync(read)() > largest
    assert len(asked) == 50


def test_files_have_the_tournaments_name_and_its_doors():
    director = a_director()
    tournament, draft = a_tournament(director), a_tournament(director, state="draft")
    client = Client()
    for ending, kind in (
        ("export.json", "application/json"),
        ("export.zip", "application/zip"),
        ("records.zip", "application/zip"),
        ("calendar.ics", "text/calendar"),
    ):
        answer = client.get(f"/tournaments/{tournament.code}/{ending}")
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith(kind)
        assert tournament.code in answer["Content-Disposition"]
        assert client.head(f"/tournaments/{tournament.code}/{ending}").status_code == 200
        assert client.get(f"/tournaments/{draft.code}/{ending}").status_code == 404


def test_a_calendar_moves_an_entry_and_strikes_out_what_is_called_off():
    director = a_director()
    club = director.memberships.get().club
    now = timezone.now()
    tournament = a_tournament(director, starts_at=now + timedelta(days=3))
    a_tournament(director, state="draft", starts_at=now + timedelta(days=3))
    given_up = a_tournament(director, state="cancelled", starts_at=now + timedelta(days=3))
    a_pair(tournament, [User.objects.create_user("Ada"), User.objects.create_user("Bruno")])
    tell_news(now=now)
    (before,) = agenda_of(club_id=club.pk, now=now, site="https://carte.example.org")
    assert before.uid == f"tournament-{tournament.code}@carte.example.org"
    making.change(tournament_id=tournament.pk, hand=SERVER, now=now, starts_at=now + timedelta(days=4))
    (moved,) = agenda_of(club_id=club.pk, now=now, site="https://carte.example.org")
    assert (moved.uid, moved.starts_at) == (before.uid, now + timedelta(days=4))
    assert moved.sequence > before.sequence
    making.cancel(tournament_id=tournament.pk, hand=hand_of(tournament), now=now)
    text = Client().get(f"/clubs/{club.slug}/calendar.ics").content.decode()
    assert "STATUS:CANCELLED" in text
    assert text.count("BEGIN:VEVENT") == 1
    assert given_up.code not in text
