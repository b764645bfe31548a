"""The captions of a move of Monarch, as a page shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from courtly.engine.play.match import Match
from courtly.web.api.narration import Narrator

NAMES = ["Camille", "Isaure de Lorraine", "Anne-Charlotte", "Aldric"]


def captions_of(match: Match, move: str, lang: str = "en") -> list[str]:
    """Play a move of the first seat, and return its captions as a page shows them."""
    since = match.version
    match.play(move)
    first, *then = match.log(0, since=since)
    seats = [{"kind": "guest", "name": name, "bot": None} for name in NAMES[: match.players]]
    narrator = Narrator(lang)
    opened = {"game": "monarch", "seats": seats, "options": {"players": match.players}}
    narrator.narrate({"act": "open", "seat": None, "event": {"args": opened}}, 0)
    told = narrator.narrate({"act": "move", "turn": since, "seat": 0, "event": {**first, "then": then}}, 0)
    return list(parts_of(told)) if "event" in told else [told["sentence"]]


def parts_of(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the captions of the parts of an entry, as `partsOf` of the page divides it."""
    words = list[str]()
    for event in (told["event"], *told["event"]["then"]):
        if event.get("begins"):
            yield " ".join(words)
            words.clear()
        words += [event["caption"]] if event["caption"] else []
    yield " ".join(words)
