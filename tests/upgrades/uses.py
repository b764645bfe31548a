"""What a version makes of the files of another version: tables, observations, designs and the moves of a net."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import courtly
from courtly.engine.contract.game import Codec
from courtly.envs import load_net
from courtly.envs.versions import version_of
from courtly.tables.journal import Player
from courtly.testing import random_match
from tests.tables.helpers import House

SEEN = ("id", "status", "game", "options", "seats", "you", "match", "turn", "to_move", "view", "entries")
NET: tuple[str, dict[str, Any]] = ("courtisans", {"players": 3})
SEED = 7


async def seen(here: House, player: Player, table: str) -> dict[str, Any]:
    """Return the table as a player sees it."""
    document = await here.lobby.views.answer(player, table, since=0)
    return {"player": player.id, **{key: document[key] for key in SEEN}}


def designs(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the options of each game that use a designer's file."""
    cards, regions = [tomllib.loads((folder / name).read_text("utf-8")) for name in ("cards.toml", "regions.toml")]
    return {"monarch": {"card_set": cards}, "cursed_court": {"regions": regions["region"]}}


def observed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the version of a game's observations, and a hash of all observations in a match."""
    match = courtly.read_record(dict(record))
    made = sha256()
    for version in range(match.version + 1):
        then = match.at(version)
        for seat in range(then.players):
            made.update(then.observe(seat).astype("<f4").tobytes())
    return {"version": version_of(match.game), "sha256": made.hexdigest()}


def chosen(path: Path) -> list[str]:
    """Return the best legal moves of a net for the positions of a random match."""
    setup = courtly.set_up(*NET)
    net = load_net(path, setup)
    match = random_match(setup, seed=SEED)
    return [_best(net.logits(then.observe(then.to_move or 0)), then) for then in map(match.at, range(match.version))]


def _best(logits: npt.NDArray[np.float32], match: courtly.Match) -> str:
    codec: Codec = match.setup.codec
    return codec.format(int(np.where(match.legal_mask(), logits, -np.inf).argmax()))
