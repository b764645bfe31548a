"""Render a match as terminal text or as a picture, using only the information of one audience."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console, Group, RenderableType
from rich.text import Text

from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.envs.words import locale_of
from courtly.scene.console import WIDTH, View, make_console
from courtly.scene.model import Place, Scene
from courtly.scene.parts import scene_of
from courtly.terminal.drawers import find_renderer

SIZE = (960, 720)
"""Width and height of a picture in pixels; a larger table is scaled down."""

_MARGIN, _LINE, _GAP = 16, 20, 6
_PAPER, _INK, _FAINT = "#f7f2e8", "#2b2118", "#d9cdb8"
_SEATS = ("#8c2f39", "#1f5673", "#4c6b1f", "#7a4b94", "#b36b00", "#2f6f62")


def ansi(match: Match, seat: int | None, lang: str) -> str:
    """Return the table as coloured text for a terminal."""
    out = StringIO()
    _console(out).print(_rendered(match, seat, lang))
    return out.getvalue()


def human(match: Match, seat: int | None, lang: str) -> None:
    """Print the table on the terminal."""
    make_console().print(_rendered(match, seat, lang))


def rgb_array(match: Match, seat: int | None, lang: str) -> npt.NDArray[np.uint8]:
    """Return the table as a picture: shape (height, width, 3), uint8."""
    view = match.view(seat)
    scene = scene_of(match.setup.game, view, match.log(seat), locale_of(match, seat, lang))
    return _picture(list(_rows(scene)))


DRAWINGS: dict[str, Callable[[Match, int | None, str], Any]] = {"ansi": ansi, "human": human, "rgb_array": rgb_array}


def _console(out: StringIO) -> Console:
    return Console(
        file=out, force_terminal=True, color_system="truecolor", width=WIDTH, highlight=False, markup=False, emoji=False
    )


def _rendered(match: Match, seat: int | None, lang: str) -> RenderableType:
    """Return the table, rendered by the game's own terminal renderer or by the generic one."""
    view: View = {**match.view(seat), "events": match.log(seat)}
    locale = locale_of(match, seat, lang)
    drawer = find_renderer(match.game)
    if match.is_over:
        return drawer.ending(view, locale)
    scene = scene_of(match.setup.game, view, view["events"], locale)
    return Group(drawer.position(view, locale), Text(scene.question))


class _Row(NamedTuple):
    """A row of a picture: a text, then a box for each piece."""

    text: str
    pieces: tuple[tuple[str, bool], ...] = ()
    """Label of each piece, and whether its face is visible."""
    colour: str = _INK
    bold: bool = False


def _rows(scene: Scene) -> Iterator[_Row]:
    yield _Row(scene.title, bold=True)
    question = scene.sheet.headline if scene.sheet else scene.question
    yield from (_Row(line) for line in wrap(question, 100))
    yield from (_Row(line) for line in wrap(" · ".join(f"{fact.title}: {fact.value}" for fact in scene.facts), 120))
    for seat in scene.seats:
        mark = "> " if seat.decides else ""
        facts = ", ".join(f"{fact.title}: {fact.value}" for fact in seat.facts)
        for number, line in enumerate(wrap(f"{mark}{seat.name}. {facts}", 110)):
            yield _Row(line, colour=_colour(seat.number), bold=number == 0)
    for place in scene.places:
        if place.pieces:
            yield _place(place)
    if scene.sheet:
        yield from (_Row(f"{row.name}: {row.total}", colour=_colour(row.seat)) for row in scene.sheet.rows)


def _place(place: Place) -> _Row:
    pieces = tuple((piece.label, piece.face is not None) for piece in place.pieces)
    return _Row(place.title, pieces, _INK if place.owner is None else _colour(place.owner))


def _colour(seat: int) -> str:
    return _SEATS[seat % len(_SEATS)]


def _picture(rows: list[_Row]) -> npt.NDArray[np.uint8]:
    """Draw rows from top to bottom on a canvas that is high enough for them, then scale it to `SIZE`."""
    from courtly.engine.extras import library

    library("PIL", said("pictures"), where="render_mode", extra="envs")
    from PIL import Image, ImageDraw, ImageFont

    font, height = ImageFont.load_default(14), _MARGIN
    measure = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    placed = []
    for row in rows:
        boxes = _boxes(row, lambda text: measure.textlength(text, font=font))
        placed.append((height, row, boxes))
        height += _LINE * (1 + max((box[1] for box in boxes), default=0)) + _GAP
    image = Image.new("RGB", (SIZE[0], max(SIZE[1], height + _MARGIN)), _PAPER)
    pen = ImageDraw.Draw(image)
    for top, row, boxes in placed:
        pen.text((_MARGIN, top), row.text, fill=row.colour, font=font, stroke_width=0.3 if row.bold else 0)
        for left, line, width, (label, is_seen) in boxes:
            y = top + line * _LINE
            paper = "#ffffff" if is_seen else _FAINT
            pen.rounded_rectangle((left, y - 1, left + width, y + _LINE - 4), 4, fill=paper, outline=row.colour)
            pen.text((left + 5, y), label, fill=row.colour, font=font)
    return np.array(image.resize(SIZE) if image.size != SIZE else image, np.uint8)


_Box = tuple[float, int, float, tuple[str, bool]]


def _boxes(row: _Row, length: Callable[[str], float]) -> list[_Box]:
    """Return the boxes of the pieces of a row: left edge, line, width, and piece."""
    boxes: list[_Box] = []
    start = left = max(220.0, _MARGIN + length(row.text) + 12) if row.pieces else 0.0
    line = 0
    for label, is_seen in row.pieces:
        shown = label if len(label) < 90 else label[:89] + "…"
        width = length(shown) + 10
        if left > start and left + width > SIZE[0] - _MARGIN:
            left, line = start, line + 1
        boxes.append((left, line, width, (shown, is_seen)))
        left += width + 6
    return boxes
