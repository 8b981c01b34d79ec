"""Context: what every page shows of its reader."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.selectors.notices import MOST_COUNTED, unread_count


def bell(request: HttpRequest) -> dict[str, Any]:
    """Give templates `bell`: how many notices wait, as text, empty for none; asked for only where it is shown."""
    user_id = request.user.pk
    if user_id is None:
        return {"bell": ""}
    return {"bell": SimpleLazyObject(lambda: _shown(unread_count(user_id=user_id)))}


def _shown(count: int) -> str:
    return f"{MOST_COUNTED}+" if count > MOST_COUNTED else str(count or "")
