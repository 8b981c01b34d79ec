"""Bodies: how much of a request the site takes in, whoever sends it; Django would put any amount of it on the disk."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.http import HttpResponse

from config import problems
from config.refusals import MEANINGS

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_REQUEST = 4 * 1024 * 1024  # bytes: a member list or a logo fits; REST takes 64 KB (config.parsers)


class TooLarge(Exception):  # noqa: N818 (a fact about the request)
    """The body goes on beyond the bound."""


class BodyLimit:
    """Passes requests on up to a bound; a longer one is answered 413 as soon as that is known, and read no further."""

    def __init__(self, inner: Application, largest: int = LARGEST_REQUEST) -> None:
        self._inner = inner
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting what its body brings."""
        announced = dict(scope["headers"]).get(b"content-length", b"0")  # the server has read it as a number already
        if int(announced) > self._largest:
            await refuse(scope, send)
            return
        taken = 0

        async def count() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._largest:
                raise TooLarge
            return message

        try:
            await self._inner(scope, count, send)
        except TooLarge:
            await refuse(scope, send)


async def refuse(scope: Scope, send: Send) -> None:
    """Answer 413: REST as a problem, pages in one line."""
    if scope["path"].startswith(problems.API_PREFIX):
        answer = problems.response("too_large")
    else:
        answer = HttpResponse(MEANINGS["too_large"].title, content_type="text/plain", status=413)
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    length = str(len(answer.content)).encode()
    headers += [(b"content-length", length), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})
