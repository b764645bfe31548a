"""Courtisans in words: cards, missions, events, choices and questions, in every language.

Names and mission texts come from `components.toml`; sentences are English here and translated as a whole, with named
places filled by names that carry their own article. Nothing here knows more than what an audience was told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from courtly.games.courtisans.content import NAME, components
from courtly.games.courtisans.state import HAND
from courtly.games.courtisans.view import View
from courtly.text import french
from courtly.text.languages import catalogue, checked_language, marked, translator
from courtly.text.reader import Reader

TITLE = "Courtisans"
ABOUT = marked(
    "Raise a family in the Queen's esteem or bring it down. Each turn you play three cards: one at her table, "
    "one in your own domain, one in an opponent's. Esteemed courtiers are worth a point, the fallen cost one."
)

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
}
DECISIONS = {
    "queen": marked("cards for the Queen's table"),
    "own": marked("cards for one's own domain"),
    "other": marked("cards for an opponent's domain"),
    "kill": marked("whom an assassin eliminates"),
}
"""What the kinds of decisions are called; see `decision`."""
KILL_SPY = marked("Eliminate {card} without looking at it")
SPARE = marked("Eliminate nobody")

PLAYED = {
    "above": marked("{name} plays {card} above the Queen's table."),
    "below": marked("{name} plays {card} below the Queen's table."),
    "own": marked("{name} plays {card} in their own domain."),
    "yours": marked("{name} plays {card} in your domain."),
    "other": marked("{name} plays {card} in {owner} domain."),
}
PLAYED_SPY = {
    "above": marked("{name} plays {card}, face down, above the Queen's table."),
    "below": marked("{name} plays {card}, face down, below the Queen's table."),
    "own": marked("{name} plays {card}, face down, in their own domain."),
    "yours": marked("{name} plays {card}, face down, in your domain."),
    "other": marked("{name} plays {card}, face down, in {owner} domain."),
}
KILLED = {
    "above": marked("{name} eliminates {card} above the Queen's table."),
    "below": marked("{name} eliminates {card} below the Queen's table."),
    "own": marked("{name} eliminates {card} in their own domain."),
    "yours": marked("{name} eliminates {card} in your domain."),
    "other": marked("{name} eliminates {card} in {owner} domain."),
}
KILLED_SPY = marked("{name} eliminates {card} without looking at it.")
SPARED = marked("{name} eliminates nobody.")
HEADING, YOU = marked("Turn {turn} · {name}"), marked("You")
REVEALED, IS = marked("The spies are turned up: {spies}."), marked("{spy} is {card}")

ASKED = {
    "above": marked("Your assassin sits above the Queen's table. Whom does it eliminate, above or below?"),
    "below": marked("Your assassin sits below the Queen's table. Whom does it eliminate, above or below?"),
    "own": marked("Your assassin sits in your own domain. Whom does it eliminate there?"),
    "other": marked("Your assassin sits in {owner} domain. Whom does it eliminate there?"),
}
OVER, WAITING = marked("The banquet is over."), marked("Waiting for {name}.")

AREAS = {
    "above": marked("Above the Queen's table"),
    "below": marked("Below the Queen's table"),
    "own": marked("Your domain"),
    "other": marked("{owner} domain"),
}
SPY, THE_SPY, A_SPY = marked("spy {number}"), marked("spy number {number}"), marked("a spy ({spy})")
SEAT = marked("seat {number}'s")
STATUS = {"esteemed": marked("esteemed"), "fallen": marked("fallen from grace"), "neutral": marked("neutral")}


@cache
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
    return str(_roles()[role]["name"][checked_language(lang)])


@cache
def short_role(role: str, lang: str = "en") -> str:
    """Return the name of a role in small letters, for where there is little room.

    Examples
    --------
    >>> short_role("plain"), short_role("plain", "fr"), short_role("guard", "fr")
    ('courtier', 'sans rôle', 'garde')
    """
    short = _roles()[role].get("short", {}).get(checked_language(lang))
    return str(short or role_name(role, lang)).lower()


@cache
def card_name(card: str, lang: str = "en") -> str:
    """Return the name of a card, or of a spy known by its number only.

    Examples
    --------
    >>> card_name("hare.noble"), card_name("hare.noble", "fr"), card_name("spy:2")
    ('Hare noble', 'Noble du Lièvre', 'spy 2')
    """
    family, _, role = card.partition(".")
    if not role:
        return _said(SPY, lang).format(number=card.partition(":")[2])
    if checked_language(lang) == "fr":
        return f"{role_name(role, lang)} {_family(family)['french']['of']}"
    return f"{family_name(family, lang)} {role_name(role, lang)}"


def the_card(card: str, lang: str = "en") -> str:
    r"""Return the name of a card with its article, as it stands inside a sentence.

    Examples
    --------
    >>> the_card("carp.spy"), the_card("carp.spy", "fr"), the_card("spy:2", "fr")
    ('the Carp spy', 'l’espion de la Carpe', 'l’espion n°\xa02')
    """
    family, _, role = card.partition(".")
    if not role:
        return _said(THE_SPY, lang).format(number=card.partition(":")[2])
    if checked_language(lang) == "fr":
        return f"{_roles()[role]['french']['the']} {_family(family)['french']['of']}"
    return f"the {card_name(card, lang)}"


def mission_text(mission: str, lang: str = "en") -> str:
    """Return what a mission asks of the seat that holds it."""
    return str(_missions()[mission]["text"][checked_language(lang)])


def mission_colour(mission: str, edition: str) -> str | None:
    """Return "white" or "blue", or None in an edition whose missions have no colour."""
    return _missions()[mission].get("colour") if edition == "2024" else None


def status_name(status: str, lang: str = "en") -> str:
    """Return the name of a family's status: esteemed, fallen or neutral."""
    return _said(STATUS[status], lang)


