"""Static files: hashed names, also for the imports inside our ES modules, and how they are served."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from csp.middleware import CSPMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

if TYPE_CHECKING:
    from config.bodies import Application, Receive, Scope, Send


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise ships no types
    """Names each file by its content; an import in a module is rewritten to the hashed name it stands for."""

    support_js_module_import_aggregation = True
    # One pass settles one level of imports; the table's modules stand more than Django's five levels deep.
    max_post_process_passes = 20


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc] # whitenoise ships no types
    """WhiteNoise for an asynchronous server, which cannot read a file by bits without leaving its loop for each."""

    files: dict[str, StaticFile]
    _collected: tuple[object, dict[str, StaticFile]] = (None, {})

    def add_files(self, root: str, prefix: str | None = None) -> None:
        """Look at what was collected once a process: sixteen hundred files, for every client of the tests anew."""
        manifest = Path(root) / "staticfiles.json"
        facts = (root, prefix, manifest.stat().st_mtime_ns if manifest.exists() else None)
        if self.autorefresh or facts[-1] is None:
            super().add_files(root, prefix)
            return
        known, files = StaticFilesMiddleware._collected
        if known != facts:
            super().add_files(root, prefix)
            StaticFilesMiddleware._collected = (facts, self.files)
        else:
            self.files = files

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return the file whole: none of ours is large, and browsers keep them."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        answer = HttpResponse(body, status=int(found.status))
        del answer["Content-Type"]  # Django's guess; the file's own follows, where it has one
        for name, value in found.headers:
            answer[name] = value
        return answer

    def found(self, path: str) -> StaticFile | None:
        """Return the file at *path*, None where there is none."""
        return self.find_file(path) if self.autorefresh else self.files.get(path)


class StaticFilesFirst:
    """Hands files out before Django hears of the request: to a table's page, which asks for a hundred at a time.

    Through the middlewares each would change threads ten times. The answer is the same, headers and all.
    """

    def __init__(self, inner: "Application") -> None:
        self._inner = inner
        self._files = StaticFilesMiddleware(HttpResponse)
        self._security, self._policy = SecurityMiddleware(HttpResponse), CSPMiddleware(HttpResponse)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer with the file of this path, or let Django answer."""
        found = self._files.found(scope["path"])
        if found is None:
            await self._inner(scope, receive, send)
            return
        request = ASGIRequest(scope, BytesIO())
        answer = self._files.serve(found, request)
        self._policy.process_response(request, answer)
        self._security.process_response(request, answer)
        headers = [(name.lower().encode("ascii"), value.encode("latin-1")) for name, value in answer.items()]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": answer.content})
