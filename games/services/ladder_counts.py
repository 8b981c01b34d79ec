"""Ladder counts: makes anew what the database keeps beside the ratings, should anybody doubt it (docs/adr/0056)."""

from typing import Final

from django.db import connection, transaction

from games.models.ratings import PROVISIONAL_BELOW

# A table that is locked is neither rated nor listed in meanwhile: what is counted is what stands there.
_LOCK: Final = "LOCK TABLE games_rating, games_seasonrating, games_ladderbucket IN SHARE ROW EXCLUSIVE MODE"
_LIST: Final = """
UPDATE {table} r SET is_listed = games_is_listed(account) FROM accounts_user account
WHERE account.id = r.user_id AND r.is_listed <> games_is_listed(account)
"""
_COUNT: Final = """
INSERT INTO games_ladderbucket (pool, season, points, players)
SELECT pool, {season}, round(rating), count(*) FROM {table}
WHERE is_listed AND matches >= {least} GROUP BY 1, 2, 3
"""
_TABLES: Final = (("games_rating", "''"), ("games_seasonrating", "season"))


@transaction.atomic
def rebuild() -> None:
    """List everybody as their account says, and count how many show each number of points."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK)
        for table, _ in _TABLES:
            cursor.execute(_LIST.format(table=table))
        cursor.execute("DELETE FROM games_ladderbucket")
        for table, season in _TABLES:
            cursor.execute(_COUNT.format(table=table, season=season, least=PROVISIONAL_BELOW))
