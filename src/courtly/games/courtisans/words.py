"""The texts of Courtisans in every language: cards, missions, events, choices and questions.

Names and mission texts come from `components.toml`. A sentence is written in English and translated as a whole; its
named placeholders take names with an article. A text reveals no more than the view or the event that it describes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from courtly.games.courtisans.content import NAME, components
from courtly.games.courtisans.moves import AREA_IDS
from courtly.games.courtisans.state import HAND
from courtly.games.courtisans.view import View
from courtly.text.languages import ENGLISH, catalogue, checked_language, in_language, marked, translator
from courtly.text.locales import Locale

TITLE = "Courtisans"
ABOUT = marked(
    "Raise families in the Queen’s esteem, or bring them down. Each turn you play three cards: one at her table, "
    "one in your domain and one in an opponent’s. Esteemed courtiers are worth a point, fallen ones cost a point."
)

PLAY = {
    "above": marked("Play {card} above the Queen’s table"),
    "below": marked("Play {card} below the Queen’s table"),
    "own": marked("Play {card} in your domain"),
    "other": marked("Play {card} in {owner} domain"),
}
PLAY_SPY = {
    "above": marked("Play {card}, face down, above the Queen’s table"),
    "below": marked("Play {card}, face down, below the Queen’s table"),
    "own": marked("Play {card}, face down, in your domain"),
    "other": marked("Play {card}, face down, in {owner} domain"),
}
KILL = {
    "above": marked("Eliminate {card} above the Queen’s table"),
    "below": marked("Eliminate {card} below the Queen’s table"),
    "own": marked("Eliminate {card} in your domain"),
    "other": marked("Eliminate {card} in {owner} domain"),
}
DECISIONS = {
    "queen": marked("cards at the Queen’s table"),
    "own": marked("cards in your domain"),
    "other": marked("cards in an opponent’s domain"),
    "kill": marked("your assassins’ victims"),
}
"""Names of the kinds of decisions; see `decision`."""
ITEMS = {"mission": marked("Missions")}
"""Names of the kinds of items with win rates; see `item_name`."""
KILL_SPY = marked("Eliminate {card} without looking at it")
SPARE = marked("Eliminate no one")

PLAYED = {
    "above": marked("{name} plays {card} above the Queen’s table."),
    "below": marked("{name} plays {card} below the Queen’s table."),
    "own": marked("{name} plays {card} in their own domain."),
    "yours": marked("{name} plays {card} in your domain."),
    "other": marked("{name} plays {card} in {owner} domain."),
}
YOU_PLAYED = {
    "above": marked("You play {card} above the Queen’s table."),
    "below": marked("You play {card} below the Queen’s table."),
    "own": marked("You play {card} in your domain."),
    "other": marked("You play {card} in {owner} domain."),
}
PLAYED_SPY = {
    "above": marked("{name} plays {card}, face down, above the Queen’s table."),
    "below": marked("{name} plays {card}, face down, below the Queen’s table."),
    "own": marked("{name} plays {card}, face down, in their own domain."),
    "yours": marked("{name} plays {card}, face down, in your domain."),
    "other": marked("{name} plays {card}, face down, in {owner} domain."),
}
YOU_PLAYED_SPY = {
    "above": marked("You play {card}, face down, above the Queen’s table."),
    "below": marked("You play {card}, face down, below the Queen’s table."),
    "own": marked("You play {card}, face down, in your domain."),
    "other": marked("You play {card}, face down, in {owner} domain."),
}
KILLED = {
    "above": marked("{name} eliminates {card} above the Queen’s table."),
    "below": marked("{name} eliminates {card} below the Queen’s table."),
    "own": marked("{name} eliminates {card} in their own domain."),
    "yours": marked("{name} eliminates {card} in your domain."),
    "other": marked("{name} eliminates {card} in {owner} domain."),
}
YOU_KILLED = {
    "above": marked("You eliminate {card} above the Queen’s table."),
    "below": marked("You eliminate {card} below the Queen’s table."),
    "own": marked("You eliminate {card} in your domain."),
    "other": marked("You eliminate {card} in {owner} domain."),
}
KILLED_SPY = marked("{name} eliminates {card} without looking at it.")
YOU_KILLED_SPY = marked("You eliminate {card} without looking at it.")
SPARED, YOU_SPARED = marked("{name} eliminates no one."), marked("You eliminate no one.")
VICTIM = marked("Victim: {card}.")
HEADING, YOU = marked("Turn {turn} · {name}"), marked("You")
REVEALED = marked("The spies are revealed.")
REVEALED_AT, TURNED = marked("{place}: {spies}."), marked("{family} ({spy})")

ASKED_AT_THE_TABLE = marked("Choose your assassin’s victim, above or below.")
ASKED = {
    "above": ASKED_AT_THE_TABLE,
    "below": ASKED_AT_THE_TABLE,
    "own": marked("Choose your assassin’s victim in your domain."),
    "other": marked("Choose your assassin’s victim in {owner} domain."),
}
OVER, WAITING = marked("The banquet is over."), marked("Waiting for {name}.")

AREAS = {
    "above": marked("Above the Queen’s table"),
    "below": marked("Below the Queen’s table"),
    "own": marked("Your domain"),
    "other": marked("{owner} domain"),
}
SPY, THE_SPY, A_SPY = marked("spy {number}"), marked("spy number {number}"), marked("a spy ({spy})")
SEAT = marked("seat {number}’s")
STATUS = {"esteemed": marked("esteemed"), "fallen": marked("fallen from grace"), "neutral": marked("neutral")}


@cache
def family_name(family: str, lang: str = ENGLISH) -> str:
    """Return the name of a family, or of the Queen's column (`"queen"`), in `lang`.

    Examples
    --------
    >>> family_name("hare", "fr")
    'Lièvre'
    """
    return in_language(_family(family)["name"], lang)


def the_family(family: str, lang: str = ENGLISH) -> str:
    """Return the name of a family with its article, capitalised to begin a sentence.

    Examples
    --------
    >>> the_family("hare"), the_family("hare", "fr")
    ('The Hare', 'Le Lièvre')
    """
    name = in_language(_family(family)["the"], lang)
    return name[0].upper() + name[1:]


def family_letter(family: str, lang: str = ENGLISH) -> str:
    """Return the one or two letters of a family, which identify it for viewers who cannot see its colour."""
    return in_language(_family(family)["letter"], lang)


def family_colour(family: str) -> str:
    """Return the colour of a family's column, as `#rrggbb`."""
    return str(_family(family)["colour"])


