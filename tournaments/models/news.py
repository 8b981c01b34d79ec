"""News: what there is to tell the members of a club about its tournaments, each once."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import Club
from tournaments.models.tournaments import Tournament, TournamentSeries


class ClubNews(models.Model):
    """One thing that has happened at a club. Its row is made with the notices that tell of it, so these come once."""

    class Kind(models.TextChoices):
        ANNOUNCED = "announced", "announced"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"
        SERIES = "series", "series"  # a series has been begun

    club = models.ForeignKey(Club, models.CASCADE, related_name="news")
    kind = models.CharField(max_length=9, choices=Kind)
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="news")
    series = models.ForeignKey(TournamentSeries, models.CASCADE, null=True, related_name="news")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="news_of_tournament_once"),
            models.UniqueConstraint(fields=["series", "kind"], name="news_of_series_once"),
            models.CheckConstraint(
                condition=Q(tournament=None) ^ Q(series=None), name="news_of_a_tournament_or_a_series"
            ),
        ]
        indexes = [models.Index(fields=["club", "-id"], name="news_of_club")]

    def __str__(self) -> str:
        return f"{self.kind} at {self.club_id}"
