"""Cursed Court by name: nobles, regions, seasons, coins and chips, and the options as a form shows them.

Names of components come from `components.toml` or from a user's own list of set regions; everything else is English
here and translated as a whole. A noble carries its French article; a set region, whose name may be anybody's, stands
between quotation marks instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from courtly.engine.words import checked_language, marked, translator
from courtly.games.cursed_court.content import components

DOMAIN = "cursed_court"
"""The catalogue that holds this game's translations."""

Regions = str | Sequence[Mapping[str, Any]]
"""`"printed"`, or a user's own list of set regions, as `view["options"]["regions"]` has it."""

SEASONS = {
    "spring": marked("Spring"),
    "summer": marked("Summer"),
    "autumn": marked("Autumn"),
    "winter": marked("Winter"),
}

COINS = {"coins": (marked("1 coin"), marked("{count} coins")), "chips": (marked("1 chip"), marked("{count} chips"))}
COUNTED, BOTH, QUOTED = marked("{name} ×{count}"), marked("{names} and {last}"), marked("the {name}")

OPTIONS = {
    "players": (marked("Players"), marked("How many sit at the table.")),
    "years": (marked("Years"), marked("How many years are played, if nothing ends the match before.")),
    "tie": (marked("A tie for victory"), marked("What happens when several players have most after the last year.")),
    "regions": (
        marked("Set regions"),
        marked("Which 18 sets of three or four nobles can be bet on: the printed ones, or a list of your own."),
    ),
    "court_remembers": (
        marked("The Court Remembers"),
        marked("The cards of one year's tableau sit out the next year, which changes the odds."),
    ),
    "coinless": (
        marked("The Coinless Court"),
        marked("No coins and no bumping: players share regions, and whoever comes later scores less there."),
    ),
    "great_exchange": (
        marked("The Great Exchange"),
        marked("Everybody has 100 chips, and whoever scores most in a year takes all chips on the board."),
    ),
    "masquerade": (
        marked("The Royal Masquerade"),
        marked("One of each player's crowns is a feint: it holds a region, and scores nothing."),
    ),
}

VALUES = {
    ("tie", "shared"): marked("Shared victory"),
    ("tie", "extra-year"): marked("Extra years until it is broken, at most ten"),
    ("regions", "printed"): marked("The printed ones, as far as they are known"),
    ("court_remembers", "off"): marked("No"),
    ("court_remembers", "hidden"): marked("Yes, and players have to remember the cards"),
    ("court_remembers", "open"): marked("Yes, with the cards in sight"),
    ("coinless", "false"): marked("No"),
    ("coinless", "true"): marked("Yes"),
    ("great_exchange", "off"): marked("No"),
    ("great_exchange", "elimination"): marked("Until one player has all chips"),
    ("great_exchange", "cash"): marked("A cash game with more chips to buy between the years"),
    ("masquerade", "false"): marked("No"),
    ("masquerade", "true"): marked("Yes"),
}


def noble_name(noble: str, lang: str = "en") -> str:
    """Return the name of a noble.

    Examples
    --------
    >>> noble_name("jester", "fr")
    'Bouffon'
    """
    return str(_nobles()[noble]["name"][checked_language(lang)])


def the_noble(noble: str, lang: str = "en") -> str:
    """Return the name of a noble with its article.

    Examples
    --------
    >>> the_noble("assassin"), the_noble("assassin", "fr")
    ('the Assassin', "l'Assassin")
    """
    if checked_language(lang) == "fr":
        return str(_nobles()[noble]["french"]["the"])
    return f"the {noble_name(noble, lang)}"


def region_name(region: str, regions: Regions = "printed", lang: str = "en") -> str:
    """Return the name of a region; one that is named in another language only keeps that name.

    Examples
    --------
    >>> region_name("wedding", lang="fr"), region_name("king")
    ('Noces', 'King')
    """
    if region in _nobles():
        return noble_name(region, lang)
    names = _entry(region, regions).get("name", {})
    name = names.get(checked_language(lang)) or next(iter(names.values()), region)
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in name)


def the_region(region: str, regions: Regions = "printed", lang: str = "en") -> str:
    r"""Return the name of a region as it stands inside a sentence.

    Examples
    --------
    >>> the_region("affair"), the_region("affair", lang="fr"), the_region("king", lang="fr")
    ('the Affair', '«\xa0Liaison\xa0»', 'le Roi')
    """
    if region in _nobles():
        return the_noble(region, lang)
    return translator(lang, DOMAIN)(QUOTED).format(name=region_name(region, regions, lang))


def region_nobles(region: str, regions: Regions = "printed") -> list[str]:
    """Return the nobles that must appear for a region to score."""
    return [region] if region in _nobles() else list(_entry(region, regions)["nobles"])


def noble_ids() -> list[str]:
    """Return the nobles, which are also the noble regions, in the order of the grid."""
    return list(_nobles())


def set_ids(regions: Regions = "printed") -> list[str]:
    """Return the set regions in the order of their list."""
    return [str(entry["id"]) for entry in _entries(regions)]


def season_name(season: str, lang: str = "en") -> str:
    """Return the name of a season."""
    return translator(lang, DOMAIN)(SEASONS[season])


def coin_words(count: int, lang: str = "en", *, exchange: bool = False) -> str:
    """Return a number of coins, or in The Great Exchange of chips.

    Examples
    --------
    >>> coin_words(1), coin_words(7, "fr", exchange=True)
    ('1 coin', '7 jetons')
    """
    one, many = COINS["chips" if exchange else "coins"]
    return translator(lang, DOMAIN)(one if count == 1 else many).format(count=count)


def cards_words(cards: Sequence[str], lang: str = "en") -> str:
    """Return cards in the order of the grid, equal ones counted.

    Examples
    --------
    >>> cards_words(["king", "merchant", "king"])
    'Merchant, King ×2'
    """
    counts = Counter(cards)
    counted = translator(lang, DOMAIN)(COUNTED)
    names = [(noble_name(noble, lang), counts[noble]) for noble in _nobles() if counts[noble]]
    return ", ".join(name if count == 1 else counted.format(name=name, count=count) for name, count in names)


def together(names: Sequence[str], lang: str = "en") -> str:
    """Return names as one phrase.

    Examples
    --------
    >>> together(["Ann"]), together(["Ann", "Bo", "Cyd"], "fr")
    ('Ann', 'Ann, Bo et Cyd')
    """
    if len(names) < 2:
        return "".join(names)
    return translator(lang, DOMAIN)(BOTH).format(names=", ".join(names[:-1]), last=names[-1])


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
    >>> value_name("tie", "shared"), value_name("masquerade", True, "fr"), value_name("years", 3)
    ('Shared victory', 'Oui', '3')
    """
    text = str(value).lower() if isinstance(value, bool) else str(value)
    sentence = VALUES.get((option, text))
    return text if sentence is None else translator(lang, DOMAIN)(sentence)


def _entry(region: str, regions: Regions) -> Mapping[str, Any]:
    """Return the entry of a set region."""
    return next(entry for entry in _entries(regions) if entry["id"] == region)


def _entries(regions: Regions) -> Sequence[Mapping[str, Any]]:
    """Return the list of set regions that a match is played with."""
    printed: list[dict[str, Any]] = components()["region"]
    return printed if isinstance(regions, str) else regions


@cache
def _nobles() -> dict[str, dict[str, Any]]:
    """Return the nobles by id, in the order of the grid."""
    return {entry["id"]: entry for entry in components()["noble"]}
