"""Sessions: the devices a person is logged in on, and an end to one or to all."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import NoSuchSession
from accounts.selectors import sessions_of
from accounts.services import sessions
from accounts.views import PersonsRequest


@login_required
@never_cache
@require_safe
def session_list(request: PersonsRequest) -> HttpResponse:
    """Show where the person is logged in."""
    context = {"sessions": sessions_of(user_id=request.user.pk), "current_key": request.session.session_key}
    return render(request, "usersessions/usersession_list.html", context)


@login_required
@require_POST
def session_end(request: PersonsRequest, session_id: int) -> HttpResponse:
    """End one session of the person's own, this one included."""
    try:
        ended = sessions.end_session(user_id=request.user.pk, session_id=session_id)
    except NoSuchSession as refusal:
        raise Http404 from refusal
    if ended == request.session.session_key:
        logout(request)
        return redirect("account_login")
    messages.success(request, _("Logged out there."))
    return redirect("usersessions_list")


@login_required
@require_POST
def session_end_all(request: PersonsRequest) -> HttpResponse:
    """Log out everywhere, here too."""
    sessions.end_sessions(user_id=request.user.pk)
    logout(request)
    messages.success(request, _("You are logged out on every device."))
    return redirect("account_login")
