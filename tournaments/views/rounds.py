"""Rounds: the list of them, and each with its pairings, as they are played."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.selectors.progress import progress_of
from tournaments.selectors.sights import sight_of
from tournaments.views.visits import visit


@require_safe
def round_list(request: HttpRequest, code: str) -> HttpResponse:
    """List the rounds that have been drawn, and show the latest as it is played."""
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    current = sight.current
    context = {
        **here.context("rounds"),
        "sight": sight,
        "progress": progress_of(sight),
        "round": current,
        "encounters": sight.encounters_in(current.number).values() if current else (),
    }
    return render(request, "tournaments/rounds.html", context)


@require_safe
def one_round(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a round: who meets whom at which table, how it stands, and the way to watch or to see it again."""
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    found = next((each for each in sight.rounds if each.number == number), None)
    if found is None:
        raise Http404
    context = {
        **here.context("rounds"),
        "sight": sight,
        "progress": progress_of(sight),
        "round": found,
        "encounters": sight.encounters_in(number).values(),
    }
    return render(request, "tournaments/round.html", context)
