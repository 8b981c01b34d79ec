"""Segnapunti: a score sheet for a table played with real cards, for anybody. It is all in its address."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.texts import one_line
from games.engine.errors import BadFormat, Refusal
from games.engine.paper import Counted, Sheet, sheet_of
from games.engine.rulesets import resolve
from games.forms.segnapunti import SheetForm, code_of, hands_of
from games.forms.sheet_hand import SheetHandForm

FACTS = ("preset", "target", "one", "other")


@require_safe
def segnapunti(request: HttpRequest) -> HttpResponse:
    """Ask what is played, or show the sheet that the address tells; a hand sent with it leads to the next address."""
    sent = request.GET
    form = SheetForm(sent if "preset" in sent else None)
    if not form.is_valid():
        return render(request, "games/segnapunti_new.html", {"form": form}, status=422 if form.is_bound else 200)
    rules = resolve(form.cleaned_data["preset"], {"target": form.cleaned_data["target"]})
    names = _names(sent)
    hand, fault = SheetHandForm(rules, names, sent if "side" in sent else None), ""
    try:
        sheet = sheet_of(rules, hands_of(sent.get("h", "")))
    except Refusal:
        return redirect(_address(sent, []))
    counted = [row.counted for row in sheet.hands]
    if hand.is_valid():
        try:
            sheet_of(rules, [*counted, hand.counted()])
        except Refusal as refusal:
            fault = _told(refusal)
        else:
            return redirect(_address(sent, [*counted, hand.counted()]))
    context = {
        "sheet": sheet,
        "names": names,
        "rows": [{"number": number, "hand": row} for number, row in enumerate(sheet.hands, 1)][::-1],
        "form": hand,
        "fault": fault,
        "preset": rules.preset,
        "target": rules.target,
        "kept": [(name, sent.get(name, "")) for name in (*FACTS, "h")],
        "undo": _address(sent, counted[:-1]),
        "again": _address(sent, []),
        "winner": _winner(sheet, names),
    }
    return render(request, "games/segnapunti.html", context, status=422 if fault or hand.errors else 200)


def _names(sent: QueryDict) -> tuple[str, str]:
    one, other = (one_line(sent.get(name, ""), longest=40) for name in ("one", "other"))
    return one or _("We"), other or _("They")


def _address(sent: QueryDict, counted: list[Counted]) -> str:
    facts = {name: sent.get(name, "") for name in FACTS}
    return f"{reverse('games:segnapunti')}?{urlencode(facts | {'h': code_of(counted)})}"


def _winner(sheet: Sheet, names: tuple[str, str]) -> str:
    return names[sheet.winner] if sheet.winner is not None else ""


def _told(refusal: Refusal) -> str:
    if isinstance(refusal, BadFormat):
        return _("This could not be read.")
    return {
        "match_over": _("The match is over."),
        "declaration_not_held": _("The pack does not hold so many declarations."),
    }.get(refusal.code, _("Such a hand cannot have been: look at it again."))
