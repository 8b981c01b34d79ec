"""Authorization's world: the people and places whose rights tests/config/authorization_matrix.py lists."""

import re
from datetime import date, time, timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpResponseBase
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import admissions, calendar
from games.models import Match, Table
from games.services import house_rules, seating
from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import StaffFactory, UserFactory, token_of
from tests.games.api.callers import browser
from tests.games.factories import act, match_with, now_of, open_table
from tests.tournaments.factories import STARTS_AT, a_director, a_tournament, pairs
from tournaments.models import Tournament
from tournaments.services import drawing, rounds, series
from tournaments.services.audit import SERVER

ACTORS = ("anonymous", "stranger", "opener", "seated", "watcher", "bare token", "token", "staff")
PASSWORD = "bussare"


class World:
    """Three tables and the people around them.

    `private` has a password and a match being played; `open` is public, and *watcher* sits there in chair 0; `ended` is
    public, and its match was given up. *opener* opened all three, *seated* plays at `private`, *watcher* has given its
    password in a browser, and is asked for chair 2 at `open`. Both tokens are the stranger's: one has every scope but
    the one that is asked for. The club of *opener* has one tournament that is announced and one that is a `draft`;
    one is `running` in another club with the same people in it.
    """

    def __init__(self) -> None:
        self.opener, self.seated, self.stranger, self.watcher, asker = (UserFactory() for _ in range(5))
        people = {name: getattr(self, name) for name in ("opener", "seated", "stranger", "watcher")}
        self.people: dict[str, User] = people | {"staff": StaffFactory()}
        self.matches = {
            "private": match_with([self.seated, *(UserFactory() for _ in range(3))]),
            "ended": match_with([UserFactory() for _ in range(4)]),
        }
        self.tables = {name: match.table for name, match in self.matches.items()} | {"open": open_table()}
        Table.objects.filter(pk__in=[table.pk for table in self.tables.values()]).update(opened_by=self.opener)
        private = {"visibility": Table.Visibility.PASSWORD, "password": make_password(PASSWORD)}
        Table.objects.filter(pk=self.tables["private"].pk).update(**private)
        seating.sit(table_id=self.tables["open"].pk, user_id=self.watcher.pk, number=0)
        request_id = seating.sit(table_id=self.tables["open"].pk, user_id=asker.pk, number=2)
        for user in (holder.user for holder in self.matches["ended"].seats.filter(number__in=(0, 2))):
            act(self.matches["ended"], user, "resign", now=now_of(self.matches["ended"]).event.at)
        assert Match.objects.get(pk=self.matches["ended"].pk).status == "finished"
        club_values = self._found_club(asker)
        self.tournaments = {state: a_tournament(self.opener, state=state) for state in ("announced", "draft")}
        self.tournaments["running"] = self._run_tournament()
        self.values = club_values | {
            "code": "stale",  # where it is no table's
            "match_id": "",
            "number": 1,
            "request_id": request_id,
            "seek_id": 0,
            "proposal_id": 0,
            "invitation_id": 0,
            "token_id": 0,
            "session_id": 0,
            "notice_id": 0,
            "call_id": 0,
            "name": self.seated.username,
            "username": self.seated.username,
            "preset": "club",
            "step": "order",
            "pool": "pairs",
            "key": "nonsense",
            "leg": 1,
            "link": "nonsense",
            "uidb36": "1",
            "id": 0,
            "object_id": 0,
            "content_type_id": 0,
            "app_label": "accounts",
            "url": "nowhere",
        }
        self._cookies = {name: self._cookie_of(name) for name in self.people}
        self._secrets = {without: self._secret(without) for without in (None, *Token.Scope.values)}
        self._clients = {
            csrf: browser(enforce_csrf_checks=csrf, raise_request_exception=False) for csrf in (False, True)
        }
        self._as_made: str | None = None

    def _found_club(self, asker: User) -> dict[str, Any]:
        """Found a club by request: *opener* owns it, *seated* directs, *watcher* is a host, and *asker* waits."""
        club = club_of(self.opener, entry="request")
        member_in(club, "director", self.seated)
        member_in(club, "host", self.watcher)
        whom = {"club_id": club.pk, "user_id": self.opener.pk}
        return {
            "slug": club.slug,
            "user_id": self.watcher.pk,
            "admission_id": admissions.ask(club_id=club.pk, user_id=asker.pk),
            "event_id": calendar.write_event(**whom, title="Il giovedì", day=date(2026, 1, 1), hour=time(21)),
            "rules_id": house_rules.publish(**whom, name="Nostre", preset="club", options={}),
            "series": self._begin_series(whom),
        }

    def _begin_series(self, whom: dict[str, int]) -> str:
        """Begin a series of the club's, once, a week ahead."""
        now = timezone.now()
        first = {"first_day": (now + timedelta(days=7)).date(), "hour": time(21), "weekly": False}
        return series.begin(**whom, now=now, name="Lega", **first, template={"format": "knockout"})

    def _run_tournament(self) -> Tournament:
        """Start a tournament in whose first round four pairs are awaited at two tables: in a club like the other."""
        tournament = a_tournament(a_director(), "swiss", check_in_minutes=0)
        for role, user in (("owner", self.opener), ("director", self.seated), ("host", self.watcher)):
            member_in(tournament.club, role, user)
        pairs(tournament, 4)
        whose = {"tournament_id": tournament.pk, "hand": SERVER, "now": STARTS_AT}
        drawing.start_tournament(**whose)
        rounds.start_round(**whose, number=1)
        return tournament

    def _cookie_of(self, name: str) -> str:
        client = browser(self.people[name])
        if name == "watcher":
            session = client.session
            session["unlocked_tables"] = [self.tables["private"].code]
            session.save()
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def address(self, path: str, place: str) -> str:
        """The address of *path* (`/tables/<code>/`) at one of the places (`open.2`: at its chair 2), or at none."""
        place, _, number = place.partition(".")
        values = self.values | ({"number": number} if number else {})
        if place in self.tables:
            values["code"] = self.tables[place].code
        if place in self.tournaments:
            values["code"] = self.tournaments[place].code
        if place == "running":
            values["key"] = "S1.1"
        if place in self.matches:
            values["match_id"] = self.matches[place].pk
        return re.sub(r"<(\w+)>", lambda found: str(values[found[1]]), path)

    def credentials(self, actor: str, scope: str) -> dict[str, str]:
        """What *actor* shows of who they are; the bare token has every scope but *scope*."""
        if actor in self._cookies:
            return {"Cookie": f"{settings.SESSION_COOKIE_NAME}={self._cookies[actor]}"}
        if actor == "anonymous":
            return {}
        return {"Authorization": f"Bearer {self._secrets[None if actor == 'token' else scope]}"}

    def ask(
        self, actor: str, verb: str, path: str, body: Any = None, *, scope: str, csrf: bool = False
    ) -> HttpResponseBase:
        """The answer to one request of *actor*, all of whose effects in the database are undone."""
        client = self._clients[csrf]
        headers = self.credentials(actor, scope)
        client.cookies = SimpleCookie(headers.pop("Cookie", ""))
        if verb in {"GET", "HEAD", "OPTIONS"}:
            facts: dict[str, Any] = {}
        elif path.startswith("/api/"):
            facts = {"data": {} if body is None else body, "content_type": "application/json"}
        elif verb == "POST":
            facts = {"data": {} if body is None else body}
        else:
            facts = {"data": b"", "content_type": "application/octet-stream"}
        # One savepoint serves all: each request ends where the first has begun.
        if self._as_made is None:
            self._as_made = transaction.savepoint()
        try:
            return getattr(client, verb.lower())(path, headers=headers, **facts)
        finally:
            transaction.set_rollback(False)
            transaction.savepoint_rollback(self._as_made)

    def _secret(self, without: str | None) -> str:
        """A new token of the stranger's with every scope but *without*."""
        return token_of(self.stranger, *(scope for scope in Token.Scope.values if scope != without))
