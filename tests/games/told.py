"""Told: the cards named in what somebody is told, in whatever key or text."""

import re
from typing import Any

CARD = re.compile(r"(?<![0-9A-Za-z])[A234567FCR][dcsb](?![0-9A-Za-z])")


def cards_told(told: Any) -> set[str]:
    """Every card code in a frame, in whatever key or text; the cards one may call are none one was shown."""
    if isinstance(told, dict):
        if isinstance(told.get("may"), dict):
            told = {**told, "may": {key: value for key, value in told["may"].items() if key != "call"}}
        return cards_told(list(told)) | cards_told(list(told.values()))
    if isinstance(told, list | tuple):
        return set().union(*map(cards_told, told))
    return set(CARD.findall(told)) if isinstance(told, str) else set()
