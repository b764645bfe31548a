"""An observation generated from a state's layout: all public fields and the observer's own rows, scaled to 0 to 1.

A field is scaled from its least value, or from its "none" value if that is lower, to its greatest. Fields that are
hidden from all seats or only partly visible are left out. A game that needs such fields writes its own kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, cast

from numba.extending import overload

from courtly.engine.compile.dispatch import game_of, game_of_type
from courtly.engine.compile.kernel import inlined
from courtly.engine.contract.layout import Field, Layout, Visibility
from courtly.engine.contract.observation import Observation, Piece

MAX_SEATS = 16


def observation_of(layout: type[Layout]) -> Observation:
    """Return the observation of a layout: the observer's seat, then the public fields and the observer's own rows."""
    pieces = {"observer": Piece("the observer's seat", (MAX_SEATS,))}
    for name, shown in _shown(layout):
        shape = shown.shape[1:] if shown.visibility == Visibility.OWNER else shown.shape
        pieces[name] = Piece(shown.text, shape, visibility=shown.visibility)
    return Observation(**pieces)


def _shown(layout: type[Layout]) -> Iterator[tuple[str, Field]]:
    return (
        (name, each)
        for name, each in layout.fields.items()
        if each.visibility in (Visibility.EVERYBODY, Visibility.OWNER)
    )


@inlined
def share(value: float, low: float, span: float) -> float:
    """Return the relative position of a value in its range, from 0 to 1."""
    return min(1.0, max(0.0, (value - low) / span))


@cache
def observer_of(layout: type[Layout]) -> Callable[..., None]:
    """Return a function, generated line by line, that writes the observation of a layout."""
    pieces, lines = (
        observation_of(layout),
        ["def observe(content, s, seat, out):", "    out[:] = 0.0", "    out[seat] = 1.0"],
    )
    for name, shown in _shown(layout):
        low = shown.least if shown.none is None else min(shown.none, shown.least)
        span = max(1, shown.most - low)
        piece = pieces[name]
        own = ["seat"] if shown.visibility == Visibility.OWNER else []
        for i, place in enumerate(product(*map(range, piece.shape))):
            index = ", ".join([*own, *map(str, place)])
            value = f"s.{name}[{index}]" if index else f"s.{name}"
            lines.append(f"    out[{piece.start + i}] = share(float({value}), {float(low)}, {float(span)})")
    made: dict[str, Any] = {"share": share}
    exec("\n".join(lines), made)  # noqa: S102 - names of fields, which Python itself has taken for attributes
    function: Callable[..., None] = made["observe"]
    return function


_observer_of = cast(Callable[[Any], Callable[..., None]], cache(observer_of))
"""A cached `observer_of`, so that each layout's function is generated only once."""


def observe_fields(content: Any, s: Any, seat: int, out: Any) -> None:
    """Write the fields that the layout of `s` shows to a seat into `out`."""
    _observer_of(game_of(s).rules.state)(content, s, seat, out)


def _compiled(_content: Any, s: Any, _seat: Any, _out: Any) -> Callable[..., None]:  # pragma: no cover - compiler
    return _observer_of(game_of_type(s).rules.state)


overload(observe_fields, strict=False)(_compiled)
