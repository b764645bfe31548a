"""What explains a bet in Cursed Court: how likely its region is to score, from what the seat knows."""

from __future__ import annotations

from courtly.engine.contract.game import Ends
from courtly.games.cursed_court.content import NAME
from courtly.games.cursed_court.names import points_words, region_name
from courtly.games.cursed_court.view import View
from courtly.text.languages import marked
from courtly.text.reader import Reader

SCORES = marked("{region} scores with a chance of {percent} %, {points} on average.")


def advice(view: View, move: str, _ends: Ends, lang: str) -> list[str]:
    """Return the chances of the region that is bet on; where cards are to be remembered they would tell too much."""
    options, reader = view["options"], Reader(lang, domain=NAME)
    region = move.split(" ")[1] if move.startswith("bet ") else view["pending"]
    if region is None or view["prospects"] is None or options["court_remembers"] == "hidden":
        return []
    found = view["prospects"][region]
    return [
        reader.say(
            SCORES,
            region=region_name(region, options["regions"], lang),
            percent=round(100 * found["chance"]),
            points=points_words(found["points"], reader),
        )
    ]
