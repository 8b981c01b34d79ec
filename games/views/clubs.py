"""Clubs: the rules of a house, and a table opened in a club's name."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import Refusal as PersonRefusal
from accounts.models import Right
from accounts.views.clubs.visits import REFUSALS, visit
from games.engine.errors import Refusal
from games.engine.rulesets import PRESETS
from games.forms.club_table import ClubTableForm, HouseRulesForm
from games.forms.rule_words import OPTION_WORDS, PRESET_WORDS, preset_groups, value_text
from games.models import HouseRules
from games.selectors.club_rooms import house_rules_of
from games.selectors.listings import code_of
from games.services import house_rules
from games.services.club_tables import open_club_table
from games.services.seating import sit
from games.views.lobby import user_id_of


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules a club plays; who keeps the settings finds the way to new ones."""
    here = visit(request, slug)
    shown = [_shown(found) for found in house_rules_of(club_id=here.club.pk)]
    context = {**here.context("rules"), "house_rules": shown, "groups": preset_groups()}
    return render(request, "clubs/rules.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def publish(request: HttpRequest, slug: str, preset: str) -> HttpResponse:
    """Ask for rules under a preset, as those of `?from=` if it is given; on POST publish them."""
    here = visit(request, slug, Right.SETTINGS)
    if preset not in PRESETS:
        raise Http404
    form = HouseRulesForm(preset, request.POST or None, initial=_initial(request, here.club.pk, preset))
    if form.is_valid():
        name = form.cleaned_data["rules_name"]
        try:
            house_rules.publish(
                club_id=here.club.pk, user_id=user_id_of(request), name=name, preset=preset, options=form.options()
            )
        except (Refusal, PersonRefusal) as refusal:
            form.add_error(None, str(REFUSALS.get(refusal.code, _("This could not be done."))))
        else:
            messages.success(request, _("The rules are published."))
            return redirect("games:club-rules", slug)
    context = {**here.context("rules"), "form": form, "words": PRESET_WORDS[preset]}
    return render(request, "clubs/rules_new.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, rules_id: int) -> HttpResponse:
    """Offer some rules no more."""
    here = visit(request, slug, Right.SETTINGS)
    try:
        house_rules.withdraw(club_id=here.club.pk, user_id=user_id_of(request), house_rules_id=rules_id)
    except (Refusal, PersonRefusal) as refusal:
        messages.error(request, str(REFUSALS.get(refusal.code, _("This could not be done."))))
    return redirect("games:club-rules", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose house rules or a preset, then what is left to choose, and open a table of the club's."""
    here = visit(request, slug, Right.OPEN_TABLES)
    context = here.context()
    by_house = request.GET.get("rules", "")
    found = None
    if by_house:
        if not by_house.isdecimal() or len(by_house) > 18:
            raise Http404
        found = get_object_or_404(HouseRules, pk=int(by_house), club=here.club, is_current=True)
    preset = found.preset if found else request.GET.get("preset", "")
    if not preset:
        shown = [_shown(each) for each in house_rules_of(club_id=here.club.pk)]
        context |= {"house_rules": shown, "groups": preset_groups()}
        return render(request, "clubs/table_rules.html", context)
    if preset not in PRESETS:
        raise Http404
    form = ClubTableForm(preset, request.POST or None, rules=found)
    if form.is_valid():
        user_id = user_id_of(request)
        try:
            table_id = open_club_table(user_id=user_id, club_id=here.club.pk, **form.table())
        except (Refusal, PersonRefusal) as refusal:
            form.add_error(None, str(REFUSALS.get(refusal.code, _("This could not be done."))))
        else:
            _sit_down(request, table_id, user_id)
            return redirect("games:table", code_of(table_id))
    context |= {"form": form, "words": PRESET_WORDS[preset], "rules": _shown(found) if found else None}
    return render(request, "clubs/table_new.html", context, status=422 if form.is_bound else 200)


def _sit_down(request: HttpRequest, table_id: int, user_id: int) -> None:
    """Seat who opened the table, unless they play elsewhere."""
    try:
        sit(table_id=table_id, user_id=user_id, number=0)
    except Refusal:
        messages.info(request, _("The table is open. You can sit down when your other match has ended."))


def _initial(request: HttpRequest, club_id: int, preset: str) -> dict[str, Any]:
    """Return what the form begins with: the rules that are to get a new version."""
    given = request.GET.get("from", "")
    if not given.isdecimal() or len(given) > 18:
        return {}
    found = HouseRules.objects.filter(pk=int(given), club_id=club_id, preset=preset).first()
    return {**found.options, "rules_name": found.name} if found else {}


def _shown(found: HouseRules) -> dict[str, Any]:
    """Return rules in the reader's words: the game, and in what it differs."""
    differs = [
        f"{OPTION_WORDS[name].name}: {value_text(name, value)}"
        for name, value in found.options.items()
        if name in OPTION_WORDS
    ]
    return {
        "id": found.pk,
        "name": found.name,
        "version": found.version,
        "preset": found.preset,
        "game": PRESET_WORDS[found.preset].name,
        "differs": differs,
        "made_at": found.made_at,
    }
