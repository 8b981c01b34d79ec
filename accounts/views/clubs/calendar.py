"""Calendar: writing what is on at a club, and striking it out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.club_forms import EventForm
from accounts.errors import NoSuchEvent, Refusal
from accounts.models import ClubEvent, Right
from accounts.selectors.calendar import event_of
from accounts.services import calendar as calendars
from accounts.views import PersonsRequest
from accounts.views.clubs.visits import tell, told, visit


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def calendar(request: PersonsRequest, slug: str, event_id: int | None = None) -> HttpResponse:
    """Show the events of a club, and a form for another or for this one; on POST write it, or strike it out."""
    here = visit(request, slug, Right.CALENDAR)
    try:
        event = None if event_id is None else event_of(club_id=here.club.pk, event_id=event_id)
    except NoSuchEvent as refusal:
        raise Http404 from refusal
    where: dict[str, Any] = {"club_id": here.club.pk, "user_id": request.user.pk}
    if event is not None and request.POST.get("act") == "strike":
        try:
            calendars.strike_event(**where, event_id=event.pk)
        except Refusal as refusal:
            tell(request, refusal)
        else:
            messages.success(request, _("It is out of the calendar."))
        return redirect("accounts:club-calendar", slug)
    facts = {name: getattr(event, name) for name in EventForm.FACTS} if event else {}
    form = EventForm(request.POST or None, initial=facts)
    if form.is_valid():
        zone = event.zone if event else ""
        try:
            calendars.write_event(**where, **form.cleaned_data, zone=zone, event_id=event.pk if event else None)
        except Refusal as refusal:
            form.add_error(None, told(refusal))
        else:
            messages.success(request, _("It is in the calendar."))
            return redirect("accounts:club-calendar", slug)
    events = ClubEvent.objects.filter(club=here.club).order_by("-day", "-pk")
    context = {**here.context("calendar"), "form": form, "event": event, "events": events}
    return render(request, "clubs/calendar.html", context, status=422 if form.is_bound else 200)
