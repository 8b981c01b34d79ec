"""Standing words: what people call the columns of a table, and what each term of a number says."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.formats.ledger import Why
from tournaments.formats.places import REACHED, THIRD
from tournaments.formats.standings import Term
from tournaments.formats.tiebreaks import Criterion
from tournaments.selectors.nameplates import Nameplates

COLUMNS: Final[dict[str, Promise]] = {
    Criterion.POINTS: gettext_lazy("Points"),
    Criterion.HEAD_TO_HEAD: gettext_lazy("Head-to-head"),
    Criterion.HEAD_TO_HEAD_DIFFERENCE: gettext_lazy("Its difference"),
    Criterion.BUCHHOLZ: gettext_lazy("Buchholz"),
    Criterion.DIFFERENCE: gettext_lazy("Difference"),
    Criterion.SCORED: gettext_lazy("Points scored"),
    Criterion.LOT: gettext_lazy("Lot"),
    REACHED: gettext_lazy("Round reached"),
    THIRD: gettext_lazy("Third place"),
}

MEANINGS: Final[dict[str, Promise]] = {
    Criterion.POINTS: gettext_lazy("Won encounters, or legs where each leg counts."),
    Criterion.HEAD_TO_HEAD: gettext_lazy("The points from the encounters among all who are tied on points."),
    Criterion.HEAD_TO_HEAD_DIFFERENCE: gettext_lazy("The difference of the scores in these encounters."),
    Criterion.BUCHHOLZ: gettext_lazy("The points of all opponents met."),
    Criterion.DIFFERENCE: gettext_lazy("Points made less points conceded, 11 a leg at most."),
    Criterion.SCORED: gettext_lazy("All points made in all legs."),
    Criterion.LOT: gettext_lazy("Drawn at the end for those nothing else parts."),
    REACHED: gettext_lazy("How far the way through the bracket led."),
    THIRD: gettext_lazy("Who won the match for it."),
}

LETTERS: Final[dict[str, Promise]] = {
    Why.WON: pgettext_lazy("letter in a cross-table", "W"),
    Why.LOST: pgettext_lazy("letter in a cross-table", "L"),
}
"""What stands before an opponent's place in a cross-table."""
MARKS: Final[dict[str, str]] = {
    Why.WALKOVER: "+",
    Why.FORFEIT: "\N{MINUS SIGN}",
    Why.VOID: "\N{MULTIPLICATION SIGN}",
    Why.BYE: "○",
}

LEGEND: Final[tuple[tuple[str, Promise], ...]] = (
    (Why.WON, pgettext_lazy("cross-table", "won")),
    (Why.LOST, pgettext_lazy("cross-table", "lost")),
    (Why.WALKOVER, gettext_lazy("won without play")),
    (Why.FORFEIT, gettext_lazy("lost without play")),
    (Why.VOID, gettext_lazy("counts for nobody")),
    (Why.BYE, gettext_lazy("free round")),
)


REASONS: Final[dict[str, Promise]] = {
    Why.WON: gettext_lazy("won against %(name)s"),
    Why.LOST: gettext_lazy("lost to %(name)s"),
    Why.WALKOVER: gettext_lazy("won without play against %(name)s"),
    Why.FORFEIT: gettext_lazy("lost without play to %(name)s"),
    Why.VOID: gettext_lazy("against %(name)s, which counts for nobody"),
    Why.BYE: gettext_lazy("free round"),
    Why.LATE: gettext_lazy("the rounds missed before a late entry, as one free round"),
    Why.OPPONENT: gettext_lazy("the points of %(name)s"),
    Why.OWN_SO_FAR: gettext_lazy("a round without play: one's own points before it"),
    Why.HALF_OF_REST: gettext_lazy("and half a point for each later round"),
    Why.LOT: gettext_lazy("by lot"),
    Why.REACHED: gettext_lazy("reached, against %(name)s"),
}
"""Why a term is in its sum, by the reason the formats give."""


def mark_of(why: str) -> str:
    """Return the sign of an outcome in a cross-table."""
    return str(LETTERS.get(why) or MARKS.get(why, ""))


def term_words(term: Term, plates: Nameplates) -> str:
    """Return why a term is in its sum."""
    plate = plates.get(term.opponent) if term.opponent is not None else None
    if term.why == Why.REACHED and plate is None:
        return _("reached")
    return str(REASONS[term.why]) % {"name": plate.name if plate else ""}


def told(value: float) -> str:
    """Return a number of a table as it is shown: halves as ½, a true minus."""
    whole, half = divmod(abs(int(value * 2)), 2)
    figure = f"{whole or ''}½" if half else str(whole)
    return f"\N{MINUS SIGN}{figure}" if value < 0 else figure
