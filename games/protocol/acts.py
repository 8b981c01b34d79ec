"""Acts: what each command does, in one closed list: no word of a client ever becomes a name that is looked up."""

from typing import Any

from games.protocol.commands import (
    Abort,
    AMonte,
    AnswerPause,
    AnyCommand,
    AskPause,
    Bid,
    Call,
    CallOut,
    Chat,
    CommitEntropy,
    Declare,
    Discard,
    Give,
    Leave,
    Play,
    Ready,
    Resign,
    Resume,
    RevealEntropy,
    Take,
    TakeBack,
    Talk,
)
from games.services.chat import write
from games.services.play import act


def perform(command: AnyCommand, *, user_id: int, lag_ms: int = 0) -> int:
    """Do *command* for a user and return the number of its event; the same command again returns the same.

    *lag_ms* is the round trip as the server has measured it. Locks the match in a transaction of its own. Raises the
    refusals of `games.services.play.act`.
    """
    do, fields = _deed(command)
    return act(
        match_id=command.match,
        user_id=user_id,
        do=do,
        fields={name: value for name, value in fields.items() if value is not None},
        seq=command.seq,
        command_id=command.command_id,
        lag_ms=lag_ms,
    )


def talk(message: Talk, *, table_id: int, user_id: int, unlocked: bool) -> int:
    """Say something at a table for a user and return the line's id; the same message again returns the same.

    In a transaction of its own. Raises the refusals of `games.services.chat.write`.
    """
    said = {"text": message.text} if isinstance(message, Chat) else {"greeting": message.greeting}
    return write(table_id=table_id, user_id=user_id, command_id=message.command_id, unlocked=unlocked, **said)


def _deed(command: AnyCommand) -> tuple[str, dict[str, Any]]:  # noqa: C901, PLR0911, PLR0912 - one line a command
    """Return the act and its fields, as the record writes them (docs/record.md)."""
    match command:
        case Play():
            return "play", {"card": command.card, "signal": command.signal, "say": command.say}
        case Declare():
            return "declare", {"sets": command.sets}
        case Bid():
            return "bid", {"bid": command.bid}
        case Call():
            return "call", {"card": command.card}
        case Give():
            return "give", {"card": command.card}
        case Take():
            return "take", {"count": command.count}
        case Discard():
            return "discard", {"cards": command.cards}
        case AMonte():
            return "a_monte", {}
        case CallOut():
            return "call_out", {}
        case Resign():
            return "resign", {}
        case Abort():
            return "abort", {}
        case Leave():
            return "leave", {}
        case Ready():
            return "ready", {}
        case CommitEntropy():
            return "commit_entropy", {"commitment": command.commitment}
        case RevealEntropy():
            return "reveal_entropy", {"entropy": command.entropy}
        case AskPause():
            return "pause", {}
        case AnswerPause():
            return "agree_to_pause" if command.accept else "decline_pause", {}
        case Resume():
            return "resume", {}
        case TakeBack():
            return "take_back", {}
