"""What a ladder counts is kept by the database: who is listed, and how many show each number (docs/adr/0056)."""

from django.db import migrations

PROVISIONAL_BELOW = 10

LISTED = """
CREATE FUNCTION games_is_listed(account accounts_user) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT account.kind = 'human' AND account.is_active AND account.closed_at IS NULL AND account.wants_ladder
$$;
CREATE FUNCTION games_relist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE games_rating SET is_listed = games_is_listed(NEW) WHERE user_id = NEW.id;
    UPDATE games_seasonrating SET is_listed = games_is_listed(NEW) WHERE user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER games_relist AFTER UPDATE OF kind, is_active, closed_at, wants_ladder ON accounts_user
    FOR EACH ROW WHEN (games_is_listed(OLD) IS DISTINCT FROM games_is_listed(NEW))
    EXECUTE FUNCTION games_relist();
"""
UNLISTED = """
DROP TRIGGER games_relist ON accounts_user;
DROP FUNCTION games_relist();
DROP FUNCTION games_is_listed(accounts_user);
"""

# A new row waits for whoever is changing its account just now, and then is listed as that account is.
COUNTED = """
CREATE FUNCTION {table}_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO games_ladderbucket AS bucket (pool, season, points, players)
        SELECT pool, {season}, round(rating), count(*) FROM added
        WHERE is_listed AND matches >= {least} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (pool, season, points) DO UPDATE SET players = bucket.players + excluded.players;
        PERFORM FROM accounts_user WHERE id IN (SELECT user_id FROM added) ORDER BY id FOR SHARE;
        UPDATE {table} standing SET is_listed = FALSE
        FROM added JOIN accounts_user account ON account.id = added.user_id
        WHERE standing.id = added.id AND standing.is_listed AND NOT games_is_listed(account);
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO games_ladderbucket AS bucket (pool, season, points, players)
        SELECT pool, season, points, sum(change) FROM (
            SELECT pool, {season} AS season, round(rating) AS points, 1 AS change FROM added
            WHERE is_listed AND matches >= {least}
            UNION ALL
            SELECT pool, {season}, round(rating), -1 FROM gone WHERE is_listed AND matches >= {least}
        ) moves
        GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (pool, season, points) DO UPDATE SET players = bucket.players + excluded.players;
    ELSE
        INSERT INTO games_ladderbucket AS bucket (pool, season, points, players)
        SELECT pool, {season}, round(rating), -count(*) FROM gone
        WHERE is_listed AND matches >= {least} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (pool, season, points) DO UPDATE SET players = bucket.players + excluded.players;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER {table}_added AFTER INSERT ON {table} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_counted();
CREATE TRIGGER {table}_changed AFTER UPDATE ON {table} REFERENCING OLD TABLE AS gone NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_counted();
CREATE TRIGGER {table}_removed AFTER DELETE ON {table} REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_counted();
"""
UNCOUNTED = """
DROP TRIGGER {table}_added ON {table};
DROP TRIGGER {table}_changed ON {table};
DROP TRIGGER {table}_removed ON {table};
DROP FUNCTION {table}_counted();
"""
# What was there before: who is not to be listed leaves, the others are counted.
BEGUN = """
UPDATE games_rating r SET is_listed = FALSE FROM accounts_user account
WHERE account.id = r.user_id AND NOT games_is_listed(account);
INSERT INTO games_ladderbucket (pool, season, points, players)
SELECT pool, '', round(rating), count(*) FROM games_rating
WHERE is_listed AND matches >= {least} GROUP BY 1, 3;
"""


def kept(table, season):
    """Return the operation that has the rows of *table* counted; *season* is theirs, as SQL."""
    words = {"table": table, "season": season, "least": PROVISIONAL_BELOW}
    return migrations.RunSQL(COUNTED.format(**words), UNCOUNTED.format(**words))


class Migration(migrations.Migration):
    dependencies = [("games", "0009_ladders_and_statistics")]

    operations = [
        migrations.RunSQL(LISTED, UNLISTED),
        migrations.RunSQL(BEGUN.format(least=PROVISIONAL_BELOW), migrations.RunSQL.noop),
        kept("games_rating", "''"),
        kept("games_seasonrating", "season"),
    ]
