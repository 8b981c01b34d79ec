"""Following: a match, its messages and its followers as a machine that hypothesis drives (architecture 7).

Old view + events == fresh view, for every seat and every watcher, whatever happens to the messages on their way. The
tests run it eighty times, `make soak` ten thousand times.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
from channels.layers import get_channel_layer
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.consumers.bookmark import Bookmark
from games.consumers.house import House
from games.consumers.hub import Listener, Message
from games.engine.shuffle import shuffled
from games.models import Deal, Event, Match, MatchSeat, Seat, Table
from games.models.identifiers import table_code, uuid7
from games.selectors.frames import fresh_view
from games.selectors.memory import forget_all
from games.services import deals
from tests.games.sockets.reader import Reader
from tests.games.sockets.scene import Scene, match_of, people


class Wire:
    """A hub whose messages arrive when the test says so, if at all."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[Listener]] = {}
        self.sent: list[Message] = []

    async def join(self, group: str, listener: Listener) -> None:
        self.listeners.setdefault(group, set()).add(listener)

    async def leave(self, group: str, listener: Listener) -> None:
        self.listeners[group].discard(listener)

    def publish(self, group: str, message: Message) -> bool:
        self.sent.append({**message, "group": group})
        return True

    def deliver(self, message: Message) -> None:
        for listener in tuple(self.listeners.get(message["group"], ())):
            listener(message)


class Seatmate(Reader):
    """A reader with its place in the server."""

    def __init__(self, house: House, user_id: int | None) -> None:
        super().__init__(user_id)
        self.bookmark = Bookmark(house, user_id, self.take)


def plain(frame: dict[str, Any]) -> dict[str, Any]:
    """Return *frame* as it comes out at the other end of a socket."""
    return json.loads(msgspec.json.encode(frame))


@cache
def first_scene() -> Scene:
    """Return the match whose copies are played, just dealt."""
    return match_of(people(4), options={"target": 11})


def copy_of(scene: Scene) -> Scene:
    """Return a match of the same people and cards, as stored as *scene*, without their sitting down once more."""
    table = Table.objects.get(pk=scene.table_id)
    seats = [Seat(number=seat.number) for seat in table.seats.all()]
    match = Match.objects.get(pk=scene.match_id)
    rows = [*match.events.all(), *match.seats.all(), *match.deals.all()]
    table.pk, table.code = None, table_code()
    table.save()
    match.pk, match.table = uuid7(), table
    match.save(force_insert=True)
    for row in (*seats, *rows):
        row.pk = None
        if isinstance(row, Seat):
            row.table = table
        else:
            row.match = match
    for kind in (Seat, Event, MatchSeat, Deal):
        kind.objects.bulk_create([row for row in (*seats, *rows) if isinstance(row, kind)])
    return Scene(table.code, table.pk, match.pk, scene.players)


class Following(RuleBasedStateMachine):
    """A match is played; hints are lost, doubled and late; clients come, go and come back."""

    @initialize()
    def begin(self) -> None:
        self.wire = Wire()
        get_channel_layer().publish = self.wire.publish
        self.scene = copy_of(first_scene())
        self.players = self.scene.players
        self.runner = asyncio.Runner()
        self.house = self.runner.run(self._open_house())
        self.clients: list[Seatmate] = []

    async def _open_house(self) -> House:
        house = House()
        house.hub = self.wire
        return house

    def teardown(self) -> None:
        if hasattr(self, "runner"):
            self.runner.close()

    def run(self, coroutine: Any) -> None:
        async def to_the_end() -> None:
            await coroutine
            while len(asyncio.all_tasks()) > 1:
                await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})

        self.runner.run(to_the_end())

    @rule(moves=st.integers(1, 6))
    def play(self, moves: int) -> None:
        for _ in range(moves):
            self.scene.step()

    @rule()
    def forget(self) -> None:
        """Another process would know no positions."""
        forget_all()

    @precondition(lambda self: self.wire.sent)
    @rule(data=st.data(), fate=st.sampled_from(["arrives", "arrives", "arrives", "is lost", "is doubled"]))
    def carry(self, data: st.DataObject, fate: str) -> None:
        index = data.draw(st.integers(0, min(3, len(self.wire.sent) - 1)))
        message = self.wire.sent[index] if fate == "is doubled" else self.wire.sent.pop(index)

        async def deliver() -> None:
            if fate != "is lost":
                self.wire.deliver(message)

        self.run(deliver())

    @rule(seat=st.sampled_from([None, None, 0, 1, 2, 3]))
    def connect(self, seat: int | None) -> None:
        client = Seatmate(self.house, None if seat is None else self.players[seat].pk)
        self.run(client.bookmark.follow(self.scene.match_id))
        self.clients.append(client)

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.clients))
        self.run(client.bookmark.close())
        client.bookmark = Bookmark(self.house, client.user_id, client.take)
        self.run(client.bookmark.follow(self.scene.match_id, client.seq))

    @precondition(lambda self: self.clients)
    @rule(data=st.data(), is_whole=st.booleans())
    def resync(self, data: st.DataObject, is_whole: bool) -> None:
        client = data.draw(st.sampled_from(self.clients))
        self.run(client.bookmark.catch_up(None if is_whole else client.seq))

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.clients))
        self.clients.remove(client)
        self.run(client.bookmark.close())

    @rule()
    def settle(self) -> None:
        """After one round of the process everybody knows what is stored, and nothing else."""
        self.run(self.house.rounds.compare())
        for client in self.clients:
            assert client.state() == plain(fresh_view(self.scene.match_id, client.user_id))

    @invariant()
    def nobody_is_ahead(self) -> None:
        if hasattr(self, "scene") and self.clients:
            stored = self.scene.seq()
            assert all(client.seq <= stored for client in self.clients)


@contextmanager
def on_a_wire() -> Iterator[None]:
    """Let machines put a wire in the place of the message server, and the same deals into every run."""
    layer = get_channel_layer()
    kept = layer.publish, deals.shuffled, deals.secrets.randbelow
    deals.shuffled = lambda *_: shuffled(bytes(32), [], "the same deck")
    deals.secrets.randbelow = lambda _: 3
    try:
        yield
    finally:
        layer.publish, deals.shuffled, deals.secrets.randbelow = kept


def follow(runs: int, *, steps: int = 30, seed: int | None = None) -> None:
    """Run the machine so many times, each of so many *steps*, from a *seed* of its own where one is given."""
    machine = Following if seed is None else with_seed(seed)(Following)
    first_scene.cache_clear()
    with on_a_wire():
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=runs,
                stateful_step_count=steps,
                phases=[Phase.generate],
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
