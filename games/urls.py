"""Addresses of the games' pages."""

from django.urls import path

from games.views import fairness, lobby, matches, players, rules, table

app_name = "games"
urlpatterns = [
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new-table"),
    path("tables/practice/", lobby.practice, name="practice"),
    path("tables/<str:code>/", table.table, name="table"),
    path("matches/", matches.match_list, name="match-list"),
    path("matches/<uuid:match_id>/", matches.replay, name="replay"),
    path("matches/<uuid:match_id>/replay.json", matches.replay_data, name="replay-data"),
    path("players/", players.player_list, name="player-list"),
    path("players/<str:username>/", players.player, name="player"),
    path("fair-deal/", fairness.fair_deal, name="fair-deal"),
    path("fair-deal/verify_deal.py", fairness.script, name="fair-deal-script"),
    path("rules/", rules.preset_list, name="rules"),
    path("rules/<str:preset>/", rules.ruleset, name="ruleset"),
]
