"""Clubs: what the staff sees of them. A club's own people keep it; the staff sets a name or a text right."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest

from accounts import club_names
from accounts.models import CLUB_NAME_TAKEN, Club, ClubEvent, Membership


class ClubAdminForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """A club's facts; its name stays one that no other club has, or seems to have."""

    class Meta:
        model = Club
        fields = ("name", "place", "description", "zone", "language", "entry", "deck")

    def clean_name(self) -> str:
        """Refuse a name that looks like another club's."""
        name: str = self.cleaned_data["name"]
        alike = Q(name_key=club_names.key_of(name)) | Q(look_key=club_names.look_of(name))
        if Club.objects.filter(alike).exclude(pk=self.instance.pk).exists():
            raise ValidationError(CLUB_NAME_TAKEN)
        return name


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Rows that services write: to be seen, and no more."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Clubs: founded and closed by their people, never deleted, for what was played there points at them."""

    form = ClubAdminForm
    list_display = ("name", "slug", "place", "entry", "founder", "opened_at", "closed_at")
    list_filter = ("entry", "language")
    list_select_related = ("founder",)
    search_fields = ("name", "name_key", "place", "slug")
    readonly_fields = ("slug", "founder", "opened_at", "closed_at")
    ordering = ("-opened_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: a club has an owner from the first moment."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """Refuse."""
        return False


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    """Memberships, present and past."""

    list_display = ("club", "user", "role", "grants", "card_number", "paid_until", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("club", "user")
    search_fields = ("club__name", "user__username", "card_number")
    ordering = ("-joined_at",)


@admin.register(ClubEvent)
class ClubEventAdmin(ReadOnly):
    """What stands in the clubs' calendars."""

    list_display = ("title", "club", "day", "hour", "zone", "repeats", "until")
    list_select_related = ("club",)
    search_fields = ("title", "club__name")
    ordering = ("-day",)
