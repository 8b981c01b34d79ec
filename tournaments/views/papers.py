"""Papers: the score sheet of a leg played with real cards, on the phones of its players and of who directs."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import NoRight
from accounts.models import Right
from games.engine.errors import BadFormat
from games.forms.sheet_hand import SheetHandForm
from tournaments.errors import LegClosed, NoSuchPaper, NotOnPaper, NotYourPaper, OwnProposal, PaperChanged
from tournaments.formats.encounters import Side
from tournaments.formats.errors import NoSuchPairing
from tournaments.models import Encounter
from tournaments.selectors import papers as written
from tournaments.selectors.paper_page import PaperPage, paper_page
from tournaments.services import paper_links, papers, sheets
from tournaments.services.audit import hand_of
from tournaments.services.paper_desk import Writer
from tournaments.views.refusals import REFUSALS, told
from tournaments.views.visits import Visit, visit

CONFLICTS: Final = (PaperChanged, LegClosed, OwnProposal, NotOnPaper)
FORBIDDEN: Final = (NoRight, NotYourPaper)
HIGHEST_SCORE: Final = 1000

Answer = HttpResponse | None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def paper(request: HttpRequest, code: str, key: str, leg: int) -> HttpResponse:
    """Show the sheet of a leg; its players write on it, and a director decides about it."""
    here = visit(request, code)
    at = _leg(here, key, leg)
    return _answer(request, here, at, Writer(here.user_id), written.side_of(at.encounter, here.user_id))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """Show the sheet of an encounter's present leg to whoever holds the private link of a side, who writes for it."""
    try:
        encounter = written.encounter_by_link(link)
    except NoSuchPaper:
        answer = render(request, "tournaments/paper_gone.html", status=HTTPStatus.NOT_FOUND)
    else:
        here = visit(request, encounter.tournament.code)
        at = _leg(here, encounter.key, _present_leg(here, encounter))
        answer = _answer(request, here, at, Writer(link=link), written.side_of_link(encounter, link))
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _leg(here: Visit, key: str, number: int) -> written.PaperLeg:
    try:
        return written.leg_at(here.tournament, key, number)
    except NoSuchPairing as refusal:
        raise Http404 from refusal


def _present_leg(here: Visit, encounter: Encounter) -> int:
    """Return the leg that is to be played now, or the last one that was."""
    played = encounter.legs.count()
    plan = _leg(here, encounter.key, 1).plan
    is_over = encounter.ending != Encounter.Ending.OPEN
    return max(1, played if is_over else min(played + 1, len(plan.legs)))


def _answer(request: HttpRequest, here: Visit, at: written.PaperLeg, writer: Writer, side: Side | None) -> HttpResponse:
    """Do what is posted and show the sheet, with what was written where it was refused."""
    key, leg = at.encounter.key, at.number
    page = paper_page(here.tournament, key, leg, side)
    form = SheetHandForm(page.leg.rules, page.names, request.POST if request.POST.get("do") == "hand" else None)
    fault, status = "", HTTPStatus.OK
    if request.method == "POST":
        desk = Desk(request, here, page, writer, form)
        try:
            answer = desk.act(request.POST.get("do", ""))
        except REFUSALS as refusal:
            fault, status = told(refusal, here.tournament), _status(refusal)
            page = paper_page(here.tournament, key, leg, side)
        else:
            if answer is not None or not form.errors:
                return answer or redirect(request.path)
            status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/paper.html", _context(here, page, form, fault), status=status)


def _context(here: Visit, page: PaperPage, form: SheetHandForm, fault: str) -> dict[str, Any]:
    encounter = page.leg.encounter
    decides = Right.RESULTS in here.rights and written.side_of(encounter, here.user_id) is None
    return {
        **here.context(),
        "page": page,
        "form": form,
        "fault": fault,
        "decides": decides and page.is_due,
        "highest_score": HIGHEST_SCORE,
    }


def _status(refusal: Exception) -> HTTPStatus:
    if isinstance(refusal, CONFLICTS):
        return HTTPStatus.CONFLICT
    if isinstance(refusal, FORBIDDEN):
        return HTTPStatus.FORBIDDEN
    return HTTPStatus.BAD_REQUEST if isinstance(refusal, BadFormat) else HTTPStatus.UNPROCESSABLE_ENTITY


class Desk:
    """One thing somebody does at the page of a sheet."""

    def __init__(self, request: HttpRequest, here: Visit, page: PaperPage, writer: Writer, form: SheetHandForm) -> None:
        self.request, self.here, self.form = request, here, form
        self.place: dict[str, Any] = {
            "tournament_id": here.tournament.pk,
            "key": page.leg.encounter.key,
            "leg": page.leg.number,
        }
        self.writer = writer

    def act(self, do: str) -> Answer:
        """Do one of the acts there are. Raises BadFormat for any other, and what its service raises."""
        acts: Mapping[str, Callable[[], Answer]] = {
            "hand": self._hand,
            "undo": lambda: self._write(sheets.undo_hand),
            "propose": lambda: self._write(papers.propose, **self._score()),
            "confirm": lambda: self._write(papers.confirm),
            "dispute": lambda: self._write(papers.dispute, words=self.request.POST.get("words", "")),
            "take_back": lambda: self._write(papers.take_back),
            "enter": self._enter,
            "open": lambda: self._direct(papers.open_paper, now=timezone.now()),
            "drop": lambda: self._direct(papers.drop, now=timezone.now()),
            "links": self._links,
            "revoke": lambda: self._direct(paper_links.revoke_links),
        }
        if do not in acts:
            raise BadFormat("there is no such act")
        return acts[do]()

    def _write(self, service: Callable[..., int], **facts: Any) -> None:
        version = _number(self.request.GET.get("version"))
        service(**self.place, writer=self.writer, version=version, now=timezone.now(), **facts)

    def _hand(self) -> None:
        if self.form.is_valid():
            self._write(sheets.write_hand, counted=self.form.counted())

    def _score(self) -> dict[str, int]:
        return {side: _number(self.request.POST.get(side)) for side in ("home", "away")}

    def _direct(self, service: Callable[..., object], **facts: Any) -> None:
        if self.here.user_id is None:
            raise NoRight
        service(**self.place, hand=hand_of(self.request, user_id=self.here.user_id, way="page"), **facts)

    def _enter(self) -> None:
        won_by, reason = self.request.POST.get("won_by", ""), self.request.POST.get("reason", "")
        if won_by not in {"", *Side}:
            raise BadFormat("won_by is home, away or nothing")
        self._direct(papers.enter, **self._score(), won_by=won_by, reason=reason, now=timezone.now())

    def _links(self) -> HttpResponse:
        """Show the new links, this once."""
        made: list[paper_links.Links] = []
        self._direct(lambda **facts: made.append(paper_links.make_links(**facts)), now=timezone.now())
        page = paper_page(self.here.tournament, self.place["key"], self.place["leg"], None)
        sides = (("link-home", page.names[0], made[0].home), ("link-away", page.names[1], made[0].away))
        links = [{"id": name, "name": side, "address": address_of_link(link)} for name, side, link in sides]
        context = {**self.here.context(), "page": page, "links": links}
        return render(self.request, "tournaments/paper_links.html", context)


def address_of_link(link: str) -> str:
    """Return the whole address of a private link, as it is printed."""
    return f"{settings.SITE_URL}{reverse('paper-link', args=[link])}"


def _number(text: str | None) -> int:
    """Return a small whole number that was sent. Raises BadFormat."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > len(str(HIGHEST_SCORE)) + 1:
        raise BadFormat("a whole number is missing")
    return int(text)
