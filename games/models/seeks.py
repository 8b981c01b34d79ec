"""Seeks: people who wait to be found a table, alone or with a partner they have named."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Seek(models.Model):
    """One wish for a table; it waits until enough others want the same, and ends once."""

    class State(models.TextChoices):
        ASKING = "asking", "asking"  # the named partner has not agreed yet
        WAITING = "waiting", "waiting"
        FOUND = "found", "found"
        ENDED = "ended", "ended"

    class End(models.TextChoices):
        """Why a seek has ended without a table."""

        CANCELLED = "cancelled", "cancelled"
        DECLINED = "declined", "declined"  # the named partner would rather not
        SEATED = "seated", "seated"  # sat down elsewhere
        GONE = "gone", "gone"  # not heard of for too long

    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict, help_text="Only what differs from the preset.")
    rules_version = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=False)
    wish = models.CharField(
        max_length=64, help_text="A hash of rules and rated: equal for those who can play together."
    )
    rating_low = models.SmallIntegerField(null=True, help_text="The weakest player wanted; null: anybody.")
    rating_high = models.SmallIntegerField(null=True)
    partner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    end = models.CharField(max_length=9, choices=End, blank=True)
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state="ended") ^ Q(end=""), name="ended_seeks_say_why"),
            models.CheckConstraint(
                condition=Q(rating_low=None) | Q(rating_high=None) | Q(rating_low__lte=models.F("rating_high")),
                name="seek_band_in_order",
            ),
        ]
        indexes = [
            models.Index(fields=["wish", "made_at"], condition=Q(state="waiting"), name="seeks_waiting"),
            models.Index(fields=["-changed_at"], name="seeks_changed"),
        ]

    def __str__(self) -> str:
        return f"{self.preset} {self.state}"


class Seeker(models.Model):
    """A person of a seek: who made it, and the partner once they have agreed."""

    seek = models.ForeignKey(Seek, models.CASCADE, related_name="seekers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    rating = models.SmallIntegerField(help_text="In the pool of the preset, when they joined.")
    is_open = models.BooleanField(default=True, help_text="True while the seek asks or waits.")
    seen_at = models.DateTimeField(help_text="When a live socket of theirs was last there.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["seek", "user"], name="seeker_once"),
            models.UniqueConstraint(fields=["user"], condition=Q(is_open=True), name="one_open_seek_a_person"),
        ]
        indexes = [models.Index(fields=["seen_at"], condition=Q(is_open=True), name="seekers_silent")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.seek_id}"
