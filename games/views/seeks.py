"""Seeks and invitations: what one asks for and answers on the page of tables."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

import accounts.errors
from games.engine.errors import Refusal
from games.forms.seek import FAULTS, OTHER_FAULT, SeekForm
from games.selectors.listings import chair_of
from games.selectors.seeks import ratings_for, seek_of, waiting_seeks
from games.services import invitations, seeks
from games.views.lobby import lobby_page, user_id_of


@login_required
@require_POST
def seek(request: HttpRequest) -> HttpResponse:
    """Ask for a table as the form says, or under the rules of a seek that waits (`like`)."""
    user_id = user_id_of(request)
    like = request.POST.get("like", "")
    if like:
        found = waiting_seeks().filter(pk=int(like)).first() if like.isdecimal() and len(like) < 19 else None
        if found is None:
            messages.info(request, FAULTS["no_such_seek"])
        else:
            same = {"preset": found.preset, "options": found.options, "rated": found.rated}
            _tried(request, seeks.seek, user_id=user_id, **same)
        return _onwards(user_id)
    form = SeekForm(request.POST)
    if not form.is_valid():
        return lobby_page(request, form, status=422)
    rating = ratings_for(form.cleaned_data["preset"], [user_id])[user_id]
    _tried(request, seeks.seek, user_id=user_id, **form.seek(rating))
    return _onwards(user_id)


@login_required
@require_POST
def cancel(request: HttpRequest) -> HttpResponse:
    """Wait no longer."""
    _tried(request, seeks.cancel, user_id=user_id_of(request))
    return redirect("games:lobby")


@login_required
@require_POST
def answer_partner(request: HttpRequest, seek_id: int) -> HttpResponse:
    """Accept or decline to be somebody's partner."""
    user_id, accept = user_id_of(request), request.POST.get("accept") == "yes"
    _tried(request, seeks.answer, seek_id=seek_id, user_id=user_id, accept=accept)
    return _onwards(user_id)


@login_required
@require_POST
def answer_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Sit down where one was invited to, or decline."""
    accept = request.POST.get("accept") == "yes"
    code = _tried(request, invitations.answer, invitation_id=invitation_id, user_id=user_id_of(request), accept=accept)
    return redirect("games:table", code) if code and accept else redirect("games:lobby")


def _onwards(user_id: int) -> HttpResponse:
    """Lead to the table that was found at once, else back to the page of tables to wait."""
    found = seek_of(user_id, timezone.now())
    chair = chair_of(user_id)
    if found is not None and found.table is not None and chair is not None and chair.table_id == found.table_id:
        return redirect("games:table", found.table.code)
    return redirect("games:lobby")


def _tried(request: HttpRequest, deed: Callable[..., Any], **facts: Any) -> Any:
    """Return what *deed* returns; where it is refused, say why on the next page."""
    try:
        return deed(**facts)
    except (Refusal, accounts.errors.Refusal) as refusal:
        messages.error(request, FAULTS.get(refusal.code, OTHER_FAULT))
        return None
