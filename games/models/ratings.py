"""Ratings: where players stand in a pool, the ledger of what each match changed, and who corrected a match."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Match

PROVISIONAL_BELOW: Final = 10  # rated matches in a pool; until then listed apart, without a rank
START: Final = 1500.0


class Rating(models.Model):
    """Where a player stands in a pool: the sum of his changes there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings", db_index=False)
    pool = models.CharField(max_length=20)
    rating = models.FloatField(default=START)
    matches = models.PositiveIntegerField(default=0, help_text="Rated ones; those neither won nor lost were drawn.")
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_finish_no = models.PositiveBigIntegerField(default=0, help_text="Of the latest match that counts here.")
    changed_at = models.DateTimeField(null=True, help_text="When that match ended.")
    is_listed = models.BooleanField(
        default=True, db_default=True, help_text="Ladders show the player; the database keeps it (docs/adr/0056)."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="rating_once")]
        indexes = [
            models.Index(
                fields=["pool", "-rating", "user"],
                condition=Q(is_listed=True, matches__gte=PROVISIONAL_BELOW),
                name="ladder_listed",
            ),
            models.Index(
                fields=["pool", "-rating", "user"],
                condition=Q(is_listed=True, matches__lt=PROVISIONAL_BELOW),
                name="provisional_listed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {round(self.rating)}"


class RatingChange(models.Model):
    """What one match did to one player's rating, and why: K times (score - expected), clamped at the floor."""

    pk = models.CompositePrimaryKey("match_id", "user_id")
    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_changes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes", db_index=False)
    pool = models.CharField(max_length=20)
    finish_no = models.PositiveBigIntegerField(help_text="The match's: changes apply in this order within a pool.")
    side = models.PositiveSmallIntegerField(help_text="Who shares it played together in this match.")
    place = models.PositiveSmallIntegerField(help_text="The side's: 1 is the best, and sides that tie share one.")
    has_left = models.BooleanField(help_text="A bot held the player's seat at the end.")
    before = models.FloatField()
    after = models.FloatField()
    k = models.FloatField()
    expected = models.FloatField()
    score = models.FloatField()
    matches = models.PositiveIntegerField(help_text="The player's rated matches in the pool, this one with them.")

    class Meta:
        indexes = [
            models.Index(fields=["user", "pool", "-finish_no"], name="changes_of_player"),
            models.Index(fields=["pool", "finish_no"], name="changes_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id} {self.before:.1f} → {self.after:.1f}"


class Ledger(models.Model):
    """How far the matches of a pool are rated; locking this row lets one worker at a time rate there.

    Apart from the pool's own row, whose lock every finishing match waits for: no match ever waits for its rating.
    """

    pool = models.CharField(max_length=20, primary_key=True)
    rated_through = models.PositiveBigIntegerField(default=0, help_text="The finish number of the last match entered.")

    def __str__(self) -> str:
        return f"{self.pool} {self.rated_through}"


class Correction(models.Model):
    """What somebody who may has changed about an ended match: who, when, what, before, after, from where.

    It names the match without a foreign key: it stays when the match is deleted.
    """

    class Kind(models.TextChoices):
        RESULT = "result", "result"  # another result was decided
        ANNULMENT = "annulment", "annulment"  # the match stands, and counts for nothing
        DELETION = "deletion", "deletion"

    match_id = models.UUIDField(db_index=True)
    pool = models.CharField(max_length=20)
    finish_no = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=9, choices=Kind)
    reason = models.CharField(max_length=200)
    before = models.JSONField(help_text="The standing result, whether the match was rated, and why not.")
    after = models.JSONField(null=True, help_text="The same afterwards; null where the match is gone.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    way = models.CharField(max_length=8, help_text="By which door it came: admin, api, director.")
    address = models.GenericIPAddressField(null=True)
    at = models.DateTimeField()
    replayed_at = models.DateTimeField(null=True, help_text="When the ratings after the match were computed anew.")

    class Meta:
        indexes = [
            models.Index(fields=["pool", "finish_no"], condition=Q(replayed_at=None), name="correction_to_replay")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"

    @property
    def moves_ratings(self) -> bool:
        """Whether the match counted before, or counts now."""
        return bool(self.before["rated"] or (self.after or {}).get("rated"))
