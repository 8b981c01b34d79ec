"""Health: whether this process reaches its database and its Valkey, for whoever watches over the site."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError


@require_safe
@never_cache
def show(_request: HttpRequest) -> JsonResponse:
    """Answer 200 where both servers answer, else 503; either way say which."""
    answers = {"database": does_database_answer(), "valkey": does_valkey_answer()}
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)


def does_database_answer() -> bool:
    """Tell whether a query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def does_valkey_answer() -> bool:
    """Tell whether the cache can be asked."""
    try:
        cache.get("health")
    except (RedisError, OSError):
        return False
    return True
