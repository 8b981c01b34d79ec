"""Halls: who has won at a club."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.views.clubs.visits import visit
from tournaments.selectors.halls import editions, ended_tournaments, medals_of, years_of
from tournaments.selectors.series import series_of

PAGE = 20
MOST_MEDALS = 50


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the winners of a club's tournaments and who has won how often, in a year or a series if one is asked for."""
    here = visit(request, slug)
    years, series = years_of(here.club), list(series_of(club_id=here.club.pk))
    year = next((year for year in years if str(year) == request.GET.get("year")), None)
    chosen = next((each for each in series if each.slug == request.GET.get("series")), None)
    found = ended_tournaments(here.club, year=year, series=chosen.slug if chosen else "")
    page = Paginator(found.order_by("-starts_at", "-pk"), PAGE).get_page(request.GET.get("page"))
    context = {
        **here.context("hall"),
        "years": years,
        "all_series": series,
        "year": year,
        "series": chosen,
        "page_obj": page,
        "editions": editions(page.object_list),
        "medals": medals_of(found)[:MOST_MEDALS],
    }
    return render(request, "tournaments/hall.html", context)
