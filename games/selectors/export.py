"""Export: what the games keep of what one person wrote (settings.ON_EXPORT_WANTED)."""

from typing import Any

from games.models import ChatLine, Report
from games.selectors.frames import moment


def talk_of(*, user_id: int) -> dict[str, Any]:
    """Return the lines a person wrote and the reports they made; what others reported of them is the others' word."""
    lines = ChatLine.objects.filter(author_id=user_id).select_related("table").order_by("pk")
    reports = Report.objects.filter(reporter_id=user_id).select_related("target").order_by("pk")
    return {
        "chat": [
            {
                "table": line.table.code,
                "room": line.room,
                "at": moment(line.made_at),
                "text": line.text or line.greeting,
            }
            for line in lines
        ],
        "reports": [
            {
                "about": report.target.username,
                "reason": report.reason,
                "words": report.words,
                "quoted": report.quoted,
                "at": moment(report.made_at),
                "state": report.state,
            }
            for report in reports
        ],
    }
