"""Directing over REST: every act of a director as an address of its own, refused to everybody else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, code_of
from tests.tournaments.evenings import begun, current, encounter, play, start
from tests.tournaments.factories import a_director, a_tournament, pairs
from tournaments.models import DirectorCall, Entrant, ForbiddenPair, Tournament

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, path: str) -> str:
    return f"/tournaments/{tournament.code}/{path}"


def director_of(tournament: Tournament) -> Caller:
    return Caller(tournament.created_by)


def test_a_tournament_is_run_from_start_to_stop() -> None:
    director = a_director()
    tournament = a_tournament(director, "swiss", pace="by_hand", check_in_minutes=0, round_minutes=45)
    pairs(tournament, 4)
    caller = Caller(director)
    assert caller.post(at(tournament, "closing/")).json() == {"done": True}
    assert caller.post(at(tournament, "closing/")).json() == {"done": False}
    assert caller.post(at(tournament, "start/")).json() == {"done": True}
    assert caller.post(at(tournament, "start/")).json() == {"done": False}
    assert code_of(caller.put(at(tournament, "rounds/2/draft/"), {})) == "wrong_state"
    assert caller.put(at(tournament, "rounds/1/draft/"), {"by_hand": [[1, 2]]}).status_code == 204
    assert caller.post(at(tournament, "rounds/1/swap/"), {"one": 2, "other": 3}).status_code == 204
    assert caller.call("delete", at(tournament, "rounds/1/draft/"), {}).status_code == 204
    assert caller.put(at(tournament, "rounds/1/draft/"), {}).status_code == 204
    for moment in ("0001-01-01", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "2027-01-14T21:00:00"):
        assert code_of(caller.post(at(tournament, "rounds/1/release/"), {"starts_at": moment})) == "bad_format"
    assert caller.post(at(tournament, "rounds/1/release/"), {}).json() == {"done": True}
    assert caller.post(at(tournament, "rounds/1/release/"), {}).json() == {"done": False}
    assert caller.post(at(tournament, "rounds/1/start/")).json() == {"done": True}
    assert caller.post(at(tournament, "time/"), {"minutes": 5}).status_code == 204
    assert code_of(caller.post(at(tournament, "rounds/1/close/"))) == "round_open"
    assert caller.put(at(tournament, "pause/"), {"reason": "Luce"}).status_code == 204
    assert caller.delete(at(tournament, "pause/")).status_code == 204
    assert code_of(caller.post(at(tournament, "stop/"), {})) == "bad_format"
    assert caller.post(at(tournament, "stop/"), {"reason": "Manca la luce"}).status_code == 204
    acts = [entry["act"] for entry in caller.get(at(tournament, "audit/")).json()["results"]]
    assert acts == [
        "finished",
        "resumed",
        "paused",
        "time_added",
        "round_started",
        "round_released",
        "round_drawn",
        "draft_dropped",
        "pairs_swapped",
        "round_drawn",
        "started",
        "entries_closed",
        "entries_closed_early",
    ]


def test_an_encounter_is_decided_corrected_taken_back_and_played_again() -> None:
    tournament = begun(4)
    start(tournament)
    caller, result = director_of(tournament), at(tournament, "encounters/S1.1/result/")
    wish = {"legs": [{"home": 31, "away": 12}], "reason": "Segnato"}
    assert caller.put(result, wish).status_code == 204
    assert caller.put(result, {"ending": "walkover", "winner": "away", "reason": "Assenti"}).status_code == 204
    assert (encounter(tournament, "S1.1").ending, encounter(tournament, "S1.1").winner) == ("walkover", "away")
    assert caller.call("delete", result, {"reason": "Errore"}).status_code == 204
    assert caller.post(at(tournament, "encounters/S1.1/table/")).json() == {"done": True}
    assert caller.post(at(tournament, "encounters/S1.1/table/")).json() == {"done": False}
    assert caller.post(at(tournament, "encounters/S1.1/time/"), {"minutes": 5}).status_code == 204
    assert caller.put(result, {**wish, "legs": [{"home": 20, "away": 20, "won_by": "home"}]}).status_code == 204
    assert caller.post(at(tournament, "encounters/S1.1/replay/"), {"reason": "Da rifare"}).status_code == 204
    for body, code in [
        ({**wish, "reason": ""}, "bad_format"),
        ({**wish, "reason": "\u202e\u200b"}, "bad_format"),
        ({"legs": wish["legs"]}, "bad_format"),
        ({**wish, "legs": [{"home": 31}]}, "bad_format"),
        ({**wish, "legs": [{"home": "31", "away": 2}]}, "bad_format"),
        ({**wish, "legs": [{"home": 31, "away": 31}]}, "bad_result"),
        ({**wish, "legs": [{"home": 31, "away": 2}] * 2}, "bad_result"),
        ({**wish, "ending": "void"}, "bad_result"),
        ({**wish, "ending": "bye"}, "bad_format"),
        ({"ending": "walkover", "reason": "x"}, "bad_result"),
        ({**wish, "reason": "x" * 201}, "bad_format"),
    ]:
        assert code_of(caller.put(result, body)) == code, body
    assert code_of(caller.put(at(tournament, "encounters/S9.9/result/"), wish)) == "no_such_pairing"
    out = at(tournament, "encounters/S1.2/disqualification/")
    assert caller.post(out, {"reason": "Rissa"}).status_code == 204
    assert encounter(tournament, "S1.2").ending == "void"


def test_nobody_decides_their_own_encounter() -> None:
    tournament = begun(4)
    start(tournament)
    player = encounter(tournament, "S1.1").home.members.first().user
    caller = Caller(member_in(tournament.club, "director", player))
    wish = {"ending": "void", "reason": "x"}
    assert code_of(caller.put(at(tournament, "encounters/S1.1/result/"), wish)) == "own_encounter"
    assert code_of(caller.post(at(tournament, "encounters/S1.1/replay/"), {"reason": "x"})) == "own_encounter"
    assert code_of(caller.post(at(tournament, "encounters/S1.1/disqualification/"), {"reason": "x"})) == "own_encounter"
    assert caller.put(at(tournament, "encounters/S1.2/result/"), wish).status_code == 204


def test_entrants_leave_come_back_and_are_substituted() -> None:
    tournament = begun(5)
    caller, one = director_of(tournament), Entrant.objects.filter(tournament=tournament).first()
    out, coming = one.members.first().user, UserFactory()
    wish = {"out": out.username, "coming": coming.username}
    assert caller.post(at(tournament, f"entrants/{one.number}/substitution/"), wish).status_code == 204
    assert code_of(caller.post(at(tournament, f"entrants/{one.number}/substitution/"), wish)) == "not_entered"
    own = Caller(coming)
    assert own.post(at(tournament, f"entrants/{one.number}/withdrawal/"), {}).status_code == 204
    assert caller.call("delete", at(tournament, f"entrants/{one.number}/withdrawal/"), {}).status_code == 204
    assert code_of(caller.post(at(tournament, f"entrants/{one.number}/disqualification/"), {})) == "bad_format"
    expelled = caller.post(at(tournament, f"entrants/{one.number}/disqualification/"), {"reason": "Carte nascoste"})
    assert expelled.status_code == 204
    assert code_of(caller.post(at(tournament, "entrants/99/withdrawal/"), {})) == "no_such_entrant"


def test_pairs_are_forbidden_and_allowed_again() -> None:
    tournament = begun(4)
    caller, address = director_of(tournament), at(tournament, "forbidden-pairs/")
    assert caller.post(address, {"one": 3, "other": 1}).json() == {"done": True}
    assert caller.post(address, {"one": 1, "other": 3, "reason": "Fratelli"}).json() == {"done": False}
    pair = ForbiddenPair.objects.get()
    assert (pair.one.number, pair.other.number) == (1, 3)
    assert caller.post(address, {"one": 1, "other": 3, "allowed": True}).json() == {"done": True}
    assert code_of(caller.post(address, {"one": 1, "other": 1})) == "bad_pairing"
    assert code_of(caller.post(address, {"one": 1, "other": 77})) == "no_such_entrant"
    knockout = begun(2, "knockout")
    wish = {"one": 1, "other": 2}
    assert code_of(director_of(knockout).post(at(knockout, "forbidden-pairs/"), wish)) == "wrong_state"


def test_calls_are_made_listed_taken_and_closed() -> None:
    tournament = begun(4)
    start(tournament)
    player = Caller(encounter(tournament, "S1.2").home.members.first().user)
    assert code_of(player.post(at(tournament, "calls/"), {"reason": "timeout"})) == "bad_format"
    made = player.post(at(tournament, "calls/"), {"reason": "rules", "words": "Busso?"})
    assert made.status_code == 201
    assert code_of(player.get(at(tournament, "calls/"))) == "no_right"
    caller = director_of(tournament)
    [waiting] = caller.get(at(tournament, "calls/")).json()
    assert (waiting["id"], waiting["encounter"], waiting["round"], waiting["table"]) == (
        made.json()["id"],
        "S1.2",
        1,
        2,
    )
    assert (waiting["reason"], waiting["words"], waiting["taken_by"]) == ("rules", "Busso?", None)
    assert waiting["made_by"]["name"] == player.user.username
    call = at(tournament, f"calls/{waiting['id']}/")
    assert code_of(player.post(call)) == "no_right"
    assert caller.post(call).status_code == 204
    assert code_of(Caller(member_in(tournament.club, "director")).post(call)) == "call_taken"
    assert caller.delete(call).status_code == 204
    assert code_of(caller.delete(call)) == "no_such_call"
    assert DirectorCall.objects.get().closed_at is not None


def test_messages_are_written_by_directors_and_read_by_all() -> None:
    tournament = begun(4)
    caller = director_of(tournament)
    assert caller.post(at(tournament, "messages/"), {"words": "Si riprende alle 22"}).status_code == 204
    assert code_of(caller.post(at(tournament, "messages/"), {"words": "\u200b"})) == "bad_text"
    assert [one["words"] for one in Caller().get(at(tournament, "messages/")).json()] == ["Si riprende alle 22"]


def test_the_log_tells_others_neither_why_nor_from_where() -> None:
    tournament = begun(4)
    start(tournament)
    caller = director_of(tournament)
    caller.put(at(tournament, "encounters/S1.1/result/"), {"ending": "void", "reason": "Rissa"})
    whole = caller.get(at(tournament, "audit/")).json()["results"][0]
    public = Caller().get(at(tournament, "audit/")).json()["results"][0]
    assert (whole["act"], whole["about"], whole["reason"], whole["way"]) == ("result_decided", "S1.1", "Rissa", "api")
    assert whole["address"] == "127.0.0.1"
    assert whole["by"]["name"] == tournament.created_by.username
    assert public == {**whole, "reason": None, "way": None, "address": None}


def test_the_log_tells_nothing_from_which_watchers_would_learn_an_end_too_soon() -> None:
    now = timezone.now()
    tournament = begun(4, now=now, starts_at=now, watch_delay=600)
    start(tournament, now)
    caller = director_of(tournament)
    match = play(tournament, "S1.1", 31, 20, now=timezone.now())
    caller.put(
        at(tournament, "encounters/S1.1/result/"), {"legs": [{"home": 31, "away": 22}], "reason": "Contati male"}
    )

    def acts(reader: Caller) -> list[str]:
        return [entry["act"] for entry in reader.get(at(tournament, "audit/")).json()["results"]]

    assert acts(caller)[0] == "result_corrected"
    assert acts(Caller()) == ["entries_closed"]
    Match.objects.filter(pk=match.pk).update(finished_at=now - timedelta(minutes=11))
    assert acts(Caller())[0] == "result_corrected"


ACTS = [
    ("post", "start/", {}),
    ("put", "rounds/1/draft/", {}),
    ("delete", "rounds/1/draft/", {}),
    ("post", "rounds/1/swap/", {"one": 1, "other": 2}),
    ("post", "rounds/1/release/", {}),
    ("post", "rounds/1/start/", None),
    ("post", "rounds/1/close/", None),
    ("post", "forbidden-pairs/", {"one": 1, "other": 2}),
    ("put", "encounters/S1.1/result/", {"ending": "void", "reason": "x"}),
    ("delete", "encounters/S1.1/result/", {"reason": "x"}),
    ("post", "encounters/S1.1/replay/", {"reason": "x"}),
    ("post", "encounters/S1.1/table/", None),
    ("post", "encounters/S1.1/time/", {"minutes": 1}),
    ("post", "encounters/S1.1/disqualification/", {"reason": "x"}),
    ("post", "entrants/1/withdrawal/", {}),
    ("delete", "entrants/1/withdrawal/", {}),
    ("post", "entrants/1/disqualification/", {"reason": "x"}),
    ("post", "entrants/1/substitution/", None),
    ("put", "pause/", {}),
    ("delete", "pause/", None),
    ("post", "time/", {"minutes": 1}),
    ("post", "messages/", {"words": "x"}),
    ("post", "stop/", {"reason": "x"}),
    ("get", "calls/", None),
    ("post", "calls/1/", None),
    ("delete", "calls/1/", None),
]


def test_who_does_not_run_it_does_nothing_of_this() -> None:
    tournament = begun(4)
    start(tournament)
    play(tournament, "S1.2", 31, 3)
    for caller in (Caller(UserFactory()), Caller(member_in(tournament.club, "host"))):
        for verb, path, body in ACTS:
            sent = {"out": caller.user.username, "coming": caller.user.username} if "substitution" in path else body
            answer = caller.call(verb, at(tournament, path), sent)
            assert code_of(answer) == "no_right", (verb, path)
    assert current(tournament).state == "running"
    for verb, path, _body in ACTS:
        assert code_of(Caller().call(verb, at(tournament, path))) == "not_logged_in", path
    assert code_of(director_of(tournament).post("/tournaments/nothing/stop/", {"reason": "x"})) == "no_such_tournament"
