"""Monarch by name: cards, paths, emblems, lands, gold and food, and the options as a form shows them.

Names of components come from the card set, in the reader's language where it has it and else in the set's first one;
everything else is English here and translated as a whole. A card's name may be anybody's, so a French sentence puts it
between quotation marks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

from courtly.engine.words import marked, translator
from courtly.games.monarch.cards import Banner, CardSet, Court, Entry, Guest, Improvement, Land, Moon, Names
from courtly.games.monarch.cardset import cards_from, house

DOMAIN = "monarch"
"""The catalogue that holds this game's translations."""

QUOTED = marked("{name}")
SEAT = marked("seat {number}")
IN_A_ROW = marked("{one}; {other}")
UNKNOWN = "\ufffd"

COUNTS = {
    "gold": (marked("1 gold"), marked("{count} gold")),
    "food": (marked("1 food"), marked("{count} food")),
    "crowns": (marked("1 crown"), marked("{count} crowns")),
    "cards": (marked("1 card"), marked("{count} cards")),
}
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
NO_PATH, BALANCE = marked("no path"), marked("Balance")

OPTIONS = {
    "players": (marked("Players"), marked("How many sisters sit at the table.")),
    "card_set": (marked("Card set"), marked("Which cards are played with: the house set, or a set of your own.")),
    "banners": (marked("Banners"), marked("Once a match each sister may fly a banner, for crowns and a power.")),
    "max_rounds": (
        marked("Most rounds"),
        marked("After so many rounds the match ends, whether a court is full or not."),
    ),
}
VALUES = {
    ("card_set", "house"): marked("The house set"),
    ("banners", "true"): marked("Yes"),
    ("banners", "false"): marked("No"),
}


def cards_of(options: Mapping[str, Any]) -> CardSet:
    """Return the card set of a match from its options, as a view has them; each set is read once."""
    given = options["card_set"]
    return house() if isinstance(given, str) else _own_set(json.dumps(given))


@lru_cache(maxsize=16)
def _own_set(document: str) -> CardSet:
    return cards_from(json.loads(document))


def entries(cards: CardSet) -> Iterator[Entry]:
    """Yield every card, land board and banner of a set."""
    for group in (cards.courts, cards.improvements, cards.guests, cards.moons, cards.banners, cards.lands):
        yield from group


def find(card: str, cards: CardSet) -> Entry:
    """Return the entry of a card, a banner or a land board by its id."""
    return next(entry for entry in entries(cards) if entry.id == card)


def in_language(names: Names, cards: CardSet, lang: str) -> str:
    """Return a text of a set in a language, or in the set's first one; what steers a screen is left out."""
    text = names.get(lang) or names.get(cards.languages[0]) or next(iter(names.values()), "")
    return "".join(sign if sign.isprintable() else UNKNOWN for sign in text)


def card_name(card: str, cards: CardSet, lang: str = "en") -> str:
    """Return the name of a card, a banner or a land board."""
    return in_language(find(card, cards).name, cards, lang) or card


def the_card(card: str, cards: CardSet, lang: str = "en") -> str:
    """Return the name of a card, a banner or a land board as it stands inside a sentence."""
    return translator(lang, DOMAIN)(QUOTED).format(name=card_name(card, cards, lang))


def card_text(card: str, cards: CardSet, lang: str = "en") -> str:
    """Return what the set itself says about a card, for readers only; it may be nothing."""
    return in_language(find(card, cards).text, cards, lang)


def cards_words(ids: Sequence[str], cards: CardSet, lang: str = "en") -> str:
    """Return cards as they stand inside a sentence, in the order given."""
    return ", ".join(the_card(card, cards, lang) for card in ids)


def kind_name(card: str, cards: CardSet, lang: str = "en") -> str:
    """Return which kind of card this is."""
    return translator(lang, DOMAIN)(KINDS[type(find(card, cards))])


def set_name(cards: CardSet, lang: str = "en") -> str:
    """Return the name of a card set."""
    return in_language(cards.name, cards, lang) or cards.id


