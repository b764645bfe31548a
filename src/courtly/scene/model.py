"""A scene: one audience's table as plain values, in that audience's language, from which any renderer can draw it.

Places and pieces have ids made of public facts alone, and the steps of events name the same ids; so a renderer can show
how one scene became the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to read beside the table: `Cards in the deck`, `12`."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies at a place.

    Attributes
    ----------
    id
        Its name, the only one of that name in the scene.
    kind
        What it is: `card`, `crown`, `coins`.
    title
        What it is called, in words; what lies face down says so.
    face
        The id of the component that is seen on it, None while it lies face down.
    owner
        The seat whose it is, None when it is nobody's.
    count
        How many alike lie there.
    note
        What else there is to say of it.
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
        """The title, and how many there are where it does not say so itself.

        Examples
        --------
        >>> Piece("a", "coins", "Coin", count=3).label, Piece("b", "card", "54 cards", count=54).label
        ('Coin ×3', '54 cards')
        """
        return self.title if self.count == 1 or str(self.count) in self.title else f"{self.title} ×{self.count}"


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere that pieces can lie.

    Attributes
    ----------
    id, title
        Its name, and what it is called.
    pieces
        What lies there, in the order in which it is shown.
    owner
        The seat whose place it is, None for a place of all.
    note
        What else there is to say of it: how a family stands, what a land yields.
    """

    id: str
    title: str
    pieces: Sequence[Piece] = ()
    owner: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that the reader may do, or may not do yet.

    Attributes
    ----------
    move
        The move, as a line of notation.
    words
        The move in words.
    source, target
        The pieces or places, by id, from which and to which it goes; None where it has none.
    why_not
        Why it is not open now; empty when it is.
    changes
        What it would change by what the reader sees, in words; empty where nothing is to be said of it, or the reader
        wants nothing worked out.
    alike
        Other pieces that may go in the place of `source`, being just like it.
    """

    move: str
    words: str
    source: str | None = None
    target: str | None = None
    why_not: str = ""
    changes: str = ""
    alike: Sequence[str] = ()

    @property
    def open(self) -> bool:
        """Whether it can be done now."""
        return not self.why_not


def told(acts: Iterable[Act]) -> list[dict[str, Any]]:
    """Return acts as script reads them: one for each piece from which it may go, the first of `move` being its own.

    Examples
    --------
    >>> [act["source"] for act in told([Act("play a", "Play A", "hand/0", alike=["hand/1"])])]
    ['hand/0', 'hand/1']
    """
    return [
        {
            "move": act.move,
            "words": act.words,
            "source": source,
            "target": act.target,
            "why_not": act.why_not,
            "changes": act.changes,
        }
        for act in acts
        for source in (act.source, *act.alike)
    ]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where, with what everybody sees of it: `facts` such as cards in hand, coins, points so far."""

    number: int
    name: str
    mine: bool
    decides: bool
    facts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One seat's line of a score sheet: a cell for each column, and the total."""

    seat: int
    name: str
    cells: Sequence[str]
    total: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """How every seat came to its points.

    Attributes
    ----------
    headline
        Who has won, in one sentence.
    columns
        What the points are for.
    rows
        One for each seat, the best first.
    notes
        What else was counted, a sentence each.
    """

    headline: str
    columns: Sequence[str]
    rows: Sequence[Row]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened, in words; `mine` says that the reader did it.

    Attributes
    ----------
    heading
        What it stands under in a list of all that happened, empty in a game that has no headings there.
    caption
        What is said while it is shown on the table, in one short sentence or two; empty where the text does.
    """

    text: str
    mine: bool = False
    heading: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """One audience's table.

    Attributes
    ----------
    title
        The name of the game.
    question
        What is asked, and of whom, in one sentence.
    facts
        What there is to read beside the table.
    places
        Where pieces lie.
    acts
        What the reader may do; those of its legal moves first, in the order in which they are offered.
    seats
        Who sits where, in seat order.
    sheet
        The scores, when the match is over.
    """

    title: str
    question: str
    places: Sequence[Place]
    acts: Sequence[Act]
    seats: Sequence[Seat]
    facts: Sequence[Fact] = ()
    sheet: Sheet | None = None

    def pieces(self) -> Iterator[tuple[Place, Piece]]:
        """Yield every piece with the place at which it lies."""
        for place in self.places:
            for piece in place.pieces:
                yield place, piece

    def ids(self) -> set[str]:
        """Return the ids of all places and pieces."""
        return {place.id for place in self.places} | {piece.id for _, piece in self.pieces()}
