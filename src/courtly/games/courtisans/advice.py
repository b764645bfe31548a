"""Explanations of a move of Courtisans: the likely final status of families, and the chances of the seat's missions."""

from __future__ import annotations

from courtly.engine.contract.game import Ends
from courtly.games.courtisans.content import FAMILY_IDS, NAME
from courtly.games.courtisans.view import View
from courtly.games.courtisans.words import mission_text, the_family
from courtly.text.languages import marked, translator

LIKELY = {
    "fallen": marked("{family} is likely to fall: {percent}%."),
    "esteemed": marked("{family} is likely to be esteemed: {percent}%."),
}
MISSION = marked("Your mission “{mission}”: met in {percent}% of the simulated matches.")

ENOUGH = 60
"""Lowest percentage at which an outcome is called likely."""

MAX_FAMILIES = 3


def advice(view: View, _move: str, ends: Ends, lang: str) -> list[str]:
    """Return sentences on the families with the most certain outcomes, then on the seat's own missions."""
    say = translator(lang, NAME)
    results = [end["result"] for end in ends()]
    chances = [
        (_percent([result["families"][i]["status"] == status for result in results]), status, family)
        for i, family in enumerate(FAMILY_IDS)
        for status in LIKELY
    ]
    likely = sorted((each for each in chances if each[0] >= ENOUGH), reverse=True)[:MAX_FAMILIES]
    lines = [say(LIKELY[status]).format(family=the_family(family, lang), percent=n) for n, status, family in likely]
    seat = view["seat"]
    assert seat is not None
    for i, mission in enumerate(view["missions"][seat] or []):
        met = _percent([result["missions"][seat][i]["met"] for result in results])
        lines.append(say(MISSION).format(mission=mission_text(mission, lang).removesuffix("."), percent=met))
    return lines


def _percent(cases: list[bool]) -> int:
    return round(100 * sum(cases) / len(cases))
