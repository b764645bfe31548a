"""Evaluate a net in compiled code: two hidden ReLU layers and a linear output clipped to 0 to 1.

The output is the victory share and the margin of each seat, beginning with the seat to move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from courtly.engine.compile.kernel import inlined, kernel

Floats = npt.NDArray[np.float32]

HIDDEN = (64, 32)
"""Units of the two hidden layers."""

OUTPUTS_PER_SEAT = 2
"""Outputs for each seat: victory share and margin."""


class Net(NamedTuple):
    """The parameters of a net: the weights, shape (inputs, units), and biases of each layer."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


def shapes(inputs: int, players: int) -> Net:
    """Return zero arrays in the shapes of a net for `inputs` features and `players` seats."""
    one, two = HIDDEN
    outputs = OUTPUTS_PER_SEAT * players
    layers = [np.zeros(shape, np.float32) for shape in ((inputs, one), one, (one, two), two, (two, outputs), outputs)]
    return Net(*layers)


@inlined
def _layer(x: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """Write the weighted sums of a layer into `out`, skipping inputs of 0, which are frequent."""
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
    """Write the net's output for features `x` into `out`, shape (2 * players,): share and margin of each seat."""
    one = np.empty(len(net.first_bias), np.float32)
    two = np.empty(len(net.second_bias), np.float32)
    _layer(x, net.first, net.first_bias, one)
    _rectify(one)
    _layer(one, net.second, net.second_bias, two)
    _rectify(two)
    _layer(two, net.last, net.last_bias, out)
    for i in range(len(out)):
        out[i] = min(np.float32(1.0), max(np.float32(0.0), out[i]))
