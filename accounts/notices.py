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
MOMENTS = frozenset({"at", "until"})
"""Keys of `data` that hold a time, in ISO 8601; in the text it is written as the reader's language does."""


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
    "silenced": NoticeKind(
        text=_("You have a time-out until %(until)s: %(reason)s"),
        fields=frozenset({"until", "reason"}),
        address=lambda _data: reverse("accounts:settings"),
    ),
}


def _club_kind(text: Any, *, with_person: bool = False) -> NoticeKind:
    """Return a kind of notice about a club, which leads to its page."""
    fields = {"club", "club_name", PERSON} if with_person else {"club", "club_name"}
    return NoticeKind(text=text, fields=frozenset(fields), address=lambda data: reverse("club", args=[data["club"]]))


CLUB_KINDS: Mapping[str, NoticeKind] = {
    "club_asked": _club_kind(_("%(person)s would like to come into %(club_name)s."), with_person=True),
    "club_invited": _club_kind(_("%(person)s invites you into %(club_name)s."), with_person=True),
    "club_joined": _club_kind(_("You are a member of %(club_name)s now.")),
    "club_refused": _club_kind(_("%(club_name)s has declined your request.")),
    "club_left": _club_kind(_("You are no longer a member of %(club_name)s.")),
    "club_rights": _club_kind(_("Your rights in %(club_name)s have changed.")),
    "club_closed": _club_kind(_("%(club_name)s has been closed.")),
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
