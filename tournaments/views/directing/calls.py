"""Calls: the page on which somebody at a table asks for the director."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views import PersonsRequest
from tournaments.forms.directing import CallForm
from tournaments.selectors.calls import encounter_of_player, table_of_player
from tournaments.services.calls import call_director
from tournaments.views.refusals import REFUSALS, told
from tournaments.views.visits import visit


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def call(request: PersonsRequest, code: str) -> HttpResponse:
    """Ask what the director is wanted for; on POST call, and lead back to the table."""
    here = visit(request, code)
    tournament, user_id = here.tournament, request.user.pk
    form = CallForm(request.POST or None)
    table = table_of_player(tournament_id=tournament.pk, user_id=user_id)
    if form.is_valid():
        try:
            call_director(tournament_id=tournament.pk, user_id=user_id, now=timezone.now(), **form.cleaned_data)
        except REFUSALS as refusal:
            form.add_error(None, told(refusal, tournament))
        else:
            messages.success(request, _("The director has been called to your table."))
            return redirect("games:table", table) if table else redirect("tournament", code)
    context = {
        **here.context("tournament"),
        "form": form,
        "encounter": encounter_of_player(tournament_id=tournament.pk, user_id=user_id),
        "table": table,
    }
    return render(request, "tournaments/directing/call.html", context, status=422 if form.is_bound else 200)
