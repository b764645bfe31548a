"""The page where a player makes and withdraws read-only links to a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from courtly.web.contexts.frame import Frame


@dataclass(frozen=True, slots=True)
class ShareLink:
    """A link that was made: its code, absolute address, description, and the address of its picture."""

    code: str
    url: str
    about: str
    picture: str


@dataclass(frozen=True, slots=True)
class ShareChoice:
    """A page that a new link can lead to: its form value and its label."""

    move: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePage:
    """A player's links to a match, and the form that makes another one.

    Attributes
    ----------
    here_url
        The address of the forms.
    eyes
        The perspective from which a move is shown, as a form value.
    back_url
        The address of the previous page.
    """

    frame: Frame
    called: str
    headline: str
    here_url: str
    choices: Sequence[ShareChoice]
    eyes: str
    links: Sequence[ShareLink]
    back_url: str
