"""Serializers of the people one follows or has blocked."""

from typing import Any

from rest_framework import serializers

from games.serializers.play import NamedSerializer


class WhereSerializer(serializers.Serializer[Any]):
    """A table of the lobby."""

    code = serializers.CharField()
    name = serializers.CharField()
    preset = serializers.CharField()
    status = serializers.ChoiceField(["open", "playing"])


class FriendSerializer(NamedSerializer):
    """Somebody the caller follows."""

    is_friend = serializers.BooleanField(help_text="Whether they follow the caller too.")
    online = serializers.BooleanField(allow_null=True, help_text="Whether they are on the site; null but of friends.")
    table = WhereSerializer(allow_null=True, help_text="The public table where they sit now.")
