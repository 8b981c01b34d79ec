"""People: the shapes in which REST takes and gives what concerns them."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactInteger, ExactSerializer, ExactText


class PersonSerializer(serializers.Serializer[Any]):
    """Somebody as others see them."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(["human", "bot", "guest"])


class MeSerializer(PersonSerializer):
    """The person behind the request; `scopes` is null for the site's cookie, which may do all the person may."""

    email = serializers.EmailField(allow_blank=True)
    email_confirmed = serializers.BooleanField()
    language = serializers.CharField()
    joined_at = serializers.DateTimeField()
    scopes = serializers.ListField(child=serializers.CharField(), allow_null=True)


class TokenSerializer(serializers.Serializer[Any]):
    """A token as its owner sees it again."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="How the secret begins.")
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class IssuedTokenSerializer(TokenSerializer):
    """A new token with its secret."""

    secret = serializers.CharField()


class NewTokenSerializer(ExactSerializer):
    """What a token is to be."""

    name = ExactText(max_length=60)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(["read", "play", "tables", "account"]), allow_empty=False, max_length=4
    )
    days = ExactInteger(min_value=1, max_value=366, default=90)
