"""Serializers of the chat and of reports."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import ExactInteger, ExactSerializer, ExactText
from games.models import ChatLine, Report
from games.models.chat import LONGEST_LINE
from games.models.reports import LONGEST_WORDS
from games.serializers.play import NamedSerializer

MOST_SENT = 4 * LONGEST_LINE  # what cannot be seen is left out before a line is measured


class LineSerializer(serializers.Serializer[Any]):
    """A line of the chat: words, or a greeting that every reader's program tells in their language."""

    id = serializers.IntegerField()
    room = serializers.ChoiceField(ChatLine.Room.values)
    by = NamedSerializer()
    at = serializers.DateTimeField()
    text = serializers.CharField(allow_null=True, help_text="Plain text, no markup.")
    greeting = serializers.ChoiceField(ChatLine.Greeting.values, allow_null=True)


class NewLineSerializer(ExactSerializer):
    """What is to be said: one of the two."""

    text = ExactText(max_length=MOST_SENT, required=False)
    greeting = serializers.ChoiceField(ChatLine.Greeting.values, required=False)


class NewReportSerializer(ExactSerializer):
    """Who is reported and why; `line` is the id of a line of theirs."""

    player = ExactText(max_length=64)
    reason = serializers.ChoiceField(Report.Reason.values)
    words = ExactText(max_length=4 * LONGEST_WORDS, required=False, allow_blank=True, default="")
    line = ExactInteger(min_value=1, max_value=2**63 - 1, required=False, allow_null=True, default=None)


class ReportSerializer(serializers.Serializer[Any]):
    """A report that was taken."""

    id = serializers.IntegerField()
