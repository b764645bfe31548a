"""Cards as the page of Courtisans draws them, and what all parts of the page are drawn from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from courtly.games.courtisans import words
from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.page_contexts import Card, Pile, Value
from courtly.games.courtisans.scene import Log
from courtly.games.courtisans.view import View
from courtly.scene.model import Act, Piece, Place, Scene
from courtly.scene.page import Seen
from courtly.text.reader import Reader

COLUMNS = ("butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp")
"""The columns of the mat from left to right; spies wait in the Queen's."""

MOST_CARDS = 8192
"""Cards that lie face up, of whatever table, that are remembered as they are drawn."""

_ROLES = ("plain", "spy", "assassin", "guard", "noble")
"""The order in which the cards of a pile lie: the role of each shows at its left edge, so nobles lie on top."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the parts of a page are drawn from.

    Attributes
    ----------
    view, scene, reader
        One audience's view, its scene, and who reads it.
    places
        The places of the scene by their ids.
    fresh
        The pieces that others played since the reader's turn.
    kills
        The open acts of an assassin, by the piece that they eliminate.
    aids
        What is worked out for the reader.
    """

    view: View
    scene: Scene
    reader: Reader
    places: Mapping[str, Place]
    fresh: Collection[str]
    kills: Mapping[str, Act]
    aids: Collection[str]

    @property
    def aimed(self) -> Sequence[str]:
        """The areas in which the reader's assassin looks for a target."""
        area = self.view["pending"]
        if area is None or self.view["to_move"] != self.view["seat"]:
            return ()
        return TABLE if area in TABLE else (area,)


def drawn(seen: Seen, aids: Collection[str]) -> Drawn:
    """Return what a page is drawn from, with those of its aids that are shown."""
    view = cast(View, seen.view)
    table = seen.scene
    fresh = {step["piece"] for event in news(seen) if event["id"] == "play" for step in event["steps"]}
    kills = {act.target: act for act in table.acts if act.open and act.target and act.move.startswith("kill ")}
    places = {place.id: place for place in table.places}
    return Drawn(view, table, seen.reader, places, () if view["result"] else fresh, kills, aids)


def news(seen: Seen) -> Log:
    """Return the events since the reader's last turn."""
    start, end = seen.news_lines
    return seen.log[start:end]


def cards_at(place: str, drawn: Drawn) -> list[Card]:
    """Return the cards that lie at a place."""
    return [_lying(piece, drawn) for piece in drawn.places[place].pieces]


def piles(place: str, drawn: Drawn, values: Mapping[str, Value] | None = None) -> tuple[Pile, ...]:
    """Return the cards of an area by column; values are of columns that have some there."""
    columns: dict[str, list[Card]] = {column: [] for column in COLUMNS}
    for card in cards_at(place, drawn):
        columns[card.family or "queen"].append(card)
    given = values or {}
    return tuple(
        Pile(column, tuple(sorted(cards, key=_rank)), given.get(column) if cards else None)
        for column, cards in columns.items()
    )


def face_up(piece: str, face: str, lang: str, **more: Any) -> Card:
    """Return a card that shows its face; `more` are other facts of it."""
    family, _, role = face.partition(".")
    label = words.card_name(face, lang)
    return Card(**{"id": piece, "family": family, "role": "" if role == "plain" else role, "label": label, **more})


@lru_cache(maxsize=256)
def signed(points: int) -> Value:
    """Return points with their sign.

    Examples
    --------
    >>> signed(3), signed(-2)
    (Value(text='+3', sign='plus'), Value(text='−2', sign='minus'))
    """
    if not points:
        return Value("0", "nil")
    return Value(f"{points:+d}".replace("-", "−"), "plus" if points > 0 else "minus")


def _rank(card: Card) -> tuple[int, int]:
    """Return the place of a card in its pile: by role, nobles on top; spies by number, those turned up above all."""
    is_turned = card.family is not None and card.number
    return len(_ROLES) if is_turned else _ROLES.index(card.role or "plain"), int(card.number or 0)


def _lying(piece: Piece, drawn: Drawn) -> Card:
    """Return a card that lies on the table, as it is drawn for this reader."""
    kill, is_fresh = drawn.kills.get(piece.id), piece.id in drawn.fresh
    if piece.face and not kill and not piece.id.startswith("spy:"):
        return _plain(piece.id, piece.face, drawn.reader.lang, is_fresh=is_fresh)
    more: dict[str, Any] = {"fresh": is_fresh}
    if kill:
        more |= {"move": kill.move, "move_words": kill.words}
    if piece.face is None:
        return _face_down(piece, drawn, more)
    kind, _, number = piece.id.partition(":")
    if kind == "spy":
        name = words.card_name(piece.face, drawn.reader.lang)
        more |= {"number": number, "label": f"{name} {piece.note}"}
    return face_up(piece.id, piece.face, drawn.reader.lang, **more)


@lru_cache(MOST_CARDS)
def _plain(piece: str, face: str, lang: str, *, is_fresh: bool) -> Card:
    return face_up(piece, face, lang, fresh=is_fresh)


def _face_down(piece: Piece, drawn: Drawn, more: Mapping[str, Any]) -> Card:
    """Return a card that lies face down, with what this reader knows of it."""
    number = piece.id.partition(":")[2]
    spy = drawn.view["spies"][int(number) - 1]
    known = (spy["card"] or "").partition(".")[0]
    return Card(id=piece.id, family=None, role="", label=piece.title, number=number, by=spy["by"], known=known, **more)
