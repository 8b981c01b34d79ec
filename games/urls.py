"""Addresses of the games' pages."""

from django.urls import path

from games.views import (
    clubs,
    fairness,
    friends,
    ladders,
    lesson,
    lobby,
    matches,
    players,
    reports,
    rules,
    seeks,
    table,
    watching,
)

app_name = "games"
urlpatterns = [
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new-table"),
    path("tables/practice/", lobby.practice, name="practice"),
    path("tables/seek/", seeks.seek, name="seek"),
    path("tables/seek/cancel/", seeks.cancel, name="seek-cancel"),
    path("tables/seek/<int:seek_id>/answer/", seeks.answer_partner, name="seek-answer"),
    path("tables/invitations/<int:invitation_id>/answer/", seeks.answer_invitation, name="invitation-answer"),
    path("tables/<str:code>/", table.table, name="table"),
    path("matches/", matches.match_list, name="match-list"),
    path("matches/<uuid:match_id>/", matches.replay, name="replay"),
    path("matches/<uuid:match_id>/replay.json", matches.replay_data, name="replay-data"),
    path("players/", players.player_list, name="player-list"),
    path("ladder/", ladders.ladder, name="ladder"),
    path("ladder/<slug:pool>/", ladders.ladder, name="ladder-of"),
    path("account/friends/", friends.friends, name="friends"),
    path("account/friends/change/", friends.change, name="friends-change"),
    path("players/<str:username>/", players.player, name="player"),
    path("players/<str:username>/ratings/<slug:pool>/", ladders.rating, name="rating"),
    path("players/<str:username>/report/", reports.report, name="report"),
    path("clubs/<slug:slug>/rules/", clubs.rules, name="club-rules"),
    path("clubs/<slug:slug>/rules/<int:rules_id>/withdraw/", clubs.withdraw, name="club-rules-withdraw"),
    path("clubs/<slug:slug>/rules/<slug:preset>/", clubs.publish, name="club-rules-new"),
    path("clubs/<slug:slug>/tables/new/", clubs.new_table, name="club-table"),
    path("fair-deal/", fairness.fair_deal, name="fair-deal"),
    path("fair-deal/verify_deal.py", fairness.script, name="fair-deal-script"),
    path("watch/", watching.watch, name="watch"),
    path("tv/", watching.tv, name="tv"),
    path("lesson/", lesson.overview, name="lesson"),
    path("lesson/<str:step>/", lesson.ask, name="lesson-step"),
    path("rules/", rules.preset_list, name="rules"),
    path("rules/<str:preset>/", rules.ruleset, name="ruleset"),
]
