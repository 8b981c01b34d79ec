"""Ladders: where players stood in a season, and how many stand at each number of points (docs/adr/0056, 0057)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.ratings import PROVISIONAL_BELOW


class SeasonRating(models.Model):
    """Where a player stood after the last match of a season in a pool: the sum of the changes of that quarter."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    pool = models.CharField(max_length=20)
    season = models.CharField(max_length=6, help_text="A quarter: 2026q4.")
    rating = models.FloatField(help_text="After the last change of the season.")
    matches = models.PositiveIntegerField(help_text="Rated ones of the season.")
    wins = models.PositiveIntegerField()
    losses = models.PositiveIntegerField()
    last_finish_no = models.PositiveBigIntegerField()
    is_listed = models.BooleanField(default=True, db_default=True, help_text="As in Rating.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pool", "season"], name="season_rating_once")]
        indexes = [
            models.Index(
                fields=["pool", "season", "-rating", "user"],
                condition=Q(is_listed=True, matches__gte=PROVISIONAL_BELOW),
                name="season_ladder",
            ),
            models.Index(
                fields=["pool", "season", "-rating", "user"],
                condition=Q(is_listed=True, matches__lt=PROVISIONAL_BELOW),
                name="season_provisional",
            ),
            models.Index(fields=["pool", "-last_finish_no"], name="season_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.season} {round(self.rating)}"


class SeasonLedger(models.Model):
    """How far the changes of a pool are in its seasons; locking this row lets one worker at a time enter them."""

    pool = models.CharField(max_length=20, primary_key=True)
    through = models.PositiveBigIntegerField(default=0, help_text="The finish number of the last match entered.")

    def __str__(self) -> str:
        return f"{self.pool} {self.through}"


class LadderBucket(models.Model):
    """How many players with a rank show this number of points; kept by the database itself (docs/adr/0056)."""

    pk = models.CompositePrimaryKey("pool", "season", "points")
    pool = models.CharField(max_length=20)
    season = models.CharField(max_length=6, blank=True, help_text="Empty: of all time.")
    points = models.IntegerField(help_text="The rating as it is shown: rounded.")
    players = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.pool} {self.season} {self.points}: {self.players}"
