"""Messages: the director tells everybody who plays something; it stands on the tournament's page as well."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.services import notices
from accounts.texts import some_words
from tournaments.errors import TooOften
from tournaments.models import AuditEntry, EntrantMember, Tournament
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.substitutes import PLAYING
from tournaments.services.telling import notice_data

LONGEST: Final = 140  # characters: with the longest name it fits into a notice
MOST: Final = 5
"""Messages of one tournament within `PERIOD`."""
PERIOD: Final = timedelta(minutes=10)


@transaction.atomic
def tell_everybody(*, tournament_id: int, words: str, hand: Hand, now: datetime) -> None:
    """Tell everybody who plays, or waits to, *words*. Locks the tournament.

    Raises NoRight, WrongState, BadText, TooOften.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    check_director(tournament, hand)
    line = some_words(words, longest=LONGEST)
    lately = AuditEntry.objects.filter(tournament=tournament, act="message", at__gt=now - PERIOD)
    if lately.count() >= MOST:
        raise TooOften
    players = EntrantMember.objects.filter(entrant__state__in=PLAYING, tournament=tournament, until=None)
    told = list(players.order_by("user_id").values_list("user_id", flat=True))
    data = {**notice_data(tournament), "words": line}
    notices.give_all(user_ids=[user_id for user_id in told if user_id], kind="tournament_message", data=data)
    note(tournament, hand, "message", after={"words": line})
    touch(tournament)
