"""Bracket drawing: what the template writes into the SVG of a bracket: names that fit, scores, ways and links."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.formats.bracket import Loser
from tournaments.formats.knockout import THIRD_PLACE
from tournaments.forms.plan_words import group_letter, round_name
from tournaments.models import Tournament
from tournaments.selectors.brackets import LEG, NAME, Box, Seat, bracket_of, qualifiers
from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.nameplates import BETWEEN_NAMES, Nameplate
from tournaments.selectors.sights import Sight

LABEL: Final = 34
"""The width of what stands before a name."""
FONT: Final = 15
NARROW: Final = frozenset("iljtfrI.,:;'|·()[] -")
WIDE: Final = frozenset("mwMWQ@%&")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match, *y* its line: *label* before it, *text* as it fits, a score for each leg."""

    y: int
    label: str
    text: str
    is_winner: bool
    is_known: bool
    scores: Sequence[tuple[int, int]]
    """How far to the right each score ends, and the score."""

    @property
    def svg(self) -> SafeString:
        """Its marks. A template takes ten times as long for them, and a bracket has hundreds of sides."""
        kind = "won" if self.is_winner else "" if self.is_known else "hint"
        points = "pts won" if self.is_winner else "pts"
        marks = [
            f'<text class="seed" x="26" y="{self.y}">{escape(self.label)}</text>' if self.label else "",
            f'<text class="{kind}" x="{LABEL}" y="{self.y}">{escape(self.text)}</text>' if self.text else "",
            f'<use href="#won" x="{NAME - 6}" y="{self.y - 5}"/>' if self.is_winner else "",
            *(f'<text class="{points}" x="{x}" y="{self.y}">{score}</text>' for x, score in self.scores),
        ]
        return mark_safe("".join(marks))  # noqa: S308 - made of numbers and of what is escaped


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is drawn, with *heading* over it; *title* is there where a name had to be cut."""

    box: Box
    heading: str
    href: str
    title: str
    state: str
    is_own: bool
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bracket as it is drawn."""

    width: int
    height: int
    box_width: int
    edge: int
    columns: list[dict[str, object]]
    matches: list[Match]
    lines: list[dict[str, object]]


def drawing_of(sight: Sight) -> Drawing | None:
    """Return the drawing of a tournament's bracket; the reader's own way is marked."""
    bracket = bracket_of(sight.played, sight.stage)
    if bracket is None:
        return None
    own = sight.own.number if sight.own else None
    pen = _Pen(sight)
    matches = [pen.match(box, own) for box in bracket.boxes]
    is_double = sight.tournament.format == Tournament.Format.DOUBLE_ELIMINATION
    released = {each.number for each in sight.rounds}
    return Drawing(
        width=bracket.width + 4,
        height=bracket.height + 2 * FONT,
        box_width=bracket.box_width,
        edge=bracket.box_width - 4,
        columns=[
            {
                "x": column.x,
                "name": round_name(sight.tournament, column.round, None if is_double else column.left),
                "round": column.round if column.round in released else None,
            }
            for column in bracket.columns
        ],
        matches=matches,
        lines=[{"path": line.path, "is_own": own is not None and line.number == own} for line in bracket.lines],
    )


class _Pen:
    """Writes the matches of one bracket."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._encounters = sight.encounters
        self._qualifiers = qualifiers(sight.played)
        self._numbers = {node.key: f"{node.round}.{node.table}" for node in sight.played.nodes(sight.stage)}  # type: ignore[attr-defined] # it has a bracket
        self._is_double = sight.tournament.format == Tournament.Format.DOUBLE_ELIMINATION

    def match(self, box: Box, own: int | None) -> Match:
        """Return a match as it is drawn."""
        encounter = self._encounters.get(box.key)
        legs = encounter.legs if encounter else ()
        scores = [leg.score for leg in legs if leg.score is not None]
        home = self._side(18, box.home, [score[0] for score in scores])
        away = self._side(44, box.away, [score[1] for score in scores])
        names = [self._sight.plates[seat.number].name for seat in (box.home, box.away) if seat.number is not None]
        is_cut = any(text not in (home.text, away.text) for text in names)
        return Match(
            box,
            self._heading(box.key),
            self._href(encounter) if encounter else "",
            " \N{EN DASH} ".join(names) if is_cut else "",
            encounter.state if encounter else "open",
            own in box.numbers,
            (home, away),
        )

    def _heading(self, key: str) -> str:
        if key == THIRD_PLACE:
            return _("Third place")
        return self._numbers[key] if self._is_double else ""

    def _side(self, y: int, seat: Seat, scores: Sequence[int]) -> Side:
        if seat.number is None:
            return Side(y, "", self._source(seat), is_winner=False, is_known=False, scores=())
        plate = self._sight.plates[seat.number]
        room = NAME - LABEL - 14 + (0 if scores or seat.is_winner else LEG)
        label = self._label(seat, plate)
        at = [(NAME + LEG * (leg + 1) - 8, points) for leg, points in enumerate(scores)]
        return Side(y, label, fitted(plate, room), is_winner=seat.is_winner, is_known=True, scores=at)

    def _label(self, seat: Seat, plate: Nameplate) -> str:
        if not self._qualifiers:
            return str(plate.seed or "")
        return self._place(seat.source) if isinstance(seat.source, int) else ""

    def _source(self, seat: Seat) -> str:
        """Return where who is not known yet will come from, as far as that is not plain to see."""
        if isinstance(seat.source, int) and self._qualifiers:
            return self._place(seat.source)
        if not isinstance(seat.source, Loser):
            return ""
        if not self._is_double:
            return _("loser of a semi-final")
        return _("loser of %(match)s") % {"match": self._numbers[seat.source.key]}

    def _place(self, seed: int) -> str:
        group, place = self._qualifiers[seed]
        return f"{group_letter(group)}{place}"

    def _href(self, encounter: EncounterFacts) -> str:
        """Return where one sees more: the table, the replay, or the match in its round."""
        if encounter.table_now:
            return reverse("games:table", args=[encounter.table_now])
        if len(encounter.legs) == 1 and encounter.legs[0].match is not None:
            return reverse("games:replay", args=[encounter.legs[0].match])
        return f"../rounds/{encounter.round}/#{encounter.key}"


def fitted(plate: Nameplate, room: float) -> str:
    """Return a name that fits into *room* CSS pixels; of a pair the longer name is cut first."""
    names = plate.name.split(BETWEEN_NAMES)
    while sum(map(_width, names)) + _width(BETWEEN_NAMES) * (len(names) - 1) > room:
        longest = max(range(len(names)), key=lambda at: _width(names[at]))
        names[longest] = names[longest].removesuffix("…")[:-1].rstrip() + "…"
    return BETWEEN_NAMES.join(names)


def _width(text: str) -> float:
    """Return about how wide a text is drawn."""
    return FONT * sum(
        0.27 if sign in NARROW else 0.78 if sign in WIDE else 0.46 if sign < "\u0250" else 1.05 for sign in text
    )
