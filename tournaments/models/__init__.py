"""Models: tournaments, who plays in them, their rounds and results, and what their directors decide."""

from tournaments.models.directing import AuditEntry, DirectorCall
from tournaments.models.entrants import DeskNote, Entrant, EntrantMember, PairProposal
from tournaments.models.news import ClubNews
from tournaments.models.rounds import Encounter, EncounterLeg, EncounterTable, PaperResult, Round
from tournaments.models.tournaments import ForbiddenPair, Reminder, Tournament, TournamentSeries

__all__ = [
    "AuditEntry",
    "ClubNews",
    "DeskNote",
    "DirectorCall",
    "Encounter",
    "EncounterLeg",
    "EncounterTable",
    "Entrant",
    "EntrantMember",
    "ForbiddenPair",
    "PairProposal",
    "PaperResult",
    "Reminder",
    "Round",
    "Tournament",
    "TournamentSeries",
]
