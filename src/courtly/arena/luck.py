"""Where the luck of a tournament comes from: a seed for each deal, and streams for the bots of each match.

Deals are seeded one by one, so that a match record can name the seed and replay anywhere. The arrays here are the
streams of `engine.rng`, reckoned for many deals at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from courtly.engine.rng import Stream, restart, stream

Words = npt.NDArray[np.uint64]

_DEALS, _BOTS, _PROGRAMS = 0x6465616C, 0x626F74, 0x70726F67
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_SHORTEN = np.uint64(11)
"""Seeds of 53 bits are whole in every JSON reader."""


def _mixed(words: Words) -> Words:
    words = (words ^ (words >> np.uint64(30))) * _MIX_A
    words = (words ^ (words >> np.uint64(27))) * _MIX_B
    return words ^ (words >> np.uint64(31))


def deal_seeds(seed: int, low: int, high: int) -> Words:
    """Return the seeds of the deals from `low` up to `high`."""
    base = stream(seed, _DEALS)
    numbers = np.arange(low, high, dtype=np.uint64)
    return _mixed(base + numbers * _GAMMA) >> _SHORTEN


def deal_seed(seed: int, deal: int) -> int:
    """Return the seed of one deal."""
    return int(deal_seeds(seed, deal, deal + 1)[0])


def stream_words(seeds: Words) -> Words:
    """Return, for each seed, the word of `stream(seed)`."""
    start = np.full(1, _GAMMA)
    return _mixed(_mixed((start ^ _mixed(seeds + _GAMMA)) + _GAMMA))


def bots_family(seed: int) -> int:
    """Return the family of the random streams of compiled bots, one for each match."""
    return int(stream(seed, _BOTS)[0] >> np.uint64(1))


def family_stream(seed: int, match: int) -> Stream:
    """Return the stream from which the compiled bots of one match take their luck."""
    rng = np.empty(1, np.uint64)
    restart(rng, bots_family(seed), match)
    return rng


def bot_streams(seed: int, match: int, seats: int) -> list[Stream]:
    """Return a random stream for each seat of a match whose bots decide one at a time."""
    return [stream(seed, _BOTS, match, seat) for seat in range(seats)]


def program_luck(match: int, seat: int) -> int:
    """Return a number from which an outside program may take its luck.

    It does not come from the seed of the plan: streams can be reckoned backwards, and that seed decides the deals.
    """
    word: Any = stream(_PROGRAMS, match, seat)[0]
    return int(word >> _SHORTEN)
