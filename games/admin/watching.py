"""Admin: who may not look on where; a ban made or lifted here counts at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import WatchBan
from games.services import watching


@admin.register(WatchBan)
class WatchBanAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Bans from watching; a row is made and lifted, never changed."""

    list_display = ("user", "table", "match", "reason", "made_at")
    list_select_related = ("user", "table")
    search_fields = ("user__username", "table__code", "reason")
    raw_id_fields = ("table", "match", "user")
    ordering = ("-made_at",)

    def has_change_permission(self, request: HttpRequest, obj: WatchBan | None = None) -> bool:
        """Refuse."""
        return False

    def save_model(self, request: HttpRequest, obj: WatchBan, form: forms.ModelForm[WatchBan], change: bool) -> None:  # noqa: FBT001
        """Make the ban by its service, so that open sockets close too."""
        if obj.match_id is not None:
            watching.ban_from_match(match_id=obj.match_id, user_id=obj.user_id, reason=obj.reason)
            obj.pk = WatchBan.objects.get(match_id=obj.match_id, user_id=obj.user_id).pk
        elif obj.table_id is not None:
            watching.ban_from_table(table_id=obj.table_id, user_id=obj.user_id, reason=obj.reason)
            obj.pk = WatchBan.objects.get(table_id=obj.table_id, user_id=obj.user_id).pk

    def delete_model(self, request: HttpRequest, obj: WatchBan) -> None:
        """Lift the ban."""
        watching.allow(ban_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Lift the bans."""
        for ban in queryset:
            self.delete_model(request, ban)
