"""Net files: an .npz file of plain arrays, with the net's cards, options, features and training.

A file is small and never unpickled. It also holds the features of a few fixed positions. Loading computes these
features again and compares them, to detect a net that was trained on other features.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from courtly.bots.learned.net import Floats, Net, shapes
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Setup
from courtly.engine.errors import CourtlyError, listing, reason_of
from courtly.engine.sentences import Sentence, said

MAX_BYTES = 300_000
"""Size limit of a file, both packed and unpacked."""

_ABOUT, _SAMPLES = "about", "samples"
_PROBED = 4
"""Positions whose features a file holds."""

_CLOSE = 1e-3
"""Tolerance when comparing features, to allow for rounding."""

_LONG = 200
"""Maximum length, in characters, of an option that a file stores in full. Longer options, such as a custom card set,
are hashed."""


class BadNet(CourtlyError):
    """The file contains no net, or a net for another setup; `problem` says which.

    Parameters
    ----------
    message
        See `CourtlyError`.
    problem
        `none`: there is no net. `torn`: the file is damaged. `weights`: the weights are not finite. `game`, `options`,
        `cards`, `features`: the net was made for another game, other options, other cards or other features.
    file
        The file.
    """

    code = "bad-net"

    def __init__(self, message: str | Sentence, *, problem: str, file: str) -> None:
        super().__init__(message, given=file, where="net")
        self.problem = problem

    def codes(self) -> dict[str, object]:
        """Return the machine-readable error details."""
        return {"problem": self.problem}


@dataclass(frozen=True, slots=True)
class NetFile:
    """A net with the metadata of its file.

    Attributes
    ----------
    net
        The net.
    about
        Its setup (`game`, `options`, `cards`, `features`), the hash of its `weights`, and the training facts
        (`trained`).
    samples
        Features of a few fixed positions: shape (positions, features).
    """

    net: Net
    about: Mapping[str, Any]
    samples: Floats


def cards_hash(setup: Setup) -> str:
    """Return a hash (12 hexadecimal digits) of the content of cards and options, without the steward's weights."""
    content = setup.content
    digest = hashlib.sha256(f"{setup.game.name} {setup.game.version}".encode())
    for name in content.dtype.names:
        if name != "weights":
            digest.update(name.encode() + np.asarray(content[name]).tobytes())
    return digest.hexdigest()[:12]


def options_of(setup: Setup) -> dict[str, Any]:
    """Return the options of a setup in the form that a file stores."""
    named = setup.options.model_dump(mode="json") | setup.options.given()
    texts = {name: json.dumps(value, sort_keys=True) for name, value in named.items()}
    return {name: named[name] if len(text) <= _LONG else f"sha256:{_digest(text)}" for name, text in texts.items()}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def feature_count(setup: Setup) -> int:
    """Return the number of features of a position; raise `BadNet` if the game defines none."""
    count = setup.game.study.features
    if count is None:
        message = said("{game} has no features that a net can use", game=setup.game.name)
        raise BadNet(message, problem="game", file=setup.game.name)
    return count(setup.players)


def samples_of(setup: Setup) -> Floats:
    """Return the features of a few fixed positions from stewards' matches."""
    kernels, content = setup.game.rules.kernels, setup.content
    found = np.zeros((_PROBED, feature_count(setup)), np.float32)
    for number, row in enumerate(found):
        rng, s = stream(number, 0x6E6574), setup.game.rules.state.empty()[0]
        kernels.deal(content, s, rng)
        moves = 0
        while s.to_move >= 0 and not (kernels.features(content, s, row) and moves >= 12 * number):
            kernels.apply(content, s, int(kernels.policy(content, s, rng)))
            moves += 1
    return found


