"""REST of the audit log: what was decided in a tournament, in full to who runs it (docs/adr/0072)."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Right
from accounts.selectors.clubs import has_right
from tournaments.api.directors import tournament_for
from tournaments.models import AuditEntry
from tournaments.selectors.audit import audit_entries
from tournaments.serializers.directing import AuditEntrySerializer


class AuditView(ListAPIView[AuditEntry]):
    """What was decided in a tournament."""

    scopes = {"GET": "read"}
    serializer_class = AuditEntrySerializer
    queryset = AuditEntry.objects.none()  # what the description is made from: there the address names no tournament
    ordering = ("-pk",)

    @extend_schema(responses=AuditEntrySerializer(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the acts of directors and of the server, the latest first; to others those that changed results."""
        return self.list(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[AuditEntry]:
        """Return the entries the caller may read."""
        tournament = tournament_for(self.request, self.kwargs["code"])
        self.is_whole = has_right(user_id=self.request.user.pk, club_id=tournament.club_id, right=Right.TOURNAMENTS)
        return audit_entries(tournament_id=tournament.pk, public_only=not self.is_whole)

    def get_serializer_context(self) -> dict[str, Any]:
        """Return what the serializer has to know of the reader."""
        return {**super().get_serializer_context(), "is_whole": getattr(self, "is_whole", False)}
