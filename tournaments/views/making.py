"""Making: the pages on which a tournament is made, changed, announced and cancelled."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Right
from accounts.selectors.clubs import clubs_of, rights_of
from accounts.views import PersonsRequest
from accounts.views.clubs.visits import visit as club_visit
from tournaments.forms.making import TournamentForm
from tournaments.services import making
from tournaments.services.audit import hand_of
from tournaments.views.refusals import REFUSALS, told
from tournaments.views.visits import visit

FIELDS = {"starts_at": "hour", "plan": "game", "round_plans": "final_target", "format_options": "format"}
FAULTS: dict[str, Any] = {
    "starts_at": gettext_lazy("It starts in the future, with time to check in before."),
    "plan": gettext_lazy("Pairs play a game of two against two, single players one against one."),
    "capacity": gettext_lazy("So many cannot play this, or more are in already."),
}
CODES: dict[str, tuple[str | None, Any]] = {
    "bad_rounds": ("rounds", gettext_lazy("So many entrants cannot play so many rounds.")),
    "bad_groups": ("qualify", gettext_lazy("The entrants cannot be divided into these groups.")),
    "too_few_entrants": ("capacity", gettext_lazy("There are too few entrants for this format.")),
    "too_many_entrants": ("capacity", gettext_lazy("There are too many entrants for this format.")),
    "too_many_tournaments": (None, gettext_lazy("The club has as many tournaments going on as one may.")),
    "club_closed": (None, gettext_lazy("This club has been closed.")),
    "bad_text": ("name", gettext_lazy("The text is too long, or nothing in it can be read.")),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def make(request: PersonsRequest) -> HttpResponse:
    """Ask for what a tournament of the club named in `club` is to be, and make a draft of it."""
    slug = request.GET.get("club", "")
    if not slug:
        return _choose_club(request)
    here = club_visit(request, slug, Right.TOURNAMENTS)
    form = TournamentForm(request.POST or None, club=here.club)
    if form.is_valid():
        try:
            code = making.create(club_id=here.club.pk, user_id=request.user.pk, now=timezone.now(), **form.facts())
        except REFUSALS as refusal:
            _note(form, refusal)
        else:
            messages.success(request, _("This is a draft: look it over, then announce it."))
            return redirect("tournament-edit", code)
    context = {**here.context("tournaments"), "form": form}
    return render(request, "tournaments/make.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: PersonsRequest, code: str) -> HttpResponse:
    """Show what a tournament is to who runs it; on POST change what may still change."""
    here = visit(request, code, Right.TOURNAMENTS)
    form = TournamentForm(request.POST or None, club=here.tournament.club, tournament=here.tournament)
    if form.is_valid():
        hand = hand_of(request, user_id=request.user.pk, way="page")
        try:
            making.change(tournament_id=here.tournament.pk, hand=hand, now=timezone.now(), **form.facts())
        except REFUSALS as refusal:
            _note(form, refusal)
        else:
            messages.success(request, _("The tournament has been changed."))
            return redirect("tournament-edit", code)
    context = {**here.context("edit"), "form": form}
    return render(request, "tournaments/edit.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def state(request: PersonsRequest, code: str) -> HttpResponse:
    """Announce a tournament, call it off, or throw its draft away, as `act` says."""
    here = visit(request, code, Right.TOURNAMENTS)
    tournament, act = here.tournament, request.POST.get("act", "")
    hand, now = hand_of(request, user_id=request.user.pk, way="page"), timezone.now()
    try:
        match act:
            case "announce":
                making.announce(tournament_id=tournament.pk, hand=hand, now=now)
                messages.success(request, _("The tournament is announced: entries are open."))
            case "cancel":
                reason = request.POST.get("reason", "")
                making.cancel(tournament_id=tournament.pk, hand=hand, reason=reason, now=now)
                messages.success(request, _("The tournament is cancelled; everybody who had entered is told."))
            case "delete":
                making.delete_draft(tournament_id=tournament.pk, hand=hand)
                messages.success(request, _("The draft is gone."))
                return redirect("club-tournaments", tournament.club.slug)
            case _other:
                raise Http404
    except REFUSALS as refusal:
        words = FAULTS.get(getattr(refusal, "field", ""))
        messages.error(request, words or told(refusal, tournament))
        return redirect("tournament-edit", code)
    return redirect("tournament", code)


def _choose_club(request: HttpRequest) -> HttpResponse:
    """Ask for which of the reader's clubs; who runs none's tournaments makes none."""
    own = [each.club for each in clubs_of(user_id=request.user.pk or 0) if Right.TOURNAMENTS in rights_of(each)]
    if not own:
        raise PermissionDenied
    if len(own) == 1:
        return redirect(f"{request.path}?club={own[0].slug}")
    return render(request, "tournaments/make_where.html", {"clubs": own})


def _note(form: TournamentForm, refusal: Exception) -> None:
    """Show on the form why it was refused, at its field where there is one."""
    named = getattr(refusal, "field", "")
    if named:
        field, words = FIELDS.get(named, named), FAULTS.get(named, _("This value cannot be."))
    else:
        field, words = CODES.get(getattr(refusal, "code", ""), (None, None))
    if words is None:
        words = told(refusal, form.tournament) if form.tournament is not None else _("This cannot be done now.")
    form.add_error(field if field in form.fields else None, words)