def short_status(status: str, lang: str = "en") -> str:
    """Return the name of a status for where there is little room.

    Examples
    --------
    >>> short_status("fallen"), short_status("fallen", "fr")
    ('fallen', 'disgrâce')
    """
    texts = catalogue(checked_language(lang), NAME)
    if status == "fallen":
        return texts.pgettext("narrow", "fallen")
    return texts.pgettext("narrow", "esteemed") if status == "esteemed" else status_name(status, lang)


def area_name(area: str, reader: Reader) -> str:
    """Return the name of an area, `above`, `below` or `domain:<seat>`, for a heading.

    Examples
    --------
    >>> area_name("domain:1", Reader(names=["Ann", "Bo"])), area_name("domain:1", Reader(seat=1))
    ("Bo's domain", 'Your domain')
    """
    return reader.say(AREAS[_place(area, reader.seat)], owner=_owner(area, reader))


def move_words(move: str, _view: View, reader: Reader) -> str:
    """Return a choice as the seat that has it reads it.

    Examples
    --------
    >>> move_words("play hare.noble above", {}, Reader())
    "Play the Hare noble above the Queen's table"
    """
    verb, card, area, *_ = [*move.split(" "), "", ""]
    if verb == "spare":
        return reader.say(SPARE)
    shown = the_card(card, reader.lang)
    if not area:
        return reader.say(KILL_SPY, card=shown)
    sentences = KILL if verb == "kill" else PLAY_SPY if card.endswith(".spy") else PLAY
    return reader.say(sentences[_place(area, reader.seat)], card=shown, owner=_owner(area, reader))


def event_words(event: Mapping[str, Any], _options: Mapping[str, Any], reader: Reader) -> str:
    """Return what happened, in a sentence; nothing of draws, which end every turn, and of what the score sheet says.

    Examples
    --------
    >>> args = {"seat": 1, "play": 9, "card": None, "spy": 3, "area": "domain:0"}
    >>> event_words({"id": "play", "args": args}, {}, Reader(names=["Ann", "Bo"]))
    "Bo plays a spy (spy 3), face down, in Ann's domain."
    """
    told = _TOLD.get(event["id"])
    return told(event["args"], reader) if told else ""


def heading(event: Mapping[str, Any], _options: Mapping[str, Any], reader: Reader) -> str:
    """Return which turn a card is played in, and whose it is; nothing for what follows from that.

    Examples
    --------
    >>> heading({"id": "play", "args": {"seat": 1, "play": 7}}, {}, Reader(names=["Ann", "Bo"]))
    'Turn 3 · Bo'
    """
    if event["id"] != "play":
        return ""
    seat, turn = event["args"]["seat"], (event["args"]["play"] - 1) // HAND + 1
    return reader.say(HEADING, turn=turn, name=reader.say(YOU) if seat == reader.seat else reader.name(seat))


