"""Practice: the button that lets a newcomer play a tournament at once."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views import PersonsRequest
from tournaments.services import practice_cups
from tournaments.views.refusals import REFUSALS, WORDS


@login_required
@require_POST
def practice_cup(request: PersonsRequest) -> HttpResponse:
    """Begin a small cup against bots, or go back to the one that is on."""
    try:
        code = practice_cups.enter(user_id=request.user.pk, now=timezone.now())
    except REFUSALS as refusal:
        messages.error(request, str(WORDS.get(getattr(refusal, "code", ""), _("This could not be done."))))
        return redirect("tournaments")
    return redirect("tournament", code)
