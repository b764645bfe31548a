"""The errors for acts that a table refuses; `errors` has the other errors of tables.

CourtlyError
└── TableError
    ├── Stale            a move for another match or turn than the present one
    ├── EndsHere         a list of moves that continues after a move that reveals information
    ├── NotNow           an act that the table's status does not allow
    │   ├── DealInPlay   a request that would reveal a deal that the player is playing at another table
    │   └── DealOpen     a request that would reveal a deal of today before it was played
    │       └── RoundOpen  a request that would reveal a deal of an event before all tables have played it
    ├── NotAllowed       an act that its sender may not do
    ├── Banned           a request of a person or from an address that is banned
    ├── SeatTaken        a seat that is taken
    ├── BadAct           an act that is unknown, or has a missing or invalid field
    ├── Reused           a command id that was used for another act
    ├── BadName          an invalid name or colour
    ├── BadDevice        a push subscription, time zone or quiet hours that cannot be used
    ├── NoSuchLink       a recovery link that is unknown or withdrawn
    │   └── NoSuchShare  a read-only link to a match that is unknown or withdrawn
    ├── NoSuchDeal       a code without a shared deal
    ├── NoSuchEvent      a code without an event
    └── TooMany          a limit per person or per table
"""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import Any, Unpack

from courtly.engine.errors import Details
from courtly.engine.sentences import Sentence, said
from courtly.tables.errors import TableError


class Stale(TableError):
    """A move for another match or turn; the error has the present match and turn."""

    code = "stale"

    def __init__(self, message: str | Sentence, *, match: int, turn: int, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.match = match
        self.turn = turn

    def codes(self) -> dict[str, object]:
        """Return the present match and turn."""
        return {"match": self.match, "turn": self.turn}


class EndsHere(TableError):
    """A list of moves that continues after a move that may reveal information; `index` is the index of that move."""

    code = "ends-here"

    def __init__(self, message: str | Sentence, *, index: int, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.index = index

    def codes(self) -> dict[str, object]:
        """Return the index of the move."""
        return {"index": self.index}


class NotNow(TableError):
    """An act that the status of the table does not allow."""

    code = "not-now"


class DealInPlay(NotNow):
    """A request that would reveal a deal that the player is playing at another `table`, or give a second seat in it."""

    code = "deal-in-play"

    def __init__(self, message: str | Sentence, *, table: str, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.table = table


class DealOpen(NotNow):
    """A request that would reveal a deal of today that this player, or others, may still play."""

    code = "deal-open"


class RoundOpen(DealOpen):
    """A request that would reveal a deal of an event which other tables still play."""

    code = "round-open"


class NotAllowed(TableError):
    """An act that its sender may not do, for example an act that only the host may do."""

    code = "not-allowed"


class Banned(TableError):
    """A request of a banned person, or from a banned address, with the end of the ban and its reason."""

    code = "banned"

    def __init__(self, until: datetime, reason: str) -> None:
        message = said("you are banned from this server until {until}", until=until.isoformat(timespec="minutes"))
        super().__init__(message, where="Authorization")
        self.until, self.reason = until, reason


class SeatTaken(TableError):
    """A seat that is taken."""

    code = "seat-taken"


class BadAct(TableError):
    """An act that is unknown, or has a missing or invalid field."""

    code = "bad-act"


class Reused(TableError):
    """A command id that its sender has used before, with other content."""

    code = "command-reused"


class BadName(TableError):
    """An invalid name or colour."""

    code = "bad-name"


class BadDevice(TableError):
    """A push subscription, a time zone or quiet hours that cannot be used."""

    code = "bad-device"


class NoSuchLink(TableError):
    """An unknown, withdrawn or replaced recovery link; the error does not tell these cases apart."""

    code = "no-such-link"


class NoSuchMailLink(NoSuchLink):
    """A link of a mail that has expired or was changed; the error does not tell these cases apart."""

    code = "no-such-mail-link"


class NoSuchShare(NoSuchLink):
    """An unknown or withdrawn read-only link to a match; the error does not tell these cases apart."""

    code = "no-such-share"


class NoSuchDeal(TableError):
    """No shared deal has this code."""

    code = "no-such-deal"


class NoSuchEvent(TableError):
    """No event has this code."""

    code = "no-such-event"


class TooMany(TableError):
    """Too many acts, lines, tables, spectators, persons or guesses; a retry can succeed after `seconds`."""

    code = "too-many"

    def __init__(self, message: str | Sentence, *, seconds: float | None = None, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.seconds = seconds


def too_fast(allowed: Sentence, seconds: float) -> TooMany:
    """Return the error for a rate limit, with the time after which the sender may try again."""
    wait = ceil(seconds)
    message = said("too many at once: the limit is {allowed}; try again in {wait}", allowed=allowed, wait=_wait(wait))
    return TooMany(message, seconds=float(wait), allowed=allowed)


def _wait(seconds: int) -> Sentence:
    """Return a time as a number of seconds, minutes or hours, rounded up."""
    if seconds <= 120:
        return said("{n} s", n=seconds)
    return said("{n} min", n=ceil(seconds / 60)) if seconds <= 7200 else said("{n} h", n=ceil(seconds / 3600))


def deal_in_play(table: str) -> DealInPlay:
    """Return the error for a request that would reveal a deal in play at `table`, or give a second seat in it."""
    message = said("you are playing this deal at another table")
    return DealInPlay(message, table=table, where="deal", allowed=said("once that match is over or stopped"))


def at_index(error: Any, index: int) -> Any:
    """Return the error of a move in a list, with the index of the move."""
    error.index = index
    return error
