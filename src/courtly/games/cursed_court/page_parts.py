"""The parts of the table of Cursed Court during a match; see `courtly.scene.page_parts`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from courtly.games.cursed_court.page_contexts import (
    Aside,
    Circle,
    CirclePlace,
    CrownClues,
    Dock,
    Region,
    SharedCard,
    Turn,
    YearCount,
)
from courtly.scene.page_parts import Part

COUNT_MILLISECONDS, MILLISECONDS_PER_PLAYER = 17500, 1600
"""The count ends with its button, or after 19 s, as bots wait 20 s for it. Its animation takes 1.6 s per player."""


class CountLink(Struct, frozen=True):
    """The link to the scoring of a year: its title, and one for a narrow page."""

    title: str
    brief: str


class CountBetween(Struct, frozen=True):
    """The scoring in the place of the nobles between two years; `is_shown` is false while a year is played."""

    is_shown: bool
    count: YearCount | None


class CountScene(Struct, frozen=True):
    """The scoring over the table.

    `title` names it. `counts` are the years since the viewer's last turn, empty if they are shown elsewhere. `stays`
    means that it does not end by itself. `hold` is the time in milliseconds before it does.
    """

    title: str
    counts: tuple[YearCount, ...]
    stays: bool
    hold: int


class ClueBox(Struct, frozen=True):
    """The box with the clues about a seat, in the colour of the seat."""

    seat: int
    colour: str


class KnownCards(Struct, frozen=True):
    """The hole cards that a seat knows; and its points."""

    seat: int
    name: str
    score: str
    cards: tuple[SharedCard, ...]


class Choices(Struct, frozen=True):
    """The controls of the viewer's decision. Without a decision, `doing` says what happens."""

    dock: Dock
    doing: str


class Notes(Struct, frozen=True, kw_only=True):
    """The notes on the table: variants, legend, cards that sit out, and the switches of the aids.

    `has_clues` means that crown clues are shown.
    """

    variants: tuple[str, ...]
    is_between: bool
    aside: Aside
    odds: Literal["on", "off", "withheld", "barred"]
    has_clues: bool


_part = partial(Part, "cursed_court/parts.html")
_tray_part = partial(Part, "cursed_court/tray_parts.html")


def parts(turn: Turn) -> dict[str, Part]:
    """Return the parts of the table, by the ids of their elements."""
    return {
        "facts-now": _part("facts_now", turn.facts),
        "seen": _part("face_up", turn.face_up),
        **dict(_circle(turn.circle)),
        "seasons": _part("seasons", turn.seasons),
        "to-count": _part("to_count", _count_link(turn)),
        "out": _part("sits_out", turn.aside),
        "deck": _part("deck", turn.deck),
        **dict(_regions(turn)),
        "between": _part("count_between", CountBetween(turn.is_between, _newest_count(turn))),
        "count": _part("count_scene", _count_scene(turn)),
        **dict(_clues(turn.tells)),
        **dict(_tray(turn)),
        **dict(_notes(turn)),
    }


def _circle(circle: Circle) -> Iterator[tuple[str, Part]]:
    """Yield the circle, which consists of the ids of its places, then its places."""
    sides = circle.west, circle.north, circle.east
    yield "circle", _part("circle", tuple(tuple(map(_place_id, side)) for side in sides))
    for side in sides:
        for place in side:
            component, value = ("seat", place.player) if place.player else ("hole_cards", place.gap)
            yield _place_id(place), _part(component, value)


def _place_id(place: CirclePlace) -> str:
    if place.player:
        return _seat_id(place.player.mark.seat)
    assert place.gap is not None
    return f"at-{place.gap.id.replace(':', '-')}"


def _seat_id(seat: int) -> str:
    """Return the id of the element of a seat."""
    return f"at-hand-{seat}"


def _count_link(turn: Turn) -> CountLink | None:
    has_link = turn.counts and turn.dock.phase != "rebuy"
    return CountLink(turn.counts[0].title, turn.counts[0].brief) if has_link else None


def _regions(turn: Turn) -> Iterator[tuple[str, Part]]:
    for region in turn.regions:
        yield from _region(region)


def _region(region: Region) -> Iterator[tuple[str, Part]]:
    number = region.tile.number
    yield f"at-region-{region.tile.id}", _part("region_tile", region.tile)
    yield f"odds-{number}", _part("odds", region.odds)
    yield f"lies-{number}", _part("stakes", region.stakes)
    yield f"of-{number}", _tray_part("about", region.about)


def _newest_count(turn: Turn) -> YearCount | None:
    """Return the count in the place of the nobles: the last year between two years, none while a year is played."""
    return turn.counts[0] if turn.is_between and turn.counts else None


def _count_scene(turn: Turn) -> CountScene:
    return CountScene(
        title=turn.counts[0].title if turn.counts else "",
        counts=() if turn.is_between else turn.counts,
        stays=turn.is_over,
        hold=COUNT_MILLISECONDS - MILLISECONDS_PER_PLAYER * turn.players,
    )


def _clues(tells: tuple[CrownClues, ...]) -> Iterator[tuple[str, Part]]:
    for one in tells:
        seat, name = one.mark.seat, one.mark.name
        yield f"clues-{seat}", _part("clue_box", ClueBox(seat, one.mark.pennant.colour))
        yield f"told-{seat}", _part("known_cards", KnownCards(seat, name, one.score, one.cards))
        yield f"needs-{seat}", _part("crown_needs", one.crowns)


def _tray(turn: Turn) -> Iterator[tuple[str, Part]]:
    # The caption and the choices show the viewer's own act, so their panel does not.
    yield _seat_id(turn.own.mark.seat), _tray_part("own_seat", replace(turn.own, doing=""))
    yield "choices", _tray_part("choices", Choices(turn.dock, turn.own.doing if turn.dock.phase == "wait" else ""))


def _notes(turn: Turn) -> Iterator[tuple[str, Part]]:
    notes = Notes(
        variants=turn.facts.variants,
        is_between=turn.is_between,
        aside=turn.aside,
        odds=turn.odds,
        has_clues=bool(turn.tells),
    )
    yield "notes-now", _tray_part("notes_now", notes)
    yield "note-tableau", _tray_part("note_tableau", turn.tableau_note)
    # Between two years the newest count is in the place of the nobles.
    past = turn.counts[1:] if turn.is_between else ()
    yield "notes-past", _tray_part("notes_past", (*past, *turn.earlier))
