"""Statistics: how a player has fared, by preset, partner and opponent; nothing is counted here (docs/adr/0058)."""

from typing import Final, NamedTuple

from django.db.models import QuerySet

from games.models import CompanyTally, PresetTally

MOST_COMPANY: Final = 10


class Sums(NamedTuple):
    """What comes of a player's matches in all presets."""

    played: int
    won: int
    drawn: int
    lost: int
    declarations: int
    declared: int
    cappotti: int
    cappotti_against: int


class Statistics(NamedTuple):
    """How a player has fared: in all, by preset, and with and against those met most often."""

    sums: Sums
    presets: list[PresetTally]
    partners: list[CompanyTally]
    opponents: list[CompanyTally]


def statistics_of(user_id: int) -> Statistics:
    """Return how a player has fared: three queries."""
    presets = list(PresetTally.objects.filter(user_id=user_id).order_by("-played", "preset"))
    played, won, drawn = (sum(getattr(row, name) for row in presets) for name in ("played", "won", "drawn"))
    done = {
        name: sum(getattr(row, name) for row in presets)
        for name in ("declarations", "declared", "cappotti", "cappotti_against")
    }
    return Statistics(
        Sums(played, won, drawn, played - won - drawn, **done),
        presets,
        list(_company(user_id, is_partner=True)[:MOST_COMPANY]),
        list(_company(user_id, is_partner=False)[:MOST_COMPANY]),
    )


def _company(user_id: int, *, is_partner: bool) -> QuerySet[CompanyTally]:
    """Return those a player has played with or against, the most frequent first."""
    met = CompanyTally.objects.filter(user_id=user_id, is_partner=is_partner).select_related("other")
    return met.order_by("-played", "other_id")
