"""Stopping: the page on which a director ends a tournament before its last round."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views import PersonsRequest
from tournaments.forms.directing import ReasonForm
from tournaments.services.finishing import stop_early
from tournaments.views.directing.desk import at_desk, attempt, page_hand


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: PersonsRequest, code: str) -> HttpResponse:
    """Say what stopping early does, which cannot be undone; on POST do it."""
    here = at_desk(request, code)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        act = partial(
            stop_early,
            tournament_id=here.tournament.pk,
            hand=page_hand(request),
            now=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
        attempt(request, here.tournament, act)
        return redirect("tournament-direct", code)
    context = {**here.context("direct"), "form": form}
    return render(request, "tournaments/directing/stop.html", context, status=422 if form.is_bound else 200)
