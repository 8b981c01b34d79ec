"""Member lists: tables as people's programs write them, every bad line by its number, and nothing by halves."""

from datetime import date

import pytest

from accounts import errors
from accounts.member_tables import read_table
from accounts.models import Admission, Membership, Notice
from accounts.selectors.clubs import members_of, membership_of
from accounts.services import admissions, memberships, ties
from accounts.services.member_lists import hand_out, take_in
from accounts.spreadsheets import MOST_BYTES, MOST_LINES
from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import BotFactory, UserFactory

TABLE = "nome;tessera;pagato fino al\nAda;1;2027-06-30\n"


@pytest.mark.parametrize(
    ("data", "card", "paid"),
    [
        (TABLE.encode(), "1", date(2027, 6, 30)),
        (b"\xef\xbb\xbf" + TABLE.encode(), "1", date(2027, 6, 30)),
        (TABLE.encode("utf-16"), "1", date(2027, 6, 30)),
        (TABLE.replace("\n", "\r\n").replace(";", ",").encode(), "1", date(2027, 6, 30)),
        (TABLE.replace(";", "\t").encode(), "1", date(2027, 6, 30)),
        (b"\n\nPlac\xcc\x81eno do,Broj iskaznice,Igrac\xcc\x8c\n30.6.2027.,A-7,Ada", "A-7", date(2027, 6, 30)),
        (b"Paid until;role;CARD_NUMBER;Name;notes\n1/12/2026;owner;'=7;Ada;hi\n\n;;;;\n", "=7", date(2026, 12, 1)),
        (b'"name"\n"Ada"', "", None),
    ],
)
def test_tables_as_programs_write_them(data, card, paid):
    (row,) = read_table(data)
    assert (row.name, row.card_number, row.paid_until, row.faults) == ("Ada", card, paid, [])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n\n",
        "nome\nNiccolò".encode("latin-1"),
        b"\x00\x01\x02name",
        b"card number\n7",
        b"name;name\nAda;Ada",
        b"name;tessera;card\nAda;1;1",
        b'name\n"Ada',
        b"name\n" + b"Ada\n" * (MOST_LINES + 1),
        b"name\n" + b"x" * MOST_BYTES,
    ],
)
def test_what_is_no_table_of_members_is_refused(data):
    with pytest.raises(errors.BadList):
        read_table(data)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"Ada;1;31.2.2027", "bad_date"),
        (b"Ada;1;soon", "bad_date"),
        (b"Ada;1;;;", "too_many_cells"),
        (b"A" * 201, "long_cell"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line, fault):
    rows = read_table(b"name;card;paid\nBruno;;\n" + line)
    assert [(row.number, row.faults) for row in rows] == [(2, []), (3, [fault])]


@pytest.fixture
def ada(db):
    return UserFactory(username="Ada")


@pytest.fixture
def club(ada):
    return club_of(ada, entry="request")


def take(club, user, text, *, dry_run=False):
    return take_in(club_id=club.pk, user_id=user.pk, data=text.encode(), dry_run=dry_run)


def test_a_dry_run_names_every_bad_line_and_does_nothing(club, ada):
    bruno, carla = member_in(club, user=UserFactory(username="Bruno")), UserFactory(username="Carla")
    memberships.keep_card(club_id=club.pk, user_id=ada.pk, member_id=ada.pk, card_number="1", paid_until=None)
    admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=UserFactory(username="Dino").pk)
    asleep, bot = UserFactory(is_active=False), BotFactory()
    text = (
        f"name;card\nBruno;9\nNessunaQui;2\nBRUNO;3\nCarla;1\nDino;4\n{asleep.username};5\n{bot.username};6\n;7\n"
        f"{UserFactory(username='Elsa').username};{'8' * 21}\n{UserFactory(username='Furio').username};9\n"
    )
    lines = take(club, ada, text, dry_run=True)
    assert {line.number: line.faults for line in lines} == {
        2: ["repeated_person", "repeated_card_number"],
        3: ["unknown_person"],
        4: ["repeated_person"],
        5: ["card_number_taken"],
        6: ["admission_waits"],
        7: ["unknown_person"],
        8: ["unknown_person"],
        9: ["no_name"],
        10: ["bad_card_number"],
        11: ["repeated_card_number"],
    }
    with pytest.raises(errors.BadList):
        take(club, ada, text)
    assert not Membership.objects.exclude(card_number__in=("", "1")).exists()
    assert not Admission.objects.filter(user=carla).exists()
    assert not Notice.objects.filter(user=bruno).exists()


