"""Players: who plays here, and what everybody may know of one."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.errors import NoSuchPlayer
from accounts.selectors.ties import tie_between
from games.forms.pool_words import POOL_WORDS
from games.forms.rating_graph import graph_of
from games.selectors.ladders import stands_of
from games.selectors.listings import match_row, matches_of
from games.selectors.players import named_like, player_named, players
from games.selectors.rating_curve import curve_of
from games.selectors.statistics import statistics_of

PAGE = 50
MATCHES_PAGE = 20


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """List players by name, or those whose name begins with what was typed."""
    start = request.GET.get("name", "").strip()[:24]
    found = players().order_by("name_key")
    if start:
        found = named_like(found, start)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/player_list.html", {"page_obj": page, "start": start})


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player with the matches of theirs that the reader may find; another spelling leads to the right one."""
    try:
        found = player_named(username)
    except NoSuchPlayer:
        raise Http404 from None
    if found.username != username:
        return redirect("games:player", found.username)
    page = Paginator(matches_of(found.pk, request.user.pk), MATCHES_PAGE).get_page(request.GET.get("page"))
    stands = stands_of(found.pk)
    foremost = max(stands, key=lambda stand: stand.matches, default=None)
    context = {
        "player": found,
        "stands": stands,
        "pool_name": POOL_WORDS[foremost.pool] if foremost else "",
        "graph": graph_of(curve_of(found.pk, foremost.pool, foremost.matches)) if foremost else None,
        "statistics": statistics_of(found.pk),
        "page_obj": page,
        "matches": [match_row(match) for match in page],
        "tie": tie_between(user_id=request.user.pk, other_id=found.pk) if request.user.pk else None,
    }
    return render(request, "games/player.html", context)
