"""Member lists: taking a club's members in from a table, line by line and only as a whole, and handing them out as one.

People are named by what they are called here. Who is no member yet is invited, with the card that waits for them:
nobody is put into a club unasked (docs/adr/0055). Who has asked to come in is let in.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from accounts import names
from accounts.errors import AdmissionWaits, BadCardNumber, BadList, DeclinedLately
from accounts.member_tables import Row, read_table
from accounts.models import Admission, Membership, Right, User
from accounts.selectors.clubs import check_right, members_of, waiting_invitations, waiting_requests
from accounts.selectors.ties import has_blocked
from accounts.services import admissions
from accounts.services.clubs import lock_club
from accounts.services.memberships import plain_card_number, store_card
from accounts.spreadsheets import table

HEADER = ("name", "card number", "season paid until", "role", "joined")


@dataclass(slots=True)
class Line:
    """One line of a list: who it is about, what would be done, and what is wrong with it."""

    number: int
    name: str
    action: str = ""  # update, keep, invite, admit; empty where nothing can be done
    faults: list[str] = field(default_factory=list)
    user_id: int | None = None
    card_number: str = ""
    paid_until: date | None = None


@transaction.atomic
def take_in(*, club_id: int, user_id: int, data: bytes, dry_run: bool) -> list[Line]:
    """Read a list of members and, unless it is a dry run, do what its lines say; return the lines.

    Locks the people named, then the club. Raises NoRight without the right to the members, BadList for what is no table
    of members, and for one with a line that has a fault unless it is a dry run: the whole list is taken in, or nothing.
    """
    rows = read_table(data)
    list(_people(rows).select_for_update(no_key=True).order_by("pk"))  # people come before the club
    lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.MEMBERS)
    lines = _plan(club_id, user_id, rows)
    if dry_run:
        return lines
    if any(line.faults for line in lines):
        raise BadList("some lines have faults; nothing was taken in")
    for line in lines:
        if line.action in {"invite", "admit"}:
            _let_in(club_id, user_id, line)
    _store_cards(club_id, [line for line in lines if line.action in {"update", "admit"}])
    return lines


def hand_out(*, club_id: int, user_id: int) -> bytes:
    """Return the members of a club as a table that spreadsheets open and `take_in` reads. Raises NoRight."""
    check_right(user_id=user_id, club_id=club_id, right=Right.MEMBERS)
    rows = []
    for member in members_of(club_id=club_id):
        paid = member.paid_until.isoformat() if member.paid_until else ""
        rows.append((member.user.username, member.card_number, paid, member.role, f"{member.joined_at:%Y-%m-%d}"))
    return table(HEADER, rows)


def _plan(club_id: int, user_id: int, rows: list[Row]) -> list[Line]:
    """Return what each row asks for, and what is wrong with it."""
    people = {user.name_key: user for user in _people(rows)}
    members = {member.user_id: member for member in members_of(club_id=club_id)}
    asking = set(waiting_requests(club_id=club_id).values_list("user_id", flat=True))
    invited = set(waiting_invitations(club_id=club_id).values_list("user_id", flat=True))
    declined = set(admissions.declined_lately(club_id=club_id).values_list("user_id", flat=True))
    lines = []
    for row in rows:
        line = Line(row.number, row.name, faults=list(row.faults), paid_until=row.paid_until)
        lines.append(line)
        try:
            line.card_number = plain_card_number(row.card_number)
        except BadCardNumber as refusal:
            line.faults.append(refusal.code)
        user = people.get(names.key_of(row.name))
        if user is None or not user.is_active or user.kind != User.Kind.HUMAN:
            line.faults.append("unknown_person" if row.name else "no_name")
            continue
        line.user_id, line.name = user.pk, user.username
        if user.pk in members:
            is_same = (members[user.pk].card_number, members[user.pk].paid_until) == (line.card_number, line.paid_until)
            line.action = "keep" if is_same else "update"
        elif user.pk in asking:
            line.action = "admit"
        elif user.pk in invited or user.pk in declined or has_blocked(blocker_id=user.pk, blocked_id=user_id):
            line.faults.append((AdmissionWaits if user.pk in invited else DeclinedLately).code)
        else:
            line.action = "invite"
    _find_twice(lines)
    _find_taken(lines, members)
    return lines


def _find_twice(lines: list[Line]) -> None:
    """Note who, and which card number, stands in the list more than once."""
    people = Counter(line.user_id for line in lines if line.user_id is not None)
    cards = Counter(line.card_number for line in lines if line.card_number)
    for line in lines:
        if line.user_id is not None and people[line.user_id] > 1:
            line.faults.append("repeated_person")
        if cards[line.card_number] > 1:
            line.faults.append("repeated_card_number")


def _find_taken(lines: list[Line], members: dict[int, Membership]) -> None:
    """Note which card number a member has whom the list does not give another."""
    listed = {line.user_id for line in lines}
    taken = {member.card_number for member in members.values() if member.user_id not in listed}
    for line in lines:
        if line.card_number and line.card_number in taken:
            line.faults.append("card_number_taken")


def _let_in(club_id: int, user_id: int, line: Line) -> None:
    """Invite who is no member, or let in who has asked, in a locked club."""
    if line.user_id is None:
        return
    invitation_id = admissions.invite(club_id=club_id, user_id=user_id, member_id=line.user_id)
    card = {"card_number": line.card_number, "paid_until": line.paid_until}
    if invitation_id is not None:
        Admission.objects.filter(pk=invitation_id).update(**card)


def _store_cards(club_id: int, lines: list[Line]) -> None:
    """Store the cards of members in a locked club; two may have changed theirs with each other."""
    cards = {line.user_id: line for line in lines if line.user_id is not None}
    members = members_of(club_id=club_id).filter(user_id__in=cards)
    Membership.objects.filter(pk__in=[member.pk for member in members]).update(card_number="")
    for member in members:
        line = cards[member.user_id]
        store_card(member, card_number=line.card_number, paid_until=line.paid_until)


def _people(rows: list[Row]) -> QuerySet[User]:
    return User.objects.filter(name_key__in={names.key_of(row.name) for row in rows})
