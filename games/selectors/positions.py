"""Positions: where a match stands after an event; a fold of its log, and nothing else.

A finished position is never changed: `after` makes a new one. What clients see, event and fresh view alike, is read
from positions, so that *old view + events == fresh view* holds by construction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from games.engine.actions import parse_action
from games.engine.cards import card_code
from games.engine.deal import parse_deal
from games.engine.match import Match
from games.engine.rulesets import Ruleset, resolve
from games.engine.visibility import public_view, seat_view
from games.models import Event
from games.selectors.gatherings import Gathering
from games.selectors.holders import Holder
from games.selectors.pauses import Pause

# The kind of event each act of the record becomes (docs/record.md, docs/protocol.md 1.2).
KIND_OF_ACT: Final = {
    "play": "played",
    "timeout": "played",
    "declare": "declared",
    "bid": "bid",
    "call": "called",
    "give": "given",
    "take": "taken",
    "discard": "discarded",
    "a_monte": "redeal_asked",
    "call_out": "called_out",
    "resign": "resigned",
    "award": "awarded",
}
ACT_OF_KIND: Final = {kind: act for act, kind in KIND_OF_ACT.items() if act != "timeout"}
_TOLD_BESIDE: Final = {"declared": frozenset({"kinds", "points"})}  # said to people, no part of the act
# Acts after which it is somebody's new turn, or the same person's next; all else leaves a turn as it is.
_TURN_ENDS: Final = frozenset(ACT_OF_KIND) - {"declared", "awarded"} | {"started", "dealt"}


class MatchPosition:
    """A match after event *seq*: the game by its rules, and what stands around it at the table."""

    __slots__ = (
        "_view",
        "_yours",
        "aborters",
        "bot_at_first_card",
        "can_leave",
        "can_pause",
        "commitment",
        "dealt_seq",
        "entropies",
        "event",
        "game",
        "gathering",
        "history",
        "holders",
        "is_official",
        "options",
        "pause",
        "pause_askers",
        "ready",
        "resigners",
        "result",
        "seq",
        "status",
        "timing",
        "turn_seq",
    )

    def __init__(self, started: Event) -> None:
        """Begin with the first event of a log."""
        facts = started.public
        self.event = started
        self.seq = started.seq
        self.game = Match(resolve(facts["rules"], facts["options"], facts["version"]))
        self.options = self.game.ruleset.options_changed()  # once a match: it is a part of every view
        self.holders = {seat["seat"]: Holder.from_facts(seat["seat"], seat) for seat in facts["seats"]}
        self.status = "running"
        self.result: Mapping[str, Any] | None = None
        self.commitment = ""
        self.gathering: Gathering | None = None  # of the players' entropy, until the next hand is dealt
        self.entropies: tuple[str, ...] = ()  # what went into the deal of this hand, by seat; "" for none
        self.history: tuple[Mapping[str, Any], ...] = ()  # what everybody saw done in this hand
        self.ready: frozenset[int] = frozenset()
        self.resigners: frozenset[int] = frozenset()
        self.aborters: frozenset[int] = frozenset()
        self.can_pause: bool = facts.get("pauses", False)
        self.is_official = "official" in facts
        self.can_leave: bool = facts.get("official", {}).get("bots", True)  # for a bot may play on
        self.pause: Pause | None = None  # proposed, or on
        self.pause_askers: frozenset[int] = frozenset()  # who has proposed one since the deal
        self.bot_at_first_card: bool | None = None  # None before it
        self.dealt_seq = self.turn_seq = started.seq  # the events that began this hand, this turn
        self.timing: Mapping[str, Any] = started.timing or {}
        self._view: dict[str, Any] | None = None
        self._yours: dict[int, dict[str, Any]] = {}

    @property
    def match_id(self) -> UUID:
        """Return the match this is a position of."""
        return self.event.match_id

    @property
    def rules(self) -> Ruleset:
        """Return the rules of the match."""
        return self.game.ruleset

    @property
    def turn(self) -> int | None:
        """Return the seat that has to act in the hand in play, None between hands and after the match."""
        due = self.game.next
        return None if due is None or due[0] == "deal" else due[1]

    def holder_of(self, seat: int) -> Holder:
        """Return who decides for *seat*: its holder, or the partner who plays a dummy's cards (rules 6)."""
        if seat in self.holders:
            return self.holders[seat]
        side = next(side for side in self.rules.sides or () if seat in side)
        return next(self.holders[partner] for partner in side if partner != seat)

    def seat_of(self, user_id: int | None) -> int | None:
        """Return the seat *user_id* holds, None for a watcher."""
        return next((seat for seat, holder in self.holders.items() if holder.user_id == user_id), None)

    def partners_of(self, seat: int) -> list[Holder]:
        """Return the people of *seat*'s side who are there to decide, itself among them; no secret partner."""
        sides = () if self.rules.scored_by_seat else self.game.sides or ()
        side = next((side for side in sides if seat in side), (seat,))
        return [self.holders[own] for own in side if own in self.holders and self.holders[own].is_there]

    def people(self) -> list[Holder]:
        """Return the people who are there."""
        return [holder for holder in self.holders.values() if holder.is_there]

    @property
    def is_hand_wanted(self) -> bool:
        """Whether nobody needs the pause before the next hand: all people are ready, or it is the first hand."""
        people = self.people()
        return self.game.hand is None or bool(people and all(holder.seat in self.ready for holder in people))

    @property
    def waits_for_entropy(self) -> bool:
        """Whether the two seconds run, and somebody there may still commit to entropy or has yet to reveal it."""
        gathering = self.gathering
        if gathering is None or gathering.began_at is None:
            return False
        if gathering.is_asked:
            return any(gathering.can_reveal(seat) and not self.holders[seat].acts_alone for seat in self.holders)
        return any(gathering.can_commit(holder.seat) for holder in self.people())

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused: no clock runs and nobody plays."""
        return self.pause is not None and self.pause.is_on

    @property
    def has_trick(self) -> bool:
        """Whether a whole trick has been played; until then the match may be aborted (tournaments, 6)."""
        hand = self.game.hand
        return bool(hand and hand.tricks) or any(result.winners for result in self.game.hands)

    def after(self, event: Event) -> "MatchPosition":
        """Return the position after *event*, the next of the log. Raises the engine's refusal of an act."""
        return self.after_all((event,))

    def after_all(self, events: Iterable[Event]) -> "MatchPosition":
        """Return the position after the next *events* of the log."""
        twin: MatchPosition = object.__new__(MatchPosition)
        for name in _FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.game = self.game.copy()
        twin._view = None
        twin._yours = {}
        for event in events:
            twin._enter(event)
        return twin

    def _enter(self, event: Event) -> None:
        if event.kind in ACT_OF_KIND:
            self._act(event)
        elif event.seat is not None:
            self._change_people(event, event.seat)
        else:
            self._change_hand(event)
        self._follow_pause(event)
        if event.kind in _TURN_ENDS:
            self.turn_seq = event.seq
        if event.timing is not None:
            self.timing = event.timing
        self.event = event
        self.seq = event.seq

    def _change_hand(self, event: Event) -> None:
        """Follow the server from hand to hand; a hand's end and its revealed seed say what the log holds already."""
        match event.kind:
            case "hand_committed":
                self.commitment = event.public["commitment"]
                self.gathering = Gathering.opened_by(event, is_first=self.game.hand is None)
            case "entropy_asked" if self.gathering:
                self.gathering = self.gathering.after(event)
            case "dealt":
                revealed = self.gathering.entropies if self.gathering else {}
                self.entropies = tuple(revealed.get(seat, "") for seat in range(self.rules.seats))
                self.gathering = None
                self.game.start_hand(event.public["dealer"], parse_deal(self.rules, event.private["server"]))
                self.dealt_seq = event.seq
                self.history = ()
                self.ready = self.resigners = self.pause_askers = frozenset()
            case "ended":
                self.gathering = None
                self.status = event.public["status"]
                self.result = event.public["result"]

    def _change_people(self, event: Event, seat: int) -> None:
        """Follow what people say beside the game, and who plays for whom."""
        match event.kind:
            case "ready":
                self.ready |= {seat}
            case "entropy_committed" | "entropy" if self.gathering:
                self.gathering = self.gathering.after(event)
            case "resign_asked":
                self.resigners |= {seat}
            case "abort_asked":
                self.aborters |= {seat}
            case "bot_took_seat":
                self._change(seat, by_bot=True, has_left=event.public["reason"] == "left")
            case "seat_given_back":
                self._change(seat, by_bot=False, has_left=False, timeouts=0)
            case "substituted":
                self._substitute(event, seat)

    def _substitute(self, event: Event, seat: int) -> None:
        """Follow another person into a seat, who has said nothing yet and begins the turn anew."""
        facts = event.public
        turn = self.turn
        if turn is not None and self.holder_of(turn).seat == seat:
            self.turn_seq = event.seq
        self.holders = {**self.holders, seat: Holder.from_facts(seat, facts)}
        self.ready -= {seat}
        self.resigners -= {seat}

    def _follow_pause(self, event: Event) -> None:
        """Follow a pause from its proposal to its end; what waited for the next hand waits as much longer."""
        pause = self.pause
        if event.kind == "paused" and pause is None:
            self.pause = Pause.directed_by(event)
        elif event.kind == "pause_asked" and event.seat is not None:
            self.pause = Pause.asked_by(event, event.seat)
            self.pause_askers |= {event.seat}
        elif pause is not None:
            if event.kind == "resumed" and self.gathering and pause.began_at:
                self.gathering = self.gathering.moved(event.at - pause.began_at)
            self.pause = None if self._plays_on(event, pause) else pause.after(event)

    def may_ask_pause(self, seat: int) -> bool:
        """Tell whether *seat* may propose a pause: in a hand with other people once, or it would do for signals."""
        hand = self.game.hand
        is_in_hand = hand is not None and hand.ended is None
        return not is_in_hand or seat not in self.pause_askers or len(self.people()) < 2

    def _plays_on(self, event: Event, pause: Pause) -> bool:
        """Tell whether somebody has played instead of answering the proposal of a pause."""
        if event.kind not in _TURN_ENDS or event.seat is None or event.by != "player":
            return False
        return self.holder_of(event.seat).seat not in pause.agreed

    def _act(self, event: Event) -> None:
        """Do what a seat, the server or a director did by the rules."""
        done = act_of(event)
        self.game.apply(parse_action(done, seats=self.rules.seats, scores=self.rules.scores))
        self.history = (*self.history, {"seat": event.seat, "do": ACT_OF_KIND[event.kind], **event.public})
        if event.kind == "played" and self.game.hand is not None and not self.game.hand.position.plays:
            drawn = self.game.hand.drawn  # in sight of all, after a trick
            self.history += tuple({"seat": seat, "do": "draw", "card": card_code(card)} for seat, card in drawn)
        if event.kind == "played" and self.bot_at_first_card is None:
            self.bot_at_first_card = not all(holder.is_there for holder in self.holders.values())
        if event.seat is not None:
            holder = self.holder_of(event.seat)
            if event.public.get("timeout"):
                self._change(holder.seat, timeouts=holder.timeouts + 1)
            elif event.by != "server" and holder.timeouts:
                self._change(holder.seat, timeouts=0)

    def _change(self, seat: int, **facts: Any) -> None:
        self.holders = {
            number: replace(holder, **facts) if number == seat else holder for number, holder in self.holders.items()
        }

    @property
    def view(self) -> dict[str, Any]:
        """Return what everybody may see, people by their ids; not to be changed (docs/protocol.md 1.3)."""
        if self._view is None:
            self._view = {
                **public_view(self.game),
                "seats": [
                    {
                        "seat": holder.seat,
                        "id": holder.user_id,
                        "kind": "bot" if holder.is_bot else "human",
                        "by_bot": holder.by_bot,
                    }
                    for holder in self.holders.values()
                ],
                "rules": self.rules.preset,
                "options": self.options,
                "target": self.rules.target,
                "status": self.status,
                "commitment": self.commitment,
                "entropy": self.gathering.view if self.gathering else None,
                "clock": self.timing.get("clock"),
                "next_hand_at": self.timing.get("next_hand_at"),
                "ready": sorted(self.ready),
                "abort_asked": sorted(self.aborters),
                "pause": self.pause.view if self.pause else None,
            }
            if self.result is not None:
                self._view["result"] = self.result
        return self._view

    def yours(self, seat: int) -> dict[str, Any]:
        """Return what only the holder of *seat* may see and do; not to be changed (docs/protocol.md 1.3)."""
        if seat not in self._yours:
            yours = dict(seat_view(self.game, seat))
            turn = self.turn
            if turn is not None and turn != seat and self.holder_of(turn).seat == seat:
                yours["acts_for"] = turn
                yours["may"] = seat_view(self.game, turn)["may"]
            yours["may"] = self._acts(seat, yours["may"])
            side = {partner.seat for partner in self.partners_of(seat)}
            yours["resign_asked"] = sorted(self.resigners & (side | {seat}))
            self._yours[seat] = yours
        return self._yours[seat]

    def _acts(self, seat: int, by_rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the holder of *seat* may do: the acts of the game, and those about the match."""
        if self.status != "running":
            return {}
        if self.holders[seat].by_bot:
            return {"take_back": True}
        hand, gathering = self.game.hand, self.gathering
        if self.pause is not None and self.pause.is_on:
            if self.pause.by is None:
                return {"leave": True} if self.can_leave else {}
            offers = {
                "resume": not self.holders[seat].is_bot,
                "resign": hand is not None and hand.ended is None and seat not in self.resigners,
                "abort": not self.has_trick and seat not in self.aborters,
                "leave": True,
            }
            return {act: True for act, is_offered in offers.items() if is_offered}
        pauses = self.can_pause and not self.holders[seat].is_bot
        is_asked = pauses and self.pause is not None and seat not in self.pause.agreed
        offers = {
            "resign": hand is not None and hand.ended is None and seat not in self.resigners,
            "ready": hand is not None and hand.ended is not None and seat not in self.ready,
            "commit_entropy": gathering is not None and gathering.can_commit(seat),
            "reveal_entropy": gathering is not None and gathering.can_reveal(seat),
            "abort": not (self.has_trick or self.is_official or seat in self.aborters),
            "leave": self.can_leave,
            "pause": pauses and (is_asked or self.may_ask_pause(seat)),
            "answer_pause": is_asked,
        }
        return {**by_rules, **{act: True for act, is_offered in offers.items() if is_offered}}


_FIELDS: Final = tuple(name for name in MatchPosition.__slots__ if name not in {"game", "_view", "_yours"})


def act_of(event: Event) -> dict[str, Any]:
    """Return the act an event stands for, whole, as the record writes it."""
    act = "timeout" if event.kind == "played" and event.public.get("timeout") else ACT_OF_KIND[event.kind]
    done: dict[str, Any] = {"do": act} if event.seat is None else {"seat": event.seat, "do": act}
    own = event.private.get(str(event.seat), {})
    told = _TOLD_BESIDE.get(event.kind, frozenset())
    return done | {key: value for key, value in (event.public | own).items() if key not in told}
