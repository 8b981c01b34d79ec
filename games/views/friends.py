"""Friends: the people one follows and where they are, those one has blocked, and the buttons for both."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Blocked, ListFull, NoSuchPlayer, NotYourself, PeopleOnly, Refusal
from accounts.selectors.ties import people_blocked_by, people_followed_by
from accounts.services import ties
from accounts.views import PersonsRequest
from games.selectors.friends import friends_facts
from games.selectors.players import person_named

PAGE = 50

DEEDS: dict[str, tuple[Callable[..., None], Any]] = {
    "follow": (ties.follow, gettext_lazy("You are following %(name)s.")),
    "unfollow": (ties.unfollow, gettext_lazy("You are no longer following %(name)s.")),
    "block": (ties.block, gettext_lazy("You have blocked %(name)s.")),
    "unblock": (ties.unblock, gettext_lazy("%(name)s is no longer blocked.")),
}
REFUSALS: dict[type[Refusal], Any] = {
    NotYourself: gettext_lazy("That is you."),
    PeopleOnly: gettext_lazy("Bots and guests cannot be followed."),
    Blocked: gettext_lazy("One of you has blocked the other."),
    ListFull: gettext_lazy("Your list is full."),
}


@login_required
@require_safe
@never_cache
def friends(request: PersonsRequest) -> HttpResponse:
    """Show whom the person follows, friends and who is here first, and whom they have blocked."""
    followed = friends_facts(list(people_followed_by(user_id=request.user.pk).order_by("name_key")))
    followed.sort(key=lambda row: (row["table"] is None, not row["online"], not row["is_friend"]))
    context = {
        "page_obj": (page := Paginator(followed, PAGE).get_page(request.GET.get("page"))),
        "followed": list(page),
        "blocked": people_blocked_by(user_id=request.user.pk).order_by("name_key"),
    }
    return render(request, "games/friends.html", context)


@login_required
@require_POST
def change(request: PersonsRequest) -> HttpResponse:
    """Follow, unfollow, block or unblock the person of the given name."""
    deed, said = DEEDS.get(request.POST.get("deed", ""), (None, ""))
    if deed is None:
        raise Http404
    name = request.POST.get("name", "").strip()
    try:
        person = person_named(name)
        deed(user_id=request.user.pk, other_id=person.pk)
    except NoSuchPlayer:
        messages.error(request, _("Nobody here has this name."))
        return redirect("games:friends")
    except tuple(REFUSALS) as refusal:
        messages.error(request, REFUSALS[type(refusal)])
    else:
        messages.success(request, said % {"name": person.username})
    if request.POST.get("next") == "player":
        return redirect("games:player", person.username)
    return redirect("games:friends")
