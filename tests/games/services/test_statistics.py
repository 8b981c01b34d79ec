"""Statistics: every match that counts is counted once, follows its corrections, and equals a rebuild (adr/0058)."""

import io
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils.module_loading import import_string

from accounts.models import User
from config import settings as as_configured
from games.models import CompanyTally, Correction, LadderBucket, Match, PresetTally, SeasonRating, Showing, Table
from games.selectors.statistics import statistics_of
from games.services import corrections
from games.services.corrections import Hand
from games.services.ratings import rate_left
from games.services.seasons import follow_left
from games.services.statistics import count, count_left
from tests.games.factories import log_of, match_with, now_of, people, person, play_randomly
from tests.games.races import at_once
from tests.games.rated import ended_match, evening

pytestmark = pytest.mark.django_db
WITH_COMMITS = pytest.mark.django_db(transaction=True)


@pytest.fixture
def judge() -> Hand:
    staff = person("Judge")
    staff.is_staff = True
    staff.save()
    return Hand(staff.pk, "admin", "192.0.2.7")


def everything() -> list[list[tuple]]:
    """All that is counted, but for keys that say nothing."""
    return [
        sorted(model.objects.values_list(*columns(model)))
        for model in (Showing, PresetTally, CompanyTally, SeasonRating)
    ] + [sorted(LadderBucket.objects.exclude(players=0).values_list(*columns(LadderBucket)))]


def columns(model) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname not in {"pk", "id"}]


def sums(user: User) -> tuple[int, int, int]:
    told = statistics_of(user.pk).sums
    return told.played, told.won, told.lost


def rebuilt() -> list[list[tuple]]:
    out = io.StringIO()
    call_command("rebuild_statistics", stdout=out, stderr=io.StringIO())
    assert "rebuilt" in out.getvalue()
    return everything()


def test_a_match_played_is_told_by_preset_partner_and_opponent() -> None:
    match = match_with([None] * 4, options={"target": 41})
    play_randomly(match, seed=5, most=4000)
    match.refresh_from_db()
    count(match_id=match.pk)
    count(match_id=match.pk)
    position = now_of(match)
    seats = {holder.seat: holder.user_id for holder in position.holders.values()}
    declared = [event for event in log_of(match) if event.kind == "declared"]
    for seat, user_id in seats.items():
        told = statistics_of(user_id)
        assert [row.preset for row in told.presets] == ["club"]
        assert told.sums.played == 1
        assert told.sums.won == (seat % 2 in match.result["winners"])
        assert [row.other_id for row in told.partners] == [seats[(seat + 2) % 4]]
        assert {row.other_id for row in told.opponents} == {seats[(seat + 1) % 4], seats[(seat + 3) % 4]}
        assert told.sums.declared == sum(event.public["points"] for event in declared if event.seat == seat)
    assert declared
    hands = [hand for hand in position.game.hands if hand.cappotto is not None]
    assert sum(row.cappotti for row in PresetTally.objects.all()) == 2 * len(hands)


def test_what_nobody_can_see_and_what_is_annulled_or_practised_does_not_count() -> None:
    players = people(4)
    casual = ended_match(players[:2], players[2:], rated=False)
    Table.objects.filter(pk=casual.table_id).update(visibility="link")
    practice = ended_match(players[:2], players[2:], rated=False)
    Table.objects.filter(pk=practice.table_id).update(is_practice=True)
    private_but_rated = ended_match(players[:2], players[2:])
    Table.objects.filter(pk=private_but_rated.table_id).update(visibility="link")
    annulled = ended_match(players[:2], players[2:], rated=False)
    Match.objects.filter(pk=annulled.pk).update(unrated_reason="annulled")
    count_left()
    assert sums(players[0]) == (1, 1, 0)
    assert not Match.objects.filter(is_counted=False).exists()


def test_sums_follow_a_correction_and_equal_a_rebuild(judge: Hand) -> None:
    players = people(6)
    played = evening(players, 30)
    rate_left()
    follow_left()
    count_left()
    first = everything()
    assert rebuilt() == first
    one, two, three = [match for match in played[4:] if match.rated][:3]
    facts = {"hand": judge, "reason": "The wrong side was noted."}
    corrections.correct_result(match_id=one.pk, result={"winners": [1], "totals": [20, 31]}, **facts)
    corrections.annul(match_id=two.pk, **facts)
    corrections.delete(match_id=three.pk, **facts)
    rate_left()
    follow_left()
    count_left()
    after = everything()
    assert after != first
    assert rebuilt() == after
    assert not Showing.objects.filter(match_id__in=[two.pk, three.pk]).exists()
    assert Correction.objects.count() == 3


def test_what_is_astray_is_put_right_by_a_rebuild() -> None:
    players = people(4)
    ended_match(players[:2], players[2:])
    rate_left()
    follow_left()
    count_left()
    right = everything()
    PresetTally.objects.update(won=7)
    CompanyTally.objects.all()[0].delete()
    SeasonRating.objects.update(matches=10, rating=2000)
    assert everything() != right
    assert rebuilt() == right


def test_what_comes_after_a_match_is_registered() -> None:
    for names in (as_configured.ON_MATCH_FINISHED, as_configured.ON_MATCH_CORRECTED):
        assert "games.ratings.count_match" in [import_string(name).name for name in names]
    assert "games.ratings.count_left" in [sweep["task"] for sweep in settings.CELERY_BEAT_SCHEDULE.values()]


@WITH_COMMITS
def test_two_workers_count_a_match_once_and_lose_none() -> None:
    players = people(4)
    matches = [ended_match(players[:2], players[2:]) for _ in range(3)]
    outcomes = at_once([lambda match=match: count(match_id=match.pk) for match in matches for _ in range(2)])
    assert outcomes == [None] * 6
    assert [sums(player) for player in players] == [(3, 3, 0)] * 2 + [(3, 0, 3)] * 2
    count(match_id=uuid4())
