"""Audit words: what an entry of the audit log says to people."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from tournaments.models import AuditEntry, DirectorCall, Encounter, Entrant, Tournament
from tournaments.selectors.nameplates import Nameplates, nameplates

ACTS: Final[Mapping[str, Any]] = {
    "account_closed": gettext_lazy("Out: the account is closed"),
    "announced": gettext_lazy("Announced"),
    "both_disqualified": gettext_lazy("Both disqualified"),
    "call_closed": gettext_lazy("Call closed"),
    "came_back": gettext_lazy("Plays again"),
    "cancelled": gettext_lazy("Cancelled"),
    "changed": gettext_lazy("Changed"),
    "checked_in": gettext_lazy("Checked in"),
    "checked_out": gettext_lazy("Check-in taken back"),
    "disqualified": gettext_lazy("Disqualified"),
    "draft_dropped": gettext_lazy("Draft taken back"),
    "entered": gettext_lazy("Entered by the director"),
    "entries_closed": gettext_lazy("Entries closed"),
    "entries_closed_early": gettext_lazy("Entries closed before their time"),
    "fee": gettext_lazy("Entry fee"),
    "filled_with_bots": gettext_lazy("Filled with bots"),
    "finished": gettext_lazy("Over"),
    "made_for_series": gettext_lazy("Made for its series"),
    "message": gettext_lazy("Message to everybody"),
    "no_show": gettext_lazy("Somebody has not come"),
    "pair_allowed": gettext_lazy("May be drawn together again"),
    "pair_forbidden": gettext_lazy("Not to be drawn together"),
    "pairs_swapped": gettext_lazy("Pairings changed"),
    "paper_dropped": gettext_lazy("Score sheet put away"),
    "paper_entered": gettext_lazy("Result on paper entered"),
    "paper_links": gettext_lazy("Links for score sheets made"),
    "paper_links_revoked": gettext_lazy("Links for score sheets ended"),
    "paper_opened": gettext_lazy("Played on paper"),
    "paused": gettext_lazy("Stopped"),
    "promoted": gettext_lazy("In from the waiting list"),
    "removed": gettext_lazy("Taken off the list"),
    "result_corrected": gettext_lazy("Result corrected"),
    "result_decided": gettext_lazy("Result decided"),
    "result_followed": gettext_lazy("Result follows a corrected match"),
    "result_taken_back": gettext_lazy("Result taken back"),
    "resumed": gettext_lazy("Goes on"),
    "round_closed": gettext_lazy("Round closed"),
    "round_drawn": gettext_lazy("Round drawn"),
    "round_released": gettext_lazy("Draw published"),
    "round_started": gettext_lazy("Round started"),
    "seeded": gettext_lazy("Seeded by hand"),
    "started": gettext_lazy("Started"),
    "stuck": gettext_lazy("Cannot go on by itself"),
    "substituted": gettext_lazy("Substituted"),
    "table_opened": gettext_lazy("Table opened"),
    "time_added": gettext_lazy("More time"),
    "time_given_back": gettext_lazy("Time given back after an outage"),
    "withdrawn": gettext_lazy("Withdrawn"),
}
"""Every act there is."""
ROUNDS: Final = frozenset({"draft_dropped", "round_closed", "round_drawn", "round_released", "round_started"})
"""Acts about the number of a round."""
ENTRANTS: Final = frozenset(
    {
        "account_closed",
        "came_back",
        "checked_in",
        "checked_out",
        "disqualified",
        "entered",
        "fee",
        "promoted",
        "removed",
        "substituted",
        "withdrawn",
    }
)
"""Acts about the number of an entrant."""
WAYS: Final[Mapping[str, Any]] = {
    "page": gettext_lazy("page"),
    "api": gettext_lazy("program"),
    "server": gettext_lazy("server"),
}
_GONE: Final = "\u2013"
_BETWEEN: Final = " \u00b7 "


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An entry in the reader's words; *who* is empty for the server."""

    at: datetime
    who: str
    act: str
    about: str
    before: str
    after: str
    reason: str
    way: str
    address: str


def lines_of(tournament: Tournament, entries: Collection[AuditEntry]) -> list[AuditLine]:
    """Return entries in words: five queries, however many there are."""
    words = _Words(tournament, entries)
    return [words.line(entry) for entry in entries]


