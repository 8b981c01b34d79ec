"""Pagination: cursor pages, whose cursors are opaque, signed and good for the list that gave them out only."""

from typing import TYPE_CHECKING, Any

from django.core import signing
from django.db.models import QuerySet
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from config.problems import Problem

if TYPE_CHECKING:  # the framework's views import this module while they are being imported
    from rest_framework.views import APIView

LONGEST_CURSOR = 400  # characters: above the longest we give out, below what is worth unpacking


class SignedCursorPagination(CursorPagination):
    """Pages of a list in its view's `ordering`; page *n* costs what page 1 costs, and new rows shift nothing.

    The first column of the ordering must be unique: then a cursor is that column's value in the last row seen.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: "APIView") -> tuple[str, ...]:
        """Return the order in which the view wants its rows."""
        ordering: tuple[str, ...] = view.ordering  # type: ignore[attr-defined]
        return ordering

    def get_page_size(self, request: Request) -> int:
        """Return how many rows a page has. Raises Problem `bad_format` for what is no number from 1 to the largest."""
        asked = request.query_params.get("page_size")
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= self.max_page_size):
            raise Problem("bad_format", f"page_size is a number from 1 to {self.max_page_size}.")
        return int(asked)

    def paginate_queryset(self, queryset: Any, request: Request, view: "APIView | None" = None) -> list[Any] | None:
        """Return the rows of the page that *request* asks for. Raises Problem `bad_cursor`, `bad_format`."""
        self.salt = f"cursor:{request.path}"  # what ties a cursor to its list
        return super().paginate_queryset(queryset, request, view)

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the address of the page that *cursor* points to."""
        sealed = signing.dumps([cursor.offset, cursor.reverse, cursor.position], salt=self.salt)
        return replace_query_param(self.base_url or "", self.cursor_query_param, sealed)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor of *request*, if it brings one. Raises Problem `bad_cursor` for any we did not give out."""
        sealed = request.query_params.get(self.cursor_query_param)
        if sealed is None:
            return None
        try:
            offset, reverse, position = signing.loads(sealed[:LONGEST_CURSOR], salt=self.salt)
        except (signing.BadSignature, ValueError) as fault:
            raise Problem("bad_cursor") from fault
        return Cursor(offset, reverse, position)
