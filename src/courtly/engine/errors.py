"""The exception hierarchy: every mistake that a caller can make has a class here.

    CourtlyError
    ├── UnknownGame
    ├── BadGame              a registered game that is incomplete or does not load
    ├── BadOption
    ├── BadDeal
    ├── BadRecord
    ├── IllegalMove
    │   └── UnknownMove      not a move of this game in any position
    ├── NotOver              a request for data that only a finished match reveals
    ├── WrongSeat            a seat that this match does not have
    ├── BadMoment            a move number that this match has not reached
    ├── BadLayout            a state class that cannot become a record
    └── UnknownLanguage

Every error is one sentence with the invalid value, its place and the allowed values. These three are also attributes,
so that a page or an API can format them. The sentence can be translated, so programs should read the codes instead: the
`code` of the class, the `reason` of an illegal move, the `option` and the `problem` of an invalid option.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from enum import IntEnum
from json import JSONDecodeError
from pathlib import Path
from typing import ClassVar, TypedDict, Unpack

from courtly.engine.sentences import Sentence, said, verbatim

Allowed = str | Sentence | Sequence[object] | None


class Details(TypedDict, total=False):
    """The optional details of an error; see `CourtlyError`."""

    given: object
    where: str | None
    allowed: Allowed


class CourtlyError(Exception):
    """The base class of all errors that a caller can cause.

    Parameters
    ----------
    message
        One sentence that describes the problem. A message made by `said` can be shown in every language.
    given
        The invalid value, as text or a plain value.
    where
        The place of the error: the name of an option, a key of a document, the number of a move.
    allowed
        The allowed values, as a sentence or a list of choices.
    """

    code: ClassVar[str] = "error"

    def __init__(
        self, message: str | Sentence, *, given: object = None, where: str | None = None, allowed: Allowed = None
    ) -> None:
        super().__init__(str(message))
        self.sentence = message if isinstance(message, Sentence) else verbatim(message)
        self.given = given
        self.where = where
        self.allowed = allowed

    def as_dict(self, word: Callable[[Sentence], str] = str) -> dict[str, object]:
        """Return the error as a JSON object; all errors have this shape.

        Parameters
        ----------
        word
            Translates a sentence into the language of the client; English by default. Codes are not translated.
        """
        return {
            "code": self.code,
            "message": word(self.sentence),
            "given": shown(self.given) if self.given is not None else None,
            "where": self.where,
            "allowed": _plain(self.allowed, word),
            **self.codes(),
        }

    def codes(self) -> dict[str, object]:
        """Return the codes of this error in addition to `code`, for programs."""
        return {}


class UnknownGame(CourtlyError):
    """No game of this name is registered."""

    code = "unknown-game"


class BadGame(CourtlyError):
    """A registered game that cannot be used: it is incomplete, or its code does not load."""

    code = "bad-game"


class BadOption(CourtlyError):
    """An unknown option, or a value that an option does not allow.

    Parameters
    ----------
    message, given, where, allowed
        See `CourtlyError`.
    option
        The name of the option, by default `where`; None when several options conflict.
    problem
        The kind of problem. `unknown`: the option does not exist. `missing`: a required option has no value. `value`:
        the value is not allowed. `together`: the option conflicts with other options. `twice`: the option occurs twice.
        `file`: the named file cannot be read, written or used. `library`: the option needs a missing library.
    """

    code = "bad-option"

    def __init__(
        self,
        message: str | Sentence,
        *,
        option: str | None = None,
        problem: str = "value",
        **details: Unpack[Details],
    ) -> None:
        super().__init__(message, **details)
        self.option = option if option or problem == "together" else self.where
        self.problem = problem

    def codes(self) -> dict[str, object]:
        """Return the name of the option and the kind of problem."""
        return {"option": self.option, "problem": self.problem}


class BadDeal(CourtlyError):
    """A deal that the components and options cannot produce."""

    code = "bad-deal"


class BadRecord(CourtlyError):
    """A match record that is malformed, or that differs from its own replay."""

    code = "bad-record"


class IllegalMove(CourtlyError):
    """A move of this game that cannot be played in the current position.

    Parameters
    ----------
    message, given, where, allowed
        See `CourtlyError`.
    reason
        A code such as `not-in-hand`: the name of one of the game's reasons, see `reason_code`.
    why
        The reason as a sentence; the whole message by default.
    """

    code = "illegal-move"
    no_reason: ClassVar[str] = "illegal"

    def __init__(
        self,
        message: str | Sentence,
        *,
        reason: str | None = None,
        why: Sentence | None = None,
        **details: Unpack[Details],
    ) -> None:
        super().__init__(message, **details)
        self.reason = reason or self.no_reason
        self.why = why or self.sentence

    def codes(self) -> dict[str, object]:
        """Return the reason's code."""
        return {"reason": self.reason}


