"""Unlocking: the passwords of tables that a person's programs have given.

A browser's are kept in its session. A program has none: what its token's holder has unlocked is remembered for a day.
"""

from django.core.cache import cache

from games.services.tables import check_table_password

KEPT_SECONDS = 24 * 60 * 60
MOST_TABLES = 50


def unlock(*, table_id: int, code: str, user_id: int, password: str) -> None:
    """Remember that a user has given the password of the table of this code. Raises WrongPassword, NoSuchTable."""
    check_table_password(table_id=table_id, password=password)
    codes = [known for known in cache.get(_key(user_id), []) if known != code]
    cache.set(_key(user_id), [*codes, code][-MOST_TABLES:], KEPT_SECONDS)


def unlocked_by(*, user_id: int) -> frozenset[str]:
    """Return the codes of the tables whose password a user's programs have given."""
    return frozenset(cache.get(_key(user_id), []))


def _key(user_id: int) -> str:
    return f"unlocked:{user_id}"
