"""Addresses of the pages that need the whole house; tournaments stand under a name of their own."""

from django.urls import path

from tournaments.views import front

urlpatterns = [
    path("", front.home, name="home"),
    path("about/", front.about, name="about"),
    path("help/", front.glossary, name="help"),
]
