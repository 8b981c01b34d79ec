"""Clock: does what is due, by rows that any number of clocks may share (architecture, Time)."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Func, Min, QuerySet, Value
from django.db.models.functions import Greatest

from games.engine.actions import action_dict
from games.engine.timeouts import default_action
from games.models import Heartbeat, Match, SeatRequest
from games.selectors.memory import position_of
from games.services.absence import replace_absent
from games.services.aftermath import start_tasks
from games.services.bots import act_for_seat
from games.services.hands import ask_for_entropy, carry_out, start_hand
from games.services.logbook import Logbook
from games.services.pauses import run_out
from games.services.seating import accept_due

logger = logging.getLogger(__name__)

LONGEST_PAUSE = timedelta(seconds=5)  # without any clock at work; beyond it time is charged to nobody
_TRY_AGAIN = timedelta(seconds=30)
_BEAT = "clock"


def run_due(now: datetime, limit: int = 100) -> int:
    """Do up to *limit* things that are due by *now* and return how many were done; each is a transaction of its own."""
    done = 0
    while done < limit and _run_match(now):
        done += 1
    if done < limit:
        done += _tell_credits(now, limit - done)
    if done < limit:
        done += _answer_requests(now, limit - done)
    return done


@transaction.atomic
def run_ahead(match_id: UUID, most: int = 1) -> datetime | None:
    """Do the next *most* things a match has due, each as if its moment had come; return the last, None if nothing is.

    Locks the match, and stores what it writes at once. For matches nobody waits for: simulations, demonstrations
    and tests.
    """
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id, act_at__isnull=False).order_by().first()
    if match is None or match.act_at is None:
        return None
    last = match.act_at
    book = Logbook(match, position_of(match.pk, match.seq), last)
    for _ in range(most):
        moment = book.turn_to_next()
        if moment is None:
            break
        last = moment
        _do(book)
    book.shut()
    return last


def next_due() -> datetime | None:
    """Return when the next thing is due, None for nothing."""
    at = Match.objects.filter(act_at__isnull=False).aggregate(at=Min("act_at"))["at"]
    pending = SeatRequest.objects.filter(state=SeatRequest.State.PENDING)
    answer_at = pending.aggregate(at=Min("act_at"))["at"]
    return min((found for found in (at, answer_at) if found is not None), default=None)


def beat(now: datetime) -> int:
    """Say that a clock is at work; return how many turns were credited with the time during which none was.

    Exactly one of several clocks that come back together finds the old heartbeat: its row is locked while turns are
    credited, and fresh when the lock is free again.
    """
    Heartbeat.objects.get_or_create(name=_BEAT, defaults={"at": now})
    with transaction.atomic():
        heart = Heartbeat.objects.select_for_update().get(name=_BEAT)
        last, heart.at = heart.at, max(heart.at, now)
        heart.save(update_fields=["at"])
        return _credit(last, now) if now - last > LONGEST_PAUSE else 0


def _credit(last: datetime, now: datetime) -> int:
    """Give back to who is to act the part of their turn since *last*; the players are told by `_tell_credits`."""
    began = Greatest(F("turn_since"), Value(last, DateTimeField()))
    lost = ExpressionWrapper(Value(now, DateTimeField()) - began, DurationField())
    ms = Func(lost, template="ROUND(EXTRACT(EPOCH FROM %(expressions)s) * 1000)::integer")
    running = Match.objects.filter(status=Match.Status.RUNNING, act_kind=Match.Act.TIMEOUT, turn_since__lt=now)
    return running.update(act_at=F("act_at") + lost, turn_since=F("turn_since") + lost, credit_ms=F("credit_ms") + ms)


def _run_match(now: datetime) -> bool:
    """Do what the match that has waited longest has due; False if none has."""
    match_id = None
    try:
        with transaction.atomic():
            match = _claim(Match.objects.filter(act_at__lte=now, act_seq=F("seq")).order_by("act_at"))
            if match is None:
                return False
            match_id = match.pk
            _do_due(match, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("The clock failed at match %s.", match_id)
        if match_id is not None:
            Match.objects.filter(pk=match_id, act_at__lte=now).update(act_at=now + _TRY_AGAIN)
    return True


def _claim(matches: QuerySet[Match]) -> Match | None:
    """Lock and return the first of *matches* that no other clock, and no player, holds."""
    return matches.select_for_update(no_key=True, skip_locked=True).first()


def _do_due(match: Match, now: datetime) -> None:
    book = Logbook(match, position_of(match.pk, match.seq), now)
    _do(book)
    book.shut()


def _do(book: Logbook) -> None:
    """Do what is due: prepare a hand or deal it, act for a bot or who is out of time, play a last card, end a pause."""
    game = book.position.game
    if book.match.act_kind == Match.Act.DEAL:
        start_hand(book)
        return
    if book.match.act_kind == Match.Act.ENTROPY:
        ask_for_entropy(book)
        return
    if book.match.act_kind == Match.Act.BOT:
        act_for_seat(book)
        return
    if book.match.act_kind == Match.Act.RESUME:
        run_out(book)
        return
    least = default_action(game.hand) if game.hand is not None else None
    if least is None:
        return
    act = action_dict(least)
    if book.match.act_kind == Match.Act.LAST_CARD:
        carry_out(book, act | {"do": "play"}, by="server")
    else:
        seat = book.position.holder_of(act["seat"]).seat
        carry_out(book, act, by="server")
        replace_absent(book, seat)
        if book.match.is_official:
            start_tasks(settings.ON_OFFICIAL_TIMEOUT, book.match.pk)


def _tell_credits(now: datetime, limit: int) -> int:
    """Tell the players of up to *limit* matches that downtime has been given back."""
    for done in range(limit):
        with transaction.atomic():
            match = _claim(Match.objects.filter(credit_ms__gt=0))
            if match is None:
                return done
            book = Logbook(match, position_of(match.pk, match.seq), now)
            book.write("clock_credited", public={"ms": match.credit_ms})
            book.shut()
    return limit


def _answer_requests(now: datetime, limit: int) -> int:
    """Seat up to *limit* askers whom nobody has answered in time."""
    due = SeatRequest.objects.filter(state=SeatRequest.State.PENDING, act_at__lte=now).order_by("act_at")
    return sum(accept_due(request_id=pk, now=now) for pk in list(due.values_list("pk", flat=True)[:limit]))
