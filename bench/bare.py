"""Bare: the references beside our sockets: Channels consumers with nothing in them but what is compared.

`/send/<table>` sends what it hears to its group (reference a); `/orm/<table>` before that locks, updates, inserts and
commits through Django's ORM on two bare tables (reference b); `/sql/<table>` does the same in raw SQL. All have the
known cures: no hop for each message, one encoding, an executor of their own and a pool.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, Self

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.consumer import AsyncConsumer  # noqa: E402
from channels.db import database_sync_to_async  # noqa: E402
from channels.exceptions import StopConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.urls import path  # noqa: E402

TABLES = """
CREATE TABLE IF NOT EXISTS bare_table (id bigint PRIMARY KEY, seq integer NOT NULL, state jsonb NOT NULL);
CREATE TABLE IF NOT EXISTS bare_event (
    id bigserial PRIMARY KEY, table_id bigint NOT NULL, seq integer NOT NULL, what jsonb NOT NULL,
    UNIQUE (table_id, seq)
);
"""
Message = dict[str, Any]
Store = Callable[[int, Message], int]
threads = ThreadPoolExecutor(settings.DATABASE_THREADS)


class Table(models.Model):
    """A row that is locked and changed."""

    seq = models.IntegerField()
    state = models.JSONField()
    objects: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        app_label = "bench"
        db_table = "bare_table"
        managed = False

    def __str__(self) -> str:
        return str(self.pk)


class Event(models.Model):
    """A row that is added."""

    table_id = models.BigIntegerField()
    seq = models.IntegerField()
    what = models.JSONField()
    objects: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        app_label = "bench"
        db_table = "bare_event"
        managed = False

    def __str__(self) -> str:
        return str(self.pk)


@transaction.atomic
def by_orm(table_id: int, what: Message) -> int:
    """Do what (b) does."""
    row = Table.objects.select_for_update().get(pk=table_id)
    row.seq += 1
    row.state = what
    row.save(update_fields=["seq", "state"])
    Event.objects.create(table_id=table_id, seq=row.seq, what=what)
    return row.seq


@transaction.atomic
def by_sql(table_id: int, what: Message) -> int:
    """Do the same without the ORM."""
    text = json.dumps(what)
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM bare_table WHERE id = %s FOR UPDATE", [table_id])
        seq = int(cursor.fetchone()[0]) + 1
        cursor.execute("UPDATE bare_table SET seq = %s, state = %s WHERE id = %s", [seq, text, table_id])
        cursor.execute("INSERT INTO bare_event (table_id, seq, what) VALUES (%s, %s, %s)", [table_id, seq, text])
    return seq


class BareConsumer(AsyncConsumer):  # type: ignore[misc] # Channels ships no types
    """Everything that is not compared is left out."""

    store: Store | None = None

    async def dispatch(self, message: Message) -> None:
        """Call the handler, without Channels' hop through the shared thread."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def websocket_connect(self, message: Message) -> None:
        """Accept, and join the table's group."""
        self.table_id = self.scope["url_route"]["kwargs"]["table"]
        self.group = f"{type(self).__name__}.{self.table_id}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.send({"type": "websocket.accept"})

    async def websocket_receive(self, message: Message) -> None:
        """Store what came, where this reference does, and send it to the group."""
        if self.store is not None:
            what = json.loads(message["text"])
            call = database_sync_to_async(type(self).store, thread_sensitive=False, executor=threads)
            await call(self.table_id, what)
        await self.channel_layer.group_send(self.group, {"type": "told", "text": message["text"]})

    async def told(self, message: Message) -> None:
        """Pass on."""
        await self.send({"type": "websocket.send", "text": message["text"]})

    async def websocket_disconnect(self, message: Message) -> None:
        """Leave."""
        await self.channel_layer.group_discard(self.group, self.channel_name)
        raise StopConsumer


class OrmConsumer(BareConsumer):
    """Reference (b)."""

    store = staticmethod(by_orm)


class SqlConsumer(BareConsumer):
    """Reference (b) in raw SQL."""

    store = staticmethod(by_sql)


application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": URLRouter(
            [
                path("send/<int:table>", BareConsumer.as_asgi()),
                path("orm/<int:table>", OrmConsumer.as_asgi()),
                path("sql/<int:table>", SqlConsumer.as_asgi()),
            ]
        ),
    }
)
