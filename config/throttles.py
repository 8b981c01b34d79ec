"""Throttles: how often one caller may ask; counted in Valkey by one atomic step, so parallel calls cannot slip past."""

from functools import cache
from typing import TYPE_CHECKING

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.services.addresses import address_of

if TYPE_CHECKING:  # the framework's views import this module while they are being imported
    from rest_framework.views import APIView

# The generic cell rate algorithm: one number a caller, the time at which its allowance is whole again. *limit* calls
# may come at once, then one every period/limit. Milliseconds; the clock is Valkey's, so all servers share it.
GCRA = """
local interval = tonumber(ARGV[1]) / tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local whole_at = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + interval
local wait = whole_at - tonumber(ARGV[1]) - now
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', whole_at), 'PX', math.ceil(whole_at - now))
return 0
"""
PATIENCE_SECONDS = 2.0
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


@cache
def counter(url: str) -> Script:
    """Return the counting step, at the Valkey of *url*."""
    valkey = redis.Redis.from_url(url, socket_timeout=PATIENCE_SECONDS, retry=Retry(NoBackoff(), 1))
    return valkey.register_script(GCRA)


def rate_of(name: str) -> tuple[int, int]:
    """Return how many calls in how many seconds the settings allow under *name*."""
    limit, period = settings.THROTTLE_RATES[name].split("/")
    return int(limit), SECONDS[period]


def spend(name: str, caller: str) -> float:
    """Count one call of *caller* against the rate *name*; return 0, or the seconds to wait if there is none left."""
    limit, seconds = rate_of(name)
    milliseconds = counter(settings.REDIS_URL)(keys=[f"throttle:{name}:{caller}"], args=[seconds * 1000, limit])
    return int(milliseconds) / 1000


def caller_of(request: Request) -> str:
    """Return who is to be counted: a user, whatever token or session speaks for them; a stranger by address."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{address_of(request._request)}"  # noqa: SLF001 (the public attributes lead to the same META)


class CallerThrottle(BaseThrottle):
    """The common allowance of a caller; a club behind one address shares one only while nobody has logged in."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the call; remember how long to wait when it is one too many."""
        name = self.name_of(request, view)
        self.seconds = spend(name, caller_of(request)) if name else 0.0
        return not self.seconds

    def wait(self) -> float:
        """Return the seconds after which the call may come again."""
        return self.seconds

    def name_of(self, request: Request, view: "APIView") -> str | None:
        """Return the rate that applies."""
        return "user" if request.user.is_authenticated else "address"


class ViewThrottle(CallerThrottle):
    """A tighter allowance that a view asks for by `throttle_rates = {"POST": "secrets"}`."""

    def name_of(self, request: Request, view: "APIView") -> str | None:
        """Return the rate that the view names for this verb, if it names one."""
        rates: dict[str, str] = getattr(view, "throttle_rates", {})
        return rates.get("GET" if request.method in SAFE_METHODS else str(request.method))