def role_name(role: str, lang: str = ENGLISH) -> str:
    """Return the name of a role; a card without a role is a courtier.

    Examples
    --------
    >>> role_name("plain"), role_name("guard", "fr")
    ('courtier', 'Garde')
    """
    return in_language(_roles()[role]["name"], lang)


@cache
def short_role(role: str, lang: str = ENGLISH) -> str:
    """Return the name of a role for narrow spaces.

    Examples
    --------
    >>> short_role("plain"), short_role("plain", "fr"), short_role("guard", "fr")
    ('courtier', 'sans rôle', 'garde')
    """
    return in_language(_roles()[role]["short"], lang)


@cache
def card_name(card: str, lang: str = ENGLISH) -> str:
    """Return the name of a card, or of a spy identified by its number only.

    Examples
    --------
    >>> card_name("hare.noble"), card_name("hare.noble", "fr"), card_name("spy:2")
    ('Hare noble', 'Noble du Lièvre', 'spy 2')
    """
    family, _, role = card.partition(".")
    if not role:
        return _said(SPY, lang).format(number=card.partition(":")[2])
    return _card("card", family, role, lang)


def the_card(card: str, lang: str = ENGLISH) -> str:
    r"""Return the name of a card with its article, for use inside a sentence.

    Examples
    --------
    >>> the_card("carp.spy"), the_card("carp.spy", "fr"), the_card("spy:2", "fr")
    ('the Carp spy', 'l’espion de la Carpe', 'l’espion n°\xa02')
    """
    family, _, role = card.partition(".")
    if not role:
        return _said(THE_SPY, lang).format(number=card.partition(":")[2])
    return _card("the", family, role, lang)


def a_card(card: str, lang: str = ENGLISH) -> str:
    """Return the name of a card with the indefinite article, for use inside a sentence.

    Examples
    --------
    >>> a_card("toad.plain"), a_card("hare.noble"), a_card("carp.plain", "fr"), a_card("hare.spy", "fr")
    ('a Toad', 'a Hare noble', 'une Carpe', 'un espion du Lièvre')
    """
    family, _, role = card.partition(".")
    return _card("a", family, role, lang)


def mission_text(mission: str, lang: str = ENGLISH) -> str:
    """Return the text of a mission, addressed to its holder."""
    return in_language(_missions()[mission]["text"], lang)


