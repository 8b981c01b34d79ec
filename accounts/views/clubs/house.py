"""House: founding a club, changing what it says of itself, and closing it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.club_forms import ClubForm
from accounts.errors import BadClub, BadClubName, ClubNameTaken, Refusal
from accounts.models import CLUB_NAME_TAKEN, Club, Membership, Right
from accounts.services import clubs
from accounts.views import PersonsRequest
from accounts.views.clubs.visits import tell, told, visit


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: PersonsRequest) -> HttpResponse:
    """Ask for what a new club is to be; on POST found it and go there."""
    form = ClubForm(request.POST or None, initial={"language": request.user.language})
    if form.is_valid():
        try:
            club_id = clubs.found(user_id=request.user.pk, **form.cleaned_data)
        except Refusal as refusal:
            _note(form, refusal)
        else:
            return redirect("club", Club.objects.values_list("slug", flat=True).get(pk=club_id))
    return render(request, "clubs/found.html", {"form": form}, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings(request: PersonsRequest, slug: str) -> HttpResponse:
    """Show what the club says of itself; on POST change it."""
    here = visit(request, slug, Right.SETTINGS)
    facts = {name: getattr(here.club, name) for name in ClubForm.base_fields}
    form = ClubForm(request.POST or None, initial=facts)
    if form.is_valid():
        try:
            clubs.change(club_id=here.club.pk, user_id=request.user.pk, **form.cleaned_data)
        except Refusal as refusal:
            _note(form, refusal)
        else:
            messages.success(request, _("The club has been changed."))
            return redirect("accounts:club-settings", slug)
    context = {**here.context("settings"), "form": form}
    return render(request, "clubs/settings.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def close(request: PersonsRequest, slug: str) -> HttpResponse:
    """Close the club for good, if its name was typed in."""
    here = visit(request, slug)
    if here.membership is None or here.membership.role != Membership.Role.OWNER:
        raise PermissionDenied
    if request.POST.get("name", "").strip() != here.club.name:
        messages.error(request, _("Type the club's name exactly to close it."))
        return redirect("accounts:club-settings", slug)
    try:
        clubs.close(club_id=here.club.pk, user_id=request.user.pk)
    except Refusal as refusal:
        tell(request, refusal)
        return redirect("accounts:club-settings", slug)
    messages.success(request, _("The club is closed."))
    return redirect("club", slug)


def _note(form: ClubForm, refusal: Refusal) -> None:
    """Show on the form why it was refused."""
    if isinstance(refusal, ClubNameTaken | BadClubName):
        form.add_error("name", CLUB_NAME_TAKEN)
    elif isinstance(refusal, BadClub):
        form.add_error(None, refusal.detail)
    else:
        form.add_error(None, told(refusal))