class _Words:
    """What is looked up once for all entries of a page."""

    def __init__(self, tournament: Tournament, entries: Iterable[AuditEntry]) -> None:
        self.plates: Nameplates = nameplates(tournament)
        keys = {entry.about for entry in entries}
        met = Encounter.objects.filter(tournament=tournament, key__in=keys).select_related("round", "home", "away")
        self.encounters = {encounter.key: encounter for encounter in met}
        facts = [fact for entry in entries for fact in (entry.before, entry.after) if fact]
        people = {user_id for fact in facts for user_id in (fact.get("player"), *fact.get("players", ()))}
        self.people = dict(User.objects.filter(pk__in=people - {None}).values_list("pk", "username"))

    def line(self, entry: AuditEntry) -> AuditLine:
        """Return one entry in words."""
        return AuditLine(
            at=entry.at,
            who=entry.by.username if entry.by is not None else "",
            act=str(ACTS.get(entry.act, entry.act)),
            about=self._about(entry),
            before=self._facts(entry.about, entry.before),
            after=self._facts(entry.about, entry.after),
            reason=entry.reason,
            way=str(WAYS.get(entry.way, entry.way)),
            address=entry.address or "",
        )

    def _about(self, entry: AuditEntry) -> str:
        if (met := self.encounters.get(entry.about)) is not None:
            names = [self._name(side.number) for side in (met.home, met.away) if side is not None]
            facts = {"round": met.round.number, "table": met.table_number, "names": " \u2013 ".join(names)}
            return _("round %(round)s, table %(table)s: %(names)s") % facts
        if entry.act in ENTRANTS and entry.about.isdigit():
            return self._name(int(entry.about))
        if entry.about.isdigit():
            return _("round %(round)s") % {"round": entry.about}
        return entry.about

    def _facts(self, about: str, facts: Mapping[str, Any] | None) -> str:
        if not facts:
            return ""
        if "ending" in facts:
            return self._result(about, facts)
        if {"home", "away"} <= facts.keys():
            return f"{facts['home']}\u2013{facts['away']}"
        told = (self._fact(about, name, value) for name, value in facts.items())
        return ", ".join(fact for fact in told if fact)

    def _fact(self, about: str, name: str, value: Any) -> str:
        known: dict[str, Callable[[], str]] = {
            "player": lambda: self.people.get(value, _GONE),
            "players": lambda: _BETWEEN.join(self.people.get(user_id, _GONE) for user_id in value),
            "names": lambda: _BETWEEN.join(value),
            "pair": lambda: self._pair(value),
            "pairs": lambda: "; ".join(self._pair(pair) for pair in value),
            "words": lambda: f"\u201c{value}\u201d",
            "minutes": lambda: _("%(count)s min") % {"count": value},
            "seconds": lambda: _("%(count)s s") % {"count": value},
            "late_seconds": lambda: _("%(count)s s late") % {"count": value},
            "left": lambda: _("from round %(round)s on") % {"round": value},
            "ends_at": lambda: value[11:16] + " UTC",
            "reason": lambda: str(DirectorCall.Reason(value).label),
            "state": lambda: str(Entrant.State(value).label),
            "paid": lambda: _("paid") if value else _("not paid"),
            "leg": lambda: _("Leg %(number)s") % {"number": value},
            "winner": lambda: _("%(name)s without play") % {"name": self._side(about, value)},
            "out": lambda: _("out: %(names)s") % {"names": "; ".join(self._side(about, side) for side in value)},
            "order": lambda: "; ".join(map(self._name, value)),
            "entered": lambda: _("in: %(names)s") % {"names": "; ".join(map(self._name, value))},
            "struck": lambda: value and _("struck off: %(names)s") % {"names": "; ".join(map(self._name, value))},
            "promoted": lambda: value and _("promoted: %(names)s") % {"names": "; ".join(map(self._name, value))},
            "lot": lambda: _("lot: %(lot)s") % {"lot": value},
            "keys": lambda: ", ".join(value),
            "came": lambda: ngettext("%(count)s entrant", "%(count)s entrants", value) % {"count": value},
        }
        return (known[name]() if name in known else f"{name}: {value}") or ""

    def _result(self, about: str, facts: Mapping[str, Any]) -> str:
        if facts["ending"] == "void":
            return _("void")
        if facts["ending"] == "walkover":
            return _("%(name)s without play") % {"name": self._side(about, facts["winner"])}
        legs = ", ".join(
            f"{home}\u2013{away}" + (f" ({self._side(about, won_by)})" if won_by else "")
            for home, away, won_by in facts["legs"]
        )
        return legs or _("open")

    def _side(self, about: str, side: str) -> str:
        met = self.encounters.get(about)
        entrant = None if met is None else met.home if side == "home" else met.away
        return self._name(entrant.number) if entrant is not None else side

    def _pair(self, numbers: Iterable[int]) -> str:
        return " \u2013 ".join(map(self._name, numbers))

    def _name(self, number: int) -> str:
        plate = self.plates.get(number)
        return plate.name if plate is not None else f"#{number}"