def question(view: View, reader: Reader) -> str:
    """Return what is asked, and of whom."""
    seat, area = view["to_move"], view["pending"]
    if seat is None:
        return reader.say(OVER)
    if seat != reader.seat:
        return reader.say(WAITING, name=reader.name(seat))
    if area is not None:
        return reader.say(ASKED[_place(area, seat)], owner=_owner(area, reader))
    return reader.count(
        "Your turn: choose a card, then an area (one is left).",
        "Your turn: choose a card, then an area ({n} are left).",
        HAND - len(view["used"]),
    )


def owner_form(name: str, lang: str = "en") -> str:
    """Return a name in the form that says whose something is: `Bo's`, `de Bo`, `d’Ann`.

    Examples
    --------
    >>> owner_form("Bo"), owner_form("Ann", "fr"), owner_form("Yann", "fr")
    ("Bo's", 'd’Ann', 'de Yann')
    """
    return french.of(name) if checked_language(lang) == "fr" else f"{name}'s"


def _played(args: Mapping[str, Any], reader: Reader) -> str:
    card, spy = args["card"], args["spy"]
    shown = the_card(card, reader.lang) if card else reader.say(A_SPY, spy=card_name(f"spy:{spy}", reader.lang))
    return _at(PLAYED_SPY if spy else PLAYED, args, reader, shown)


def _killed(args: Mapping[str, Any], reader: Reader) -> str:
    if args["spy"]:
        shown = the_card(f"spy:{args['spy']}", reader.lang)
        return reader.say(KILLED_SPY, name=reader.name(args["seat"]), card=shown)
    return _at(KILLED, args, reader, the_card(args["card"], reader.lang))


def _spared(args: Mapping[str, Any], reader: Reader) -> str:
    return reader.say(SPARED, name=reader.name(args["seat"]))


def _revealed(args: Mapping[str, Any], reader: Reader) -> str:
    """Return what each spy that still lies turns out to be; nothing where none does."""
    lang = reader.lang
    spies = [
        reader.say(IS, spy=the_card(f"spy:{spy['spy']}", lang), card=the_card(spy["card"], lang))
        for spy in args["spies"]
    ]
    return reader.say(REVEALED, spies=", ".join(spies)) if spies else ""


_TOLD: dict[str, Callable[[Mapping[str, Any], Reader], str]] = {
    "play": _played,
    "eliminate": _killed,
    "spare": _spared,
    "reveal": _revealed,
}


def _at(sentences: Mapping[str, str], args: Mapping[str, Any], reader: Reader, card: str) -> str:
    """Return the sentence that fits where a seat did something, as the reader would say it."""
    seat, area = args["seat"], args["area"]
    mine = reader.seat is not None and seat != reader.seat and area == f"domain:{reader.seat}"
    place = "yours" if mine else _place(area, seat)
    return reader.say(sentences[place], name=reader.name(seat), card=card, owner=_owner(area, reader))


def _place(area: str, seat: int | None) -> str:
    """Return the key of the sentence that fits an area, as `seat` calls it."""
    if area in ("above", "below"):
        return area
    return "own" if area == f"domain:{seat}" else "other"


def _owner(area: str, reader: Reader) -> str:
    """Return whose domain an area is; empty at the Queen's table."""
    _, _, number = area.partition(":")
    if not number:
        return ""
    if reader.names:
        return owner_form(reader.name(int(number)), reader.lang)
    return reader.say(SEAT, number=number)


def _said(sentence: str, lang: str) -> str:
    return translator(lang, NAME)(sentence)


def _family(family: str) -> dict[str, Any]:
    """Return the entry of a family or of the Queen's column."""
    return dict(components()["queen"] if family == "queen" else _families()[family])


@cache
def _families() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in components()["family"]}


@cache
def _roles() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in components()["role"]}


@cache
def _missions() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in components()["mission"]}


def decision(move: str, seat: int) -> str:
    """Return which kind of decision a move of a seat's was, as a key of `DECISIONS`."""
    if not move.startswith("play "):
        return "kill"
    place = move.rpartition(" ")[2]
    if not place.startswith("domain:"):
        return "queen"
    return "own" if place == f"domain:{seat}" else "other"
