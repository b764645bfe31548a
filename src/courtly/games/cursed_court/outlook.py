"""Texts on a region's outlook: its requirements, the nobles that have appeared, and its chance to score.

In the hidden form of The Court Remembers, chances would reveal the cards that sit out, so they are withheld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from courtly.games.cursed_court.memory import ViewCache, cache_text
from courtly.games.cursed_court.names import noble_ids, noble_name, points_words, region_nobles, the_noble, together
from courtly.games.cursed_court.view import View
from courtly.text.language import Language
from courtly.text.languages import marked
from courtly.text.locales import Locale

NOBLE_POINTS = (0, 1, 2, 5, 8)
SET_POINTS = {3: 3, 4: 4}

ODDS = marked("From what you know: {chance} to score, {points} on average.")
SHORT_ODDS = marked("{chance} to score, {points} on average")

CACHE = ViewCache()


def hides_memory(view: View) -> bool:
    """Return whether the players have to remember the cards of earlier years."""
    return bool(view["options"]["court_remembers"] == "hidden" and view["result"] is None)


def withholds_odds(view: View) -> bool:
    """Return whether chances are withheld because they would reveal the cards that sit out."""
    return hides_memory(view) and bool(view["aside"])


def shows_odds(view: View, locale: Locale) -> bool:
    """Return whether chances are shown."""
    return "odds" not in locale.off and not withholds_odds(view) and view["prospects"] is not None


def known_holes(view: View) -> Counter[str]:
    """Return the hole cards that the viewer sees."""
    return Counter(card for gap in view["holes"] for card in gap["cards"] or ())


def texts_key(view: View, locale: Locale) -> Hashable:
    """Return the cache key of the texts that do not depend on the crowns of a region."""
    who = (locale.lang, locale.domain, tuple(locale.names), locale.seat, frozenset(locale.off))
    options, known = view["options"], tuple(card for gap in view["holes"] for card in gap["cards"] or ())
    played = (cache_text(options["regions"]), options["coinless"], options["great_exchange"])
    return who, played, shows_odds(view, locale), tuple(view["tableau"]), known


def region_key(region: str, view: View) -> Hashable:
    """Return the cache key of a region: its crowns, its chance and its average points."""
    crowns = tuple((one["seat"], one["coins"], one["feint"]) for one in view["board"].get(region, ()))
    found = view["prospects"][region] if view["prospects"] else None
    return region, crowns, (found["chance"], found["points"]) if found else None


def percent(chance: float, language: Language) -> str:
    """Return a chance in percent; only 0 and 1 are shown as 0% and 100%.

    Examples
    --------
    >>> percent(0.9999, Locale().language), percent(1, Locale().language)
    ('>99%', '100%')
    """
    number = round(100 * chance)
    text = "<1" if number == 0 and chance > 0 else ">99" if number == 100 and chance < 1 else str(number)
    return language.percent(text)


def odds_words(region: str, view: View, locale: Locale) -> str:
    """Return a region's chance to score and its average points; empty if chances are not shown."""
    return _odds(ODDS, region, view, locale)


def short_odds_words(region: str, view: View, locale: Locale) -> str:
    """Return a region's chance and average points, where there is little space; empty if chances are not shown."""
    return _odds(SHORT_ODDS, region, view, locale)


def _odds(sentence: str, region: str, view: View, locale: Locale) -> str:
    if not shows_odds(view, locale):
        return ""
    assert view["prospects"] is not None
    found = view["prospects"][region]
    return locale.say(
        sentence, chance=percent(found["chance"], locale.language), points=points_words(found["points"], locale)
    )


def needs_words(region: str, view: View, locale: Locale) -> str:
    """Return the nobles that a region needs to score, and which of them have appeared."""
    known = tuple(card for gap in view["holes"] for card in gap["cards"] or ())
    about = (region, locale.lang, locale.domain, tuple(view["tableau"]), known, cache_text(view["options"]["regions"]))
    return CACHE.get_or_make(about, lambda: _needs_words(region, view, locale))


def pays_words(region: str, view: View, locale: Locale) -> str:
    """Return the points of a crown in a region (clauses 7.2 and 7.3)."""
    if region in noble_ids():
        return locale.say("1, 2, 5 or 8 points for 1, 2, 3 or 4 cards.")
    nobles = region_nobles(region, view["options"]["regions"])
    return locale.say(
        "{points} points if {nobles} all appear.", points=SET_POINTS[len(nobles)], nobles=_the_nobles(nobles, locale)
    )


def _needs_words(region: str, view: View, locale: Locale) -> str:
    face_up, known, pays = Counter(view["tableau"]), known_holes(view), pays_words(region, view, locale)
    if region in noble_ids():
        there = locale.say(
            "In the tableau: {seen}. In your hole cards: {known}.", seen=face_up[region], known=known[region]
        )
        return f"{pays} {there}"
    nobles = region_nobles(region, view["options"]["regions"])
    missing = [noble for noble in nobles if not face_up[noble] + known[noble]]
    if not missing:
        return f"{pays} {locale.say('Complete.')}"
    rest = locale.say("Not seen yet: {nobles}.", nobles=_the_nobles(missing, locale))
    return f"{pays} {rest}"


def summary_words(region: str, view: View, locale: Locale) -> str:
    """Return the alternative text of a region's picture."""
    if region in noble_ids():
        return locale.say(
            "{seen} in the tableau, {known} in your hole cards",
            seen=view["tableau"].count(region),
            known=known_holes(view)[region],
        )
    nobles = region_nobles(region, view["options"]["regions"])
    return together([noble_name(noble, locale.lang) for noble in nobles], locale.lang)


def _the_nobles(nobles: list[str], locale: Locale) -> str:
    return together([the_noble(noble, locale.lang) for noble in nobles], locale.lang)
