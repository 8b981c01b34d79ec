"""Chat: what people at a table have written or said to each other."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Table

LONGEST_LINE = 200


class ChatLine(models.Model):
    """One line: words of the author's own, or one of the greetings, which every reader reads in their language."""

    class Room(models.TextChoices):
        TABLE = "table", _("table")  # everybody there; during a match the players alone write, between hands
        WATCHERS = "watchers", _("watchers")  # those who watch a match; its players do not see it while it is played

    class Greeting(models.TextChoices):
        """A closed list: nothing in it speaks of cards (docs/adr/0031)."""

        HELLO = "hello", _("Hello!")
        GOOD_LUCK = "good_luck", _("Good luck!")
        WELL_PLAYED = "well_played", _("Well played!")
        THANKS = "thanks", _("Thank you!")
        SORRY = "sorry", _("Sorry!")
        NO_MATTER = "no_matter", _("Never mind!")
        BACK_SOON = "back_soon", _("I'll be right back.")
        ONE_MORE = "one_more", _("Another one?")
        GOODBYE = "goodbye", _("Goodbye!")

    table = models.ForeignKey(Table, models.CASCADE, related_name="chat_lines")
    room = models.CharField(max_length=8, choices=Room)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="chat_lines")
    command_id = models.UUIDField(help_text="The author's own: the same line sent again is not a second one.")
    text = models.CharField(max_length=LONGEST_LINE, blank=True)
    greeting = models.CharField(max_length=12, choices=Greeting, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("line of the chat")
        verbose_name_plural = _("lines of the chat")
        constraints = [
            models.UniqueConstraint(fields=["author", "command_id"], name="chat_line_once"),
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(greeting="")) | (~Q(text="") & Q(greeting="")),
                name="chat_words_or_greeting",
            ),
        ]
        indexes = [
            models.Index(fields=["table", "room", "-id"], name="chat_of_room"),
            models.Index(fields=["author", "-made_at"], name="chat_of_author"),
        ]

    def __str__(self) -> str:
        return self.shown

    @property
    def shown(self) -> str:
        """Return what the line says, a greeting in the active language."""
        return self.text or str(self.get_greeting_display())
