"""Series: matches of one sitting that count together, from the first of them to the last or to somebody's leaving."""

from datetime import datetime

from games.models import Match, Series, Table
from games.selectors.chairs import Chairs
from games.selectors.series import is_decided, parts_of, running_series


def series_of_next(chairs: Chairs, now: datetime) -> tuple[Series | None, int]:
    """Return the series of the next match of a locked table, begun here if none is on, and how many have been played.

    None where single matches are played.
    """
    table = chairs.table
    if not table.series_kind:
        return None, 0
    series = running_series(table)
    if series is not None:
        return series, len(parts_of(series))
    players = [seat.user_id for _, seat in sorted(chairs.seats.items())]
    return Series.objects.create(table=table, kind=table.series_kind, players=players, began_at=now), 0


def is_swap_due(series: Series) -> bool:
    """Tell whether the partners change before the next match: in a giro after each one that counted."""
    if series.kind != Table.Series.GIRO:
        return False
    latest = Match.objects.filter(series=series).order_by("-number").values_list("status", flat=True).first()
    return latest == Match.Status.FINISHED


def close_decided(match: Match) -> None:
    """End the series of a match that has just ended, if that has settled it. The caller holds the table's lock."""
    series = match.series
    if series is not None and series.state == Series.State.RUNNING and is_decided(series.kind, parts_of(series)):
        series.state = Series.State.FINISHED
        series.save(update_fields=["state"])


def break_if_left(chairs: Chairs) -> None:
    """End a series, between two matches of a locked table, of which somebody no longer sits here."""
    if chairs.table.status == Table.Status.PLAYING:
        return
    series = running_series(chairs.table)
    if series is not None and {seat.user_id for seat in chairs.seats.values()} != set(series.players):
        series.state = Series.State.BROKEN
        series.save(update_fields=["state"])
