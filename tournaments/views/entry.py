"""Entry: the page on which people come into a tournament, find a partner, check in, and are received at the door."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.entry import BotsForm, ByHandForm, DeskForm, PartnerForm, SeedsForm
from tournaments.models import PairProposal, Tournament
from tournaments.selectors.entries import (
    desk_of,
    entrants_in,
    entry_of,
    lot_seal,
    proposals_of,
    shown_lot,
    waiting_list,
)
from tournaments.selectors.entry_rules import check_in_of, room_in, takes_entries, takes_late_entries
from tournaments.selectors.nameplates import nameplate
from tournaments.services import check_in, desk, entries, hand_entries, proposals, seeding
from tournaments.services.audit import Hand, hand_of
from tournaments.views.refusals import REFUSALS, told
from tournaments.views.visits import Visit, visit

WORDS: Final[dict[str, Any]] = {
    "already_entered": gettext_lazy("One of you has entered already."),
    "already_proposed": gettext_lazy("This player has been asked already."),
    "blocked": gettext_lazy("This person does not want to play with you."),
    "check_in_closed": gettext_lazy("It is not the time to check in."),
    "list_full": gettext_lazy("You have asked many people today: wait for their answers."),
    "no_such_proposal": gettext_lazy("This has been settled already."),
    "not_entered": gettext_lazy("You do not stand in this tournament."),
    "not_member": gettext_lazy("Only members of the club are entered by hand; others enter themselves."),
    "not_yourself": gettext_lazy("That is you."),
    "people_only": gettext_lazy("Bots and guests enter no tournament with a partner."),
    "proposal_gone": gettext_lazy("This has been settled already."),
    "bad_tournament": gettext_lazy("There is not so much room."),
    "bad_seeding": gettext_lazy("The order names somebody twice, or who is not there."),
    "silenced": gettext_lazy("You have a time-out and cannot write now."),
}


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody does on the page, and from where."""

    request: HttpRequest
    tournament: Tournament
    user_id: int
    hand: Hand
    now: datetime

    def number(self, name: str = "number") -> int:
        """Return a number that was sent. Raises Http404 for anything else."""
        sent = self.request.POST.get(name, "")
        if not (sent.isascii() and sent.isdigit() and len(sent) < 19):
            raise Http404
        return int(sent)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """Show who has entered and the ways in; on POST do what `act` says."""
    here = visit(request, code)
    if request.method != "POST":
        return render(request, "tournaments/entry.html", _context(here))
    if not request.user.is_authenticated or here.user_id is None:
        return redirect_to_login(request.path)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Http404
    hand = hand_of(request, user_id=here.user_id, way="page")
    try:
        done = act(Deed(request, here.tournament, here.user_id, hand, timezone.now()))
    except REFUSALS as refusal:
        words = WORDS.get(getattr(refusal, "code", ""))
        messages.error(request, words or told(refusal, here.tournament))
    except forms.ValidationError as fault:
        messages.error(request, " ".join(fault.messages))
    else:
        messages.success(request, done)
    return redirect("tournament-entry", code)


def _enter(deed: Deed) -> str:
    entries.enter(tournament_id=deed.tournament.pk, user_id=deed.user_id, now=deed.now)
    return _("You have entered.")


def _withdraw(deed: Deed) -> str:
    entries.withdraw(tournament_id=deed.tournament.pk, user_id=deed.user_id, hand=deed.hand, now=deed.now)
    return _("You have withdrawn.")


def _come_back(deed: Deed) -> str:
    entries.come_back(tournament_id=deed.tournament.pk, user_id=deed.user_id, hand=deed.hand, now=deed.now)
    return _("You play again from the next round on.")


def _check_in(deed: Deed) -> str:
    check_in.check_in(tournament_id=deed.tournament.pk, user_id=deed.user_id, now=deed.now)
    return _("You are checked in.")


def _propose(deed: Deed) -> str:
    form = _filled(PartnerForm(deed.request.POST))
    partner_id = form.cleaned_data["partner"]
    _proposal, number = proposals.propose(
        tournament_id=deed.tournament.pk, user_id=deed.user_id, partner_id=partner_id, now=deed.now
    )
    return _("They have been asked.") if number is None else _("You have entered together.")


def _answer(deed: Deed) -> str:
    accept = deed.request.POST.get("accept") == "yes"
    number = proposals.answer(proposal_id=_proposal(deed), user_id=deed.user_id, accept=accept, now=deed.now)
    return _("They have been told.") if number is None else _("You have entered together.")


def _take_back(deed: Deed) -> str:
    proposals.take_back(proposal_id=_proposal(deed), user_id=deed.user_id)
    return _("You ask them no longer.")


