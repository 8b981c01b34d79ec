"""Commands: what a client may say, read strictly, and the one place where a word becomes a call.

Types are exact (no "3" for 3, no 3.0) and an unknown key is refused: a misspelt `signal` must not become a play without
one. A repeated key counts as its last value, as in most readers of JSON.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar, get_args
from uuid import UUID

import msgspec

from games.engine.errors import BadFormat, Refusal

M = TypeVar("M")
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Word = Annotated[str, msgspec.Meta(max_length=32)]
Digits = Annotated[str, msgspec.Meta(max_length=64)]  # hexadecimal
Cards = Annotated[str, msgspec.Meta(max_length=130)]  # forty codes of two letters and the spaces between them


class BadJson(Refusal):
    """The frame is not JSON in UTF-8, or is nested too deeply to be read."""

    code = "bad_json"


class BadType(Refusal):
    """No command has this name."""

    code = "bad_type"


class TooLarge(Refusal):
    """The frame is larger than any command."""

    code = "too_large"


class TooMany(Refusal):
    """More commands came than people play cards."""

    code = "too_many"


class Message(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Anything a client may say."""


class Command(Message):
    """What changes a match: which one, what its sender had seen of it, and a name by which a resend is known."""

    match: UUID
    seq: Seq
    command_id: UUID


class Play(Command, tag="play"):
    """A card, with its signal or its spoken declaration (rules 4 and 7)."""

    card: Word
    signal: Word | None = None
    say: Word | None = None


class Declare(Command, tag="declare"):
    """Declarations, one string a combination (rules 3)."""

    sets: Annotated[list[Cards], msgspec.Meta(min_length=1, max_length=10)]


class Bid(Command, tag="bid"):
    """A bid of the auction (rules 6.1)."""

    bid: Word


class Call(Command, tag="call"):
    """The card the soloist calls."""

    card: Word


class Give(Command, tag="give"):
    """The card given back for the one called."""

    card: Word


class Take(Command, tag="take"):
    """How many cards of the monte are taken."""

    count: Annotated[int, msgspec.Meta(ge=0, le=40)]


class Discard(Command, tag="discard"):
    """The cards laid aside, in one string."""

    cards: Cards


class AMonte(Command, tag="a_monte"):
    """A redeal is asked for (rules 5, a_monte)."""


class CallOut(Command, tag="call_out"):
    """*Mi chiamo fuori* (rules 5, call_out)."""


class Resign(Command, tag="resign"):
    """The match is given up, as far as the sender is concerned."""


class Abort(Command, tag="abort"):
    """The match is to count for nothing, as long as no trick is complete."""


class Leave(Command, tag="leave"):
    """The seat is left to a bot."""


class Ready(Command, tag="ready"):
    """The next hand may begin."""


class AskPause(Command, tag="pause"):
    """A pause is proposed, or agreed to if another has proposed one."""


class AnswerPause(Command, tag="answer_pause"):
    """The pause proposed is agreed to, or declined."""

    accept: bool


class Resume(Command, tag="resume"):
    """The match goes on after a pause."""


class CommitEntropy(Command, tag="commit_entropy"):
    """What the sender commits to for the shuffle of the next hand: a SHA-256 (docs/fair-deal.md)."""

    commitment: Digits


class RevealEntropy(Command, tag="reveal_entropy"):
    """The bytes committed to."""

    entropy: Digits


class TakeBack(Command, tag="take_back"):
    """The seat is taken back from the bot that plays it."""


class Chat(Message, tag="chat"):
    """Words for the others at the table."""

    command_id: UUID
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=800)]  # before what cannot be seen is left out


class Greet(Message, tag="greet"):
    """One of the greetings, which every reader reads in their language."""

    command_id: UUID
    greeting: Word


class Resync(Message, tag="resync"):
    """What happened after *since* is asked for, or the whole state."""

    since: Seq | None = None


class Ping(Message, tag="ping"):
    """A sign of life; *t* comes back."""

    t: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class Echo(Message, tag="echo"):
    """The answer to a `pong`, sent at once: by it the server measures the round trip."""

    n: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


AnyCommand = (
    Play | Declare | Bid | Call | Give | Take | Discard | AMonte | CallOut | Resign | Abort | Leave | Ready | TakeBack
    | CommitEntropy | RevealEntropy | AskPause | AnswerPause | Resume
)  # fmt: skip
Talk = Chat | Greet
AnyMessage = AnyCommand | Talk | Resync | Ping | Echo

_COMMANDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyCommand))
_MESSAGES = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyMessage))

_read = msgspec.json.Decoder(AnyMessage).decode


def parse(frame: str | bytes) -> AnyMessage:
    """Return what *frame* says at a table or in the lobby. Raises BadJson, BadFormat or BadType."""
    return parsed(frame, _read, _MESSAGES)


def parsed(frame: str | bytes, read: Callable[[str | bytes], M], known: frozenset[str]) -> M:
    """Return what *read* makes of *frame*, where *known* names can be said. Raises BadJson, BadFormat or BadType."""
    try:
        return read(frame)
    except msgspec.ValidationError as error:
        raise _refusal(_plain(frame), str(error), known) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadJson(str(error)) from None


def command(fields: object, *, match: UUID, command_id: UUID) -> AnyCommand:
    """Return the command that the object *fields* is for one match; raises BadFormat or BadType (for REST)."""
    if not isinstance(fields, dict):
        raise BadFormat("A command is a JSON object.")
    try:
        found: AnyCommand = msgspec.convert({**fields, "match": match, "command_id": command_id}, AnyCommand)
    except msgspec.ValidationError as error:
        raise _refusal(fields, str(error), _COMMANDS) from None
    return found


def claimed_id(frame: str | bytes) -> UUID | None:
    """Return the `command_id` that an unreadable *frame* still shows, for its refusal to name."""
    try:
        plain = _plain(frame)
        return UUID(plain["command_id"]) if isinstance(plain, dict) else None
    except (BadJson, KeyError, ValueError, AttributeError, TypeError):
        return None


def _plain(frame: str | bytes) -> object:
    """Return *frame* as plain data. Raises BadJson."""
    try:
        plain: object = msgspec.json.decode(frame)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadJson(str(error)) from None
    return plain


def _refusal(plain: object, fault: str, known: frozenset[str]) -> Refusal:
    """Return why JSON of the wrong shape is no command: its name is unknown, or else its fields are wrong."""
    kind = plain.get("type") if isinstance(plain, dict) else None
    if isinstance(kind, str) and kind not in known:
        return BadType(f"There is no command {kind[:32]!r}.")
    return BadFormat(fault)
