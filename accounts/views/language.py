"""Language: chosen once, kept in a cookie for this browser and with the account for the next one and for mails."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.services import people


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language named in `language` and go back to `next`, if that is a page of ours."""
    code = request.POST.get("language", "")
    if request.user.is_authenticated:
        people.choose_language(user_id=request.user.pk, code=code)
    return set_language(request)


def remember_language(response: HttpResponse, code: str) -> None:
    """Keep the language of this code in the browser."""
    if people.is_language(code):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            domain=settings.LANGUAGE_COOKIE_DOMAIN,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type] # a str in the settings
        )
