"""Screen: a tournament on the wall of the hall, for a projector or a television. Nobody logs in there."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.forms.standing_words import COLUMNS
from tournaments.selectors.hall_screen import clock_of, slides_of
from tournaments.selectors.sights import sight_of
from tournaments.views.bracket_drawing import drawing_of
from tournaments.views.visits import visit

LARGEST_BRACKET = 16
"""Entrants of a bracket that can still be read from the last row."""


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show the pairings by table, the clock, results as they come, the tables and the bracket, one after another.

    It is the same for everybody: what watchers see late is late here too, whoever has opened it.
    """
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=None, now=timezone.now())
    has_bracket = here.context()["has_bracket"] and sight.is_drawn and len(sight.stage.entrants) <= LARGEST_BRACKET
    context = {
        **here.context("screen"),
        "sight": sight,
        "slides": slides_of(sight),
        "clock": clock_of(sight),
        "columns": COLUMNS,
        "drawing": drawing_of(sight) if has_bracket else None,
        "address": f"{settings.SITE_URL}{reverse('tournament', args=[code])}",
    }
    return render(request, "tournaments/screen.html", context)
