"""The error tree: whatever a caller can get wrong has a class here.

    CourtlyError
    ├── UnknownGame
    ├── BadOption
    ├── BadDeal
    ├── BadRecord
    ├── IllegalMove
    │   └── UnknownMove      not a move of this game at all
    ├── NotOver              asked for what only a finished match may tell
    ├── WrongSeat            a seat this match does not have
    ├── BadLayout            a state class that cannot become a record
    └── UnknownLanguage

Every error is one whole sentence that names what was given, where, and what is allowed; the same three are attributes,
so that a page or an API can show them in its own shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

Allowed = str | Sequence[object] | None


class CourtlyError(Exception):
    """The root of every error that a caller can cause.

    Parameters
    ----------
    message
        One sentence that says what is wrong.
    given
        What was given, as text or a plain value.
    where
        The place: an option's name, a key of a document, the number of a move.
    allowed
        What would have been right, as a sentence or a list of choices.
    """

    code: ClassVar[str] = "error"

    def __init__(
        self, message: str, *, given: object = None, where: str | None = None, allowed: Allowed = None
    ) -> None:
        super().__init__(message)
        self.given = given
        self.where = where
        self.allowed = allowed

    def as_dict(self) -> dict[str, object]:
        """Return the one shape in which errors go out as JSON."""
        allowed = self.allowed if self.allowed is None or isinstance(self.allowed, str) else list(self.allowed)
        return {
            "code": self.code,
            "message": str(self),
            "given": shown(self.given) if self.given is not None else None,
            "where": self.where,
            "allowed": allowed,
        }


class UnknownGame(CourtlyError):
    """No game of that name is registered."""

    code = "unknown-game"


class BadOption(CourtlyError):
    """An option that the game does not have, or a value it does not take."""

    code = "bad-option"


class BadDeal(CourtlyError):
    """A deal that the components and options cannot produce."""

    code = "bad-deal"


class BadRecord(CourtlyError):
    """A match record that is malformed, or that replay does not confirm."""

    code = "bad-record"


class IllegalMove(CourtlyError):
    """A move of this game that cannot be played now."""

    code = "illegal-move"


class UnknownMove(IllegalMove):
    """A text that is not a move of this game in any position."""

    code = "unknown-move"


class NotOver(CourtlyError):
    """The match is still running, and a running score would tell secrets."""

    code = "not-over"


class WrongSeat(CourtlyError):
    """A seat that this match does not have."""

    code = "wrong-seat"


class BadLayout(CourtlyError):
    """A state class that cannot become a fixed-size record."""

    code = "bad-layout"


class UnknownLanguage(CourtlyError):
    """A language in which nothing is written."""

    code = "unknown-language"


def shown(value: object, *, limit: int = 80) -> str:
    """Return `value` as it may stand in an error: printable, on one line, at most `limit` characters.

    Examples
    --------
    >>> shown("play" * 40, limit=12)
    "'playpla…'"
    """
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists thousands deep
        text = f"a {type(value).__name__} too large to show"
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= limit else text[: limit - 4] + "…" + (text[-1] if text[-1] in "'\"" else "")


def listed(choices: Sequence[object], *, limit: int = 12) -> str:
    """Return choices for the end of a sentence, the tail counted when there are many.

    Examples
    --------
    >>> listed([2, 3, 4])
    '2, 3, 4'
    """
    head = ", ".join(str(choice) for choice in choices[:limit])
    rest = len(choices) - limit
    return f"{head} and {rest} more" if rest > 0 else head or "nothing"
