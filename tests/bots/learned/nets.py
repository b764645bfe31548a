"""Nets for tests, with random weights or a constant output, and net files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from courtly.bots.learned.files import feature_count, pack
from courtly.bots.learned.net import Net, shapes
from courtly.engine.contract.game import Setup


def random_net(setup: Setup, seed: int = 1) -> Net:
    """Return a net with random weights."""
    rng = np.random.default_rng(seed)
    empty = shapes(feature_count(setup), setup.players)
    return Net(*(rng.normal(0, 0.2, part.shape).astype(np.float32) for part in empty))


def of_one_opinion(setup: Setup, *opinion: float) -> Net:
    """Return a net with a constant output: share and margin of each seat, beginning with the mover."""
    empty = shapes(feature_count(setup), setup.players)
    return empty._replace(last_bias=np.array(opinion, np.float32))


def changed(data: bytes, **arrays: Any) -> bytes:
    """Return the bytes of a net file with some arrays replaced."""
    with np.load(io.BytesIO(data)) as held:
        found: dict[str, Any] = {**held, **arrays}
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **found)
    return out.getvalue()


def file_of(net: Net, setup: Setup, folder: Path) -> Path:
    """Write a net to a file in a folder and return the file."""
    file = folder / "some.npz"
    file.write_bytes(pack(net, setup, {}))
    return file
