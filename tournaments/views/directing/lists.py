"""Lists: the entrants of a tournament out of a table, looked at first and then taken in."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import BadList
from accounts.spreadsheets import text_of
from accounts.views import PersonsRequest
from tournaments.forms.entrant_list import EntrantListForm
from tournaments.services.entrant_lists import Line, take_in
from tournaments.views.directing.desk import at_desk, page_hand
from tournaments.views.refusals import REFUSALS, WORDS, told

FAULTS = {
    "unknown_person": gettext_lazy("nobody here has this name"),
    "no_name": gettext_lazy("no name"),
    "repeated_person": gettext_lazy("stands in the list more than once"),
    "repeated_seed": gettext_lazy("the seed stands in the list more than once"),
    "bad_seed": gettext_lazy("a seed is a number from 1"),
    "bad_fee": gettext_lazy("the fee is paid or not: yes or no"),
    "too_many_cells": gettext_lazy("more cells than the first line has"),
    "long_cell": gettext_lazy("a cell is too long"),
    "not_member": gettext_lazy("no member of the club: they enter themselves"),
    "already_entered": gettext_lazy("has entered already"),
    "bad_entrant": gettext_lazy("too many or too few players for one entrant"),
}
ACTIONS = {"entered": gettext_lazy("enters"), "waiting": gettext_lazy("goes on the waiting list")}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def take(request: PersonsRequest, code: str) -> HttpResponse:
    """Ask for a table of entrants and show what it would do, line by line; do it when that is confirmed."""
    here = at_desk(request, code)
    form = EntrantListForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {**here.context("direct"), "form": form}
    if not form.is_valid():
        return render(request, "tournaments/directing/import.html", context, status=422 if form.is_bound else 200)
    is_confirmed = "confirm" in request.POST
    data = form.data_given()
    try:
        lines = take_in(
            tournament_id=here.tournament.pk,
            hand=page_hand(request),
            data=data,
            dry_run=not is_confirmed,
            now=timezone.now(),
        )
    except REFUSALS as refusal:
        form.add_error(None, _refused(refusal, here.tournament))
        return render(request, "tournaments/directing/import.html", context, status=422)
    if is_confirmed:
        messages.success(request, _("The list has been taken in."))
        return redirect("tournament-direct-entrants", code)
    faulty = sum(1 for line in lines if line.faults)
    context |= {"lines": [_shown(line) for line in lines], "faulty": faulty, "text": text_of(data)}
    return render(request, "tournaments/directing/import.html", context)


def _refused(refusal: Exception, tournament: Any) -> str:
    if isinstance(refusal, BadList):
        return _("This list cannot be taken in:") + f" {refusal.detail}"
    return told(refusal, tournament)


def _shown(line: Line) -> dict[str, object]:
    """Return a line in the reader's words."""
    return {
        "number": line.number,
        "players": line.players,
        "seed": line.seed,
        "fee_paid": line.fee_paid,
        "faults": [FAULTS.get(fault) or WORDS.get(fault) or _("This could not be done.") for fault in line.faults],
        "action": ACTIONS.get(line.action, ""),
    }
