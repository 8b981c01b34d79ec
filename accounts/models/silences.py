"""Silences: time-outs, during which a person writes nothing that others read."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Silence(models.Model):
    """A time-out given to one person, with who gave it, when and why; it ends by itself, or is lifted."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="silences", verbose_name=_("person")
    )
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=200)
    given_at = models.DateTimeField(_("given"), default=timezone.now, editable=False)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", editable=False, verbose_name=_("given by")
    )
    lifted_at = models.DateTimeField(_("lifted"), null=True, editable=False)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", editable=False,
        verbose_name=_("lifted by"),
    )  # fmt: skip

    class Meta:
        verbose_name = _("time-out")
        verbose_name_plural = _("time-outs")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(lifted_at=None, lifted_by=None)
                | models.Q(lifted_at__isnull=False, lifted_by__isnull=False),
                name="silence_lifted_by_somebody",
            )
        ]
        indexes = [models.Index(fields=["user", "-until"], name="silences_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} until {self.until:%Y-%m-%d %H:%M}"
