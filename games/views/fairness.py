"""Fairness: what the fair deal proves and what it does not, and the script that deals again without this site."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

SCRIPT = "docs/verify_deal.py"


@require_safe
def fair_deal(request: HttpRequest) -> HttpResponse:
    """Explain the fair deal in plain words."""
    return render(request, "games/fair_deal.html")


@require_safe
def script(_request: HttpRequest) -> HttpResponse:
    """Hand out the stand-alone script that deals records again."""
    file = settings.BASE_DIR / SCRIPT
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return HttpResponse(file.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)
