"""Audit: the page of what was decided in a tournament, in full for its directors (docs/adr/0072)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.audit_words import lines_of
from tournaments.selectors.audit import audit_entries
from tournaments.views.visits import visit

PAGE = 50


@require_safe
def audit(request: HttpRequest, code: str) -> HttpResponse:
    """Show what was decided, the latest first; `before` is the entry after which the page begins."""
    here = visit(request, code)
    is_whole = "tournaments" in here.rights
    entries = audit_entries(tournament_id=here.tournament.pk, public_only=not is_whole)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        entries = entries.filter(pk__lt=int(before))
    rows = list(entries[: PAGE + 1])
    context = {
        **here.context("audit"),
        "lines": lines_of(here.tournament, rows[:PAGE]),
        "is_whole": is_whole,
        "older": rows[PAGE - 1].pk if len(rows) > PAGE else None,
        "is_first": not before,
    }
    return render(request, "tournaments/directing/audit.html", context)
