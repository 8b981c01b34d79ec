"""Series: the page of one, with its table and its days, and making, changing and ending it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Right
from accounts.views import PersonsRequest
from accounts.views.clubs.visits import visit
from tournaments.errors import NoSuchSeries
from tournaments.forms.series import SeriesForm
from tournaments.models import TournamentSeries
from tournaments.selectors.series import series_at, standings_of, tournaments_of
from tournaments.selectors.series_days import missed_days, next_days, start_on
from tournaments.services import series as services
from tournaments.views.refusals import REFUSALS

COMING = 4


@require_safe
def series(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """Show a series: what is to come, the table with what each total is made of, and what has been played."""
    here, found = visit(request, slug), _series_or_404(slug, series)
    now = timezone.now()
    held = list(tournaments_of(found))
    days = {each.series_day for each in held if each.series_day is not None}
    context = {
        **here.context("tournaments"),
        "series": found,
        "table": standings_of(found),
        "held": held,
        "coming": [start_on(found, day) for day in next_days(found, now, COMING) if day not in days],
        "missed": missed_days(found, now, days),
    }
    return render(request, "tournaments/series.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def make(request: PersonsRequest, slug: str) -> HttpResponse:
    """Ask for what a series is, and make it; `like` names the tournament it is made after."""
    here = visit(request, slug, Right.TOURNAMENTS)
    club = here.club
    form = SeriesForm(request.POST or None, club_id=club.pk, initial={"like": request.GET.get("like", "")})
    if form.is_valid():
        try:
            made = services.begin(club_id=club.pk, user_id=request.user.pk, now=timezone.now(), **form.facts)
        except REFUSALS as refusal:
            _note(form, refusal)
        else:
            return redirect("series", slug, made)
    return _asked(request, {**here.context("tournaments"), "form": form}, form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: PersonsRequest, slug: str, series: str) -> HttpResponse:
    """Change a series for what is to come of it."""
    here, found = visit(request, slug, Right.TOURNAMENTS), _series_or_404(slug, series)
    form = SeriesForm(request.POST or None, club_id=here.club.pk, series=found)
    if form.is_valid():
        try:
            services.change(series_id=found.pk, user_id=request.user.pk, now=timezone.now(), **form.facts)
        except REFUSALS as refusal:
            _note(form, refusal)
        else:
            messages.success(request, _("Changed for the tournaments to come."))
            return redirect("series", slug, series)
    return _asked(request, {**here.context("tournaments"), "form": form, "series": found}, form)


@login_required
@require_POST
def end(request: PersonsRequest, slug: str, series: str) -> HttpResponse:
    """End a series: nothing follows."""
    visit(request, slug, Right.TOURNAMENTS)
    found = _series_or_404(slug, series)
    try:
        services.end(series_id=found.pk, user_id=request.user.pk, now=timezone.now())
    except REFUSALS:
        messages.error(request, _("The series has been ended already."))
    else:
        messages.success(request, _("The series is ended."))
    return redirect("series", slug, series)


def _asked(request: HttpRequest, context: dict[str, Any], form: SeriesForm) -> HttpResponse:
    return render(request, "tournaments/series_form.html", context, status=422 if form.is_bound else 200)


def _note(form: SeriesForm, refusal: Exception) -> None:
    """Show on the form why it was refused, at its field where there is one."""
    field = getattr(refusal, "field", "")
    words = {
        "series_ended": _("The series has been ended already."),
        "too_many_series": _("The club has as many series as one may."),
        "club_closed": _("This club has been closed."),
    }
    told = words.get(getattr(refusal, "code", ""), _("This cannot be:") + f" {refusal}")
    form.add_error(field if field in form.fields else None, told)


def _series_or_404(slug: str, series: str) -> TournamentSeries:
    try:
        return series_at(club_slug=slug, slug=series)
    except NoSuchSeries as refusal:
        raise Http404 from refusal
