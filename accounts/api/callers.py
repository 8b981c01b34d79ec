"""Callers: who speaks in a request, and how far their token goes."""

from rest_framework.request import Request

NOBODY: frozenset[str] = frozenset()


def caller(request: Request) -> int:
    """Return the id of whoever the request speaks for; its view lets no strangers in."""
    user_id: int = request.user.pk  # type: ignore[assignment] # nobody without an id is authenticated
    return user_id


def scopes_of(request: Request) -> frozenset[str] | None:
    """Return what the request's token may do, None for the site's cookie, by which a person may do all they may."""
    scopes: frozenset[str] | None = request.auth  # type: ignore[assignment] # ours (config.authentication)
    return scopes
