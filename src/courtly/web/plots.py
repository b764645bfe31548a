"""The plots of a review as SVG, made on the server from plain elements; CSS classes of the page colour them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup, escape

from courtly.review import Parts

DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 3", "14 4")
"""Dash patterns that distinguish lines in addition to their colour."""

APART = 15
"""Minimum vertical distance between the names at the ends of lines."""

LETTER = 6
"""The width of a letter next to an axis."""

RADIUS = 10
"""The radius of a mark."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's estimated win shares, from 0 to 1: a point for each turn, and one for the end."""

    name: str
    colour: str
    points: Sequence[float]
    mine: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment on a curve: its number in the list of moments, the index of the curve, and its x position in turns."""

    label: int
    curve: int
    point: float


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a plot, and its left and right margins for text."""

    width: int
    height: int
    left: int
    right: int

    def x(self, point: float, last: int) -> float:
        """Return the x coordinate of a point; `last` is the index of the rightmost one."""
        return round(self.left + (self.width - self.left - self.right) * point / max(1, last), 1)

    def y(self, chance: float) -> float:
        """Return the y coordinate of a win share."""
        return round(8 + (self.height - 28) * (1 - chance), 1)


DESKTOP, PHONE = Size(860, 206, 34, 92), Size(366, 200, 30, 30)


def chances(
    curves: Sequence[Curve], marks: Sequence[Mark], urls: Sequence[str], words: tuple[str, str, str], size: Size
) -> Markup:
    """Return the plot of all players' win shares.

    Each turn links to its address in `urls`. `words` are the label of the plot, the name of the first turn on the
    axis, and the name of the even share; the other turns are numbers.
    """
    label, first, even = words
    last = len(curves[0].points) - 1
    parts = [
        Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            size.width, size.height, label
        ),
        *_grid(1 / len(curves), last, first, size),
        *(_area(curve, last, size) for curve in curves if curve.mine),
        *(_line(curve, n, last, size) for n, curve in enumerate(curves)),
        *_names(curves, last, size),
        _even_name(even, curves, marks, size),
        *(_mark(mark, curves, last, size) for mark in marks),
        *_links(urls, last, size),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


