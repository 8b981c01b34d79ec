"""Addresses: every page and every REST path of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("api/v1/", include("config.api_urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("i18n/catalog.js", JavaScriptCatalog.as_view(packages=["config"]), name="js-catalog"),
    path("admin/", admin.site.urls),
]
handler429 = "accounts.views.limits.handler429"
