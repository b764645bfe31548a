"""The tables of the store of live tables.

The entries in `journal` are the truth; `tables` and `seats` follow from them and are written in the same transaction,
so that lists need not replay anything. Hidden things are in here too: what leaves the store stays in `tables/`.

Moments are whole milliseconds since 1970 in UTC, and documents are JSON as text in ASCII: so every database gives both
back as they were, and a value that a failing disk changed is found where it is read, in its own row.
"""

from __future__ import annotations

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
    # A player's id.
    sa.Column("host", sa.String, nullable=False, index=True),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False, index=True),
    sa.CheckConstraint("status IN ('waiting', 'playing', 'over')", name="status"),
    # The lobby: which are listed and not over, in the order it shows them.
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
    # From 0 without a gap: the version of the table before this entry.
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

# One code of each role for a table.
codes = sa.Table(
    "codes",
    metadata,
    _table_id(),
    sa.Column("role", sa.String, primary_key=True),
    # Keyed, in hex.
    sa.Column("hash", sa.String, nullable=False, unique=True),
    sa.CheckConstraint("role IN ('join', 'watch')", name="role"),
)

# Who may see a table without a seat there.
visits = sa.Table(
    "visits",
    metadata,
    _table_id(),
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("role", sa.String, nullable=False),
    sa.CheckConstraint("role IN ('join', 'watch')", name="role"),
)

# Matches that are over, for lists.
matches = sa.Table(
    "matches",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("finished", sa.BigInteger, nullable=False, index=True),
    sa.Column("head", sa.Text, nullable=False),
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

# Which process plays the bots and keeps the clocks of a table, and until when.
leases = sa.Table(
    "leases",
    metadata,
    _table_id(),
    sa.Column("holder", sa.String, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

# Reviews of matches that are over. Without a document it is being made: by whom, and until when nobody else does.
reviews = sa.Table(
    "reviews",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.String, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("document", sa.Text),
)

# Deals that others may play too, by the keyed hash of their code, in hex.
deals = sa.Table(
    "deals",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False, index=True),
    sa.Column("document", sa.Text, nullable=False),
)

# The tables whose first match was not dealt afresh: which deal that is, and of which shared deal or day it is a try.
starts = sa.Table(
    "starts",
    metadata,
    _table_id(),
    sa.Column("deal", sa.String, nullable=False, index=True),
    sa.Column("shared", sa.String, index=True),
    # Whose try it is.
    sa.Column("player", sa.String, nullable=False),
)

# Who played which match that was played to its end, and what came of it, for the pages of players.
results = sa.Table(
    "results",
    metadata,
    _table_id(),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    # A player's id, None for a bot.
    sa.Column("player", sa.String),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("bot", sa.String),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    # The part of the victory, from 0 to 1.
    sa.Column("share", sa.Float, nullable=False),
    sa.Column("finished", sa.BigInteger, nullable=False),
    sa.Index(None, "player", "finished"),
)

# What the decisions of a seat cost by its review, by kind: how many, their sum, and the sum of their squares.
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

# Read-only links to matches that are over, or to a move of one.
shares = sa.Table(
    "shares",
    metadata,
    # Keyed, in hex: what a code is known by.
    sa.Column("hash", sa.String, primary_key=True),
    # What the code is derived from, with the server's secret.
    sa.Column("nonce", sa.String, nullable=False),
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("move", sa.Integer),
    sa.Column("eyes", sa.Integer),
    sa.Column("named", sa.Boolean, nullable=False),
    sa.Column("lang", sa.String, nullable=False),
    # A player's id.
    sa.Column("maker", sa.String, nullable=False, index=True),
    sa.Column("made", sa.BigInteger, nullable=False),
)
