"""Lists: cursor pages of rows, each told as its facts."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response


class FactsList(ListAPIView[Any]):
    """A list whose page is made by one call of `facts`, so that its queries do not grow with its rows."""

    ordering: tuple[str, ...]

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what is told of the rows of one page."""
        raise TypeError(f"{type(self).__name__} does not say what it tells of {len(rows)} rows.")

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answer with one page."""
        rows: Sequence[Model] = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(self.facts(rows))
