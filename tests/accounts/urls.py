from django.contrib import admin
from django.http import HttpResponse
from django.urls import include, path

urlpatterns = [
    path("", lambda request: HttpResponse("home"), name="home"),
    path("", include(([path("lobby/", lambda request: HttpResponse("lobby"), name="lobby")], "games"))),
    path("", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
handler429 = "accounts.views.limits.handler429"
