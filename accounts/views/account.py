"""Account: a person's own page, the export of their data, and the way out."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import LastAdministrator
from accounts.forms import CloseAccountForm
from accounts.selectors.ties import silence_of
from accounts.services import closing, export, people
from accounts.views import PersonsRequest


@login_required
@require_safe
@never_cache
def settings(request: PersonsRequest) -> HttpResponse:
    """Show what the site knows of the person, and where each of it is changed."""
    pending = EmailAddress.objects.filter(user_id=request.user.pk, verified=False).order_by("pk").last()
    unconfirmed = pending.email if pending else "" if request.user.has_confirmed_email else request.user.email
    context = {"unconfirmed": unconfirmed, "silence": silence_of(user_id=request.user.pk)}
    return render(request, "accounts/settings.html", context)


@login_required
@require_POST
def choose_chat(request: PersonsRequest) -> HttpResponse:
    """Switch the chat at the tables on or off, by `wants_chat`."""
    people.choose_chat(user_id=request.user.pk, wants=request.POST.get("wants_chat") == "on")
    return redirect("accounts:settings")


@login_required
@require_POST
def choose_ladder(request: PersonsRequest) -> HttpResponse:
    """Show the person in the ladders or hide them there, by `wants_ladder`."""
    people.choose_ladder(user_id=request.user.pk, wants=request.POST.get("wants_ladder") == "on")
    return redirect("accounts:settings")


@login_required
@require_POST
def choose_mail(request: PersonsRequest) -> HttpResponse:
    """Want mail about one's tournaments and clubs, or not, by `wants_mail`."""
    people.choose_mail(user_id=request.user.pk, wants=request.POST.get("wants_mail") == "on")
    return redirect("accounts:settings")


@login_required
@require_safe
@never_cache
def download(request: PersonsRequest) -> HttpResponse:
    """Hand a person everything that is kept about them, as a file."""
    data: dict[str, Any] = export.data_of(user_id=request.user.pk)
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = 'attachment; filename="bongioco.json"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password")
def close(request: PersonsRequest) -> HttpResponse:
    """Ask for the password, and close the account."""
    form = CloseAccountForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            closing.close_account(user_id=request.user.pk)
        except LastAdministrator:
            form.add_error(None, _("You are the only administrator: make somebody else one first."))
        else:
            logout(request)
            messages.success(request, _("Your account is closed. Goodbye, and thank you for playing."))
            return redirect("/")
    return render(request, "accounts/close.html", {"form": form})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Tell what the site keeps, why, and for how long."""
    return render(request, "accounts/privacy.html")
