"""Lesson: prepared positions from which a beginner finds the right card, word or number; the engine is the judge.

The learner has seat 0 and everything is played by the rules of the preset `club`. Nothing is stored: a step is data,
and a choice is judged by playing it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from games.engine.actions import parse_action
from games.engine.cards import card_codes, hand_of, parse_cards
from games.engine.deal import parse_deal
from games.engine.errors import Refusal
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.visibility import public_view, seat_view
from games.solver.rule_player import choose

LEARNER: Final = 0
PARTNER: Final = 2
_RULES: Final = resolve("club", {})

View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A prepared position and what is asked of the learner there.

    *hands* names the cards that matter, by seat; the rest of the deck fills them up. *tricks* are first played by
    everybody, then the cards of *trick* in turn. *ask* is `card`, `signal`, `declaration`, `thirds` or `hand`;
    *choices* are those offered, all cards held where there are none; *right* are the choices that do what is asked.
    """

    name: str
    ask: str
    hands: tuple[str, str, str, str]
    dealer: int
    right: frozenset[str]
    choices: tuple[str, ...] = ()
    trick: tuple[str, ...] = ()
    tricks: int = 0
    card: str = ""  # that the signal goes with

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the cards of each seat, whole."""
        return _filled(self.hands)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a choice: *reason* is `right`, `other` for a lawful one that was not it, or a refusal's."""

    is_right: bool
    reason: str


@dataclass(slots=True)
class Scene:
    """Where a step stands, as the learner sees it."""

    match: Match
    history: list[View] = field(default_factory=list)

    def act(self, act: Mapping[str, Any]) -> None:
        """Do an act of the record. Raises the rules' refusal, and then nothing has changed."""
        self.match.apply(parse_action(act, seats=_RULES.seats, scores=_RULES.scores))
        self.history.append({key: value for key, value in act.items() if key != "timeout"})

    @property
    def view(self) -> View:
        """Return what everybody sees."""
        return public_view(self.match)

    @property
    def hand(self) -> list[str]:
        """Return the learner's cards."""
        cards: list[str] = seat_view(self.match, LEARNER)["hand"]
        return cards

    @property
    def turn(self) -> int | None:
        """Return whose turn it is, None once the hand is over."""
        hand = self.match.hand
        return None if hand is None or hand.ended else hand.turn

    def let_bots_play(self, *, until: int | None = LEARNER, tricks: int = 10) -> None:
        """Let the house's bots play for everybody until it is *until*'s turn, or so many tricks are complete."""
        while self.match.hand is not None and self.turn is not None and self.turn != until:
            if len(self.match.hand.tricks) >= tricks:
                return
            self._bot_acts(self.turn)

    def _bot_acts(self, seat: int) -> None:
        acts = choose(
            ruleset=_RULES, public=self.view, private=seat_view(self.match, seat), history=tuple(self.history)
        )
        for act in acts:
            self.act(act)


@cache
def _opening(step: Step) -> Match:
    """Return the match of a step as it is dealt; not to be changed."""
    match = Match(_RULES)
    match.start_hand(step.dealer, parse_deal(_RULES, {"dealer": step.dealer, "deal": list(step.cards)}))
    return match


def scene_of(step: Step, played: Sequence[str] = ()) -> Scene:
    """Return the position in which the learner is asked; in a step of kind `hand` after the cards they have *played*.

    Raises the rules' refusal of a card in *played*.
    """
    scene = Scene(_opening(step).copy())
    scene.let_bots_play(until=None, tricks=step.tricks)
    for card in step.trick:
        scene.act({"seat": scene.turn, "do": "play", "card": card})
    if step.ask == "hand":
        scene.let_bots_play()
        for card in played:
            scene.act({"seat": LEARNER, "do": "play", "card": card})
            scene.let_bots_play()
    return scene


def choices_of(step: Step, scene: Scene) -> Sequence[str]:
    """Return what the learner may choose from."""
    return step.choices or scene.hand


def verdict(step: Step, choice: str) -> Verdict | None:
    """Judge a choice, None where it is none of those offered."""
    scene = scene_of(step)
    if choice not in choices_of(step, scene):
        return None
    try:
        if step.ask == "declaration":
            scene.act({"seat": LEARNER, "do": "declare", "sets": [choice]})
        elif step.ask == "signal":
            scene.act({"seat": LEARNER, "do": "play", "card": step.card, "signal": choice})
        elif step.ask == "card":
            scene.act({"seat": LEARNER, "do": "play", "card": choice})
    except Refusal as refusal:
        return Verdict(is_right=False, reason=refusal.code)
    is_right = choice in step.right
    return Verdict(is_right=is_right, reason="right" if is_right else "other")


def refusal_of(step: Step, played: Sequence[str], card: str) -> str | None:
    """Return why the rules refuse *card* after those played in a step of kind `hand`, None where they do not."""
    scene = scene_of(step, played)
    if scene.turn != LEARNER:
        return "hand_over"
    try:
        scene.act({"seat": LEARNER, "do": "play", "card": card})
    except Refusal as refusal:
        return refusal.code
    return None


def last_thirds(scene: Scene) -> int:
    """Return the thirds of the last trick, with the three that the last of a hand brings besides."""
    trick = scene.view["last_trick"]
    return int(trick["thirds"]) + (3 if trick["number"] == 10 else 0)


def _filled(hands: Sequence[str]) -> tuple[str, ...]:
    """Return *hands* with the cards that nobody was given dealt out in their order."""
    given = [list(parse_cards(text)) for text in hands]
    rest = [card for card in range(40) if not any(card in cards for cards in given)]
    for cards in given:
        while len(cards) < 10:
            cards.append(rest.pop(0))
    return tuple(" ".join(card_codes(hand_of(cards))) for cards in given)