def pack(net: Net, setup: Setup, trained: Mapping[str, Any]) -> bytes:
    """Return the file content of a net for a setup. Equal nets and training facts give equal bytes."""
    samples = samples_of(setup)
    about = {
        "game": setup.game.name,
        "rules": setup.game.version,
        "options": options_of(setup),
        "cards": cards_hash(setup),
        "features": hashlib.sha256(samples.round(2).tobytes()).hexdigest()[:12],
        "weights": _weights_hash(net),
        "trained": dict(trained),
    }
    text = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
    archive = io.BytesIO()
    arrays: dict[str, Any] = {_ABOUT: text, _SAMPLES: samples, **net._asdict()}
    np.savez(archive, allow_pickle=False, **arrays)
    data = archive.getvalue()
    assert len(data) <= MAX_BYTES, "a net of this shape is small"
    return data


def _weights_hash(net: Net) -> str:
    return hashlib.sha256(b"".join(part.tobytes() for part in net)).hexdigest()[:12]


def load_net(file: Path, setup: Setup) -> NetFile:
    """Return the net of a file if it was made for this setup.

    Raises
    ------
    BadNet
        If the file is missing or damaged, if a weight is not finite, or if the net was made for another game, other
        options, other cards or other features.
    """
    try:
        data = file.read_bytes() if file.stat().st_size <= MAX_BYTES else b""
    except OSError as error:
        message = said("the net {file} cannot be read: {reason}", file=file.name, reason=reason_of(error))
        raise BadNet(message, problem="none", file=str(file)) from None
    found = unpack(data, file.name)
    _check_maker(found, setup, file.name)
    _check_numbers(found, setup, file.name)
    return found


def unpack(data: bytes, name: str) -> NetFile:
    """Return the net in a file's bytes for any setup; raise `BadNet` if there is no valid net."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(each.file_size for each in packed.infolist()) > MAX_BYTES:
                raise ValueError("too large")
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in (_ABOUT, _SAMPLES, *Net._fields)}
        about = json.loads(arrays[_ABOUT].tobytes())
        net = Net(*(np.ascontiguousarray(arrays[key], np.float32) for key in Net._fields))
        if not isinstance(about, dict) or about["weights"] != _weights_hash(net):
            raise ValueError("its hash is another")
    except (ValueError, KeyError, TypeError, EOFError, OSError, zipfile.BadZipFile, RecursionError):
        message = said("the net {file} is damaged, or is not a net", file=name)
        raise BadNet(message, problem="torn", file=name) from None
    return NetFile(net, about, arrays[_SAMPLES])


def _check_maker(found: NetFile, setup: Setup, name: str) -> None:
    """Raise `BadNet` if the net was made for another game, other options or other cards."""
    about, options = found.about, options_of(setup)
    if (about.get("game"), about.get("rules")) != (setup.game.name, setup.game.version):
        message = said(
            "the net {file} is for another game than {game}, or other rules", file=name, game=setup.game.name
        )
        raise BadNet(message, problem="game", file=name)
    made = about.get("options")
    others = [key for key in options if not isinstance(made, dict) or made.get(key) != options[key]]
    if others:
        message = said("the net {file} is for other options: {names}", file=name, names=listing(others))
        raise BadNet(message, problem="options", file=name)
    if about.get("cards") != cards_hash(setup):
        raise BadNet(said("the net {file} is for other cards", file=name), problem="cards", file=name)


def _check_numbers(found: NetFile, setup: Setup, name: str) -> None:
    """Raise `BadNet` if the net has another shape, other features or non-finite weights."""
    expected, samples = shapes(feature_count(setup), setup.players), samples_of(setup)
    same = [part.shape for part in found.net] == [part.shape for part in expected]
    if not same or found.samples.shape != samples.shape or not np.allclose(found.samples, samples, atol=_CLOSE):
        raise BadNet(said("the net {file} is for other features", file=name), problem="features", file=name)
    if not all(np.isfinite(part).all() for part in found.net):
        raise BadNet(
            said("the net {file} has weights that are infinite or not numbers", file=name), problem="weights", file=name
        )
