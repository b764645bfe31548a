"""Matches that one click sets up: their form fields, their description, and the cookie with the last choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from fastapi import Request

from courtly.tables.journal import HeadSeat
from courtly.text.locales import Locale
from courtly.web import forms
from courtly.web.contexts.setup import QuickMatch
from courtly.web.games import GamePages, offered
from courtly.web.members import bot_level, names_of

CHOICE_COOKIE = "courtly_choice"
LONGEST_CHOICE = 1000
"""Maximum length of the cookie; a choice that is longer contains custom lists and is not stored."""

LEVELS = ("novice", "courtier", "minister", "regent")
BEGINNERS: Mapping[str, str] = MappingProxyType({"players": "3", "bot-2": "novice", "bot-3": "novice"})
"""The fields of the first match: few opponents, of the weakest level. The game's options advise all other values."""

FRIENDS = "4"
"""Default number of seats at a table for friends; the host may change it in the waiting room."""

ONCE = frozenset({"command", "name", "seed"})
"""Fields that the cookie omits."""


def kept_choice(fields: Mapping[str, str]) -> str:
    """Return the cookie value for a choice, or an empty text if it is too long."""
    text = urlencode({name: value for name, value in fields.items() if name not in ONCE and value})
    return text if len(text) <= LONGEST_CHOICE else ""


def last_choice(request: Request) -> dict[str, str]:
    """Return the viewer's last choice; empty if its game is not available here."""
    chosen = dict(parse_qsl(request.cookies.get(CHOICE_COOKIE, "")[:LONGEST_CHOICE]))
    return chosen if chosen.get("game") in [pages.name for pages in offered()] else {}


def quick_match(pages: GamePages, last: Mapping[str, str], own_name: str, locale: Locale) -> QuickMatch:
    """Return the match that begins immediately: the last one if it was of this game, or else one for beginners."""
    is_last = last.get("game") == pages.name
    fields = _fields(pages, last if is_last else BEGINNERS, locale, among=forms.BOT_TITLES, usual=LEVELS[0])
    bots = [bot for name, bot in fields.items() if name.startswith("bot-")]
    sentences = [_against(own_name, bots, locale), *_unusual(pages, fields, locale)]
    is_level = len(set(bots)) == 1 and bots[0] in LEVELS
    return QuickMatch(
        fields=fields,
        words=" ".join(sentences),
        stars=LEVELS.index(bots[0]) + 1 if is_level else 0,
        is_last=is_last,
        choose_url=f"/new?{urlencode(fields)}",
    )


def friends_match(pages: GamePages, locale: Locale) -> QuickMatch:
    """Return the table for friends: all other seats are open."""
    fields = _fields(pages, {"players": FRIENDS}, locale, among=(forms.OPEN,), usual=forms.OPEN)
    return QuickMatch(fields=fields, words="", stars=0, is_last=False, choose_url=f"/new?{urlencode(fields)}")


def _fields(
    pages: GamePages, chosen: Mapping[str, str], locale: Locale, *, among: Collection[str], usual: str
) -> dict[str, str]:
    """Return the form fields of a match: its options with defaults filled in, and a choice for each other seat."""
    found = {"game": pages.name}
    for option in forms.option_fields(pages, chosen, locale.of(pages.name)):
        value = next((choice.value for choice in option.choices if choice.checked), option.value)
        if value and option.kind != "list":
            found[option.name] = value
    for number in range(2, int(found["players"]) + 1):
        bot = chosen.get(f"bot-{number}", usual)
        found[f"bot-{number}"] = bot if bot in among else usual
    return found


def _against(own_name: str, bots: list[str], locale: Locale) -> str:
    """Return the opponents and their strength, in words."""
    seats = [HeadSeat("person", own_name), *(HeadSeat("bot") for _ in bots)]
    names = names_of(seats, locale)[1:]
    if len(set(bots)) == 1:
        strength = bot_level(bots[0], locale)
        return locale.say("Against {names} ({strength}).", names=_listed(names, locale), strength=strength)
    named = [f"{name} ({bot_level(bot, locale)})" for name, bot in zip(names, bots, strict=True)]
    return locale.say("Against {names}.", names=_listed(named, locale))


def _listed(names: list[str], locale: Locale) -> str:
    *others, last = names
    return locale.say("{names} and {last}", names=", ".join(others), last=last) if others else last


def _unusual(pages: GamePages, fields: Mapping[str, str], locale: Locale) -> list[str]:
    """Return the options that differ from their defaults, one sentence each; an option that is off says nothing."""
    own = locale.of(pages.name)
    return [
        locale.say("{option}: {value}.", option=option.title, value=choice.label)
        for option in forms.option_fields(pages, fields, own)
        for choice in option.choices
        if option.name != "players" and choice.checked and choice.value not in ("false", option.default)
        if option.default
    ]
