"""Roads: the short way to where a test begins, to the same rows as the long one.

The road of the site is a transaction an act and a transaction a chair: some ten round trips to the database each, and a
match has two hundred of them. Here people are seated at once, and a match is played on in one transaction, by the same
services in the same logbook. `test_roads.py` proves that the rows are those of the long road.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.entropy import entropy_commitment
from games.models import Match, Seat, SeatRequest, Seek, Table
from games.selectors.chairs import chairs_of
from games.selectors.memory import position_of, remember
from games.selectors.positions import MatchPosition
from games.services.clock import _do
from games.services.house_bots import _free_bot
from games.services.logbook import Logbook
from games.services.play import _Command, _perform
from games.services.seating import ANSWER_WITHIN, fill
from games.services.seekers import end_seeks_of
from games.services.tables import lock_table


def are_free(players: Sequence[User | None]) -> bool:
    """Tell whether nobody has to leave another chair, which only the long road sees to."""
    return not Seat.objects.filter(user__in=[player for player in players if player], is_exclusive=True).exists()


@transaction.atomic
def fill_table(table: Table, players: Sequence[User | None], now: datetime) -> None:
    """Seat *players* in the order of the chairs, None for a house bot, as if each had asked whoever decides."""
    chairs = chairs_of(lock_table(table.pk))
    end_seeks_of([player.pk for player in players if player], Seek.End.SEATED)
    asked = []
    for number, player in zip(sorted(chairs.seats), players, strict=True):
        controller = chairs.controller_of(number) if player else None
        if controller is not None:
            asked.append(
                SeatRequest(
                    table=table,
                    match_number=1,
                    number=number,
                    asker=player,
                    controller_id=controller,
                    state=SeatRequest.State.ACCEPTED,
                    act_at=now + ANSWER_WITHIN,
                    made_at=now,
                )
            )
            chairs.table.version += 1
        seat, user = chairs.seats[number], player or _free_bot(chairs)
        if number == max(chairs.seats):
            SeatRequest.objects.bulk_create(asked)
            fill(chairs, seat, user, now)
        else:
            seat.user, seat.sat_at, seat.is_exclusive = user, now, user.kind != User.Kind.BOT
            chairs.table.version += 1


class Road:
    """A match on its way: what is done here is stored when the way ends."""

    def __init__(self, book: Logbook) -> None:
        self._book = book

    @property
    def position(self) -> MatchPosition:
        return self._book.position

    @property
    def is_running(self) -> bool:
        return self.position.status == Match.Status.RUNNING

    @property
    def due(self) -> str:
        """What the clock does next."""
        self._book._time()
        return self._book.match.act_kind

    def act(self, user_id: int, do: str, command_id: UUID | None = None, now: datetime | None = None, **fields) -> int:
        """A command of a user who has seen everything."""
        self._book._time()
        self._book.now = max(now or timezone.now(), self.position.event.at)
        return _perform(self._book, user_id, _Command(command_id or uuid4(), do, fields, self.position.seq))

    def commit(self, user_id: int, entropy: bytes, **facts) -> int:
        position = self.position
        digest = entropy_commitment(entropy, str(position.match_id), position.gathering.hand, position.seat_of(user_id))
        return self.act(user_id, "commit_entropy", commitment=digest, **facts)

    def reveal(self, user_id: int, entropy: bytes, **facts) -> int:
        return self.act(user_id, "reveal_entropy", entropy=entropy.hex(), **facts)

    def run_clock(self) -> None:
        """Let what is due happen, at its own moment."""
        if self._book.turn_to_next() is not None:
            _do(self._book)


@contextmanager
def on_the_road(match: Match) -> Iterator[Road]:
    """Play a match on in one transaction; afterwards *match* is what is stored."""
    with transaction.atomic():
        row = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        book = Logbook(row, position_of(row.pk, row.seq), timezone.now())
        yield Road(book)
        book.shut()
    remember(book.position)
    match.refresh_from_db()
