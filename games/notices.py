"""Notices: what people are told under their bell about tables (accounts.notices)."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices import PERSON, NoticeKind

KINDS: Mapping[str, NoticeKind] = {
    "invited": NoticeKind(
        text=_("%(person)s invites you to a table."),
        fields=frozenset({PERSON, "table"}),
        address=lambda data: reverse("games:table", args=[data["table"]]),
    ),
    "table_ready": NoticeKind(
        text=_("Your table is ready: %(origin)s."),
        fields=frozenset({"table", "origin"}),
        address=lambda data: reverse("games:table", args=[data["table"]]),
    ),
    "partner_wanted": NoticeKind(
        text=_("%(person)s would like to look for a table with you."),
        fields=frozenset({PERSON}),
        address=lambda _data: reverse("games:lobby"),
    ),
}
