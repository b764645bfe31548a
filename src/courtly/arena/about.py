"""What a result depends on in addition to its plan: versions, weights and nets, and the machine.

There are no paths and no host names, so that results can be published.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import courtly
from courtly.arena.entrants import is_own, net_file
from courtly.bots import find_bot
from courtly.bots.learned.net_store import files
from courtly.bots.search.bot import Ismcts
from courtly.engine.contract.game import Setup


def about(setup: Setup, bots: Sequence[str]) -> dict[str, Any]:
    """Return the versions of Courtly and of the rules, hashes of the steward's weights and of all nets, the machine."""
    return {
        "courtly": courtly.__version__,
        "rules": setup.game.version,
        "steward": weights_hash(setup),
        "nets": nets(setup, bots),
        "machine": machine(),
    }


def machine() -> dict[str, Any]:
    """Return the number of processors and the version of Python."""
    return {"processors": os.cpu_count(), "python": platform.python_version()}


def weights_hash(setup: Setup) -> str:
    """Return the hash of the steward's weights."""
    weights = setup.game.study.weights
    named = weights.named(weights.present) if weights else {}
    return _hash(json.dumps(named, sort_keys=True).encode())


def nets(setup: Setup, bots: Sequence[str]) -> dict[str, str]:
    """Return the hash of the net file of each bot that has one, by specification."""
    found = {bot: _net_of(setup, bot) for bot in bots}
    return {bot: _hash(file.read_bytes()) for bot, file in found.items() if file is not None}


def _net_of(setup: Setup, spec: str) -> Path | None:
    if (file := net_file(spec)) is not None:
        return file
    bot = find_bot(spec) if is_own(spec) else None
    leaf = bot.settings(setup.game).leaf if isinstance(bot, Ismcts) else "playout"
    return None if leaf == "playout" else next(iter(files(setup, leaf)), None)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
