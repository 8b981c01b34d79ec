"""Records: finished matches in the form the site exports (docs/record.md)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from games.engine.deal import parse_deal
from games.engine.record import hand_record, record_of
from games.engine.rulesets import Ruleset, resolve
from games.errors import MatchRunning, NoSuchMatch
from games.models import Event, Match
from games.selectors.frames import names_of
from games.selectors.positions import ACT_OF_KIND, act_of

Record = dict[str, Any]

# The events before a deal, by where a hand's proof keeps what they say.
_OF_THE_SHUFFLE: Final = {
    "hand_committed": ("sha256", "commitment"),
    "entropy_committed": ("committed", "commitment"),
    "entropy": ("entropies", "entropy"),
}


def record_of_match(match_id: UUID) -> Record:
    """Return the record of an ended match: three queries. Raises NoSuchMatch, MatchRunning."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    if match.status == Match.Status.RUNNING:
        raise MatchRunning
    rules = resolve(match.preset, match.options, match.rules_version)
    events = list(Event.objects.filter(match=match).order_by("seq"))
    seats = _holders(events)
    names = names_of(seats)
    record = record_of(rules, [names.get(user, "") for user in seats], _hands(rules, events, match.started_at))
    return record | {"site": settings.SITE_URL, "match": str(match.pk), "date": match.started_at.date().isoformat()}


def _holders(events: Sequence[Event]) -> list[int]:
    """Return who held each seat at the end, in their order."""
    holders = {seat["seat"]: seat["user"] for seat in events[0].public["seats"]}
    holders.update({event.seat: event.public["user"] for event in events if event.kind == "substituted"})
    return list(holders.values())


def _hands(rules: Ruleset, events: Iterable[Event], began: datetime) -> list[Record]:
    """Return the hands as the record writes them, each act with who did it, and when in seconds of the match."""
    hands: list[Record] = []
    acts: list[Record] = []
    commit: Record = {}
    for event in events:
        if event.kind in _OF_THE_SHUFFLE:
            commit = _proof_after(commit, event, rules.seats)
        elif event.kind == "dealt":
            acts = []
            deal = parse_deal(rules, event.private["server"])
            hands.append(hand_record(event.public["dealer"], deal, acts, commit=commit))
            hands[-1]["actions"] = acts
        elif event.kind == "seed_revealed":
            hands[-1]["commit"]["seed"] = event.public["seed"]
        elif event.kind in ACT_OF_KIND:
            seconds = round((event.at - began).total_seconds(), 1)
            acts.append({**act_of(event), "by": event.by, "at": seconds})
    return hands


def _proof_after(commit: Record, event: Event, seats: int) -> Record:
    """Return the proof of the shuffle that is being prepared, after one more of its events (docs/fair-deal.md)."""
    if event.kind == "hand_committed":
        nobody = [""] * seats
        return {"sha256": event.public["commitment"], "committed": nobody, "entropies": nobody}
    key, said = _OF_THE_SHUFFLE[event.kind]
    return commit | {key: [event.public[said] if seat == event.seat else old for seat, old in enumerate(commit[key])]}
