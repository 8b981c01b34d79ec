"""The scene of socket tests: people, tables and matches, made by the services and by nothing else."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from django.test import Client as Browser
from django.utils import timezone

from accounts.models import Token, User
from accounts.services.tokens import issue
from games.models import Event, Match, SeatRequest, Table
from games.selectors.memory import position_of
from games.services import clock, house_bots, play, seating, tables
from games.services.timing import COMMIT_WITHIN

NAMES = ("anna", "bruno", "carla", "dino", "elsa", "furio", "gilda", "hugo")


def people(count: int) -> list[User]:
    """Return *count* people who have not been here before."""
    before = User.objects.count()
    return [User.objects.create_user(f"{NAMES[n % 8]}{before + n}") for n in range(count)]


def token_of(user: User, *scopes: str) -> str:
    """Return the secret of a new token of *user*, by default one that may play."""
    life = timedelta(days=1)
    return issue(user_id=user.pk, name="test", scopes=scopes or (Token.Scope.PLAY, Token.Scope.READ), life=life).secret


def cookie_of(user: User) -> str:
    """Return the cookie of a new session of *user*."""
    browser = Browser()
    browser.force_login(user)
    return f"sessionid={browser.cookies['sessionid'].value}"


class Scene(NamedTuple):
    """A table at which a match is on."""

    code: str
    table_id: int
    match_id: UUID
    players: list[User]

    def seq(self) -> int:
        """Return the number of the latest event."""
        return Match.objects.values_list("seq", flat=True).get(pk=self.match_id)

    def events(self) -> list[Event]:
        """Return the whole log."""
        return list(Event.objects.filter(match_id=self.match_id).order_by("seq"))

    def turn(self) -> tuple[int, list[str]]:
        """Return whose turn it is, and the cards that seat may play."""
        position = position_of(self.match_id, self.seq())
        seat = position.game.next[1]
        return seat, position.yours(seat)["may"]["play"]

    def play(self, card: str | None = None) -> int:
        """Play *card*, or the first legal one, for whose turn it is; return the number of the event."""
        seat, legal = self.turn()
        return self.act(self.players[seat], "play", card=card or legal[0])

    def step(self) -> None:
        """Do what is due next: a card, or after a hand everybody is ready for another; nothing after the end."""
        position = position_of(self.match_id, self.seq())
        if position.status == "running" and position.game.next[0] == "deal":
            for player in self.players:
                self.act(player, "ready")
        elif position.status == "running":
            self.play()

    def act(self, player: User, do: str, **fields: object) -> int:
        """Do something for *player* who has seen all there is; return the number of the event."""
        return play.act(
            match_id=self.match_id, user_id=player.pk, do=do, fields=fields, seq=self.seq(), command_id=uuid4()
        )


def table_of(owner: User, **wishes: object) -> Table:
    """Return a new table opened by *owner*."""
    return Table.objects.get(pk=tables.open_table(user_id=owner.pk, **{"preset": "club", **wishes}))


def match_of(players: list[User], **wishes: object) -> Scene:
    """Return the scene of a match whose first hand has just been dealt; bots fill the chairs left."""
    scene = begun_by(players, timezone.now() - COMMIT_WITHIN, **wishes)  # their entropy is waited for, in vain
    clock.run_ahead(scene.match_id)
    return scene


def begun_by(players: list[User], now: datetime, **wishes: object) -> Scene:
    """Return the scene of a match begun at *now*, *players* in seat order; the first hand waits for their entropy."""
    table = table_of(players[0], **wishes)
    chairs = list(table.seats.order_by("number").values_list("number", flat=True))
    for number, player in zip(chairs, players, strict=False):
        request_id = seating.sit(table_id=table.pk, user_id=player.pk, number=number, now=now)
        if request_id is not None:
            request = SeatRequest.objects.get(pk=request_id)
            seating.answer(request_id=request_id, user_id=request.controller_id, accept=True, now=now)
    for number in chairs[len(players) :]:
        house_bots.seat_bot(table_id=table.pk, user_id=players[0].pk, number=number, now=now)
    return Scene(table.code, table.pk, Match.objects.get(table=table).pk, players)
