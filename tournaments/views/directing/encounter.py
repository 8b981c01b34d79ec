"""Encounter: the page on which a director decides one: its result, its table, its time."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views import PersonsRequest
from tournaments.formats.encounters import Ending, Side
from tournaments.forms.decisions import RESULT, EncounterForm
from tournaments.forms.directing import MoreTimeForm
from tournaments.models import Round, Tournament
from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.sights import Sight, sight_of
from tournaments.services import adding_time, corrections, departures
from tournaments.views.directing.desk import at_desk, attempt, confirmed, page_hand
from tournaments.views.visits import Visit

Act = Callable[[], object]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def encounter(request: PersonsRequest, code: str, key: str) -> HttpResponse:
    """Show what can be decided about an encounter; on POST ask whether it is meant, and then do it."""
    here = at_desk(request, code)
    sight = sight_of(here.tournament, user_id=request.user.pk, now=timezone.now())
    facts = sight.encounters.get(key)
    if facts is None or facts.away is None:
        raise Http404
    if (act := _small_act(request, here.tournament, key)) is not None:
        attempt(request, here.tournament, act)
        return redirect(request.path)
    form = EncounterForm(
        request.POST or None,
        choices=choices_of(here.tournament, facts),
        plan=sight.stage.plan_of(facts.round),
        facts=facts,
        initial={"decision": RESULT},
    )
    if form.is_valid():
        return _decide(request, here, facts, form)
    context = {
        **here.context("direct"),
        "encounter": facts,
        "is_own": any(request.user.pk in side.user_ids for side in (facts.home, facts.away)),
        "form": form,
        "time_form": MoreTimeForm(auto_id="time-%s"),
        "may_wait": _may_wait(sight, facts),
        "may_open": _may_open(sight, facts),
        "may_write": _leg_due(sight, facts),
    }
    return render(request, "tournaments/directing/encounter.html", context, status=422 if form.is_bound else 200)


def choices_of(tournament: Tournament, facts: EncounterFacts) -> list[tuple[str, str]]:
    """Return what can be decided about an encounter now, with what it is called."""
    home, away = facts.home.name, facts.away.name if facts.away is not None else ""
    choices = [
        (RESULT, _("The result is:")),
        ("walkover_home", _("%(name)s wins without play") % {"name": home}),
        ("walkover_away", _("%(name)s wins without play") % {"name": away}),
        ("void", _("Nobody wins: it is void")),
    ]
    if tournament.state != Tournament.State.RUNNING:
        return choices
    if facts.legs or facts.ending is not None:
        choices.append(("replay", _("It is played again, from the first leg")))
    if facts.ending is not None:
        choices.append(("take_back", _("The result is taken back; nobody plays yet")))
    else:
        choices.append(("both_out", _("Both are disqualified")))
    return choices


def _decide(request: PersonsRequest, here: Visit, facts: EncounterFacts, form: EncounterForm) -> HttpResponse:
    """Ask whether a decision is meant, and once that is said do it."""
    back = redirect("tournament-direct-encounter", here.tournament.code, facts.key)
    decision = form.cleaned_data["decision"]
    if not confirmed(request):
        chosen = f"{form.chosen} {form.score}" if decision == RESULT else form.chosen
        about = _("Round %(round)s, table %(table)s") % {"round": facts.round, "table": facts.table}
        names = f"{facts.home.name} \u2013 {facts.away.name if facts.away is not None else ''}"
        context = {**here.context("direct"), "form": form, "about": f"{about}: {names}", "chosen": chosen}
        return render(request, "tournaments/directing/confirm.html", {**context, "back": back.url})
    whose = {"key": facts.key, "now": timezone.now(), "reason": form.cleaned_data["reason"]}
    act = _act_of(decision, form, {**_whose(request, here.tournament), **whose})
    if attempt(request, here.tournament, act):
        return redirect("tournament-direct", here.tournament.code)
    return back


def _act_of(decision: str, form: EncounterForm, whose: dict[str, Any]) -> Act:
    decide = partial(corrections.decide_encounter, **whose)
    acts: dict[str, Act] = {
        RESULT: partial(decide, legs=form.legs),
        "walkover_home": partial(decide, ending=Ending.WALKOVER, winner=Side.HOME),
        "walkover_away": partial(decide, ending=Ending.WALKOVER, winner=Side.AWAY),
        "void": partial(decide, ending=Ending.VOID),
        "replay": partial(corrections.take_back, **whose, again=True),
        "take_back": partial(corrections.take_back, **whose),
        "both_out": partial(departures.disqualify_both, **whose),
    }
    return acts[decision]


def _small_act(request: PersonsRequest, tournament: Tournament, key: str) -> Act | None:
    """Return what a button does that needs no second thought, None for none."""
    whose = {**_whose(request, tournament), "key": key, "now": timezone.now()}
    act = request.POST.get("act")
    if act == "open_table":
        return partial(corrections.open_again, **whose)
    form = MoreTimeForm(request.POST)
    if act == "add_time" and form.is_valid():
        return partial(adding_time.add_time_to_table, **whose, **form.cleaned_data)
    return None


def _whose(request: PersonsRequest, tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "hand": page_hand(request)}


def _may_wait(sight: Sight, facts: EncounterFacts) -> bool:
    """Tell whether there is something for which an encounter can be given more time."""
    is_on = facts.state in {"waiting", "running"} and sight.tournament.state == Tournament.State.RUNNING
    current = sight.current
    has_clock = current is not None and current.ends_at is not None
    return is_on and (has_clock or facts.waits_until is not None)


def _leg_due(sight: Sight, facts: EncounterFacts) -> int | None:
    """Return the number of the leg that is to be played, None where there is none."""
    if sight.tournament.state != Tournament.State.RUNNING or facts.ending is not None:
        return None
    return sum(leg.winner is not None for leg in facts.legs) + 1


def _may_open(sight: Sight, facts: EncounterFacts) -> bool:
    """Tell whether an encounter is to be played and has no table."""
    current = sight.current
    is_on = current is not None and current.state != Round.State.RELEASED
    return is_on and facts.ending is None and facts.table_now is None and sight.tournament.state == "running"
