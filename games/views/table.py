"""Table: the page where a match is played and watched."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import ClubTable, NoSuchTable, TablePrivate, WatchBanned, WrongPassword
from games.forms.new_table import PasswordForm
from games.forms.rule_words import OPTION_WORDS, preset_name, value_text
from games.models import Table
from games.selectors.frames import fresh_view
from games.selectors.standing import table_id_of
from games.selectors.tables import table_view
from games.services.tables import check_table_password

UNLOCKED = "unlocked_tables"  # in the session: codes of the tables whose password was given
MOST_UNLOCKED = 50


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table: the page is a shell for the live table, and tells its state by itself where no script runs.

    A table with a password asks for it first; only that form is posted here.
    """
    table_id = table_id_of(code)
    if table_id is None:
        raise Http404
    unlocked = code in request.session.get(UNLOCKED, ())
    try:
        view = table_view(table_id, request.user.pk, unlocked=unlocked)
    except TablePrivate:
        return _ask_password(request, table_id, code)
    except ClubTable:
        return _members_only(request, table_id)
    except WatchBanned:
        return not_to_be_watched(request)
    except NoSuchTable:
        raise Http404 from None
    if request.method == "POST":
        return redirect("games:table", code)
    match = fresh_view(UUID(view["match"]), request.user.pk) if view["match"] else None
    context: dict[str, Any] = {
        "table": view,
        "changed": _changed(view),
        "summary": _summary(view, match["view"]) if match else None,
        "title": view["name"] or _("Table: %(preset)s") % {"preset": preset_name(view["preset"])},
        "login_url": f"{reverse(settings.LOGIN_URL)}?next={request.path}",
    }
    context |= _preview(code, context["title"], view)
    return render(request, "games/table.html", context)


def _members_only(request: HttpRequest, table_id: int) -> HttpResponse:
    """Tell a reader that the table is for the members of a club, and which."""
    club = Table.objects.select_related("club").get(pk=table_id).club
    return render(request, "clubs/members_only.html", {"club": club, "login_next": request.path}, status=403)


def not_to_be_watched(request: HttpRequest) -> HttpResponse:
    """Tell a reader that they have yet to play what is shown there, or have to say who they are."""
    return render(request, "games/watch_banned.html", {"login_next": request.path}, status=403)


def _preview(code: str, title: str = "", view: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Return what a messenger shows of a table's address; of one that is not public only that it is a table here.

    The address is the site's own, whatever name the request used: that name is the client's word.
    """
    is_public = view is not None and view["visibility"] == Table.Visibility.PUBLIC
    game = preset_name(view["preset"]) if view is not None and is_public else ""
    return {
        "address": settings.SITE_URL + reverse("games:table", args=[code]),
        "site_url": settings.SITE_URL,
        "preview_title": title if is_public else _("A table of tressette"),
        "preview_text": _("A table of tressette (%(game)s): sit down or watch.") % {"game": game}
        if is_public
        else _("You are invited to a table at Bongioco."),
    }


def _changed(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Return in words what this table has changed in its preset."""
    options = {"target": view["target"], **view["options"]}
    return [
        {"name": OPTION_WORDS[name].name, "value": value_text(name, tuple(value) if isinstance(value, list) else value)}
        for name, value in options.items()
    ]


def _ask_password(request: HttpRequest, table_id: int, code: str) -> HttpResponse:
    form = PasswordForm(request.POST or None)
    if form.is_valid():
        try:
            check_table_password(table_id=table_id, password=form.cleaned_data["password"])
        except WrongPassword:
            form.add_error("password", _("This is not the table's password."))
        else:
            opened = [*request.session.get(UNLOCKED, []), code]
            request.session[UNLOCKED] = opened[-MOST_UNLOCKED:]
            return redirect("games:table", code)
    context = {"form": form, **_preview(code)}
    return render(request, "games/table_password.html", context, status=422 if form.is_bound else 200)


def _summary(table: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """Return what the page tells of a match where no script runs."""
    names = {holder["seat"]: holder["name"] for holder in view["seats"]}
    sides = view["sides"] if view["sides"] and len(view["sides"]) == len(view["totals"]) else None
    trick = view["trick"] or view["last_trick"] or {"plays": []}
    groups = sides or [[seat] for seat in range(len(view["totals"]))]
    return {
        "scores": [
            (" · ".join(names[seat] for seat in group if seat in names), points)
            for group, points in zip(groups, view["totals"], strict=True)
        ],
        "hand": (view["hand"] or 0) + 1,
        "turn": names.get(view["turn"]["seat"]) if view["turn"] else None,
        "plays": [(names.get(play["seat"], ""), play["card"]) for play in trick["plays"]],
        "is_running": table["status"] == "playing",
    }
