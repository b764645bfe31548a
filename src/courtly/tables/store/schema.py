"""The database schema of the store.

The entries in `journal` are the source of truth. `tables` and `seats` summarize them and are written in the same
transaction, so that lists need no replay. The database contains hidden facts: rows never leave the package `tables`.

Times are whole milliseconds since 1970, in UTC. Documents are JSON, as ASCII text. No driver converts these values, so
a value that a failing disk has damaged makes only its own row unreadable.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("status", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    # The id of a player.
    sa.Column("host", sa.String, nullable=False, index=True),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False, index=True),
    # When this turn began, and when its clock runs out; null in rows that an earlier version wrote. New columns come
    # last, as in an upgraded database: backups have the columns in order.
    sa.Column("turn_since", sa.BigInteger),
    sa.Column("due", sa.BigInteger),
    sa.CheckConstraint("status IN ('waiting', 'playing', 'over')", name="status"),
    # For the lobby's list of listed, unfinished tables.
    sa.Index(None, "listed", "status", "created"),
)

seats = sa.Table(
    "seats",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("player", sa.String, index=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("bot", sa.String),
    sa.CheckConstraint("kind IN ('open', 'person', 'program', 'bot')", name="kind"),
)

journal = sa.Table(
    "journal",
    metadata,
    _table_id(),
    # From 0 without gaps; equal to the version of the table before this entry.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("act", sa.String, nullable=False),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("sender", sa.String),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("command", sa.String),
    sa.Column("content", sa.String),
    sa.Column("made", sa.Integer, nullable=False),
    sa.UniqueConstraint("sender", "command"),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("colour", sa.String, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("is_program", sa.Boolean, nullable=False),
    # Hashes, in hex.
    sa.Column("token", sa.String, unique=True),
    sa.Column("recovery", sa.String, unique=True),
)

# One code for each role of a table.
codes = sa.Table(
    "codes",
    metadata,
    _table_id(),
    sa.Column("role", sa.String, primary_key=True),
    # Keyed hash, in hex.
    sa.Column("hash", sa.String, nullable=False, unique=True),
    sa.CheckConstraint("role IN ('join', 'watch')", name="role"),
)

# The players whom a code has admitted to a table, and their role.
visits = sa.Table(
    "visits",
    metadata,
    _table_id(),
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("role", sa.String, nullable=False),
    sa.CheckConstraint("role IN ('join', 'watch')", name="role"),
)

# Finished matches, for lists.
matches = sa.Table(
    "matches",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("finished", sa.BigInteger, nullable=False, index=True),
    sa.Column("head", sa.Text, nullable=False),
    # Whether the statistics contain the match: null before it is looked at, false if it does not count.
    sa.Column("counted", sa.Boolean),
    sa.Index(None, "counted", "finished"),
)

lines = sa.Table(
    "lines",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("sender", sa.String, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text),
    sa.Column("phrase", sa.String),
    sa.Column("command", sa.String),
    sa.UniqueConstraint("table_id", "sender", "command"),
)

notes = sa.Table(
    "notes",
    metadata,
    _table_id(),
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

# The process that runs the bots of a table, and the end of its lease.
leases = sa.Table(
    "leases",
    metadata,
    _table_id(),
    sa.Column("holder", sa.String, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

# Reviews of finished matches. While a review is in progress, it has no document; `holder` and `until` are its lease.
reviews = sa.Table(
    "reviews",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.String, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("document", sa.Text),
)

# Shared deals. The id is the keyed hash of the code, in hex.
deals = sa.Table(
    "deals",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False, index=True),
    sa.Column("document", sa.Text, nullable=False),
)

# Tables whose first match is not a fresh deal: the key of the deal, and the id of the shared deal or deal of the day.
starts = sa.Table(
    "starts",
    metadata,
    _table_id(),
    sa.Column("deal", sa.String, nullable=False, index=True),
    sa.Column("shared", sa.String, index=True),
    # The player who plays the deal.
    sa.Column("player", sa.String, nullable=False),
)


def deals_in_play() -> sa.Select[tuple[str, str, str]]:
    """Return the query for the deals that players are playing now, with the player and the table; skip fresh deals."""
    return (
        sa.select(starts.c.deal, seats.c.player, starts.c.table_id)
        .join(seats, seats.c.table_id == starts.c.table_id)
        .join(tables, tables.c.id == starts.c.table_id)
        # A rematch is a fresh deal.
        .where(tables.c.status != "over", tables.c.match == 1)
        .order_by(tables.c.created)
    )


def meeting_tables(*columns: sa.ColumnElement[Any] | sa.Table) -> sa.Select[Any]:
    """Return the query for the listed tables where players wait who look for opponents, the oldest first."""
    return (
        sa.select(*columns)
        .join(journal, sa.and_(journal.c.table_id == tables.c.id, journal.c.number == 0))
        .where(tables.c.listed, tables.c.status == "waiting", tables.c.match == 1)
        # Quotes within a text of the document are escaped, so that only the field itself looks like this.
        .where(journal.c.data.contains('"meets":true', autoescape=True))
        .order_by(tables.c.created, tables.c.id)
    )


# The result of each seat in a match that was played to its end, for the players' pages.
results = sa.Table(
    "results",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    # The id of a player, None for a bot.
    sa.Column("player", sa.String),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("bot", sa.String),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    # The victory share, from 0 to 1.
    sa.Column("share", sa.Float, nullable=False),
    sa.Column("finished", sa.BigInteger, nullable=False),
    sa.Index(None, "player", "finished"),
)

# The costs of a seat's decisions of one kind, from the review: their number, sum, and sum of squares.
costs = sa.Table(
    "costs",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String, primary_key=True),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("total", sa.Float, nullable=False),
    sa.Column("squares", sa.Float, nullable=False),
)

# Read-only links to finished matches, or to single moves of them.
shares = sa.Table(
    "shares",
    metadata,
    # The keyed hash of the code, in hex.
    sa.Column("hash", sa.String, primary_key=True),
    # The code is derived from the nonce and the server's secret.
    sa.Column("nonce", sa.String, nullable=False),
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("move", sa.Integer),
    sa.Column("eyes", sa.Integer),
    sa.Column("named", sa.Boolean, nullable=False),
    sa.Column("lang", sa.String, nullable=False),
    # The id of a player.
    sa.Column("maker", sa.String, nullable=False, index=True),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# The browsers, mailboxes and webhooks that get notifications of a player's turns.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("player", sa.String, nullable=False, index=True),
    # Where messages go: the secret address at the push service, a `mailto:` address, or the address of a webhook. Two
    # keys encrypt messages for a browser, in base64url; the second key of a webhook signs them. Others are empty.
    sa.Column("endpoint", sa.String, nullable=False),
    sa.Column("public_key", sa.String, nullable=False),
    sa.Column("auth_secret", sa.String, nullable=False),
    sa.Column("lang", sa.String, nullable=False),
    # An IANA time zone, and the quiet hours in it: minutes since midnight, both null without quiet hours.
    sa.Column("zone", sa.String, nullable=False),
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_until", sa.Integer),
    sa.Column("created", sa.BigInteger, nullable=False),
    # Failed attempts since the last success, and the end of the lease of the process that sends to this device now.
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String, nullable=False, server_default="push"),
    sa.CheckConstraint("kind IN ('push', 'mail', 'webhook')", name="kind"),
    sa.UniqueConstraint("endpoint", "player"),
)

# The outbox: one row for each notification that a device should still get. A row is written together with the entry
# that begins the turn, and deleted once the push service has accepted the message.
notifications = sa.Table(
    "notifications",
    metadata,
    _table_id(),
    # The version of the table after the entry that began the turn.
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("device", sa.String, primary_key=True, index=True),
    sa.Column("kind", sa.String, primary_key=True),
    # When the turn began, and when to notify the device.
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False, index=True),
    sa.CheckConstraint("kind IN ('turn', 'reminder')", name="kind"),
)

# The rated matches, each as its entry `rated` in the journal describes it: the persons and levels, with their ranks.
rated_matches = sa.Table(
    "rated_matches",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Index(None, "game", "ended"),
)

# The rating of each person after each rated match that counts. It follows from the rated matches.
rating_steps = sa.Table(
    "rating_steps",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    # The id of the player, and the pseudonym that it has or would have after a deletion.
    sa.Column("player", sa.String, nullable=False),
    sa.Column("person", sa.String, nullable=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("season", sa.Integer, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    # The number of rated matches of the season so far.
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Index(None, "person", "game", "seats", "ended"),
    sa.Index(None, "game", "ended"),
)

# The last rating of each person in each season, for leaderboards. Deleted persons are left out.
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("seats", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Index(None, "game", "season", "seats"),
)

# The sums of the statistics over all matches that count, without players and tables. `total` is the sum of victory
# shares.
statistics = sa.Table(
    "statistics",
    metadata,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("seats", sa.Integer, primary_key=True, autoincrement=False),
    # Such as `option`, `edition` and `2024`.
    sa.Column("topic", sa.String, primary_key=True),
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("item", sa.String, primary_key=True),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("total", sa.Float, nullable=False),
)

# The players whom a player has blocked or muted.
blocks = sa.Table(
    "blocks",
    metadata,
    # The player who blocks, and the other player: their ids.
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("other", sa.String, primary_key=True, index=True),
    sa.Column("kind", sa.String, nullable=False),
    # The name of the other player at that time, empty for a spectator. Spectators write without a name.
    sa.Column("name", sa.String, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    # The keyed hash of the other player's address, in hex. It is deleted after a day.
    sa.Column("address", sa.String, index=True),
    # The end of a block that was extended to a new guest at that address; null for a block that the player has made.
    sa.Column("until", sa.BigInteger),
    sa.CheckConstraint("kind IN ('block', 'mute')", name="kind"),
)

# Reports of people about people. A report outlives its table.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    # The table and its match at that time; not `table_id`, because a report is not deleted with its table.
    sa.Column("place", sa.String, nullable=False),
    sa.Column("match", sa.Integer, nullable=False),
    # The ids of the two players, and their names at that time.
    sa.Column("reporter", sa.String, nullable=False, index=True),
    sa.Column("reporter_name", sa.String, nullable=False),
    sa.Column("reported", sa.String, nullable=False, index=True),
    sa.Column("reported_name", sa.String, nullable=False),
    sa.Column("reason", sa.String, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    # The last lines of talk that the reporter could see.
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("closed", sa.BigInteger),
    sa.Index(None, "closed", "made"),
)

# Bans of people and of address ranges. A ban has a player or a network.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    # The id of a player, and their name at that time.
    sa.Column("player", sa.String, index=True),
    sa.Column("name", sa.String, nullable=False),
    # A range of addresses, such as 192.0.2.0/24.
    sa.Column("network", sa.String),
    sa.Column("reason", sa.String, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
)

# The acts of administrators. The journal of a table that they close has an entry, too.
admin_acts = sa.Table(
    "admin_acts",
    metadata,
    # The id of the act. That of a new session is the id of its link, so that a link works once.
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    sa.Column("session", sa.String, nullable=False),
    sa.Column("act", sa.String, nullable=False),
    # The id of the player, table, report or ban, or the network.
    sa.Column("target", sa.String, nullable=False, index=True),
    sa.Column("detail", sa.String, nullable=False),
)

# Events of several tables. The id makes the code of the event's link; `hash` is the keyed hash of the code, in hex.
events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("hash", sa.String, nullable=False, unique=True),
    # The id of a player.
    sa.Column("host", sa.String, nullable=False, index=True),
    sa.Column("status", sa.String, nullable=False, index=True),
    # The number of the present or last round, 0 before the first.
    sa.Column("round", sa.Integer, nullable=False),
    # The earliest time of the next round.
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("document", sa.Text, nullable=False),
    sa.CheckConstraint("status IN ('open', 'pause', 'playing', 'over')", name="status"),
)

# The players and bots of events, in the order in which they came.
entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("event_id", sa.String, sa.ForeignKey("events.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # The id of a player, None for a bot.
    sa.Column("player", sa.String, index=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("colour", sa.String),
    sa.Column("bot", sa.String),
    # The place in the rotation, None before the first round.
    sa.Column("place", sa.Integer),
    sa.Column("is_active", sa.Boolean, nullable=False),
)

# The tables of each round: who sits where, by the numbers of the entrants, and the result after the round.
event_tables = sa.Table(
    "event_tables",
    metadata,
    sa.Column("event_id", sa.String, sa.ForeignKey("events.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # The id of a table, which is opened after this row is written and may be deleted before it.
    sa.Column("live_table", sa.String, nullable=False, unique=True),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("result", sa.Text),
)
