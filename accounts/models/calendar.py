"""Calendars: what is on at a club, in the civil time of the place."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.clubs import Club, validate_zone


class ClubEvent(models.Model):
    """Something that is on at a club once, or every week: it stays at its hour through every change of the clocks.

    Day and hour are civil time in *zone*, which is the club's when the event is written; moments are made of them when
    they are wanted (accounts.civil_time), never stored.
    """

    class Repeats(models.TextChoices):
        NEVER = "never", _("once")
        WEEKLY = "weekly", _("every week")

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    title = models.CharField(_("title"), max_length=120)
    words = models.CharField(_("details"), max_length=500, blank=True)
    day = models.DateField(_("day"), help_text=_("The first, if it repeats."))
    hour = models.TimeField(_("time"))
    minutes = models.PositiveSmallIntegerField(_("minutes it lasts"), default=180)
    zone = models.CharField(_("time zone"), max_length=64, validators=[validate_zone])
    repeats = models.CharField(_("repeats"), max_length=6, choices=Repeats, default=Repeats.NEVER)
    until = models.DateField(_("until"), null=True, blank=True, help_text=_("The last day it may be on."))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("club event")
        verbose_name_plural = _("club events")
        indexes = [models.Index(fields=["club", "day"], name="events_of_club")]
        constraints = [
            models.CheckConstraint(
                condition=Q(until=None) | (Q(repeats="weekly") & Q(until__gte=models.F("day"))),
                name="only_what_repeats_ends",
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def starts(self) -> datetime:
        """Return the day and hour it is on first, as civil time without a zone."""
        return datetime.combine(self.day, self.hour)
