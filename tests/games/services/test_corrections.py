"""Corrections: another result, annulled, deleted; ratings after it are what a rebuild from scratch comes to."""

import io
from functools import partial

import pytest
from django.core.management import CommandError, call_command

from accounts.errors import BadText
from accounts.models import User
from games.engine.errors import BadFormat
from games.errors import MatchRunning, NoRight, NoSuchMatch, NotCorrectable
from games.models import Correction, Event, Match, Rating, RatingChange, Table
from games.services import corrections, rebuilding
from games.services.corrections import Hand, annul, correct_result, delete
from games.services.ratings import rate_left, rate_pool
from tests.accounts.clubs.houses import club_of, member_in
from tests.games.factories import match_with, people, person
from tests.games.races import at_once
from tests.games.rated import ended_match, evening, stands, whole_ledger

pytestmark = pytest.mark.django_db
WITH_COMMITS = pytest.mark.django_db(transaction=True)

OTHER = {"winners": [1], "totals": [20, 31]}


@pytest.fixture
def judge() -> Hand:
    staff = person("Judge")
    staff.is_staff = True
    staff.save()
    return Hand(staff.pk, "admin", "192.0.2.7")


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rebuild_ratings", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("deed", ["result", "annulment", "deletion"])
def test_what_follows_a_corrected_match_is_what_a_rebuild_comes_to(deed: str, judge: Hand) -> None:
    players = people(6)
    played = evening(players, 40)
    rate_pool(pool="pairs")
    first = whole_ledger()
    match = next(match for match in played[8:] if match.rated)
    facts = {"match_id": match.pk, "hand": judge, "reason": "The wrong side was noted."}
    if deed == "result":
        correct_result(**facts, result=OTHER)
    else:
        {"annulment": annul, "deletion": delete}[deed](**facts)
    rate_left()
    replayed = whole_ledger()
    assert replayed != first
    earlier = [change for change in first[0] if change[3] < match.finish_no]
    assert [change for change in replayed[0] if change[3] < match.finish_no] == earlier
    assert told("--check") == "The ledger is what the matches come to.\n"
    assert told() == "The ratings are rebuilt.\n"
    assert whole_ledger() == replayed
    assert Match.objects.filter(pk=match.pk).exists() is (deed != "deletion")
    assert RatingChange.objects.filter(match=match.pk).count() == (4 if deed == "result" else 0)


def test_a_ruling_lies_beside_what_was_played_and_is_written_down(judge: Hand) -> None:
    n, e, s, w = people(4)
    match = ended_match([n, s], [e, w])
    rate_left()
    correct_result(match_id=match.pk, hand=judge, reason=" A card\tcame late. ", result=OTHER)
    rate_left()
    match.refresh_from_db()
    assert match.result == {"winners": [0], "totals": [31, 20], "reason": "target"}
    assert match.ruling == OTHER
    assert stands(n, s, e, w) == [1480, 1480, 1520, 1520]
    written = Correction.objects.get()
    assert (written.kind, written.reason, written.by_id) == ("result", "A card came late.", judge.user_id)
    assert (written.way, written.address, written.finish_no) == ("admin", "192.0.2.7", 1)
    counted = {"rated": True, "unrated_reason": ""}
    assert written.before == {"winners": [0], "totals": [31, 20], "ruled": False, **counted}
    assert written.after == {"winners": [1], "totals": [20, 31], "ruled": True, **counted}
    assert written.replayed_at is not None


def test_a_correction_before_the_match_is_rated_is_rated_as_corrected(judge: Hand) -> None:
    n, e, s, w = people(4)
    match = ended_match([n, s], [e, w])
    correct_result(match_id=match.pk, hand=judge, reason="x", result=OTHER)
    rate_left()
    assert stands(n, s, e, w) == [1480, 1480, 1520, 1520]
    assert not rebuilding.differences(pool="pairs")


def test_an_annulled_match_is_gone_from_everybody_and_a_ruling_brings_it_back(judge: Hand) -> None:
    n, e, s, w = people(4)
    match = ended_match([n, s], [e, w])
    rate_left()
    annul(match_id=match.pk, hand=judge, reason="Played twice.")
    rate_left()
    assert not Rating.objects.exists()  # nobody has a rated match any more
    match.refresh_from_db()
    assert (match.rated, match.unrated_reason) == (False, "annulled")
    correct_result(match_id=match.pk, hand=judge, reason="It was not.", result={"winners": [0]})
    rate_left()
    assert stands(n, s, e, w) == [1520, 1520, 1480, 1480]
    match.refresh_from_db()
    assert (match.rated, match.unrated_reason, match.company is None) == (True, "", False)


def test_a_casual_match_stays_unrated_whatever_is_decided(judge: Hand) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:], rated=False)
    annul(match_id=match.pk, hand=judge, reason="x")
    correct_result(match_id=match.pk, hand=judge, reason="x", result=OTHER)
    rate_left()
    match.refresh_from_db()
    assert (match.rated, match.unrated_reason) == (False, "casual")
    assert not RatingChange.objects.exists()


