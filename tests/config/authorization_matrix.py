"""Authorization's matrix: who gets what answer at every address of the site, as rows to be read and reviewed.

The columns are the people of authorization_world: a stranger without and with an account, who opened the table, who
plays at it, who watches it, a token without the scope asked for, one with every scope, a member of staff. An answer is
a status, or `login` for being led to the log-in page. A verb without a row must be refused (405, or earlier) to
everybody; HEAD answers as GET. `*` stands for every verb: allauth and the admin look at the person before the verb.
"""

from typing import Any, NamedTuple

from tests.config.authorization_world import PASSWORD

WRITES = ("POST", "PUT", "PATCH", "DELETE")
ALL = ("GET", *WRITES)


class Row(NamedTuple):
    """Who gets what at one address of one place, by one of some verbs."""

    path: str
    verbs: tuple[str, ...]
    place: str
    answers: tuple[str, ...]


PAGES = """
# path                                        verbs         place     nobod stran opene seate watch bare  token staff
/                                             GET           -         200   200   200   200   200   200   200   200
/about/                                       GET           -         200   200   200   200   200   200   200   200
/account/                                     GET           -         login 200   200   200   200   login login 200
/account/2fa/                                 GET           -         login 200   200   200   200   login login 200
/account/2fa/authenticate/                    *             -         login 302   302   302   302   login login 302
/account/2fa/reauthenticate/                  *             -         login 302   302   302   302   login login 302
/account/2fa/recovery-codes/                  GET           -         login 404   404   404   404   login login 404
/account/2fa/recovery-codes/download/         *             -         login 404   404   404   404   login login 404
/account/2fa/recovery-codes/generate/         *             -         login 302   302   302   302   login login 302
/account/2fa/totp/activate/                   *             -         login 302   302   302   302   login login 302
/account/2fa/totp/deactivate/                 *             -         login 404   404   404   404   login login 404
/account/chat/                                POST          -         login 302   302   302   302   login login 302
/account/close/                               GET|POST      -         login 200   200   200   200   login login 200
/account/confirm-email/                       GET           -         200   200   200   200   200   200   200   200
/account/confirm-email/<key>/                 GET           -         200   200   200   200   200   200   200   200
/account/confirm-email/<key>/                 POST          -         410   410   410   410   410   410   410   410
/account/email/                               GET           -         login 200   200   200   200   login login 200
/account/email/                               POST|PUT      -         login 302   302   302   302   login login 302
/account/export/                              GET           -         login 200   200   200   200   login login 200
/account/friends/                             GET           -         login 200   200   200   200   login login 200
/account/friends/change/                      POST          -         login 404   404   404   404   login login 404
/account/inactive/                            GET           -         200   200   200   200   200   200   200   200
/account/language/                            POST          -         302   302   302   302   302   302   302   302
/account/login/                               GET|POST|PUT  -         200   302   302   302   302   200   200   302
/account/login/                               PATCH|DELETE  -         405   302   302   302   302   405   405   302
/account/login/code/confirm/                  *             -         login 302   302   302   302   login login 302
/account/logout/                              GET           -         302   200   200   200   200   302   302   200
/account/logout/                              POST          -         302   302   302   302   302   302   302   302
/account/notices/                             GET           -         login 200   200   200   200   login login 200
/account/notices/<notice_id>/open/            POST          -         login 404   404   404   404   login login 404
/account/notices/read/                        POST          -         login 302   302   302   302   login login 302
/account/password/change/                     GET|POST|PUT  -         login 200   200   200   200   login login 200
/account/password/reset/                      GET|POST|PUT  -         200   200   200   200   200   200   200   200
/account/password/reset/done/                 GET           -         200   200   200   200   200   200   200   200
/account/password/reset/key/<uidb36>-<key>/   *             -         200   200   200   200   200   200   200   200
/account/password/reset/key/done/             GET           -         200   200   200   200   200   200   200   200
/account/password/set/                        *             -         login 302   302   302   302   login login 302
/account/reauthenticate/                      GET|POST|PUT  -         login 200   200   200   200   login login 200
/account/reauthenticate/code/                 GET|POST|PUT  -         login 302   302   302   302   login login 200
/account/reauthenticate/code/                 PATCH|DELETE  -         login 302   302   302   302   login login 405
/account/reauthenticate/code/confirm/         *             -         login 302   302   302   302   login login 302
/account/sessions/                            GET           -         login 200   200   200   200   login login 200
/account/sessions/<session_id>/end/           POST          -         login 404   404   404   404   login login 404
/account/sessions/end/                        POST          -         login login login login login login login login
/account/signup/                              GET|POST|PUT  -         200   302   302   302   302   200   200   302
/account/signup/                              PATCH|DELETE  -         405   302   302   302   302   405   405   302
/account/tokens/                              GET|POST      -         login 200   200   200   200   login login 200
/account/tokens/<token_id>/revoke/            POST          -         login 404   404   404   404   login login 404
/api/v1/                                      GET           -         200   200   200   200   200   200   200   200
/api/v1/docs/                                 GET           -         200   200   200   200   200   200   200   200
/api/v1/matches/                              GET           -         200   200   200   200   200   403   200   200
/api/v1/matches/<match_id>/                   GET           private   403   403   200   200   200   403   403   403
/api/v1/matches/<match_id>/                   GET           ended     200   200   200   200   200   403   200   200
/api/v1/matches/<match_id>/commands/          POST          private   401   403   403   200   403   403   403   403
/api/v1/matches/<match_id>/commands/          POST          ended     401   403   403   403   403   403   403   403
/api/v1/matches/<match_id>/events/            GET           private   403   403   200   200   200   403   403   403
/api/v1/matches/<match_id>/events/            GET           ended     200   200   200   200   200   403   200   200
/api/v1/matches/<match_id>/correction/        POST          private   401   403   403   403   403   403   403   409
/api/v1/matches/<match_id>/correction/        POST          ended     401   403   403   403   403   403   403   201
/api/v1/matches/<match_id>/ratings/           GET           private   403   403   409   409   409   403   403   403
/api/v1/matches/<match_id>/ratings/           GET           ended     200   200   200   200   200   403   200   200
/api/v1/matches/<match_id>/record/            GET           private   403   403   409   409   409   403   403   403
/api/v1/matches/<match_id>/record/            GET           ended     200   200   200   200   200   403   200   200
/api/v1/me/                                   GET           -         401   200   200   200   200   403   200   200
/api/v1/me/invitations/                       GET           -         401   200   200   200   200   403   200   200
/api/v1/me/invitations/<invitation_id>/       POST|DELETE   -         401   404   404   404   404   403   404   404
/api/v1/me/proposals/                         GET           -         401   200   200   200   200   403   200   200
/api/v1/me/proposals/<seek_id>/               POST          -         401   404   404   404   404   403   404   404
/api/v1/me/seek/                              GET|DELETE    -         401   404   404   404   404   403   404   404
/api/v1/me/seek/                              PUT           -         401   200   200   409   409   403   200   200
/api/v1/me/blocks/                            GET           -         401   200   200   200   200   403   200   200
/api/v1/me/blocks/<name>/                     PUT           -         401   204   204   422   204   403   204   204
/api/v1/me/blocks/<name>/                     DELETE        -         401   204   204   204   204   403   204   204
/api/v1/me/chat/                              GET           -         401   200   200   200   200   200   200   200
/api/v1/me/chat/                              PUT           -         401   200   200   200   200   403   200   200
/api/v1/me/friends/                           GET           -         401   200   200   200   200   403   200   200
/api/v1/me/friends/<name>/                    PUT           -         401   204   204   422   204   403   204   204
/api/v1/me/friends/<name>/                    DELETE        -         401   204   204   204   204   403   204   204
/api/v1/me/notices/                           GET           -         401   200   200   200   200   403   200   200
/api/v1/me/notices/<notice_id>/read/          POST          -         401   404   404   404   404   403   404   404
/api/v1/me/notices/read/                      POST          -         401   204   204   204   204   403   204   204
/api/v1/ladders/                              GET           -         200   200   200   200   200   403   200   200
/api/v1/ladders/<pool>/                       GET           -         200   200   200   200   200   403   200   200
/api/v1/me/ladder/                            GET           -         401   200   200   200   200   200   200   200
/api/v1/me/ladder/                            PUT           -         401   200   200   200   200   403   200   200
/api/v1/me/mail/                              GET           -         401   200   200   200   200   200   200   200
/api/v1/me/mail/                              PUT           -         401   200   200   200   200   403   200   200
/api/v1/players/                              GET           -         200   200   200   200   200   403   200   200
/api/v1/players/<name>/                       GET           -         200   200   200   200   200   403   200   200
/api/v1/players/<name>/ratings/               GET           -         200   200   200   200   200   403   200   200
/api/v1/players/<name>/ratings/<pool>/history/ GET          -         200   200   200   200   200   403   200   200
/api/v1/problems/                             GET           -         200   200   200   200   200   200   200   200
/api/v1/problems/<code>/                      GET           -         200   200   200   200   200   200   200   200
/api/v1/records/                              GET           -         200   200   200   200   200   403   200   200
/api/v1/reports/                              POST          -         401   404   404   404   404   403   404   404
/api/v1/rulesets/                             GET           -         200   200   200   200   200   200   200   200
/api/v1/rulesets/<preset>/                    GET           -         200   200   200   200   200   200   200   200
/api/v1/schema/                               GET           -         200   200   200   200   200   200   200   200
/api/v1/seeks/                                GET           -         200   200   200   200   200   403   200   200
/api/v1/tables/                               GET           -         200   200   200   200   200   403   200   200
/api/v1/tables/                               POST          -         401   201   201   201   201   403   201   201
/api/v1/tables/<code>/                        GET           private   403   403   200   200   200   403   403   403
/api/v1/tables/<code>/                        DELETE        private   401   409   409   409   409   403   409   409
/api/v1/tables/<code>/                        GET           open      200   200   200   200   200   403   200   200
/api/v1/tables/<code>/                        DELETE        open      401   403   204   403   403   403   403   403
/api/v1/tables/<code>/                        GET           ended     200   200   200   200   200   403   200   200
/api/v1/tables/<code>/                        DELETE        ended     401   403   204   403   403   403   403   403
/api/v1/tables/<code>/invitations/            POST          open      401   404   404   404   404   403   404   404
/api/v1/tables/<code>/privacy/                PUT           private   401   403   200   403   403   403   403   403
/api/v1/tables/<code>/privacy/                PUT           open      401   403   200   403   403   403   403   403
/api/v1/tables/<code>/chat/                   GET           private   403   403   200   200   200   403   403   403
/api/v1/tables/<code>/chat/                   POST          private   401   403   201   409   201   403   403   403
/api/v1/tables/<code>/chat/                   GET           open      200   200   200   200   200   200   200   200
/api/v1/tables/<code>/chat/                   POST          open      401   201   201   201   201   403   201   201
/api/v1/tables/<code>/arrive/                 POST          private   401   404   404   404   404   403   404   404
/api/v1/tables/<code>/arrive/                 POST          open      401   404   404   404   404   403   404   404
/api/v1/tables/<code>/rematch/                POST          private   401   403   403   409   403   403   403   403
/api/v1/tables/<code>/rematch/                POST          open      401   403   403   403   409   403   403   403
/api/v1/tables/<code>/rematch/                POST          ended     401   403   403   403   403   403   403   403
/api/v1/tables/<code>/requests/<request_id>/  POST          open      401   409   409   409   200   403   409   409
/api/v1/tables/<code>/seats/<number>/         PUT           private   401   409   409   409   409   403   409   409
/api/v1/tables/<code>/seats/<number>/         DELETE        private.0 401   403   403   409   403   403   403   403
/api/v1/tables/<code>/seats/<number>/         PUT           open      401   200   200   409   409   403   200   200
/api/v1/tables/<code>/seats/<number>/         PUT           open.0    401   409   409   409   200   403   409   409
/api/v1/tables/<code>/seats/<number>/         PUT           open.2    401   202   202   409   409   403   202   202
/api/v1/tables/<code>/seats/<number>/         PUT           open.9    401   404   404   404   409   403   404   404
/api/v1/tables/<code>/seats/<number>/         DELETE        open      401   403   403   403   403   403   403   403
/api/v1/tables/<code>/seats/<number>/         DELETE        open.0    401   403   403   403   204   403   403   403
/api/v1/tables/<code>/seats/<number>/bot/     PUT           private   401   409   409   409   409   403   409   409
/api/v1/tables/<code>/seats/<number>/bot/     PUT           open      401   403   200   403   200   403   403   403
/api/v1/tables/<code>/seats/<number>/bot/     PUT           open.2    401   403   403   403   409   403   403   403
/api/v1/tables/<code>/seats/<number>/bot/     DELETE        private   401   409   409   409   409   403   409   409
/api/v1/tables/<code>/seats/<number>/bot/     DELETE        open.0    401   403   403   403   403   403   403   403
/api/v1/tables/<code>/unlock/                 POST          private   204   204   204   204   204   403   204   204
/api/v1/tokens/                               GET           -         401   200   200   200   200   403   200   200
/api/v1/tokens/                               POST          -         401   201   201   201   201   403   201   201
/api/v1/tokens/<token_id>/                    DELETE        -         401   404   404   404   404   403   404   404
/api/v1/tournaments/<code>/calls/             GET           running   401   403   200   200   403   403   403   403
/api/v1/tournaments/<code>/calls/             POST          running   401   403   403   403   403   403   403   403
/api/v1/tournaments/<code>/calls/<call_id>/   POST|DELETE   running   401   403   404   404   403   403   403   403
/api/v1/tournaments/<code>/pause/             PUT           running   401   403   204   204   403   403   403   403
/api/v1/tournaments/<code>/pause/             DELETE        running   401   403   409   409   403   403   403   403
/api/v1/tournaments/<code>/time/              POST          running   401   403   409   409   403   403   403   403
/api/v1/tournaments/<code>/messages/          GET           running   200   200   200   200   200   200   200   200
/api/v1/tournaments/<code>/messages/          POST          running   401   403   204   204   403   403   403   403
/api/v1/tournaments/<code>/closing/           POST          running   401   409   409   409   409   403   409   409
/api/v1/tournaments/<code>/closing/           POST          announced 401   403   200   200   403   403   403   403
/api/v1/tournaments/<code>/start/             POST          running   401   403   200   200   403   403   403   403
/api/v1/tournaments/<code>/stop/              POST          running   401   403   204   204   403   403   403   403
/api/v1/tournaments/<code>/stop/              POST          draft     401   404   409   409   404   403   404   404
/api/v1/tournaments/<code>/audit/             GET           running   200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/forbidden-pairs/   POST          running   401   403   200   200   403   403   403   403
/api/v1/tournaments/<code>/rounds/             GET running 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/rounds/             GET draft 404   404   200   200   404   403   404   404
/api/v1/tournaments/<code>/standings/          GET running 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/standings/          GET draft 404   404   200   200   404   403   404   404
/api/v1/tournaments/<code>/bracket/            GET announced 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/bracket/            GET draft 404   404   200   200   404   403   404   404
/api/v1/tournaments/<code>/rounds/<number>/ GET running 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/encounters/<key>/ GET running 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/rounds/<number>/draft/ PUT|DELETE running 401 403 409 409 403 403 403 403
/api/v1/tournaments/<code>/rounds/<number>/swap/ POST          running   401   403   204   204   403   403   403   403
/api/v1/tournaments/<code>/rounds/<number>/release/ POST running 401 403 200 200 403 403 403 403
/api/v1/tournaments/<code>/rounds/<number>/start/ POST running 401 403 200 200 403 403 403 403
/api/v1/tournaments/<code>/rounds/<number>/close/ POST running 401 403 409 409 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/result/ PUT|DELETE running 401 403 204 204 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/papers/ GET running 200 200 200 200 200 200 200 200
/api/v1/tournaments/<code>/encounters/<key>/papers/ POST running 401 403 201 201 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/ GET running 200 200 200 200 200 200 200 200
/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/ POST running 401 403 403 403 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/ PUT running 401 403 200 200 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/ DELETE running 401 403 404 404 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/links/ POST running 401 403 201 201 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/links/ DELETE running 401 403 404 404 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/replay/ POST running 401 403 204 204 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/table/ POST running 401 403 200 200 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/time/ POST running 401 403 204 204 403 403 403 403
/api/v1/tournaments/<code>/encounters/<key>/disqualification/ POST running 401 403 204 204 403 403 403 403
/api/v1/tournaments/<code>/entrants/<number>/withdrawal/ POST running 401 403 204 204 403 403 403 403
/api/v1/tournaments/<code>/entrants/<number>/withdrawal/ DELETE running 401 403 409 409 403 403 403 403
/api/v1/tournaments/<code>/entrants/<number>/disqualification/ POST running 401 403 204 204 403 403 403 403
/api/v1/tournaments/<code>/entrants/<number>/substitution/ POST running 401 404 404 404 404 403 404 404
/api/v1/tv/                                   GET           -         200   200   200   200   200   403   200   200
/clubs/                                       GET           -         200   200   200   200   200   200   200   200
/clubs/new/                                   GET|POST      -         login 200   200   200   200   login login 200
/clubs/<slug>/                                GET           -         200   200   200   200   200   200   200   200
/clubs/<slug>/tournaments/                    GET           -         200   200   200   200   200   200   200   200
/clubs/<slug>/calendar.ics                    GET           -         200   200   200   200   200   200   200   200
/clubs/<slug>/calendar/                       GET|POST      -         login 403   200   200   403   login login 403
/clubs/<slug>/calendar/<event_id>/            GET|POST      -         login 403   200   200   403   login login 403
/clubs/<slug>/close/                          POST          -         login 403   302   403   403   login login 403
/clubs/<slug>/door/                           POST          -         login 302   302   302   302   login login 302
/clubs/<slug>/members/                        GET           -         200   200   200   200   200   200   200   200
/clubs/<slug>/members/<user_id>/              GET           -         login 403   200   200   403   login login 403
/clubs/<slug>/members/<user_id>/              POST          -         login 403   302   302   403   login login 403
/clubs/<slug>/members/export/                 GET           -         login 403   200   200   403   login login 403
/clubs/<slug>/members/import/                 GET|POST      -         login 403   200   200   403   login login 403
/clubs/<slug>/requests/                       GET|POST      -         login 403   200   200   403   login login 403
/clubs/<slug>/requests/<admission_id>/        POST          -         login 403   302   302   403   login login 403
/clubs/<slug>/rules/                          GET           -         200   200   200   200   200   200   200   200
/clubs/<slug>/rules/<preset>/                 GET|POST      -         login 403   200   403   403   login login 403
/clubs/<slug>/rules/<rules_id>/withdraw/      POST          -         login 403   302   403   403   login login 403
/clubs/<slug>/settings/                       GET|POST      -         login 403   200   403   403   login login 403
/clubs/<slug>/tables/new/                     GET|POST      -         login 403   200   200   200   login login 403
/api/v1/admissions/<admission_id>/            POST          -         401   403   204   204   403   403   403   403
/api/v1/admissions/<admission_id>/            DELETE        -         401   404   404   404   404   403   404   404
/api/v1/clubs/                                GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/                                POST          -         401   201   201   201   201   403   201   201
/api/v1/clubs/<slug>/                         GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/                         PATCH         -         401   403   200   403   403   403   403   403
/api/v1/clubs/<slug>/                         DELETE        -         401   403   409   403   403   403   403   403
/api/v1/clubs/<slug>/admissions/              GET           -         401   403   200   200   403   403   403   403
/api/v1/clubs/<slug>/admissions/              POST          -         401   201   409   409   409   403   201   201
/api/v1/clubs/<slug>/events/                  GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/events/                  POST          -         401   403   201   201   403   403   403   403
/api/v1/clubs/<slug>/events/<event_id>/       GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/events/<event_id>/       PUT           -         401   403   200   200   403   403   403   403
/api/v1/clubs/<slug>/events/<event_id>/       DELETE        -         401   403   204   204   403   403   403   403
/api/v1/clubs/<slug>/member-list/             POST          -         401   403   200   200   403   403   403   403
/api/v1/clubs/<slug>/members/                 GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/members/                 POST          -         401   409   409   409   409   403   409   409
/api/v1/clubs/<slug>/members/<name>/          GET           -         401   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/members/<name>/          PATCH         -         401   403   200   200   403   403   403   403
/api/v1/clubs/<slug>/members/<name>/          DELETE        -         401   403   204   204   403   403   403   403
/api/v1/clubs/<slug>/rules/                   GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/rules/                   POST          -         401   403   201   403   403   403   403   403
/api/v1/clubs/<slug>/rules/<rules_id>/        DELETE        -         401   403   204   403   403   403   403   403
/api/v1/clubs/<slug>/tables/                  GET           -         200   200   200   200   200   403   200   200
/api/v1/clubs/<slug>/tables/                  POST          -         401   403   201   201   201   403   403   403
/healthz                                      GET           -         200   200   200   200   200   200   200   200
/fair-deal/                                   GET           -         200   200   200   200   200   200   200   200
/fair-deal/verify_deal.py                     GET           -         200   200   200   200   200   200   200   200
/lesson/                                      GET           -         200   200   200   200   200   200   200   200
/lesson/<step>/                               GET           -         200   200   200   200   200   200   200   200
/lesson/<step>/                               POST          -         302   302   302   302   302   302   302   302
/help/                                        GET           -         200   200   200   200   200   200   200   200
/i18n/catalog.js                              GET           -         200   200   200   200   200   200   200   200
/i18n/setlang/                                *             -         302   302   302   302   302   302   302   302
/matches/                                     GET           -         200   200   200   200   200   200   200   200
/matches/<match_id>/                          GET           private   404   404   302   302   302   404   404   404
/matches/<match_id>/                          GET           ended     200   200   200   200   200   200   200   200
/matches/<match_id>/replay.json               GET           private   404   404   404   404   404   404   404   404
/matches/<match_id>/replay.json               GET           ended     200   200   200   200   200   200   200   200
/players/                                     GET           -         200   200   200   200   200   200   200   200
/players/<username>/                          GET           -         200   200   200   200   200   200   200   200
/players/<username>/ratings/<pool>/           GET           -         200   200   200   200   200   200   200   200
/ladder/                                      GET           -         200   200   200   200   200   200   200   200
/ladder/<pool>/                               GET           -         200   200   200   200   200   200   200   200
/account/ladder/                              POST          -         login 302   302   302   302   login login 302
/account/mail/                                POST          -         login 302   302   302   302   login login 302
/players/<username>/report/                   GET|POST      -         login 200   200   200   200   login login 200
/privacy/                                     GET           -         200   200   200   200   200   200   200   200
/rules/                                       GET           -         200   200   200   200   200   200   200   200
/rules/<preset>/                              GET           -         200   200   200   200   200   200   200   200
/tables/                                      GET           -         200   200   200   200   200   200   200   200
/tables/<code>/                               GET           private   200   200   200   200   200   200   200   200
/tables/<code>/                               POST          private   200   200   302   302   302   200   200   200
/tables/<code>/                               GET           open      200   200   200   200   200   200   200   200
/tables/<code>/                               POST          open      302   302   302   302   302   302   302   302
/tables/new/                                  GET|POST      -         login 200   200   200   200   login login 200
/tables/practice/                             POST          -         302   302   302   302   302   302   302   302
/tables/invitations/<invitation_id>/answer/   POST          -         login 302   302   302   302   login login 302
/tables/seek/                                 POST          -         login 422   422   422   422   login login 422
/tables/seek/<seek_id>/answer/                POST          -         login 302   302   302   302   login login 302
/tables/seek/cancel/                          POST          -         login 302   302   302   302   login login 302
/tournaments/                                 GET           -         200   200   200   200   200   200   200   200
/tournaments/<code>/                          GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/                          GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/calls/                    GET|POST      running   login 200   200   200   200   login login 200
/tournaments/<code>/direct/                   GET           running   login 403   200   200   403   login login 403
/tournaments/<code>/direct/                   POST          running   login 403   302   302   403   login login 403
/tournaments/<code>/direct/audit/             GET           running   200   200   200   200   200   200   200   200
/tournaments/<code>/direct/audit/             GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/direct/stop/              GET|POST      running   login 403   200   200   403   login login 403
/tournaments/<code>/direct/pairings/          GET|POST      running   login 403   200   200   403   login login 403
/tournaments/<code>/direct/encounters/<key>/  GET|POST      running   login 403   200   200   403   login login 403
/tournaments/<code>/direct/entrants/          GET           running   login 403   200   200   403   login login 403
/tournaments/<code>/direct/entrants/<number>/ GET|POST      running   login 403   200   200   403   login login 403
/tournaments/<code>/edit/                     GET|POST      announced login 403   200   200   403   login login 403
/tournaments/<code>/entry/                    GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/entry/                    GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/entry/                    POST          announced login 404   404   404   404   login login 404
/tournaments/<code>/state/                    POST          announced login 403   404   404   403   login login 403
/tournaments/new/                             GET|POST      -         login 403   200   200   403   login login 403
/tournaments/<code>/bracket/                  GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/bracket/                  GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/rounds/                   GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/rounds/                   GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/standings/                GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/standings/                GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/paper/<key>/<leg>/        GET           running   200   200   200   200   200   200   200   200
/tournaments/<code>/paper/<key>/<leg>/        POST          running   403   403   302   302   403   403   403   403
/paper/<link>/                                GET|POST      -         404   404   404   404   404   404   404   404
/segnapunti/                                  GET           -         200   200   200   200   200   200   200   200
/tournaments/<code>/screen/                   GET           running   200   200   200   200   200   200   200   200
/tournaments/<code>/screen/                   GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/print/<number>/           GET           running   200   200   200   200   200   200   200   200
/tournaments/<code>/print/<number>/           POST          running   403   403   200   200   403   403   403   403
/tournaments/<code>/print/entrants/           GET           running   login 403   200   200   200   login login 403
/tournaments/<code>/tv/                       GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/tv/                       GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/rounds/<number>/          GET           running   200   200   200   200   200   200   200   200
/tournaments/<code>/standings/<number>/       GET           running   200   200   200   200   200   200   200   200
/clubs/<slug>/hall/                           GET           -         200   200   200   200   200   200   200   200
/practice-cup/                                POST          -         login 302   302   302   302   login login 302
/series/<slug>/new/                           GET|POST      -         login 403   200   200   403   login login 403
/series/<slug>/<series>/                      GET           -         200   200   200   200   200   200   200   200
/series/<slug>/<series>/change/               GET|POST      -         login 403   200   200   403   login login 403
/series/<slug>/<series>/end/                  POST          -         login 403   302   302   403   login login 403
/tournaments/<code>/export.json               GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/export.json               GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/export.zip                GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/export.zip                GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/records.zip               GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/records.zip               GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/calendar.ics              GET           announced 200   200   200   200   200   200   200   200
/tournaments/<code>/calendar.ics              GET           draft     404   404   200   200   404   404   404   404
/tournaments/<code>/direct/import/            GET|POST      announced login 403   200   200   403   login login 403
/tv/                                          GET           -         200   200   200   200   200   200   200   200
/watch/                                       GET           -         200   200   200   200   200   200   200   200
/api/v1/me/entries/                           GET           -         401   200   200   200   200   403   200   200
/api/v1/me/pair-proposals/                    GET           -         401   200   200   200   200   403   200   200
/api/v1/tournaments/                          GET           -         200   200   200   200   200   200   200   200
/api/v1/tournaments/                          POST          -         401   404   404   404   404   403   404   404
/api/v1/tournaments/<code>/                   GET           announced 200   200   200   200   200   200   200   200
/api/v1/tournaments/<code>/                   GET           draft     404   404   200   200   404   404   404   404
/api/v1/tournaments/<code>/                   PATCH         announced 401   403   200   200   403   403   403   403
/api/v1/tournaments/<code>/                   DELETE        draft     401   404   204   204   404   403   404   404
/api/v1/tournaments/<code>/announcement/      POST          draft     401   404   204   204   404   403   404   404
/api/v1/tournaments/<code>/cancellation/      POST          announced 401   403   204   204   403   403   403   403
/api/v1/tournaments/<code>/entries/           GET           announced 200   200   200   200   200   200   200   200
/api/v1/tournaments/<code>/entries/           POST          announced 401   422   422   422   422   403   422   422
/api/v1/tournaments/<code>/entries/<number>/  GET           announced 404   404   404   404   404   404   404   404
/api/v1/tournaments/<code>/entries/<number>/  PATCH         announced 401   403   404   404   404   403   403   403
/api/v1/tournaments/<code>/entries/<number>/  DELETE        announced 401   403   404   404   403   403   403   403
/api/v1/tournaments/<code>/entries/<number>/check-in/ POST  announced 401   409   409   409   409   403   409   409
/api/v1/tournaments/<code>/seeds/             PUT           announced 401   403   204   204   403   403   403   403
/api/v1/tournaments/<code>/bots/              POST          announced 401   403   422   422   403   403   403   403
/api/v1/tournaments/<code>/proposals/         GET           announced 401   200   200   200   200   200   200   200
/api/v1/tournaments/<code>/proposals/         POST          announced 401   404   404   404   404   403   404   404
/api/v1/tournaments/<code>/proposals/<proposal_id>/ POST|DELETE announced 401 404 404   404   404   403   404   404
/api/v1/tournaments/<code>/desk/              GET           announced 200   200   200   200   200   200   200   200
/api/v1/tournaments/<code>/desk/              PUT|DELETE    announced 401   204   204   204   204   403   204   204
/api/v1/clubs/<slug>/series/                  GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/series/                  POST          -         401   403   201   201   403   403   403   403
/api/v1/clubs/<slug>/series/<series>/         GET           -         200   200   200   200   200   200   200   200
/api/v1/clubs/<slug>/series/<series>/         PATCH         -         401   403   200   200   403   403   403   403
/api/v1/clubs/<slug>/series/<series>/         DELETE        -         401   403   204   204   403   403   403   403
/api/v1/clubs/<slug>/hall/                    GET           -         200   200   200   200   200   403   200   200
/api/v1/clubs/<slug>/medals/                  GET           -         200   200   200   200   200   403   200   200
/api/v1/clubs/<slug>/news/                    GET           -         200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/export/            GET           announced 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/export/            GET           draft     404   404   200   200   404   403   404   404
/api/v1/tournaments/<code>/export/tables/     GET           announced 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/export/tables/     GET           draft     404   404   200   200   404   403   404   404
/api/v1/tournaments/<code>/records/           GET           announced 200   200   200   200   200   403   200   200
/api/v1/tournaments/<code>/records/           GET           draft     404   404   200   200   404   403   404   404
/api/v1/tournaments/<code>/entrant-list/      POST          announced 401   403   200   200   403   403   403   403
/api/v1/me/practice-cup/                      POST          -         401   201   201   201   201   403   201   201
/admin/games/watchban/<object_id>/change/     POST          -         login login login login login login login 403
/admin/accounts/club/add/                     *             -         login login login login login login login 403
/admin/accounts/club/<object_id>/delete/      *             -         login login login login login login login 403
/admin/accounts/clubevent/add/                *             -         login login login login login login login 403
/admin/accounts/clubevent/<object_id>/change/ POST          -         login login login login login login login 403
/admin/accounts/clubevent/<object_id>/delete/ *             -         login login login login login login login 403
/admin/accounts/membership/add/               *             -         login login login login login login login 403
/admin/accounts/membership/<object_id>/change/ POST          -         login login login login login login login 403
/admin/accounts/membership/<object_id>/delete/ *             -         login login login login login login login 403
/admin/accounts/silence/<object_id>/delete/   *             -         login login login login login login login 403
/admin/accounts/token/add/                    *             -         login login login login login login login 403
/admin/accounts/token/<object_id>/change/     POST          -         login login login login login login login 403
/admin/accounts/user/<object_id>/delete/      *             -         login login login login login login login 403
/admin/games/chatline/add/                    *             -         login login login login login login login 403
/admin/games/chatline/<object_id>/delete/     *             -         login login login login login login login 403
/admin/games/correction/<object_id>/delete/   *             -         login login login login login login login 403
/admin/games/report/add/                      *             -         login login login login login login login 403
/admin/games/report/<object_id>/delete/       *             -         login login login login login login login 403
/admin/login/                                 GET           -         login 403   403   403   403   login login 302
/admin/login/                                 POST|PUT      -         login 403   403   403   403   login login 200
/admin/logout/                                POST          -         302   302   302   302   302   302   302   302
/admin/logout/                            GET|PUT|PATCH|DELETE  -         302   302   302   302   302   302   302   405
"""

