"""Chat: who is in which room of a table, and what may be read there (docs/adr/0031)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.selectors.ties import blocked_by, wants_chat
from games.errors import ChatClosed, NoSuchLine
from games.models import ChatLine, Match, MatchSeat, Seat, Table
from games.selectors.frames import moment
from games.selectors.memory import position_of

View = dict[str, Any]
Room = ChatLine.Room

EVERY: Final = "every"
SHOWN_FOR = timedelta(hours=24)
"""Who comes later reads what was written in this time."""


class Company(NamedTuple):
    """Who is at a table, as far as the chat goes: the players of the match being played, none where none is.

    Whoever has held a seat of the match is a player to its end: they know what was dealt to it. Where watchers are
    late by a *delay*, *insiders* see the table as it stands: its players, its sitters, and who played there last.
    """

    match: Match | None
    players: frozenset[int]
    insiders: frozenset[int]
    delay: timedelta

    @property
    def is_in_hand(self) -> bool:
        """Whether cards are out: then nothing passes between the players but what the rules have signals for."""
        if self.match is None:
            return False
        hand = position_of(self.match.pk, self.match.seq).game.hand
        return hand is not None and hand.ended is None

    def is_late(self, user_id: int | None) -> bool:
        """Tell whether a reader sees the table late: whether a match is on there is of the present, so always."""
        return bool(self.delay) and user_id not in self.insiders

    def room_of(self, user_id: int) -> Room:
        """Return the room in which a person writes."""
        is_inside = user_id in self.players or (self.match is None and not self.is_late(user_id))
        return Room.TABLE if is_inside else Room.WATCHERS


def company_at(table_id: int, match: Match | None) -> Company:
    """Return who is at a table with its running match, or with none."""
    players = (
        frozenset(MatchSeat.objects.filter(match=match).values_list("user_id", flat=True)) if match else frozenset()
    )
    seconds = Table.objects.values_list("watch_delay", flat=True).get(pk=table_id)
    if not seconds:
        return Company(match, players, players, timedelta())
    latest = MatchSeat.objects.filter(match__table_id=table_id, match__number=F("match__table__match_count"))
    sitting = Seat.objects.filter(table_id=table_id, user__isnull=False)
    insiders = players.union(latest.values_list("user_id", flat=True), sitting.values_list("user_id", flat=True))
    return Company(match, players, insiders, timedelta(seconds=seconds))


def running_match(table_id: int) -> Match | None:
    """Return the match being played at a table."""
    return Match.objects.filter(table_id=table_id, status=Match.Status.RUNNING).first()


def lines_for(*, table_id: int, room: str, user_id: int | None) -> QuerySet[ChatLine]:
    """Return the lines of a room that a reader who may see the table may read; ordered by `-pk` where it matters.

    The room `EVERY` is whatever is theirs to read at this moment, for who cannot know whether they have just become a
    player. What was written by people the reader has blocked is left out; where watchers see the table late, so is
    what was said there since. Raises ChatClosed: the watchers' room is for who has a name, and for players only after
    the match.
    """
    company = company_at(table_id, running_match(table_id))
    now = timezone.now()
    lines = ChatLine.objects.filter(table_id=table_id, hidden_at=None, made_at__gt=now - SHOWN_FOR)
    is_shut_out = user_id is None or user_id in company.players
    if room == Room.WATCHERS and is_shut_out:
        raise ChatClosed
    if room != EVERY:
        lines = lines.filter(room=room)
    elif is_shut_out:
        lines = lines.exclude(room=Room.WATCHERS)
    if company.is_late(user_id):
        lines = lines.exclude(room=Room.TABLE, made_at__gt=now - company.delay)
    if user_id is not None:
        lines = lines.exclude(author_id__in=blocked_by(user_id=user_id))
    return lines.select_related("author")


def line_for(*, line_id: int, user_id: int) -> ChatLine:
    """Return a line that a person may read, in a room they may enter. Raises NoSuchLine."""
    line = ChatLine.objects.filter(pk=line_id).first()
    if line is None:
        raise NoSuchLine
    try:
        found = lines_for(table_id=line.table_id, room=line.room, user_id=user_id).filter(pk=line_id).first()
    except ChatClosed:
        found = None
    if found is None:
        raise NoSuchLine
    return found


def hearing_of(user_id: int) -> tuple[bool, frozenset[int]]:
    """Return whether a person wants to hear others at all, and whom they have blocked."""
    return wants_chat(user_id=user_id), blocked_by(user_id=user_id)


def line_facts(lines: Sequence[ChatLine]) -> list[View]:
    """Return lines as everybody who may read them sees them; a closed account's author is its neutral label."""
    return [
        {
            "id": line.pk,
            "room": line.room,
            "by": {"id": line.author_id, "name": line.author.username},
            "at": moment(line.made_at),
            "text": line.text or None,
            "greeting": line.greeting or None,
        }
        for line in lines
    ]
