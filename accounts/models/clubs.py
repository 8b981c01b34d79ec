"""Clubs: who plays together under one name, what each of them may do there, and who wants to come in."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import club_names
from accounts.errors import BadClubName

CLUB_NAME_FAULTS = {
    club_names.Fault.LENGTH: _("A club's name has 3 to 120 signs."),
    club_names.Fault.CHARACTERS: _("The letters of a club's name are Latin, its digits 0 to 9."),
    club_names.Fault.NO_LETTER: _("A club's name needs a letter."),
    club_names.Fault.RESERVED: _("This name belongs to the site."),
}
CLUB_NAME_TAKEN = _("A club has this name, or one that looks like it.")


def validate_club_name(name: str) -> None:
    """Accept *name* as it would be stored. Raises ValidationError in the reader's language."""
    try:
        club_names.check(club_names.tidy(name))
    except BadClubName as refusal:
        raise ValidationError(CLUB_NAME_FAULTS[club_names.Fault(refusal.fault)], code=refusal.code) from refusal


@cache
def known_zones() -> frozenset[str]:
    """Return the names of every time zone there is (IANA)."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def validate_zone(zone: str) -> None:
    """Accept the name of a time zone that exists. Raises ValidationError."""
    if zone not in known_zones():
        raise ValidationError(_("There is no such time zone."), code="bad_zone")


class Right(models.TextChoices):
    """What a member may do for the club; what makes and unmakes others' rights is no right but an owner's."""

    TOURNAMENTS = "tournaments", _("Run tournaments")
    RESULTS = "results", _("Correct results")
    MODERATION = "moderation", _("Moderate chats")
    MEMBERS = "members", _("Let members in and keep the list")
    CALENDAR = "calendar", _("Keep the calendar")
    OPEN_TABLES = "open_tables", _("Open club tables")
    CHECK_IN = "check_in", _("Check players in")
    SETTINGS = "settings", _("Change the club's page and rules")


class Club(models.Model):
    """A club: a place in a time zone, with members. Its address stays whatever becomes of its name."""

    class Entry(models.TextChoices):
        OPEN = "open", _("open to everybody")
        REQUEST = "request", _("by request")
        INVITATION = "invitation", _("by invitation")

    class Deck(models.TextChoices):
        """The cards its tables are shown with to who has not chosen others."""

        NAPOLETANE = "napoletane", _("Neapolitan")
        GRANDI = "grandi", _("large marks")
        FRANCESI = "francesi", _("French, two colours")
        FRANCESI_4 = "francesi-4", _("French, four colours")

    name = models.CharField(_("name"), max_length=club_names.LONGEST, validators=[validate_club_name])
    name_key = models.CharField(max_length=club_names.LONGEST_KEY, unique=True, editable=False)
    look_key = models.CharField(max_length=club_names.LONGEST_KEY, unique=True, editable=False)
    slug = models.SlugField(max_length=48, unique=True, editable=False)
    place = models.CharField(_("place"), max_length=120, blank=True)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    zone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome", validators=[validate_zone])
    language = models.CharField(_("language"), max_length=5, default="it")
    entry = models.CharField(_("how one comes in"), max_length=10, choices=Entry, default=Entry.REQUEST)
    deck = models.CharField(_("cards"), max_length=10, choices=Deck, default=Deck.NAPOLETANE)
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        editable=False,
        verbose_name=_("founder"),
    )
    opened_at = models.DateTimeField(_("founded"), default=timezone.now, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the club, the keys of its name in step with it."""
        self.name = club_names.tidy(self.name)
        self.name_key = club_names.key_of(self.name)
        self.look_key = club_names.look_of(self.name)
        super().save(*args, **kwargs)


class Membership(models.Model):
    """Somebody's time in a club, from *joined_at* until *left_at*; who comes back has a new one."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        HOST = "host", _("host")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=8, choices=Role, default=Role.MEMBER)
    grants = ArrayField(
        models.CharField(max_length=11, choices=Right),
        verbose_name=_("rights beyond the role"),
        default=list,
        blank=True,
    )
    card_number = models.CharField(_("card number"), max_length=20, blank=True)
    paid_until = models.DateField(_("season paid until"), null=True, blank=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    left_at = models.DateTimeField(_("left"), null=True, editable=False)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False,
        help_text="Who ended it, where it was not the member.",
    )  # fmt: skip

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(left_at=None), name="one_membership_at_a_time"
            ),
            models.UniqueConstraint(
                fields=["club", "card_number"],
                condition=Q(left_at=None) & ~Q(card_number=""),
                name="card_number_once_a_club",
            ),
        ]
        indexes = [models.Index(fields=["user"], condition=Q(left_at=None), name="clubs_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}"


ROLE_RIGHTS: dict[str, frozenset[Right]] = {
    Membership.Role.OWNER: frozenset(Right),
    Membership.Role.DIRECTOR: frozenset(Right) - {Right.SETTINGS},
    Membership.Role.HOST: frozenset({Right.OPEN_TABLES, Right.CHECK_IN}),
    Membership.Role.MEMBER: frozenset(),
}


class Admission(models.Model):
    """A way into a club that waits for an answer: somebody's request, or the club's invitation to somebody."""

    class Kind(models.TextChoices):
        REQUEST = "request", _("request")
        INVITATION = "invitation", _("invitation")

    class State(models.TextChoices):
        PENDING = "pending", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    club = models.ForeignKey(Club, models.CASCADE, related_name="admissions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", help_text="Who would be a member."
    )
    kind = models.CharField(max_length=10, choices=Kind)
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    words = models.CharField(max_length=300, blank=True, help_text="What the one who makes it says.")
    card_number = models.CharField(max_length=20, blank=True, help_text="The card that waits for who is invited.")
    paid_until = models.DateField(null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("admission")
        verbose_name_plural = _("admissions")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(state="pending"), name="one_admission_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id} for {self.club_id}"
