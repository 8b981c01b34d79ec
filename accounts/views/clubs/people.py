"""People: the way into a club and out of it, its members, and who waits for an answer."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.club_forms import InvitationForm, MemberForm, RoleForm
from accounts.errors import NoSuchAdmission, Refusal
from accounts.models import Membership, Right
from accounts.selectors.clubs import (
    admission_between,
    choices_of,
    members_of,
    membership_of,
    outranks,
    waiting_invitations,
    waiting_requests,
)
from accounts.selectors.people import id_of_player
from accounts.services import admissions, memberships
from accounts.views import PersonsRequest
from accounts.views.clubs.visits import tell, told, visit

PAGE = 100


@login_required
@require_POST
def door(request: PersonsRequest, slug: str) -> HttpResponse:
    """Come in, ask to, take that back, answer an invitation, or leave: whichever the button says."""
    club, user_id = visit(request, slug).club, request.user.pk
    act = request.POST.get("act")
    try:
        if act == "join":
            memberships.join(club_id=club.pk, user_id=user_id)
            messages.success(request, _("You are a member now."))
        elif act == "ask":
            admissions.ask(club_id=club.pk, user_id=user_id, words=request.POST.get("words", ""))
            messages.success(request, _("You have asked; the club will answer."))
        elif act == "leave":
            memberships.leave(club_id=club.pk, user_id=user_id)
            messages.success(request, _("You have left the club."))
        elif act in {"withdraw", "decline"}:
            waiting = admission_between(user_id=user_id, club_id=club.pk)
            if waiting is None:
                raise NoSuchAdmission
            if act == "withdraw":
                admissions.withdraw(admission_id=waiting.pk, user_id=user_id)
            else:
                admissions.answer(admission_id=waiting.pk, user_id=user_id, accept=False)
    except Refusal as refusal:
        tell(request, refusal)
    return redirect("club", slug)


@require_safe
def member_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who belongs to a club; cards and seasons to who keeps the list."""
    here = visit(request, slug)
    page = Paginator(members_of(club_id=here.club.pk), PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/members.html", {**here.context("members"), "page_obj": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def member(request: PersonsRequest, slug: str, user_id: int) -> HttpResponse:
    """Show what a member is and has in the club; on POST do what the button says: keep, role, rights, remove."""
    here = visit(request, slug, Right.MEMBERS)
    found = membership_of(user_id=user_id, club_id=here.club.pk)
    if found is None:
        raise Http404
    act = request.POST.get("act", "")
    card = MemberForm(
        request.POST if act == "keep" else None,
        initial={"card_number": found.card_number, "paid_until": found.paid_until},
    )
    role = RoleForm(request.POST if act == "role" else None, initial={"role": found.role})
    form = {"keep": card, "role": role}.get(act)
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            _change(request, found, act, form.cleaned_data if form else {})
        except Refusal as refusal:
            tell(request, refusal)
        else:
            messages.success(request, _("Done."))
        return redirect("accounts:club-members", slug) if act == "remove" else redirect(request.path)
    own = here.membership
    context = {
        **here.context("members"),
        "member": found,
        "form": card,
        "role_form": role,
        "grantable": choices_of(frozenset(Right)),
        "may_remove": own is not None and found.pk != own.pk and outranks(own, found),
    }
    return render(request, "clubs/member.html", context, status=422 if card.errors or role.errors else 200)


def _change(request: PersonsRequest, found: Membership, act: str, facts: Mapping[str, Any]) -> None:
    """Do what the button of a member's page says. Raises Refusal."""
    whom: dict[str, Any] = {"club_id": found.club_id, "user_id": request.user.pk, "member_id": found.user_id}
    if act == "keep":
        memberships.keep_card(**whom, **facts)
    elif act == "role":
        memberships.set_role(**whom, **facts)
    elif act == "rights":
        wanted = set(request.POST.getlist("grants")) & set(Right.values)
        for right in wanted - set(found.grants):
            memberships.grant(**whom, right=right)
        for right in set(found.grants) - wanted:
            memberships.revoke(**whom, right=right)
    elif act == "remove":
        memberships.remove(**whom)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def requests(request: PersonsRequest, slug: str) -> HttpResponse:
    """Show who waits for the club's answer and whom it has invited; on POST invite somebody."""
    here = visit(request, slug, Right.MEMBERS)
    form = InvitationForm(request.POST or None)
    if form.is_valid():
        try:
            admissions.invite(
                club_id=here.club.pk,
                user_id=request.user.pk,
                member_id=id_of_player(form.cleaned_data["player"]),
                words=form.cleaned_data["words"],
            )
        except Refusal as refusal:
            form.add_error("player", told(refusal))
        else:
            messages.success(request, _("Done."))
            return redirect(request.path)
    context = {
        **here.context("requests"),
        "form": form,
        "requests": waiting_requests(club_id=here.club.pk),
        "invitations": waiting_invitations(club_id=here.club.pk),
    }
    return render(request, "clubs/requests.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def answer(request: PersonsRequest, slug: str, admission_id: int) -> HttpResponse:
    """Answer a request, or take back an invitation."""
    visit(request, slug, Right.MEMBERS)
    act = request.POST.get("act")
    try:
        if act == "withdraw":
            admissions.withdraw(admission_id=admission_id, user_id=request.user.pk)
        elif act in {"accept", "refuse"}:
            admissions.answer(admission_id=admission_id, user_id=request.user.pk, accept=act == "accept")
    except Refusal as refusal:
        tell(request, refusal)
    return redirect("accounts:club-requests", slug)
