"""Tasks: the post. Mail leaves by a worker: no page waits for a mail server, or tells by waiting whom it writes to."""

from collections.abc import Sequence
from smtplib import SMTPException

from celery import shared_task
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.services import letters


# Retries stay well inside the broker's visibility_timeout, or a job would be handed out twice.
@shared_task(
    name="accounts.mail.deliver",
    autoretry_for=(OSError, SMTPException),
    retry_backoff=5,
    retry_backoff_max=30,
    max_retries=5,
)
def deliver(*, subject: str, body: str, sender: str, to: Sequence[str]) -> None:
    """Hand one plain-text mail to the mail server; tries again for a minute or two if it does not answer."""
    EmailMessage(subject, body, sender, list(to)).send()


@shared_task(name="accounts.mail.post_letters")
def post_letters() -> None:
    """Post the letters that wait: called when some were written, and now and then for what was left."""
    letters.post_due(now=timezone.now())
