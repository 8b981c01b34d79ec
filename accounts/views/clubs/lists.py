"""Lists: members out of a table, looked at first and then taken in, and into one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.club_forms import MemberListForm
from accounts.errors import Refusal
from accounts.models import Right
from accounts.services.member_lists import Line, hand_out, take_in
from accounts.views import PersonsRequest
from accounts.views.clubs.visits import told, visit

FAULTS = {
    "unknown_person": gettext_lazy("nobody here has this name"),
    "no_name": gettext_lazy("no name"),
    "repeated_person": gettext_lazy("stands in the list more than once"),
    "repeated_card_number": gettext_lazy("the card number stands in the list more than once"),
    "card_number_taken": gettext_lazy("another member has this card number"),
    "bad_card_number": gettext_lazy("the card number has more than twenty signs"),
    "bad_date": gettext_lazy("this is no date"),
    "too_many_cells": gettext_lazy("more cells than the first line has"),
    "long_cell": gettext_lazy("a cell is too long"),
    "admission_waits": gettext_lazy("has been invited already"),
    "declined_lately": gettext_lazy("has declined an invitation lately"),
}
ACTIONS = {
    "update": gettext_lazy("card changed"),
    "keep": gettext_lazy("as it is"),
    "invite": gettext_lazy("invited"),
    "admit": gettext_lazy("let in: has asked"),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def take(request: PersonsRequest, slug: str) -> HttpResponse:
    """Ask for a table of members and show what it would do, line by line; do it when that is confirmed."""
    here = visit(request, slug, Right.MEMBERS)
    form = MemberListForm(request.POST or None, request.FILES or None)
    context = {**here.context("members"), "form": form}
    if form.is_valid():
        is_confirmed = "confirm" in request.POST
        try:
            data = form.data_given()
            lines = take_in(club_id=here.club.pk, user_id=request.user.pk, data=data, dry_run=not is_confirmed)
        except Refusal as refusal:
            form.add_error(None, told(refusal))
        else:
            if is_confirmed:
                messages.success(request, _("The list has been taken in."))
                return redirect("accounts:club-members", slug)
            faulty = sum(1 for line in lines if line.faults)
            text = data.decode("utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig")
            context |= {"lines": [_shown(line) for line in lines], "faulty": faulty, "text": text}
            return render(request, "clubs/import.html", context)
    return render(request, "clubs/import.html", context, status=422 if form.is_bound else 200)


@login_required
@require_safe
@never_cache
def hand(request: PersonsRequest, slug: str) -> HttpResponse:
    """Hand the members out as a table."""
    here = visit(request, slug, Right.MEMBERS)
    data = hand_out(club_id=here.club.pk, user_id=request.user.pk)
    name = f'attachment; filename="{here.club.slug}.csv"'
    return HttpResponse(data, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


def _shown(line: Line) -> dict[str, object]:
    """Return a line in the reader's words."""
    return {
        "number": line.number,
        "name": line.name,
        "card_number": line.card_number,
        "paid_until": line.paid_until,
        "faults": [FAULTS[fault] for fault in line.faults],
        "action": ACTIONS.get(line.action, ""),
    }
