"""Explicit random streams.

A stream is an array of one `uint64` that is passed to every function that draws, and changed in place; there is no
global state. The generator is SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
generators"): one word of state, every seed is good, and streams are split by hashing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import compiled_as, kernel

Stream = npt.NDArray[np.uint64]
"""One random stream: shape (1,), dtype uint64."""

_GAMMA = 0x9E3779B97F4A7C15
_MIX_A = 0xBF58476D1CE4E5B9
_MIX_B = 0x94D049BB133111EB
_MASK = (1 << 64) - 1

_U_GAMMA, _U_MIX_A, _U_MIX_B = np.uint64(_GAMMA), np.uint64(_MIX_A), np.uint64(_MIX_B)
_U_27, _U_30, _U_31, _U_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def _mix(word: int) -> int:
    """Return SplitMix64's output for one state word, in Python integers."""
    word = ((word ^ (word >> 30)) * _MIX_A) & _MASK
    word = ((word ^ (word >> 27)) * _MIX_B) & _MASK
    return word ^ (word >> 31)


def stream(*seeds: int) -> Stream:
    """Return the stream for a sequence of integers; another number or another order gives a different stream.

    Examples
    --------
    >>> bool(stream(7, 1)[0] == stream(7, 1)[0]), bool(stream(7, 1)[0] == stream(1, 7)[0])
    (True, False)
    """
    word = _GAMMA
    for seed in seeds:
        word = _mix((word ^ _mix((seed + _GAMMA) & _MASK)) + _GAMMA & _MASK)
    return np.array([_mix(word)], np.uint64)


def _below_compiled(rng: Stream, n: int) -> int:  # pragma: no cover - runs as machine code only
    rng[0] += _U_GAMMA
    word = rng[0]
    word = (word ^ (word >> _U_30)) * _U_MIX_A
    word = (word ^ (word >> _U_27)) * _U_MIX_B
    drawn: int = np.int64(((word ^ (word >> _U_31)) >> _U_32) * np.uint64(n) >> _U_32)  # type: ignore[assignment]
    return drawn


@compiled_as(_below_compiled)
def below(rng: Stream, n: int) -> int:
    """Return an integer from 0 to `n - 1`, with `n` at most 2**31, and advance `rng`.

    Uniform except for a bias of n / 2**32 (Lemire 2019, without the rejection step).
    """
    word = (int(rng[0]) + _GAMMA) & _MASK
    rng[0] = word
    return ((_mix(word) >> 32) * int(n)) >> 32


def _restart_compiled(rng: Stream, base: int, number: int) -> None:  # pragma: no cover - runs as machine code only
    word = np.uint64(base) + np.uint64(number) * _U_MIX_B
    word = (word ^ (word >> _U_30)) * _U_MIX_A
    word = (word ^ (word >> _U_27)) * _U_MIX_B
    rng[0] = word ^ (word >> _U_31)


@compiled_as(_restart_compiled)
def restart(rng: Stream, base: int, number: int) -> None:
    """Set `rng`, in place, to one stream of a family: `base` identifies the family, `number` the stream."""
    rng[0] = _mix((int(base) + int(number) * _MIX_B) & _MASK)


@kernel
def shuffle(rng: Stream, items: npt.NDArray[np.int8], n: int) -> None:
    """Shuffle the first `n` elements of `items` in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
