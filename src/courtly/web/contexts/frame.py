"""What every page has, and the pages that have little else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """How a page keeps up with its table.

    Attributes
    ----------
    socket
        Where a script hears of what happens.
    version
        The version of the table that the page shows.
    refresh
        After how many seconds a page without script looks again, None while its reader has something to do on it.
    """

    socket: str
    version: int
    refresh: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What other sites show of a link to a page: words and a picture, whole addresses, the language of both."""

    title: str
    about: str
    url: str
    picture: str
    lang: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What every page has; `here` is where a change of language comes back to, `sheets` are a game's own styles.

    A page with a `preview` may be seen by whoever has its link; search engines are asked to leave it out.
    """

    title: str
    here: str
    sheets: Sequence[str] = ()
    live: Live | None = None
    preview: Preview | None = None


@dataclass(frozen=True, slots=True)
class Pennant:
    """The sign of somebody at a table: a letter on a colour."""

    letter: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What went wrong, in the reader's words, what was given, where, and what is allowed; and the rule behind it."""

    frame: Frame
    status: int
    explanation: str
    message: str
    lines: Sequence[str]
    given: str | None
    where: str | None
    allowed: Sequence[str]
    rule_url: str
    back_url: str
    back_words: str


@dataclass(frozen=True, slots=True)
class Credit:
    """The author of some of the pictures."""

    author: str
    url: str
    icons: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditsPage:
    """Whose work is used, and what this is not."""

    frame: Frame
    credits: list[Credit]
