"""Export: everything of a tournament in one object, as its reader may know it, and the same as tables."""

import io
from collections.abc import Iterator
from datetime import datetime
from json import dumps
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from accounts.models import Right
from accounts.selectors.clubs import has_right
from accounts.spreadsheets import Cell, table
from tournaments.formats.standings import Row, Standings
from tournaments.models import EntrantMember, Tournament
from tournaments.selectors.audit import audit_entries
from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.entries import every_entrant, shown_lot
from tournaments.selectors.sights import Sight, sight_of

VERSION: Final = "bongioco-tournament/1"
_FACTS: Final = (
    "code",
    "name",
    "description",
    "prizes",
    "state",
    "format",
    "format_options",
    "plan",
    "round_plans",
    "entry",
    "open_to",
    "capacity",
    "bots_allowed",
    "late_entry",
    "seeding",
    "rated",
    "fee",
    "move_seconds",
    "bank_seconds",
    "watch_delay",
    "check_in_minutes",
    "grace_minutes",
    "round_minutes",
    "break_minutes",
    "pace",
    "stopped_early",
)
_MOMENTS: Final = ("starts_at", "created_at", "entries_closed_at", "started_at", "ended_at")


def export_of_tournament(tournament: Tournament, *, user_id: int | None, now: datetime) -> dict[str, Any]:
    """Return everything of a tournament that a reader may know; its club and series are loaded.

    Who runs it has the fees and the audit log in it too. Results that watchers see late are not there for them yet.
    """
    sight = sight_of(tournament, user_id=user_id, now=now)
    runs_it = has_right(user_id=user_id, club_id=tournament.club_id, right=Right.TOURNAMENTS)
    found = {
        "version": VERSION,
        "made_at": now.isoformat(),
        "tournament": _facts_of(tournament),
        "entrants": list(_entrants(sight, with_fees=runs_it)),
        "rounds": [
            {"number": each.number, "state": each.state}
            | {name: _moment(getattr(each, name)) for name in ("released_at", "started_at", "ends_at", "closed_at")}
            for each in sight.rounds
        ],
        "encounters": [_encounter(each) for each in sight.encounters.values()],
        "standings": _standings(sight),
    }
    return found | ({"audit": list(_audit(tournament))} if runs_it else {})


def zipped_tables(found: dict[str, Any]) -> bytes:
    """Return what `export_of_tournament` gave as a zip file of tables that spreadsheets open."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, data in _tables(found):
            archive.writestr(name, data)
    return out.getvalue()


def _tables(found: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Return the tables of an export, each with the name of its file."""
    facts = found["tournament"].items()
    yield "tournament.csv", table(("fact", "value"), ((name, _cell(value)) for name, value in facts))
    entrants = [_with_names(entrant) for entrant in found["entrants"]]
    yield "entrants.csv", _table(entrants, but=("players",))
    yield "rounds.csv", _table(found["rounds"])
    yield "encounters.csv", _table(found["encounters"], but=("legs",))
    legs = [
        {"key": encounter["key"], "round": encounter["round"], "table": encounter["table"], **leg}
        for encounter in found["encounters"]
        for leg in encounter["legs"]
    ]
    yield "legs.csv", _table(legs)
    standings = found["standings"]
    columns = ("place", "number", "name", *standings["columns"])
    rows = (
        [row["place"], row["number"], row["name"], *(row["cells"][name]["value"] for name in standings["columns"])]
        for row in standings["rows"]
    )
    yield "standings.csv", table(columns, rows)
    terms = (
        [row["number"], column, term["amount"], term["why"], term["round"], term["opponent"]]
        for row in standings["rows"]
        for column, cell in row["cells"].items()
        for term in cell["terms"]
    )
    yield "standings_explained.csv", table(("number", "column", "amount", "why", "round", "opponent"), terms)
    if "audit" in found:
        yield "audit.csv", _table(found["audit"])


def _facts_of(tournament: Tournament) -> dict[str, Any]:
    series = tournament.series
    return {
        **{name: getattr(tournament, name) for name in _FACTS},
        **{name: _moment(getattr(tournament, name)) for name in _MOMENTS},
        "club": tournament.club.name,
        "club_address": tournament.club.slug,
        "zone": tournament.club.zone,
        "series": series.name if series else None,
        "series_day": tournament.series_day.isoformat() if tournament.series_day else None,
        "lot": shown_lot(tournament),
    }


