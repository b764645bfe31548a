"""Courtisans in words: cards, missions, choices and log lines, in every language.

Names and mission texts come from `components.toml`; sentences are English here and translated as a whole, with named
places filled by names that carry their own article. Nothing here knows a position: a caller gives what one seat may
know.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from courtly.engine.words import checked_language, marked, translator

COMPONENTS = Path(__file__).with_name("components.toml")

PLAY = {
    "above": marked("Play {card} above the Queen's table"),
    "below": marked("Play {card} below the Queen's table"),
    "own": marked("Play {card} in your own domain"),
    "other": marked("Play {card} in {owner} domain"),
}
PLAY_SPY = {
    "above": marked("Play {card}, face down, above the Queen's table"),
    "below": marked("Play {card}, face down, below the Queen's table"),
    "own": marked("Play {card}, face down, in your own domain"),
    "other": marked("Play {card}, face down, in {owner} domain"),
}
KILL = {
    "above": marked("Eliminate {card} above the Queen's table"),
    "below": marked("Eliminate {card} below the Queen's table"),
    "own": marked("Eliminate {card} in your own domain"),
    "other": marked("Eliminate {card} in {owner} domain"),
    "unseen": marked("Eliminate {card} without looking at it"),
}
SPARE = marked("Eliminate nobody")

LOG_PLAY = {
    "above": marked("{name} plays {card} above the Queen's table."),
    "below": marked("{name} plays {card} below the Queen's table."),
    "own": marked("{name} plays {card} in their own domain."),
    "other": marked("{name} plays {card} in {owner} domain."),
}
LOG_SPY = {
    "above": marked("{name} plays {card}, face down, above the Queen's table."),
    "below": marked("{name} plays {card}, face down, below the Queen's table."),
    "own": marked("{name} plays {card}, face down, in their own domain."),
    "other": marked("{name} plays {card}, face down, in {owner} domain."),
}
LOG_KILL = {
    "above": marked("{name} eliminates {card} above the Queen's table."),
    "below": marked("{name} eliminates {card} below the Queen's table."),
    "own": marked("{name} eliminates {card} in their own domain."),
    "other": marked("{name} eliminates {card} in {owner} domain."),
    "unseen": marked("{name} eliminates {card} without looking at it."),
}
LOG_SPARE = marked("{name} eliminates nobody.")

AREAS = {
    "above": marked("Above the Queen's table"),
    "below": marked("Below the Queen's table"),
    "own": marked("Your domain"),
    "other": marked("{owner} domain"),
}
SPY, THE_SPY, A_SPY = marked("spy {number}"), marked("spy number {number}"), marked("a spy ({spy})")
SEAT = marked("seat {number}'s")
STATUS = {"esteemed": marked("esteemed"), "fallen": marked("fallen from grace"), "neutral": marked("neutral")}


def family_name(family: str, lang: str = "en") -> str:
    """Return the name of a family, or of the Queen's column (`"queen"`), in `lang`.

    Examples
    --------
    >>> family_name("hare", "fr")
    'Lièvre'
    """
    return str(_family(family)["name"][checked_language(lang)])


def the_family(family: str, lang: str = "en") -> str:
    """Return the name of a family with its article, as it begins a sentence.

    Examples
    --------
    >>> the_family("hare"), the_family("hare", "fr")
    ('The Hare', 'Le Lièvre')
    """
    if checked_language(lang) == "fr":
        name = str(_family(family)["french"]["the"])
        return name[0].upper() + name[1:]
    return f"The {family_name(family, lang)}"


def family_letter(family: str, lang: str = "en") -> str:
    """Return the one or two signs that tell a family apart without its colour."""
    return str(_family(family)["french"]["letter"] if checked_language(lang) == "fr" else _family(family)["letter"])


def family_colour(family: str) -> str:
    """Return the colour of a family's column, as `#rrggbb`."""
    return str(_family(family)["colour"])


def role_name(role: str, lang: str = "en") -> str:
    """Return the name of a role; a card without one is a courtier.

    Examples
    --------
    >>> role_name("plain"), role_name("guard", "fr")
    ('courtier', 'Garde')
    """
    return str(_components()["role"][role]["name"][checked_language(lang)])


def card_name(card: str, lang: str = "en") -> str:
    """Return the name of a card, or of a spy known by its number only.

    Examples
    --------
    >>> card_name("hare.noble"), card_name("hare.noble", "fr"), card_name("spy:2")
    ('Hare noble', 'Noble du Lièvre', 'spy 2')
    """
    family, _, role = card.partition(".")
    if not role:
        return translator(lang)(SPY).format(number=card.partition(":")[2])
    if checked_language(lang) == "fr":
        return f"{role_name(role, lang)} {_family(family)['french']['of']}"
    return f"{family_name(family, lang)} {role_name(role, lang)}"


def the_card(card: str, lang: str = "en") -> str:
    r"""Return the name of a card with its article, as it stands inside a sentence.

    Examples
    --------
    >>> the_card("carp.spy"), the_card("carp.spy", "fr"), the_card("spy:2", "fr")
    ('the Carp spy', "l'Espion de la Carpe", "l'espion n°\xa02")
    """
    family, _, role = card.partition(".")
    if not role:
        return translator(lang)(THE_SPY).format(number=card.partition(":")[2])
    if checked_language(lang) == "fr":
        return f"{_components()['role'][role]['french']['the']} {_family(family)['french']['of']}"
    return f"the {card_name(card, lang)}"


