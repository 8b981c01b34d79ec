"""Messages: what the directors have told everybody."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tournaments.models import AuditEntry

SHOWN_FOR: Final = timedelta(hours=12)
MOST_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Message:
    """Words to everybody, and when they were said."""

    words: str
    at: datetime


def messages_of(*, tournament_id: int, now: datetime) -> list[Message]:
    """Return the last messages, the newest first, as far as they are not of another day."""
    told = AuditEntry.objects.filter(tournament_id=tournament_id, act="message", at__gt=now - SHOWN_FOR)
    rows = told.order_by("-pk").values_list("after__words", "at")
    return [Message(words, at) for words, at in rows[:MOST_SHOWN]]
