"""The parts of the pages of Courtisans; the components are in `parts.html` and `tray_parts.html`.

Each pile, family and figure is a separate part: a move changes few of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from courtly.games.courtisans.page_contexts import (
    Area,
    Back,
    CardLocations,
    Choice,
    Domain,
    FamilyColumn,
    HandCard,
    Side,
    TableContext,
    Victim,
)
from courtly.games.courtisans.page_templates import Final, Turn
from courtly.scene.marks import Pennant
from courtly.scene.page_parts import Part, anchor


class TurnNumber(Struct, frozen=True):
    """The number of the current turn, and the number of all turns of the match."""

    turn: int
    turns: int


class Zone(Struct, frozen=True):
    """The place of an area where the viewer plays a card; `aimed` if the viewer's assassin may choose a target."""

    place: Choice | None
    aimed: bool


class Row(Struct, frozen=True, kw_only=True):
    """The frame of a domain: what stays when cards are played. `valued` is whether the page shows its forecast."""

    id: str
    seat: int
    name: str
    title: str
    pennant: Pennant
    mine: bool
    backs: tuple[Back, ...]
    valued: bool


class Hand(Struct, frozen=True):
    """The hand of a domain's owner, as all players see it."""

    seat: int
    mine: bool
    decides: bool
    pieces: tuple[str, ...]
    held: str


class ListedPile(Struct, frozen=True):
    """The cards of a column in the list of an area, by their labels, and their value."""

    column: str
    labels: tuple[str, ...]
    value: str


class Listing(Struct, frozen=True):
    """The list of the cards of an area."""

    title: str
    piles: tuple[ListedPile, ...]


class Popovers(Struct, frozen=True):
    """The lists that buttons of the table open: of areas, by their ids, and of families, by name and title."""

    areas: tuple[str, ...]
    families: tuple[tuple[str, str], ...]


class FamilyCards(Struct, frozen=True):
    """The standing of a family and the locations of its cards."""

    house: FamilyColumn
    cards: CardLocations


class Deck(Struct, frozen=True):
    """The number of cards in the deck, and of those removed before the deal."""

    cards: int
    removed: int


class OwnHand(Struct, frozen=True):
    """The viewer's hand; `playing` is whether one of its cards may be played now."""

    seat: int
    cards: tuple[HandCard, ...]
    playing: bool


class Victims(Struct, frozen=True):
    """The question of an assassin, and the cards that it may eliminate."""

    question: str
    cards: tuple[Victim, ...]


class Areas(Struct, frozen=True):
    """The areas of the viewer's turn, or the button that spares all cards."""

    areas: tuple[Area, ...]
    spare: Choice | None


_part = partial(Part, "courtisans/parts.html")
_tray_part = partial(Part, "courtisans/tray_parts.html")


def parts(turn: Turn) -> dict[str, Part]:
    """Return the parts of the table during a match, and of the viewer's cards and choices."""
    return {
        "facts-now": _part("facts_now", TurnNumber(turn.turn, turn.turns)),
        **dict(_rows(turn.table)),
        **_table_parts(turn.table),
        "scale": _part("scale", turn.table.axis),
        "at-deck": _part("deck", Deck(turn.table.deck, turn.table.removed)),
        "revealed": _part("revealed", turn.reveal),
        **(dict(_own_parts(turn, turn.seat)) if turn.seat is not None else {}),
    }


def final_parts(final: Final) -> dict[str, Part]:
    """Return the parts of the table on the page of the scoring."""
    return _table_parts(final.table)


def _table_parts(table: TableContext) -> dict[str, Part]:
    """Return the parts of the matrix that both pages have."""
    areas: tuple[Side | Domain, ...] = (table.above, table.below, *table.domains)
    titles = tuple((cards.family, cards.title) for cards in table.whereabouts)
    houses = {house.family: house for house in table.houses}
    found = {"beams": _part("beams", tuple((house.family, house.status) for house in table.houses))}
    for area in areas:
        found |= _area_parts(area)
    for domain in table.domains:
        hand = Hand(domain.seat, domain.mine, domain.decides, domain.hand, domain.held)
        found[f"{anchor(domain.id)}-who"] = _part("hand", hand)
        found |= {f"{anchor(domain.id)}-{pile.column}-v": _part("pile_value", pile.value) for pile in domain.piles}
    found |= {f"house-{house.family}": _part("house", house) for house in table.houses}
    found["at-eliminated"] = _part("eliminated", table.gone)
    found["popovers"] = _part("popovers", Popovers(tuple(anchor(area.id) for area in areas), titles))
    for cards in table.whereabouts:
        found[f"facts-{cards.family}"] = _part("family_cards", FamilyCards(houses[cards.family], cards))
    found["known-gone"] = _part("eliminated_cards", table.eliminated)
    return found


def _area_parts(area: Side | Domain) -> dict[str, Part]:
    """Return the parts that each side of the Queen's table and each domain has."""
    at = anchor(area.id)
    listed = tuple(
        ListedPile(pile.column, tuple(card.label for card in pile.cards), pile.value.text if pile.value else "")
        for pile in area.piles
        if pile.cards
    )
    return {
        f"{at}-zone": _part("zone", Zone(area.place, area.aimed)),
        **{f"{at}-{pile.column}": _part("pile", pile.cards) for pile in area.piles},
        f"cards-{at}": _part("listing", Listing(area.title, listed)),
    }


def _rows(table: TableContext) -> Iterator[tuple[str, Part]]:
    """Yield the parts with the domains during a match."""
    for domain in table.domains:
        row = Row(
            id=domain.id,
            seat=domain.seat,
            name=domain.name,
            title=domain.title,
            pennant=domain.pennant,
            mine=domain.mine,
            backs=domain.backs,
            valued=domain.forecast is not None,
        )
        yield anchor(domain.id), _part("domain", row)
        yield f"at-{domain.seat}-now", _part("forecast", domain.forecast)


def _own_parts(turn: Turn, seat: int) -> Iterator[tuple[str, Part]]:
    """Yield the parts with the missions, the hand and the choices of the viewer in a seat."""
    for mission in turn.missions:
        yield f"at-missions-{seat}-{mission.number - 1}", _tray_part("mission", mission)
        yield f"mission-{mission.number}", _tray_part("mission_details", mission)
    yield f"at-hand-{seat}", _tray_part("hand", OwnHand(seat, turn.hand, turn.playing))
    yield "victims", _tray_part("victims", Victims(turn.question if turn.victims else "", turn.victims))
    yield "areas-now", _tray_part("areas", Areas(turn.areas, turn.spare))
