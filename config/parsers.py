"""Parsers: JSON bodies, read with a bound on size and depth, so that no body can hurt."""

from collections.abc import Mapping
from typing import IO, Any

import msgspec
from rest_framework.parsers import BaseParser

from config.problems import Problem

LARGEST_BODY = 64 * 1024  # bytes: the same bound as on the socket (docs/protocol.md, 1.6)


class JSONParser(BaseParser):
    """Reads one JSON value in UTF-8; NaN, lone surrogates, NUL and a nesting nobody needs are refused."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value in *stream*. Raises Problem: `too_large`, `bad_json`."""
        raw = stream.read(LARGEST_BODY + 1)
        if len(raw) > LARGEST_BODY:
            raise Problem("too_large", f"A body may have {LARGEST_BODY} bytes.")
        try:
            value = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise Problem("bad_json", "" if isinstance(fault, RecursionError) else str(fault)) from fault
        if has_nul(value):
            raise Problem("bad_json", "Text may not contain the character NUL.")
        return value


def has_nul(value: object) -> bool:
    """Tell whether any text in *value* contains NUL, which the database cannot store."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if "\0" in item:
                return True
        elif isinstance(item, dict):
            pending += item.keys()
            pending += item.values()
        elif isinstance(item, list):
            pending += item
    return False
