"""demo_club: gives a demonstration a club: members with ratings, a tournament played, and one to enter."""

import random
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.models import Club, Membership, User
from accounts.services.clubs import found
from games.engine.visibility import seat_view
from games.models import Match, Table
from games.selectors.memory import position_of
from games.services import official_tables, ratings, seasons
from games.services.clock import run_ahead
from games.services.hands import carry_out
from games.services.logbook import writing
from games.solver.rule_player import choose
from tournaments.models import Tournament
from tournaments.services import hand_entries, series, simulation
from tournaments.services.audit import SERVER

OWNER: Final = "demo"
CLUB: Final = "Circolo Lanterna"
MEMBERS: Final = ("Ines-da-Muggia", "Tullio-Rossi", "Nevia-Zidar", "Oreste-Blasi")
MATCHES: Final = 10  # each of them has a rank then
PAIRS: Final = 4
WAITING: Final = 3  # pairs of bots that wait for company on Thursday
_THURSDAY: Final = 3
_MOST_ACTS: Final = 5_000  # far more than any of these matches takes
_PRESET: Final = "torneo"
_SHORT: Final = 5  # points: a hand mostly, for nobody waits long for a demonstration
_CLOCK: Final[dict[str, Any]] = {"move_seconds": 30, "bank_seconds": 60, "bot_delay_ms": 900, "watch_delay": 0}


class Command(BaseCommand):
    """Add what is missing of the demonstration's club; running it again changes nothing that is there."""

    help = "Add a club to the demonstration: members with ratings, a tournament that was played, and one to enter."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Add what is missing; `demo` has to be there."""
        owner = User.objects.filter(username=OWNER).first()
        if owner is None:
            self.stdout.write("There is no member `demo`: nothing was added.")
            return
        now = timezone.now()
        own = Club.objects.filter(memberships__user=owner, memberships__role=Membership.Role.OWNER, name=CLUB).first()
        if own is None:
            own = Club.objects.get(pk=found(user_id=owner.pk, name=CLUB, place="Trieste", entry=Club.Entry.OPEN))
            _play_rated(own, _members_of(own), now)
            _play_tournament(own, now)
        if not own.tournament_series.exists():
            _begin_thursdays(own, owner, now)
        self.stdout.write(f"{own.name}: {own.memberships.count()} members, {own.tournaments.count()} tournaments.")


def _members_of(club: Club) -> list[User]:
    """Return four people nobody can log in as, members of the club; a name that is taken gets a number."""
    people = []
    for name in MEMBERS:
        tries = (name, *(f"{name}-{number}" for number in range(2, 99)))
        free = next(each for each in tries if not User.objects.named_like(each).exists())
        people.append(User.objects.create_user(free))
    Membership.objects.bulk_create(Membership(club=club, user=person) for person in people)
    return people


def _play_rated(club: Club, people: Sequence[User], now: datetime) -> None:
    """Let them play some rated matches, as bots would, on the last evenings; partners change."""
    dice = random.Random(len(people))
    for number in range(MATCHES):
        began = now - timedelta(days=MATCHES - number)
        order = dice.sample(people, len(people))
        table_id = official_tables.open_official_table(
            **_CLOCK, preset=_PRESET, options={"target": _SHORT}, club_id=club.pk, name=club.name, origin=club.name,
            origin_url=f"/clubs/{club.slug}/",
            seats={seat: person.pk for seat, person in enumerate(order)}, rated=True, bots_allowed=False, now=began,
        )  # fmt: skip
        for person in order:
            official_tables.arrive(table_id=table_id, user_id=person.pk, now=began)
        match = Match.objects.get(table_id=table_id)
        _play_out(match, began)
        if Table.objects.get(pk=table_id).status != Table.Status.CLOSED:
            official_tables.close_official_table(table_id=table_id)
    ratings.rate_left()
    seasons.follow_left()


def _play_out(match: Match, moment: datetime) -> None:
    """Play a match to its end, every seat as a bot of the house would, a second a card."""
    for _act in range(_MOST_ACTS):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            return
        position = position_of(match.pk, match.seq)
        if position.turn is None:
            moment = max(moment, run_ahead(match.pk) or moment)
            continue
        moment += timedelta(seconds=1)
        with writing(match.pk, moment) as book:
            now, seat = book.position, book.position.turn
            if seat is None:
                continue
            view = seat_view(now.game, seat)
            acts = choose(ruleset=now.game.ruleset, public=now.view, private=view, history=now.history)
            for act in acts:
                carry_out(book, act, by="player")
                if book.position.turn is None:
                    break


def _play_tournament(club: Club, now: datetime) -> None:
    """Let bots play a small knock-out to its end, yesterday."""
    plan = {"legs": [{"preset": _PRESET, "target": _SHORT}]}
    whole = {"name": "Coppa di apertura", "format": Tournament.Format.KNOCKOUT, "plan": plan}
    began = now - timedelta(days=1)
    made = simulation.prepare(club_id=club.pk, entrants=PAIRS, now=began, **whole)
    simulation.run(tournament_id=made, told=lambda _reached: None)


def _begin_thursdays(club: Club, owner: User, now: datetime) -> None:
    """Begin a series that anybody may enter, and let some bots wait for company."""
    today = timezone.localdate(now)
    thursday = today + timedelta(days=(_THURSDAY - today.weekday()) % 7)
    template = {
        "format": Tournament.Format.SWISS,
        "format_options": {"rounds": 3},
        "bots_allowed": True,
        "rated": False,
        "prizes": "Un prosciutto alla prima coppia.",
    }
    series.begin(
        club_id=club.pk, user_id=owner.pk, now=now, name="Il giovedì", first_day=thursday, hour=time(21),
        days_ahead=7, template=template,
    )  # fmt: skip
    for code in series.announce_due(now=now):
        tournament = Tournament.objects.get(code=code)
        if tournament.club_id == club.pk:
            hand_entries.fill_with_bots(tournament_id=tournament.pk, hand=SERVER, up_to=WAITING, now=now)
