"""The page where somebody makes read-only links to a match, and withdraws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame


@dataclass(frozen=True, slots=True)
class ShareLink:
    """A link that was made: its code, its whole address, what it leads to, and the address of its picture."""

    code: str
    url: str
    about: str
    picture: str


@dataclass(frozen=True, slots=True)
class ShareChoice:
    """What a link may lead to: the value of a form, and its words; `seat` are the eyes it is seen through."""

    move: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePage:
    """The links of somebody to a match, and the form of another one.

    Attributes
    ----------
    here_url
        Where the forms go.
    eyes
        Through which seat's eyes a move is seen, as the form says it.
    back_url
        Where one came from.
    """

    frame: Frame
    called: str
    headline: str
    here_url: str
    choices: Sequence[ShareChoice]
    eyes: str
    links: Sequence[ShareLink]
    back_url: str
