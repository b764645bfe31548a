"""Explanation of a hint: how likely the region of a bet is to score, and who could bump the advised stake."""

from __future__ import annotations

from courtly.engine.contract.game import Ends
from courtly.games.cursed_court.content import NAME
from courtly.games.cursed_court.names import points_words, region_name
from courtly.games.cursed_court.outlook import percent
from courtly.games.cursed_court.view import View
from courtly.games.cursed_court.words import bump_words
from courtly.text.languages import marked
from courtly.text.locales import Locale

SCORES = marked("{region}: {chance} chance to score, {points} on average.")
SAFE = marked("For now, no other player has enough to bump it.")


def advice(view: View, move: str, _ends: Ends, lang: str) -> list[str]:
    """Return the chance and average points of the region of a bet, and the coins that bump the stake.

    There is no chance when players must remember the cards that sit out, because the chance would reveal them.
    """
    locale, (verb, _, stake) = Locale(lang, domain=NAME), move.partition(" ")
    bumpers = [_stake_words(view, int(stake), locale)] if verb == "stake" else []
    return [*_chances(view, move, locale), *bumpers]


def _stake_words(view: View, stake: int, locale: Locale) -> str:
    """Return how many coins bump a stake on the pending region, or that no one has them (clauses 5.3 to 5.5, 5.9)."""
    purses = dict(enumerate(view["purse"]))
    for bumped in view["board"].get(str(view["pending"]), ()):
        purses[bumped["seat"]] += bumped["coins"]
    least = max(1, 2 * stake)
    others = (purse for seat, purse in purses.items() if seat != view["seat"] and view["seated"][seat])
    return bump_words(least, view["options"], locale) if max(others) >= least else locale.say(SAFE)


def _chances(view: View, move: str, locale: Locale) -> list[str]:
    """Return the chance and the average points of the region of a bet."""
    options = view["options"]
    region = move.split(" ")[1] if move.startswith("bet ") else view["pending"]
    if region is None or view["prospects"] is None or options["court_remembers"] == "hidden":
        return []
    found = view["prospects"][region]
    return [
        locale.say(
            SCORES,
            region=region_name(region, options["regions"], locale.lang),
            chance=percent(found["chance"], locale.language),
            points=points_words(found["points"], locale),
        )
    ]