def _grid(even: float, last: int, first: str, size: Size) -> list[Markup]:
    """Return the lines at 0, 50 and 100 % and at the even share, and the turn numbers."""
    right = size.width - size.right
    lines = [
        Markup('<line class="rule{}" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
            " even" if chance == even else "", size.left, right, size.y(chance), size.y(chance)
        )
        for chance in (0.0, even, 0.5, 1.0)
    ]
    words = [
        Markup('<text class="tick" x="{}" y="{}" text-anchor="end">{}</text>').format(
            size.left - 6, size.y(chance) + 4, round(100 * chance)
        )
        for chance in (0.0, 0.5, 1.0)
    ]
    every = max(1, -(-last // 8))
    turns = [
        Markup('<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>').format(
            size.x(point, last), size.height - 4, point + 1 if point else first
        )
        for point in range(0, last, every)
    ]
    return [*lines, *words, *turns]


def _even_name(name: str, curves: Sequence[Curve], marks: Sequence[Mark], size: Size) -> Markup:
    """Return the name of the even share above its line, where it covers the fewest points of curves and no mark."""
    last, base = len(curves[0].points) - 1, size.y(1 / len(curves)) - 4
    width, steps = LETTER * len(name), 4 * last
    lines = [(size.x(n / 4, last), size.y(_between(curve.points, n / 4))) for curve in curves for n in range(steps + 1)]
    spots = [_spot(mark, curves, last, size) for mark in marks]

    def covered(end: float) -> int:
        def reaches(point: tuple[float, float], radius: int) -> bool:
            x, y = point
            return end - width - radius < x < end + radius and base - LETTER * 2 - radius < y < base + 2 + radius

        return sum(reaches(point, 0) for point in lines) + len(lines) * sum(reaches(spot, RADIUS) for spot in spots)

    rightmost = size.width - size.right - 4
    ends = np.arange(rightmost, size.left + width, -width / 4)
    return Markup('<text class="tick even" x="{}" y="{}" text-anchor="end">{}</text>').format(
        round(min(ends, key=covered), 1), base, name
    )


def _points(curve: Curve, last: int, size: Size) -> str:
    return " ".join(f"{size.x(n, last)},{size.y(chance)}" for n, chance in enumerate(curve.points))


def _area(curve: Curve, last: int, size: Size) -> Markup:
    corners = f"{size.x(last, last)},{size.y(0)} {size.x(0, last)},{size.y(0)}"
    return Markup('<polygon class="area c-{}" points="{} {}"/>').format(
        curve.colour, _points(curve, last, size), corners
    )


def _line(curve: Curve, number: int, last: int, size: Size) -> Markup:
    dashes = "" if curve.mine else DASHES[number % len(DASHES)]
    return Markup('<polyline class="line c-{}{}" points="{}"{}/>').format(
        curve.colour,
        " mine" if curve.mine else "",
        _points(curve, last, size),
        Markup(' stroke-dasharray="{}"').format(dashes) if dashes else "",
    )


def _names(curves: Sequence[Curve], last: int, size: Size) -> list[Markup]:
    """Return the names at the ends of the lines, without overlaps; on a phone only their first letters."""
    order = sorted(range(len(curves)), key=lambda n: -curves[n].points[-1])
    places: list[float] = []
    for n in order:
        at = size.y(curves[n].points[-1]) + 4
        places.append(max(at, places[-1] + APART) if places else at)
    # Names below the plot move up, and push up the names that they then overlap.
    lowest = float(size.height - 16)
    for n, place in reversed(list(enumerate(places))):
        places[n] = min(place, lowest)
        lowest = places[n] - APART
    return [
        Markup('<text class="name c-{}" x="{}" y="{}">{}</text>').format(
            curves[n].colour,
            size.x(last, last) + 8,
            round(place, 1),
            curves[n].name if size.right > APART * 4 else curves[n].name[:1],
        )
        for n, place in zip(order, places, strict=True)
    ]


def _mark(mark: Mark, curves: Sequence[Curve], last: int, size: Size) -> Markup:
    x, y = _spot(mark, curves, last, size)
    return Markup(
        '<g class="mark c-{}"><circle cx="{}" cy="{}" r="{}"/><text x="{}" y="{}" text-anchor="middle">{}</text></g>'
    ).format(curves[mark.curve].colour, x, y, RADIUS, x, y + 4.5, mark.label)


def _spot(mark: Mark, curves: Sequence[Curve], last: int, size: Size) -> tuple[float, float]:
    """Return the coordinates of a mark."""
    return size.x(mark.point, last), size.y(_between(curves[mark.curve].points, mark.point))


def _between(points: Sequence[float], at: float) -> float:
    """Return the value of a curve at a position between two points."""
    low, last = min(int(at), len(points) - 1), len(points) - 1
    return points[low] + (points[min(low + 1, last)] - points[low]) * (at - low)


def _links(urls: Sequence[str], last: int, size: Size) -> list[Markup]:
    """Return a link over each turn, invisible and as high as the plot."""
    width = round((size.width - size.left - size.right) / max(1, last), 1)
    return [
        Markup(
            '<a href="{}" tabindex="-1" aria-hidden="true"><rect class="hit" x="{}" y="0" width="{}" height="{}"/></a>'
        ).format(url, round(size.x(n, last) - width / 2, 1), width, size.height)
        for n, url in enumerate(urls)
    ]


BAR, GAP, ROW = 9, 2, 44
"""The height of a bar, the gap between two bars, and the height of one player's row."""

_MIDDLE, _REACH = 270, 150
"""The x coordinate of zero, where all bars start, and the length of the longest bar."""

KINDS = ("luck", "others", "play")


def split(parts: Sequence[Parts], names: Sequence[str], colours: Sequence[str], label: str) -> Markup:
    """Return three bars for each player: luck, others and play. A bar is hollow if it is no longer than its error."""
    most = max(0.1, *(abs(getattr(each, kind)) for each in parts for kind in KINDS))
    height = ROW * len(parts)
    rows = [_bars(each, n, (names[n], colours[n]), most) for n, each in enumerate(parts)]
    middle = Markup('<line class="axis" x1="{}" x2="{}" y1="0" y2="{}"/>').format(_MIDDLE, _MIDDLE, height)
    head = Markup('<svg class="plot split-plot" viewBox="0 0 430 {}" role="img" aria-label="{}">').format(height, label)
    return Markup("").join([head, middle, *rows, Markup("</svg>")])


def _bars(parts: Parts, row: int, who: tuple[str, str], most: float) -> Markup:
    top = row * ROW
    found = [Markup('<text class="who" x="0" y="{}">{}</text>').format(top + 24, escape(who[0][:16]))]
    for n, kind in enumerate(KINDS):
        value, error = float(getattr(parts, kind)), float(getattr(parts, f"{kind}_error"))
        width = round(_REACH * abs(value) / most, 1)
        y = top + 5 + n * (BAR + GAP)
        found.append(
            Markup('<rect class="bar {} c-{}{}" x="{}" y="{}" width="{}" height="{}"/>').format(
                kind,
                who[1],
                " hollow" if abs(value) <= error else "",
                _MIDDLE if value >= 0 else _MIDDLE - width,
                y,
                width,
                BAR,
            )
        )
    return Markup("").join(found)
