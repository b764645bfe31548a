"""Random numbers of a tournament: a seed for each deal, and random streams for the bots of each match.

Every deal has its own seed, so that a match record can name it and be replayed anywhere. The functions on arrays
compute the streams of `engine.compile.rng` for many deals together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from courtly.engine.arrays import Uint64Array
from courtly.engine.compile.rng import Stream, restart, stream

_DEALS, _BOTS, _PROGRAMS = 0x6465616C, 0x626F74, 0x70726F67
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_SHORTEN = np.uint64(11)
"""Number of bits dropped: a seed has 53 bits, which every JSON parser reads exactly."""


def _mixed(words: Uint64Array) -> Uint64Array:
    words = (words ^ (words >> np.uint64(30))) * _MIX_A
    words = (words ^ (words >> np.uint64(27))) * _MIX_B
    return words ^ (words >> np.uint64(31))


def deal_seeds(seed: int, low: int, high: int) -> Uint64Array:
    """Return the seeds of the deals from `low` to `high`, exclusive."""
    base = stream(seed, _DEALS)
    numbers = np.arange(low, high, dtype=np.uint64)
    return _mixed(base + numbers * _GAMMA) >> _SHORTEN


def deal_seed(seed: int, deal: int) -> int:
    """Return the seed of one deal."""
    return int(deal_seeds(seed, deal, deal + 1)[0])


def stream_words(seeds: Uint64Array) -> Uint64Array:
    """Return the initial state of `stream(seed)` for each seed."""
    start = np.full(1, _GAMMA)
    return _mixed(_mixed((start ^ _mixed(seeds + _GAMMA)) + _GAMMA))


def bots_family(seed: int) -> int:
    """Return the number that identifies the compiled bots' random streams. Each match has its own stream."""
    return int(stream(seed, _BOTS)[0] >> np.uint64(1))


def family_stream(seed: int, match: int) -> Stream:
    """Return the random stream of the compiled bots in one match."""
    rng = np.empty(1, np.uint64)
    restart(rng, bots_family(seed), match)
    return rng


def bot_streams(seed: int, match: int, seats: int) -> list[Stream]:
    """Return a random stream for each seat of a match that is played move by move."""
    return [stream(seed, _BOTS, match, seat) for seat in range(seats)]


def program_seed(match: int, seat: int) -> int:
    """Return a number that an outside program may use as its random seed.

    It does not depend on the seed of the plan. Otherwise a program could compute that seed, and from it all deals.
    """
    word: Any = stream(_PROGRAMS, match, seat)[0]
    return int(word >> _SHORTEN)
