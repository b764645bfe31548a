"""The table of Whispers as a scene: hands, played cards, the deck and the favourite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from courtly.scene import Piece, Place, Scene, plain, words_of
from courtly.text.locales import Locale
from whispers import words

View = Mapping[str, Any]


def scene(view: View, log: Sequence[Mapping[str, Any]], locale: Locale) -> Scene:
    """Return the table as one audience sees it."""
    owned = [place for seat in range(view["players"]) for place in _owned(view, seat, locale)]
    return replace(plain.scene(words_of("whispers"), view, locale), places=[*_shared(view, locale), *owned], facts=())


def _card(name: str, card: str | None, locale: Locale, *, note: str = "") -> Piece:
    return Piece(name, "card", words.card_name(card, locale), card, note=note)


def _shared(view: View, locale: Locale) -> Iterator[Place]:
    yield Place("favourite", locale.say("The Queen's favourite"), [_card("aside", view["favourite"], locale)])
    yield Place("deck", locale.say("Deck"), note=locale.count("{n} card", "{n} cards", view["deck"]))


def _owned(view: View, seat: int, locale: Locale) -> Iterator[Place]:
    """Yield the places of a seat: its hand, with cards only if the viewer sits there, and the cards in front of it."""
    hand = [_card(card, card, locale) for card in view["hand"]] if seat == view["seat"] else []
    cards = locale.count("{n} card", "{n} cards", view["hands"][seat])
    yield Place(f"hand:{seat}", locale.say("Hand"), hand, seat, "" if hand else cards)
    for name, key, title in (("back", "backed", "Backed"), ("slander", "slandered", "Slandered with")):
        yield Place(f"{name}:{seat}", locale.say(title), [_card(card, card, locale) for card in view[key][seat]], seat)
    favours = locale.count("{n} favour", "{n} favours", view["favours"][seat])
    vows = view["confided"][seat]
    notes = [locale.say("confided to {name}", name=locale.name(vow["to"])) for vow in vows]
    hidden = [_card(f"vow:{seat}/{i}", vow["card"], locale, note=notes[i]) for i, vow in enumerate(vows)]
    yield Place(f"vow:{seat}", locale.say("In confidence"), hidden, seat, favours)
