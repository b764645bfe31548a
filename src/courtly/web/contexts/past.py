"""What looks back on a finished match: the way through its moves, and its review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from courtly.web.contexts.frame import Frame, Pennant


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through whose eyes a finished match can be seen: a link; the seat is None for open hands."""

    url: str
    name: str
    chosen: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat knew that a spectator did not: pieces by place."""

    seat: int
    name: str
    places: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The way through a finished match, beside its table.

    Attributes
    ----------
    here
        The address of this move; `first`, `before`, `after` and `last` are those of others, empty where there is none.
    number, count
        Which move this is the table after, of how many.
    to_move
        Where the form goes that chooses another move, with `eyes_name` beside.
    told
        What the move did.
    hands
        With open hands, what each seat knew.
    play_url
        Where one plays on from here.
    match_url, share_url
        The final page, and where links are made; empty for followers of one.
    """

    title: str
    here: str
    number: int
    count: int
    first: str
    before: str
    after: str
    last: str
    to_move: str
    eyes_name: str
    eyes: Sequence[Eyes]
    told: Sequence[str]
    hands: Sequence[Hand]
    review_url: str
    match_url: str
    play_url: str
    share_url: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a review: name, sign, points, and whether they won."""

    seat: int
    name: str
    pennant: Pennant
    score: str
    won: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class MomentCard:
    """A decision that cost something: which, what was played and what would have been better.

    `move` is how many moves were made before it, by which `seat`.
    """

    number: int
    title: str
    pennant: Pennant
    cost: str
    error: str
    played: str
    played_chance: str
    better: str
    better_chance: str
    why: str
    url: str
    move: int
    seat: int
    board_url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The table at a moment, as whoever decided there saw it: drawn by its own templates, with its style sheets."""

    title: str
    drawing: Markup
    sheets: Sequence[str]
    url: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of figures in words: its heads, and rows whose first cell is a head too."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    """The review of a finished match; until it is there, how far it is made.

    `game` is the id of the game, `called` its name. The plots are SVG, drawn for a desktop and for a phone, and the
    tables hold the same figures.
    """

    frame: Frame
    game: str
    called: str
    headline: str
    players: Sequence[Player]
    steps_url: str
    match_url: str
    record_url: str
    share_url: str
    play_on_url: str = ""
    command: str = ""
    origin: str = ""
    counting: str = ""
    decided: str = ""
    how: str = ""
    eyes: Sequence[Eyes] = ()
    curve: str = ""
    small_curve: str = ""
    chances: Table | None = None
    moments_title: str = ""
    moments: Sequence[MomentCard] = ()
    board: Board | None = None
    split: str = ""
    parts: Table | None = None
    given: Table | None = None
