"""Tournament lists: all of the site's tournaments, and those of one club."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Club
from accounts.selectors.clubs import clubs_of
from accounts.views.clubs.visits import visit
from tournaments.selectors.series import series_of
from tournaments.selectors.tournament_lists import coming, drafts, past, running, winners_of

PAGE = 20
MOST = 40


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show which tournaments are on, which are coming and which have been; of one club, where it is asked for."""
    club = Club.objects.filter(slug=request.GET.get("club", "").replace("\0", "")[:64]).first()
    clubs = clubs_of(user_id=request.user.pk) if request.user.pk else []
    context = {**_lists(request, club.pk if club else None), "chosen": club, "clubs": clubs}
    context["is_own"] = any(club == membership.club for membership in clubs)
    return render(request, "tournaments/list.html", context)


@require_safe
def club_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tournaments of a club; its drafts to those who run them."""
    here = visit(request, slug)
    head = here.context("tournaments")
    context = {**head, **_lists(request, here.club.pk), "all_series": series_of(club_id=here.club.pk)}
    if "tournaments" in head["rights"]:
        context["drafts"] = drafts(here.club.pk)
    return render(request, "clubs/tournaments.html", context)


def _lists(request: HttpRequest, club_id: int | None) -> dict[str, Any]:
    page = Paginator(past(club_id), PAGE).get_page(request.GET.get("page"))
    winners = winners_of(list(page))
    is_first = page.number == 1
    return {
        "page_obj": page,
        "past": [(tournament, winners.get(tournament.pk, ())) for tournament in page],
        "running": running(club_id)[:MOST] if is_first else (),
        "coming": coming(club_id)[:MOST] if is_first else (),
    }
