"""Defaults for the optional parts of a game: kernels, content and events.

The kernels call the generic functions of `dispatch`, so they work for every game. They are compiled for each game and
cached on disk like the game's own kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.dispatch import legal
from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import Stream, below
from courtly.engine.contract.deals import Shuffle
from courtly.engine.contract.events import Event, all_but, only
from courtly.engine.contract.generated import observe_fields
from courtly.engine.contract.layout import Layout, States, field
from courtly.engine.contract.options import Options
from courtly.engine.sentences import said

if TYPE_CHECKING:
    from courtly.engine.contract.game import Record, Setup

MAX_MOVES = 4096
"""The most moves that can be legal in one position of a game that uses these kernels."""


class Reason(IntEnum):
    """Why a move is illegal, for games without reasons of their own."""

    NOT_NOW = 1


REASONS: Mapping[int, str] = {Reason.NOT_NOW: said("this move cannot be played now").text}


class PlainContent(Layout):
    """The content of a game whose only option is the number of players."""

    players: int = field(np.int8, "seats at the table")


@kernel
def reason(content: Record, s: Record, move: int) -> int:
    """Return 0 for a legal move, 1 for any other."""
    moves = np.empty(MAX_MOVES, np.int32)
    for i in range(legal(content, s, moves)):
        if moves[i] == move:
            return 0
    return Reason.NOT_NOW


@kernel
def policy(content: Record, s: Record, rng: Stream) -> int:
    """Return a legal move, drawn uniformly."""
    moves = np.empty(MAX_MOVES, np.int32)
    n = legal(content, s, moves)
    return int(moves[below(rng, n)])


@kernel
def observe(_content: Record, s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the fields that the state's layout shows to `seat` into `out`."""
    observe_fields(s, seat, out)


@kernel
def features(_content: Record, _s: Record, _out: npt.NDArray[np.float32]) -> bool:
    """Return False: a net cannot evaluate any position of this game."""
    return False


def compile_options(content: type[Layout], options: Options) -> States:
    """Return an array of one content record; each field takes the value of the option with the same name.

    An option with a list of values is stored as the index of its value, a switch as 0 or 1.
    """
    contents = content.empty()
    for name in content.fields:
        value = getattr(options, name)
        contents[0][name] = options.choices(name).index(value) if isinstance(value, str) else value
    return contents


def events(setup: Setup, before: Record, move: int, _after: Record, _past: Sequence[Event]) -> list[Event]:
    """Return the default events, which reveal no secret: the mover gets the move, all others get only the seat."""
    seat = int(before.to_move)
    args = {"seat": seat, "move": setup.codec.format(move).split(" ")}
    return [Event("move", args, audience=only(seat)), Event("moved", {"seat": seat}, audience=all_but(seat))]


def no_shuffles(_setup: Setup, _s: Record | None) -> list[Shuffle]:
    """Return no shuffles: the game does not declare which lists it shuffles."""
    return []


def from_shuffles(lists: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the deal document of shuffled lists; a list with one number, such as the first seat, becomes that number.

    Examples
    --------
    >>> from_shuffles({"first": [2], "deck": ["owl", "fox"]})
    {'first': 2, 'deck': ['owl', 'fox']}
    """
    return {name: kept[0] if _is_one_number(kept) else list(kept) for name, kept in lists.items()}


def _is_one_number(kept: Sequence[Any]) -> bool:
    return len(kept) == 1 and isinstance(kept[0], int)


def reveals(_view: Any, _move: str) -> bool:
    """Return True: any move may reveal something new to the player who makes it."""
    return True


def free_moves(_view: Any) -> Sequence[str]:
    """Return no moves: the game does not declare which moves gain something and cost nothing of use."""
    return ()


def idle_moves(_view: Any) -> Sequence[str]:
    """Return no moves: the game does not declare which moves gain nothing of use."""
    return ()