class UnknownMove(IllegalMove):
    """A text that is never a move of this game, in any position."""

    code = "unknown-move"
    no_reason = "unknown"


class NotOver(CourtlyError):
    """The match is still running, so a score would reveal hidden cards."""

    code = "not-over"


class WrongSeat(CourtlyError):
    """A seat that this match does not have."""

    code = "wrong-seat"


class BadMoment(CourtlyError):
    """A number of moves that this match has not reached."""

    code = "bad-moment"


class BadLayout(CourtlyError):
    """A state class that cannot be turned into a fixed-size record."""

    code = "bad-layout"


class UnknownLanguage(CourtlyError):
    """A language without translations."""

    code = "unknown-language"


def cannot_be(name: str, given: object, allowed: Sentence) -> BadOption:
    """Return the error for an invalid option value."""
    message = said("{name} cannot be {given}; use {allowed}", name=name, given=shown(given), allowed=allowed)
    return BadOption(message, given=given, where=name, allowed=allowed)


def cannot_write(file: Path, *, where: str, error: OSError | None = None) -> BadOption:
    """Return the error for an option that names a file which cannot be written."""
    message = said("cannot write {file}", file=file)
    if error is not None:
        message = said("cannot write {file}: {reason}", file=file, reason=reason_of(error))
    allowed = said("a writable file")
    return BadOption(message, given=str(file), where=where, allowed=allowed, problem="file")


def reason_code(reason: IntEnum) -> str:
    """Return the code that programs use for a reason why a move is illegal.

    Examples
    --------
    >>> reason_code(IntEnum("Reason", ["NOT_IN_HAND"]).NOT_IN_HAND)
    'not-in-hand'
    """
    return reason.name.lower().replace("_", "-")


def reason_of(error: BaseException) -> str | Sentence:
    """Return the message of an exception as part of an error's sentence, translatable where possible."""
    if error.args and isinstance(error.args[0], Sentence):
        return error.args[0]
    if isinstance(error, JSONDecodeError):
        return said("line {line}, column {column} cannot be read", line=error.lineno, column=error.colno)
    if isinstance(error, RecursionError):
        return said("it is nested too deeply")
    if isinstance(error, OSError) and error.errno is not None:
        return _SYSTEM.get(error.errno, error.strerror or str(error))
    return str(error)


def _plain(allowed: Allowed, word: Callable[[Sentence], str]) -> str | list[object] | None:
    """Return the allowed values as a plain value."""
    if isinstance(allowed, Sentence):
        return word(allowed)
    return allowed if allowed is None or isinstance(allowed, str) else list(allowed)


_SYSTEM = {
    errno.ENOENT: said("this file or folder does not exist"),
    errno.EACCES: said("permission denied"),
    errno.EPERM: said("permission denied"),
    errno.EISDIR: said("it is a folder"),
    errno.ENOTDIR: said("part of its path is not a folder"),
    errno.EEXIST: said("it already exists"),
    errno.ENOSPC: said("the disk is full"),
    errno.EROFS: said("the disk is read-only"),
    errno.EADDRINUSE: said("it is already in use"),
    errno.ENAMETOOLONG: said("its name is too long"),
}
"""Messages for common operating system errors; other errors keep the system's own message."""


def shown(value: object, *, limit: int = 80) -> str:
    """Return `value` in printable form for an error message: on one line, at most `limit` characters.

    Examples
    --------
    >>> shown("play" * 40, limit=12)
    "'playpla…'"
    """
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):  # a number with thousands of digits, or lists nested too deeply
        text = f"a {type(value).__name__} too large to show"
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= limit else text[: limit - 4] + "…" + (text[-1] if text[-1] in "'\"" else "")


def listed(choices: Sequence[object], *, limit: int = 12) -> str:
    """Return choices as English text; see `listing`.

    Examples
    --------
    >>> listed([2, 3, 4])
    '2, 3, 4'
    """
    return str(listing(choices, limit=limit))


def listing(choices: Sequence[object], *, limit: int = 12) -> Sentence:
    """Return choices as the end of a sentence: the first `limit` choices, then the number of the others."""
    head = ", ".join(str(choice) for choice in choices[:limit])
    rest = len(choices) - limit
    if rest > 0:
        return said("{head} and {rest} more", head=head, rest=rest)
    return verbatim(head) if head else said("nothing")
