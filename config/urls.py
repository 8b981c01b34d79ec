"""Addresses: every page and every REST path of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from config import health

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("api/v1/", include("config.api_urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("i18n/catalog.js", JavaScriptCatalog.as_view(packages=["config"]), name="js-catalog"),
    path("admin/", admin.site.urls),
    path("healthz", health.show, name="health"),
]
# The error pages, but under the API's prefix problems like any other.
handler400 = "config.problems.bad_request"
handler403 = "config.problems.permission_denied"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"
handler429 = "accounts.views.limits.handler429"
