"""The errors of live tables.

    CourtlyError
    └── TableError
        ├── NoSuchTable
        ├── BadSeats           seats that the match cannot be played with
        ├── BadCommand         an invalid command id
        ├── NotYourTurn
        ├── BotFailed          a bot is missing, crashed, or chose an illegal move
        ├── HintsBusy          too many pending hints
        ├── HintsNotReady      the rules are still being compiled
        └── StoreError         the database cannot be opened, read or written
            ├── NewerStore     a database written by a later version of Courtly
            └── BrokenTable    a journal that this version of the rules cannot replay

Clients receive these errors, so an error contains only facts that the client may know. The database's own error message
is logged as the cause, and never sent.
"""

from __future__ import annotations

import traceback

from courtly.engine.errors import CourtlyError, shown
from courtly.engine.sentences import said


class TableError(CourtlyError):
    """The root of every error at a live table."""

    code = "table-error"


class NoSuchTable(TableError):
    """No table has this id."""

    code = "no-such-table"


class BadSeats(TableError):
    """Seats that the match cannot be played with."""

    code = "bad-seats"


class BadCommand(TableError):
    """An invalid command id."""

    code = "bad-command"


class NotYourTurn(TableError):
    """A move out of turn: another seat is to move, or none."""

    code = "not-your-turn"


class BotFailed(TableError):
    """A bot that cannot be found, crashed, or chose an illegal move."""

    code = "bot-failed"


class HintsBusy(TableError):
    """Too many hints are pending; another would have to wait too long."""

    code = "hints-busy"
    seconds = 5.0
    """The time after which a hint is likely to be possible again."""


class HintsNotReady(TableError):
    """The rules of the game are still being compiled, and the search for a hint needs them."""

    code = "hints-not-ready"


class StoreError(TableError):
    """The database cannot be opened, read or written.

    The requested change did not happen, unless the connection was lost during the commit: then the result is unknown.
    """

    code = "store-error"


class NewerStore(StoreError):
    """A database written by a later version of Courtly; this version would damage it."""

    code = "newer-store"


class BrokenTable(StoreError):
    """A table whose journal has a gap, or whose moves are not legal under this version's rules."""

    code = "broken-table"


def no_table(table: object) -> NoSuchTable:
    """Return the error for a table that does not exist, or that the caller may not see."""
    return NoSuchTable(said("there is no table {id}", id=shown(table)), given=table, where="table")


def cause_of(error: BaseException) -> str:
    """Return the type of an error's first cause and where it was raised, without its message, which may name cards."""
    while error.__cause__ is not None:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno} {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}"
