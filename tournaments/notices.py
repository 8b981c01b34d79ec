"""Notices: what people are told under their bell about tournaments (accounts.notices)."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices import Data, NoticeKind

TOURNAMENT = frozenset({"tournament", "tournament_name"})
"""What every notice of a tournament has: its code, for the address, and what it is called."""


def _page(data: Data) -> str:
    return reverse("tournament", args=[data["tournament"]])


def _console(data: Data) -> str:
    return reverse("tournament-direct", args=[data["tournament"]])


DIRECTING_KINDS: Mapping[str, NoticeKind] = {
    "director_called": NoticeKind(
        text=_("%(tournament_name)s: table %(table_number)s calls the director."),
        fields=TOURNAMENT | {"round", "table_number", "call"},
        address=_console,
    ),
    "director_coming": NoticeKind(
        text=_("%(tournament_name)s: the director is coming to table %(table_number)s."),
        fields=TOURNAMENT | {"round", "table_number", "call"},
        address=_page,
    ),
    "tournament_message": NoticeKind(
        text=_("%(tournament_name)s: %(words)s"),
        fields=TOURNAMENT | {"words"},
        address=_page,
    ),
    "substituted": NoticeKind(
        text=_("%(tournament_name)s: you play for %(entrant)s now."),
        fields=TOURNAMENT | {"entrant"},
        address=_page,
    ),
    "replaced": NoticeKind(
        text=_("%(tournament_name)s: somebody else plays in your place now."),
        fields=TOURNAMENT,
        address=_page,
    ),
}
