"""Live tables: a journal for each table. Existing tables, each for one person, are converted with all their moves."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Row = dict[str, Any]


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    _set_aside()
    _create_tables()
    _create_journal()
    _create_people()
    _create_talk()
    _convert(op.get_bind())
    for name in ("old_events", "old_seats", "old_tables"):
        op.drop_table(name)


def _set_aside() -> None:
    """Rename the old tables, and drop or rename the indexes and constraints whose names the new tables need."""
    op.drop_index("ix_seats_owner", "seats")
    for name in ("events", "seats", "tables"):
        op.rename_table(name, f"old_{name}")
    if op.get_bind().dialect.name == "postgresql":
        for name in ("seats", "tables"):
            op.execute(f"ALTER TABLE old_{name} RENAME CONSTRAINT pk_{name} TO pk_old_{name}")


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_tables")


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.CheckConstraint("status IN ('waiting', 'playing', 'over')", name=op.f("ck_tables_status")),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_updated", "tables", ["updated"])
    op.create_index("ix_tables_listed_status_created", "tables", ["listed", "status", "created"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("player", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("bot", sa.String),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        _of_table("seats"),
        sa.CheckConstraint("kind IN ('open', 'person', 'program', 'bot')", name=op.f("ck_seats_kind")),
    )
    op.create_index("ix_seats_player", "seats", ["player"])


def _create_journal() -> None:
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
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
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_journal"),
        _of_table("journal"),
        sa.UniqueConstraint("sender", "command", name="uq_journal_sender_command"),
    )
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", name="pk_matches"),
        _of_table("matches"),
    )
    op.create_index("ix_matches_finished", "matches", ["finished"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_leases"),
        _of_table("leases"),
    )


def _create_people() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("colour", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("is_program", sa.Boolean, nullable=False),
        sa.Column("token", sa.String),
        sa.Column("recovery", sa.String),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token", name="uq_players_token"),
        sa.UniqueConstraint("recovery", name="uq_players_recovery"),
    )
    op.create_table(
        "codes",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "role", name="pk_codes"),
        _of_table("codes"),
        sa.UniqueConstraint("hash", name="uq_codes_hash"),
        sa.CheckConstraint("role IN ('join', 'watch')", name=op.f("ck_codes_role")),
    )
    op.create_table(
        "visits",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", name="pk_visits"),
        _of_table("visits"),
        sa.CheckConstraint("role IN ('join', 'watch')", name=op.f("ck_visits_role")),
    )


def _create_talk() -> None:
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("sender", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String),
        sa.Column("command", sa.String),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_lines"),
        _of_table("lines"),
        sa.UniqueConstraint("table_id", "sender", "command", name="uq_lines_table_id_sender_command"),
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", name="pk_notes"),
        _of_table("notes"),
    )


def _convert(connection: sa.Connection) -> None:
    """Convert every old table into a head, seats, a journal and players. Only SQLite databases have old tables."""
    players: dict[str, Row] = {}
    for name in connection.execute(sa.text("SELECT id FROM old_tables ORDER BY created, id")).scalars().all():
        # Read without column types: a damaged value is copied unchanged, and does not stop the other tables.
        (table,) = _rows(connection, "SELECT * FROM old_tables WHERE id = :id", name)
        seats = _rows(connection, "SELECT * FROM old_seats WHERE table_id = :id ORDER BY seat", name)
        events = _rows(connection, "SELECT * FROM old_events WHERE table_id = :id ORDER BY number", name)
        _convert_table(connection, Old(table, seats, events))
        for seat in seats:
            if seat["owner"] is not None:
                players.setdefault(seat["owner"], _player(seat, created=_moment(table["created"])))
    _insert(connection, "players", list(players.values()))


def _rows(connection: sa.Connection, query: str, table: str) -> list[Row]:
    return [dict(row) for row in connection.execute(sa.text(query), {"id": table}).mappings()]


def _insert(connection: sa.Connection, name: str, rows: list[Row]) -> None:
    if rows:
        connection.execute(sa.insert(sa.table(name, *(sa.column(column) for column in rows[0]))), rows)


class Old(NamedTuple):
    """An old table for one person."""

    table: Row
    seats: list[Row]
    events: list[Row]

    @property
    def host(self) -> str:
        """The person at the table."""
        return next((str(seat["owner"]) for seat in self.seats if seat["owner"] is not None), "")

    @property
    def first_move(self) -> int:
        """The number of entries before the first move: `open`, one for each seat, and `start`."""
        return len(self.seats) + 2

    @property
    def updated(self) -> object:
        """The time of the last event at the table."""
        return _moment(self.events[-1]["created"] if self.events else self.table["created"])


def _convert_table(connection: sa.Connection, old: Old) -> None:
    table = old.table["id"]
    _insert(connection, "tables", [_head(old)])
    _insert(connection, "seats", [_seat(seat) for seat in old.seats])
    _insert(connection, "journal", _entries(old))
    _insert(connection, "visits", [{"table_id": table, "player": old.host, "role": "join"}])
    if old.table["to_move"] is None:
        match = {"table_id": table, "match": 1, "finished": old.updated, "head": _match_head(old)}
        _insert(connection, "matches", [match])


def _head(old: Old) -> Row:
    version, to_move = old.table["version"], old.table["to_move"]
    return {
        "id": old.table["id"],
        "game": old.table["game"],
        "status": "over" if to_move is None else "playing",
        "version": _later(version, old.first_move),
        "listed": False,
        "host": old.host,
        "match": 1,
        "to_move": to_move,
        "created": _moment(old.table["created"]),
        "updated": old.updated,
    }


def _seat(seat: Row) -> Row:
    kind = "bot" if seat["kind"] == "bot" else "person"
    kept = {name: seat[name] for name in ("table_id", "seat", "name", "bot")}
    return kept | {"kind": kind, "player": seat["owner"]}


def _player(seat: Row, *, created: object) -> Row:
    """Return the row of a player who has not chosen a colour yet."""
    return {"id": seat["owner"], "name": seat["name"], "colour": "", "created": created, "is_program": False}


def _entries(old: Old) -> list[Row]:
    created = _moment(old.table["created"])
    first = [{"act": "open", "sender": old.host, "data": _opening(old)}, *(_seated(old, seat) for seat in old.seats)]
    first.append({"act": "start", "data": _start(old.table)})
    before = [_entry(old, number, created) | entry for number, entry in enumerate(first)]
    return before + [_move(old, event) for event in old.events]


def _entry(old: Old, number: object, at: object) -> Row:
    """Return an entry without seat, sender and command. It needs no command: old acts cannot be sent again."""
    empty = dict.fromkeys(("seat", "sender", "command", "content"))
    return empty | {"table_id": old.table["id"], "number": number, "at": at, "match": 1, "turn": 0, "made": 0}


def _seated(old: Old, seat: Row) -> Row:
    if seat["kind"] == "bot":
        data = {"bot": seat["bot"], "name": seat["name"]}
        return {"act": "fill", "seat": seat["seat"], "sender": old.host, "data": _json(data)}
    data = {"player": seat["owner"], "name": seat["name"], "colour": "", "kind": "person"}
    return {"act": "sit", "seat": seat["seat"], "sender": seat["owner"], "data": _json(data)}


def _move(old: Old, event: Row) -> Row:
    seat, number = event["seat"], event["number"]
    sender = next((held["owner"] for held in old.seats if held["seat"] == seat), None)
    made = {"act": "move", "turn": number, "seat": seat, "sender": sender, "data": _json({"move": event["move"]})}
    return _entry(old, _later(number, old.first_move), _moment(event["created"])) | made


def _opening(old: Old) -> str:
    """Return the data of `open`: the table is private, and its deal is given."""
    return _joined(
        game=_json(old.table["game"]),
        host=_json(old.host),
        options=old.table["options"],
        seats=_json([{}] * len(old.seats)),
        listed="false",
        watchers="false",
        talk="false",
        aids="true",
        clock="null",
        minder="null",
        known_deal="true",
        seed=_json(old.table["seed"]),
        deal=old.table["deal"],
    )


def _start(table: Row) -> str:
    record = {name: _json(table[name]) for name in ("format", "game", "rules")}
    record |= {"options": table["options"], "deal": table["deal"]}
    seed = _json(table["seed"])
    if table["seed"] is not None:
        record["seed"] = seed
    return _joined(record=_joined(**record), seed=seed, luck=_json(table["bot_seed"]))


def _match_head(old: Old) -> str:
    head = {name: _json(old.table[name]) for name in ("format", "game", "rules")}
    names = _json([{"name": seat["name"]} for seat in old.seats])
    return _joined(**head, options=old.table["options"], seats=names)


def _later(number: object, by: int) -> object:
    """Return `number + by`; return a damaged number unchanged."""
    return number + by if isinstance(number, int) else number


def _json(value: object) -> str:
    return json.dumps(value, default=repr)


def _joined(**values: object) -> str:
    """Return a JSON object of values that are JSON text already. A damaged value is detected later, when it is read."""
    return "{" + ", ".join(f'"{key}": {value}' for key, value in values.items()) + "}"


def _moment(text: object) -> object:
    """Return a time in milliseconds. Return a damaged time unchanged; it is detected later, when it is read."""
    try:
        return (datetime.fromisoformat(str(text)).replace(tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        return text
