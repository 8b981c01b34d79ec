"""Addresses of the pages that need the whole house; tournaments stand under a name of their own."""

from django.urls import path

from accounts.views.clubs import house
from tournaments.views import clubs, front, tournament

urlpatterns = [
    path("", front.home, name="home"),
    path("about/", front.about, name="about"),
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/new/", house.found, name="club-new"),  # before any club of its own address
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/calendar.ics", clubs.calendar, name="club-ics"),
    path("help/", front.glossary, name="help"),
    path("tournaments/<str:code>/", tournament.tournament, name="tournament"),
]