def item_name(mission: str, locale: Locale) -> str:
    """Return the text of a mission."""
    return mission_text(mission, locale.lang)


def mission_colour(mission: str, edition: str) -> str | None:
    """Return "white" or "blue", or None in an edition without mission colours."""
    return _missions()[mission].get("colour") if edition == "2024" else None


def status_name(status: str, lang: str = ENGLISH) -> str:
    """Return the name of a family's status: esteemed, fallen or neutral."""
    return _said(STATUS[status], lang)


def short_status(status: str, lang: str = ENGLISH) -> str:
    """Return the name of a status for narrow spaces.

    Examples
    --------
    >>> short_status("fallen"), short_status("fallen", "fr")
    ('fallen', 'disgrâce')
    """
    texts = catalogue(checked_language(lang), NAME)
    if status == "fallen":
        return texts.pgettext("narrow", "fallen")
    return texts.pgettext("narrow", "esteemed") if status == "esteemed" else status_name(status, lang)


def area_name(area: str, locale: Locale) -> str:
    """Return the heading of an area: `above`, `below` or `domain:<seat>`.

    Examples
    --------
    >>> area_name("domain:1", Locale(names=["Ann", "Bo"])), area_name("domain:1", Locale(seat=1))
    ('Bo’s domain', 'Your domain')
    """
    return locale.say(AREAS[_place(area, locale.seat)], owner=_owner(area, locale))


def move_words(move: str, _view: View, locale: Locale) -> str:
    """Return a move in words, addressed to the seat to move.

    Examples
    --------
    >>> move_words("play hare.noble above", {}, Locale())
    'Play the Hare noble above the Queen’s table'
    """
    verb, card, area, *_ = [*move.split(" "), "", ""]
    if verb == "spare":
        return locale.say(SPARE)
    shown = the_card(card, locale.lang)
    if not area:
        return locale.say(KILL_SPY, card=shown)
    sentences = KILL if verb == "kill" else PLAY_SPY if card.endswith(".spy") else PLAY
    return locale.say(sentences[_place(area, locale.seat)], card=shown, owner=_owner(area, locale))


def event_words(event: Mapping[str, Any], _options: Mapping[str, Any], locale: Locale) -> str:
    """Return an event as a sentence. Draws and the final scoring have no sentence; their text is empty.

    Examples
    --------
    >>> args = {"seat": 1, "play": 9, "card": None, "spy": 3, "area": "domain:0"}
    >>> event_words({"id": "play", "args": args}, {}, Locale(names=["Ann", "Bo"]))
    'Bo plays a spy (spy 3), face down, in Ann’s domain.'
    """
    told = _WRITERS.get(event["id"])
    return told(event["args"], locale) if told else ""


def heading(event: Mapping[str, Any], _options: Mapping[str, Any], locale: Locale) -> str:
    """Return the heading of a play: its turn number and its player. The heading of all other events is empty.

    Examples
    --------
    >>> heading({"id": "play", "args": {"seat": 1, "play": 7}}, {}, Locale(names=["Ann", "Bo"]))
    'Turn 3 · Bo'
    """
    if event["id"] != "play":
        return ""
    seat, turn = event["args"]["seat"], (event["args"]["play"] - 1) // HAND + 1
    return locale.say(HEADING, turn=turn, name=shown_name(seat, locale))


def when(view: Mapping[str, Any], locale: Locale) -> str:
    """Return the number of the turn."""
    return locale.say("Turn {turn}", turn=view["turn"])


def shown_name(seat: int, locale: Locale) -> str:
    """Return the name of a seat as the viewer reads it: "You" for the viewer."""
    return locale.say(YOU) if seat == locale.seat else locale.name(seat)


def caption(event: Mapping[str, Any], _options: Mapping[str, Any], locale: Locale) -> str:
    """Return a short text for the end of the match, when the table shows the spies; empty for other events."""
    return locale.say(REVEALED) if event["id"] == "reveal" and event["args"]["spies"] else ""


def question(view: View, locale: Locale) -> str:
    """Return the prompt for the seat to move. For other viewers, return the name of the player to wait for."""
    seat, area = view["to_move"], view["pending"]
    if seat is None:
        return locale.say(OVER)
    if seat != locale.seat:
        return locale.say(WAITING, name=locale.name(seat))
    if area is not None:
        return locale.say(ASKED[_place(area, seat)], owner=_owner(area, locale))
    return locale.count(
        "Play a card: one place left.",
        "Play a card: {n} places left.",
        HAND - len(view["used"]),
    )


