"""Versions of observations and actions: any change to the inputs and outputs of a net changes the environment id.

`versions.toml` has the history of each game. Every change of a piece, index or move number must become a new version
there. A test compares the fingerprints.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from courtly.engine.contract.game import Game, Setup

HISTORY = Path(__file__).with_name("versions.toml")


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a game's observations and actions: number, changes, and fingerprints of observations and actions.

    `reworded` has the fingerprints that the same observations had before their descriptions were reworded.
    """

    number: int
    text: str
    observations: str
    actions: str
    reworded: tuple[str, ...] = ()


@cache
def history(game: str) -> tuple[Version, ...]:
    """Return the versions of a game, the oldest first; empty if `versions.toml` does not list the game."""
    entries: list[dict[str, Any]] = tomllib.loads(HISTORY.read_text(encoding="utf-8")).get(game, [])
    return tuple(Version(**{**entry, "reworded": tuple(entry.get("reworded", ()))}) for entry in entries)


def version_of(game: str) -> int:
    """Return the version of a game's observations and actions; 0 if `versions.toml` does not list the game."""
    found = history(game)
    return found[-1].number if found else 0


def env_name(game: Game) -> str:
    """Return the name of a game's environments in PettingZoo, such as `courtisans_v1`."""
    return f"{game.name}_v{version_of(game.name)}"


def env_id(game: str) -> str:
    """Return the id of a game's environments in the registries, such as `courtly/courtisans-v1`."""
    return f"courtly/{game}-v{version_of(game)}"


def observation_fingerprint(game: Game) -> str:
    """Return a hash of every piece: name, position, shape, range, visibility, columns and meaning."""
    pieces = [
        [each.name, each.start, each.shape, each.values, each.visibility.name, each.columns, each.text]
        for each in game.rules.observation
    ]
    return _hash(pieces)


def accepted_observations(game: Game) -> tuple[str, ...]:
    """Return the fingerprints that a net may have: the current one, and older ones with other descriptions."""
    found = history(game.name)
    return observation_fingerprint(game), *(found[-1].reworded if found else ())


def action_fingerprint(setups: Iterable[Setup]) -> str:
    """Return a hash of all moves of some setups, in the order of their numbers."""
    return _hash([list(map(setup.codec.format, range(setup.codec.count))) for setup in setups])


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16]
