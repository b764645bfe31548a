"""A net in compiled code: two hidden layers of rectified sums, and one number for each thing it judges.

For each seat, from the one that is to move on, it gives the share of victory and the margin, both from 0 to 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel

Floats = npt.NDArray[np.float32]

HIDDEN = (64, 32)
"""Units of the two hidden layers."""

JUDGED = 2
"""What is judged of each seat: its share of victory, its margin."""


class Net(NamedTuple):
    """The numbers of a net: the weights of each layer, shape (inputs, units), and what is added to its sums."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


def shapes(inputs: int, players: int) -> Net:
    """Return arrays of zeros in the shapes of a net for so many features and seats."""
    one, two = HIDDEN
    outputs = JUDGED * players
    layers = [np.zeros(shape, np.float32) for shape in ((inputs, one), one, (one, two), two, (two, outputs), outputs)]
    return Net(*layers)


@inlined
def _layer(x: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """Write the sums of a layer into `out`; an input of 0 costs nothing, and many are."""
    out[:] = bias
    for i in range(len(x)):
        if x[i] != 0:
            given = x[i]
            for j in range(len(out)):
                out[j] += given * weights[i, j]


@inlined
def _rectify(x: Floats) -> None:
    for i in range(len(x)):
        x[i] = max(np.float32(0.0), x[i])


@kernel
def evaluate(net: Net, x: Floats, out: Floats) -> None:
    """Write what the net makes of features into `out`, shape (2 * players,): a share and a margin for each seat."""
    one = np.empty(len(net.first_bias), np.float32)
    two = np.empty(len(net.second_bias), np.float32)
    _layer(x, net.first, net.first_bias, one)
    _rectify(one)
    _layer(one, net.second, net.second_bias, two)
    _rectify(two)
    _layer(two, net.last, net.last_bias, out)
    for i in range(len(out)):
        out[i] = min(np.float32(1.0), max(np.float32(0.0), out[i]))
