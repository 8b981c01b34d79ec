"""Watching: who may not look on, and what the site's own TV shows."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Match
from games.models.tables import Table


class WatchBan(models.Model):
    """Somebody who may not look at a table, or at one match, because they have yet to play what is on the cloth there.

    Whoever plays there plays on. While a table or match has any such row, nobody may look on unnamed
    (docs/adr/0039).
    """

    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="watch_bans")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="watch_bans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    reason = models.CharField(max_length=80)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(table=None, match__isnull=False) | Q(table__isnull=False, match=None),
                name="watch_ban_at_one_place",
            ),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(table__isnull=False), name="watch_ban_once_a_table"
            ),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(match__isnull=False), name="watch_ban_once_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} not at {self.table_id or self.match_id}"


class Broadcast(models.Model):
    """The one row that says which table is on TV; whoever chooses holds its lock."""

    name = models.CharField(max_length=20, primary_key=True)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+")
    since = models.DateTimeField(help_text="When this table came on.")
    looked_at = models.DateTimeField(help_text="When somebody last looked for a better one.")

    def __str__(self) -> str:
        return f"{self.name}: {self.table_id}"
