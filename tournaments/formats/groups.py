"""Groups, then knock-out: round robins of three to six by snake seeding; the best of each go through (*gironi*).

The knock-out is drawn so that those of one group are apart in its first round, and as long after it as can be.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from tournaments.formats import bracket
from tournaments.formats.bracket import NOBODY, PENDING, Filling, Node, Spot
from tournaments.formats.circle import Circle
from tournaments.formats.crossing import crossed
from tournaments.formats.errors import BadGroups, TooFewEntrants, TooManyEntrants
from tournaments.formats.knockout import THIRD_PLACE, tree
from tournaments.formats.places import places_by_round
from tournaments.formats.stage import Draft, Pairing, Stage
from tournaments.formats.standings import Line, Standings, in_order
from tournaments.formats.tiebreaks import ROUND_ROBIN_ORDER, Criterion

SIZES: Final = range(3, 7)
MOST: Final = 64  # groups


def snake(entrants: int, groups: int) -> list[list[int]]:
    """Return the seeds of each group: from the first group to the last, then back, and so on."""
    divided: list[list[int]] = [[] for _ in range(groups)]
    for place in range(entrants):
        turn, at = divmod(place, groups)
        divided[groups - 1 - at if turn % 2 else at].append(place + 1)
    return divided


@dataclass(frozen=True, slots=True)
class Groups:
    """So many *groups*, of which *qualify* each go through to a knock-out."""

    groups: int
    qualify: int
    double: bool = False
    third_place: bool = False
    order: tuple[Criterion, ...] = ROUND_ROBIN_ORDER
    takes_late: ClassVar[bool] = False

    def check(self, entrants: int) -> None:
        """Raise TooFewEntrants, TooManyEntrants or BadGroups."""
        if not 2 <= self.groups <= MOST:
            raise BadGroups(f"there can be 2-{MOST} groups, not {self.groups}")
        if entrants < self.groups * SIZES[0]:
            raise TooFewEntrants(f"{self.groups} groups of {SIZES[0]} need {self.groups * SIZES[0]} entrants")
        if entrants > self.groups * SIZES[-1]:
            raise TooManyEntrants(f"{entrants} entrants in {self.groups} groups are more than {SIZES[-1]} in one")
        smallest = entrants // self.groups
        if not 1 <= self.qualify < smallest:
            raise BadGroups(f"from a group of {smallest}, 1-{smallest - 1} can go through, not {self.qualify}")

    def rounds(self, entrants: int) -> int:
        """Return the rounds of the largest group and of the knock-out."""
        return self._group_rounds(entrants) + (self.groups * self.qualify - 1).bit_length()

    def next_round(self, stage: Stage) -> Draft | None:
        """Return the next round of the groups, then of the knock-out; None after the final. Raises RoundOpen."""
        self.check(len(stage.entrants))
        stage.require_closed()
        number = stage.rounds_drawn + 1
        if number <= self._group_rounds(len(stage.entrants)):
            pairings = _at_own_tables(circle.draw(stage, number) for circle in self.circles(stage))
            if pairings:  # none where a larger group has left to the last: the others have met
                return Draft(number, pairings)
        return bracket.draft(self.nodes(stage), self.bracket(stage), stage)

    def standings(self, stage: Stage) -> Standings:
        """Return the places of the knock-out once it is drawn, then those of everybody else by place in the group.

        Before that, and below it, who has the same place in a group shares one here; ``tables`` tells the rest.
        """
        spots = self.bracket(stage)
        through = {}
        if PENDING not in self._qualified(stage):
            through = places_by_round(self.nodes(stage), spots, stage, third_place=THIRD_PLACE).places
        lines = []
        for own in self.tables(stage):
            for row in own.rows:
                key = (-(through.get(row.number) or len(stage.entrants)), -row.place) if row.place else None
                if row.number in through:
                    key = (-(through[row.number] or 0), 0)
                lines.append(Line(row.number, stage.by_number[row.number].seed, key, row.cells))
        return in_order(self.order, lines)

    def tables(self, stage: Stage) -> tuple[Standings, ...]:
        """Return the table of each group."""
        return tuple(circle.standings(stage, self.order) for circle in self.circles(stage))

    def circles(self, stage: Stage) -> tuple[Circle, ...]:
        """Return the groups, the first with the first seed."""
        numbers = [entrant.number for entrant in stage.by_seed]
        return tuple(
            Circle(tuple(numbers[seed - 1] for seed in seeds), f"G{group}-", self.double)
            for group, seeds in enumerate(snake(len(numbers), self.groups), 1)
        )

    def derived(self, stage: Stage) -> dict[str, Pairing]:
        """Return the pairings of the groups as they are, and of the knock-out as they follow from the results."""
        groups = {key: pairing for key, pairing in stage.by_key.items() if key.startswith("G")}
        return groups | bracket.derived(self.nodes(stage), self.bracket(stage), stage)

    def fed_by(self, stage: Stage, key: str) -> tuple[str, ...]:
        """Return every later match of the knock-out: all of it for a match of a group, which may move anybody."""
        nodes = self.nodes(stage)
        return tuple(sorted(node.key for node in nodes)) if key.startswith("G") else bracket.fed_by(nodes, key)

    def bracket(self, stage: Stage) -> dict[str, Spot]:
        """Return who stands where in the knock-out."""
        return bracket.spots_of(self.nodes(stage), self._qualified(stage), stage)

    def _group_rounds(self, entrants: int) -> int:
        largest = -(-entrants // self.groups)
        return (largest - 1 + largest % 2) * (2 if self.double else 1)

    def nodes(self, stage: Stage) -> tuple[Node, ...]:
        """Return the matches of its bracket, each after those that feed it."""
        first_round = self._group_rounds(len(stage.entrants)) + 1
        return tree(self.groups * self.qualify, first_round, third_place=self.third_place)

    def _qualified(self, stage: Stage) -> list[Filling]:
        """Return the numbers by seed of the knock-out. Who left during the groups does not go through."""
        circles = self.circles(stage)
        played = self._group_rounds(len(stage.entrants))
        if not all(circle.is_over(stage) for circle in circles):
            return [PENDING] * (self.groups * self.qualify)
        through = []
        for table in self.tables(stage):
            rows = (stage.by_number[row.number] for row in table.rows if row.place is not None)
            through.append([entrant.number for entrant in rows if entrant.left is None or entrant.left > played])
        return [
            through[group][place] if place < len(through[group]) else NOBODY
            for group, place in crossed(self.groups, self.qualify)
        ]


def _at_own_tables(groups: Iterable[Iterable[Pairing]]) -> tuple[Pairing, ...]:
    """Return the pairings of all groups with tables counted through."""
    pairings = (pairing for group in groups for pairing in group)
    return tuple(replace(pairing, table=table_number) for table_number, pairing in enumerate(pairings, 1))
