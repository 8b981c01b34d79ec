"""REST of notices: what waits under a person's bell, and that it was read."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.models import Notice
from accounts.selectors.notices import notices_of, told
from accounts.serializers.notices import NoticeSerializer
from accounts.services import notices


class NoticesView(ListAPIView[Notice]):
    """The caller's notices."""

    strangers = NOBODY
    scopes = {"GET": "read"}
    serializer_class = NoticeSerializer
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Notice]:
        """Return the caller's own."""
        return notices_of(user_id=caller(self.request))

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List what you have been told, the latest first; `text` is in your language."""
        rows = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response(NoticeSerializer(told(rows), many=True).data)


class NoticesReadView(APIView):
    """All notices at once."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(operation_id="me_notices_read_all", request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Mark all your notices read."""
        notices.read_all(user_id=caller(request))
        return Response(status=204)


class NoticeReadView(APIView):
    """One notice."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, notice_id: int) -> Response:
        """Mark one of your notices read."""
        notices.read(user_id=caller(request), notice_id=notice_id)
        return Response(status=204)
