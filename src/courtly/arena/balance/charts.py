"""Charts as SVG text: dots with intervals, histograms and curves.

A side is one of the sets of options that a report compares. Each side has its own colour. Colours are CSS variables of
the page, so that the same chart works in light mode, in dark mode and in print.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from courtly.arena.intervals import Figure
from courtly.engine.extras import library
from courtly.engine.sentences import said

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_INK, _GRID, _SIDES = "#010203", "#010204", ("#010205", "#010206")
_VARIABLES = {_INK: "var(--ink)", _GRID: "var(--line)", _SIDES[0]: "var(--a)", _SIDES[1]: "var(--b)"}
"""The CSS variable that replaces each placeholder colour in the SVG text."""

_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "courtly",
    "font.size": 10,
    "font.family": "sans-serif",
    "text.color": _INK,
    "axes.edgecolor": _GRID,
    "axes.labelcolor": _INK,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": _GRID,
    "xtick.color": _INK,
    "ytick.color": _INK,
}


@dataclass(frozen=True, slots=True)
class Panel:
    """A dot plot with one row for each label and one dot for each side.

    Attributes
    ----------
    title
        Title of the plot.
    sides
        For each side, the figure of each label.
    mark
        Position of a reference line, for example the fair share; None for no line.
    """

    title: str
    sides: Sequence[Mapping[str, Figure]]
    mark: float | None = None


def dots(panels: Sequence[Panel], *, alt: str) -> str:
    """Return dot plots side by side, with a row for each label of any panel, the first label at the top."""
    labels = list(dict.fromkeys(label for panel in panels for side in panel.sides for label in side))
    drawing, axes = _drawing(len(panels), height=0.9 + 0.27 * len(labels))
    for at, (panel, plot) in enumerate(zip(panels, axes, strict=True)):
        _draw_dots(plot, panel, labels)
        plot.set_yticks(range(len(labels)), labels if at == 0 else [""] * len(labels))
        plot.set_ylim(len(labels) - 0.4, -0.6)
    return _text(drawing, alt)


def _draw_dots(plot: Axes, panel: Panel, labels: Sequence[str]) -> None:
    plot.set_title(panel.title, loc="left")
    if panel.mark is not None:
        plot.axvline(panel.mark, color=_INK, linewidth=0.8, linestyle=(0, (4, 3)))
    for side, figures in enumerate(panel.sides):
        shift = 0.0 if len(panel.sides) == 1 else 0.16 * (2 * side - 1)
        for row, label in enumerate(labels):
            figure = figures.get(label)
            if figure is None or figure.value is None:
                continue
            low, high = (figure.value if end is None else end for end in (figure.low, figure.high))
            plot.plot([low, high], [row + shift] * 2, color=_SIDES[side], linewidth=2, solid_capstyle="round")
            plot.plot([figure.value], [row + shift], "o" if side == 0 else "D", color=_SIDES[side], markersize=4.5)


def histograms(titles: Sequence[str], sides: Sequence[Sequence[dict[str, list[float]]]], *, alt: str) -> str:
    """Return histograms side by side; `sides` holds, for each side, one histogram for each title."""
    drawing, axes = _drawing(len(titles), height=2.4)
    for at, (title, plot) in enumerate(zip(titles, axes, strict=True)):
        plot.set_title(title, loc="left")
        for side, found in enumerate(sides):
            bars = found[at]
            plot.stairs(bars["parts"], bars["edges"], color=_SIDES[side], fill=side == 0, alpha=0.85, linewidth=1.6)
        plot.yaxis.set_major_formatter(lambda part, _at: f"{100 * part:.0f} %")
    return _text(drawing, alt)


@dataclass(frozen=True, slots=True)
class Curve:
    """A line chart: values over positions on the x axis."""

    title: str
    at: Sequence[float]
    values: Sequence[float]


def curves(panels: Sequence[Curve], *, alt: str) -> str:
    """Return line charts side by side."""
    drawing, axes = _drawing(len(panels), height=2.6)
    for curve, plot in zip(panels, axes, strict=True):
        plot.set_title(curve.title, loc="left")
        plot.plot(curve.at, curve.values, color=_SIDES[0], linewidth=1.6)
    return _text(drawing, alt)


def _drawing(panels: int, *, height: float) -> tuple[Drawing, list[Axes]]:
    mpl, make = drawer()
    with mpl.rc_context(_STYLE):
        drawing = make(figsize=(8.4, height), layout="constrained")
        axes = drawing.subplots(1, panels, squeeze=False)
    return drawing, list(axes[0])


def _text(drawing: Drawing, alt: str) -> str:
    """Return a drawing as an SVG element with the page's width, colours and fonts."""
    buffer = io.StringIO()
    with drawer()[0].rc_context(_STYLE):
        drawing.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, variable)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Ids in a drawing must be unique on the page.
    salt = f"{zlib.crc32(alt.encode()):x}"
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{salt}-", svg)
    size = re.search(r'viewBox="[^"]*"', svg)
    assert size is not None
    return re.sub(r"<svg[^>]*>", f'<svg {size[0]} role="img" aria-label="{escape(alt)}">', svg, count=1)


def drawer() -> tuple[Any, Any]:
    """Return matplotlib and its `Figure` class, or raise `BadOption`."""
    return library("matplotlib", said("charts"), where="out"), import_module("matplotlib.figure").Figure
