"""Front: the first page, and the pages that explain the house."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.ladder_kinds import Ladder
from games.selectors.ladders import ladder_page
from games.selectors.listings import chair_of, finished_matches, match_row, running_matches, with_free_chair
from games.selectors.tables import lobby_row, lobby_tables
from games.selectors.tv import broadcast
from tournaments.selectors.tournament_lists import coming
from tournaments.selectors.tournament_lists import running as running_tournaments

MOST_OPEN = 6
MOST_LIVE = 6
MOST_ENDED = 5
MOST_TOP = 5
MOST_TOURNAMENTS = 4


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show how to start, who plays now and what has just ended."""
    open_tables = with_free_chair(lobby_tables())[:MOST_OPEN]
    context = {
        "chair": chair_of(request.user.pk),
        "tables": [lobby_row(table) for table in open_tables],
        "running": [match_row(match) for match in running_matches()[:MOST_LIVE]],
        "finished": [match_row(match) for match in finished_matches()[:MOST_ENDED]],
        "tv": broadcast(),
        "tournaments": [*running_tournaments()[:MOST_TOURNAMENTS], *coming()[:MOST_TOURNAMENTS]],
        "top": ladder_page(Ladder("pairs"), None, MOST_TOP).rows,
    }
    return render(request, "tournaments/home.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Tell what this is, and under which licence."""
    return render(request, "tournaments/about.html")


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the help page with the words of the game."""
    return render(request, "tournaments/help.html")
