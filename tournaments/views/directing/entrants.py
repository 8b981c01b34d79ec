"""Entrants: the page of those who play, for their director, and one for what can be decided about each."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.selectors.people import id_of_player
from accounts.views import PersonsRequest
from tournaments.forms.decisions import DecisionForm
from tournaments.forms.directing import SubstituteForm
from tournaments.models import Tournament
from tournaments.selectors.nameplates import Nameplate, nameplates
from tournaments.services import departures
from tournaments.services.substitutes import PLAYING, substitute_member
from tournaments.views.directing.desk import at_desk, attempt, confirmed, page_hand
from tournaments.views.visits import Visit

Act = Callable[[], object]


@login_required
@require_safe
@never_cache
def entrant_list(request: PersonsRequest, code: str) -> HttpResponse:
    """Show everybody who has entered, each leading to what can be decided about them."""
    here = at_desk(request, code)
    context = {**here.context("direct"), "entrants": nameplates(here.tournament).values()}
    return render(request, "tournaments/directing/entrants.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def entrant(request: PersonsRequest, code: str, number: int) -> HttpResponse:
    """Show what can be decided about an entrant; on POST ask whether it is meant and do it, or substitute somebody."""
    here = at_desk(request, code)
    plate = nameplates(here.tournament).get(number)
    if plate is None:
        raise Http404
    act = request.POST.get("act")
    people = [(player.user_id, player.name) for player in plate.players if player.user_id is not None]
    substitutes = SubstituteForm(request.POST if act == "substitute" else None, people=people, auto_id="substitute-%s")
    if substitutes.is_valid():
        attempt(request, here.tournament, partial(_substitute, request, here, plate, substitutes.cleaned_data))
        return redirect(request.path)
    choices = choices_of(here.tournament, plate)
    form = DecisionForm(request.POST if act == "decide" else None, choices=choices)
    if form.is_valid():
        return _decide(request, here, plate, form)
    context = {
        **here.context("direct"),
        "plate": plate,
        "form": form if choices else None,
        "substitute_form": substitutes if _may_substitute(here.tournament, plate) else None,
        "is_own": request.user.pk in plate.user_ids,
    }
    return render(request, "tournaments/directing/entrant.html", context, status=422 if act else 200)


def choices_of(tournament: Tournament, plate: Nameplate) -> list[tuple[str, str]]:
    """Return what can be decided about an entrant now, with what it is called."""
    if tournament.state != Tournament.State.RUNNING or plate.seed is None:
        return []
    if plate.state == "entered":
        return [("withdraw", _("They withdraw")), ("disqualify", _("They are disqualified"))]
    if plate.state in {"withdrawn", "disqualified"}:
        return [("come_back", _("They play again, from the next round on"))]
    return []


def _may_substitute(tournament: Tournament, plate: Nameplate) -> bool:
    is_on = tournament.state in {Tournament.State.ANNOUNCED, Tournament.State.RUNNING}
    return is_on and plate.state in PLAYING and bool(plate.user_ids)


def _decide(request: PersonsRequest, here: Visit, plate: Nameplate, form: DecisionForm) -> HttpResponse:
    """Ask whether a decision is meant, and once that is said do it."""
    back = redirect("tournament-direct-entrant", here.tournament.code, plate.number)
    if not confirmed(request):
        context = {**here.context("direct"), "form": form, "about": plate.name, "chosen": form.chosen}
        return render(request, "tournaments/directing/confirm.html", {**context, "back": back.url, "act": "decide"})
    acts: dict[str, Callable[..., object]] = {
        "withdraw": departures.withdraw,
        "disqualify": departures.disqualify,
        "come_back": departures.come_back,
    }
    act = partial(
        acts[form.cleaned_data["decision"]],
        tournament_id=here.tournament.pk,
        number=plate.number,
        hand=page_hand(request),
        now=timezone.now(),
        reason=form.cleaned_data["reason"],
    )
    attempt(request, here.tournament, act)
    return back


def _substitute(request: PersonsRequest, here: Visit, plate: Nameplate, facts: dict[str, Any]) -> None:
    """Let somebody come in whose name was given. Raises what `substitute_member` and `id_of_player` raise."""
    substitute_member(
        tournament_id=here.tournament.pk,
        number=plate.number,
        out_id=facts["out"],
        in_id=id_of_player(facts["coming"]),
        reason=facts["reason"],
        hand=page_hand(request),
        now=timezone.now(),
    )
