"""Authentication: whom a REST request speaks for, by bearer token or by the site's cookie, and what a token may do."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.errors import BadScope, BadToken, MembersOnly
from accounts.services.addresses import address_of
from accounts.services.tokens import holder_of
from config.problems import Problem
from config.throttles import spend

if TYPE_CHECKING:  # the framework's views import this module while they are being imported
    from rest_framework.views import APIView

SCHEME = "bearer"


@dataclass(frozen=True, slots=True)
class TokenHolder:
    """Whoever a token speaks for, as far as REST has to know: no query is made for more."""

    pk: int
    scopes: frozenset[str] = field(compare=False)
    is_authenticated: ClassVar[bool] = True
    is_anonymous: ClassVar[bool] = False


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`; the token's scopes are the request's `auth`."""

    def authenticate(self, request: Request) -> tuple[TokenHolder, frozenset[str]] | None:
        """Return the holder and the scopes, None without a token.

        Raises BadToken, and Problem `too_many` where one address has tried too many that open nothing.
        """
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME:
            return None
        try:
            user_id, scopes = holder_of(secret.strip())
        except BadToken:
            if wait := spend("bad_token", f"address:{address_of(request._request)}"):  # noqa: SLF001 (Django's request)
                raise Problem("too_many", retry_after=wait) from None
            raise
        return TokenHolder(user_id, scopes), scopes

    def authenticate_header(self, request: Request) -> str:
        """Return what WWW-Authenticate tells who did not log in."""
        return "Bearer"


class CookieAuthentication(SessionAuthentication):
    """The site's own cookie; a write wants the CSRF token too (field D8)."""

    def enforce_csrf(self, request: Request) -> None:
        """Raise Problem `csrf_failed` for a request that another site's page may have sent."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refusal:
            raise Problem("csrf_failed", str(refusal.detail)) from refusal


class MayCall(BasePermission):
    """Who may use which verb of a view, as the view says in two tables.

    `strangers` are the verbs for who is not logged in: reading, unless it says otherwise. `guests` are those that a
    guest has besides (docs/adr/0033). `scopes` names the scope a token needs for each verb, None where every token may.
    A verb without a line there is refused to tokens: to forget one shuts a door, it opens none.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Tell whether the caller may use this verb. Raises BadScope, MembersOnly."""
        verb = "GET" if request.method in SAFE_METHODS else str(request.method)
        if not hasattr(view, verb.lower()) or request.method == "OPTIONS":
            return True  # nothing is done: the answer is 405, or what may be done
        if not request.user.is_authenticated:
            if verb in strangers_of(view):
                return True
            if request.user.pk is None:
                return False
            if verb not in getattr(view, "guests", ()):
                raise MembersOnly
            return True
        holder: object = request.user
        if isinstance(holder, TokenHolder):
            scopes: dict[str, str | None] = getattr(view, "scopes", {})
            needed = scopes.get(verb, "")
            if needed is not None and needed not in holder.scopes:
                raise BadScope(f"This needs the scope {needed!r}.")
        return True


def strangers_of(view: "APIView") -> frozenset[str]:
    """Return the verbs of *view* that need no log-in."""
    verbs: frozenset[str] = getattr(view, "strangers", frozenset({"GET"}))
    return verbs
