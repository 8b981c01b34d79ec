"""Exact: the fields all of REST uses.

Types are exact, as on the socket: no "3" for 3, no 1 for true, no key that nobody knows. What a program misspells it is
told, at once.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers


class ExactSerializer(serializers.Serializer[Any]):
    """An object with these keys and no others."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse a key that is no field's."""
        if isinstance(data, Mapping) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({str(name)[:40]: ["There is no such field."] for name in unknown})
        return super().to_internal_value(data)


class ExactText(serializers.CharField):
    """A JSON string."""

    def to_internal_value(self, data: Any) -> str:
        """Refuse what is no string."""
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        return text


class ExactInteger(serializers.IntegerField):
    """A JSON number without a fraction."""

    def to_internal_value(self, data: Any) -> int:
        """Refuse what is no whole number; true is none."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class ExactBoolean(serializers.BooleanField):
    """`true` or `false`."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse what only stands for one of them."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
