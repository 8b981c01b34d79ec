"""Admin of time-outs: given with a reason, lifted before their time, never rewritten or deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import BadText
from accounts.models import Silence
from accounts.services import silences
from accounts.texts import some_words

SPANS = (
    (10, _("10 minutes")),
    (60, _("1 hour")),
    (24 * 60, _("1 day")),
    (7 * 24 * 60, _("1 week")),
    (30 * 24 * 60, _("30 days")),
    (365 * 24 * 60, _("1 year")),
)
"""How long a time-out lasts, in minutes."""


class NewSilenceForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """A new time-out: who, how long from now on, and why."""

    minutes = forms.TypedChoiceField(label=_("lasts"), choices=SPANS, coerce=int, initial=60)

    class Meta:
        model = Silence
        fields = ("user", "reason")

    def clean_user(self) -> Any:
        """Refuse an account that is closed: it writes nothing."""
        user = self.cleaned_data["user"]
        if user.closed_at is not None:
            raise ValidationError(gettext("This account is closed."))
        return user

    def clean_reason(self) -> str:
        """Ask for a reason that can be read."""
        try:
            return some_words(self.cleaned_data["reason"], longest=silences.LONGEST_REASON)
        except BadText as refusal:
            raise ValidationError(gettext("Say why, in one line.")) from refusal


@admin.register(Silence)
class SilenceAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Time-outs, the latest first, with who gave and who lifted them."""

    form = NewSilenceForm
    list_display = ("user", "until", "reason", "given_by", "given_at", "lifted_by", "lifted_at")
    list_select_related = ("user", "given_by", "lifted_by")
    search_fields = ("user__username", "user__name_key", "reason")
    ordering = ("-given_at",)
    date_hierarchy = "given_at"
    autocomplete_fields = ("user",)
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Silence | None = None) -> tuple[str, ...]:
        """Ask for three things; show everything afterwards."""
        if obj is None:
            return ("user", "minutes", "reason")
        return ("user", "reason", "given_by", "given_at", "until", "lifted_by", "lifted_at")

    def has_change_permission(self, request: HttpRequest, obj: Silence | None = None) -> bool:
        """Let one be lifted (in the list), and none be rewritten."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Silence | None = None) -> bool:
        """Refuse: what was done stays on record."""
        return False

    def save_model(self, request: HttpRequest, obj: Silence, form: Any, change: bool) -> None:  # noqa: FBT001
        """Give the time-out by its service, which tells the person."""
        obj.pk = silences.silence(
            user_id=obj.user_id,
            by_id=_staff(request),
            lasts=timedelta(minutes=form.cleaned_data["minutes"]),
            reason=obj.reason,
        )
        obj.refresh_from_db()

    @admin.action(description=_("Lift: may write again"), permissions=["change"])
    def lift(self, request: HttpRequest, found: QuerySet[Silence]) -> None:
        """End the chosen time-outs."""
        done = sum(silences.lift(silence_id=silence.pk, by_id=_staff(request)) for silence in found)
        self.message_user(request, gettext("Done for %(done)s of %(all)s.") % {"done": done, "all": len(found)})


def _staff(request: HttpRequest) -> int:
    """Return who acts: nobody without an id comes in here."""
    user_id: int = request.user.pk  # type: ignore[assignment]
    return user_id
