"""Names of Cursed Court in every language: nobles, regions, seasons, coins and chips.

Names of components come from `components.toml` or from a user's own list of set regions. Other texts are English here
and translated as whole sentences. A noble has an article inside a sentence. A catalogue may quote the names of set
regions, because a user may choose any name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from courtly.games.cursed_court.components import components
from courtly.games.cursed_court.content import NAME
from courtly.text.languages import ENGLISH, checked_language, in_language, marked, text_language, translator
from courtly.text.locales import Locale

Regions = str | Sequence[Mapping[str, Any]]
"""Type of `view["options"]["regions"]`: `"printed"`, or a user's own list of set regions."""

SEASONS = {
    "spring": marked("Spring"),
    "summer": marked("Summer"),
    "autumn": marked("Autumn"),
    "winter": marked("Winter"),
}

COUNTED, BOTH, QUOTED = marked("{name} ×{count}"), marked("{names} and {last}"), marked("the {name}")
CROWN_OF, OWN_CROWN = marked("{owner} crown"), marked("Your crown")


def noble_name(noble: str, lang: str = ENGLISH) -> str:
    """Return the name of a noble.

    Examples
    --------
    >>> noble_name("jester", "fr")
    'Bouffon'
    """
    return in_language(_nobles()[noble]["name"], lang)


def the_noble(noble: str, lang: str = ENGLISH) -> str:
    """Return the name of a noble with its article.

    Examples
    --------
    >>> the_noble("assassin"), the_noble("assassin", "fr")
    ('the Assassin', 'l’Assassin')
    """
    return in_language(_nobles()[noble]["the"], lang)


def region_name(region: str, regions: Regions = "printed", lang: str = ENGLISH) -> str:
    """Return the name of a region. If it has no name in `lang`, use its name in another language.

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


def the_region(region: str, regions: Regions = "printed", lang: str = ENGLISH) -> str:
    r"""Return the name of a region for use inside a sentence.

    Examples
    --------
    >>> the_region("affair"), the_region("affair", lang="fr"), the_region("king", lang="fr")
    ('the Affair', '«\u202fLiaison\u202f»', 'le Roi')
    """
    if region in _nobles():
        return the_noble(region, lang)
    return translator(lang, NAME)(QUOTED).format(name=region_name(region, regions, lang))


def region_nobles(region: str, regions: Regions = "printed") -> list[str]:
    """Return the nobles that must appear for a region to score."""
    return [region] if region in _nobles() else list(_entry(region, regions)["nobles"])


def noble_ids() -> list[str]:
    """Return the nobles, which are also the noble regions, in the order of the grid."""
    return list(_nobles())


def set_ids(regions: Regions = "printed") -> list[str]:
    """Return the set regions in the order of their list."""
    return [str(entry["id"]) for entry in _entries(regions)]


def season_name(season: str, lang: str = ENGLISH) -> str:
    """Return the name of a season."""
    return translator(lang, NAME)(SEASONS[season])


def is_exchange(options: Mapping[str, Any]) -> bool:
    """Return whether chips replace coins."""
    return bool(options["great_exchange"] != "off")


def coin_words(count: int, locale: Locale, *, exchange: bool = False) -> str:
    """Return a number of coins in words, or of chips in The Great Exchange.

    Examples
    --------
    >>> coin_words(1, Locale()), coin_words(0, Locale("fr", domain="cursed_court"), exchange=True)
    ('1 coin', '0 jeton')
    """
    if exchange:
        return locale.count("{n} chip", "{n} chips", count)
    return locale.count("{n} coin", "{n} coins", count)


def points_words(points: float, locale: Locale) -> str:
    """Return average points in words, with one decimal.

    Examples
    --------
    >>> points_words(0.7, Locale()), points_words(1.6, Locale("fr", domain="cursed_court"))
    ('0.7 points', '1,6 point')
    """
    language = locale.language
    form = language.plural_of(points)
    return locale.count("{points} point", "{points} points", form, points=language.decimal(points))


def cards_words(cards: Sequence[str], lang: str = ENGLISH) -> str:
    """Return cards in the order of the grid, with multiples counted.

    Examples
    --------
    >>> cards_words(["king", "merchant", "king"])
    'Merchant, King ×2'
    """
    counts = Counter(cards)
    counted = translator(lang, NAME)(COUNTED)
    names = [(noble_name(noble, lang), counts[noble]) for noble in _nobles() if counts[noble]]
    return ", ".join(name if count == 1 else counted.format(name=name, count=count) for name, count in names)


def together(names: Sequence[str], lang: str = ENGLISH) -> str:
    """Join names into one phrase.

    Examples
    --------
    >>> together(["Ann"]), together(["Ann", "Bo", "Cyd"], "fr")
    ('Ann', 'Ann, Bo et Cyd')
    """
    if len(names) < 2:
        return "".join(names)
    # Not the shared catalogue's "and" between English names.
    say = translator(text_language(lang, NAME), NAME)
    return say(BOTH).format(names=", ".join(names[:-1]), last=names[-1])


def crown_name(owner: str, locale: Locale) -> str:
    """Return the name of a player's crown. In a lesson, the learner is called "You".

    Examples
    --------
    >>> crown_name("Bo", Locale()), crown_name("Ann", Locale("fr", domain="cursed_court"))
    ('Bo’s crown', 'Couronne d’Ann')
    """
    if owner == locale.say("You"):
        return locale.say(OWN_CROWN)
    return locale.say(CROWN_OF, owner=locale.language.of(owner))


def _entry(region: str, regions: Regions) -> Mapping[str, Any]:
    """Return the entry of a set region."""
    return {entry["id"]: entry for entry in _entries(regions)}[region]


def _entries(regions: Regions) -> Sequence[Mapping[str, Any]]:
    """Return the list of set regions of a match."""
    printed: list[dict[str, Any]] = components()["region"]
    return printed if isinstance(regions, str) else regions


@cache
def _nobles() -> dict[str, dict[str, Any]]:
    """Return the nobles by id, in the order of the grid."""
    return {entry["id"]: entry for entry in components()["noble"]}
