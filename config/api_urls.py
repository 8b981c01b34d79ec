"""Addresses of REST: every path of docs/protocol.md, section 2, whichever app answers it."""

from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

import tournaments.urls  # noqa: F401 (it teaches what the key of a pairing looks like)
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
from tournaments.api import (
    audit,
    departures,
    directing,
    draws,
    entries,
    exports,
    halls,
    making,
    papers,
    partners,
    practice,
    results,
    rounds,
    series,
    standings,
)
from tournaments.api import calls as tournament_calls


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
    path("tables/<code:code>/arrive/", endpoint(tables.ArrivalView), name="arrive"),
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
    path("tournaments/", endpoint(making.TournamentsView), name="tournaments"),
    path("tournaments/<code:code>/", endpoint(making.TournamentView), name="tournament"),
    path("tournaments/<code:code>/announcement/", endpoint(making.AnnouncementView), name="tournament-announcement"),
    path("tournaments/<code:code>/cancellation/", endpoint(making.CancellationView), name="tournament-cancellation"),
    path("tournaments/<code:code>/entries/", endpoint(entries.EntriesView), name="tournament-entries"),
    path("tournaments/<code:code>/entries/<int:number>/", endpoint(entries.EntryView), name="tournament-entry"),
    path("tournaments/<code:code>/entries/<int:number>/check-in/", endpoint(entries.CheckInView), name="check-in"),
    path("tournaments/<code:code>/seeds/", endpoint(entries.SeedsView), name="tournament-seeds"),
    path("tournaments/<code:code>/bots/", endpoint(entries.BotsView), name="tournament-bots"),
    path("tournaments/<code:code>/proposals/", endpoint(partners.PairProposalsView), name="pair-proposals"),
    path(
        "tournaments/<code:code>/proposals/<int:proposal_id>/",
        endpoint(partners.PairProposalView),
        name="pair-proposal",
    ),
    path("tournaments/<code:code>/desk/", endpoint(partners.DeskView), name="tournament-desk"),
    path("me/entries/", endpoint(entries.MyEntriesView), name="my-entries"),
    path("me/pair-proposals/", endpoint(partners.MyPairProposalsView), name="my-pair-proposals"),
    path("tournaments/<code:code>/calls/", endpoint(tournament_calls.CallsView), name="tournament-calls"),
    path("tournaments/<code:code>/calls/<int:call_id>/", endpoint(tournament_calls.CallView), name="tournament-call"),
    path("tournaments/<code:code>/pause/", endpoint(directing.PauseView), name="tournament-pause"),
    path("tournaments/<code:code>/time/", endpoint(directing.TimeView), name="tournament-time"),
    path("tournaments/<code:code>/messages/", endpoint(directing.MessagesView), name="tournament-messages"),
    path("tournaments/<code:code>/closing/", endpoint(draws.EntriesClosedView), name="tournament-closing"),
    path("tournaments/<code:code>/start/", endpoint(draws.StartView), name="tournament-start"),
    path("tournaments/<code:code>/stop/", endpoint(directing.StopView), name="tournament-stop"),
    path("tournaments/<code:code>/audit/", endpoint(audit.AuditView), name="tournament-audit"),
    path("tournaments/<code:code>/forbidden-pairs/", endpoint(draws.ForbiddenView), name="tournament-forbidden"),
    path("tournaments/<code:code>/rounds/", endpoint(rounds.RoundsView), name="tournament-rounds"),
    path("tournaments/<code:code>/rounds/<int:number>/", endpoint(rounds.RoundView), name="tournament-round"),
    path("tournaments/<code:code>/encounters/<pairing:key>/", endpoint(rounds.EncounterView), name="encounter"),
    path("tournaments/<code:code>/standings/", endpoint(standings.StandingsView), name="tournament-standings"),
    path("tournaments/<code:code>/bracket/", endpoint(standings.BracketView), name="tournament-bracket"),
    path("tournaments/<code:code>/rounds/<int:number>/draft/", endpoint(draws.DraftView), name="round-draft"),
    path("tournaments/<code:code>/rounds/<int:number>/swap/", endpoint(draws.SwapView), name="round-swap"),
    path("tournaments/<code:code>/rounds/<int:number>/release/", endpoint(draws.ReleaseView), name="round-release"),
    path("tournaments/<code:code>/rounds/<int:number>/start/", endpoint(draws.RoundStartView), name="round-start"),
    path("tournaments/<code:code>/rounds/<int:number>/close/", endpoint(draws.RoundCloseView), name="round-close"),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/result/",
        endpoint(results.ResultView),
        name="encounter-result",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/papers/",
        endpoint(papers.PapersView),
        name="papers",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/papers/<int:leg>/",
        endpoint(papers.PaperView),
        name="paper",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/papers/<int:leg>/links/",
        endpoint(papers.PaperLinksView),
        name="paper-links",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/replay/",
        endpoint(results.ReplayView),
        name="encounter-replay",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/table/",
        endpoint(results.TableAgainView),
        name="encounter-table",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/time/",
        endpoint(directing.TableTimeView),
        name="encounter-time",
    ),
    path(
        "tournaments/<code:code>/encounters/<pairing:key>/disqualification/",
        endpoint(results.BothOutView),
        name="encounter-disqualification",
    ),
    path(
        "tournaments/<code:code>/entrants/<int:number>/withdrawal/",
        endpoint(departures.WithdrawalView),
        name="entrant-withdrawal",
    ),
    path(
        "tournaments/<code:code>/entrants/<int:number>/disqualification/",
        endpoint(departures.DisqualificationView),
        name="entrant-disqualification",
    ),
    path(
        "tournaments/<code:code>/entrants/<int:number>/substitution/",
        endpoint(directing.SubstitutionView),
        name="entrant-substitution",
    ),
    path("clubs/<slug:slug>/series/", endpoint(series.SeriesListView), name="series"),
    path("clubs/<slug:slug>/series/<slug:series>/", endpoint(series.SeriesView), name="one-series"),
    path("clubs/<slug:slug>/hall/", endpoint(halls.HallView), name="club-hall"),
    path("clubs/<slug:slug>/medals/", endpoint(halls.MedalsView), name="club-medals"),
    path("clubs/<slug:slug>/news/", endpoint(halls.NewsView), name="club-news"),
    path("me/practice-cup/", endpoint(practice.PracticeCupView), name="practice-cup"),
    path("tournaments/<code:code>/export/", endpoint(exports.ExportView), name="tournament-export"),
    path("tournaments/<code:code>/export/tables/", endpoint(exports.ExportTablesView), name="tournament-tables"),
    path("tournaments/<code:code>/records/", endpoint(exports.ArchiveView), name="tournament-records"),
    path("tournaments/<code:code>/entrant-list/", endpoint(exports.EntrantListView), name="entrant-list"),
    re_path("", api.nowhere, name="nowhere"),
]
