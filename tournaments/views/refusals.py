"""Refusals: what the pages of tournaments say where something could not be done."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import accounts.errors
import games.engine.errors
import tournaments.formats.errors
from tournaments.formats.errors import DependentBegun, RoundOpen
from tournaments.models import Encounter, Tournament

REFUSALS: Final = (accounts.errors.Refusal, games.engine.errors.Refusal, tournaments.formats.errors.Refusal)
"""Everything that says no."""

WORDS: dict[str, Any] = {
    "no_right": gettext_lazy("You have no right to do this."),
    "own_encounter": gettext_lazy("You play in this yourself: another director has to decide it."),
    "bad_format": gettext_lazy("Something is missing, or cannot be: a reason, perhaps, or a number."),
    "wrong_state": gettext_lazy("The tournament has moved on: look again."),
    "round_open": gettext_lazy("There are tables without a result:"),
    "dependent_begun": gettext_lazy("A match that depends on this has begun; take its result back first:"),
    "no_pairing": gettext_lazy("The forbidden pairs leave no way to pair the round."),
    "bad_pairing": gettext_lazy("These pairs cannot be made."),
    "forbidden_pairing": gettext_lazy("These two are not to meet."),
    "bad_result": gettext_lazy("This result cannot come from this encounter."),
    "too_few_entrants": gettext_lazy("There are too few entrants for this format."),
    "too_many_entrants": gettext_lazy("There are too many entrants for this format."),
    "bad_rounds": gettext_lazy("These entrants cannot play so many rounds."),
    "bad_groups": gettext_lazy("The entrants cannot be divided into these groups."),
    "tournament_over": gettext_lazy("The tournament is over; its table does not change any more."),
    "already_out": gettext_lazy("They have left already."),
    "still_in": gettext_lazy("They have not left."),
    "entry_closed": gettext_lazy("It is too late for this."),
    "already_entered": gettext_lazy("Somebody here plays for another entrant of this tournament."),
    "not_entered": gettext_lazy("They do not play in this entrant."),
    "club_tournament": gettext_lazy("This tournament is for members of the club."),
    "bad_entrant": gettext_lazy("These people cannot be an entrant here."),
    "already_seated": gettext_lazy("They are playing at another table of a tournament."),
    "no_such_player": gettext_lazy("There is no such player."),
    "members_only": gettext_lazy("Guests only practise: sign up to do this."),
    "no_such_call": gettext_lazy("This call is closed already."),
    "call_taken": gettext_lazy("Another director is on the way."),
    "not_seated": gettext_lazy("Only who plays in this round calls the director."),
    "too_often": gettext_lazy("You have done this too often in the last minutes."),
    "bad_text": gettext_lazy("The text is too long, or nothing in it can be read."),
    "no_such_paper": gettext_lazy("There is no such score sheet."),
    "not_on_paper": gettext_lazy("This leg is played at a table of the site."),
    "leg_closed": gettext_lazy("This leg has its score, or is not being played now."),
    "paper_changed": gettext_lazy("Somebody else has written on the sheet meanwhile: look at it, then write again."),
    "not_your_paper": gettext_lazy("Only who plays in this encounter writes on its sheet."),
    "own_proposal": gettext_lazy("Your own side has proposed this: the other side has to confirm it."),
    "nothing_proposed": gettext_lazy("There is nothing there any more: look again."),
    "match_over": gettext_lazy("The leg is over: no more hands are written."),
    "declaration_not_held": gettext_lazy("The pack does not hold so many declarations."),
    "not_allowed": gettext_lazy("Such a hand cannot have been: look at it again."),
}


def told(refusal: Exception, tournament: Tournament) -> str:
    """Return a refusal in the reader's words, with the tables that it names."""
    code = getattr(refusal, "code", "")
    words = str(WORDS.get(code, _("This could not be done.")))
    if not isinstance(refusal, RoundOpen | DependentBegun):
        return words
    named = Encounter.objects.filter(tournament=tournament, key__in=refusal.keys).select_related("round")
    tables = [
        _("round %(round)s, table %(table)s") % {"round": encounter.round.number, "table": encounter.table_number}
        for encounter in named.order_by("round__number", "table_number")[:8]
    ]
    return f"{words} {'; '.join(tables)}."


def tell(request: HttpRequest, refusal: Exception, tournament: Tournament) -> None:
    """Tell the reader why nothing was done."""
    messages.error(request, told(refusal, tournament))
