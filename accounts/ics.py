"""iCalendar: a list of what is on, as calendar programs subscribe to it (RFC 5545; docs/adr/0054).

Pure. Every entry is one moment in UTC: so each program shows it in its own zone, and none has to know how a club's
clocks change.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

MEDIA_TYPE = "text/calendar; charset=utf-8"
_LINE_OCTETS = 75
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is on, once; `uid` is its own for good, the times are aware."""

    uid: str
    title: str
    starts_at: datetime
    ends_at: datetime
    changed_at: datetime
    words: str = ""
    place: str = ""
    address: str = ""
    sequence: int = 0  # grows with each change of what is said here
    is_cancelled: bool = False


def calendar(name: str, entries: Iterable[Entry]) -> bytes:
    """Return the file of a calendar of this name."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bongioco//Club calendar//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", f"X-WR-CALNAME:{_text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H"]
    for entry in entries:
        lines += _event(entry)
    lines.append("END:VCALENDAR")
    return b"".join(folded + b"\r\n" for line in lines for folded in _fold(line.encode()))


def _event(entry: Entry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(entry.uid)}"
    yield f"DTSTAMP:{_moment(entry.changed_at)}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"STATUS:{'CANCELLED' if entry.is_cancelled else 'CONFIRMED'}"
    yield f"DTSTART:{_moment(entry.starts_at)}"
    yield f"DTEND:{_moment(entry.ends_at)}"
    yield f"SUMMARY:{_text(entry.title)}"
    if entry.words:
        yield f"DESCRIPTION:{_text(entry.words)}"
    if entry.place:
        yield f"LOCATION:{_text(entry.place)}"
    if entry.address:
        yield f"URL:{entry.address}"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return text.translate(_ESCAPES)


def _fold(line: bytes) -> Iterator[bytes]:
    """Return *line* in pieces of at most 75 octets, all but the first begun by a space, no character cut in two."""
    room = _LINE_OCTETS
    prefix = b""
    while len(line) > room:
        end = room
        while line[end] & 0xC0 == 0x80:  # inside a character
            end -= 1
        yield prefix + line[:end]
        line, prefix, room = line[end:], b" ", _LINE_OCTETS - 1
    yield prefix + line