def test_who_may_not_corrects_nothing(judge: Hand) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    running = match_with(people(4))
    change = partial(correct_result, reason="x", result=OTHER)
    with pytest.raises(NoRight):
        change(match_id=match.pk, hand=Hand(players[0].pk, "api"))
    with pytest.raises(NoSuchMatch):
        change(match_id="01890000-0000-7000-8000-000000000000", hand=judge)
    with pytest.raises(MatchRunning):
        change(match_id=running.pk, hand=judge)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED)
    with pytest.raises(NotCorrectable):
        change(match_id=match.pk, hand=judge)
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"winners": []},
        {"winners": [2]},
        {"winners": [0, 0]},
        {"winners": [True]},
        {"winners": "0"},
        {"winners": [0], "totals": [31]},
        {"winners": [0], "totals": [31, 20.5]},
        {"winners": [0], "totals": [31, 10**9]},
    ],
)
def test_what_is_no_result_is_refused(result: dict, judge: Hand) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    with pytest.raises(BadFormat):
        correct_result(match_id=match.pk, hand=judge, reason="x", result=result)


def test_a_correction_says_why(judge: Hand) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    for reason, refusal in (("", BadFormat), (" \u200b ", BadFormat), ("x" * 201, BadText)):
        with pytest.raises(refusal):
            annul(match_id=match.pk, hand=judge, reason=reason)


@WITH_COMMITS
def test_corrections_and_ratings_at_one_moment_come_to_the_same(judge: Hand) -> None:
    players = people(6)
    played = [match for match in evening(players, 30) if match.rated]
    rate_pool(pool="pairs")
    deeds = [partial(correct_result, match_id=m.pk, hand=judge, reason="x", result=OTHER) for m in played[3:6]]
    deeds += [partial(annul, match_id=m.pk, hand=judge, reason="x") for m in played[4:8]]
    deeds += [partial(ended_match, players[:2], players[2:4]), rate_left, rate_left]
    assert [outcome for outcome in at_once(deeds) if isinstance(outcome, Exception)] == []
    rate_left()
    assert not Correction.objects.filter(replayed_at=None).exists()
    assert rebuilding.differences(pool="pairs") == []


def test_a_deletion_leaves_only_what_was_written_down(judge: Hand) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    rate_left()
    delete(match_id=match.pk, hand=judge, reason="A test.")
    assert Match.objects.get(pk=match.pk).unrated_reason == corrections.ANNULLED  # until the ratings have followed
    rate_left()
    assert not Match.objects.filter(pk=match.pk).exists()
    assert not Event.objects.filter(match=match.pk).exists()
    written = Correction.objects.get()
    assert (written.match_id, written.kind, written.after) == (match.pk, "deletion", None)


def test_a_clubs_director_corrects_what_was_played_at_its_tables_by_others() -> None:
    club = club_of()
    director = member_in(club, "director")
    member = member_in(club)
    elsewhere = member_in(club_of(), "director")
    own = ended_match(people(2), people(2))
    with_director = ended_match([director, *people(1)], people(2))
    of_nobody = ended_match(people(2), people(2))
    for match in (own, with_director):
        Table.objects.filter(pk=match.table_id).update(club=club)
    for person_id, match in (
        (member.pk, own), (elsewhere.pk, own), (director.pk, with_director), (director.pk, of_nobody),
    ):  # fmt: skip
        with pytest.raises(NoRight):
            annul(match_id=match.pk, hand=Hand(person_id, "api"), reason="A card lay under the table.")
    annul(match_id=own.pk, hand=Hand(director.pk, "api"), reason="A card lay under the table.")
    assert Correction.objects.get().by_id == director.pk


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda: RatingChange.objects.filter(finish_no=2, side=0).update(after=1500.0000001), "pairs: match 2, player"),
        (lambda: RatingChange.objects.filter(finish_no=1).delete(), "nothing, should be"),
        (lambda: Rating.objects.filter(rating__gt=1500).update(wins=7), "stands elsewhere than the last change says"),
        (lambda: Rating.objects.filter(rating__gt=1500).delete(), "stands elsewhere than the last change says"),
    ],
)
def test_the_check_finds_what_is_wrong_and_a_rebuild_mends_it(damage, line: str) -> None:
    evening(people(5), 6)
    rate_pool(pool="pairs")
    right = whole_ledger()
    damage()
    out = io.StringIO()
    with pytest.raises(CommandError) as failure:
        call_command("rebuild_ratings", "--check", stdout=out)
    assert failure.value.returncode == 1
    assert line in out.getvalue()
    told("--pool", "pairs")
    assert whole_ledger() == right


def test_a_rebuild_knows_its_pools() -> None:
    with pytest.raises(CommandError):
        told("--pool", "nothing")


def test_the_staff_corrects_in_the_admin_and_reads_what_was_done(client) -> None:
    n, e, s, w = people(4)
    match = ended_match([n, s], [e, w])
    judge = User.objects.create_superuser("Judge", "judge@example.org", "x")
    client.force_login(judge)
    path = "/admin/games/correction/add/"
    facts = {"match_id": str(match.pk), "kind": "result", "reason": "Miscounted.", "winners": "1", "totals": "20, 31"}
    refused = client.post(path, facts | {"winners": "one"}, follow=True)
    assert "Winners and totals are numbers" in refused.content.decode()
    assert not Correction.objects.exists()
    assert client.post(path, facts)["Location"] == "/admin/games/correction/"
    written = Correction.objects.get()
    assert (written.by, written.way, written.address) == (judge, "admin", "127.0.0.1")
    rate_left()
    assert stands(n, e) == [1480, 1520]
    assert "Miscounted." in client.get("/admin/games/correction/").content.decode()
    assert client.get(f"/admin/games/correction/{written.pk}/change/").status_code == 200
    assert client.post(f"/admin/games/correction/{written.pk}/change/", facts).status_code == 403
