"""OpenAPI: what the description of REST says of every operation alike: who asks, how it is refused, once per key."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from config.authentication import strangers_of
from config.idempotency import HEADER
from config.problems import MEDIA_TYPE
from config.refusals import MEANINGS

WRITES = {"post", "put", "patch", "delete"}
# The statuses that any read, any write, and any address with a variable part may answer.
ON_READS = (400, 401, 403, 406, 429, 503)
ON_WRITES = (*ON_READS, 409, 413, 415, 422)
ON_VARIABLES = (404,)

PROBLEM = {
    "type": "object",
    "description": "Why something was not done (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "Where the code is explained."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "enum": list(MEANINGS), "description": "Stable; what programs look at."},
        "detail": {"type": "string", "description": "For people."},
        "errors": {"description": "With `bad_format`: what is wrong, by field."},
    },
}
KEY_PARAMETER = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "A UUID of yours. A repeat within a day gets the first answer again and does nothing.",
    "schema": {"type": "string", "format": "uuid"},
}


class Description(AutoSchema):
    """How one operation is described."""

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the ways in; `{}` is none at all, where strangers may come."""
        ways: list[dict[str, list[str]]] = super().get_auth()
        return [*ways, {}] if self.method in strangers_of(self.view) else ways


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # only half typed
    """The bearer tokens of config.authentication."""

    target_class = "config.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme as OpenAPI knows it."""
        return {"type": "http", "scheme": "bearer", "description": "A personal token: account page, Tokens."}


class CookieScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The site's own cookie; writes need its CSRF token in the header X-CSRFToken."""

    target_class = "config.authentication.CookieAuthentication"
    name = "cookie"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme as OpenAPI knows it."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to every operation of the description *result* what it shares with the others; drf-spectacular calls this."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components.setdefault("responses", {})["Problem"] = {
        "description": "Refused.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        "headers": {"Retry-After": {"description": "With 429 and 503: seconds.", "schema": {"type": "integer"}}},
    }
    for path, operations in result["paths"].items():
        for verb, operation in operations.items():
            statuses = ON_WRITES if verb in WRITES else ON_READS
            own = [int(status) for status in operation["responses"] if int(status) >= HTTPStatus.BAD_REQUEST]
            for status in (*statuses, *own, *(ON_VARIABLES if "{" in path else ())):
                operation["responses"][str(status)] = {"$ref": "#/components/responses/Problem"}
            if verb in WRITES:
                operation.setdefault("parameters", []).append(KEY_PARAMETER)
            else:
                operation["responses"].setdefault("304", {"description": "You have it (If-None-Match)."})
    return result
