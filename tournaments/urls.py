"""Addresses of the pages that need the whole house; tournaments stand under a name of their own."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from accounts.views.clubs import house
from tournaments.views import (
    brackets,
    clubs,
    entry,
    exports,
    front,
    halls,
    making,
    papers,
    practice,
    prints,
    rounds,
    screen,
    series,
    standings,
    tournament,
    tournament_lists,
    tv,
)
from tournaments.views.directing import audit, console, encounter, entrants, lists, pairings, stopping
from tournaments.views.directing import calls as directing_calls


class KeyConverter(StringConverter):
    """What might be the key of a pairing."""

    regex = "[A-Za-z0-9.-]{1,16}"


register_converter(KeyConverter, "pairing")

urlpatterns = [
    path("", front.home, name="home"),
    path("about/", front.about, name="about"),
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/new/", house.found, name="club-new"),  # before any club of its own address
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/calendar.ics", clubs.calendar, name="club-ics"),
    path("help/", front.glossary, name="help"),
    path("tournaments/", tournament_lists.tournament_list, name="tournaments"),
    path("clubs/<slug:slug>/tournaments/", tournament_lists.club_list, name="club-tournaments"),
    path("tournaments/new/", making.make, name="tournament-new"),  # before any tournament of its own address
    path("tournaments/<str:code>/", tournament.tournament, name="tournament"),
    path("tournaments/<str:code>/entry/", entry.entry, name="tournament-entry"),
    path("tournaments/<str:code>/edit/", making.edit, name="tournament-edit"),
    path("tournaments/<str:code>/state/", making.state, name="tournament-state"),
    path("tournaments/<str:code>/rounds/", rounds.round_list, name="tournament-rounds"),
    path("tournaments/<str:code>/rounds/<int:number>/", rounds.one_round, name="tournament-round"),
    path("tournaments/<str:code>/bracket/", brackets.bracket, name="tournament-bracket"),
    path("tournaments/<str:code>/standings/", standings.standings, name="tournament-standings"),
    path("tournaments/<str:code>/standings/<int:number>/", standings.line, name="tournament-line"),
    path("tournaments/<str:code>/tv/", tv.tv, name="tournament-tv"),
    path("tournaments/<str:code>/calls/", directing_calls.call, name="tournament-calls"),
    path("tournaments/<str:code>/direct/", console.console, name="tournament-direct"),
    path("tournaments/<str:code>/direct/audit/", audit.audit, name="tournament-audit"),
    path("tournaments/<str:code>/direct/stop/", stopping.stop, name="tournament-direct-stop"),
    path("tournaments/<str:code>/direct/pairings/", pairings.pairings, name="tournament-direct-pairings"),
    path(
        "tournaments/<str:code>/direct/encounters/<pairing:key>/",
        encounter.encounter,
        name="tournament-direct-encounter",
    ),
    path("tournaments/<str:code>/direct/entrants/", entrants.entrant_list, name="tournament-direct-entrants"),
    path("tournaments/<str:code>/direct/import/", lists.take, name="tournament-import"),
    path("tournaments/<str:code>/direct/entrants/<int:number>/", entrants.entrant, name="tournament-direct-entrant"),
    path("tournaments/<str:code>/paper/<pairing:key>/<int:leg>/", papers.paper, name="tournament-paper"),
    path("practice-cup/", practice.practice_cup, name="practice-cup"),
    path("tournaments/<str:code>/export.json", exports.as_json, name="tournament-json"),
    path("tournaments/<str:code>/export.zip", exports.as_tables, name="tournament-tables"),
    path("tournaments/<str:code>/records.zip", exports.records, name="tournament-records"),
    path("tournaments/<str:code>/calendar.ics", exports.calendar, name="tournament-ics"),
    path("clubs/<slug:slug>/hall/", halls.hall, name="club-hall"),
    path("series/<slug:slug>/new/", series.make, name="series-new"),  # before any series of its own address
    path("series/<slug:slug>/<slug:series>/", series.series, name="series"),
    path("series/<slug:slug>/<slug:series>/change/", series.change, name="series-change"),
    path("series/<slug:slug>/<slug:series>/end/", series.end, name="series-end"),
    path("tournaments/<str:code>/screen/", screen.screen, name="tournament-screen"),
    path("tournaments/<str:code>/print/<int:number>/", prints.round_sheet, name="tournament-print"),
    path("tournaments/<str:code>/print/entrants/", prints.entrant_list, name="tournament-print-entrants"),
    path("paper/<slug:link>/", papers.by_link, name="paper-link"),
]
