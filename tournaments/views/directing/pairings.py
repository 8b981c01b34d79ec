"""Pairings: the page on which a director edits the draw of a round: swaps, pairs by hand, forbidden pairs."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views import PersonsRequest
from tournaments.formats.drawn import DrawnRounds
from tournaments.forms.pairings import ByHandForm, SwapForm, TwoForm
from tournaments.models import ForbiddenPair, Round, Tournament
from tournaments.selectors.console import Console, console_of
from tournaments.services import drawing, forbidding, swapping
from tournaments.views.directing.desk import at_desk, attempt, page_hand
from tournaments.views.visits import Visit

Act = Callable[[], object]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pairings(request: PersonsRequest, code: str) -> HttpResponse:
    """Show the draw and how it can be edited; on POST edit it."""
    here = at_desk(request, code)
    seen = console_of(here.tournament, user_id=request.user.pk, now=timezone.now())
    forms = _forms(request, seen)
    act = request.POST.get("act", "")
    form = forms.get(act)
    if form is not None and form.is_valid():
        attempt(request, here.tournament, _act_of(request, here, seen, act, form.cleaned_data))
        return redirect("tournament-direct-pairings", code)
    if act == "allow":
        attempt(request, here.tournament, _allow(request, here))
        return redirect("tournament-direct-pairings", code)
    context = {
        **here.context("direct"),
        "console": seen,
        "acts": set(),
        "swap_form": forms.get("swap"),
        "by_hand_form": forms.get("by_hand"),
        "forbid_form": forms.get("forbid"),
        "forbidden": _forbidden(here.tournament, seen),
    }
    return render(request, "tournaments/directing/pairings.html", context, status=422 if form is not None else 200)


def _forms(request: PersonsRequest, seen: Console) -> dict[str, TwoForm]:
    """Return the forms for what can be edited now, by the button that sends them."""
    tournament, current = seen.tournament, seen.round
    act = request.POST.get("act", "")
    plates = seen.sight.plates.values()
    playing = [(plate.number, plate.name) for plate in plates if plate.state == "entered"]
    forms: dict[str, TwoForm] = {}
    is_drawn = isinstance(seen.sight.played, DrawnRounds)
    if is_drawn and current is not None and current.state != Round.State.CLOSED:
        forms["swap"] = SwapForm(request.POST if act == "swap" else None, entrants=playing, auto_id="swap-%s")
    if tournament.format in forbidding.DRAWING:
        data = request.POST if act == "forbid" else None
        forms["forbid"] = TwoForm(data, entrants=playing, auto_id="forbid-%s")
        if current is not None and current.state == Round.State.DRAFT:
            data = request.POST if act == "by_hand" else None
            forms["by_hand"] = ByHandForm(data, entrants=playing, auto_id="by-hand-%s")
    return forms


def _act_of(request: PersonsRequest, here: Visit, seen: Console, act: str, facts: dict[str, Any]) -> Act:
    """Return what a form that was filled in does."""
    whose: dict[str, Any] = {"tournament_id": here.tournament.pk, "hand": page_hand(request)}
    if act == "forbid":
        return partial(forbidding.forbid_pair, **whose, **facts)
    number = seen.round.number if seen.round is not None else 0
    if act == "swap":
        return partial(swapping.swap_entrants, **whose, **facts, number=number, now=timezone.now())
    added = (facts["one"], facts["other"] or None)
    kept = [
        (pair.home.number, pair.away.number if pair.away is not None else None)
        for pair in seen.draft
        if pair.by_hand and not {pair.home.number, pair.away.number if pair.away else None} & set(added)
    ]
    return partial(drawing.draw_round, **whose, number=number, now=timezone.now(), by_hand=[*kept, added])


def _allow(request: PersonsRequest, here: Visit) -> Act:
    one, other = (_number(request.POST.get(name)) for name in ("one", "other"))
    hand = page_hand(request)
    return partial(forbidding.allow_pair, tournament_id=here.tournament.pk, hand=hand, one=one, other=other)


def _forbidden(tournament: Tournament, seen: Console) -> list[tuple[Any, Any]]:
    """Return the forbidden pairs as nameplates."""
    pairs = ForbiddenPair.objects.filter(tournament=tournament).values_list("one__number", "other__number")
    plates = seen.sight.plates
    return [(plates[one], plates[other]) for one, other in pairs.order_by("pk")]


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 10 else 0
