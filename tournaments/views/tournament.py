"""Tournament: the page on which one shows itself to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.nameplates import nameplates
from tournaments.views.visits import visit


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament: what is played, how far it has got, and the reader's own part in it."""
    here = visit(request, code)
    context = {**here.context("tournament"), "entrants": nameplates(here.tournament).values()}
    return render(request, "tournaments/tournament.html", context)
