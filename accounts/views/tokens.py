"""Tokens: the list of a person's own, a new one, and an end to one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import NoSuchToken, TooManyTokens
from accounts.forms import TokenForm
from accounts.selectors import tokens_of
from accounts.services import tokens
from accounts.views import PersonsRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def token_list(request: PersonsRequest) -> HttpResponse:
    """Show the tokens; on POST make one and show its secret, on this page and never again."""
    form = TokenForm(request.POST or None)
    secret = None
    if request.method == "POST" and form.is_valid():
        try:
            secret = tokens.issue(
                user_id=request.user.pk,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                life=form.life,
            ).secret
        except TooManyTokens:
            form.add_error(None, _("You have as many tokens as one may have: revoke one first."))
        else:
            form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": tokens_of(user_id=request.user.pk)}
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
def token_revoke(request: PersonsRequest, token_id: int) -> HttpResponse:
    """End a token of the person's own."""
    try:
        tokens.revoke(user_id=request.user.pk, token_id=token_id)
    except NoSuchToken as refusal:
        raise Http404 from refusal
    messages.success(request, _("The token opens nothing any more."))
    return redirect("accounts:tokens")
