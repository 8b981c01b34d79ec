"""Serializers: the shapes in which REST takes and gives what concerns people and clubs."""

from accounts.serializers.exact import ExactBoolean, ExactInteger, ExactSerializer, ExactText
from accounts.serializers.people import (
    IssuedTokenSerializer,
    MeSerializer,
    NewTokenSerializer,
    PersonSerializer,
    TokenSerializer,
)

__all__ = [
    "ExactBoolean",
    "ExactInteger",
    "ExactSerializer",
    "ExactText",
    "IssuedTokenSerializer",
    "MeSerializer",
    "NewTokenSerializer",
    "PersonSerializer",
    "TokenSerializer",
]
