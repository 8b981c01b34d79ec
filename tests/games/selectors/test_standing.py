"""Where matches and tables stand, as those ask who keep live sockets in step."""

import pytest

from games.errors import NoSuchMatch
from games.models import Table
from games.models.identifiers import uuid7
from games.selectors.memory import forget_all
from games.selectors.standing import (
    LONGEST_GAP,
    latest_change,
    news_since,
    private_parts,
    remembered_parts,
    seqs_of,
    table_id_of,
    versions_of,
)
from tests.games.sockets.scene import Scene, match_of, people


@pytest.fixture
def scene(transactional_db: None) -> Scene:
    return match_of(people(4))


def test_many_are_asked_after_at_once(scene: Scene, django_assert_num_queries) -> None:
    other = match_of(people(4))
    seq = other.play()
    with django_assert_num_queries(2):
        assert seqs_of([scene.match_id, other.match_id, uuid7()]) == {scene.match_id: seq - 1, other.match_id: seq}
        assert set(versions_of([scene.table_id, other.table_id, 10**9])) == {scene.table_id, other.table_id}


def test_a_table_is_found_by_its_code(scene: Scene) -> None:
    assert table_id_of(scene.code) == scene.table_id
    assert table_id_of("nothing") is None


def test_the_latest_change_of_any_table_is_known(scene: Scene) -> None:
    assert latest_change() == Table.objects.get(pk=scene.table_id).changed_at


def test_own_parts_are_told_where_they_have_changed(scene: Scene) -> None:
    seat, _ = scene.turn()
    seq = scene.play()
    parts = private_parts(scene.match_id, seq)
    own, following = scene.players[seat].pk, scene.players[(seat + 1) % 4].pk
    assert set(parts) == {own, following}
    assert len(parts[own]["hand"]) == 9
    assert parts[following]["may"]["play"]


def test_a_process_that_made_the_event_asks_nothing(scene: Scene, django_assert_num_queries) -> None:
    seq = scene.play()
    with django_assert_num_queries(0):
        known = remembered_parts(scene.match_id, seq)
    assert known == private_parts(scene.match_id, seq)
    forget_all()
    with django_assert_num_queries(0):
        assert remembered_parts(scene.match_id, seq) is None
    assert private_parts(scene.match_id, seq) == known


def test_news_are_the_events_since_for_a_reader(scene: Scene) -> None:
    first = scene.seq()
    for _ in range(3):
        scene.play()
    for reader, is_seated in ((scene.players[0].pk, True), (None, False)):
        news = news_since(scene.match_id, first, reader)
        assert news is not None
        assert [frame["seq"] for frame in news.frames] == [first + 1, first + 2, first + 3]
        assert (news.seq, news.is_seated) == (first + 3, is_seated)
    nothing_new = news_since(scene.match_id, first + 3, None)
    assert nothing_new is not None
    assert (nothing_new.frames, nothing_new.seq) == ([], first + 3)


@pytest.mark.parametrize("since", [10_000, 2**31 - 1])
def test_who_has_seen_what_never_was_is_told_the_state(scene: Scene, since: int) -> None:
    assert news_since(scene.match_id, since, None) is None


def test_who_was_away_too_long_is_told_the_state(scene: Scene) -> None:
    while scene.seq() <= LONGEST_GAP:
        scene.step()
    assert news_since(scene.match_id, 0, None) is None
    assert news_since(scene.match_id, scene.seq() - LONGEST_GAP, None) is not None


@pytest.mark.django_db
def test_an_unknown_match_is_refused() -> None:
    with pytest.raises(NoSuchMatch):
        private_parts(uuid7(), 3)
