"""Letters: mailing to those who want it what they are told under their bell (docs/adr/0075)."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.module_loading import import_string

from accounts.models import Letter, User
from accounts.notices import Data
from accounts.selectors.notices import words_of

logger = logging.getLogger(__name__)

BATCH = 200
MOST_TRIES = 5
LONGEST_WAIT = timedelta(hours=12)
"""What could not be posted by then is no news any more."""


def write_all(*, user_ids: Collection[int], kind: str, data: Data) -> None:
    """Put one fact into the post for those of these people who want mail at an address they have confirmed.

    The post is called when the caller's transaction commits; what a lost call leaves, the slow sweep posts.
    """
    readers = User.objects.filter(pk__in=user_ids, is_active=True, wants_mail=True, email_key__isnull=False)
    ids = list(readers.order_by("pk").values_list("pk", flat=True))
    if not ids:
        return
    Letter.objects.bulk_create(Letter(user_id=reader, kind=kind, data=dict(data)) for reader in ids)
    for name in settings.ON_LETTERS_WRITTEN:
        transaction.on_commit(_starting(name), robust=True)


def post_due(*, now: datetime) -> int:
    """Post the letters that wait, each in a transaction of its own that forgets it; return how many went.

    Two workers share the work: a letter another one holds is left to it. One that the mail server refuses is tried
    again by the next call, some times; a server that cannot be reached ends the call.
    """
    Letter.objects.filter(made_at__lt=now - LONGEST_WAIT).delete()
    waiting = Letter.objects.filter(tries__lt=MOST_TRIES).order_by("tries", "pk")
    posted = 0
    for letter_id in list(waiting.values_list("pk", flat=True)[:BATCH]):
        try:
            posted += _post(letter_id)
        except (SMTPRecipientsRefused, SMTPDataError):
            logger.warning("The mail server refuses letter %s.", letter_id, exc_info=True)
            Letter.objects.filter(pk=letter_id).update(tries=F("tries") + 1)
        except OSError:
            logger.warning("The mail server does not answer.", exc_info=True)
            break
    return posted


@transaction.atomic
def _post(letter_id: int) -> bool:
    """Hand a letter to the mail server, unless somebody else does; it is gone when that is stored."""
    waiting = Letter.objects.select_for_update(skip_locked=True, of=("self",)).select_related("user")
    letter = waiting.filter(pk=letter_id).first()
    if letter is None:
        return False
    letter.delete()
    reader = letter.user
    if not (reader.is_active and reader.wants_mail and reader.has_confirmed_email):
        return False
    with translation.override(reader.language):
        _mail_of(letter_id, letter, reader).send()
    return True


def _mail_of(letter_id: int, letter: Letter, reader: User) -> EmailMessage:
    """Return a letter as mail, in the active language. Its Message-ID is its own: what comes twice is seen to."""
    words = words_of(letter.kind, letter.data)
    site: str = settings.SITE_URL
    choice = f"{site}{reverse('accounts:settings')}#mail"
    facts = {"name": reader.username, "text": words.text, "address": f"{site}{words.address}", "settings": choice}
    host = site.rsplit("://", maxsplit=1)[-1]
    return EmailMessage(
        words.text,
        render_to_string("accounts/letter.txt", facts),
        settings.DEFAULT_FROM_EMAIL,
        [reader.email],
        headers={"Message-ID": f"<letter-{letter_id}@{host}>", "List-Unsubscribe": f"<{choice}>"},
    )


def _starting(name: str) -> Callable[[], None]:
    """Return what starts a task; Django names it by its own name should it fail."""

    def start() -> None:
        import_string(name).delay()

    return start
