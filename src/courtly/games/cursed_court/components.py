"""The components of the published Cursed Court, read from `components.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def components() -> dict[str, Any]:
    """Return the parsed `components.toml`."""
    text = files("courtly.games.cursed_court").joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


NOBLE_IDS: tuple[str, ...] = tuple(entry["id"] for entry in components()["noble"])
