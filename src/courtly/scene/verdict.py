"""A sentence that names the winner, for games that count points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from courtly.text.locales import Locale

if TYPE_CHECKING:
    from courtly.scene.page import PageInput


def headline(page_input: PageInput) -> str:
    """Return the headline of a finished match: a sentence that names the winner."""
    return victory(page_input.view["result"], page_input.locale)


def victory(result: Mapping[str, Any], locale: Locale) -> str:
    """Return a sentence that names the winner, given a result with `scores` and `winners`."""
    winners, points = result["winners"], max(result["scores"])
    if winners == [locale.seat]:
        return locale.count("You win with {n} point.", "You win with {n} points.", points)
    names = joined([locale.name(seat) for seat in winners], locale)
    if len(winners) > 1:
        return locale.count(
            "{names} share the victory with {n} point.",
            "{names} share the victory with {n} points.",
            points,
            names=names,
        )
    return locale.count("{names} wins with {n} point.", "{names} wins with {n} points.", points, names=names)


def joined(names: Sequence[str], locale: Locale) -> str:
    """Return names as one phrase: `A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return locale.say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
