"""Chat: writing a line at a table, hiding one, and forgetting them all in time (docs/adr/0031)."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.errors import PeopleOnly, Silenced
from accounts.models import User
from accounts.selectors.ties import silence_of
from accounts.texts import some_words
from games import announce
from games.engine.errors import BadFormat
from games.errors import Busy, ChatClosed, ChatTooFast, NoSuchLine, TableClosed
from games.models import ChatLine, Match, Table
from games.models.chat import LONGEST_LINE
from games.selectors.chat import Company, company_at, line_facts, running_match
from games.selectors.frames import moment
from games.selectors.tables import table_view
from games.services.tables import lock_table

WINDOW = timedelta(seconds=20)
KEPT = timedelta(days=30)


@transaction.atomic
def write(
    *, table_id: int, user_id: int, command_id: UUID, text: str = "", greeting: str = "", unlocked: bool = False
) -> int:
    """Write a line at a table and return its id; either words of one's own or a greeting of the list.

    Which room it goes to follows from who writes: the players and, while nobody plays, everybody write at the table,
    who watches a match in the watchers' room, and who sees the table late always there. Locks the writer, so that
    nobody outruns their allowance, and the match or else the table, so that whatever a player says was said before the
    next cards were dealt. The same *command_id* again changes nothing.

    Raises NoSuchTable, TablePrivate, WatchBanned, TableClosed, PeopleOnly, Silenced, BadFormat, BadText, ChatClosed
    (a hand is being played), ChatTooFast, Busy.
    """
    writer = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if writer.kind != User.Kind.HUMAN:
        raise PeopleOnly
    _check_said(text, greeting)
    said = some_words(text, longest=LONGEST_LINE) if text else ""
    if table_view(table_id, user_id, unlocked=unlocked)["status"] == Table.Status.CLOSED:
        raise TableClosed
    known = ChatLine.objects.filter(author=writer, command_id=command_id).values_list("pk", flat=True).first()
    if known is not None:
        return known
    if (silence := silence_of(user_id=user_id)) is not None:
        raise Silenced(f"until {moment(silence.until)}")
    company = _lock_company(table_id)
    room = company.room_of(user_id)
    if room == ChatLine.Room.TABLE and company.is_in_hand:
        raise ChatClosed
    now = timezone.now()
    _check_allowance(user_id, now)
    line = ChatLine.objects.create(
        table_id=table_id,
        room=room,
        author=writer,
        command_id=command_id,
        text=said,
        greeting=greeting,
        made_at=now,
    )
    (facts,) = line_facts([line])
    _tell(line, company, {"type": "said", "line": facts})
    return line.pk


@transaction.atomic
def hide(*, line_id: int, by_id: int) -> None:
    """Take a line out of sight, for good; the staff still finds it. Raises NoSuchLine."""
    line = ChatLine.objects.select_for_update().filter(pk=line_id).first()
    if line is None:
        raise NoSuchLine
    if line.hidden_at is None:
        line.hidden_at, line.hidden_by_id = timezone.now(), by_id
        line.save(update_fields=["hidden_at", "hidden_by"])
        _tell(line, company_at(line.table_id, running_match(line.table_id)), {"type": "unsaid", "id": line.pk})


def forget_old_lines(*, now: datetime, limit: int = 1000) -> int:
    """Delete lines a month old, the oldest first; return how many. What was reported is quoted in its report."""
    old = ChatLine.objects.filter(made_at__lt=now - KEPT).order_by("pk").values("pk")[:limit]
    return ChatLine.objects.filter(pk__in=old).delete()[0]


def _check_said(text: str, greeting: str) -> None:
    """Raise BadFormat unless there are either words or a greeting there is."""
    if bool(text) == bool(greeting):
        raise BadFormat("either text or a greeting")
    if greeting and greeting not in ChatLine.Greeting.values:
        raise BadFormat(f"a greeting is one of {', '.join(ChatLine.Greeting.values)}")


def _lock_company(table_id: int) -> Company:
    """Return who is at a table while its match cannot move, or none can start. Raises Busy if one just has."""
    playing = Match.objects.select_for_update(no_key=True).filter(table_id=table_id, status=Match.Status.RUNNING)
    match = playing.first()
    if match is None:
        lock_table(table_id)
        if running_match(table_id) is not None:
            raise Busy
    return company_at(table_id, match)


def _check_allowance(user_id: int, now: datetime) -> None:
    """Raise ChatTooFast for one line too many within the window."""
    lines = ChatLine.objects.filter(author_id=user_id, made_at__gt=now - WINDOW).order_by("-made_at")
    recent = list(lines.values_list("made_at", flat=True)[: settings.CHAT_LINES])
    if len(recent) >= settings.CHAT_LINES:
        raise ChatTooFast((recent[-1] + WINDOW - now).total_seconds())


def _tell(line: ChatLine, company: Company, frame: dict[str, object]) -> None:
    announce.chat(
        table_id=line.table_id,
        frame=frame,
        room=line.room,
        by=line.author_id,
        players=company.players if line.room == ChatLine.Room.WATCHERS else company.insiders,
        is_late=bool(company.delay),
    )
