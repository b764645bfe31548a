"""What explains a bet in Cursed Court: how likely its region is to score, from what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.engine.game import Ends
from courtly.engine.words import marked, translator
from courtly.games.cursed_court.names import DOMAIN, region_name

SCORES = marked("{region} scores with a chance of {percent} %, {points} points on average.")


def advice(view: Mapping[str, Any], move: str, _ends: Ends, lang: str) -> list[str]:
    """Return the chances of the region that is bet on; where cards are to be remembered they would tell too much."""
    options = view["options"]
    region = move.split(" ")[1] if move.startswith("bet ") else view["pending"]
    if region is None or options["court_remembers"] == "hidden":
        return []
    found = view["prospects"][region]
    points = f"{found['points']:.1f}"
    return [
        translator(lang, DOMAIN)(SCORES).format(
            region=region_name(region, options["regions"], lang),
            percent=round(100 * found["chance"]),
            points=points.replace(".", ",") if lang == "fr" else points,
        )
    ]