def _put_up(deed: Deed) -> str:
    words = _filled(DeskForm(deed.request.POST)).cleaned_data["words"]
    desk.put_up(tournament_id=deed.tournament.pk, user_id=deed.user_id, words=words, now=deed.now)
    return _("You stand at the partnership desk.")


def _take_down(deed: Deed) -> str:
    desk.take_down(tournament_id=deed.tournament.pk, user_id=deed.user_id)
    return _("You look for a partner no longer.")


def _tick(deed: Deed) -> str:
    present = deed.request.POST.get("is") == "yes"
    number = deed.number()
    check_in.tick(tournament_id=deed.tournament.pk, number=number, hand=deed.hand, present=present, now=deed.now)
    return _("Noted.")


def _fee(deed: Deed) -> str:
    paid = deed.request.POST.get("is") == "yes"
    check_in.mark_fee(tournament_id=deed.tournament.pk, number=deed.number(), hand=deed.hand, paid=paid)
    return _("Noted.")


def _remove(deed: Deed) -> str:
    number, reason = deed.number(), deed.request.POST.get("reason", "")
    hand_entries.remove(tournament_id=deed.tournament.pk, number=number, hand=deed.hand, reason=reason, now=deed.now)
    return _("They are taken off the list, and told.")


def _add(deed: Deed) -> str:
    form = _filled(ByHandForm(deed.request.POST))
    hand_entries.add(
        tournament_id=deed.tournament.pk,
        hand=deed.hand,
        user_ids=form.user_ids(),
        names=form.plain_names(),
        now=deed.now,
    )
    return _("They have been entered.")


def _seed(deed: Deed) -> str:
    order = _filled(SeedsForm(deed.request.POST)).cleaned_data["order"]
    seeding.set_seeds(tournament_id=deed.tournament.pk, hand=deed.hand, order=order)
    return _("The order of seeds is noted.")


def _bots(deed: Deed) -> str:
    up_to = _filled(BotsForm(deed.request.POST)).cleaned_data["up_to"]
    hand_entries.fill_with_bots(tournament_id=deed.tournament.pk, hand=deed.hand, up_to=up_to, now=deed.now)
    return _("Bots have been entered.")


ACTS: Final[dict[str, Callable[[Deed], str]]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "come-back": _come_back,
    "check-in": _check_in,
    "propose": _propose,
    "answer": _answer,
    "take-back": _take_back,
    "put-up": _put_up,
    "take-down": _take_down,
    "tick": _tick,
    "fee": _fee,
    "remove": _remove,
    "add": _add,
    "seed": _seed,
    "bots": _bots,
}


def _filled(form: Any) -> Any:
    """Return a form that is filled in as it should be. Raises ValidationError saying what is wrong."""
    if not form.is_valid():
        raise forms.ValidationError([message for messages in form.errors.values() for message in messages])
    return form


def _proposal(deed: Deed) -> int:
    """Return the proposal of this tournament that was named. Raises Http404."""
    found = PairProposal.objects.filter(pk=deed.number("proposal"), tournament=deed.tournament).first()
    if found is None:
        raise Http404
    return found.pk


def _context(here: Visit) -> dict[str, Any]:
    tournament, now = here.tournament, timezone.now()
    own = entry_of(tournament_id=tournament.pk, user_id=here.user_id)
    mine = [] if here.user_id is None else list(proposals_of(tournament_id=tournament.pk, user_id=here.user_id))
    check_in_time = check_in_of(tournament)
    is_open = takes_entries(tournament)
    is_late = takes_late_entries(tournament)
    notes = list(desk_of(tournament))
    return {
        **here.context("entry"),
        "entrants": [(entrant, nameplate(entrant)) for entrant in entrants_in(tournament)],
        "waiting": [(entrant, nameplate(entrant)) for entrant in waiting_list(tournament)],
        "room": room_in(tournament),
        "own": own,
        "is_open": is_open,
        "is_late": is_late,
        "takes_pairs": tournament.entry == Tournament.Entry.PAIRS,
        "takes_singles": tournament.entry == Tournament.Entry.SINGLES
        or (tournament.entry == Tournament.Entry.DRAWN and is_open),
        "check_in": check_in_time,
        "may_check_in": is_open and check_in_time is not None and check_in_time.is_open(now),
        "asked": [proposal for proposal in mine if proposal.by_id == here.user_id],
        "to_answer": [proposal for proposal in mine if proposal.to_id == here.user_id],
        "notes": notes,
        "stands_at_desk": any(note.user_id == here.user_id for note in notes),
        "lot_seal": lot_seal(tournament),
        "lot": shown_lot(tournament),
        "partner_form": PartnerForm(),
        "desk_form": DeskForm(),
        "by_hand_form": ByHandForm(),
        "seeds_form": SeedsForm(),
        "bots_form": BotsForm(),
    }
