"""Filters: what a list may be narrowed by; an impossible value is refused, and so is a filter that does not exist."""

from datetime import UTC, datetime
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import QueryDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import ValidationError

from accounts.errors import NoSuchPlayer
from games.engine.rulesets import PRESETS
from games.selectors.players import named_like, played_by, player_named

PAGING = frozenset({"cursor", "page_size"})
Choices = list[tuple[str, str]]


def choices(*values: str) -> Choices:
    """Return *values* as a choice filter takes them."""
    return [(value, value) for value in values]


class Filters(django_filters.FilterSet):  # type: ignore[misc] # django_filters ships no types
    """The filters of a list."""

    paging = PAGING

    def __init__(self, data: QueryDict | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(data, *args, **kwargs)
        given = data or QueryDict()
        if unknown := set(given) - set(self.filters) - self.paging:
            raise ValidationError({name[:40]: ["There is no such filter."] for name in sorted(unknown)})
        narrowing = sorted(set(given) - self.paging)
        if unclear := [name for name in narrowing if len(given.getlist(name)) != 1 or not given[name]]:
            raise ValidationError({name: ["Give one value, or leave it out."] for name in unclear})


@extend_schema_field(OpenApiTypes.BOOL)
class BooleanFilter(django_filters.ChoiceFilter):  # type: ignore[misc]
    """`true` or `false`, and nothing that only stands for one of them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=choices("true", "false"), **kwargs)

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Narrow *qs* where a value was given."""
        found: QuerySet[Any] = super().filter(qs, {"true": True, "false": False}.get(value, value))
        return found


class MomentFilter(django_filters.IsoDateTimeFilter):  # type: ignore[misc]
    """A moment with any offset; the database, which knows none of sixteen hours and more, gets it in UTC."""

    def filter(self, qs: QuerySet[Any], value: datetime | None) -> QuerySet[Any]:
        """Narrow *qs* where a value was given. Raises ValidationError for one outside the years 1 to 9999."""
        try:
            found: QuerySet[Any] = super().filter(qs, value and value.astimezone(UTC))
        except OverflowError as refusal:
            raise ValidationError({self.field_name: ["There is no such moment."]}) from refusal
        return found


class PlayerFilters(Filters):
    """Players by kind, and by how their name begins."""

    kind = django_filters.ChoiceFilter(choices=choices("human", "bot"))
    name = django_filters.CharFilter(method="by_name", max_length=24)

    def by_name(self, found: QuerySet[Any], _: str, start: str) -> QuerySet[Any]:
        """Narrow *found* to names that begin with *start*."""
        return named_like(found, start)


class TableFilters(Filters):
    """Tables of the lobby."""

    status = django_filters.ChoiceFilter(choices=choices("open", "playing"))
    preset = django_filters.ChoiceFilter(choices=choices(*PRESETS))
    rated = BooleanFilter()
    has_room = BooleanFilter()


class RecordFilters(Filters):
    """Ended matches, by who played them, by their rules, and from when on they ended."""

    paging = frozenset[str]()
    player = django_filters.CharFilter(method="by_player", max_length=24)
    preset = django_filters.ChoiceFilter(choices=choices(*PRESETS))
    since = MomentFilter(field_name="finished_at", lookup_expr="gte")

    def by_player(self, found: QuerySet[Any], _: str, name: str) -> QuerySet[Any]:
        """Narrow *found* to the matches of a player. Raises ValidationError where nobody has this name."""
        try:
            return played_by(found, player_named(name))
        except NoSuchPlayer as refusal:
            raise ValidationError({"player": ["There is no such player."]}) from refusal


class MatchFilters(RecordFilters):
    """Matches, running ones too."""

    paging = PAGING
    status = django_filters.ChoiceFilter(choices=choices("running", "finished", "aborted"))
    since = None  # type: ignore[assignment] # there is no such filter of these
