"""Draws: partners found by chance before a match, told whole so that anybody can draw again."""

from django.db import models


class PartnerDraw(models.Model):
    """How the people of one match were put into their chairs (docs/protocol.md 1.4)."""

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="draws")
    match_number = models.PositiveIntegerField(help_text="The match at this table that was drawn for.")
    facts = models.JSONField(help_text="method, seed, rounds of cards, who sat where before and after.")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "match_number"], name="one_draw_a_match")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.match_number}"
