"""The printed set regions of Cursed Court in the form of a user's own list."""

from __future__ import annotations

import json
from typing import Any

from courtly.games.cursed_court.components import components


def printed() -> list[dict[str, Any]]:
    """Return the printed set regions."""
    return [{key: entry[key] for key in ("id", "name", "nobles")} for entry in components()["region"]]


def printed_file() -> str:
    """Return the printed set regions as the text of a file."""
    return json.dumps(printed())