# The admin: everybody but the staff is led to the log-in page; a person without rights who is there already reads 403.
ADMIN = """
# path                                        verbs         staff
/admin/                                       *             200
/admin/<url>                                  *             404
/admin/<app_label>/                           *             200
/admin/accounts/user/<id>/password/           *             404
/admin/autocomplete/                          GET           403
/admin/jsi18n/                                GET           200
/admin/password_change/                       GET|POST|PUT  200
/admin/password_change/done/                  GET           200
/admin/r/<content_type_id>/<object_id>/       *             404
"""
MODELS = """
account/emailaddress accounts/token accounts/user auth/group mfa/authenticator usersessions/usersession
accounts/silence accounts/club accounts/clubevent accounts/membership games/chatline games/report games/correction
django_celery_beat/clockedschedule django_celery_beat/crontabschedule django_celery_beat/intervalschedule
django_celery_beat/periodictask django_celery_beat/solarschedule
games/watchban
"""
MODEL_PAGES = """
# path                verbs  staff
                      *      200
add/                  *      200
<object_id>/          *      302
<object_id>/change/   *      302
<object_id>/delete/   *      302
<object_id>/history/  *      302
"""

WHY = {"reason": "x"}
EVENT = {"title": "Torneo", "day": "2026-12-01", "hour": "21:00"}

