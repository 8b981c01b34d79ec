"""Statistics: what each player did in each match that counts, and the sums of it (docs/adr/0058)."""

from django.conf import settings
from django.db import models


class Showing(models.Model):
    """What one player did in one match, as it has been added to the sums below.

    It names the match without a foreign key: it tells what to take out again when the match is deleted.
    """

    class Outcome(models.TextChoices):
        WON = "won", "won"
        DRAWN = "drawn", "drawn"  # the first place was shared
        LOST = "lost", "lost"

    pk = models.CompositePrimaryKey("match_id", "user_id")
    match_id = models.UUIDField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    preset = models.CharField(max_length=20)
    side = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=5, choices=Outcome)
    declarations = models.PositiveSmallIntegerField(help_text="Combinations declared.")
    declared = models.PositiveSmallIntegerField(help_text="Points declared.")
    cappotti = models.PositiveSmallIntegerField()
    cappotti_against = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id} {self.outcome}"


class PresetTally(models.Model):
    """What a player has done in the matches of one preset."""

    pk = models.CompositePrimaryKey("user_id", "preset")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    preset = models.CharField(max_length=20)
    played = models.IntegerField()
    won = models.IntegerField()
    drawn = models.IntegerField()
    declarations = models.IntegerField()
    declared = models.IntegerField()
    cappotti = models.IntegerField()
    cappotti_against = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.user_id} {self.preset}: {self.won} of {self.played}"


class CompanyTally(models.Model):
    """How a player has fared with another at the table: as partners, or against each other."""

    pk = models.CompositePrimaryKey("user_id", "is_partner", "other_id")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    is_partner = models.BooleanField()
    played = models.IntegerField()
    won = models.IntegerField()
    drawn = models.IntegerField()

    class Meta:
        indexes = [models.Index(fields=["user", "is_partner", "-played"], name="company_of_player")]

    def __str__(self) -> str:
        return f"{self.user_id} {'with' if self.is_partner else 'against'} {self.other_id}: {self.won} of {self.played}"
