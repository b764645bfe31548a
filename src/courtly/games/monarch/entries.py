"""The tables of a card set: what each kind of card takes, and how it becomes a value of `cards`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from courtly.engine.errors import listed, shown
from courtly.games.monarch import cards
from courtly.games.monarch.fields import (
    MOST_READ,
    REQUIRED,
    Field,
    Fields,
    Node,
    flag,
    identity,
    line,
    names,
    read_kind,
    read_line,
    read_table,
    reference,
    several,
    texts,
    whole,
    word,
)
from courtly.games.monarch.kinds import (
    PATHS,
    REQUIREMENTS,
    RESOURCES,
    TERRAINS,
    crowns,
    moon_effects,
    on_acquire,
    power,
    powers,
)
from courtly.games.monarch.problems import KEBAB, is_id

_INSIDE = "inside"
"""Where an entry keeps a table whose fields become its own."""

SOURCES = ("rulebook", "reported", "house", "owner")
MOST_EMBLEMS = 16
MOST_LANGUAGES = 20
LONGEST_TAG = 20
_LANGUAGE = "a language such as en or pt-br"


def _source(*groups: str) -> Field:
    fields = {group: word(*SOURCES, default=None) for group in ("default", *groups)}
    return Field(partial(_read_source, fields), listed(SOURCES), None, default=None)


def _read_source(fields: Fields, node: Node) -> Any:
    if isinstance(node.value, dict):
        read_table(node, fields)
        return node.value
    return fields["default"].read(node)


def _entry(fields: Fields, *groups: str) -> Fields:
    """Return the fields of an entry beside those that every one has."""
    every = {"id": identity(), "name": names(), "text": texts(), "source": _source(*groups), "incomplete": flag()}
    return {**every, **fields}


def _cost(fields: Fields, read: Callable[[Node], dict[str, Any]]) -> Field:
    return Field(read, f"a table of {listed(list(fields))}", dict.fromkeys(fields, 0), into=_INSIDE)


_GOLD_FIRST: Fields = {
    "gold": Field(whole(0, 99).read, "a whole number from 0 to 99", 0, code="cost"),
    "food": whole(0, 99, default=0),
}
_EITHER: Fields = {"gold": whole(0, 99, default=0), "food": whole(0, 99, default=0)}
_FOOD: Fields = {"food": whole(0, 99)}


def _guest_cost(node: Node) -> dict[str, Any]:
    if node.value == {}:
        node.wrong("missing", "the price of a guest has gold, food or both", allowed="gold, food or both")
    return read_table(node, _EITHER)


def _food_cost(node: Node) -> dict[str, Any]:
    """Return what an improvement costs; what else stands there is told instead of the food it lacks."""
    if isinstance(node.value, dict) and node.value and "food" not in node.value:
        for key in node.value:
            node.child(key).wrong("cost", "an improvement is paid in food alone", allowed=["food"])
        return {"food": 0}
    return read_table(node, _FOOD, unknown="cost")


LAND = _entry(
    {"terrain": word(*TERRAINS), "yield": whole(1, 9, default=1, into="yields"), "copies": whole(1, 16, default=1)},
    *("name", "terrain", "yield", "copies"),
)
COURT = _entry(
    {
        "path": word(*PATHS, "none"),
        "emblems": several(reference("emblem").read, at_most=MOST_EMBLEMS, says="emblems"),
        "cost": _cost(_GOLD_FIRST, partial(read_table, fields=_GOLD_FIRST)),
        "crowns": crowns(),
        "on_acquire": on_acquire(),
        "powers": powers(),
    },
    *("name", "path", "emblems", "cost", "crowns", "ability"),
)
IMPROVEMENT = _entry(
    {
        "terrain": word(*TERRAINS),
        "yield": whole(1, 9, into="yields"),
        "path": word(*PATHS, "none", default="none"),
        "cost": _cost(_FOOD, _food_cost),
    },
    *("name", "terrain", "yield", "path", "cost"),
)
GUEST = _entry({"cost": _cost(_EITHER, _guest_cost), "crowns": crowns(guest=True)}, *("name", "cost", "crowns"))
PLEDGE: Fields = {"resource": word(*RESOURCES), "per_sister": whole(0, 20), "base": whole(0, 40)}


def _pledge(node: Node) -> cards.Pledge:
    pledge = cards.Pledge(**read_table(node, PLEDGE))
    given = node.value if isinstance(node.value, dict) else {}
    if given.get("per_sister") == 0 == given.get("base"):
        node.wrong("range", "a pledge of 0 asks for nothing; per_sister or base must be 1 or more")
    return pledge


MOON = _entry(
    {
        "tone": word("good", "bad", default=None),
        "effects": moon_effects(),
        "pledge": Field(_pledge, "a table of resource, per_sister and base", None, default=None),
        "met": moon_effects(met=True),
        "unmet": moon_effects(),
    },
    *("name", "effects"),
)


def _requirement(node: Node) -> dict[str, Any]:
    kind, values = read_kind(node, REQUIREMENTS)
    return {"requires": kind, "required_path": None, "at_least": 1, **values}


BANNER = _entry(
    {
        "path": word(*PATHS, "balance"),
        "requirement": Field(
            _requirement, "a table with a kind", {"requires": "", "required_path": None, "at_least": 1}, into=_INSIDE
        ),
        "crowns": crowns(),
        "power": power(),
    },
    *("name", "requirement", "crowns", "power"),
)


def _card(node: Node, fields: Fields, make: Callable[..., Any]) -> Any:
    """Return one entry as a value of `cards`; the tables inside it that are no values of their own are laid open."""
    values = read_table(node, fields)
    values.update(values.pop(_INSIDE, {}))
    if values["incomplete"]:
        node.warn("incomplete", "the entry says that its real ability cannot be expressed")
    return make(**values)


def _moon(node: Node, fields: Fields) -> cards.Moon:
    """Return a Moon, and note unless it does something in exactly one of the two ways."""
    moon: cards.Moon = _card(node, fields, cards.Moon)
    given = node.value if isinstance(node.value, dict) else {"effects": [None]}
    if ("effects" in given) == ("pledge" in given):
        which = "both" if "effects" in given else "neither"
        node.wrong("choice", f"a Moon has either effects or a pledge; this one has {which}")
    lists = ("met", "unmet") if "pledge" in given else ("effects",)
    for key in ("met", "unmet"):
        if "pledge" in given and key not in given:
            node.child(key).wrong("missing", f"there must be {key} beside pledge, if only an empty list")
        if "pledge" not in given and key in given:
            node.child(key).wrong("unknown-key", f"{key} goes with pledge alone")
    if all(given.get(key) == [] for key in lists):
        node.wrong("choice", "with this Moon there is nothing to win or to lose")
    return moon


def _entries(read: Callable[[Node], Any], node: Node) -> tuple[Any, ...]:
    if not isinstance(node.value, list):
        node.refuse("type", f"a list of entries, [[{node.steps[-1]}]] in TOML")
        return ()
    return tuple(read(node.child(i)) for i in range(min(len(node.value), MOST_READ)))


def _list(read: Callable[[Node], Any], *, into: str, default: Any = REQUIRED) -> Field:
    return Field(partial(_entries, read), "a list of entries", (), default, into)


def _cards(fields: Fields, make: Callable[..., Any]) -> Callable[[Node], Any]:
    return partial(_card, fields=fields, make=make)


def _emblems(node: Node) -> Mapping[str, cards.Names]:
    """Return the names of the emblems of a set by their ids."""
    if not isinstance(node.value, dict):
        node.refuse("type", "a table of emblems with their names")
        return {}
    if len(node.value) > MOST_EMBLEMS:
        node.wrong("limit", f"these are {len(node.value)} emblems; there may be {MOST_EMBLEMS}")
    keys = list(node.value)[:MOST_READ]
    for key in keys:
        if not is_id(key):
            node.child(key).wrong("id", "an emblem is named by small letters, digits and single hyphens")
    return {key: names().read(node.child(key)) for key in keys}


def _schema(node: Node) -> int:
    if type(node.value) is not int or node.value != 1:
        node.refuse("schema", "1, the number of this form")
    return 1


def is_language(value: object) -> bool:
    """Return whether a value can be the tag of a language."""
    return isinstance(value, str) and len(value) <= LONGEST_TAG and KEBAB.fullmatch(value.lower()) is not None


def _languages(node: Node) -> tuple[str, ...]:
    if not isinstance(node.value, list):
        node.refuse("type", "a list of languages")
        return ()
    if not node.value:
        node.wrong("count", "a set is written in at least one language")
    if len(node.value) > MOST_LANGUAGES:
        node.wrong("limit", f"these are {len(node.value)} languages; there may be {MOST_LANGUAGES}")
    seen: list[str] = []
    for i in range(min(len(node.value), MOST_LANGUAGES)):
        language = node.child(i)
        text = read_line(_LANGUAGE, language)
        if isinstance(language.value, str) and not is_language(text):
            language.refuse("value", _LANGUAGE)
        if text in seen:
            language.wrong("duplicate", f"language {shown(text, limit=40)} stands here twice")
        seen.append(text)
    return tuple(seen)


SET: Fields = {
    "id": identity(),
    "version": line(says="a text such as 1.0"),
    "name": names(),
    "notice": names(),
    "languages": Field(_languages, "a list of languages", ()),
}
PATH_NAMES: Fields = {path: names() for path in PATHS}

DOCUMENT: Fields = {
    "schema": Field(_schema, "1", 1),
    "set": Field(partial(read_table, fields=SET), "the table of the set", {}),
    "paths": Field(partial(read_table, fields=PATH_NAMES), "the names of the four paths", {}),
    "emblems": Field(_emblems, "a table of emblems with their names", {}, default={}),
    "land": _list(_cards(LAND, cards.Land), into="lands"),
    "court": _list(_cards(COURT, cards.Court), into="courts"),
    "improvement": _list(_cards(IMPROVEMENT, cards.Improvement), into="improvements"),
    "guest": _list(_cards(GUEST, cards.Guest), into="guests", default=()),
    "moon": _list(partial(_moon, fields=MOON), into="moons", default=()),
    "banner": _list(_cards(BANNER, cards.Banner), into="banners", default=()),
}