# What else the verbs are asked for with; a bare token lacks the scope named here.
BODIES: dict[tuple[str, str], Any] = {
    ("/api/v1/tournaments/", "POST"): {
        "club": "nowhere",
        "name": "Coppa",
        "format": "knockout",
        "starts_at": "2027-01-14T20:00:00Z",
    },
    ("/api/v1/tournaments/<code>/", "PATCH"): {"prizes": "un prosciutto"},
    ("/api/v1/tournaments/<code>/entries/<number>/", "PATCH"): {"checked_in": True},
    ("/api/v1/tournaments/<code>/seeds/", "PUT"): {"order": []},
    ("/api/v1/tournaments/<code>/bots/", "POST"): {"up_to": 0},
    ("/api/v1/tournaments/<code>/entrant-list/", "POST"): {"csv": "player1\n"},
    ("/api/v1/clubs/<slug>/series/", "POST"): {
        "name": "Nuova",
        "first_day": "2026-01-01",
        "hour": "21:00",
        "template": {"format": "knockout"},
    },
    ("/api/v1/clubs/<slug>/series/<series>/", "PATCH"): {"days_ahead": 3},
    ("/api/v1/tournaments/<code>/proposals/", "POST"): {"player": "nobody-here"},
    ("/api/v1/tournaments/<code>/proposals/<proposal_id>/", "POST"): {"accept": True},
    ("/api/v1/admissions/<admission_id>/", "POST"): {"accept": True},
    ("/api/v1/clubs/", "POST"): {"name": "Altro circolo"},
    ("/api/v1/clubs/<slug>/events/", "POST"): EVENT,
    ("/api/v1/clubs/<slug>/events/<event_id>/", "PUT"): EVENT,
    ("/api/v1/clubs/<slug>/member-list/", "POST"): {"csv": "name\n"},
    ("/api/v1/clubs/<slug>/members/<name>/", "PATCH"): {"card_number": "7"},
    ("/api/v1/clubs/<slug>/rules/", "POST"): {"name": "Altre", "preset": "due"},
    ("/api/v1/matches/<match_id>/commands/", "POST"): {
        "type": "leave",
        "seq": 1,
        "command_id": "6f1f8c1e-8f6c-4d64-9f0e-0a7d4ce6a0f4",
    },
    ("/api/v1/matches/<match_id>/correction/", "POST"): {"kind": "annulment", "reason": "x"},
    ("/api/v1/me/invitations/<invitation_id>/", "POST"): {"accept": True},
    ("/api/v1/me/proposals/<seek_id>/", "POST"): {"accept": True},
    ("/api/v1/me/seek/", "PUT"): {"preset": "due"},
    ("/api/v1/me/chat/", "PUT"): {"wants_chat": True},
    ("/api/v1/me/ladder/", "PUT"): {"wants_ladder": True},
    ("/api/v1/me/mail/", "PUT"): {"wants_mail": True},
    ("/api/v1/reports/", "POST"): {"player": "nobody.here", "reason": "other"},
    ("/api/v1/tables/", "POST"): {"preset": "club"},
    ("/api/v1/tables/<code>/chat/", "POST"): {"greeting": "hello"},
    ("/api/v1/tables/<code>/invitations/", "POST"): {"name": "nobody-like-that", "seat": 1},
    ("/api/v1/tables/<code>/privacy/", "PUT"): {"visibility": "link"},
    ("/api/v1/tables/<code>/requests/<request_id>/", "POST"): {"accept": True},
    ("/api/v1/tables/<code>/unlock/", "POST"): {"password": PASSWORD},
    ("/api/v1/tournaments/<code>/time/", "POST"): {"minutes": 5},
    ("/api/v1/tournaments/<code>/messages/", "POST"): {"words": "x"},
    ("/api/v1/tournaments/<code>/stop/", "POST"): WHY,
    ("/api/v1/tournaments/<code>/forbidden-pairs/", "POST"): {"one": 1, "other": 2},
    ("/api/v1/tournaments/<code>/rounds/<number>/swap/", "POST"): {"one": 1, "other": 2, **WHY},
    ("/api/v1/tournaments/<code>/encounters/<key>/result/", "PUT"): {"ending": "void", **WHY},
    ("/api/v1/tournaments/<code>/encounters/<key>/replay/", "POST"): WHY,
    ("/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/", "POST"): {"do": "undo", "version": 0},
    ("/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/", "PUT"): {"home": 31, "away": 0},
    ("/tournaments/<code>/paper/<key>/<leg>/", "POST"): {"do": "open"},
    ("/api/v1/tournaments/<code>/encounters/<key>/time/", "POST"): {"minutes": 5},
    ("/api/v1/tournaments/<code>/encounters/<key>/disqualification/", "POST"): WHY,
    ("/api/v1/tournaments/<code>/entrants/<number>/disqualification/", "POST"): WHY,
    ("/api/v1/tournaments/<code>/entrants/<number>/substitution/", "POST"): {"out": "x.x", "coming": "x.x"},
    ("/api/v1/tournaments/<code>/encounters/<key>/result/", "DELETE"): WHY,
    ("/api/v1/tokens/", "POST"): {"name": "x", "scopes": ["read"]},
}
SCOPES = {
    "/api/v1/tournaments/<code>/encounters/<key>/papers/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/papers/<leg>/links/": "account",
    "/api/v1/tournaments/": "account",
    "/api/v1/tournaments/<code>/": "account",
    "/api/v1/tournaments/<code>/announcement/": "account",
    "/api/v1/tournaments/<code>/bots/": "account",
    "/api/v1/tournaments/<code>/entrant-list/": "account",
    "/api/v1/me/practice-cup/": "play",
    "/api/v1/clubs/<slug>/series/": "account",
    "/api/v1/clubs/<slug>/series/<series>/": "account",
    "/api/v1/tournaments/<code>/cancellation/": "account",
    "/api/v1/tournaments/<code>/desk/": "account",
    "/api/v1/tournaments/<code>/entries/": "account",
    "/api/v1/tournaments/<code>/entries/<number>/": "account",
    "/api/v1/tournaments/<code>/entries/<number>/check-in/": "account",
    "/api/v1/tournaments/<code>/proposals/": "account",
    "/api/v1/tournaments/<code>/proposals/<proposal_id>/": "account",
    "/api/v1/tournaments/<code>/seeds/": "account",
    "/api/v1/admissions/<admission_id>/": "account",
    "/api/v1/clubs/": "account",
    "/api/v1/clubs/<slug>/": "account",
    "/api/v1/clubs/<slug>/admissions/": "account",
    "/api/v1/clubs/<slug>/events/": "account",
    "/api/v1/clubs/<slug>/events/<event_id>/": "account",
    "/api/v1/clubs/<slug>/member-list/": "account",
    "/api/v1/clubs/<slug>/members/": "account",
    "/api/v1/clubs/<slug>/members/<name>/": "account",
    "/api/v1/clubs/<slug>/rules/": "account",
    "/api/v1/clubs/<slug>/rules/<rules_id>/": "account",
    "/api/v1/matches/<match_id>/commands/": "play",
    "/api/v1/matches/<match_id>/correction/": "account",
    "/api/v1/me/blocks/<name>/": "account",
    "/api/v1/me/chat/": "account",
    "/api/v1/me/ladder/": "account",
    "/api/v1/me/mail/": "account",
    "/api/v1/me/friends/<name>/": "account",
    "/api/v1/me/notices/<notice_id>/read/": "account",
    "/api/v1/me/notices/read/": "account",
    "/api/v1/reports/": "account",
    "/api/v1/tables/<code>/chat/": "play",
    "/api/v1/tables/<code>/unlock/": "read",
    "/api/v1/tournaments/<code>/calls/": "play",
    "/api/v1/tournaments/<code>/calls/<call_id>/": "account",
    "/api/v1/tournaments/<code>/pause/": "account",
    "/api/v1/tournaments/<code>/time/": "account",
    "/api/v1/tournaments/<code>/messages/": "account",
    "/api/v1/tournaments/<code>/closing/": "account",
    "/api/v1/tournaments/<code>/start/": "account",
    "/api/v1/tournaments/<code>/stop/": "account",
    "/api/v1/tournaments/<code>/forbidden-pairs/": "account",
    "/api/v1/tournaments/<code>/rounds/<number>/draft/": "account",
    "/api/v1/tournaments/<code>/rounds/<number>/swap/": "account",
    "/api/v1/tournaments/<code>/rounds/<number>/release/": "account",
    "/api/v1/tournaments/<code>/rounds/<number>/start/": "account",
    "/api/v1/tournaments/<code>/rounds/<number>/close/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/result/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/replay/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/table/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/time/": "account",
    "/api/v1/tournaments/<code>/encounters/<key>/disqualification/": "account",
    "/api/v1/tournaments/<code>/entrants/<number>/withdrawal/": "account",
    "/api/v1/tournaments/<code>/entrants/<number>/disqualification/": "account",
    "/api/v1/tournaments/<code>/entrants/<number>/substitution/": "account",
    "/api/v1/tokens/": "account",
    "/api/v1/tokens/<token_id>/": "account",
}

