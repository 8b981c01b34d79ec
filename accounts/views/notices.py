"""Notices: the page behind the bell. Looking changes nothing; opening one, or a button, marks it read."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import NoSuchNotice
from accounts.selectors.notices import notices_of, told
from accounts.services import notices
from accounts.views import PersonsRequest

PAGE = 50


@login_required
@require_safe
@never_cache
def notice_list(request: PersonsRequest) -> HttpResponse:
    """Show what the person has been told, the latest first."""
    page = Paginator(notices_of(user_id=request.user.pk).order_by("-pk"), PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "notices": told(list(page))}
    return render(request, "accounts/notices.html", context)


@login_required
@require_POST
def notice_open(request: PersonsRequest, notice_id: int) -> HttpResponse:
    """Mark one notice read and go to the page it is about."""
    try:
        notices.read(user_id=request.user.pk, notice_id=notice_id)
    except NoSuchNotice as refusal:
        raise Http404 from refusal
    found = told(list(notices_of(user_id=request.user.pk).filter(pk=notice_id)))
    return redirect(found[0].address if found else "accounts:notices")


@login_required
@require_POST
def notice_read_all(request: PersonsRequest) -> HttpResponse:
    """Mark all notices read."""
    notices.read_all(user_id=request.user.pk)
    return redirect("accounts:notices")
