"""Bracket: the knock-out drawn, and as a list by round."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.sights import Sight, sight_of
from tournaments.views.bracket_drawing import Drawing, drawing_of
from tournaments.views.visits import visit


@require_safe
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """Show the bracket; of groups, the plan of the knock-out before it is drawn. Other formats have none."""
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    context = here.context("bracket")
    if not context["has_bracket"]:
        raise Http404
    drawing = drawing_of(sight) if sight.is_drawn else None
    context |= {"sight": sight, "drawing": drawing, "by_round": _by_round(sight, drawing) if drawing else []}
    return render(request, "tournaments/bracket.html", context)


def _by_round(sight: Sight, drawing: Drawing) -> list[tuple[str, list[EncounterFacts]]]:
    """Return the encounters of the bracket under the names of their rounds."""
    keys = {match.box.key for match in drawing.matches}
    names = {column["round"]: str(column["name"]) for column in drawing.columns}
    found: dict[str, list[EncounterFacts]] = {}
    for encounter in sight.encounters.values():
        if encounter.key in keys or (encounter.away is None and encounter.round in names and encounter.key[0] != "G"):
            found.setdefault(names[encounter.round], []).append(encounter)
    return list(found.items())
