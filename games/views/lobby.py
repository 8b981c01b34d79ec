"""Lobby: the open tables, and how to open one."""

from collections.abc import Mapping
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.views.guests import TooManyGuests, enter
from accounts.views.limits import too_many
from games.engine.errors import Refusal
from games.engine.rulesets import PRESETS
from games.errors import AlreadySeated
from games.forms.new_table import NewTableForm
from games.forms.rule_words import PRESET_WORDS, preset_groups
from games.forms.seek import SeekForm
from games.models import Table
from games.selectors.invitations import invitation_facts, open_invitations
from games.selectors.listings import chair_of, code_of, of_speed, with_free_chair
from games.selectors.seeks import proposals_to, seek_facts, seek_of, waiting_seeks
from games.selectors.tables import lobby_row, lobby_tables
from games.services.practice import open_practice
from games.services.seating import sit
from games.services.tables import open_table

PAGE = 24
MOST_SEEKS = 50
SPEEDS = {"quick": gettext_lazy("quick"), "usual": gettext_lazy("usual"), "slow": gettext_lazy("slow")}


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the tables one may sit down at or watch, and who waits for one; htmx asks for the list alone."""
    return lobby_page(request, SeekForm())


def lobby_page(request: HttpRequest, form: SeekForm, *, status: int = 200) -> HttpResponse:
    """Return the page of tables, with the form that asks for one."""
    now = timezone.now()
    wish = {name: request.GET.get(name, "") for name in ("preset", "room", "rated", "speed")}
    page = Paginator(_filtered(lobby_tables(), wish), PAGE).get_page(request.GET.get("page"))
    context = {
        "page_obj": page,
        "tables": [lobby_row(table) for table in page],
        "preset_words": PRESET_WORDS,
        "speeds": SPEEDS,
        "wish": wish,
        "chair": chair_of(request.user.pk),
        "refresh_url": request.get_full_path() if request.method == "GET" else reverse("games:lobby"),
        "site_url": settings.SITE_URL,
        "form": form,
        "seeks": [seek_facts(seek) for seek in waiting_seeks()[:MOST_SEEKS]],
    }
    if request.user.is_authenticated:
        own = seek_of(request.user.pk, now)
        invited = open_invitations(now).filter(invited=request.user.pk)
        context |= {
            "seek": {**seek_facts(own), "is_open": own.end == "" and own.table_id is None} if own else None,
            "proposals": [seek_facts(seek) for seek in proposals_to(request.user.pk)],
            "invitations": [invitation_facts(invitation) for invitation in invited],
        }
    is_fragment = bool(getattr(request, "htmx", False))
    template = "games/_lobby.html" if is_fragment else "games/lobby.html"
    return render(request, template, context, status=status)


def _filtered(found: QuerySet[Table], wish: Mapping[str, str]) -> QuerySet[Table]:
    """Return those of the tables that the page's filters leave; an impossible wish narrows nothing."""
    if wish["preset"] in PRESETS:
        found = found.filter(preset=wish["preset"])
    if wish["rated"] in {"yes", "no"}:
        found = found.filter(rated=wish["rated"] == "yes")
    if wish["speed"] in SPEEDS:
        found = of_speed(found, wish["speed"])
    return with_free_chair(found) if wish["room"] else found


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Choose a preset, then what may vary in it, and open the table; its opener sits down in the first chair."""
    preset = request.GET.get("preset", "")
    if not preset:
        return render(request, "games/new_table_preset.html", {"groups": preset_groups()})
    if preset not in PRESETS:
        raise Http404
    form = NewTableForm(preset, request.POST or None)
    if form.is_valid():
        user_id = user_id_of(request)
        table_id = open_table(user_id=user_id, **form.table())
        _sit_down(request, table_id, user_id)
        return redirect("games:table", code_of(table_id))
    context = {"form": form, "preset": preset, "words": PRESET_WORDS[preset]}
    return render(request, "games/new_table.html", context, status=422 if form.is_bound else 200)


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Open a practice table with three bots and go there; who has a match to go on with goes to that.

    A stranger becomes a guest for it (docs/adr/0033).
    """
    try:
        user_id = enter(request)
    except TooManyGuests:
        return too_many(request)
    if user_id is None:
        return redirect(f"{reverse('account_signup')}?next={reverse('games:lobby')}")
    try:
        code = open_practice(user_id=user_id, name=_("Practice"))
    except AlreadySeated:
        chair = chair_of(user_id)
        messages.info(request, _("You are still playing here."))
        return redirect("games:table", chair.table.code) if chair else redirect("games:lobby")
    return redirect("games:table", code)


def _sit_down(request: HttpRequest, table_id: int, user_id: int) -> None:
    """Seat who opened the table, unless they play elsewhere."""
    try:
        sit(table_id=table_id, user_id=user_id, number=0)
    except Refusal:
        messages.info(request, _("The table is open. You can sit down when your other match has ended."))


def user_id_of(request: HttpRequest) -> int:
    """Return who is logged in; the page has asked for a log-in."""
    return cast("int", request.user.pk)
