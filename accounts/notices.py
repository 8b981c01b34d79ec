"""Notices: the kinds there are, and how each is told. Every app lists its own kinds (settings.NOTICE_KINDS)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

Data = Mapping[str, Any]

PERSON = "person"
"""The key of `data` that holds a user's id; in the kind's text `%(person)s` is their name at the time of reading."""


@dataclass(frozen=True)
class NoticeKind:
    """One kind of notice.

    `text` is a lazy translation with `%(field)s` for each of `fields`; `address` makes of the data the page it leads
    to, where *person* is the name, not the id. A text is never markup: pages escape it.
    """

    text: Any
    fields: frozenset[str]
    address: Callable[[Data], str]


KINDS: Mapping[str, NoticeKind] = {
    "followed": NoticeKind(
        text=_("%(person)s is following you now."),
        fields=frozenset({PERSON}),
        address=lambda data: reverse("games:player", args=[data[PERSON]]),
    ),
    "befriended": NoticeKind(
        text=_("%(person)s follows you too: you are friends now."),
        fields=frozenset({PERSON}),
        address=lambda data: reverse("games:player", args=[data[PERSON]]),
    ),
}


@cache
def kinds() -> Mapping[str, NoticeKind]:
    """Return every kind by its name. Raises ValueError where two apps use one name."""
    known: dict[str, NoticeKind] = {}
    for path in settings.NOTICE_KINDS:
        listed: Mapping[str, NoticeKind] = import_string(path)
        if twice := known.keys() & listed.keys():
            raise ValueError(f"{path} lists {', '.join(sorted(twice))}, which is another's.")
        known |= listed
    return known
