"""Watching: many running tables at once, in little, and TV."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.boards import boards_of, running_tables
from games.selectors.tv import broadcast


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show the running tables as boards that go on by themselves; without script they are as they were."""
    table_ids = running_tables()
    boards = boards_of(table_ids)
    shown = [boards[table_id] for table_id in table_ids if table_id in boards]
    context = {
        "boards": [board.facts for board in shown if not board.is_closed_to(request.user.pk)],
        "tv": broadcast(),
    }
    return render(request, "games/watch.html", context)


@require_safe
def tv(request: HttpRequest) -> HttpResponse:
    """Show the table that is on TV, large, and whichever is on next."""
    return render(request, "games/tv.html", {"tv": broadcast()})
