"""Visits: who comes to a page of a club, what they may do there, and what a refusal is called."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.errors import NoSuchClub, Refusal
from accounts.models import Club, Membership, Right
from accounts.selectors.clubs import club_at, membership_of, rights_of

REFUSALS: dict[str, Any] = {
    "no_right": _("You have no right to do this."),
    "club_closed": _("This club has been closed."),
    "club_busy": _("Something of the club's is going on: it cannot be closed now."),
    "club_name_taken": _("A club has this name, or one that looks like it."),
    "too_many_clubs": _("You own as many clubs as one may."),
    "not_member": _("This person is no member of the club."),
    "already_member": _("This person is a member already."),
    "entry_by_request": _("This club wants to be asked first."),
    "entry_by_invitation": _("This club invites its members."),
    "admission_waits": _("A request or an invitation waits for its answer already."),
    "no_such_admission": _("This request or invitation is not there any more."),
    "admission_settled": _("This has been answered already."),
    "declined_lately": _("The answer was no within the last month: wait a while."),
    "last_owner": _("A club needs an owner: make somebody else one first."),
    "card_number_taken": _("Another member has this card number."),
    "bad_card_number": _("A card number has at most twenty signs."),
    "no_such_player": _("There is no such player."),
    "members_only": _("Guests only practise: sign up to do this."),
    "bad_list": _("This list cannot be taken in:"),
    "too_many_events": _("The calendar is full."),
    "no_such_house_rules": _("The club has no such rules now."),
    "too_many_rules": _("The club has as many sets of rules as one may."),
}


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a page of a club."""

    club: Club
    membership: Membership | None
    rights: frozenset[Right]

    def context(self, tab: str = "") -> dict[str, Any]:
        """Return what the head of every page of a club needs; *tab* is where one is."""
        own = self.membership
        return {
            "club": self.club,
            "membership": own,
            "rights": {right.value for right in self.rights},
            "is_owner": own is not None and own.role == Membership.Role.OWNER,
            "tab": tab,
        }


def visit(request: HttpRequest, slug: str, right: Right | None = None) -> Visit:
    """Return who comes to which club. Raises Http404, and PermissionDenied to who has not the *right* asked for."""
    try:
        club = club_at(slug)
    except NoSuchClub as refusal:
        raise Http404 from refusal
    membership = membership_of(user_id=request.user.pk, club_id=club.pk)
    rights = rights_of(membership)
    if right is not None and right not in rights:
        raise PermissionDenied
    return Visit(club, membership, rights)


def tell(request: HttpRequest, refusal: Refusal) -> None:
    """Tell the reader why nothing was done."""
    messages.error(request, told(refusal))


def told(refusal: Refusal) -> str:
    """Return a refusal in the reader's words."""
    words = str(REFUSALS.get(refusal.code, _("This could not be done.")))
    return f"{words} {refusal.detail}" if refusal.code == "bad_list" else words