def test_a_list_is_taken_in_as_a_whole(club, ada):
    bruno, carla = (member_in(club, user=UserFactory(username=name)) for name in ("Bruno", "Carla"))
    dino, elsa = (UserFactory(username=name) for name in ("Dino", "Elsa"))
    for member, number in ((bruno, "1"), (carla, "2")):
        memberships.keep_card(club_id=club.pk, user_id=ada.pk, member_id=member.pk, card_number=number, paid_until=None)
    admissions.ask(club_id=club.pk, user_id=elsa.pk)
    text = "socio;tessera;pagato fino al\nbruno;2;\ncarla;1;2027-06-30\nDino;3;30/06/2027\nElsa;4;\nAda;;\n"
    assert [line.action for line in take(club, ada, text, dry_run=True)] == [
        "update",
        "update",
        "invite",
        "admit",
        "keep",
    ]
    take(club, ada, text)
    cards = {member.user.username: member.card_number for member in members_of(club_id=club.pk)}
    assert cards == {"Ada": "", "Bruno": "2", "Carla": "1", "Elsa": "4"}
    assert membership_of(user_id=dino.pk, club_id=club.pk) is None
    memberships.join(club_id=club.pk, user_id=dino.pk)
    membership = membership_of(user_id=dino.pk, club_id=club.pk)
    assert (membership.card_number, membership.paid_until) == ("3", date(2027, 6, 30))
    assert all(line.action == "keep" for line in take(club, ada, text.replace("Dino;3;30/06/2027\n", "")))


def test_a_card_given_away_meanwhile_does_not_keep_anybody_out(club, ada):
    dino = UserFactory(username="Dino")
    take(club, ada, "name;card;paid until\nDino;3;2027-06-30\n")
    memberships.keep_card(club_id=club.pk, user_id=ada.pk, member_id=ada.pk, card_number="3", paid_until=None)
    (invitation,) = Admission.objects.all()
    admissions.answer(admission_id=invitation.pk, user_id=dino.pk, accept=True)
    membership = membership_of(user_id=dino.pk, club_id=club.pk)
    assert (membership.card_number, membership.paid_until) == ("", date(2027, 6, 30))


def test_only_who_keeps_the_members_takes_in_and_hands_out(club):
    host, director = member_in(club, "host"), member_in(club, "director")
    with pytest.raises(errors.NoRight):
        take(club, host, "name\n", dry_run=True)
    with pytest.raises(errors.NoRight):
        hand_out(club_id=club.pk, user_id=host.pk)
    assert take(club, director, "name\n") == []


def test_what_is_handed_out_computes_nothing_and_can_be_taken_in_again(club, ada):
    formulas = ("=1+1", "+39", "-5", "@SUM(A1)")
    for number in formulas:
        member = member_in(club)
        memberships.keep_card(
            club_id=club.pk, user_id=ada.pk, member_id=member.pk, card_number=number, paid_until=date(2027, 1, 31)
        )
    data = hand_out(club_id=club.pk, user_id=ada.pk)
    lines = data.decode("utf-8-sig").split("\r\n")
    assert lines[0] == "name;card number;season paid until;role;joined"
    assert lines[1].startswith("Ada;;;owner;20")
    assert not [cell for line in lines for cell in line.split(";") if cell.startswith(("=", "+", "-", "@"))]
    assert [line.action for line in take_in(club_id=club.pk, user_id=ada.pk, data=data, dry_run=True)] == ["keep"] * 5


def test_who_has_blocked_the_inviter_is_not_invited(club, ada):
    elsa = UserFactory(username="Elsa")
    ties.block(user_id=elsa.pk, other_id=ada.pk)
    with pytest.raises(errors.DeclinedLately):
        admissions.invite(club_id=club.pk, user_id=ada.pk, member_id=elsa.pk)
    assert [line.faults for line in take(club, ada, "name\nElsa\n", dry_run=True)] == [["declined_lately"]]
