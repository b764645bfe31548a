"""The table of Whispers as a scene: hands, what lies before each seat, the deck, the favourite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from courtly.scene import Piece, Place, Scene, plain, words_of
from courtly.text.reader import Reader
from whispers import words

View = Mapping[str, Any]


def scene(view: View, log: Sequence[Mapping[str, Any]], reader: Reader) -> Scene:
    """Return the table as one audience sees it."""
    owned = [place for seat in range(view["players"]) for place in _owned(view, seat, reader)]
    return replace(plain.scene(words_of("whispers"), view, reader), places=[*_shared(view, reader), *owned], facts=())


def _card(name: str, card: str | None, reader: Reader, *, note: str = "") -> Piece:
    return Piece(name, "card", words.card_name(card, reader), card, note=note)


def _shared(view: View, reader: Reader) -> Iterator[Place]:
    yield Place("favourite", reader.say("The Queen's favourite"), [_card("aside", view["favourite"], reader)])
    yield Place("deck", reader.say("Deck"), note=reader.count("{n} card", "{n} cards", view["deck"]))


def _owned(view: View, seat: int, reader: Reader) -> Iterator[Place]:
    """Yield the places before a seat: its hand as far as the reader sees it, and what was played there."""
    hand = [_card(card, card, reader) for card in view["hand"]] if seat == view["seat"] else []
    cards = reader.count("{n} card", "{n} cards", view["hands"][seat])
    yield Place(f"hand:{seat}", reader.say("Hand"), hand, seat, "" if hand else cards)
    for name, key, title in (("back", "backed", "Backed"), ("slander", "slandered", "Slandered with")):
        yield Place(f"{name}:{seat}", reader.say(title), [_card(card, card, reader) for card in view[key][seat]], seat)
    told = reader.count("{n} favour", "{n} favours", view["favours"][seat])
    vows = view["confided"][seat]
    whom = [reader.say("confided to {name}", name=reader.name(vow["to"])) for vow in vows]
    hidden = [_card(f"vow:{seat}/{i}", vow["card"], reader, note=whom[i]) for i, vow in enumerate(vows)]
    yield Place(f"vow:{seat}", reader.say("In confidence"), hidden, seat, told)