def mission_text(mission: str, lang: str = "en") -> str:
    """Return what a mission asks of the seat that holds it."""
    return str(_components()["mission"][mission]["text"][checked_language(lang)])


def mission_colour(mission: str, edition: str) -> str | None:
    """Return "white" or "blue", or None in an edition whose missions have no colour."""
    return _components()["mission"][mission].get("colour") if edition == "2024" else None


def status_name(status: str, lang: str = "en") -> str:
    """Return the name of a family's status: esteemed, fallen or neutral."""
    return translator(lang)(STATUS[status])


def area_name(area: str, lang: str = "en", *, names: Sequence[str] = (), seat: int | None = None) -> str:
    """Return the name of an area, for a heading.

    Parameters
    ----------
    area
        `"above"`, `"below"` or `"domain:<seat>"`.
    lang
        One of `courtly.engine.words.LANGUAGES`.
    names
        The names of the seats; without them a seat is called by its number.
    seat
        The seat that reads, whose domain is "your domain".
    """
    return translator(lang)(AREAS[_place(area, seat)]).format(owner=_owner(area, names, lang))


def move_words(move: str, lang: str = "en", *, names: Sequence[str] = (), seat: int | None = None) -> str:
    """Return a choice as the seat that has it reads it; `names` and `seat` as in `area_name`.

    Examples
    --------
    >>> move_words("play hare.noble above")
    "Play the Hare noble above the Queen's table"
    >>> move_words("kill carp.assassin domain:1", "fr", names=["Ann", "Émile"], seat=0)
    "Éliminer l'Assassin de la Carpe dans le domaine d'Émile"
    """
    verb, card, area = _parts(move)
    if verb == "spare":
        return translator(lang)(SPARE)
    sentences = KILL if verb == "kill" else PLAY_SPY if card.endswith(".spy") else PLAY
    sentence = translator(lang)(sentences[_place(area, seat)])
    return sentence.format(card=the_card(card, lang), owner=_owner(area, names, lang))


def log_words(entry: Mapping[str, Any], names: Sequence[str], lang: str = "en") -> str:
    """Return a line of a view's log, `{"seat": ..., "move": ...}`, as a sentence.

    Examples
    --------
    >>> log_words({"seat": 1, "move": "play spy:3 domain:0"}, ["Ann", "Bo"])
    "Bo plays a spy (spy 3), face down, in Ann's domain."
    """
    verb, card, area = _parts(entry["move"])
    name = names[entry["seat"]]
    if verb == "spare":
        return translator(lang)(LOG_SPARE).format(name=name)
    hidden = card.startswith("spy:") and verb == "play"
    sentences = LOG_KILL if verb == "kill" else LOG_SPY if hidden or card.endswith(".spy") else LOG_PLAY
    shown = translator(lang)(A_SPY).format(spy=card_name(card, lang)) if hidden else the_card(card, lang)
    sentence = translator(lang)(sentences[_place(area, entry["seat"])])
    return sentence.format(name=name, card=shown, owner=_owner(area, names, lang))


def owner_form(name: str, lang: str = "en") -> str:
    """Return a name in the form that says whose something is: `Bo's`, `de Bo`, `d'Ann`.

    Examples
    --------
    >>> owner_form("Bo"), owner_form("Ann", "fr"), owner_form("Yann", "fr")
    ("Bo's", "d'Ann", 'de Yann')
    """
    if checked_language(lang) == "fr":
        return f"d'{name}" if _elides(name) else f"de {name}"
    return f"{name}'s"


def _elides(name: str) -> bool:
    """Tell whether French "de" loses its vowel before `name`."""
    start = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(c for c in start if not unicodedata.combining(c))
    if bare.startswith("y"):
        return len(bare) > 1 and bare[1] not in "aeiou"
    return bare.startswith(("a", "e", "i", "o", "u", "h", "œ", "æ"))


def _parts(move: str) -> tuple[str, str, str]:
    """Split a move into verb, card and area, the last two empty when it has none."""
    verb, card, area, *_ = [*move.split(" "), "", ""]
    return verb, card, area


def _place(area: str, seat: int | None) -> str:
    """Return the key of the sentence that fits an area, as `seat` reads it."""
    if area in ("above", "below"):
        return area
    if not area:
        return "unseen"
    return "own" if area == f"domain:{seat}" else "other"


def _owner(area: str, names: Sequence[str], lang: str) -> str:
    """Return whose domain an area is; empty at the Queen's table."""
    _, _, number = area.partition(":")
    if not number:
        return ""
    if names:
        return owner_form(names[int(number)], lang)
    return translator(lang)(SEAT).format(number=number)


def _family(family: str) -> dict[str, Any]:
    """Return the entry of a family or of the Queen's column."""
    components = _components()
    return dict(components["queen"] if family == "queen" else components["family"][family])


@cache
def _components() -> dict[str, Any]:
    """Read the components once, each list keyed by its ids."""
    document = tomllib.loads(COMPONENTS.read_text(encoding="utf-8"))
    lists = {key: {entry["id"]: entry for entry in document[key]} for key in ("family", "role", "mission")}
    return {**document, **lists}
