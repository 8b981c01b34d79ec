"""Letters: mails that wait to be posted, so that a lost message loses none and no restart writes one twice."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Letter(models.Model):
    """One fact for one person, as a notice has it (accounts.notices), to be mailed in their language of that moment.

    It is written in the transaction of what it tells of, and goes in the one that posts it (docs/adr/0075).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0, help_text="How often the mail server has refused it.")

    class Meta:
        indexes = [models.Index(fields=["tries", "id"], name="letters_to_post")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.user_id}"
