"""Data sets of tournaments: a row for every decision with observation, legal moves, chosen move and final result.

The moves of a match between compiled bots come from a replay, all other moves from the run. Rows are written in
blocks, in match order, so that memory use does not grow with the number of matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from courtly.arena import kernels, random_streams
from courtly.arena.about import about
from courtly.arena.compiled import replay_moves
from courtly.arena.output import check_writable, replace_file
from courtly.arena.plan import unique_names
from courtly.arena.run import Results
from courtly.arena.standings import Outcomes, outcomes
from courtly.engine.errors import cannot_write
from courtly.engine.extras import library
from courtly.engine.sentences import said

if TYPE_CHECKING:
    import polars as pl

FORMAT = "courtly-trajectories/1"
KEY = "courtly"
"""Metadata key of a file. Its value is JSON: the format, versions, the plan, the moves, and the observation pieces."""

_BLOCK_BYTES = 2**25
_MOST_ROWS = 2**16


def check_trajectories(file: Path) -> None:
    """Raise `BadOption` if a file cannot be written; called before the first match."""
    check_writable(file, (".parquet",))
    _polars()


def write_trajectories(results: Results, file: Path) -> None:
    """Write a row for every decision of a tournament into a Parquet file, atomically.

    Raises
    ------
    BadOption
        If writing fails, for example because the disk is full.
    """
    polars = _polars()
    from polars.io.plugins import register_io_source

    def source(_columns: Any, _predicate: Any, _rows: Any, _size: Any) -> Iterator[pl.DataFrame]:
        return frames(results)

    def write(draft: Path) -> None:
        try:
            rows = register_io_source(source, schema=schema(results))
            rows.sink_parquet(draft, metadata={KEY: json.dumps(_about(results))})
        except polars.exceptions.ComputeError as error:
            raise cannot_write(file, where="trajectories", error=error) from error

    replace_file(file, write)


def schema(results: Results) -> dict[str, Any]:
    """Return the columns of the data frame and their types."""
    polars, setup = _polars(), results.plan.setup
    return {
        "match": polars.Int64,
        "deal": polars.Int64,
        "decision": polars.Int32,
        "seat": polars.Int16,
        "bot": polars.Enum(unique_names(results.plan.bots)),
        "observation": polars.Array(polars.Float32, setup.game.rules.observation.size),
        "mask": polars.Array(polars.Boolean, setup.codec.count),
        "action": polars.Int32,
        "probability": polars.Float32,
        "visits": polars.List(polars.Struct({"move": polars.Int32, "visits": polars.Int32})),
        "reward": polars.Float32,
        "share": polars.Float32,
        "score": polars.Int32,
        "margin": polars.Int32,
    }


def frames(results: Results) -> Iterator[pl.DataFrame]:
    """Yield the rows as data frames, one for each block of matches."""
    polars, found, types = _polars(), outcomes(results.rows), schema(results)
    block = _Block(results, found)
    for at in range(len(results.rows)):
        moves = _moves_of(results, int(results.rows["match"][at]))
        if len(moves) > block.room:
            yield polars.DataFrame(block.columns(), schema=types)
            block = _Block(results, found, len(moves))
        block.add(at, moves)
    yield polars.DataFrame(block.columns(), schema=types)


class _Block:
    """A block of rows of fixed capacity."""

    def __init__(self, results: Results, found: Outcomes, least: int = 0) -> None:
        setup = results.plan.setup
        self._plan, self._rows, self._found = results.plan, results.rows, found
        seen, count = setup.game.rules.observation.size, setup.codec.count
        size = max(least, min(_MOST_ROWS, _BLOCK_BYTES // (4 * seen + count)))
        self._seen = np.zeros((size, seen), np.float32)
        self._masks = np.zeros((size, count), np.bool_)
        self._seats = np.zeros(size, np.int16)
        self._at = np.zeros(size, np.int64)
        self._decisions = np.zeros(size, np.int32)
        self._actions = np.zeros(size, np.int32)
        self._legal = np.empty(setup.max_legal, np.int32)
        self._last = np.zeros(size, np.bool_)
        self._visits: list[list[dict[str, int]] | None] = []
        self._searches = results.visits
        self._filled = 0

    @property
    def room(self) -> int:
        """Number of rows that are still free."""
        return len(self._at) - self._filled

    def add(self, at: int, moves: npt.NDArray[np.int32]) -> None:
        """Add the decisions of the match in row `at`; there must be room for them."""
        span = slice(self._filled, self._filled + len(moves))
        self._filled = span.stop
        plan, setup = self._plan, self._plan.setup
        states = setup.game.rules.state.empty()
        seed = random_streams.deal_seed(plan.seed, int(self._rows["match"][at]) // plan.per_deal)
        setup.game.rules.kernels.deal(
            setup.content, states[0], random_streams.stream_words(np.array([seed], np.uint64))
        )
        out = kernels.Decisions(self._seen[span], self._masks[span], self._seats[span])
        kernels.replay_observations(setup.contents, states, moves, self._legal, out)
        self._at[span], self._actions[span], self._decisions[span] = at, moves, np.arange(len(moves))
        final = {int(seat): row for row, seat in enumerate(self._seats[span], span.start)}
        self._last[list(final.values())] = True
        searches = self._searches.get(int(self._rows["match"][at]), [])
        named = [[dict(zip(("move", "visits"), pair, strict=True)) for pair in search] or None for search in searches]
        self._visits += [*named, *[None] * (len(moves) - len(named))]

    def columns(self) -> dict[str, Any]:
        """Return the columns of the rows added so far."""
        at, seats = self._at[: self._filled], self._seats[: self._filled]
        matches = self._rows["match"][at]
        points = {"score": self._found.scores[at, seats], "margin": self._found.margins[at, seats]}
        names = np.array(unique_names(self._plan.bots), object)
        who = self._plan.seatings(matches)[np.arange(self._filled), seats]
        shares, players = self._found.shares[at, seats], self._plan.seats
        is_random = np.array([bot == "random" for bot in self._plan.bots])[who]
        chances = np.where(is_random, 1 / self._masks[: self._filled].sum(axis=1), np.nan)
        return {
            "match": matches,
            "deal": matches // self._plan.per_deal,
            "decision": self._decisions[: self._filled],
            "seat": seats,
            "bot": names[who].tolist(),
            "observation": self._seen[: self._filled],
            "mask": self._masks[: self._filled],
            "action": self._actions[: self._filled],
            "probability": _polars().Series(chances.astype(np.float32)).fill_nan(None),
            "visits": self._visits,
            "reward": np.where(self._last[: self._filled], (players * shares - 1) / (players - 1), 0.0),
            "share": shares.astype(np.float32),
            **{name: _whole(values) for name, values in points.items()},
        }


def _whole(values: npt.NDArray[np.float64]) -> Any:
    """Return points as integers, null in a forfeited match."""
    polars = _polars()
    return polars.Series(values).fill_nan(None).cast(polars.Int32)


def _moves_of(results: Results, match: int) -> npt.NDArray[np.int32]:
    """Return the moves of a match: kept by the run or, between compiled bots, from a replay."""
    kept = results.moves.get(match)
    return replay_moves(results.plan, match) if kept is None else np.array(kept, np.int32)


def _about(results: Results) -> dict[str, Any]:
    """Return the metadata of a file."""
    plan, observation = results.plan, results.plan.setup.game.rules.observation
    options = plan.setup.options.model_dump(mode="json")
    return {
        "format": FORMAT,
        "rules": plan.setup.game.version,
        "about": about(plan.setup, plan.bots),
        "moves": [plan.setup.codec.format(move) for move in range(plan.setup.codec.count)],
        "plan": {**plan.as_dict(), "options": options},
        "pieces": {piece.name: [piece.start, piece.stop] for piece in observation},
    }


def _polars() -> Any:
    return library("polars", said("trajectories"), where="trajectories")
