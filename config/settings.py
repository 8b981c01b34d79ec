"""Settings: one file for every machine; all that differs comes from the environment (docs/operations.md)."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.hosting import embedded

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if embedded.env_file().exists():
    env.read_env(str(embedded.env_file()))

# --- who and where -----------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or embedded.secret_key()
SITE_URL = env.str("SITE_URL", "http://localhost:8000").rstrip("/")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
IS_HTTPS = SITE_URL.startswith("https://")
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

INSTALLED_APPS = [
    "config.apps.ConfigConfig",
    "tournaments",
    "games",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "django_celery_beat",
    "channels",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "config.apps.CollectedFilesConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.staticfiles.StaticFilesMiddleware",
    "config.connections.living_connection",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.way_back.page_of_the_form",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.bell",
            ]
        },
    }
]

# --- storage -----------------------------------------------------------------------------------
DATABASES = {"default": env.db_url_config(env.str("DATABASE_URL", "") or embedded.database_url())}
# An own executor runs database work (config/database.py); the pool holds one connection a thread and two to spare.
DATABASE_THREADS = env.int("DATABASE_THREADS", 8)
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"].get("OPTIONS", {}),
    "pool": {"min_size": 1, "max_size": DATABASE_THREADS + 4, "timeout": 10},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.str("REDIS_URL", "") or embedded.redis_url()
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "config.layers.LiveChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "bongioco"},
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
# Sockets of watchers one table has room for; seat holders do not count (docs/protocol.md 1.6).
WATCHER_CAP = env.int("WATCHER_CAP", 5000)
# How long a casual match may be paused before it goes on by itself (docs/adr/0036).
PAUSE_SECONDS = env.int("PAUSE_SECONDS", 24 * 60 * 60)
# Messages in 20 s: of a player's socket, of a watcher's, and commands of one person over all their sockets.
SOCKET_MESSAGES = {
    "player": env.int("SOCKET_PLAYER_MESSAGES", 100),
    "watcher": env.int("SOCKET_WATCHER_MESSAGES", 50),
    "person": env.int("SOCKET_PERSON_COMMANDS", 300),
}
# Lines of the chat that one person may write within 20 s, at all tables together.
CHAT_LINES = env.int("CHAT_LINES", 5)

# --- workers -----------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "*.bots.*": {"queue": "bots"},
    "*.ratings.*": {"queue": "ratings"},
    "*.analysis.*": {"queue": "analysis"},
    "*.mail.*": {"queue": "mail"},
}
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
# Slow sweeps: each does what a lost message has left undone.
CELERY_BEAT_SCHEDULE = {
    "ratings": {"task": "games.ratings.rate_left", "schedule": 60.0, "options": {"expires": 60}},
    "statistics": {"task": "games.ratings.count_left", "schedule": 60.0, "options": {"expires": 60}},
    "tournaments": {"task": "tournaments.sweep", "schedule": 5.0, "options": {"expires": 5}},
    "series": {"task": "tournaments.announce_series", "schedule": 60.0, "options": {"expires": 60}},
    "reminders": {"task": "tournaments.remind", "schedule": 30.0, "options": {"expires": 30}},
    "news": {"task": "tournaments.tell_news", "schedule": 60.0, "options": {"expires": 60}},
    "letters": {"task": "accounts.mail.post_letters", "schedule": 60.0, "options": {"expires": 60}},
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A killed worker's tasks come back within seconds only with all three of these (measured; docs/adr).
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
}

# --- accounts ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backend.NameOrAddressBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "games:lobby"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "/"
# Whose X-Forwarded-For is believed: addresses, networks, or `unix` for a proxy that comes by the unix socket.
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=[])
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_SIGNUP_ENABLED = env.bool("SIGNUP_OPEN", True)
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_MIN_LENGTH = 3
# Who signs up may play at once; an address counts when it is confirmed, and nobody can ask whose it is (docs/adr/0005).
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if IS_HTTPS else "http"
# A club's whole hall may share one address and log in within the same minute; ten wrong passwords from it are enough.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "signup": "60/m/ip",
    "login_failed": "10/5m/ip,20/h/key",
    "guest": "30/m/ip,300/d/ip",
}
# Whether who has no account may play at a practice table (docs/adr/0033).
GUESTS_WELCOME = env.bool("GUESTS_WELCOME", True)
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.ChangeAddressForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "signup": "accounts.forms.SignupForm",
}
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
MFA_ADAPTER = "accounts.adapter.FactorsAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an unconfirmed address is nobody's here, so its reader cannot be locked out
MFA_FORMS = {
    "activate_totp": "accounts.forms.ActivateAppForm",
    "authenticate": "accounts.forms.FactorForm",
    "reauthenticate": "accounts.forms.FactorAgainForm",
}
EMAIL_CONFIG = env.email_url("EMAIL_URL", default=embedded.mail_url())
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Bongioco <noreply@localhost>")

# --- languages and time ------------------------------------------------------------------------
LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English")), ("hr", _("Croatian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", "Europe/Rome")
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_HTTPS

# --- files -------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", "") or str(embedded.static_root())
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.ModuleManifestStorage"},
}

# --- what a browser may do ---------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
# What a club's proxy redirects, and what else lives under its domain, is not this program's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_HSTS_SECONDS = 31_536_000 if IS_HTTPS else 0

# --- REST --------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.authentication.TokenAuthentication",
        "config.authentication.CookieAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.authentication.MayCall", "config.idempotency.OncePerKey"],
    "DEFAULT_THROTTLE_CLASSES": ["config.throttles.CallerThrottle", "config.throttles.ViewThrottle"],
    "DEFAULT_PAGINATION_CLASS": "config.pagination.SignedCursorPagination",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "config.openapi.Description",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "config.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
}
# Calls a user (over all sessions and tokens), or a stranger's address, may make: so many at once, then evenly.
THROTTLE_RATES = {
    "user": env.str("RATE_USER", "1200/minute"),
    "address": env.str("RATE_ADDRESS", "300/minute"),
    "bad_token": env.str("RATE_BAD_TOKEN", "30/minute"),
    "password": env.str("RATE_PASSWORD", "10/minute"),
    "tokens": env.str("RATE_TOKENS", "10/minute"),
    "open_table": env.str("RATE_OPEN_TABLE", "30/hour"),
    "seek": env.str("RATE_SEEK", "60/minute"),
    "invite": env.str("RATE_INVITE", "40/hour"),
    "reports": env.str("RATE_REPORTS", "10/hour"),
    "records": env.str("RATE_RECORDS", "30/minute"),
    "found_club": env.str("RATE_FOUND_CLUB", "10/day"),
    "admissions": env.str("RATE_ADMISSIONS", "60/hour"),
    "make_tournament": env.str("RATE_MAKE_TOURNAMENT", "30/hour"),
    "enter": env.str("RATE_ENTER", "120/hour"),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Bongioco",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Tressette over REST. Answers are JSON; a refusal is application/problem+json with a stable `code`.",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "config.openapi.complete"],
    "ENUM_NAME_OVERRIDES": {
        "TableStatusEnum": ["open", "playing", "closed"],
        "MatchStatusEnum": ["running", "finished", "aborted"],
        "PersonKindEnum": ["human", "bot", "guest"],
        "TableVisibilityEnum": ["public", "link", "password", "club"],
        "ClubEntryEnum": ["open", "request", "invitation"],
        "TournamentEntryEnum": ["pairs", "drawn", "singles"],
        "TournamentStateEnum": ["draft", "announced", "running", "finished", "cancelled"],
        "EntrantStateEnum": ["waiting", "entered", "single", "paired", "struck", "withdrawn", "disqualified"],
        "SeekStateEnum": ["asking", "waiting", "found", "ended"],
        "SeekEndEnum": ["cancelled", "declined", "seated", "gone"],
        "InvitationStateEnum": ["pending", "accepted", "declined", "expired", "lapsed"],
        "DrawMethodEnum": ["lot", "card"],
        "EncounterSideEnum": ["home", "away"],
        "EncounterStateEnum": ["bye", "open", "waiting", "running", "decided"],
        "RoundStateEnum": ["released", "running", "closed"],
        "OptionKindEnum": ["number", "choice", "flag", "words"],
        "ClubRightEnum": [
            "tournaments",
            "results",
            "moderation",
            "members",
            "calendar",
            "open_tables",
            "check_in",
            "settings",
        ],
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Drawn by the chapter: all the operations at once are slow to draw. The validator is another site's.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "validatorUrl": None},
}

# --- ratings (tournaments 6): how far one match moves them; a change wants `manage.py rebuild_ratings` --
RATING_NEW_MATCHES = env.int("RATING_NEW_MATCHES", 30)  # through this match of a player in a pool …
RATING_K_NEW = env.float("RATING_K_NEW", 40.0)  # … this K,
RATING_K = env.float("RATING_K", 20.0)  # and from the next on this

# --- what happens after a match (architecture 2: upward news is one list) ----------------------
ON_MATCH_FINISHED: list[str] = [
    "games.tasks.rate_match",
    "games.tasks.count_match",
    "tournaments.tasks.match_finished",
]
# The time of a player of a tournament ran out: tasks called with the match's id.
ON_OFFICIAL_TIMEOUT: list[str] = ["tournaments.tasks.table_timed_out"]
ON_MATCH_CORRECTED: list[str] = [
    "games.tasks.rate_match",
    "games.tasks.count_match",
    "tournaments.tasks.match_corrected",
]

# --- who posts the letters that have been written (accounts.services.letters) -------------------
ON_LETTERS_WRITTEN: list[str] = ["accounts.tasks.post_letters"]

# --- what happens when a person leaves, or asks for their data ----------------------------------
ON_ACCOUNT_CLOSING: list[str] = [
    "accounts.services.memberships.depart",
    "tournaments.services.leaving.depart",  # before the tables, which come after tournaments in the order of locks
    "games.services.departures.depart",
]
ON_EXPORT_WANTED: list[str] = [
    "accounts.selectors.clubs.export_of",
    "games.selectors.export.talk_of",
    "tournaments.selectors.entries.export_of",
]

# --- what people are told under their bell: each app's kinds (accounts.notices) -----------------
NOTICE_KINDS = [
    "accounts.notices.KINDS",
    "accounts.notices.CLUB_KINDS",
    "games.notices.KINDS",
    "tournaments.notices.DIRECTING_KINDS",
    "tournaments.notices.ROUND_KINDS",
    "tournaments.notices.CALENDAR_KINDS",
    "tournaments.notices.ENTRY_KINDS",
]

# --- what keeps a club from being closed: each is called with the club's id and raises ClubBusy ---
CLUB_CLOSING_OBSTACLES: list[str] = [
    "games.services.club_tables.check_no_match_runs",
    "tournaments.services.leaving.check_no_tournament",
]
# What happens when somebody leaves a club or is removed: called with club_id and user_id, in the same transaction.
ON_MEMBERSHIP_ENDED: list[str] = ["games.services.club_tables.show_out"]
