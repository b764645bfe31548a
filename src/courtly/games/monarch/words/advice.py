"""Explain a move of Monarch by simulated endings: the likely crowns at the end, and the crowns from its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median_low
from typing import Any

from courtly.engine.contract.game import Ends
from courtly.games.monarch.cardset import Guest, Improvement
from courtly.games.monarch.rules.view import Sister, View
from courtly.games.monarch.words.names import DOMAIN, cards_of, counted, the_card
from courtly.text.languages import marked, translator

STANDING = marked("On average, you finish with {own}, and each rival with {other}.")
BRINGS = marked("{card}: about {crowns} for you at the end.")
COSTS = marked("{card}: about {crowns} for its host at the end.")
MOON = marked("Another Moon rises before the end in {percent}% of the simulated games.")
LENGTH = marked("Half of the simulated games end by round {round}.")

ENOUGH = 90
"""Percentage from which an outcome is too certain to mention."""

End = Mapping[str, Any]
"""A spectator's view of a finished match."""


def advice(view: View, move: str, ends: Ends, lang: str) -> list[str]:
    """Return sentences on the average final crowns, the crowns from the move's card, more Moons, and the length."""
    say, found = translator(lang, DOMAIN), ends()
    assert view["seat"] is not None
    own, other = (counted(round(mean), "crowns", lang) for mean in _standing(found, view["seat"]))
    lines = [say(STANDING).format(own=own, other=other), *_worth(view, move, found, lang)]
    rising = round(100 * fmean(len(end["gone"]) > _moons(view) for end in found))
    if 0 < rising < ENOUGH:
        lines.append(say(MOON).format(percent=rising))
    if (last := median_low(end["round"] for end in found)) > view["round"]:
        lines.append(say(LENGTH).format(round=last))
    return lines


def _standing(ends: Sequence[End], seat: int) -> tuple[float, float]:
    """Return the average crowns of a seat, and of the other seats."""
    scores = [end["result"]["scores"] for end in ends]
    others = [score for each in scores for other, score in enumerate(each) if other != seat]
    return fmean(each[seat] for each in scores), fmean(others)


def _moons(view: View) -> int:
    """Return the number of Moons that have left the match or ask for pledges."""
    return len(view["gone"]) + (view["moon"] is not None)


def _worth(view: View, move: str, ends: Sequence[End], lang: str) -> list[str]:
    """Return the average crowns from the card of a move; improvements serve all sisters and are skipped."""
    card, cards = _card_of(view, move), cards_of(view["options"])
    if card is None or isinstance(entry := cards.entries[card], Improvement):
        return []
    guest = isinstance(entry, Guest)
    seats = range(len(view["seats"])) if guest else [view["seat"]]
    crowns = fmean(sum(_crowns(end["seats"][seat], card) for seat in seats) for end in ends)
    words = {"card": the_card(card, cards, lang), "crowns": counted(round(crowns), "crowns", lang)}
    return [translator(lang, DOMAIN)(COSTS if guest else BRINGS).format(**words)]


def _card_of(view: View, move: str) -> str | None:
    """Return the card or banner that a move acquires or places."""
    verb, _, what = move.partition(" ")
    if verb in ("buy", "free", "fly"):
        return what
    follows = verb in ("add", "replace", "build", "send")
    return view["pending"]["card"] if follows and view["pending"] is not None else None


def _crowns(sister: Sister, card: str) -> int:
    """Return the crowns of a card that a sister holds, 0 if she does not hold it."""
    held = {each["card"]: each["crowns"] for each in (*sister["court"], *sister["guests"])}
    if sister["banner"] is not None:
        held[sister["banner"]["banner"]] = sister["banner"]["crowns"]
    return held.get(card, 0)
