"""A scene: one audience's table as plain values, in that audience's language, for any renderer.

Ids of places and pieces use public facts only. The steps of events use the same ids, so a renderer can animate the
change from one scene to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fact:
    """A text next to the table: `Cards in the deck`, `12`."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece at a place.

    Attributes
    ----------
    id
        The id, unique in the scene.
    kind
        The kind of piece: `card`, `crown`, `coins`.
    title
        The displayed name. The name of a face-down piece says that the piece is face down.
    face
        The id of the visible component, None if the piece is face down.
    owner
        The seat that owns the piece, None for no owner.
    count
        The number of identical pieces.
    note
        A further remark.
    """

    id: str
    kind: str
    title: str
    face: str | None = None
    owner: int | None = None
    count: int = 1
    note: str = ""

    @property
    def label(self) -> str:
        """The title, with the number of pieces if the title does not contain it.

        Examples
        --------
        >>> Piece("a", "coins", "Coin", count=3).label, Piece("b", "card", "54 cards", count=54).label
        ('Coin ×3', '54 cards')
        """
        return self.title if self.count == 1 or str(self.count) in self.title else f"{self.title} ×{self.count}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place for pieces.

    Attributes
    ----------
    id, title
        The id and the displayed name.
    pieces
        The pieces at this place, in display order.
    owner
        The seat that owns the place, None for a shared place.
    note
        A further remark, such as the status of a family or the yield of a land.
    """

    id: str
    title: str
    pieces: Sequence[Piece] = ()
    owner: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """An act that the viewer may perform, now or later.

    Attributes
    ----------
    move
        The move, as a line of notation.
    words
        The act as a sentence.
    source, target
        The id of the piece that moves, and the id of its target, a place or a piece; None if the move has none.
    why_not
        Why the act is not possible now; empty if it is possible.
    changes
        The effect of the act in words, calculated from visible information. It is empty if there is nothing to say, or
        if the viewer has switched calculations off.
    alike, targets_alike
        Other pieces that are identical to `source` or to `target` and may be used instead.
    """

    move: str
    words: str
    source: str | None = None
    target: str | None = None
    why_not: str = ""
    changes: str = ""
    alike: Sequence[str] = ()
    targets_alike: Sequence[str] = ()

    @property
    def open(self) -> bool:
        """Whether the act is possible now."""
        return not self.why_not


def act_documents(acts: Iterable[Act]) -> list[dict[str, Any]]:
    """Return acts as JSON objects for the page's script: one per source and target, starting with the act's own.

    Examples
    --------
    >>> [act["source"] for act in act_documents([Act("play a", "Play A", "hand/0", alike=["hand/1"])])]
    ['hand/0', 'hand/1']
    """
    return [
        {
            "move": act.move,
            "words": act.words,
            "source": source,
            "target": target,
            "why_not": act.why_not,
            "changes": act.changes,
        }
        for act in acts
        for source in (act.source, *act.alike)
        for target in (act.target, *act.targets_alike)
    ]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table, with public `facts` such as cards in hand, coins and points so far."""

    number: int
    name: str
    mine: bool
    decides: bool
    facts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one seat in a score sheet: a cell for each column, and the total."""

    seat: int
    name: str
    cells: Sequence[str]
    total: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The points of every seat, explained.

    Attributes
    ----------
    headline
        The winner, in one sentence.
    columns
        The titles of the columns: the sources of points.
    rows
        One row per seat, the best first.
    notes
        Further remarks on the scoring, one sentence each.
    """

    headline: str
    columns: Sequence[str]
    rows: Sequence[Row]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """An event in words; `mine` is true if the viewer caused the event.

    Attributes
    ----------
    heading
        The heading of this line in the full log, empty for games without headings.
    is_taken_back
        Whether the move was taken back.
    """

    text: str
    mine: bool = False
    heading: str = ""
    is_taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as one audience sees it.

    Attributes
    ----------
    title
        The displayed name of the game.
    question
        The decision to make now and the seat that makes it, in one sentence.
    facts
        Texts next to the table.
    places
        The places with their pieces.
    acts
        The acts of the viewer; legal moves first, in display order.
    seats
        The players, in seat order.
    sheet
        The score sheet, once the match is over.
    plan
        The acts that the viewer may prepare while another seat is to move: at most one of each list. Nothing is played
        by preparing an act. They are not moves that are open now, and a game may have none.
    """

    title: str
    question: str
    places: Sequence[Place]
    acts: Sequence[Act]
    seats: Sequence[Seat]
    facts: Sequence[Fact] = ()
    sheet: Sheet | None = None
    plan: Sequence[Sequence[Act]] = ()

    def pieces(self) -> Iterator[tuple[Place, Piece]]:
        """Yield every piece with its place."""
        for place in self.places:
            for piece in place.pieces:
                yield place, piece

    def ids(self) -> set[str]:
        """Return the ids of all places and pieces."""
        return {place.id for place in self.places} | {piece.id for _, piece in self.pieces()}
