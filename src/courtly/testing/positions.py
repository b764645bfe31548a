"""Positions to test at: random matches, stopped here and there; copies of a match; a state as bytes.

True states are held here as nowhere outside the engine: a test must see what an audience may not.
"""

from __future__ import annotations

import copy

import numpy as np

from courtly.engine.game import Record, Setup
from courtly.engine.layout import States
from courtly.engine.match import Choices, Match
from courtly.engine.rng import below, stream

_MANY = 400


def random_match(setup: Setup, *, seed: int, moves: int | None = None) -> Match:
    """Return a match after so many random moves, by default at its end."""
    match = Match(setup, Choices(seed=seed))
    rng = stream(seed, 1)
    while not match.is_over and (moves is None or match.version < moves):
        legal = match.legal_moves()
        match.play(legal[below(rng, len(legal))])
    return match


def stages(setup: Setup, *, seed: int, at_most: int | None = None) -> list[Match]:
    """Return copies of one random match as it went, start and end included: after every move, or so many in all."""
    match = Match(setup, Choices(seed=seed))
    rng, found = stream(seed, 1), [fork(match)]
    while not match.is_over:
        legal = match.legal_moves()
        match.play(legal[below(rng, len(legal))])
        found.append(fork(match))
    last, count = len(found) - 1, min(at_most or len(found), len(found))
    return [found[i * last // max(1, count - 1)] for i in range(count)]


def fork(match: Match) -> Match:
    """Return a match that goes on by itself from where `match` stands."""
    twin = copy.copy(match)
    twin._states = match._states.copy()
    twin._legal = match._legal.copy()
    twin._events = list(match._events)
    twin.moves = list(match.moves)
    twin._deal = dict(match._deal)
    return twin


def some_numbers(setup: Setup) -> range | list[int]:
    """Return the move numbers to try one by one: all of them, or of very many the first and now and then one."""
    count = setup.codec.count
    return range(count) if count <= _MANY else [*range(_MANY // 2), *range(_MANY // 2, count, 2 * count // _MANY)]


def states_of(match: Match) -> States:
    """Return the true state of a match: an array of one, not a copy."""
    return match._states


def state_bytes(match: Match) -> bytes:
    """Return the true state of a match as bytes."""
    return record_bytes(match.setup, states_of(match)[0])


def record_bytes(setup: Setup, s: Record) -> bytes:
    """Return a state field by field, least byte first: the gaps between fields, which mean nothing, are left out."""
    little = (setup.game.state.dtype[name].base.newbyteorder("<") for name in setup.game.state.fields)
    return b"".join(
        s[name].astype(dtype).tobytes() for name, dtype in zip(setup.game.state.fields, little, strict=True)
    )


def play_randomly(setup: Setup, states: States, *, seed: int) -> None:
    """Play a bare state to its end with random moves, in place."""
    kernels, content, s = setup.game.kernels, setup.content, states[0]
    moves, rng = np.empty(setup.max_legal, np.int32), stream(seed, 2)
    while s.to_move >= 0:
        n = kernels.legal(content, s, moves)
        kernels.apply(content, s, int(moves[below(rng, n)]))
