"""What a reader of Cursed Court is told of a region's outlook: what it needs, what of that has come, and its chances.

With The Court Remembers in its hidden form chances would tell which cards sit out, so they are withheld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from courtly.games.cursed_court.memory import Memory, plain
from courtly.games.cursed_court.names import noble_ids, noble_name, points_words, region_nobles, the_noble, together
from courtly.games.cursed_court.view import View
from courtly.text.reader import Reader

NOBLE_POINTS = (0, 1, 2, 5, 8)
SET_POINTS = {3: 3, 4: 4}

MEMORY = Memory()


def hides_memory(view: View) -> bool:
    """Return whether the reader has to remember what earlier years showed."""
    return bool(view["options"]["court_remembers"] == "hidden" and view["result"] is None)


def withholds_odds(view: View) -> bool:
    """Return whether chances would tell which cards sit out, which the reader has to remember."""
    return hides_memory(view) and bool(view["aside"])


def shows_odds(view: View, reader: Reader) -> bool:
    """Return whether chances are shown."""
    return "odds" not in reader.off and not withholds_odds(view) and view["prospects"] is not None


def known_holes(view: View) -> Counter[str]:
    """Return the hole cards that the reader sees."""
    return Counter(card for gap in view["holes"] for card in gap["cards"] or ())


def said_of(view: View, reader: Reader) -> Hashable:
    """Return all that what is said of regions depends on, beside what lies in each of them."""
    who = (reader.lang, reader.domain, tuple(reader.names), reader.seat, frozenset(reader.off))
    options, known = view["options"], tuple(card for gap in view["holes"] for card in gap["cards"] or ())
    played = (plain(options["regions"]), options["coinless"], options["great_exchange"])
    return who, played, shows_odds(view, reader), tuple(view["tableau"]), known


def said_in(region: str, view: View) -> Hashable:
    """Return what lies in a region, and what may be won there."""
    crowns = tuple((one["seat"], one["coins"], one["feint"]) for one in view["board"].get(region, ()))
    found = view["prospects"][region] if view["prospects"] else None
    return region, crowns, (found["chance"], found["points"]) if found else None


def percent(chance: float, lang: str) -> str:
    """Return a chance in hundredths; what is merely near nothing or certain is not said to be so.

    Examples
    --------
    >>> percent(0.9999, "en"), percent(1, "en")
    ('>99%', '100%')
    """
    number = round(100 * chance)
    text = "<1" if number == 0 and chance > 0 else ">99" if number == 100 and chance < 1 else str(number)
    return f"{text}\u202f%" if lang == "fr" else f"{text}%"


def odds_words(region: str, view: View, reader: Reader) -> str:
    """Return a region's chance to score and its average points, unless they are not shown."""
    if not shows_odds(view, reader):
        return ""
    assert view["prospects"] is not None
    found = view["prospects"][region]
    return reader.say(
        "From what you know: {chance} to score, {points} on average.",
        chance=percent(found["chance"], reader.lang),
        points=points_words(found["points"], reader),
    )


def needs_words(region: str, view: View, reader: Reader) -> str:
    """Return what must appear for a region to score, and what of it has."""
    known = tuple(card for gap in view["holes"] for card in gap["cards"] or ())
    about = (region, reader.lang, reader.domain, tuple(view["tableau"]), known, plain(view["options"]["regions"]))
    return MEMORY.find(about, lambda: _needs_words(region, view, reader))


def _needs_words(region: str, view: View, reader: Reader) -> str:
    face_up, known = Counter(view["tableau"]), known_holes(view)
    if region in noble_ids():
        copies = reader.say("1, 2, 5 or 8 points for one, two, three or four cards.")
        there = reader.say(
            "In the tableau: {seen}; among your hole cards: {known}.", seen=face_up[region], known=known[region]
        )
        return f"{copies} {there}"
    nobles = region_nobles(region, view["options"]["regions"])
    whole = reader.say(
        "{points} points if {nobles} all appear.", points=SET_POINTS[len(nobles)], nobles=_the_nobles(nobles, reader)
    )
    missing = [noble for noble in nobles if not face_up[noble] + known[noble]]
    if not missing:
        return f"{whole} {reader.say('Complete.')}"
    rest = reader.say("As far as you know, still missing: {nobles}.", nobles=_the_nobles(missing, reader))
    return f"{whole} {rest}"


def summary_words(region: str, view: View, reader: Reader) -> str:
    """Return what a picture of a region shows, in words."""
    if region in noble_ids():
        return reader.say(
            "{seen} in the tableau, {known} in your hole cards",
            seen=view["tableau"].count(region),
            known=known_holes(view)[region],
        )
    nobles = region_nobles(region, view["options"]["regions"])
    return together([noble_name(noble, reader.lang) for noble in nobles], reader.lang)


def _the_nobles(nobles: list[str], reader: Reader) -> str:
    return together([the_noble(noble, reader.lang) for noble in nobles], reader.lang)
