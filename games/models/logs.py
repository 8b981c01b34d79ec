"""Logs: the events of a match, and the deals behind them."""

from django.db import models
from django.db.models import Q

from games.models.matches import Match


class Event(models.Model):
    """One thing that happened in a match; folding a match's events in order gives its state."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField(help_text="1, 2, 3 … without a gap within the match.")
    kind = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    public = models.JSONField(default=dict, help_text="What everybody may see of it.")
    private = models.JSONField(
        default=dict, help_text="By seat number: what only that seat may see of it; `server`: nobody."
    )
    by = models.CharField(max_length=10, default="player", help_text="player, bot, substitute, server, director")
    command_id = models.UUIDField(null=True)
    timing = models.JSONField(null=True, help_text="Who is to act until when, after this event: clock, next_hand_at.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once"),
            models.UniqueConstraint(
                fields=["match", "seat", "command_id"], condition=Q(command_id__isnull=False), name="command_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq} {self.kind}"


class Deal(models.Model):
    """The secret behind one hand: its seed and the commitment published before the deal (product, Fair deal)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="deals")
    hand = models.PositiveIntegerField()
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64, help_text="SHA-256(seed ‖ table ‖ hand), hexadecimal.")
    deck = models.CharField(max_length=130, blank=True, help_text="The shuffled deck in card codes; secret until due.")
    revealed_seq = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "hand"], name="deal_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.hand}"
