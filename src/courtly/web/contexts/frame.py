"""The values that all pages share, and the pages with few values of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """How a page stays up to date with its table.

    Attributes
    ----------
    socket
        The WebSocket address for the script.
    version
        The version of the table that the page shows.
    refresh
        The refresh interval in seconds without script; None while the viewer has something to do on the page.
    """

    socket: str
    version: int
    refresh: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The link preview on other sites: title, description, absolute addresses of page and picture, and language.

    `width` and `height` are the size of the picture in pixels. A private page asks search engines not to index it.
    """

    title: str
    about: str
    url: str
    picture: str
    lang: str
    width: int = 1200
    height: int = 630
    is_private: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The values that all pages share.

    The form that changes the language returns to `here`; `sheets` are the game's own style sheets. A page with a
    `preview` can be opened by anyone who has its link.
    """

    title: str
    here: str
    sheets: Sequence[str] = ()
    live: Live | None = None
    preview: Preview | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """An error in the viewer's language: the given value, the field, the allowed values, and the rule behind it."""

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
    """The credits for third-party work, and the disclaimer."""

    frame: Frame
    credits: list[Credit]
