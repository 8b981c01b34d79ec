"""Round clock: the end of a match whose round has no more time (tournaments, 4)."""

from games.engine.endings import best
from games.models import Match, Table
from games.services.finish import finish
from games.services.logbook import Logbook


def finish_by_time(book: Logbook) -> bool:
    """End a match between two hands if its table begins none any more, and tell whether it did.

    The hand begun before that moment is played to its end; who leads then has won, and where nobody does, another hand
    is dealt. A query for an official match, none for another.
    """
    if not book.match.is_official:
        return False
    stops_at = Table.objects.values_list("stops_at", flat=True).get(pk=book.match.table_id)
    if stops_at is None or book.now < stops_at:
        return False
    game = book.position.game
    leading = best(game.ruleset, game.totals)
    if len(leading) > 1:
        return False
    finish(book, Match.Status.FINISHED, {"winners": list(leading), "totals": list(game.totals), "reason": "time"})
    return True
