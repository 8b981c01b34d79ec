"""Admin of ended matches and their corrections: what the staff may decide about a result (docs/adr/0051)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal as AccountRefusal
from accounts.services.addresses import client_address
from games.admin.talk import OnRecord
from games.engine.errors import BadFormat, Refusal
from games.models import Correction
from games.services import corrections
from games.services.corrections import Hand


class CorrectionForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """What is to be changed about a match."""

    winners = forms.CharField(
        label=_("winners"), required=False, help_text=_("Of another result: the numbers of the sides, from 0 on.")
    )
    totals = forms.CharField(
        label=_("totals"), required=False, help_text=_("Side by side; empty: as they were played.")
    )

    class Meta:
        model = Correction
        fields = ("match_id", "kind", "reason")

    def result(self) -> dict[str, list[int]]:
        """Return the result that was written down. Raises BadFormat."""
        told = {key: self.cleaned_data[key].replace(",", " ").split() for key in ("winners", "totals")}
        try:
            return {key: [int(word) for word in words] for key, words in told.items() if words}
        except ValueError as fault:
            raise BadFormat("winners and totals are numbers") from fault


@admin.register(Correction)
class CorrectionAdmin(OnRecord):
    """Corrections, the latest first: one is made and stays; ratings follow within a minute."""

    form = CorrectionForm
    list_display = ("at", "kind", "match_id", "pool", "by", "way", "address", "reason", "replayed_at")
    list_filter = ("kind", "pool", "way")
    list_select_related = ("by",)
    search_fields = ("=match_id", "by__username", "reason")
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let the staff that has the right make one."""
        return admin.ModelAdmin.has_add_permission(self, request)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show why a correction was refused, instead of making it."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except (Refusal, AccountRefusal) as refusal:
            self.message_user(request, refusal.detail or refusal.code, messages.ERROR)
            return HttpResponseRedirect(request.path)

    def get_fields(self, request: HttpRequest, obj: Correction | None = None) -> Any:
        """Show the whole of one that was made."""
        made = ("match_id", "pool", "finish_no", "kind", "reason", "before", "after", "by", "way", "address", "at")
        return ("match_id", "kind", "reason", "winners", "totals") if obj is None else (*made, "replayed_at")

    def save_model(self, request: HttpRequest, obj: Correction, form: CorrectionForm, change: bool) -> None:  # noqa: FBT001
        """Make the correction by its service, which writes it down itself; what it refuses is shown."""
        meta = request.META
        address = client_address(peer=meta.get("REMOTE_ADDR", ""), forwarded=meta.get("HTTP_X_FORWARDED_FOR", ""))
        facts: dict[str, Any] = {
            "match_id": obj.match_id,
            "hand": Hand(request.user.pk or 0, "admin", address or None),
            "reason": obj.reason,
        }
        match obj.kind:
            case Correction.Kind.RESULT:
                obj.pk = corrections.correct_result(**facts, result=form.result())
            case Correction.Kind.ANNULMENT:
                obj.pk = corrections.annul(**facts)
            case _:
                obj.pk = corrections.delete(**facts)
        obj.refresh_from_db()
