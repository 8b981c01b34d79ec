"""Reports: telling the staff about somebody."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import BadText, ListFull, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.views import PersonsRequest
from games.errors import NoSuchLine
from games.forms.reports import ReportForm
from games.selectors.chat import line_for
from games.selectors.players import person_named
from games.services import reports

REFUSALS: dict[type[Exception], Any] = {
    NotYourself: gettext_lazy("That is you."),
    PeopleOnly: gettext_lazy("Guests neither report nor are reported."),
    NoSuchLine: gettext_lazy("This line is gone; report the person without it."),
    ListFull: gettext_lazy("So many reports of yours wait already; the staff is at it."),
    BadText: gettext_lazy("Use fewer words."),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report(request: PersonsRequest, username: str) -> HttpResponse:
    """Ask why a person is reported, for one of their lines if `line` names it, and tell the staff."""
    try:
        person = person_named(username)
    except NoSuchPlayer:
        raise Http404 from None
    form = ReportForm(request.POST or None, initial={"line": request.GET.get("line")})
    if request.method == "POST" and form.is_valid():
        wish = form.cleaned_data
        try:
            reports.report(
                user_id=request.user.pk,
                target_id=person.pk,
                reason=wish["reason"],
                words=wish["words"],
                line_id=wish["line"],
            )
        except tuple(REFUSALS) as refusal:
            form.add_error(None, REFUSALS[type(refusal)])
        else:
            messages.success(request, _("Thank you. The staff will look at it."))
            return redirect("games:player", person.username)
    context = {"form": form, "person": person, "quoted": _line(form["line"].value(), request.user.pk, person.pk)}
    return render(request, "games/report.html", context)


def _line(asked: object, user_id: int, author_id: int) -> str:
    """Return the words of the line the form is about, empty for none the reader can see."""
    number = str(asked or "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return ""
    try:
        line = line_for(line_id=int(number), user_id=user_id)
    except NoSuchLine:
        return ""
    return line.shown if line.author_id == author_id else ""
