"""Ladders: the players of a pool by rank, and how one player's rating came to be what it is."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.errors import NoSuchClub, NoSuchPlayer
from accounts.selectors.clubs import clubs_of
from games.errors import BadCursor, NoRank, NoSuchLadder
from games.forms.pool_words import POOL_WORDS, season_name
from games.forms.rating_graph import graph_of
from games.models.pools import POOLS
from games.selectors.ladder_keys import sealed, unsealed
from games.selectors.ladder_kinds import Ladder, ladder_named, offered
from games.selectors.ladders import Page, around, ladder_page, stands_of
from games.selectors.players import player_named
from games.selectors.rating_curve import curve_of
from games.selectors.ratings import explained, history

PAGE = 50
CHANGES_PAGE = 25
LONGEST = 120
FRIENDS = ":friends"  # no club has this address


@require_safe
def ladder(request: HttpRequest, pool: str = POOLS[0]) -> HttpResponse:
    """Show a page of a ladder; an old or made-up cursor leads to its first page."""
    words = {name: request.GET.get(name, "")[:LONGEST] for name in ("season", "among", "place")}
    wanted = _wanted(request, pool, words)
    try:
        page, is_around = _page(request, wanted)
    except BadCursor:
        kept = request.GET.copy()
        kept.pop("cursor", None)
        return redirect(f"{request.path}?{kept.urlencode()}")
    known = {one.pool: one for one in offered()}
    context = {
        "pool": pool,
        "tabs": [name for name in POOLS if known[name].ranked or not name.startswith("duplicate")],
        "pool_name": POOL_WORDS[pool],
        "seasons": {season: season_name(season) for season in known[pool].seasons},
        "season_name": season_name(wanted.season) if wanted.season else "",
        "words": words,
        "provisional": wanted.is_provisional,
        "rows": page.rows,
        "next": sealed(wanted, page.next),
        "previous": sealed(wanted, page.previous),
        "around": is_around,
        "clubs": [one.club for one in clubs_of(user_id=request.user.pk)] if request.user.is_authenticated else [],
        "stand": next((one for one in stands_of(request.user.pk) if one.pool == pool), None)
        if request.user.is_authenticated
        else None,
    }
    return render(request, "games/ladder.html", context)


@require_safe
def rating(request: HttpRequest, username: str, pool: str) -> HttpResponse:
    """Show how a player's rating in a pool went, and every match that moved it with why."""
    try:
        player = player_named(username)
    except NoSuchPlayer:
        raise Http404 from None
    if pool not in POOLS:
        raise Http404
    if player.username != username:
        return redirect("games:rating", player.username, pool)
    stand = next((one for one in stands_of(player.pk) if one.pool == pool), None)
    page = Paginator(history(player.pk, pool, request.user.pk).select_related("match__table"), CHANGES_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "player": player,
        "pool": pool,
        "pool_name": POOL_WORDS[pool],
        "stand": stand,
        "graph": graph_of(curve_of(player.pk, pool, stand.matches)) if stand else None,
        "page_obj": page,
        "changes": explained(page),
    }
    return render(request, "games/rating.html", context)


def _wanted(request: HttpRequest, pool: str, words: dict[str, str]) -> Ladder:
    """Return the ladder a reader wants. Raises Http404 for one there is not."""
    is_friends = words["among"] == FRIENDS and request.user.is_authenticated
    try:
        return ladder_named(
            pool,
            season=words["season"],
            club="" if is_friends else words["among"],
            place=words["place"].strip() if words["place"].isprintable() and not words["among"] else "",
            friends_of=request.user.pk if is_friends else None,
            is_provisional=request.GET.get("provisional") == "yes",
        )
    except (NoSuchLadder, NoSuchClub):
        raise Http404 from None


def _page(request: HttpRequest, wanted: Ladder) -> tuple[Page, bool]:
    """Return the page a reader wants, and whether it is the one around themselves. Raises BadCursor."""
    if request.GET.get("around") == "me" and request.user.is_authenticated and "cursor" not in request.GET:
        try:
            return around(wanted, request.user.pk, PAGE), True
        except NoRank:
            messages.info(request, _("You do not stand in this ladder."))
    return ladder_page(wanted, unsealed(wanted, request.GET.get("cursor", "")), PAGE), False
