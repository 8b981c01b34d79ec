"""The statement that stores events by hand stores what the models would."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from games.models import Event, Match
from games.services import storing
from games.services.storing import store
from tests.games.sockets.scene import match_of, people


def event(match: Match, seq: int, **facts: object) -> Event:
    usual = {
        "kind": "played",
        "seat": 2,
        "public": {"card": "3d", "say": 'a "quoted" è %s'},
        "private": {"2": {"sets": ["Ad 2d 3d"]}},
        "by": "player",
        "command_id": uuid4(),
        "timing": {"clock": None, "bank": [1, 2]},
        "at": timezone.now(),
    }
    return Event(match_id=match.pk, seq=seq, **(usual | facts))


@pytest.fixture
def match(transactional_db: None) -> Match:
    return Match.objects.get(pk=match_of(people(4)).match_id)


def test_what_is_read_is_what_was_stored(match: Match) -> None:
    later = timezone.now() + timedelta(seconds=30)
    match.seq, match.act_kind, match.act_at = match.seq + 2, Match.Act.TIMEOUT, later
    match.act_seq, match.turn_since, match.credit_ms = match.seq, later, 7
    events = [
        event(match, match.seq - 1),
        event(match, match.seq, kind="hand_ended", seat=None, command_id=None, timing=None, private={}, by="server"),
    ]
    store(match, events)
    assert model_to_dict(Match.objects.get(pk=match.pk)) == model_to_dict(match)
    stored = list(Event.objects.filter(match=match).order_by("seq"))[-2:]
    for old, new in zip(events, stored, strict=True):
        old.pk = new.pk
        assert model_to_dict(new) == model_to_dict(old)
        assert (new.at, new.match_id) == (old.at, old.match_id)


def test_every_column_of_an_event_is_stored_by_it() -> None:
    columns = storing._STATEMENT.partition("games_event (")[2].partition(")")[0]
    named = {name.strip(' "') for name in columns.split(",")}
    assert named == {field.column for field in Event._meta.concrete_fields} - {"id"}


@pytest.mark.parametrize("is_twice", ["number", "command"])
def test_what_is_stored_already_is_an_integrity_error(match: Match, is_twice: str) -> None:
    known = Event.objects.filter(match=match).latest("seq")
    twin = event(match, known.seq) if is_twice == "number" else event(match, known.seq + 2, command_id=uuid4())
    if is_twice == "command":
        store(match, [event(match, known.seq + 1, command_id=twin.command_id)])
    before = Event.objects.filter(match=match).count()
    with pytest.raises(IntegrityError), transaction.atomic():
        store(match, [twin])
    assert Event.objects.filter(match=match).count() == before
