"""Explanation of a hint: how likely the region of a bet is to score, given the seat's knowledge."""

from __future__ import annotations

from courtly.engine.contract.game import Ends
from courtly.games.cursed_court.content import NAME
from courtly.games.cursed_court.names import points_words, region_name
from courtly.games.cursed_court.view import View
from courtly.text.languages import marked
from courtly.text.locales import Locale

SCORES = marked("{region}: {percent}% chance to score, {points} on average.")


def advice(view: View, move: str, _ends: Ends, lang: str) -> list[str]:
    """Return the chance and average points of the region of a bet.

    The list is empty when players must remember the cards that sit out, because the chance would reveal them.
    """
    options, locale = view["options"], Locale(lang, domain=NAME)
    region = move.split(" ")[1] if move.startswith("bet ") else view["pending"]
    if region is None or view["prospects"] is None or options["court_remembers"] == "hidden":
        return []
    found = view["prospects"][region]
    return [
        locale.say(
            SCORES,
            region=region_name(region, options["regions"], lang),
            percent=round(100 * found["chance"]),
            points=points_words(found["points"], locale),
        )
    ]