def _entrants(sight: Sight, *, with_fees: bool) -> Iterator[dict[str, Any]]:
    """Return who has ever been in, with everybody who was a member of it and when."""
    tournament = sight.tournament
    members: dict[int, list[EntrantMember]] = {}
    everybody = EntrantMember.objects.filter(tournament=tournament).select_related("user").order_by("since", "pk")
    for member in everybody:
        members.setdefault(member.entrant_id, []).append(member)
    for entrant in every_entrant(tournament):
        place = sight.plates[entrant.number].place
        yield {
            "number": entrant.number,
            "name": entrant.name,
            "players": [
                {
                    "name": member.user.username if member.user else member.name,
                    "user": member.user_id,
                    "since": _moment(member.since),
                    "until": _moment(member.until),
                }
                for member in members.get(entrant.pk, ())
            ],
            "state": entrant.state,
            "seed": entrant.seed,
            "joined": entrant.joined,
            "left": entrant.left,
            "absent": entrant.absent,
            "entered_at": _moment(entrant.entered_at),
            "checked_in_at": _moment(entrant.checked_in_at),
            "place": place if tournament.state == Tournament.State.FINISHED else None,
            "series_points": entrant.series_points if place is not None else None,
        } | ({"fee_paid": entrant.fee_paid} if with_fees else {})


def _encounter(facts: EncounterFacts) -> dict[str, Any]:
    return {
        "key": facts.key,
        "round": facts.round,
        "table": facts.table,
        "home": facts.home.number,
        "away": facts.away.number if facts.away else None,
        "ending": facts.ending.value if facts.ending else None,
        "winner": facts.winner.value if facts.winner else None,
        "is_rematch": facts.is_rematch,
        "by_hand": facts.by_hand,
        "legs": [
            {
                "number": leg.number,
                "home": leg.score[0],
                "away": leg.score[1],
                "winner": leg.winner.value,
                "way": leg.way,
                "match": str(leg.match) if leg.match else None,
            }
            for leg in facts.legs
            if leg.winner is not None and leg.score is not None
        ],
    }


def _standings(sight: Sight) -> dict[str, Any]:
    table_now = sight.standings if sight.is_drawn else Standings((), ())
    return {"columns": list(table_now.columns), "rows": [_row(row, sight) for row in table_now.rows]}


def _row(row: Row, sight: Sight) -> dict[str, Any]:
    cells = {cell.column: {"value": cell.value, "terms": [term._asdict() for term in cell.terms]} for cell in row.cells}
    return {"place": row.place, "number": row.number, "name": sight.plates[row.number].name, "cells": cells}


def _audit(tournament: Tournament) -> Iterator[dict[str, Any]]:
    for entry in audit_entries(tournament_id=tournament.pk, public_only=False):
        yield {
            "at": _moment(entry.at),
            "by": entry.by.username if entry.by else None,
            "act": entry.act,
            "about": entry.about,
            "before": entry.before,
            "after": entry.after,
            "reason": entry.reason,
            "way": entry.way,
            "address": entry.address,
        }


def _with_names(entrant: dict[str, Any]) -> dict[str, Any]:
    """Return an entrant with the names of those who are in it now, or were to the end of it, as columns."""
    players = entrant["players"]
    names = [player["name"] for player in players if player["until"] is None] or [player["name"] for player in players]
    one, other = [*names, "", ""][:2]
    return {"number": entrant["number"], "player1": one, "player2": other, **entrant}


def _table(rows: list[dict[str, Any]], *, but: tuple[str, ...] = ()) -> bytes:
    """Return *rows* as a table under the names of the first one's facts."""
    names = [name for name in (rows[0] if rows else {}) if name not in but]
    return table(names, ([_cell(row[name]) for name in names] for row in rows))


def _cell(value: Any) -> Cell:
    """Return a value as a cell holds it: lists and objects as their text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if value is None or isinstance(value, str | int | float) else dumps(value, ensure_ascii=False)


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
