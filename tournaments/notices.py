"""Notices: what people are told under their bell about tournaments (accounts.notices)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices import PERSON, Data, NoticeKind

TOURNAMENT = frozenset({"tournament", "tournament_name"})
"""What every notice of a tournament has: its code, for the address, and what it is called."""


def _page(data: Data) -> str:
    return reverse("tournament", args=[data["tournament"]])


def _console(data: Data) -> str:
    return reverse("tournament-direct", args=[data["tournament"]])


def _entry(data: Data) -> str:
    return reverse("tournament-entry", args=[data["tournament"]])


def _kind(text: Any, *more: str, address: Callable[[Data], str] = _page) -> NoticeKind:
    """Return a kind of notice about a tournament, with *more* fields; it leads to its page unless told elsewhere."""
    return NoticeKind(text=text, fields=TOURNAMENT | frozenset(more), address=address)


DIRECTING_KINDS: Mapping[str, NoticeKind] = {
    "director_called": _kind(
        _("%(tournament_name)s: table %(table_number)s calls the director."),
        "round",
        "table_number",
        "call",
        address=_console,
    ),
    "director_needed": _kind(
        _("%(tournament_name)s cannot go on by itself: it needs its director."), "call", address=_console
    ),
    "director_coming": _kind(
        _("%(tournament_name)s: the director is coming to table %(table_number)s."), "round", "table_number", "call"
    ),
    "tournament_message": _kind(_("%(tournament_name)s: %(words)s"), "words"),
    "substituted": _kind(_("%(tournament_name)s: you play in somebody's place now.")),
    "replaced": _kind(_("%(tournament_name)s: somebody else plays in your place now.")),
}

CALENDAR_KINDS: Mapping[str, NoticeKind] = {
    "reminder_check_in": _kind(
        _("%(tournament_name)s starts at %(at)s. Check-in is open: say that you are there."), "at"
    ),
    "reminder_start": _kind(_("%(tournament_name)s starts at %(at)s."), "at"),
    "news_announced": _kind(_("%(club_name)s announces a tournament: %(tournament_name)s, %(at)s."), "club_name", "at"),
    "news_finished": _kind(_("%(tournament_name)s at %(club_name)s is over: see who has won."), "club_name"),
    "news_series": NoticeKind(
        text=_("%(club_name)s begins a series of tournaments: %(series_name)s."),
        fields=frozenset({"club", "club_name", "series", "series_name"}),
        address=lambda data: reverse("series", args=[data["club"], data["series"]]),
    ),
}

ROUND_KINDS: Mapping[str, NoticeKind] = {
    "round_drawn": _kind(
        _("%(tournament_name)s, round %(round)s: you play at table %(table_number)s."), "round", "table_number"
    ),
    "round_free": _kind(_("%(tournament_name)s: you have a free round in round %(round)s."), "round"),
    "round_changed": _kind(_("%(tournament_name)s, round %(round)s: your opponents have changed."), "round"),
}

_entry_kind = partial(_kind, address=_entry)
"""Returns a kind about entries, which leads to the page where one enters."""

ENTRY_KINDS: Mapping[str, NoticeKind] = {
    "tournament_proposed": _entry_kind(_("%(person)s would like to play %(tournament_name)s with you."), PERSON),
    "tournament_accepted": _entry_kind(_("%(tournament_name)s: %(person)s plays with you."), PERSON),
    "tournament_refused": _entry_kind(_("%(tournament_name)s: %(person)s cannot play with you."), PERSON),
    "tournament_entered": _entry_kind(_("%(tournament_name)s: the director has entered you.")),
    "tournament_removed": _entry_kind(_("%(tournament_name)s: the director has taken you off the list.")),
    "tournament_out": _entry_kind(_("%(tournament_name)s: %(person)s has withdrawn, and you with them."), PERSON),
    "tournament_promoted": _entry_kind(_("%(tournament_name)s: a place has become free, and it is yours.")),
    "tournament_struck": _entry_kind(_("%(tournament_name)s: you were not there at check-in and are struck off.")),
    "tournament_partner_drawn": _entry_kind(_("%(tournament_name)s: you play with %(person)s."), PERSON),
    "tournament_left_over": _entry_kind(_("%(tournament_name)s: the draw of partners has left you over.")),
    "tournament_moved": _entry_kind(_("%(tournament_name)s starts at %(at)s now."), "at"),
    "tournament_cancelled": _kind(_("%(tournament_name)s has been cancelled.")),
}
