"""The error tree: whatever a caller can get wrong has a class here.

    CourtlyError
    ├── UnknownGame
    ├── BadGame              a registered game that lacks what a game must have
    ├── BadOption
    ├── BadDeal
    ├── BadRecord
    ├── IllegalMove
    │   └── UnknownMove      not a move of this game at all
    ├── NotOver              asked for what only a finished match may tell
    ├── WrongSeat            a seat this match does not have
    ├── BadMoment            a number of moves that this match never had
    ├── BadLayout            a state class that cannot become a record
    └── UnknownLanguage

Every error is one whole sentence that names what was given, where, and what is allowed; the same three are attributes,
so that a page or an API can lay them out. The sentence can be translated. Programs read codes: `code` of the class,
`reason` of a move, `option` and `problem` of an option.
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
    """What an error names beside its message; see `CourtlyError`."""

    given: object
    where: str | None
    allowed: Allowed


class CourtlyError(Exception):
    """The root of every error that a caller can cause.

    Parameters
    ----------
    message
        One sentence that says what is wrong; built by `said`, it can be shown in every language.
    given
        What was given, as text or a plain value.
    where
        The place: an option's name, a key of a document, the number of a move.
    allowed
        What would have been right, as a sentence or a list of choices.
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
        """Return the one shape in which errors go out as JSON.

        Parameters
        ----------
        word
            Turns a sentence into text in the reader's language; by default English. Codes are no sentences.
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
        """Return what a program reads of this error beside its `code`."""
        return {}


class UnknownGame(CourtlyError):
    """No game of that name is registered."""

    code = "unknown-game"


class BadGame(CourtlyError):
    """A game that is registered but cannot be used: it lacks what a game must have, or its code does not load."""

    code = "bad-game"


class BadOption(CourtlyError):
    """An option that the game does not have, or a value it does not take.

    Parameters
    ----------
    message, given, where, allowed
        See `CourtlyError`.
    option
        The name of the option, by default `where`; None when several do not go together.
    problem
        What is wrong with it: `unknown`, there is no such option; `missing`; `value`, it does not take this one;
        `together`, it does not go with others; `twice`; `file`, what it names cannot be read, written or used;
        `library`, it needs one that is not installed.
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
        """Return which option, and what is wrong with it."""
        return {"option": self.option, "problem": self.problem}


class BadDeal(CourtlyError):
    """A deal that the components and options cannot produce."""

    code = "bad-deal"


class BadRecord(CourtlyError):
    """A match record that is malformed, or that replay does not confirm."""

    code = "bad-record"


class IllegalMove(CourtlyError):
    """A move of this game that cannot be played now.

    Parameters
    ----------
    message, given, where, allowed
        See `CourtlyError`.
    reason
        A code in words, such as `not-in-hand`: the name of one of the game's reasons, see `reason_code`.
    why
        The reason as a sentence; by default the whole message.
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
        """Return the code of the reason."""
        return {"reason": self.reason}


class UnknownMove(IllegalMove):
    """A text that is not a move of this game in any position."""

    code = "unknown-move"
    no_reason = "unknown"


class NotOver(CourtlyError):
    """The match is still running; a score would reveal hidden cards."""

    code = "not-over"


class WrongSeat(CourtlyError):
    """A seat that this match does not have."""

    code = "wrong-seat"


class BadMoment(CourtlyError):
    """A number of moves that this match has not reached."""

    code = "bad-moment"


class BadLayout(CourtlyError):
    """A state class that cannot become a fixed-size record."""

    code = "bad-layout"


class UnknownLanguage(CourtlyError):
    """A language in which nothing is written."""

    code = "unknown-language"


def cannot_be(name: str, given: object, allowed: Sentence) -> BadOption:
    """Return the error of an option that does not take the value given."""
    message = said("{name} cannot be {given}; it is {allowed}", name=name, given=shown(given), allowed=allowed)
    return BadOption(message, given=given, where=name, allowed=allowed)


def cannot_write(file: Path, *, where: str, error: OSError | None = None) -> BadOption:
    """Return the error of an option that names a file which cannot be written."""
    message = said("cannot write {file}", file=file)
    if error is not None:
        message = said("cannot write {file}: {reason}", file=file, reason=reason_of(error))
    allowed = said("a file that can be written")
    return BadOption(message, given=str(file), where=where, allowed=allowed, problem="file")


def reason_code(reason: IntEnum) -> str:
    """Return the code by which programs know a reason why a move is not legal.

    Examples
    --------
    >>> reason_code(IntEnum("Reason", ["NOT_IN_HAND"]).NOT_IN_HAND)
    'not-in-hand'
    """
    return reason.name.lower().replace("_", "-")


def reason_of(error: BaseException) -> str | Sentence:
    """Return what an exception says, as far as it can be said in every language: part of the sentence of an error."""
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
    """Return what is allowed as a plain value."""
    if isinstance(allowed, Sentence):
        return word(allowed)
    return allowed if allowed is None or isinstance(allowed, str) else list(allowed)


_SYSTEM = {
    errno.ENOENT: said("there is no such file or folder"),
    errno.EACCES: said("this is not permitted"),
    errno.EPERM: said("this is not permitted"),
    errno.EISDIR: said("it is a folder"),
    errno.ENOTDIR: said("a part of its path is not a folder"),
    errno.EEXIST: said("it is there already"),
    errno.ENOSPC: said("the disk is full"),
    errno.EROFS: said("the disk is read-only"),
    errno.EADDRINUSE: said("it is in use already"),
    errno.ENAMETOOLONG: said("its name is too long"),
}
"""What the system says of files and addresses; whatever else it says stays as it is."""


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
    """Return choices as English text; see `listing`.

    Examples
    --------
    >>> listed([2, 3, 4])
    '2, 3, 4'
    """
    return str(listing(choices, limit=limit))


def listing(choices: Sequence[object], *, limit: int = 12) -> Sentence:
    """Return choices for the end of a sentence, the tail counted when there are many."""
    head = ", ".join(str(choice) for choice in choices[:limit])
    rest = len(choices) - limit
    if rest > 0:
        return said("{head} and {rest} more", head=head, rest=rest)
    return verbatim(head) if head else said("nothing")
