"""Notices: telling people something under their bell, and noting that they have read it."""

from collections.abc import Collection
from json import dumps

from django.db import transaction
from django.utils import timezone

from accounts import announce
from accounts.errors import NoSuchNotice
from accounts.models import Notice, User
from accounts.notices import PERSON, Data, kinds
from accounts.services import letters

LONGEST = 1000  # bytes of `data`, which an index holds
KEPT = 200
"""Notices kept for one person; what is older goes."""


def give(*, user_id: int, kind: str, data: Data, by_mail: bool = False) -> None:
    """Tell one person of a fact (see `give_all`)."""
    give_all(user_ids=[user_id], kind=kind, data=data, by_mail=by_mail)


@transaction.atomic
def give_all(*, user_ids: Collection[int], kind: str, data: Data, by_mail: bool = False) -> None:
    """Tell people of one fact; their open sockets hear of it when the caller's transaction commits.

    *by_mail* writes it also to those of them who want mail (accounts.services.letters).

    Bots, closed accounts, who has blocked the person it is about, and who has the same fact unread are told nothing.
    *data* has exactly the fields of the kind (accounts.notices.KINDS and its like in other apps), numbers and short
    texts, with people as ids. Raises ValueError for anything else: only programs call this.
    """
    if kinds()[kind].fields != data.keys() or len(dumps(data, ensure_ascii=False).encode()) > LONGEST:
        raise ValueError(f"A notice {kind!r} has the fields {sorted(kinds()[kind].fields)}, {LONGEST} bytes at most.")
    told = User.objects.filter(pk__in=user_ids, kind=User.Kind.HUMAN, is_active=True)
    if PERSON in data:
        told = told.exclude(pk=data[PERSON]).exclude(blocks__blocked_id=data[PERSON])
    readers = list(told.order_by("pk").values_list("pk", flat=True))
    now = timezone.now()
    Notice.objects.bulk_create(
        [Notice(user_id=reader, kind=kind, data=dict(data), made_at=now) for reader in readers], ignore_conflicts=True
    )
    for reader in readers:
        kept = Notice.objects.filter(user_id=reader).order_by("-pk")
        Notice.objects.filter(pk__in=kept.values("pk")[KEPT : KEPT + 100]).delete()
        announce.notice(user_id=reader, code=kind)
    if by_mail:
        letters.write_all(user_ids=readers, kind=kind, data=data)


def read(*, user_id: int, notice_id: int) -> None:
    """Note that a person has read one of their notices; a second time changes nothing. Raises NoSuchNotice."""
    own = Notice.objects.filter(user_id=user_id, pk=notice_id)
    if not own.filter(read_at=None).update(read_at=timezone.now()) and not own.exists():
        raise NoSuchNotice


def read_all(*, user_id: int) -> None:
    """Note that a person has read all their notices."""
    Notice.objects.filter(user_id=user_id, read_at=None).update(read_at=timezone.now())
