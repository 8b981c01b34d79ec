"""Entrant lists: a table of a spreadsheet becomes entrants, whole or not at all, and each bad line is named."""

import pytest
from django.db.models import F
from django.test import Client

from accounts.errors import BadList, NoRight
from accounts.models import Notice, User
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.tournaments.evenings import hand_of
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament
from tournaments.errors import WrongState
from tournaments.formats.encounters import LegRule, Plan
from tournaments.models import AuditEntry, Entrant, EntrantMember, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.services import entrant_lists
from tournaments.services.audit import Hand

pytestmark = pytest.mark.django_db
PAPER = stored_plan(Plan((LegRule(on_paper=True),)))


@pytest.fixture
def director() -> User:
    return a_director()


def members(director, *called) -> list[User]:
    club = director.memberships.get().club
    return [member_in(club, user=UserFactory(username=name, password=None)) for name in called]


def take(tournament, text, *, dry_run=False, hand=None, encoding="utf-8"):
    return entrant_lists.take_in(
        tournament_id=tournament.pk, hand=hand or hand_of(tournament), data=text.encode(encoding), dry_run=dry_run,
        now=STARTS_AT.replace(day=1),
    )  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_list_of_members_becomes_entrants(director, encoding):
    ada, *_others = members(director, "Ada", "Bruno", "Carla", "Đino")
    tournament = a_tournament(director)
    text = "Giocatore 1;Giocatore 2;Testa di serie;Quota pagata;Note\nADA;bruno;2;sì;=1+1\n\nCarla;Đino;1;no;\n"
    looked = take(tournament, text, dry_run=True, encoding=encoding)
    assert [(line.number, line.action, line.faults) for line in looked] == [(2, "entered", []), (4, "entered", [])]
    assert not Entrant.objects.exists()
    assert not Notice.objects.exists()
    assert not AuditEntry.objects.exists()
    take(tournament, text, encoding=encoding)
    rows = Entrant.objects.order_by("number").values_list("state", "fee_paid", "seed_by_hand")
    assert list(rows) == [("entered", True, 2), ("entered", False, 1)]
    assert Notice.objects.get(user=ada).kind == "tournament_entered"
    tournament.refresh_from_db()
    assert tournament.seeding == "hand"
    acts = set(AuditEntry.objects.values_list("act", "by"))
    assert acts == {("entered", director.pk), ("fee", director.pk), ("seeded", director.pk)}


def test_each_bad_line_is_named_and_nothing_is_taken_in(director):
    members(director, "Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio")
    UserFactory(username="Estranea", password=None)
    a_pair(inside := a_tournament(director), members(director, "Gina", "Ida"))
    bad = {
        "Ada;Nessuno Davvero;;": "unknown_person",
        ";;;": None,
        ";;7;": "no_name",
        "Ada;Bruno;0;": "bad_seed",
        "Ada;Bruno;x;": "bad_seed",
        "Ada;Bruno;;forse": "bad_fee",
        "Ada;Bruno;;;;": "too_many_cells",
        f"Ada;{'x' * 201};;": "long_cell",
        "Ada;;;": "bad_entrant",
        "Ada;Ada;;": "repeated_person",
        "Ada;Estranea;;": "not_member",
        "Ada;Gina;;": "already_entered",
    }
    for line, fault in bad.items():
        text = f"player1;player2;seed;fee paid\n{line}\nCarla;Dino;;\n"
        if fault is None:
            continue
        looked = take(inside, text, dry_run=True)
        assert (looked[0].number, looked[0].faults[:1], looked[1].faults) == (2, [fault], []), line
        with pytest.raises(BadList):
            take(inside, text)
    twice = take(inside, "player1;player2;seed\nAda;Bruno;1\nElsa;Furio;1\nCarla;ada;\n", dry_run=True)
    assert [line.faults for line in twice] == [
        ["repeated_person", "repeated_seed"],
        ["repeated_seed"],
        ["repeated_person"],
    ]
    assert inside.entrants.count() == 1


@pytest.mark.parametrize("text", ["", "player2;seed\nAda;1\n", "player1;giocatore\nAda;Bruno\n", "player1\n\0"])
def test_what_is_no_list_is_refused(director, text):
    with pytest.raises(BadList):
        take(a_tournament(director), text, dry_run=True)


def test_who_has_no_account_plays_on_paper_only(director):
    members(director, "Ada")
    text = "player1,player2\nAda,Nonno Pino\nZia Ines,Zio Bepi\n"
    assert [line.faults for line in take(a_tournament(director), text, dry_run=True)] == [["unknown_person"]] * 2
    paper = a_tournament(director, plan=PAPER)
    take(paper, text)
    told = EntrantMember.objects.filter(tournament=paper).order_by("pk").values_list("user__username", "name")
    assert list(told) == [("Ada", ""), (None, "Nonno Pino"), (None, "Zia Ines"), (None, "Zio Bepi")]


def test_who_finds_no_room_waits(director):
    members(director, *(f"Socio{number}" for number in range(6)))
    tournament = a_tournament(director, capacity=2)
    text = "player1;player2\nSocio0;Socio1\nSocio2;Socio3\nSocio4;Socio5\n"
    assert [line.action for line in take(tournament, text, dry_run=True)] == ["entered", "entered", "waiting"]


def test_only_who_runs_an_announced_tournament_takes_lists_in(director):
    tournament = a_tournament(director)
    stranger = Hand(UserFactory(password=None).pk, "api")
    with pytest.raises(NoRight):
        take(tournament, "player1\n", hand=stranger)
    Tournament.objects.update(state="finished", version=F("version"))
    with pytest.raises(WrongState):
        take(tournament, "player1\n")


def test_the_page_looks_first_and_takes_in_what_is_confirmed(director):
    members(director, "Ada", "Bruno")
    tournament = a_tournament(director)
    client = Client(headers={"accept-language": "en"})
    path = f"/tournaments/{tournament.code}/direct/import/"
    assert client.get(path).status_code == 302
    client.force_login(director)
    assert client.get(path).status_code == 200
    looked = client.post(path, {"text": "player1;player2\n<b>Ada</b>;Bruno\n"}).content.decode()
    assert "&lt;b&gt;Ada" in looked
    assert "nobody here has this name" in looked
    assert 'name="confirm"' not in looked
    text = "player1;player2\nAda;Bruno\n"
    assert 'name="confirm"' in client.post(path, {"text": text}).content.decode()
    assert not Entrant.objects.exists()
    assert client.post(path, {"text": text, "confirm": "yes"}).status_code == 302
    assert Entrant.objects.count() == 1
    assert client.post(path, {"text": "x\ny\n"}).status_code == 422
