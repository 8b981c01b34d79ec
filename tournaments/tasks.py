"""Tasks: what workers do for tournaments."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments.services import calls, downtime, news, reminders, results, rulings, series
from tournaments.services import sweep as sweeping


@shared_task(name="tournaments.match_finished")
def match_finished(*, match_id: str) -> None:
    """Take over the result of a match, if a tournament waits for it, and do what is due then."""
    now = timezone.now()
    if results.take_up(match_id=UUID(match_id), now=now):
        sweeping.run_due(now)


@shared_task(name="tournaments.match_corrected")
def match_corrected(*, match_id: str) -> None:
    """Take over what was decided about a match after its end, if its score counts in a tournament."""
    rulings.take_up_ruling(match_id=UUID(match_id), now=timezone.now())


@shared_task(name="tournaments.table_timed_out")
def table_timed_out(*, match_id: str) -> None:
    """Call the director to a table where a card was played for somebody out of time."""
    calls.call_for_timeout(match_id=UUID(match_id), now=timezone.now())


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Do what tournaments have due by themselves, and what a lost message has left."""
    now = timezone.now()
    downtime.beat(now)
    sweeping.run_due(now)


@shared_task(name="tournaments.announce_series")
def announce_series() -> None:
    """Announce the tournaments of series whose time has come."""
    series.announce_due(now=timezone.now())


@shared_task(name="tournaments.remind")
def remind() -> None:
    """Remind those who play of check-in and start."""
    reminders.remind_due(now=timezone.now())


@shared_task(name="tournaments.tell_news")
def tell_news() -> None:
    """Tell the members of clubs what is new about their tournaments."""
    news.tell_news(now=timezone.now())
