"""Cards for the page of Courtisans, and the context shared by all parts of the page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

from courtly.games.courtisans import words
from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.page_contexts import Card, Pile, Value
from courtly.games.courtisans.scene import Log
from courtly.games.courtisans.view import View
from courtly.scene.marks import Pennant
from courtly.scene.model import Act, Piece, Place, Scene
from courtly.scene.page import PageInput
from courtly.text.locales import Locale

COLUMNS = ("butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp")
"""The columns of the mat from left to right. Spies are in the Queen's column."""

NOTHING_FRESH: Mapping[str, int | None] = MappingProxyType({})

MAX_CARDS = 8192
"""Size of the cache of rendered face-up cards, shared by all tables."""

_ROLES = ("plain", "spy", "assassin", "guard", "noble")
"""The order of roles in a pile, from bottom to top."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """The shared input of all parts of a page.

    Attributes
    ----------
    view, scene, locale
        One audience's view, its scene, and the language and names for its texts.
    pennants
        The signs of the seats.
    places
        The places of the scene, by id.
    fresh
        The pieces that other seats played or eliminated since the viewer's last turn, with the seats that played them
        (None for an eliminated piece).
    kills
        The open acts that eliminate a card, by the id of its piece.
    aids
        Names of the aids shown.
    """

    view: View
    scene: Scene
    locale: Locale
    pennants: Sequence[Pennant]
    places: Mapping[str, Place]
    fresh: Mapping[str, int | None]
    kills: Mapping[str, Act]
    aids: Collection[str]

    @property
    def aimed(self) -> Sequence[str]:
        """The areas in which the viewer's assassin may choose a target."""
        area = self.view["pending"]
        if area is None or self.view["to_move"] != self.view["seat"]:
            return ()
        return TABLE if area in TABLE else (area,)


def context(page_input: PageInput, aids: Collection[str]) -> PageContext:
    """Return the shared context of a page, with the given aids shown."""
    view = cast(View, page_input.view)
    table = page_input.scene
    kills = {
        piece: act
        for act in table.acts
        if act.open and act.target and act.move.startswith("kill ")
        for piece in (act.target, *act.targets_alike)
    }
    places = {place.id: place for place in table.places}
    fresh = NOTHING_FRESH if view["result"] else _fresh(page_input, {piece.id for piece in places["eliminated"].pieces})
    return PageContext(view, table, page_input.locale, page_input.pennants, places, fresh, kills, aids)


def _fresh(page_input: PageInput, gone: Collection[str]) -> Mapping[str, int | None]:
    """Return the pieces played since the viewer's last turn, and of the eliminated pieces those eliminated since."""
    found = dict[str, int | None]()
    for event in news(page_input):
        if event["id"] not in ("play", "eliminate"):
            continue
        for step in event["steps"]:
            if (step["to"] == "eliminated") == (step["piece"] in gone):
                found[step["piece"]] = None if step["piece"] in gone else event["args"]["seat"]
    return found


def news(page_input: PageInput) -> Log:
    """Return the events since the viewer's last turn."""
    start, end = page_input.news_lines
    return page_input.log[start:end]


def cards_at(place: str, context: PageContext) -> tuple[Card, ...]:
    """Return the cards at a place."""
    return tuple(_card_on_table(piece, context) for piece in context.places[place].pieces)


def piles(place: str, context: PageContext, values: Mapping[str, Value] | None = None) -> tuple[Pile, ...]:
    """Return the cards of an area by column. Empty columns get no value."""
    columns: dict[str, list[Card]] = {column: [] for column in COLUMNS}
    for card in cards_at(place, context):
        columns[card.family or "queen"].append(card)
    given = values or {}
    return tuple(
        Pile(column, tuple(sorted(cards, key=_rank)), given.get(column) if cards else None)
        for column, cards in columns.items()
    )


def face_up(piece: str, face: str, lang: str, **more: Any) -> Card:
    """Return a face-up card. `more` holds further fields of `Card`."""
    family, _, role = face.partition(".")
    label = words.card_name(face, lang)
    return Card(**{"id": piece, "family": family, "role": "" if role == "plain" else role, "label": label, **more})


@lru_cache(maxsize=256)
def signed(points: int) -> Value:
    """Return points with their sign, and the name of the sign.

    Examples
    --------
    >>> signed(3), signed(-2)
    (Value(text='+3', sign='plus'), Value(text='−2', sign='minus'))
    """
    if not points:
        return Value("0", "nil")
    return Value(f"{points:+d}".replace("-", "−"), "plus" if points > 0 else "minus")


def _rank(card: Card) -> tuple[int, int]:
    """Return the sort key of a card in its pile, from bottom to top: cards by role, then revealed spies by number."""
    is_turned = card.family is not None and card.number
    return len(_ROLES) if is_turned else _ROLES.index(card.role or "plain"), int(card.number or 0)


def _card_on_table(piece: Piece, context: PageContext) -> Card:
    """Return a card on the table, as rendered for this viewer."""
    kill, is_fresh = context.kills.get(piece.id), piece.id in context.fresh
    seat, by, news_words = context.fresh.get(piece.id), None, ""
    if seat is not None:
        by = context.pennants[seat]
        news_words = context.locale.say("new, played by {name}", name=context.locale.names[seat])
    if piece.face and not kill and not piece.id.startswith("spy:"):
        if by is None:
            return _plain(piece.id, piece.face, context.locale.lang, is_fresh=is_fresh)
        return face_up(piece.id, piece.face, context.locale.lang, fresh=True, by=by, news=news_words)
    more: dict[str, Any] = {"fresh": is_fresh, "by": by, "news": news_words}
    if kill:
        more |= {"move": kill.move, "move_words": kill.words}
    if piece.face is None:
        return _face_down(piece, context, more)
    kind, _, number = piece.id.partition(":")
    if kind == "spy":
        name = words.card_name(piece.face, context.locale.lang)
        more |= {"number": number, "label": f"{name} {piece.note}"}
    return face_up(piece.id, piece.face, context.locale.lang, **more)


@lru_cache(MAX_CARDS)
def _plain(piece: str, face: str, lang: str, *, is_fresh: bool) -> Card:
    return face_up(piece, face, lang, fresh=is_fresh)


def _face_down(piece: Piece, context: PageContext, more: Mapping[str, Any]) -> Card:
    """Return a face-down card, with its family if the viewer knows it."""
    number = piece.id.partition(":")[2]
    spy = context.view["spies"][int(number) - 1]
    known = (spy["card"] or "").partition(".")[0]
    by = context.pennants[spy["by"]]
    # The title of a face-down card names its player already.
    more = {**more, "by": by, "news": context.locale.say("new") if more["fresh"] else ""}
    return Card(id=piece.id, family=None, role="", label=piece.title, number=number, known=known, **more)
