"""Notices: what waits under a person's bell, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format

from accounts.models import Notice, User
from accounts.notices import MOMENTS, PERSON, Data, kinds

MOST_COUNTED = 99
"""Unread notices beyond this many are not counted: the bell says "99+"."""


class Told(NamedTuple):
    """A notice as its reader sees it."""

    id: int
    kind: str
    text: str
    address: str
    data: Data
    made_at: Any
    is_read: bool


class Words(NamedTuple):
    """A fact in words, and the path of the page it leads to."""

    text: str
    address: str


def notices_of(*, user_id: int) -> QuerySet[Notice]:
    """Return a person's notices; ordered by `-pk` where an order is needed."""
    return Notice.objects.filter(user_id=user_id)


def unread_count(*, user_id: int) -> int:
    """Return how many notices wait for a person, `MOST_COUNTED + 1` for any more: one query."""
    return Notice.objects.filter(user_id=user_id, read_at=None)[: MOST_COUNTED + 1].count()


def told(rows: Sequence[Notice]) -> list[Told]:
    """Return notices in the active language, at most one query; a kind the site no longer knows is left out."""
    people = {row.data[PERSON] for row in rows if PERSON in row.data}
    names = dict(User.objects.filter(pk__in=people).values_list("pk", "username")) if people else {}
    return [_tell(row, names) for row in rows if row.kind in kinds()]


def words_of(kind: str, data: Data) -> Words:
    """Return a fact in the active language and the page it leads to, at most one query."""
    person = data.get(PERSON)
    people = User.objects.filter(pk=person) if person is not None else User.objects.none()
    return _words(kind, data, dict(people.values_list("pk", "username")))


def _tell(row: Notice, names: Mapping[int, str]) -> Told:
    words = _words(row.kind, row.data, names)
    return Told(row.pk, row.kind, words.text, words.address, row.data, row.made_at, row.read_at is not None)


def _words(name: str, data: Data, names: Mapping[int, str]) -> Words:
    kind = kinds()[name]
    plain = {key: names.get(value, "") if key == PERSON else value for key, value in data.items()}
    shown = {key: _moment(value) if key in MOMENTS else value for key, value in plain.items()}
    return Words(str(kind.text) % shown, kind.address(plain))


def _moment(value: str) -> str:
    """Return a stored time as the active language writes it, with the zone it is meant in."""
    moment = parse_datetime(value)
    if moment is None:
        return value
    local = timezone.localtime(moment)
    return f"{date_format(local, 'SHORT_DATETIME_FORMAT')} {local.tzname()}"
