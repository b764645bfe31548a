"""Nets for tests: of random numbers, or of one opinion on every position, in files of a setup."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from courtly.bots.learned.files import feature_count, pack
from courtly.bots.learned.net import Net, shapes
from courtly.engine.contract.game import Setup


def random_net(setup: Setup, seed: int = 1) -> Net:
    """A net of random numbers in which features matter."""
    rng = np.random.default_rng(seed)
    empty = shapes(feature_count(setup), setup.players)
    return Net(*(rng.normal(0, 0.2, part.shape).astype(np.float32) for part in empty))


def of_one_opinion(setup: Setup, *opinion: float) -> Net:
    """A net that judges every position alike: a share and a margin for each seat from the mover on."""
    empty = shapes(feature_count(setup), setup.players)
    return empty._replace(last_bias=np.array(opinion, np.float32))


def changed(data: bytes, **arrays: Any) -> bytes:
    """A file of a net in which some arrays are others."""
    with np.load(io.BytesIO(data)) as held:
        found: dict[str, Any] = {**held, **arrays}
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **found)
    return out.getvalue()


def file_of(net: Net, setup: Setup, folder: Path) -> Path:
    """A file of a net."""
    file = folder / "some.npz"
    file.write_bytes(pack(net, setup, {}))
    return file
