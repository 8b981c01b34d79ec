"""Serializers of notices."""

from typing import Any

from rest_framework import serializers


class NoticeSerializer(serializers.Serializer[Any]):
    """A notice."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text="In the caller's language; plain text, no markup.")
    address = serializers.CharField(help_text="The page it leads to, a path of this site.")
    data = serializers.DictField(  # type: ignore[assignment] # the base class has an attribute of this name
        help_text="What fills the text; `person` is an id."
    )
    made_at = serializers.DateTimeField()
    is_read = serializers.BooleanField()
