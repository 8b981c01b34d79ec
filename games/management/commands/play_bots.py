"""Command: a match of bots in the terminal, of any preset, to be read card by card; nothing of it is stored."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.actions import Action, action_dict, parse_action
from games.engine.cards import card_code, card_codes, sequence_text
from games.engine.deal import deal_cards
from games.engine.errors import Refusal
from games.engine.match import Match, server_action
from games.engine.rulesets import PRESETS, resolve
from games.engine.visibility import public_view, seat_view
from games.solver.rule_player import choose

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Furio", "Gina")
MOST_HANDS = 1_000  # far more than any match takes; a table of cautious bidders may pass for long


class Command(BaseCommand):
    """Lets bots of the level *buono* play a match and prints it."""

    help = "Let bots play a match of any preset, and print it card by card; the same seed is the same match."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the preset, and what may be varied of it."""
        parser.add_argument("preset", metavar="PRESET", help=", ".join(PRESETS))
        parser.add_argument("--players", type=int, help="how many play, where that may be chosen")
        parser.add_argument("--target", type=int, help="the points that end the match")
        parser.add_argument("--hands", type=int, help="exactly so many hands instead")
        parser.add_argument("--seed", type=int, default=1, help="of the deals; 1 unless told")

    def handle(self, *_args: Any, preset: str, seed: int, **wishes: Any) -> None:
        """Play the match to its end. Exits with 2 for rules that do not exist."""
        options = {name: wishes[name] for name in ("players", "target", "hands") if wishes.get(name) is not None}
        try:
            match = Match(resolve(preset, options))
        except Refusal as refusal:
            raise CommandError(f"{refusal.code}: {refusal.detail}", returncode=2) from refusal
        rng = random.Random(seed)
        self._is_terminal = self.stderr.isatty()
        for number in range(1, MOST_HANDS + 1):
            if match.finished:
                break
            self._deal(match, number, rng)
            self._play_hand(match)
        self._progress("")
        self.stdout.write(_result(match))

    def _deal(self, match: Match, number: int, rng: random.Random) -> None:
        rules = match.ruleset
        deck = list(range(40))
        rng.shuffle(deck)
        dealer = match.next_dealer if match.next_dealer is not None else rng.randrange(rules.seats)
        deal = deal_cards(rules, dealer, tuple(deck))
        match.start_hand(dealer, deal)
        self.stdout.write(f"\nHand {number}, dealt by {_name(match, dealer)}")
        for seat, cards in enumerate(match.hand.position.hands if match.hand else ()):
            if cards:
                self.stdout.write(f"  {_name(match, seat):<8} {' '.join(card_codes(cards))}")
        if deal.rest:
            self.stdout.write(f"  {'left':<8} {sequence_text(deal.rest)}")

    def _play_hand(self, match: Match) -> None:
        """Ask the bots until the hand is over, and tell what they do, a trick a line."""
        history: list[dict[str, Any]] = []
        line: list[str] = []
        while (hand := match.hand) is not None and hand.ended is None and not match.finished:
            for act in self._acts(match, history):
                before = len(hand.tricks)
                match.apply(act)
                done = action_dict(act)
                history.append(done)
                if done["do"] not in {"play", "timeout"}:
                    self.stdout.write(f"  {_told(match, done)}")
                    continue
                line.append(_card(match, done))
                if len(hand.tricks) > before:
                    self.stdout.write(f"  {len(hand.tricks):>2}. {'  '.join(line)}  → {_name(match, hand.leader)}")
                    history += [{"seat": seat, "do": "draw", "card": card_code(card)} for seat, card in hand.drawn]
                    line = []
                self._progress(f"hand {len(match.hands) + 1}, trick {len(hand.tricks)} of {hand.trick_count}")
        self._progress("")
        if line:
            self.stdout.write(f"      {'  '.join(line)}")
        self.stdout.write(f"  {_counted(match)}")

    def _acts(self, match: Match, history: list[dict[str, Any]]) -> list[Action]:
        """Return what is done next: by duty, or by the bot on turn, who sees its own view alone."""
        due = server_action(match)
        if due is not None and due.do == "declare":
            return [due]
        turn = match.hand.turn if match.hand else None
        if turn is None:
            return []
        holder = turn if turn in match.ruleset.person_seats else _partner(match, turn)
        private = seat_view(match, holder) | {"may": seat_view(match, turn)["may"]}
        acts = choose(ruleset=match.ruleset, public=public_view(match), private=private, history=history)
        return [parse_action(act) for act in acts]

    def _progress(self, text: str) -> None:
        """Show how far the match is, on a line that is written over; only where somebody looks."""
        if self._is_terminal:
            self.stderr.write(f"\r\x1b[K{text}", ending="")
            self.stderr.flush()


def _partner(match: Match, dummy: int) -> int:
    return next(seat for side in match.sides or () if dummy in side for seat in side if seat != dummy)


def _name(match: Match, seat: int) -> str:
    if seat == match.ruleset.shape.dummy:
        return "dummy"
    return NAMES[match.ruleset.person_seats.index(seat)]


def _card(match: Match, act: dict[str, Any]) -> str:
    beside = act.get("signal") or act.get("say")
    return f"{_name(match, act['seat'])} {act['card']}" + (f" ({beside})" if beside else "")


def _told(match: Match, act: dict[str, Any]) -> str:
    """Return an act that is no card: its name, and what goes with it."""
    facts = {key: value for key, value in act.items() if key not in {"seat", "do", "timeout"}}
    words = [" + ".join(value) if isinstance(value, list) else str(value) for value in facts.values()]
    return " ".join([_name(match, act["seat"]), act["do"].replace("_", " "), *words])


def _counted(match: Match) -> str:
    """Return the line under a hand: what it was worth, and how the match stands."""
    result = match.hands[-1]
    totals = " ".join(map(str, result.totals))
    if result.ended == "a_monte":
        return "dealt again"
    if result.ended == "passed":
        return f"all passed; totals {totals}"
    out = f"thirds {' '.join(map(str, result.thirds))}; points {' '.join(map(str, result.card_points or ()))}"
    if any(result.declared):
        out += f"; declared {' '.join(map(str, result.declared))}"
    if result.contract is not None:
        made = "made" if result.contract.made else "not made"
        out += f"; {_name(match, result.contract.soloist)}'s {result.contract.bid} {made}"
    return f"{out}; totals {totals}"


def _result(match: Match) -> str:
    """Return who won."""
    seats = tuple((seat,) for seat in range(match.ruleset.seats))
    owners = seats if match.ruleset.scored_by_seat else match.sides or ()
    sides = [owners[number] for number in match.winners]
    winners = " and ".join(" with ".join(_name(match, seat) for seat in side) for side in sides)
    return f"\n{winners or 'Nobody'} won, totals {' '.join(map(str, match.totals))}, after {len(match.hands)} hands."