def _played(args: Mapping[str, Any], locale: Locale) -> str:
    card, spy = args["card"], args["spy"]
    shown = a_card(card, locale.lang) if card else locale.say(A_SPY, spy=card_name(f"spy:{spy}", locale.lang))
    return _at(*((PLAYED_SPY, YOU_PLAYED_SPY) if spy else (PLAYED, YOU_PLAYED)), args, locale, shown)


def _killed(args: Mapping[str, Any], locale: Locale) -> str:
    if args["spy"]:
        sentence = YOU_KILLED_SPY if args["seat"] == locale.seat else KILLED_SPY
        return locale.say(sentence, name=locale.name(args["seat"]), card=the_card(f"spy:{args['spy']}", locale.lang))
    return _at(KILLED, YOU_KILLED, args, locale, the_card(args["card"], locale.lang))


def _spared(args: Mapping[str, Any], locale: Locale) -> str:
    return locale.say(YOU_SPARED if args["seat"] == locale.seat else SPARED, name=locale.name(args["seat"]))


def victim(event: Mapping[str, Any], locale: Locale) -> str:
    """Return the victim of an event as a short sentence; empty if the event has none.

    Examples
    --------
    >>> victim({"id": "eliminate", "args": {"seat": 0, "card": "carp.noble", "spy": None, "area": "above"}}, Locale())
    'Victim: Carp noble.'
    """
    if event["id"] != "eliminate":
        return ""
    args = event["args"]
    return locale.say(VICTIM, card=card_name(args["card"] or f"spy:{args['spy']}", locale.lang))


def _revealed(args: Mapping[str, Any], locale: Locale) -> str:
    """Return the spies still in play, with a line for each place; empty if there are none."""
    places: dict[str, list[str]] = {}
    for spy in args["spies"]:
        family, number = spy["card"].partition(".")[0], card_name(f"spy:{spy['spy']}", locale.lang)
        turned = locale.say(TURNED, family=family_name(family, locale.lang), spy=number)
        places.setdefault(spy["area"], []).append(turned)
    lines = [
        locale.say(REVEALED_AT, place=area_name(area, locale), spies=", ".join(places[area]))
        for area in sorted(places, key=AREA_IDS.index)
    ]
    return "\n".join([locale.say(REVEALED), *lines]) if lines else ""


_WRITERS: dict[str, Callable[[Mapping[str, Any], Locale], str]] = {
    "play": _played,
    "eliminate": _killed,
    "spare": _spared,
    "reveal": _revealed,
}


def _at(others: Mapping[str, str], own: Mapping[str, str], args: Mapping[str, Any], locale: Locale, card: str) -> str:
    """Return the sentence for an event in an area, addressed to the viewer.

    `own` has the sentences for the viewer's own moves, `others` those for the moves of other seats.
    """
    seat, area = args["seat"], args["area"]
    if seat == locale.seat:
        return locale.say(own[_place(area, seat)], card=card, owner=_owner(area, locale))
    place = "yours" if area == f"domain:{locale.seat}" else _place(area, seat)
    return locale.say(others[place], name=locale.name(seat), card=card, owner=_owner(area, locale))


def _place(area: str, seat: int | None) -> str:
    """Return the key of an area in a table of sentences: `above`, `below`, `own` (the domain of `seat`) or `other`."""
    if area in ("above", "below"):
        return area
    return "own" if area == f"domain:{seat}" else "other"


def _owner(area: str, locale: Locale) -> str:
    """Return the possessive of a domain's owner; empty at the Queen's table."""
    _, _, number = area.partition(":")
    if not number:
        return ""
    if locale.names:
        return locale.owner(int(number))
    return locale.say(SEAT, number=number)


def _said(sentence: str, lang: str) -> str:
    return translator(lang, NAME)(sentence)


def _card(form: str, family: str, role: str, lang: str) -> str:
    """Return a form of the name of a card: `card`, `the` or `a`."""
    entry = _family(family)
    return in_language(_roles()[role][form], lang).format(
        of=in_language(entry["of"], lang), a=in_language(entry["a"], lang)
    )


def _family(family: str) -> dict[str, Any]:
    """Return the component entry of a family or of the Queen's column."""
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
    """Return the kind of a seat's decision, a key of `DECISIONS`."""
    if not move.startswith("play "):
        return "kill"
    place = move.rpartition(" ")[2]
    if not place.startswith("domain:"):
        return "queen"
    return "own" if place == f"domain:{seat}" else "other"
