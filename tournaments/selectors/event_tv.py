"""Event TV: the tables at which a tournament is being played, as boards, the best to look at first."""

from games.selectors.boards import MOST_BOARDS, Facts, boards_of, running_in_public
from games.selectors.tv import cast_on, crowds_at, merit, strengths_of
from tournaments.models import Tournament

MOST_WEIGHED = 48


def boards_on(tournament: Tournament, user_id: int | None) -> list[Facts]:
    """Return the boards a reader may look at, the best first by the measure of TV (docs/adr/0040): six queries.

    Where watchers see the tables late there are none.
    """
    here = running_in_public().filter(table__encounter_table__encounter__tournament=tournament)
    boards = boards_of(list(here.order_by("-pk").values_list("table_id", flat=True)[:MOST_WEIGHED]))
    casts = {table_id: cast_on(board) for table_id, board in boards.items()}
    strengths, crowds = strengths_of(casts.values()), crowds_at(boards)

    def worth(table_id: int) -> float:
        facts = boards[table_id].facts
        watchers = crowds.get(table_id, 0)
        return merit(casts[table_id], strengths, watchers=watchers, totals=facts["totals"], target=facts["target"])

    shown = [table_id for table_id, board in boards.items() if not board.is_closed_to(user_id)]
    return [boards[table_id].facts for table_id in sorted(shown, key=worth, reverse=True)[:MOST_BOARDS]]
