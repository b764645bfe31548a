"""The pages of a finished match: the stepper through its turns, and its review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from courtly.scene.marks import Pennant
from courtly.web.contexts.frame import Frame


@dataclass(frozen=True, slots=True)
class PerspectiveLink:
    """A link to a perspective on a finished match; `seat` is None for open hands."""

    url: str
    name: str
    chosen: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class Hand:
    """The pieces that one seat saw but a spectator did not, by place."""

    seat: int
    name: str
    places: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The stepper through a finished match, next to its table.

    Attributes
    ----------
    here
        The address of this position. `first`, `before`, `after` and `last` are the addresses of the positions after
        other turns, or empty.
    turn, count
        The number of turns that are over, and of all turns.
    to_move
        The address of the form that goes to another turn; the form also sends `perspective_name`.
    told
        The effect of the last turn, in words.
    hands
        With open hands: the pieces that each seat knew in secret.
    play_url
        The address to play on from here.
    match_url, share_url
        The final page, and the page that makes links; empty for a viewer who opened a share link.
    """

    title: str
    here: str
    turn: int
    count: int
    first: str
    before: str
    after: str
    last: str
    to_move: str
    perspective_name: str
    eyes: Sequence[PerspectiveLink]
    told: Sequence[str]
    hands: Sequence[Hand]
    review_url: str
    match_url: str
    play_url: str
    share_url: str


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """A player in a review: name, sign, points, and whether they won."""

    seat: int
    name: str
    pennant: Pennant
    score: str
    won: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class MomentCard:
    """A costly decision: the position, the played move and the better one.

    `move` is the number of moves before it; `seat` made the decision.
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
    played_effect: str
    better_effect: str
    url: str
    move: int
    seat: int
    board_url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A decision of a review that is still being computed; `mistake` is its card if another move was clearly better."""

    title: str
    pennant: Pennant
    url: str
    played: str
    played_chance: str
    mistake: MomentCard | None


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A link to a turn, and how it changed a chance of winning, in words."""

    title: str
    url: str
    chance: str


@dataclass(frozen=True, slots=True)
class Board:
    """The table at a moment, from the perspective of the deciding seat, rendered with the game's templates."""

    title: str
    drawing: Markup
    sheets: Sequence[str]
    url: str


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of figures, as text: column headings, and rows whose first cell is a row heading."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    """The review of a finished match, or the decisions judged so far while it is computed.

    `game` is the id of the game, `called` its name. `decisive` is the turn that decided the match, and `rises` are the
    turns that raised the chance of the chosen player most. `stand_in_note` names the players whom bots replaced, if
    any. The plots are SVG, one for desktops and one for phones. The tables contain the figures of the plots.
    """

    frame: Frame
    game: str
    called: str
    headline: str
    players: Sequence[ReviewedPlayer]
    steps_url: str
    match_url: str
    record_url: str
    share_url: str
    play_on_url: str = ""
    command: str = ""
    origin: str = ""
    counting: str = ""
    judged: Sequence[JudgedMove] = ()
    decided: str = ""
    decisive: TurnLink | None = None
    rises: Sequence[TurnLink] = ()
    how: str = ""
    eyes: Sequence[PerspectiveLink] = ()
    curve: str = ""
    small_curve: str = ""
    chances: FigureTable | None = None
    moments_title: str = ""
    stand_in_note: str = ""
    moments: Sequence[MomentCard] = ()
    board: Board | None = None
    split: str = ""
    parts: FigureTable | None = None
    given: FigureTable | None = None
