"""Users: whoever sits at a table, person or program."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.errors import BadName

NAME_FAULTS = {
    names.Fault.LENGTH: _("A name has 3 to 24 characters."),
    names.Fault.CHARACTERS: _("A name is made of Latin letters, with accents or without, digits, dots, hyphens and _."),
    names.Fault.SEPARATORS: _("Dots, hyphens and _ stand alone, between letters or digits."),
    names.Fault.NO_LETTER: _("A name needs a letter."),
}
NAME_TAKEN = _("This name is taken, or looks like one that is.")


def validate_name(name: str) -> None:
    """Accept *name* as it would be stored. Raises ValidationError in the reader's language."""
    try:
        names.check(names.tidy(name))
    except BadName as refusal:
        raise ValidationError(NAME_FAULTS[names.Fault(refusal.fault)], code=refusal.code) from refusal


class UserManager(BaseUserManager["User"]):
    """Makes users, and finds them by any spelling of their name."""

    def create_user(self, username: str, email: str = "", password: str | None = None, **extra: Any) -> User:
        """Store and return a new user; raises IntegrityError when the name is taken."""
        user = self.model(username=username, email=email, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, email: str = "", password: str | None = None, **extra: Any) -> User:
        """Store and return a new member of staff with all rights."""
        return self.create_user(username, email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user of this name, whatever its case or accents."""
        return self.get(name_key=names.key_of(username or ""))

    def named_like(self, name: str) -> models.QuerySet[User]:
        """Return whoever has *name*, or one that looks like it."""
        return self.filter(Q(name_key=names.key_of(name)) | Q(look_key=names.look_of(name)))


class User(AbstractBaseUser, PermissionsMixin):
    """Whoever sits at a table: a person, or a program that plays under its own name.

    The two keys of the name follow it and are unique. `email` is the address the person gave; `email_key` is the folded
    form of the one they proved to read, unique, and null until then: an address nobody has confirmed is nobody's, so it
    can be neither squatted on nor probed for (docs/adr/0005).
    """

    class Kind(models.TextChoices):
        HUMAN = "human", _("person")
        BOT = "bot", _("bot")
        GUEST = "guest", _("guest")

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": NAME_TAKEN},
    )
    name_key = models.CharField(max_length=2 * names.LONGEST, unique=True, editable=False)
    look_key = models.CharField(max_length=2 * names.LONGEST, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    email_key = models.CharField(max_length=254, unique=True, null=True, blank=True, editable=False)
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.HUMAN)
    bot_level = models.CharField(_("level"), max_length=12, blank=True, help_text=_("Of a bot of the house."))
    language = models.CharField(_("language"), max_length=5, default="it")
    wants_chat = models.BooleanField(_("chat"), default=True, help_text=_("Sees what others write at the tables."))
    wants_ladder = models.BooleanField(
        _("ladders"), default=True, db_default=True, help_text=_("Is shown in the ladders, with a rank.")
    )
    wants_mail = models.BooleanField(
        _("mail"), default=False, db_default=False, help_text=_("Is mailed about own tournaments and clubs.")
    )
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May use the administration."))
    is_active = models.BooleanField(_("active"), default=True, help_text=_("May log in."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(condition=Q(kind="bot") | Q(bot_level=""), name="only_bots_have_a_level"),
            models.CheckConstraint(
                condition=~Q(kind="guest")
                | Q(
                    email="",
                    email_key=None,
                    is_staff=False,
                    is_superuser=False,
                    password__startswith=UNUSABLE_PASSWORD_PREFIX,
                ),
                name="guests_have_no_way_in",
            ),
            models.CheckConstraint(condition=Q(closed_at=None) | Q(is_active=False), name="closed_accounts_sleep"),
        ]

    def __str__(self) -> str:
        return self.username

    def clean(self) -> None:
        """Refuse a name that another account has, or seems to have. Raises ValidationError."""
        super().clean()
        if self.username and User.objects.named_like(self.username).exclude(pk=self.pk).exists():
            raise ValidationError({"username": NAME_TAKEN})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the user, the name tidy and its keys in step with it."""
        self.username = names.tidy(self.username)
        self.name_key = names.key_of(self.username)
        self.look_key = names.look_of(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "look_key"}
        super().save(*args, **kwargs)

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override] # the stubs know no user who is nobody in particular
        """Tell whether this is a member: a guest counts as a stranger wherever guests are not named (docs/adr/0033)."""
        return self.kind != self.Kind.GUEST

    @property
    def is_guest(self) -> bool:
        """Tell whether this is somebody without an account who plays at a practice table."""
        return self.kind == self.Kind.GUEST

    @property
    def has_confirmed_email(self) -> bool:
        """Tell whether the person has proved to read the mail of an address."""
        return self.email_key is not None
