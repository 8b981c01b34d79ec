"""Directing: the pages from which a tournament is run, and what they let nobody else see or do."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.games.api.callers import browser
from tests.tournaments.evenings import begun, current, encounter, play, play_round, start
from tests.tournaments.factories import STARTS_AT, a_director, a_tournament, pairs
from tournaments.models import AuditEntry, DirectorCall, Entrant, ForbiddenPair, Tournament
from tournaments.services.calls import call_director

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, path: str = "") -> str:
    return f"/tournaments/{tournament.code}/direct/{path}"


def reader(user: User | None = None) -> Client:
    """A browser in English."""
    client = browser(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def director_of(tournament: Tournament) -> Client:
    return reader(tournament.created_by)


def shown(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def press(client: Client, address: str, **fields: object) -> str:
    """Press a button, and read the page it leads to."""
    answer = client.post(address, fields, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def acts_in(page: str) -> set[str]:
    """The buttons of a page."""
    return {part.split('"')[0] for part in page.split('name="act" value="')[1:]}


def a_player(tournament: Tournament, key: str) -> User:
    return encounter(tournament, key).home.members.order_by("pk").first().user


def test_only_what_is_possible_now_has_a_button() -> None:
    director = a_director()
    tournament = a_tournament(director, "swiss", pace="by_hand", check_in_minutes=0, round_minutes=45)
    pairs(tournament, 4)
    client = reader(director)
    assert acts_in(shown(client, at(tournament))) == {"start_tournament", "close_entries", "message"}
    assert acts_in(press(client, at(tournament), act="close_entries")) == {"start_tournament", "message"}
    running = {"message", "pause"}
    assert acts_in(press(client, at(tournament), act="start_tournament")) == running | {"draw"}
    assert acts_in(press(client, at(tournament), act="draw", round=1)) == running | {"draw", "drop", "release"}
    assert acts_in(press(client, at(tournament), act="release", round=1)) == running | {"start"}
    assert acts_in(press(client, at(tournament), act="start", round=1)) == running | {"add_time"}
    paused = press(client, at(tournament), act="pause", reason="Luce")
    assert acts_in(paused) == {"message", "resume", "add_time"}
    press(client, at(tournament), act="resume")
    for key in ("S1.1", "S1.2"):
        play(tournament, key, 31, 20)
    assert acts_in(shown(client, at(tournament))) == running | {"draw"}
    assert "round 1" in shown(client, at(tournament, "audit/"))


def test_a_call_is_made_at_the_table_and_answered_at_the_console() -> None:
    tournament = begun(4)
    start(tournament)
    player, director = a_player(tournament, "S1.1"), director_of(tournament)
    page = shown(reader(player), f"/tournaments/{tournament.code}/calls/")
    assert "table 1" in page
    answer = reader(player).post(f"/tournaments/{tournament.code}/calls/", {"reason": "conduct", "words": "Grida"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/tables/")
    call = DirectorCall.objects.get()
    page = shown(director, at(tournament))
    assert "Grida" in page
    assert player.username in page
    press(director, at(tournament), act="accept", call=call.pk)
    other = reader(member_in(tournament.club, "director"))
    assert "Another director is on the way." in press(other, at(tournament), act="accept", call=call.pk)
    assert "Nobody calls." in press(other, at(tournament), act="close", call=call.pk)
    stranger = reader(UserFactory())
    assert "Only who plays in this round calls the director." in shown(
        stranger, f"/tournaments/{tournament.code}/calls/"
    )
    assert stranger.post(f"/tournaments/{tournament.code}/calls/", {"reason": "rules"}).status_code == 422


def test_a_result_is_decided_with_a_reason_and_after_a_question() -> None:
    tournament = begun(4)
    start(tournament)
    client, address = director_of(tournament), at(tournament, "encounters/S1.1/")
    wish = {"decision": "result", "home_1": 31, "away_1": 17, "reason": "Segnato male"}
    assert client.post(address, {**wish, "reason": ""}).status_code == 422
    assert client.post(address, {**wish, "away_1": 31}).status_code == 422
    assert "31\u201317" in press(client, address, **wish)
    assert not encounter(tournament, "S1.1").ending
    press(client, address, **wish, confirmed=1)
    assert encounter(tournament, "S1.1").ending == "played"
    log = shown(client, at(tournament, "audit/"))
    assert "Segnato male" in log
    assert "127.0.0.1" in log
    press(client, address, decision="walkover_away", reason="Assenti", confirmed=1)
    assert (encounter(tournament, "S1.1").ending, encounter(tournament, "S1.1").winner) == ("walkover", "away")
    press(client, address, decision="replay", reason="Da rifare", confirmed=1)
    assert encounter(tournament, "S1.1").ending == ""


def test_results_of_earlier_rounds_are_reached_from_the_console() -> None:
    tournament = begun(4)
    play_round(tournament)
    client = director_of(tournament)
    assert "encounters/S1.1/" not in shown(client, at(tournament))
    assert "encounters/S1.1/" in shown(client, at(tournament, "?round=1"))
    assert acts_in(shown(client, at(tournament, "?round=1"))) == {"message", "pause"}
    assert "Round 2" in shown(client, at(tournament, "?round=77"))


def test_nobody_decides_their_own_encounter() -> None:
    tournament = begun(4)
    start(tournament)
    player = member_in(tournament.club, "director", a_player(tournament, "S1.1"))
    client, address = reader(player), at(tournament, "encounters/S1.1/")
    assert "another director has to decide it" in shown(client, address)
    wish = {"decision": "walkover_home", "reason": "Perch\u00e9 s\u00ec", "confirmed": 1}
    assert "another director has to decide it" in press(client, address, **wish)
    assert not encounter(tournament, "S1.1").ending


def test_entrants_leave_come_back_and_are_substituted() -> None:
    tournament = begun(4)
    one = Entrant.objects.filter(tournament=tournament).first()
    client, address = director_of(tournament), at(tournament, f"entrants/{one.number}/")
    assert f"entrants/{one.number}/" in shown(client, at(tournament, "entrants/"))
    out, coming = one.members.first().user, UserFactory()
    press(client, address, act="substitute", out=out.pk, coming=coming.username)
    assert one.members.filter(user=coming, until=None).exists()
    assert "There is no such player." in press(client, address, act="substitute", out=coming.pk, coming="nessuno")
    assert "Is this meant?" in press(client, address, act="decide", decision="disqualify", reason="Carte nascoste")
    press(client, address, act="decide", decision="disqualify", reason="Carte nascoste", confirmed=1)
    one.refresh_from_db()
    assert one.state == "disqualified"
    press(client, address, act="decide", decision="come_back", reason="Errore", confirmed=1)
    one.refresh_from_db()
    assert one.state == "entered"


def test_a_draw_is_edited_by_hand() -> None:
    tournament = begun(4, pace="by_hand")
    client, address = director_of(tournament), at(tournament, "pairings/")
    press(client, at(tournament), act="draw", round=1)
    press(client, address, act="by_hand", one=1, other=2)
    pairs_drawn = {frozenset((row.home.number, row.away.number)) for row in current(tournament).encounters.all()}
    assert frozenset((1, 2)) in pairs_drawn
    press(client, address, act="swap", one=2, other=3)
    pairs_drawn = {frozenset((row.home.number, row.away.number)) for row in current(tournament).encounters.all()}
    assert frozenset((1, 3)) in pairs_drawn
    press(client, address, act="forbid", one=1, other=3)
    assert ForbiddenPair.objects.count() == 1
    press(client, at(tournament), act="draw", round=1)
    pairs_drawn = {frozenset((row.home.number, row.away.number)) for row in current(tournament).encounters.all()}
    assert frozenset((1, 3)) not in pairs_drawn
    press(client, address, act="allow", one=3, other=1)
    assert not ForbiddenPair.objects.exists()
    assert client.post(address, {"act": "swap", "one": 1, "other": 1}).status_code == 422


def test_what_the_director_says_stands_on_the_tournaments_page() -> None:
    tournament = begun(4)
    press(director_of(tournament), at(tournament), act="message", words="Si riprende alle 22")
    assert "Si riprende alle 22" in shown(reader(), f"/tournaments/{tournament.code}/")


def test_a_tournament_is_ended_early_with_a_reason() -> None:
    tournament = begun(4)
    client, address = director_of(tournament), at(tournament, "stop/")
    assert "cannot be undone" in shown(client, address)
    assert client.post(address, {"reason": ""}).status_code == 422
    press(client, address, reason="Manca la luce")
    tournament.refresh_from_db()
    assert (tournament.state, tournament.stopped_early) == ("finished", True)
    assert "It is not running." in shown(client, address)


def test_who_does_not_run_it_neither_sees_nor_presses() -> None:
    tournament = begun(4)
    others = [reader(user) for user in (UserFactory(), member_in(tournament.club), member_in(tournament.club, "host"))]
    for path in ("", "entrants/", "entrants/1/", "encounters/S1.1/", "pairings/", "stop/"):
        for client in others:
            assert client.get(at(tournament, path)).status_code == 403, path
            pressed = client.post(at(tournament, path), {"act": "pause", "reason": "x"})
            assert pressed.status_code in {403, 405}, path
        assert reader().get(at(tournament, path)).status_code == 302, path


def test_the_log_tells_others_what_changed_results_and_neither_why_nor_from_where() -> None:
    tournament = begun(4)
    start(tournament)
    client = director_of(tournament)
    wish = {"decision": "void", "reason": "Hanno litigato", "confirmed": 1}
    press(client, at(tournament, "encounters/S1.1/"), **wish)
    press(client, at(tournament), act="message", words="Si chiude alle due")
    whole, public = shown(client, at(tournament, "audit/")), shown(reader(), at(tournament, "audit/"))
    for words, is_public in [
        ("Result decided", True),
        (tournament.created_by.username, True),
        ("Hanno litigato", False),
        ("127.0.0.1", False),
        ("Si chiude alle due", False),
    ]:
        assert words in whole
        assert (words in public) is is_public, words


def test_the_log_is_read_page_by_page() -> None:
    tournament = begun(2, "knockout")
    AuditEntry.objects.bulk_create(
        AuditEntry(tournament=tournament, act="paused", reason=f"N. {number};", way="page") for number in range(60)
    )
    client = director_of(tournament)
    first = shown(client, at(tournament, "audit/"))
    older = first.split('href="?before=')[1].split('"')[0]
    second = shown(client, at(tournament, f"audit/?before={older}"))
    assert "N. 59;" in first
    assert "N. 5;" not in first
    assert "N. 5;" in second
    assert "Older" not in second
    assert "N. 59;" in shown(client, at(tournament, "audit/?before=x"))


def test_a_page_costs_no_more_queries_the_larger_the_tournament() -> None:
    counts = []
    for count in (4, 10):
        tournament = begun(count)
        start(tournament)
        for key in ("S1.1", "S1.2")[: count // 4]:
            call = {"reason": "rules", "words": "", "now": STARTS_AT}
            call_director(tournament_id=tournament.pk, user_id=a_player(tournament, key).pk, **call)
        client = director_of(tournament)
        for path in ("", "audit/"):
            shown(client, at(tournament, path))
            with CaptureQueriesContext(connection) as asked:
                shown(client, at(tournament, path))
            counts.append(len(asked))
    assert counts[:2] == counts[2:]
