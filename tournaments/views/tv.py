"""TV: the best table of a tournament, large, and the others beside it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.event_tv import boards_on
from tournaments.views.visits import visit


@require_safe
def tv(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tables being played, the best one first; they go on by themselves."""
    here = visit(request, code)
    context = {**here.context("tv"), "boards": boards_on(here.tournament, here.user_id)}
    return render(request, "tournaments/tv.html", context)
