"""House rules: the rules a club plays under a name of its own."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import Club


class HouseRules(models.Model):
    """One version of a club's rules: a preset and what differs from it. A version never changes.

    Changing rules is publishing the next version under the same name; tables keep the one they were opened with.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField()
    preset = models.CharField(max_length=20)
    options = models.JSONField(default=dict, help_text="Only what differs from the preset.")
    rules_version = models.PositiveSmallIntegerField()
    is_current = models.BooleanField(default=True, help_text="Neither replaced by a later version nor withdrawn.")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "house rules"
        constraints = [
            models.UniqueConstraint("club", Lower("name"), "version", name="house_rules_version_once"),
            models.UniqueConstraint("club", Lower("name"), condition=Q(is_current=True), name="one_current_version"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.version}"
