"""Checks of a card set as a whole: numbers of cards, unique ids, known references, and warnings.

They read the raw document, so they work even if single entries are invalid. A warning marks an entry that can be
played but is probably a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from courtly.documents.problems import Note, Steps, place
from courtly.engine.errors import Allowed, listed, shown
from courtly.engine.sentences import Sentence
from courtly.games.monarch.cardset.formulas import Path, Terrain
from courtly.games.monarch.cardset.marks import MAX_READ
from courtly.games.monarch.cardset.problems import said
from courtly.games.monarch.state import BANNERS, COURT, COURTS, GUESTS, IMPROVEMENTS, LANDS, MOONS

MARKET_CARDS = 34
"""Minimum number of Court Cards, improvements and guests together."""

PATHS: tuple[str, ...] = get_args(Path)
TERRAINS: tuple[str, ...] = get_args(Terrain)


class Span(NamedTuple):
    """The lowest and the highest allowed number of entries of a table, and the number in the rulebook."""

    least: int
    most: int
    printed: int
    called: Sentence


COUNTS = {
    "land": Span(9, LANDS, 12, said("land boards")),
    "court": Span(28, COURTS, 38, said("Court Cards")),
    "improvement": Span(1, IMPROVEMENTS, 22, said("Land Improvements")),
    "guest": Span(0, GUESTS, 6, said("Unwanted Guests")),
    "moon": Span(0, MOONS, 8, said("Moons")),
    "banner": Span(0, BANNERS, 5, said("banners")),
}

_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,3}(?![\w])")
_NO_FIGURES = ("id", "name", "text", "source", "cost")
"""The keys whose numbers a text does not repeat: the price is not part of an ability."""

_ONE = 1
"""The number that a text may always name: it is the default of most fields."""

_NAMING = {"per_emblem": ("emblem",), "if_count": ("emblem", "card")}
"""The kinds of formulas that reference something, and the keys of the references."""


@dataclass(slots=True)
class Findings:
    """The errors and warnings of a document."""

    document: Mapping[str, Any]
    languages: tuple[str, ...]
    errors: list[Note] = field(default_factory=list)
    warnings: list[Note] = field(default_factory=list)

    def wrong(
        self, code: str, steps: Steps, sentence: Sentence, *, given: object = None, allowed: Allowed = None
    ) -> None:
        """Record an error."""
        self.errors.append(Note(code, steps, sentence, given, allowed))

    def warn(self, code: str, steps: Steps, sentence: Sentence) -> None:
        """Record a warning."""
        self.warnings.append(Note(code, steps, sentence))

    def entries(self, table: str) -> list[Mapping[str, Any]]:
        """Return the entries of a table, with an empty one for each invalid entry."""
        found = self.document.get(table)
        entries = found[:MAX_READ] if isinstance(found, list) else []
        return [entry if isinstance(entry, dict) else {} for entry in entries]


def check_set(found: Findings) -> None:
    """Record the errors and warnings of a set as a whole."""
    counts = _counts(found)
    for table in COUNTS:
        _check_count(found, table, counts[table])
    _check_market(found, sum(counts[table] for table in ("court", "improvement", "guest")))
    _check_terrains(found)
    _check_ids(found)
    _check_references(found)
    _check_banners(found)
    _check_emblems_of_cards(found)
    _check_barters(found)
    _warn_of_costs(found)
    _warn_of_yields(found)
    _warn_of_emblems(found)
    _warn_of_entries(found)


def _is_table(found: Findings, table: str) -> bool:
    return isinstance(found.document.get(table), list)


def _whole(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _counts(found: Findings) -> Mapping[str, int]:
    """Return the number of cards of each kind. Each copy of a land board counts."""
    counts = {table: len(found.document[table]) if _is_table(found, table) else 0 for table in COUNTS}
    return {**counts, "land": sum(_whole(land.get("copies", 1), 1) for land in found.entries("land"))}


def _check_count(found: Findings, table: str, number: int) -> None:
    if table in found.document and not _is_table(found, table):
        return
    least, most, printed, called = COUNTS[table]
    allowed = f"{least} to {most}" if least else f"up to {most}"
    places = {"number": number, "what": called, "least": least, "most": most, "printed": printed}
    if table in found.document and number < least:
        sentence = said("{number} {what} given; {least} to {most} are required", **places)
        found.wrong("count", (table,), sentence, allowed=allowed)
    elif number > most and least:
        sentence = said("{number} {what} given; {least} to {most} are allowed", **places)
        found.wrong("limit", (table,), sentence, allowed=allowed)
    elif number > most:
        sentence = said("{number} {what} given; the limit is {most}", **places)
        found.wrong("limit", (table,), sentence, allowed=allowed)
    elif number != printed and (table in found.document or not least):
        found.warn("count", (table,), said("{number} {what} given; the rulebook has {printed}", **places))


def _check_market(found: Findings, number: int) -> None:
    if number < MARKET_CARDS:
        sentence = said(
            "only {number} Court Cards, improvements and guests in all; the market needs at least {least}",
            number=number,
            least=MARKET_CARDS,
        )
        found.wrong("count", (), sentence, allowed=f"at least {MARKET_CARDS}")


def _check_terrains(found: Findings) -> None:
    terrains = {_text(land.get("terrain")) for land in found.entries("land")}
    if not _is_table(found, "land") or terrains - {*TERRAINS}:
        return
    if "village" not in terrains:
        sentence = said("no land board is a village; a set needs both terrains")
        found.wrong("count", ("land",), sentence, allowed="village")
    if "farm" not in terrains:
        found.wrong("count", ("land",), said("no land board is a farm; a set needs both terrains"), allowed="farm")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _check_ids(found: Findings) -> None:
    seen: dict[str, Steps] = {}
    for steps, name in _ids(found):
        first = seen.setdefault(name, steps)
        if first != steps:
            places = {"place": place(found.document, first), "name": shown(name, limit=40)}
            sentence = said("{place} is also {name}; each id must be unique", **places)
            found.wrong("duplicate-id", steps, sentence, given=name)


def _ids(found: Findings) -> Iterator[tuple[Steps, str]]:
    """Yield the ids of the set and of all entries, each with its path."""
    about = found.document.get("set")
    if isinstance(about, dict) and isinstance(about.get("id"), str):
        yield ("set", "id"), about["id"]
    for table in COUNTS:
        for i, entry in enumerate(found.entries(table)):
            if isinstance(entry.get("id"), str):
                yield (table, i, "id"), entry["id"]


def _check_references(found: Findings) -> None:
    """Record references to cards and emblems that the set does not have."""
    if isinstance(emblems := found.document.get("emblems", {}), dict):
        for steps, name in _named(found, "emblem"):
            if name not in emblems:
                sentence = said("there is no emblem {name} in this set", name=shown(name, limit=40))
                found.wrong("unknown-emblem", steps, sentence, given=name)
    if _is_table(found, "court"):
        courts = {_text(court.get("id")) for court in found.entries("court")}
        for steps, name in _named(found, "card"):
            if name not in courts:
                sentence = said("there is no Court Card {name} in this set", name=shown(name, limit=40))
                found.wrong("unknown-card", steps, sentence, given=name)


def _named(found: Findings, what: str) -> Iterator[tuple[Steps, str]]:
    """Yield the emblems or cards that entries reference, each with its path."""
    for table in ("court", "guest", "banner"):
        for i, entry in enumerate(found.entries(table)):
            for n, emblem in enumerate(_list(entry, "emblems") if table == "court" and what == "emblem" else []):
                if isinstance(emblem, str):
                    yield (table, i, "emblems", n), emblem
            crowns = entry["crowns"] if isinstance(entry.get("crowns"), dict) else {}
            if what in _NAMING.get(_text(crowns.get("kind")), ()) and isinstance(crowns.get(what), str):
                yield (table, i, "crowns", what), crowns[what]


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    value = entry.get(key)
    return value[:MAX_READ] if isinstance(value, list) else []


def _check_emblems_of_cards(found: Findings) -> None:
    for i, court in enumerate(found.entries("court")):
        seen: set[str] = set()
        for n, emblem in enumerate(map(_text, _list(court, "emblems"))):
            if emblem and emblem in seen:
                sentence = said("this card lists the emblem {name} twice", name=shown(emblem, limit=40))
                found.wrong("duplicate", ("court", i, "emblems", n), sentence, given=emblem)
            seen.add(emblem)


def _check_barters(found: Findings) -> None:
    for i, court in enumerate(found.entries("court")):
        powers = enumerate(_list(court, "powers"))
        barters = [n for n, power in powers if isinstance(power, dict) and power.get("kind") == "barter"]
        for n in barters[1:]:
            sentence = said("a card can have only one barter")
            found.wrong("limit", ("court", i, "powers", n), sentence, allowed="one barter")


def _check_banners(found: Findings) -> None:
    paths = [path if path in (*PATHS, "none") else "" for path in _paths(found)]
    seen: set[str] = set()
    for i, banner in enumerate(found.entries("banner")):
        path = _text(banner.get("path"))
        if path in (*PATHS, "balance") and path in seen:
            sentence = said("there is already a banner of {path}; only one is allowed", path=path)
            found.wrong("duplicate", ("banner", i, "path"), sentence, given=path)
        seen.add(path)
        if isinstance(requirement := banner.get("requirement"), dict):
            _check_requirement(found, ("banner", i, "requirement", "at_least"), requirement, paths)


def _paths(found: Findings) -> list[str]:
    return [_text(court.get("path")) for court in found.entries("court")]


def _check_requirement(found: Findings, steps: Steps, requirement: Mapping[str, Any], paths: Sequence[str]) -> None:
    """Record a requirement that no court of this set can meet. A card with an invalid path could have any path."""
    path, kind = _text(requirement.get("path")), requirement.get("kind")
    if kind == "path_variety":
        most, what = len(PATHS) if "" in paths else len({*paths} - {"none"}), said("different paths")
        wanted = _whole(requirement.get("at_least"), 1)
    elif kind == "path_cards" and path in PATHS:
        most, what = min(COURT, sum(other in ("", path) for other in paths)), said("{path} cards", path=path)
        wanted = _whole(requirement.get("at_least", 2), 1)
    else:
        return
    if most < wanted:
        places = {"number": wanted, "what": what, "most": most}
        sentence = said("a court cannot have {number} {what}; the limit is {most}", **places)
        found.wrong("range", steps, sentence, given=requirement.get("at_least"), allowed=f"up to {most}")


def _warn_of_costs(found: Findings) -> None:
    for i, court in enumerate(found.entries("court")):
        cost, path = court.get("cost"), court.get("path")
        food = _whole(cost.get("food", 0), 0) if isinstance(cost, dict) else 0
        if path == "bounty" and food == 0:
            sentence = said("this Bounty card costs no food; in the rulebook, Bounty cards cost gold and food")
            found.warn("rulebook-cost", ("court", i, "cost"), sentence)
        elif path in (*PATHS, "none") and path != "bounty" and food > 0:
            sentence = said("this Court Card costs food; in the rulebook, only Bounty cards do")
            found.warn("rulebook-cost", ("court", i, "cost"), sentence)


def _warn_of_yields(found: Findings) -> None:
    """Warn of improvements that yield no more than a bare board of their terrain."""
    bare: dict[str, int] = {}
    for land in found.entries("land"):
        terrain, yields = _text(land.get("terrain")), _whole(land.get("yield", 1), 1)
        bare[terrain] = min(yields, bare.get(terrain, yields))
    for i, improvement in enumerate(found.entries("improvement")):
        terrain, yields = _text(improvement.get("terrain")), _whole(improvement.get("yield"), 1)
        if yields <= bare.get(terrain, 0) and terrain == "village":
            sentence = said("it yields {number}, no more than a bare village", number=yields)
            found.warn("yield", ("improvement", i, "yield"), sentence)
        if yields <= bare.get(terrain, 0) and terrain == "farm":
            sentence = said("it yields {number}, no more than a bare farm", number=yields)
            found.warn("yield", ("improvement", i, "yield"), sentence)


def _warn_of_emblems(found: Findings) -> None:
    borne = {_text(emblem) for court in found.entries("court") for emblem in _list(court, "emblems")}
    emblems = found.document.get("emblems")
    for emblem in list(emblems)[:MAX_READ] if isinstance(emblems, dict) else []:
        if emblem not in borne:
            found.warn("unused-emblem", ("emblems", emblem), said("no Court Card has this emblem"))


def _warn_of_entries(found: Findings) -> None:
    """Warn of incomplete entries, of texts missing in a language, and of numbers that only a text has."""
    for table in COUNTS:
        for i, entry in enumerate(found.entries(table)):
            if entry.get("incomplete") is True:
                sentence = said("this card is marked incomplete: its real ability cannot be expressed")
                found.warn("incomplete", (table, i), sentence)
            if isinstance(texts := entry.get("text"), dict):
                for language in found.languages:
                    text, steps = _text(texts.get(language)), (table, i, "text", language)
                    if not text.strip():
                        found.warn("text", steps, said("the text is empty in language {language}", language=language))
                    elif entry.get("incomplete") is not True:
                        _warn_of_figures(found, steps, text, entry)


def _warn_of_figures(found: Findings, steps: Steps, text: str, entry: Mapping[str, Any]) -> None:
    """Warn of a number in a text that no field of the card has, such as 7 crowns on a card of 4 crowns."""
    figures = {abs(number) for key, value in entry.items() if key not in _NO_FIGURES for number in _numbers(value)}
    figures |= {2} if "requirement" in entry else set()  # the default of `at_least`
    for given in dict.fromkeys(map(int, _NUMBER.findall(text))):
        if given not in figures and given != _ONE:
            places = {"number": given, "figures": listed(sorted(figures)) if figures else said("no number")}
            sentence = said("the text has the number {number}, but the fields of this card have {figures}", **places)
            found.warn("text-figure", steps, sentence)


def _numbers(value: object, depth: int = 3) -> Iterator[int]:
    """Yield the numbers in a value. No field has numbers deeper than in a list of tables."""
    if isinstance(value, dict | list) and depth:
        for below in list(value.values() if isinstance(value, dict) else value)[:MAX_READ]:
            yield from _numbers(below, depth - 1)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
