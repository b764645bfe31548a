"""Names of Monarch's components: cards, paths, emblems, lands, gold and food.

Component names come from the card set: in the viewer's language if available, else in the set's first language. All
other texts are English here and come from the translation catalogue. A card name can be any text, so French sentences
put it between quotation marks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

from courtly.games.monarch.cardset import (
    Banner,
    CardSet,
    Court,
    Entry,
    Guest,
    Improvement,
    Land,
    Moon,
    Names,
    cards_from,
    house,
)
from courtly.games.monarch.rules.view import Price
from courtly.text.languages import ENGLISH, language_of, marked, translator
from courtly.text.locales import Locale

DOMAIN = "monarch"
"""The translation catalogue of this game."""

QUOTED = marked("{name}")
IN_A_ROW = marked("{one}; {other}")
UNKNOWN = "\ufffd"

BOTH_PRICES, NO_PRICE = marked("{gold} and {food}"), marked("nothing")
RESOURCES = {"gold": marked("gold"), "food": marked("food")}

KINDS: dict[type[Entry], str] = {
    Court: marked("Court Card"),
    Improvement: marked("Land Improvement"),
    Guest: marked("Unwanted Guest"),
    Moon: marked("Moon"),
    Banner: marked("Banner"),
    Land: marked("Land board"),
}
TERRAINS = {"village": marked("village"), "farm": marked("farm"), "any": marked("land")}
ITEMS = {"banner flown": marked("Banners"), "card": marked("Cards bought")}
"""Names of the kinds of items with win rates; see `item_name`."""
NO_PATH, BALANCE = marked("no path"), marked("Balance")


def cards_of(options: Mapping[str, Any]) -> CardSet:
    """Return the card set of a match from the options in a view; each set is parsed once."""
    given = options["card_set"]
    return house() if isinstance(given, str) else _own_set(json.dumps(given))


@lru_cache(maxsize=16)
def _own_set(document: str) -> CardSet:
    return cards_from(json.loads(document))


def in_language(names: Names, cards: CardSet, lang: str) -> str:
    """Return a text of a set in a language, or in the set's first language; unprintable characters are replaced."""
    text = names.get(lang) or names.get(cards.languages[0]) or next(iter(names.values()), "")
    shown = text if text.isprintable() else "".join(sign if sign.isprintable() else UNKNOWN for sign in text)
    return language_of(lang).typeset(shown)


def card_name(card: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the name of a card, a banner or a land board."""
    return in_language(cards.entries[card].name, cards, lang) or card


def item_name(card: str, locale: Locale) -> str:
    """Return the name of a card or a banner of the printed set."""
    return card_name(card, house(), locale.lang)


def the_card(card: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the name of a card, a banner or a land board for use in a sentence."""
    return translator(lang, DOMAIN)(QUOTED).format(name=card_name(card, cards, lang))


def card_text(card: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the set's own text for a card, for display only; it may be empty."""
    return in_language(cards.entries[card].text, cards, lang)


def cards_words(ids: Sequence[str], cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the names of cards for use in a sentence, in the given order."""
    return ", ".join(the_card(card, cards, lang) for card in ids)


def kind_name(card: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the kind of a card."""
    return translator(lang, DOMAIN)(KINDS[type(cards.entries[card])])


def set_name(cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the name of a card set."""
    return in_language(cards.name, cards, lang) or cards.id


def set_notice(cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the notice of a set, which must be shown at every table that uses it."""
    return in_language(cards.notice, cards, lang)


def path_name(path: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the name of a path, of "none", or of a banner's "balance"."""
    if path in ("none", "balance"):
        return translator(lang, DOMAIN)(NO_PATH if path == "none" else BALANCE)
    return in_language(cards.paths[path], cards, lang)


def emblem_name(emblem: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the name of an emblem."""
    return in_language(cards.emblems[emblem], cards, lang) or emblem


def terrain_name(terrain: str, lang: str = ENGLISH) -> str:
    """Return the name of a terrain: village, farm or any."""
    return translator(lang, DOMAIN)(TERRAINS[terrain])


def resource_name(resource: str, lang: str = ENGLISH) -> str:
    """Return the name of a resource: gold or food."""
    return translator(lang, DOMAIN)(RESOURCES[resource])


@lru_cache(maxsize=4096)
def counted(count: int, what: str, lang: str = ENGLISH) -> str:
    """Return a number of gold, food, crowns or cards in words.

    Examples
    --------
    >>> counted(1, "crowns"), counted(3, "food"), counted(-2, "crowns"), counted(0, "crowns", "fr")
    ('1 crown', '3 food', '−2 crowns', '0 couronne')
    """
    return _COUNTS[what](Locale(lang, domain=DOMAIN), count)


_COUNTS: dict[str, Callable[[Locale, int], str]] = {
    "gold": lambda locale, n: locale.count("{n} gold", "{n} gold", n),
    "food": lambda locale, n: locale.count("{n} food", "{n} food", n),
    "crowns": lambda locale, n: locale.count("{n} crown", "{n} crowns", n),
    "cards": lambda locale, n: locale.count("{n} card", "{n} cards", n),
}


def number(count: int) -> str:
    """Return a number with a typographic minus sign, as wide as a plus sign.

    Examples
    --------
    >>> number(-4), number(4)
    ('−4', '4')
    """
    return str(count).replace("-", "\u2212")


def price_words(price: Price, lang: str = ENGLISH) -> str:
    """Return a cost or price, gold before food.

    Examples
    --------
    >>> price_words({"gold": 4, "food": 6}), price_words({"gold": 0, "food": 0})
    ('4 gold and 6 food', 'nothing')
    """
    gold, food = counted(price["gold"], "gold", lang), counted(price["food"], "food", lang)
    if price["gold"] and price["food"]:
        return translator(lang, DOMAIN)(BOTH_PRICES).format(gold=gold, food=food)
    if price["gold"] or price["food"]:
        return gold if price["gold"] else food
    return translator(lang, DOMAIN)(NO_PRICE)


def cost_of(card: str, cards: CardSet) -> Price:
    """Return the printed cost of a card of the market."""
    entry = cards.entries[card]
    return {"gold": getattr(entry, "gold", 0), "food": getattr(entry, "food", 0)}


def joined_by_semicolons(phrases: Sequence[str], lang: str = ENGLISH) -> str:
    """Return phrases joined by semicolons, because they may contain commas.

    Examples
    --------
    >>> joined_by_semicolons(["a", "b, c", "d"]), joined_by_semicolons([])
    ('a; b, c; d', '')
    """
    return reduce(lambda one, other: translator(lang, DOMAIN)(IN_A_ROW).format(one=one, other=other), phrases or [""])
