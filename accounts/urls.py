"""Addresses of the people's pages. Those named like pages of allauth stand in for them, and come first."""

from django.urls import path, re_path

from accounts.views import account, entrance, language, notices, sessions, tokens
from accounts.views.clubs import calendar, house, lists, people

app_name = "accounts"
urlpatterns = [
    path("account/", account.settings, name="settings"),
    path("account/export/", account.download, name="export"),
    path("account/close/", account.close, name="close"),
    path("account/language/", language.language, name="language"),
    path("account/notices/", notices.notice_list, name="notices"),
    path("account/notices/read/", notices.notice_read_all, name="notices-read"),
    path("account/notices/<int:notice_id>/open/", notices.notice_open, name="notice-open"),
    path("account/chat/", account.choose_chat, name="chat"),
    path("account/ladder/", account.choose_ladder, name="ladder"),
    path("account/mail/", account.choose_mail, name="mail"),
    path("account/tokens/", tokens.token_list, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.token_revoke, name="token-revoke"),
    path("account/sessions/", sessions.session_list, name="sessions"),
    path("account/sessions/<int:session_id>/end/", sessions.session_end, name="session-end"),
    path("account/sessions/end/", sessions.session_end_all, name="session-end-all"),
    path("clubs/<slug:slug>/door/", people.door, name="club-door"),
    path("clubs/<slug:slug>/members/", people.member_list, name="club-members"),
    path("clubs/<slug:slug>/members/import/", lists.take, name="club-import"),
    path("clubs/<slug:slug>/members/export/", lists.hand, name="club-export"),
    path("clubs/<slug:slug>/members/<int:user_id>/", people.member, name="club-member"),
    path("clubs/<slug:slug>/requests/", people.requests, name="club-requests"),
    path("clubs/<slug:slug>/requests/<int:admission_id>/", people.answer, name="club-answer"),
    path("clubs/<slug:slug>/calendar/", calendar.calendar, name="club-calendar"),
    path("clubs/<slug:slug>/calendar/<int:event_id>/", calendar.calendar, name="club-event"),
    path("clubs/<slug:slug>/settings/", house.settings, name="club-settings"),
    path("clubs/<slug:slug>/close/", house.close, name="club-close"),
    path("privacy/", account.privacy, name="privacy"),
    # allauth's own addresses, answered by views of ours
    path("account/signup/", entrance.SignUpView.as_view(), name="sign-up"),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$", entrance.ConfirmAddressView.as_view(), name="confirm-address"
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        entrance.NewPasswordView.as_view(),
        name="new-password",
    ),
]
