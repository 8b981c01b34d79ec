"""Standings: the tables with every number open to question, and each entrant's own line explained."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.forms.standing_words import COLUMNS, LEGEND, MEANINGS, mark_of, term_words, told
from tournaments.selectors.crosstables import crosstables
from tournaments.selectors.sights import Sight, sight_of
from tournaments.views.visits import visit


@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tables as they stand."""
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    context = {
        **here.context("standings"),
        "sight": sight,
        "tables": crosstables(sight),
        "columns": COLUMNS,
        "meanings": MEANINGS,
        "legend": [(mark_of(why), words) for why, words in LEGEND],
    }
    return render(request, "tournaments/standings.html", context)


@require_safe
def line(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show an entrant: who plays in it, its encounters, and what every number of its line is the sum of."""
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    plate = sight.plates.get(number)
    if plate is None:
        raise Http404
    context = {
        **here.context("standings"),
        "sight": sight,
        "plate": plate,
        "encounters": [each for each in sight.encounters.values() if each.side_of(number)],
        "sums": sums_of(sight, number),
    }
    return render(request, "tournaments/line.html", context)


def sums_of(sight: Sight, number: int) -> list[dict[str, Any]]:
    """Return the numbers of an entrant's line, in its group where there are groups, with the terms of each in words."""
    row = next((line for table in crosstables(sight) for line in table.lines if line.entrant.number == number), None)
    return [
        {
            "column": cell.column,
            "name": COLUMNS[cell.column],
            "meaning": MEANINGS[cell.column],
            "value": told(cell.value),
            "terms": [
                {"round": term.round, "words": term_words(term, sight.plates), "amount": told(term.amount)}
                for term in cell.terms
            ],
        }
        for cell in (row.cells if row else ())
    ]
