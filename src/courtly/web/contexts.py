"""What each page is rendered from: one dataclass per page, plain values only.

`Frame` is what every page has; the others add their own. A page's game-specific part is whatever the game's own module
under `games/` returns, drawn by the game's own templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from courtly.scene.model import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What every page has; `here` is where a change of language comes back to, `sheets` are a game's own styles."""

    title: str
    here: str
    sheets: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option."""

    value: str
    label: str
    checked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionField:
    """One option of a game: radio buttons for a few values, a number with limits, or a list as text or a file."""

    name: str
    title: str
    help: str
    kind: Literal["choices", "number", "list"]
    choices: list[OptionChoice]
    value: str = ""
    default: str = ""
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class BotField:
    """Who sits in one of the other seats; `number` is the place from 2, `needed` the players from which it is taken."""

    number: int
    choices: list[OptionChoice]


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game that can be chosen on the start page."""

    name: str
    title: str
    pitch: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class MatchLink:
    """One line of the list of the reader's matches."""

    url: str
    title: str
    players: str
    state: str
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPage:
    """The start page: what this is, a new match, and the reader's matches."""

    frame: Frame
    games: list[GameLink]
    game: str
    options: list[OptionField]
    bots: list[BotField]
    name: str
    name_length: int
    seed: str
    problem: ErrorPage | None
    matches: list[MatchLink]
    command: str


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the move in words, and sentences that explain it."""

    move: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """A match that is running, drawn by its game's `template`.

    `version` and `command` go back with the form; `play_url` is where.
    A hint is asked for at `hint_url`; `advice` is there when it was.
    """

    frame: Frame
    template: str
    play_url: str
    url: str
    hint_url: str
    version: int
    command: str
    my_turn: bool
    advice: Advice | None
    news: list[Line]
    log: list[Line]
    table: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """A match that is over, drawn by its game's `template`."""

    frame: Frame
    template: str
    headline: str
    again_url: str
    record_url: str
    log: list[Line]
    table: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What went wrong, in the reader's words, and what was given, where, and what is allowed."""

    frame: Frame
    status: int
    explanation: str
    message: str
    lines: Sequence[str]
    given: str | None
    where: str | None
    allowed: Sequence[str]
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
