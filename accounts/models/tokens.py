"""Tokens: the secrets by which people's programs come in."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class Token(models.Model):
    """A secret by which a program speaks for its owner, as far as the scopes go. Only its hash is kept."""

    class Scope(models.TextChoices):
        READ = "read", _("Read what you may read")
        PLAY = "play", _("Play your cards")
        TABLES = "tables", _("Open tables, sit down and stand up")
        ACCOUNT = "account", _("Manage your account and its tokens")

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    prefix = models.CharField(max_length=20, editable=False)
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope))
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        indexes = [models.Index(fields=["user", "-created_at"], name="tokens_of_user")]

    def __str__(self) -> str:
        return f"{self.prefix}…"
