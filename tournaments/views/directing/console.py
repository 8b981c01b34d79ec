"""Console: the page from which a tournament is run, with buttons for what is possible now."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views import PersonsRequest
from tournaments.forms.directing import MaybeReasonForm, MessageForm, MoreTimeForm
from tournaments.models import Tournament
from tournaments.selectors.console import Console, console_of
from tournaments.selectors.entry_rules import takes_entries
from tournaments.services import adding_time, call_queue, drawing, messages, pausing, rounds
from tournaments.services.closing_entries import close_entries_now
from tournaments.views.directing.desk import at_desk, attempt, page_hand

Act = Callable[[], object]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def console(request: PersonsRequest, code: str) -> HttpResponse:
    """Show how the tournament stands and who calls; on POST do what the button says."""
    here = at_desk(request, code)
    if request.method == "POST":
        act = _act_of(request, here.tournament)
        if act is not None:
            attempt(request, here.tournament, act)
        return redirect("tournament-direct", code)
    number = _number(request.GET.get("round")) or None
    seen = console_of(here.tournament, user_id=request.user.pk, now=timezone.now(), number=number)
    context = {
        **here.context("direct"),
        "console": seen,
        "acts": acts_of(seen),
        "message_form": MessageForm(auto_id="message-%s"),
        "time_form": MoreTimeForm(auto_id="time-%s"),
        "pause_form": MaybeReasonForm(auto_id="pause-%s"),
    }
    return render(request, "tournaments/directing/console.html", context)


def acts_of(seen: Console) -> set[str]:
    """Return what can be done now with the tournament as a whole and with its round."""
    tournament, current = seen.tournament, seen.current
    if tournament.state == Tournament.State.ANNOUNCED:
        return {"start_tournament", "message"} | ({"close_entries"} if takes_entries(tournament) else set())
    if tournament.state != Tournament.State.RUNNING:
        return set()
    acts = {"message", "stop", "resume" if tournament.paused_at else "pause"}
    match current.state if current is not None else "closed":
        case "draft":
            acts |= {"draw", "edit", "drop", "release"}
        case "released":
            acts |= {"edit"} | (set() if tournament.paused_at else {"start"})
        case "running" if current is not None and current.ends_at is not None:
            acts |= {"add_time"}
        case "closed":
            acts |= {"draw"}
    return acts


def _act_of(request: PersonsRequest, tournament: Tournament) -> Act | None:
    """Return what the button that was pressed does, None for no button of the page's."""
    form, now = request.POST, timezone.now()
    whose: dict[str, Any] = {"tournament_id": tournament.pk, "hand": page_hand(request)}
    reason = form.get("reason", "")
    number, call_id, minutes = (_number(form.get(name)) for name in ("round", "call", "minutes"))
    acts: dict[str, Act] = {
        "accept": partial(call_queue.accept_call, **whose, call_id=call_id, now=now),
        "close": partial(call_queue.close_call, **whose, call_id=call_id, now=now),
        "close_entries": partial(close_entries_now, **whose, now=now),
        "start_tournament": partial(drawing.start_tournament, **whose, now=now),
        "draw": partial(drawing.draw_round, **whose, number=number, now=now),
        "drop": partial(drawing.drop_round, **whose, number=number, now=now),
        "release": partial(drawing.release_round, **whose, number=number, now=now),
        "start": partial(rounds.start_round, **whose, number=number, now=now),
        "add_time": partial(adding_time.add_time_to_round, **whose, minutes=minutes, reason=reason),
        "pause": partial(pausing.pause_tournament, **whose, now=now, reason=reason),
        "resume": partial(pausing.resume_tournament, **whose, now=now),
        "message": partial(messages.tell_everybody, **whose, words=form.get("words", ""), now=now),
    }
    return acts.get(form.get("act", ""))


def _number(text: str | None) -> int:
    """Return the number in a field, 0 for none."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 10 else 0
