"""Why an act at a table is refused, beside the errors of `errors`.

CourtlyError
└── TableError
    ├── Stale            a move for another match or turn than the present one
    ├── EndsHere         a list of moves that goes on behind one that tells its maker something new
    ├── NotNow           an act that the table's status does not allow
    │   ├── DealInPlay   what would tell somebody of a deal that they play at another table
    │   └── DealOpen     what would tell somebody of a deal of today that they have not played
    ├── NotAllowed       an act of somebody who may not do it
    ├── SeatTaken        a seat that is somebody's already
    ├── BadAct           an act that is none, or lacks something
    ├── Reused           a command id that came before with another act
    ├── BadName          a name or a colour that nobody can have
    ├── NoSuchLink       a recovery link that leads nowhere, or nowhere any more
    │   └── NoSuchShare  the same of a read-only link to a match
    ├── NoSuchDeal       a code that no shared deal has
    └── TooMany          more than one person, or one table, may have
"""

from __future__ import annotations

from typing import Any, Unpack

from courtly.engine.errors import Details
from courtly.engine.sentences import Sentence
from courtly.tables.errors import TableError


class Stale(TableError):
    """A move made for another match or turn; where the table is stands beside it."""

    code = "stale"

    def __init__(self, message: str | Sentence, *, match: int, turn: int, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.match = match
        self.turn = turn

    def codes(self) -> dict[str, object]:
        """Return where the table is."""
        return {"match": self.match, "turn": self.turn}


class EndsHere(TableError):
    """A list of moves with more behind one that may tell its maker something new; `index` is that one's."""

    code = "ends-here"

    def __init__(self, message: str | Sentence, *, index: int, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.index = index

    def codes(self) -> dict[str, object]:
        """Return which move it is."""
        return {"index": self.index}


class NotNow(TableError):
    """An act that the status of the table does not allow."""

    code = "not-now"


class DealInPlay(NotNow):
    """What would tell somebody of a deal that they play at another `table`."""

    code = "deal-in-play"

    def __init__(self, message: str | Sentence, *, table: str, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.table = table


class DealOpen(NotNow):
    """What would tell somebody of a deal of today that they, or others, have still to play."""

    code = "deal-open"


class NotAllowed(TableError):
    """An act that another may do: the host, or whoever holds the seat."""

    code = "not-allowed"


class SeatTaken(TableError):
    """A seat that is somebody's already."""

    code = "seat-taken"


class BadAct(TableError):
    """An act that there is none of, or that lacks something it needs."""

    code = "bad-act"


class Reused(TableError):
    """A command id that its sender has used before, with other content."""

    code = "command-reused"


class BadName(TableError):
    """A name or a colour that nobody can have."""

    code = "bad-name"


class NoSuchLink(TableError):
    """A recovery link that was withdrawn, replaced by another, or never was; which of these it says to nobody."""

    code = "no-such-link"


class NoSuchShare(NoSuchLink):
    """A read-only link to a match that was withdrawn, or never was; which of these it says to nobody."""

    code = "no-such-share"


class NoSuchDeal(TableError):
    """No shared deal has this code."""

    code = "no-such-deal"


class TooMany(TableError):
    """More acts, lines, tables, watchers, persons or guesses than are allowed; `seconds` after which it may be less."""

    code = "too-many"

    def __init__(self, message: str | Sentence, *, seconds: float | None = None, **details: Unpack[Details]) -> None:
        super().__init__(message, **details)
        self.seconds = seconds


def at_index(error: Any, index: int) -> Any:
    """Return the error of a move in a list, which says how far the list went."""
    error.index = index
    return error
