"""Reports: what one person tells the staff about another."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.chat import LONGEST_LINE, ChatLine

LONGEST_WORDS = 500


class Report(models.Model):
    """A complaint about a person, perhaps about a line they wrote, and how the staff has settled it."""

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insults or threats")
        CHEATING = "cheating", _("Cheating")
        SPAM = "spam", _("Advertising or flooding")
        STALLING = "stalling", _("Leaving or stalling on purpose")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("report", "open")
        UPHELD = "upheld", pgettext_lazy("report", "upheld")
        DISMISSED = "dismissed", pgettext_lazy("report", "dismissed")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports", verbose_name=_("reported by")
    )
    target = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person"))
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, related_name="+")
    quoted = models.CharField(_("line"), max_length=LONGEST_LINE, blank=True)
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    words = models.CharField(_("what happened"), max_length=LONGEST_WORDS, blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    settled_at = models.DateTimeField(_("settled"), null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("settled by")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "target"], condition=Q(state="open"), name="one_open_report_a_pair"
            ),
            models.CheckConstraint(condition=~Q(reporter=F("target")), name="nobody_reports_themselves"),
            models.CheckConstraint(
                condition=Q(state="open", settled_at=None, settled_by=None)
                | (~Q(state="open") & Q(settled_at__isnull=False, settled_by__isnull=False)),
                name="report_settled_by_somebody",
            ),
        ]
        indexes = [models.Index(fields=["state", "-made_at"], name="reports_by_state")]

    def __str__(self) -> str:
        return f"{self.reporter_id} about {self.target_id}"
