"""An observation generated from a state's layout: all public fields and the observer's own rows, scaled to 0 to 1.

A field is scaled from its least value, or from its "none" value if that is lower, to its greatest. Fields that are
hidden from all seats or only partly visible are left out. A game that needs such fields writes its own kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from numba.extending import overload

from courtly.engine.compile.kernel import inlined
from courtly.engine.contract.layout import Field, Layout, Visibility
from courtly.engine.contract.observation import Observation, Piece
from courtly.engine.contract.registry import GAMES

if TYPE_CHECKING:
    from courtly.engine.contract.game import Game

MAX_SEATS = 16

Writer = Callable[[Any, int, Any], None]
"""`write(s, seat, out)`: writes the observation of `seat`, or a part of it, into `out`."""


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


@inlined
def _write_observer(_s: Any, seat: int, out: Any) -> None:
    out[:] = 0.0
    out[seat] = 1.0


@inlined
def _whole(values: Any, _seat: int) -> Any:
    return values


@inlined
def _own_row(values: Any, seat: int) -> Any:
    return values[seat]


@inlined
def _put_number(value: float, at: int, low: float, span: float, out: Any) -> None:
    out[at] = share(float(value), low, span)


@inlined
def _put_numbers(values: Any, start: int, low: float, span: float, out: Any) -> None:
    at = start
    for value in values.flat:
        out[at] = share(float(value), low, span)
        at += 1


@cache
def observer_of(layout: type[Layout]) -> Writer:
    """Return a function, made of one function per field, that writes the observation of a layout."""
    pieces = observation_of(layout)
    return _together([_write_observer, *(_writer(name, shown, pieces[name]) for name, shown in _shown(layout))])


def _writer(name: str, shown: Field, piece: Piece) -> Writer:
    """Return a function that writes one field."""
    least = shown.least if shown.none is None else min(shown.none, shown.least)
    start, low, span = piece.start, float(least), float(max(1, shown.most - least))
    seen = _own_row if shown.visibility == Visibility.OWNER else _whole
    put = _put_numbers if piece.shape else _put_number

    @inlined
    def write(s: Any, seat: int, out: Any) -> None:
        put(seen(s[name], seat), start, low, span, out)

    return write


def _together(writers: Sequence[Writer]) -> Writer:
    """Return a function that calls all these functions. Halving keeps the calls less deep than the compiler allows."""
    if len(writers) == 1:
        return writers[0]
    half = len(writers) // 2
    first, second = _together(writers[:half]), _together(writers[half:])

    @inlined
    def write(s: Any, seat: int, out: Any) -> None:
        first(s, seat, out)
        second(s, seat, out)

    return write


def observe_fields(s: Any, seat: int, out: Any) -> None:
    """Write the fields that the layout of `s` shows to a seat into `out`."""
    _observer_of(GAMES.of(s))(s, seat, out)


def _observer_of(game: Game) -> Writer:
    layout: Any = game.rules.state
    return observer_of(layout)


overload(observe_fields, strict=False)(lambda s, _seat, _out: _observer_of(GAMES.of_type(s)))
