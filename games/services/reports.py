"""Reports: telling the staff about somebody, and what the staff makes of it (docs/adr/0032)."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation

from accounts.errors import ListFull, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import User
from accounts.services.silences import silence
from accounts.texts import one_line
from games.engine.errors import BadFormat
from games.errors import NoSuchLine
from games.models import ChatLine, Report
from games.models.reports import LONGEST_WORDS
from games.selectors.chat import line_for
from games.services.chat import hide

MOST_OPEN = 20
"""Reports of one person that wait for the staff at a time."""


@transaction.atomic
def report(*, user_id: int, target_id: int, reason: str, words: str = "", line_id: int | None = None) -> int:
    """Report a person, perhaps for a line of theirs that the reporter can read; return the report's id.

    While the reporter's earlier report of the same person waits, it stays as it is and its id is returned. Locks the
    reporter. Raises NotYourself, NoSuchPlayer, PeopleOnly (guests neither report nor are reported), NoSuchLine,
    BadFormat, BadText, ListFull.
    """
    if user_id == target_id:
        raise NotYourself
    if reason not in Report.Reason.values:
        raise BadFormat(f"reason is one of {', '.join(Report.Reason.values)}")
    words = one_line(words, longest=LONGEST_WORDS)
    reporter = User.objects.select_for_update(no_key=True).get(pk=user_id)
    target = User.objects.filter(pk=target_id, closed_at=None).first()
    if target is None:
        raise NoSuchPlayer
    if User.Kind.GUEST in (reporter.kind, target.kind):
        raise PeopleOnly
    line = _line_of(line_id, user_id, target_id)
    waiting = Report.objects.filter(reporter=reporter, state=Report.State.OPEN)
    known = waiting.filter(target=target).values_list("pk", flat=True).first()
    if known is not None:
        return known
    if waiting.count() >= MOST_OPEN:
        raise ListFull
    quoted = "" if line is None else line.text or line.greeting
    made = Report.objects.create(reporter=reporter, target=target, line=line, quoted=quoted, reason=reason, words=words)
    return made.pk


@transaction.atomic
def settle(*, report_id: int, by_id: int, uphold: bool, lasts: timedelta | None = None) -> bool:
    """Settle an open report; False if it has been settled. Locks it.

    One that is upheld takes its line out of sight and gives its target a time-out, where *lasts* says how long.
    """
    found = Report.objects.select_for_update().filter(pk=report_id, state=Report.State.OPEN).first()
    if found is None:
        return False
    found.state = Report.State.UPHELD if uphold else Report.State.DISMISSED
    found.settled_at, found.settled_by_id = timezone.now(), by_id
    found.save(update_fields=["state", "settled_at", "settled_by"])
    if uphold and found.line_id is not None:
        hide(line_id=found.line_id, by_id=by_id)
    if uphold and lasts is not None and found.target.closed_at is None:
        with translation.override(found.target.language):
            silence(user_id=found.target_id, by_id=by_id, lasts=lasts, reason=found.get_reason_display())
    return True


def _line_of(line_id: int | None, user_id: int, target_id: int) -> ChatLine | None:
    """Return the target's line that the reporter can read. Raises NoSuchLine."""
    if line_id is None:
        return None
    line = line_for(line_id=line_id, user_id=user_id)
    if line.author_id != target_id:
        raise NoSuchLine
    return line
