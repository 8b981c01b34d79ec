"""Addresses of REST: every path of docs/protocol.md, section 2, whichever app answers it."""

from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

from accounts.api import chat, clubs, ladder_choice, mail_choice, members, notices, people
from config import api, openapi  # noqa: F401 (openapi teaches drf-spectacular our two ways in)
from config.endpoints import endpoint
from games.api import chat as talk
from games.api import clubs as club_rooms
from games.api import (
    friends,
    invitations,
    ladders,
    matches,
    players,
    ratings,
    records,
    rulesets,
    seats,
    seeks,
    tables,
    tv,
)


class NameConverter(StringConverter):
    """What might be a player's name: no slash, and nothing the database could not even look for."""

    regex = r"[^/\x00-\x1f\x7f]{1,64}"


class CodeConverter(StringConverter):
    """What might be the code of a table."""

    regex = "[0-9a-z]{1,16}"


register_converter(NameConverter, "name")
register_converter(CodeConverter, "code")

app_name = "api"
urlpatterns = [
    path("", endpoint(api.RootView), name="root"),
    path("schema/", endpoint(api.SchemaView), name="schema"),
    path("docs/", endpoint(api.DocsView), name="docs"),
    path("problems/", endpoint(api.ProblemsView), name="problems"),
    path("problems/<slug:code>/", endpoint(api.ProblemView), name="problem"),
    path("me/", endpoint(people.MeView), name="me"),
    path("me/chat/", endpoint(chat.MyChatView), name="my-chat"),
    path("me/ladder/", endpoint(ladder_choice.MyLadderView), name="my-ladder"),
    path("me/mail/", endpoint(mail_choice.MyMailView), name="my-mail"),
    path("me/friends/", endpoint(friends.FriendsView), name="friends"),
    path("me/friends/<name:name>/", endpoint(friends.FriendView), name="friend"),
    path("me/blocks/", endpoint(friends.BlocksView), name="blocks"),
    path("me/blocks/<name:name>/", endpoint(friends.BlockView), name="block"),
    path("me/notices/", endpoint(notices.NoticesView), name="notices"),
    path("me/notices/read/", endpoint(notices.NoticesReadView), name="notices-read"),
    path("me/notices/<int:notice_id>/read/", endpoint(notices.NoticeReadView), name="notice-read"),
    path("tokens/", endpoint(people.TokensView), name="tokens"),
    path("tokens/<int:token_id>/", endpoint(people.TokenView), name="token"),
    path("reports/", endpoint(talk.ReportsView), name="reports"),
    path("rulesets/", endpoint(rulesets.RulesetsView), name="rulesets"),
    path("rulesets/<slug:preset>/", endpoint(rulesets.RulesetView), name="ruleset"),
    path("ladders/", endpoint(ladders.LaddersView), name="ladders"),
    path("ladders/<slug:pool>/", endpoint(ladders.LadderView), name="ladder"),
    path("players/", endpoint(players.PlayersView), name="players"),
    path("players/<name:name>/", endpoint(players.PlayerView), name="player"),
    path("players/<name:name>/ratings/", endpoint(ratings.RatingsView), name="ratings"),
    path("players/<name:name>/ratings/<slug:pool>/history/", endpoint(ratings.HistoryView), name="rating-history"),
    path("tables/", endpoint(tables.TablesView), name="tables"),
    path("tables/<code:code>/", endpoint(tables.TableView), name="table"),
    path("tables/<code:code>/unlock/", endpoint(tables.UnlockView), name="unlock"),
    path("tables/<code:code>/rematch/", endpoint(tables.RematchView), name="rematch"),
    path("tables/<code:code>/chat/", endpoint(talk.ChatView), name="chat"),
    path("tables/<code:code>/seats/<int:number>/", endpoint(seats.SeatView), name="seat"),
    path("tables/<code:code>/seats/<int:number>/bot/", endpoint(seats.BotView), name="bot"),
    path("tables/<code:code>/requests/<int:request_id>/", endpoint(seats.RequestView), name="request"),
    path("tv/", endpoint(tv.TvView), name="tv"),
    path("tables/<code:code>/invitations/", endpoint(invitations.TableInvitationsView), name="table-invitations"),
    path("tables/<code:code>/privacy/", endpoint(tables.PrivacyView), name="privacy"),
    path("seeks/", endpoint(seeks.SeeksView), name="seeks"),
    path("me/seek/", endpoint(seeks.SeekView), name="my-seek"),
    path("me/proposals/", endpoint(seeks.ProposalsView), name="proposals"),
    path("me/proposals/<int:seek_id>/", endpoint(seeks.ProposalView), name="proposal"),
    path("me/invitations/", endpoint(invitations.InvitationsView), name="invitations"),
    path("me/invitations/<int:invitation_id>/", endpoint(invitations.InvitationView), name="invitation"),
    path("clubs/", endpoint(clubs.ClubsView), name="clubs"),
    path("clubs/<slug:slug>/", endpoint(clubs.ClubView), name="club"),
    path("clubs/<slug:slug>/events/", endpoint(clubs.ClubEventsView), name="club-events"),
    path("clubs/<slug:slug>/events/<int:event_id>/", endpoint(clubs.ClubEventView), name="club-event"),
    path("clubs/<slug:slug>/members/", endpoint(members.MembersView), name="club-members"),
    path("clubs/<slug:slug>/members/<name:name>/", endpoint(members.MemberView), name="club-member"),
    path("clubs/<slug:slug>/member-list/", endpoint(members.MemberListView), name="club-member-list"),
    path("clubs/<slug:slug>/admissions/", endpoint(members.AdmissionsView), name="club-admissions"),
    path("clubs/<slug:slug>/rules/", endpoint(club_rooms.HouseRulesView), name="house-rules"),
    path("clubs/<slug:slug>/rules/<int:rules_id>/", endpoint(club_rooms.HouseRulesOneView), name="house-rules-one"),
    path("clubs/<slug:slug>/tables/", endpoint(club_rooms.ClubTablesView), name="club-tables"),
    path("admissions/<int:admission_id>/", endpoint(members.AdmissionView), name="admission"),
    path("matches/", endpoint(matches.MatchesView), name="matches"),
    path("matches/<uuid:match_id>/", endpoint(matches.MatchView), name="match"),
    path("matches/<uuid:match_id>/events/", endpoint(matches.EventsView), name="events"),
    path("matches/<uuid:match_id>/commands/", endpoint(matches.CommandsView), name="commands"),
    path("matches/<uuid:match_id>/correction/", endpoint(ratings.CorrectionView), name="correction"),
    path("matches/<uuid:match_id>/ratings/", endpoint(ratings.MatchRatingsView), name="match-ratings"),
    path("matches/<uuid:match_id>/record/", endpoint(matches.RecordView), name="record"),
    path("records/", endpoint(records.RecordsView), name="records"),
    re_path("", api.nowhere, name="nowhere"),
]
