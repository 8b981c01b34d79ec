"""Tournament: the page on which one shows itself to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.forms.plan_words import presets_of
from tournaments.forms.standing_words import COLUMNS
from tournaments.selectors.crosstables import crosstables
from tournaments.selectors.messages import messages_of
from tournaments.selectors.my_match import my_match_in
from tournaments.selectors.plans import plans_of
from tournaments.selectors.progress import progress_of
from tournaments.selectors.sights import sight_of
from tournaments.services.practice_cups import is_practice_cup
from tournaments.views.visits import visit

ENDED = {"out", "over"}
MOST_LINES = 8
MOST_ENTRANTS = 64


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament: what is played, how far it has got, and the reader's own part in it."""
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    current = sight.current
    encounters = sight.encounters_in(current.number) if current else {}
    plan, plans = plans_of(here.tournament)
    entrants = [plate for plate in sight.plates.values() if plate.stands]
    mine = my_match_in(sight, encounters.values())
    context = {
        **here.context("tournament"),
        "sight": sight,
        "director_says": messages_of(tournament_id=here.tournament.pk, now=sight.now),
        "mine": mine,
        "may_play_again": mine is not None and mine.kind in ENDED and is_practice_cup(here.tournament),
        "round": current,
        "encounters": list(encounters.values()),
        "progress": progress_of(sight),
        "table": next((table for table in crosstables(sight) if table.group is None), None),
        "columns": COLUMNS,
        "most_lines": f":{MOST_LINES}",
        "plan": plan,
        "plans": plans,
        "presets": presets_of([plan, *(other for _, other in plans)]),
        "entrants": entrants[:MOST_ENTRANTS],
        "entrant_count": len(entrants),
        "waiting": sum(plate.state == "waiting" for plate in sight.plates.values()),
    }
    return render(request, "tournaments/tournament.html", context)
