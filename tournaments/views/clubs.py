"""Clubs: the list of them, and the page on which one shows itself to everybody."""

from datetime import timedelta

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import ics
from accounts.club_forms import RequestForm
from accounts.errors import NoSuchClub
from accounts.models import Admission, Club
from accounts.selectors.calendar import entries_of, occurrences
from accounts.selectors.clubs import (
    admission_between,
    club_at,
    clubs_of,
    invitations_to,
    members_of,
    open_clubs,
    waiting_requests,
    was_removed,
)
from accounts.views.clubs.visits import visit
from games.selectors.club_rooms import club_tables
from games.selectors.tables import lobby_row
from tournaments.selectors.agenda import agenda_of, coming_tournaments
from tournaments.selectors.feeds import feed_of

PAGE = 30
LONGEST_WORDS = 100
MOST_MEMBERS = 30
MOST_TABLES = 12
MOST_EVENTS = 8
COMING = timedelta(days=62)


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Show the clubs, those found by the words that are looked for, and first the reader's own."""
    words = request.GET.get("q", "")[:LONGEST_WORDS]
    page = Paginator(open_clubs(words), PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "words": words}
    if request.user.is_authenticated:
        context |= {
            "own": clubs_of(user_id=request.user.pk),
            "invitations": invitations_to(user_id=request.user.pk),
        }
    return render(request, "clubs/list.html", context)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what it says of itself, who plays there now, what is coming, and the way in."""
    here = visit(request, slug)
    now = timezone.now()
    members = members_of(club_id=here.club.pk)
    coming = occurrences(club_id=here.club.pk, since=now, before=now + COMING)
    tables = club_tables(club_id=here.club.pk, is_member=here.membership is not None)
    user_id = request.user.pk
    waiting = admission_between(user_id=user_id, club_id=here.club.pk)
    context = {
        **here.context("club"),
        "members": members.order_by("joined_at", "pk")[:MOST_MEMBERS],
        "member_count": members.count(),
        "coming": coming[:MOST_EVENTS],
        "tournaments": coming_tournaments(club_id=here.club.pk, now=now)[:MOST_EVENTS],
        "feed": feed_of(club_id=here.club.pk),
        "tables": [lobby_row(table) for table in tables[:MOST_TABLES]],
        "waiting": waiting,
        "is_invited": waiting is not None and waiting.kind == Admission.Kind.INVITATION,
        "has_to_ask": here.club.entry == Club.Entry.REQUEST
        or (user_id is not None and was_removed(user_id=user_id, club_id=here.club.pk)),
        "request_form": RequestForm(),
        "request_count": waiting_requests(club_id=here.club.pk).count() if "members" in here.rights else 0,
    }
    return render(request, "clubs/club.html", context)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a club's calendar to the programs that subscribe to it."""
    try:
        found = club_at(slug)
    except NoSuchClub as refusal:
        raise Http404 from refusal
    address = f"{settings.SITE_URL}{reverse('club', args=[slug])}"
    now, site = timezone.now(), settings.SITE_URL
    entries = [] if found.closed_at else entries_of(found, now=now, site=site, address=address)
    entries += agenda_of(club_id=found.pk, now=now, site=site)
    name = f'inline; filename="{found.slug}.ics"'
    return HttpResponse(
        ics.calendar(found.name, entries), content_type=ics.MEDIA_TYPE, headers={"Content-Disposition": name}
    )
