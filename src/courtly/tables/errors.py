"""What can go wrong at a live table.

    CourtlyError
    └── TableError
        ├── NoSuchTable
        ├── BadSeats           seats that the match cannot be played with
        ├── BadCommand         a command id that is none
        ├── NotYourTurn
        ├── BotFailed          a bot that is missing, broke down, or chose what it may not
        ├── HintsBusy          too many hints asked for at once
        ├── NotReady           a table whose rules are compiled just now
        └── StoreError         the database cannot be read or written; nothing is half done
            ├── NewerStore     a database that a later version of Courtly has written
            └── BrokenTable    a log that these rules cannot replay

These errors are views too: they hold nothing that the seat they go to may not know. What the database says in its own
words stays in the log, as the cause.
"""

from __future__ import annotations

from typing import Self

from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.runtime import Progress


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
    """A command id that cannot tell one command from another."""

    code = "bad-command"


class NotYourTurn(TableError):
    """A move by a seat that is not to move."""

    code = "not-your-turn"


class BotFailed(TableError):
    """A bot that cannot be found, broke down, or chose a move that is not legal."""

    code = "bot-failed"


class HintsBusy(TableError):
    """So many wait for a hint that another would have to wait too long."""

    code = "hints-busy"


class NotReady(TableError):
    """A table that can be played, or shown, once the rules of its game are compiled for this machine."""

    code = "not-ready"

    @classmethod
    def at(cls, progress: Progress, *, given: str, where: str) -> Self:
        """Return the error of rules that are compiled so far."""
        message = said(
            "the rules of this game are being compiled for this machine: {done} of {steps} steps are done",
            done=progress.done,
            steps=progress.steps,
        )
        return cls(message, given=given, where=where)


class StoreError(TableError):
    """The database cannot be opened, read or written; what was asked for has not happened."""

    code = "store-error"


class NewerStore(StoreError):
    """A database written by a later version of Courtly, which this one would damage."""

    code = "newer-store"


class BrokenTable(StoreError):
    """A table whose log has a gap, or whose moves the rules of this version do not allow."""

    code = "broken-table"
