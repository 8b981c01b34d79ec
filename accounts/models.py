"""People: users of the site, human or program, and the tokens their programs use."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Makes users; names and addresses are checked by accounts.services."""

    def create_user(self, username: str, email: str = "", password: str | None = None, **extra: object) -> User:
        """Store and return a new user; raises IntegrityError when the name or the address is taken."""
        user = self.model(username=username, email=self.normalize_email(email), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, email: str = "", password: str | None = None, **extra: object) -> User:
        """Store and return a new member of staff with all rights."""
        return self.create_user(username, email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user whose name folds to the same key as *username*."""
        return self.get(name_key=fold_name(username or ""))


def fold_name(name: str) -> str:
    """Return the key under which *name* is unique; two names that look alike fold to the same key."""
    import unicodedata

    return unicodedata.normalize("NFKC", name).casefold().strip()


class User(AbstractBaseUser, PermissionsMixin):
    """Whoever sits at a table: a person, or a program that plays under its own name."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("person")
        BOT = "bot", _("bot")

    username = models.CharField(_("name"), max_length=24, unique=True)
    name_key = models.CharField(max_length=64, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    kind = models.CharField(max_length=5, choices=Kind, default=Kind.HUMAN)
    bot_level = models.CharField(max_length=12, blank=True, help_text="The level of a house bot; else empty.")
    language = models.CharField(_("language"), max_length=5, default="it")
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    objects: ClassVar[UserManager] = UserManager()

    def __str__(self) -> str:
        return self.username

    def save(self, *args: object, **kwargs: object) -> None:
        """Keep the folded key in step with the name."""
        self.name_key = fold_name(self.username)
        super().save(*args, **kwargs)  # type: ignore[arg-type]
