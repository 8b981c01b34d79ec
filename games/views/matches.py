"""Matches: those one may watch now, those that have ended, and the replay of one."""

from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.errors import ClubTable, MatchRunning, NoSuchMatch, TablePrivate, WatchBanned
from games.models import Match
from games.selectors.doors import check_match_open
from games.selectors.lateness import check_over
from games.selectors.listings import finished_matches, match_at, match_row, running_matches
from games.selectors.replays import replay_of
from games.views.table import UNLOCKED, not_to_be_watched

PAGE = 25
MOST_RUNNING = 40


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """List running matches, to be watched, and below them those that have ended."""
    page = Paginator(finished_matches(request.user.pk), PAGE).get_page(request.GET.get("page"))
    context = {
        "running": [match_row(match) for match in running_matches()[:MOST_RUNNING]] if page.number == 1 else [],
        "page_obj": page,
        "finished": [match_row(match) for match in page],
    }
    return render(request, "games/match_list.html", context)


@require_safe
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match again, card by card with all hands open; one that still runs is watched at its table instead."""
    try:
        match = _match_to_see(request, match_id)
    except WatchBanned:
        return not_to_be_watched(request)
    if not _is_over(match, request.user.pk):
        return redirect("games:table", match.table.code)
    row = match_row(match)
    context = {"row": row, "match": match, "seat": row.seat_of(request.user.pk)}
    return render(request, "games/replay.html", context)


@require_safe
def replay_data(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return what the replay's script reads; nothing of a match that runs."""
    try:
        match = _match_to_see(request, match_id)
    except WatchBanned:
        raise PermissionDenied from None
    if not _is_over(match, request.user.pk):
        raise Http404
    return HttpResponse(msgspec.json.encode(replay_of(match_id)), content_type="application/json")


def _is_over(match: Match, user_id: int | None) -> bool:
    """Tell whether a match has ended as far as its reader is told."""
    try:
        check_over(match.pk, user_id)
    except MatchRunning:
        return False
    return True


def _match_to_see(request: HttpRequest, match_id: UUID) -> Match:
    """Return a match its reader may see, as they may see its table. Raises Http404, WatchBanned."""
    try:
        check_match_open(match_id, request.user.pk, unlocked=request.session.get(UNLOCKED, ()))
    except (NoSuchMatch, TablePrivate, ClubTable):
        raise Http404 from None
    match = match_at(match_id)
    if match is None:
        raise Http404
    return match
