"""Drafts: a round drawn, stored before its release, and released. For services that hold the tournament's lock."""

from collections.abc import Iterable
from datetime import datetime

from accounts.services import notices
from tournaments.errors import WrongState
from tournaments.formats.errors import BadPairing, RoundOpen
from tournaments.formats.stage import Draft, Pairing, Stage
from tournaments.formats.swiss import Swiss
from tournaments.models import Encounter, Entrant, EntrantMember, Round, Tournament
from tournaments.selectors.nameplates import nameplates
from tournaments.selectors.stages import format_of
from tournaments.services.audit import Hand, note

Pair = tuple[int, int | None]


def next_draft(tournament: Tournament, stage: Stage, by_hand: Iterable[Pair] = ()) -> Draft | None:
    """Return the round that follows, with the pairs made *by_hand* where a Swiss round is drawn; None when it is over.

    Raises RoundOpen naming the tables without a result and who is at them, and what the format refuses.
    """
    played, fixed = format_of(tournament), tuple(by_hand)
    if stage.open:
        raise round_open(tournament, stage.open)
    if not fixed:
        return played.next_round(stage)
    if not isinstance(played, Swiss):
        raise BadPairing("pairs are made by hand in a Swiss tournament only")
    return played.next_round(stage, fixed)


def round_open(tournament: Tournament, pairings: Iterable[Pairing]) -> RoundOpen:
    """Return the refusal that names the tables of *pairings* and who plays there."""
    plates = nameplates(tournament)
    waiting = tuple(pairings)
    told = "; ".join(
        f"table {at.table} of round {at.round}: {' and '.join(plates[number].name for number in at.numbers)}"
        for at in waiting[:8]
    )
    return RoundOpen(f"not decided yet: {told}", tuple(pairing.key for pairing in waiting))


def store_draft(tournament: Tournament, draft: Draft, hand: Hand, now: datetime, by_hand: Iterable[Pair] = ()) -> Round:
    """Store a round as a draft.

    Where it is what a result taken back has left open of a round that was played, it is added to that, and public.
    """
    drawn, is_new = Round.objects.get_or_create(
        tournament=tournament, number=draft.round, defaults={"drawn_at": now, "state": Round.State.DRAFT}
    )
    if not is_new:
        drawn.state, drawn.started_at, drawn.closed_at = Round.State.RELEASED, None, None
        drawn.save(update_fields=["state", "started_at", "closed_at"])
    rows = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=tournament)}
    made = {frozenset(pair) for pair in by_hand}
    Encounter.objects.bulk_create(
        Encounter(
            tournament=tournament,
            round=drawn,
            key=pairing.key,
            table_number=pairing.table,
            home=rows[pairing.home],
            away=None if pairing.away is None else rows[pairing.away],
            is_rematch=pairing.key in draft.rematches,
            by_hand=frozenset((pairing.home, pairing.away)) in made,
        )
        for pairing in draft.pairings
    )
    note(tournament, hand, "round_drawn", about=str(draft.round), after={"pairs": _pairs(draft.pairings)})
    return drawn


def drop_draft(tournament: Tournament, hand: Hand, reason: str = "") -> bool:
    """Take back a round that has not been released; False where there is none."""
    draft = Round.objects.filter(tournament=tournament, state=Round.State.DRAFT).first()
    if draft is None:
        return False
    draft.delete()
    note(tournament, hand, "draft_dropped", about=str(draft.number), reason=reason)
    return True


def release(tournament: Tournament, drawn: Round, hand: Hand, now: datetime, starts_at: datetime | None) -> None:
    """Publish a draft: from here on it counts, and its players are told where they play. Free rounds are decided."""
    drawn.state, drawn.released_at, drawn.starts_at = Round.State.RELEASED, now, starts_at
    drawn.save(update_fields=["state", "released_at", "starts_at"])
    waiting = Encounter.objects.filter(round=drawn, decided_at=None)
    encounters = list(waiting.select_related("round"))
    waiting.filter(away=None).update(decided_at=now)
    note(tournament, hand, "round_released", about=str(drawn.number))
    tell_of_draw(tournament, encounters)


def tell_of_draw(tournament: Tournament, encounters: Iterable[Encounter]) -> None:
    """Tell the players of *encounters*, whose rounds are loaded, where they play, or that they have a free round."""
    people: dict[int, list[int]] = {}
    members = EntrantMember.objects.filter(tournament=tournament, until=None, user__isnull=False)
    for entrant_id, user_id in members.values_list("entrant_id", "user_id"):
        people.setdefault(entrant_id, []).append(user_id or 0)
    facts = {"tournament": tournament.code, "tournament_name": tournament.name}
    for encounter in encounters:
        own = {**facts, "round": encounter.round.number}
        players = people.get(encounter.home_id, []) + people.get(encounter.away_id or 0, [])
        if encounter.away_id is None:
            notices.give_all(user_ids=players, kind="round_free", data=own)
        else:
            data = {**own, "table_number": encounter.table_number}
            notices.give_all(user_ids=players, kind="round_drawn", data=data)


def round_of(tournament: Tournament, number: int, *states: str) -> Round:
    """Return a round by its number. Raises WrongState where it is in none of *states*, or is not there."""
    found = Round.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise WrongState(f"round {number} has not been drawn")
    if states and found.state not in states:
        raise WrongState(f"round {number} is {found.state}")
    return found


def _pairs(pairings: Iterable[Pairing]) -> list[list[int]]:
    return [list(pairing.numbers) for pairing in pairings]