def set_notice(cards: CardSet, lang: str = "en") -> str:
    """Return what a set says about itself, to be shown wherever it is played with."""
    return in_language(cards.notice, cards, lang)


def path_name(path: str, cards: CardSet, lang: str = "en") -> str:
    """Return the name of a path, of `none` or of a banner's `balance`."""
    if path in ("none", "balance"):
        return translator(lang, DOMAIN)(NO_PATH if path == "none" else BALANCE)
    return in_language(cards.paths[path], cards, lang)


def emblem_name(emblem: str, cards: CardSet, lang: str = "en") -> str:
    """Return the name of an emblem."""
    return in_language(cards.emblems[emblem], cards, lang) or emblem


def terrain_name(terrain: str, lang: str = "en") -> str:
    """Return `village`, `farm` or `any` in words."""
    return translator(lang, DOMAIN)(TERRAINS[terrain])


def resource_name(resource: str, lang: str = "en") -> str:
    """Return `gold` or `food` in words."""
    return translator(lang, DOMAIN)(RESOURCES[resource])


def counted(count: int, what: str, lang: str = "en") -> str:
    """Return a number of gold, food, crowns, cards or guests.

    Examples
    --------
    >>> counted(1, "crowns"), counted(3, "food", "fr"), counted(-2, "crowns")
    ('1 crown', '3 vivres', '−2 crowns')
    """
    one, many = COUNTS[what]
    return translator(lang, DOMAIN)(one if count == 1 else many).format(count=number(count))


def number(count: int) -> str:
    """Return a number with a minus sign that is as wide as a plus sign.

    Examples
    --------
    >>> number(-4), number(4)
    ('−4', '4')
    """
    return str(count).replace("-", "\u2212")


def price_words(price: Mapping[str, int], lang: str = "en") -> str:
    """Return a cost or price, gold before food.

    Examples
    --------
    >>> price_words({"gold": 4, "food": 6}), price_words({"gold": 3, "food": 0}, "fr"), price_words({})
    ('4 gold and 6 food', '3 or', 'nothing')
    """
    parts = {what: counted(price[what], what, lang) for what in ("gold", "food") if price.get(what)}
    if len(parts) == 2:
        return translator(lang, DOMAIN)(BOTH_PRICES).format(**parts)
    return next(iter(parts.values()), translator(lang, DOMAIN)(NO_PRICE))


def cost_of(card: str, cards: CardSet) -> dict[str, int]:
    """Return the printed cost of a card of the market."""
    entry = find(card, cards)
    return {"gold": getattr(entry, "gold", 0), "food": getattr(entry, "food", 0)}


def in_a_row(phrases: Sequence[str], lang: str = "en") -> str:
    """Return phrases that hold commas themselves as one.

    Examples
    --------
    >>> in_a_row(["a", "b, c", "d"]), in_a_row([])
    ('a; b, c; d', '')
    """
    return reduce(lambda one, other: translator(lang, DOMAIN)(IN_A_ROW).format(one=one, other=other), phrases or [""])


def seat_name(seat: int, names: Sequence[str], lang: str = "en") -> str:
    """Return the name of a seat, its number where no names are known."""
    return names[seat] if names else translator(lang, DOMAIN)(SEAT).format(number=seat)


def option_name(option: str, lang: str = "en") -> str:
    """Return the name of an option, for its label in a form."""
    return translator(lang, DOMAIN)(OPTIONS[option][0])


def option_help(option: str, lang: str = "en") -> str:
    """Return what an option does, in a sentence."""
    return translator(lang, DOMAIN)(OPTIONS[option][1])


def value_name(option: str, value: object, lang: str = "en") -> str:
    """Return one value of an option in words; a number is itself.

    Examples
    --------
    >>> value_name("banners", True, "fr"), value_name("max_rounds", 60)
    ('Oui', '60')
    """
    text = str(value).lower() if isinstance(value, bool) else str(value).partition("@")[0]
    sentence = VALUES.get((option, text))
    return text if sentence is None else translator(lang, DOMAIN)(sentence)
