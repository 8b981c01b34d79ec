"""Prints: sheets for the wall and cards for the tables, on A4, for an evening played with real cards."""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Right
from tournaments.models import Entrant
from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.sights import sight_of
from tournaments.services.audit import hand_of
from tournaments.services.paper_links import Links, make_links_of_round
from tournaments.views.papers import address_of_link
from tournaments.views.refusals import REFUSALS, tell
from tournaments.views.visits import Visit, visit

HANDS: Final = 12
"""Empty lines of a table card."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def round_sheet(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a round as it is printed: the list for the wall, and a card for each table.

    By POST a director has the cards printed with private links, which are made for it: those printed before end.
    """
    here = visit(request, code)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    current = next((each for each in sight.rounds if each.number == number), None)
    if current is None:
        raise Http404
    links: dict[str, Links] = {}
    if request.method == "POST":
        if here.user_id is None or Right.RESULTS not in here.rights:
            raise PermissionDenied
        links = _links(request, here, number, here.user_id)
    met = list(sight.encounters_in(number).values())
    plan = sight.stage.plan_of(number)
    context = {
        **here.context(),
        "sight": sight,
        "round": current,
        "plan": plan,
        "encounters": met,
        "cards": [_card(here, each, len(plan.legs), links) for each in met if each.state not in {"bye", "decided"}],
        "lines": range(1, HANDS + 1),
        "may_link": Right.RESULTS in here.rights and not links,
        "is_private": bool(links),
    }
    return render(request, "tournaments/print_round.html", context)


@login_required
@require_safe
def entrant_list(request: HttpRequest, code: str) -> HttpResponse:
    """Show the entrants with boxes to tick, for the door: who is there, who has paid."""
    here = visit(request, code, Right.CHECK_IN)
    sight = sight_of(here.tournament, user_id=here.user_id, now=timezone.now())
    here_now = {Entrant.State.ENTERED, Entrant.State.SINGLE, Entrant.State.WAITING}
    plates = [plate for plate in sight.plates.values() if plate.state in here_now]
    return render(request, "tournaments/print_entrants.html", {**here.context(), "plates": plates})


def _links(request: HttpRequest, here: Visit, number: int, user_id: int) -> dict[str, Links]:
    hand = hand_of(request, user_id=user_id, way="page")
    try:
        made = make_links_of_round(tournament_id=here.tournament.pk, number=number, hand=hand)
    except REFUSALS as refusal:
        tell(request, refusal, here.tournament)
        return {}
    return {each.key: each for each in made}


def _card(here: Visit, encounter: EncounterFacts, legs: int, links: Mapping[str, Links]) -> dict[str, Any]:
    """Return what the card of a table shows; its codes lead to the sheet, by private links where these were made."""
    made = links.get(encounter.key)
    if made is not None:
        codes = [
            {"id": f"qr-{encounter.key}-home", "words": encounter.home.name, "address": address_of_link(made.home)},
            {
                "id": f"qr-{encounter.key}-away",
                "words": encounter.away.name if encounter.away else "",
                "address": address_of_link(made.away),
            },
        ]
    else:
        due = min(sum(leg.winner is not None for leg in encounter.legs) + 1, legs)
        own = reverse("tournament-paper", args=[here.tournament.code, encounter.key, due])
        path = reverse("games:table", args=[encounter.table_now]) if encounter.table_now else own
        words = _("The table") if encounter.table_now else _("Score sheet")
        codes = [{"id": f"qr-{encounter.key}", "words": words, "address": settings.SITE_URL + path}]
    return {"encounter": encounter, "codes": codes}