# Live sockets: `open`, the code by which an accepted one is closed, or the status of the handshake. The tokens need no
# scope to watch; to play they need `play`, which is asked for with each command.
SOCKETS = """
# path                    place     nobod stran opene seate watch bare  token staff
/                         -         404   404   404   404   404   404   404   404
/ws/v1/boards/            -         open  open  open  open  open  open  open  open
/ws/v1/lobby/             -         open  open  open  open  open  open  open  open
/ws/v1/tables/<code>/     open      open  open  open  open  open  open  open  open
/ws/v1/tables/<code>/     private   4003  4003  open  open  open  4003  4003  4003
/ws/v1/tournaments/<code>/ announced open open  open  open  open  open  open  open
/ws/v1/tournaments/<code>/ draft    4004  4004  open  open  4004  4004  4004  4004
"""


def lines(table: str) -> list[list[str]]:
    """Return the fields of each row of *table*."""
    return [line.split() for line in table.splitlines() if line.strip() and not line.startswith("#")]


def verbs_of(field: str) -> tuple[str, ...]:
    """Return the verbs a field names."""
    return ALL if field == "*" else tuple(field.split("|"))


def rows() -> list[Row]:
    """Return every row for pages, REST and the admin; of two for one verb and place the first counts."""
    found = [Row(path, verbs_of(verbs), place, tuple(answers)) for path, verbs, place, *answers in lines(PAGES)]
    exact = {(row.path, verb) for row in found for verb in row.verbs}
    for path, verbs, staff in [*lines(ADMIN), *model_lines()]:
        left = tuple(verb for verb in verbs_of(verbs) if (path, verb) not in exact)
        found.append(Row(path, left, "-", ("login",) * 7 + (staff,)))
    return found


def model_lines() -> list[list[str]]:
    """Return the rows of the admin's pages of each model."""
    return [
        [f"/admin/{model}/{page[0] if len(page) == 3 else ''}", *page[-2:]]
        for model in MODELS.split()
        for page in lines(MODEL_PAGES)
    ]
