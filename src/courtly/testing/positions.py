"""Positions for tests: random matches and their stages, copies of a match, states as bytes.

This module reads true states, which other code outside the engine must not do. Tests need them to compare facts that
are hidden from an audience.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from courtly.engine.compile.rng import below, stream
from courtly.engine.contract.game import Record, Setup
from courtly.engine.contract.layout import States
from courtly.engine.play.match import Match, Opening

_MANY = 400


def random_match(setup: Setup, *, seed: int, moves: int | None = None) -> Match:
    """Return a match after a number of random moves, by default at its end."""
    match = Match(setup, Opening(seed=seed))
    rng = stream(seed, 1)
    while not match.is_over and (moves is None or match.version < moves):
        legal = match.legal_moves()
        match.play(legal[below(rng, len(legal))])
    return match


def stages(setup: Setup, *, seed: int, at_most: int | None = None) -> list[Match]:
    """Return copies of one random match after every move; with `at_most`, only that many, evenly spaced."""
    match = Match(setup, Opening(seed=seed))
    rng, found = stream(seed, 1), [match.copy()]
    while not match.is_over:
        legal = match.legal_moves()
        match.play(legal[below(rng, len(legal))])
        found.append(match.copy())
    last, count = len(found) - 1, min(at_most or len(found), len(found))
    return [found[i * last // max(1, count - 1)] for i in range(count)]


def some_numbers(setup: Setup) -> range | list[int]:
    """Return the move numbers to try: all numbers, or for a large codec the first numbers and a few later ones."""
    count = setup.codec.count
    return range(count) if count <= _MANY else [*range(_MANY // 2), *range(_MANY // 2, count, 2 * count // _MANY)]


def state_bytes(match: Match, apart_from: Sequence[str] = ()) -> bytes:
    """Return the true state of a match as bytes."""
    return record_bytes(match.setup, match.state()[0], apart_from)


def record_bytes(setup: Setup, s: Record, apart_from: Sequence[str] = ()) -> bytes:
    """Return the fields of a state as little-endian bytes, without the padding between them."""
    dtype = setup.game.rules.state.dtype
    names = [name for name in setup.game.rules.state.fields if name not in apart_from]
    return b"".join(s[name].astype(dtype[name].base.newbyteorder("<")).tobytes() for name in names)


def play_randomly(setup: Setup, states: States, *, seed: int) -> None:
    """Play a state to the end of its match with random moves, in place."""
    kernels, content, s = setup.game.rules.kernels, setup.content, states[0]
    moves, rng = np.empty(setup.max_legal, np.int32), stream(seed, 2)
    while s.to_move >= 0:
        n = kernels.legal(content, s, moves)
        kernels.apply(content, s, int(moves[below(rng, n)]))
