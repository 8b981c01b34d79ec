"""Admin of reports and of the chat: what waits for the staff, and what it may do about it (docs/adr/0032)."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import ChatLine, Report
from games.services import chat, reports

AROUND = timedelta(minutes=5)
MOST_AROUND = 40


class OnRecord(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Rows that are read and acted on, and neither made, rewritten nor deleted here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let the list's actions be used, and no row be rewritten."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


@admin.register(Report)
class ReportAdmin(OnRecord):
    """Reports, the latest first; each is settled once, and it stays written down by whom."""

    list_display = ("made_at", "state", "target", "reason", "quoted", "words", "reporter", "settled_by", "settled_at")
    list_filter = ("state", "reason")
    list_select_related = ("target", "reporter", "settled_by")
    search_fields = ("target__username", "target__name_key", "reporter__username", "quoted", "words")
    ordering = ("-made_at",)
    date_hierarchy = "made_at"
    actions = ("dismiss", "uphold", "silence_hour", "silence_day", "silence_week")
    readonly_fields = ("around",)

    @admin.display(description=_("what was said around it"))
    def around(self, report: Report) -> SafeString:
        """Show the lines of the room within five minutes of the one reported, as plain words."""
        line = report.line
        if line is None:
            return SafeString("")
        near = ChatLine.objects.filter(
            table_id=line.table_id, room=line.room, made_at__range=(line.made_at - AROUND, line.made_at + AROUND)
        )
        lines = near.select_related("author").order_by("pk")[:MOST_AROUND]
        rows = (
            (timezone.localtime(found.made_at).strftime("%H:%M:%S"), found.author.username, found.shown)
            for found in lines
        )
        return format_html_join("", "<p>{} <b>{}</b>: <bdi>{}</bdi></p>", rows)

    @admin.action(description=_("Dismiss"), permissions=["change"])
    def dismiss(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        """Settle the chosen reports: nothing was wrong."""
        self._settle(request, found, uphold=False)

    @admin.action(description=_("Uphold: the line goes out of sight"), permissions=["change"])
    def uphold(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        """Settle the chosen reports: they were right."""
        self._settle(request, found, uphold=True)

    @admin.action(description=_("Uphold, with a time-out of 1 hour"), permissions=["change"])
    def silence_hour(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        """Uphold the chosen reports, and silence for an hour."""
        self._settle(request, found, uphold=True, lasts=timedelta(hours=1))

    @admin.action(description=_("Uphold, with a time-out of 1 day"), permissions=["change"])
    def silence_day(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        """Uphold the chosen reports, and silence for a day."""
        self._settle(request, found, uphold=True, lasts=timedelta(days=1))

    @admin.action(description=_("Uphold, with a time-out of 1 week"), permissions=["change"])
    def silence_week(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        """Uphold the chosen reports, and silence for a week."""
        self._settle(request, found, uphold=True, lasts=timedelta(weeks=1))

    def _settle(
        self, request: HttpRequest, found: QuerySet[Report], *, uphold: bool, lasts: timedelta | None = None
    ) -> None:
        settled = [
            reports.settle(report_id=report.pk, by_id=_staff(request), uphold=uphold, lasts=lasts) for report in found
        ]
        text = gettext("Done for %(done)s of %(all)s.") % {"done": sum(settled), "all": len(settled)}
        self.message_user(request, text)


@admin.register(ChatLine)
class LineAdmin(OnRecord):
    """Lines of the chat, to be read and taken out of sight."""

    list_display = ("made_at", "table", "room", "author", "shown", "hidden_by", "hidden_at")
    list_filter = ("room",)
    list_select_related = ("table", "author", "hidden_by")
    search_fields = ("author__username", "author__name_key", "table__code", "text")
    ordering = ("-pk",)
    actions = ("hide",)

    @admin.display(description=_("line"))
    def shown(self, line: ChatLine) -> str:
        """Return what the line says."""
        return line.shown

    @admin.action(description=_("Take out of sight"), permissions=["change"])
    def hide(self, request: HttpRequest, found: QuerySet[ChatLine]) -> None:
        """Hide the chosen lines."""
        for line in found:
            chat.hide(line_id=line.pk, by_id=_staff(request))
        self.message_user(request, gettext("Done for %(done)s of %(all)s.") % {"done": len(found), "all": len(found)})


def _staff(request: HttpRequest) -> int:
    """Return who acts: nobody without an id comes in here."""
    user_id: int = request.user.pk  # type: ignore[assignment]
    return user_id
