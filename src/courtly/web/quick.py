"""Matches that begin with one press: what they are set up with, said in words, and how the last choice is kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from fastapi import Request

from courtly.text.reader import Reader
from courtly.web import forms
from courtly.web.contexts.doors import Quick
from courtly.web.games import GamePages, offered
from courtly.web.members import bot_name, names_of

CHOICE_COOKIE = "courtly_choice"
LONGEST_CHOICE = 1000
"""Letters of a choice that is kept; a longer one has lists of somebody's own."""

LEVELS = ("novice", "courtier", "minister", "regent")
BEGINNERS: Mapping[str, str] = MappingProxyType({"players": "3", "bot-2": "novice", "bot-3": "novice"})
"""The first match: few others, who see little. What else a game advises stands in its options."""

FRIENDS = "4"
"""Seats at a table for friends, where nothing was chosen; its host may change that in the waiting room."""

ONCE = frozenset({"command", "name", "seed"})
"""What is no part of a choice that is made again."""


def kept_choice(fields: Mapping[str, str]) -> str:
    """Return the cookie that keeps a choice, empty for one that is too long."""
    text = urlencode({name: value for name, value in fields.items() if name not in ONCE and value})
    return text if len(text) <= LONGEST_CHOICE else ""


def last_choice(request: Request) -> dict[str, str]:
    """Return what somebody chose last, empty for nothing that can be played here."""
    chosen = dict(parse_qsl(request.cookies.get(CHOICE_COOKIE, "")[:LONGEST_CHOICE]))
    return chosen if chosen.get("game") in [pages.name for pages in offered()] else {}


def quick_match(pages: GamePages, last: Mapping[str, str], own_name: str, reader: Reader) -> Quick:
    """Return the match that begins at once: the last one of this game over again, or one for beginners."""
    is_last = last.get("game") == pages.name
    fields = _fields(pages, last if is_last else BEGINNERS, reader, among=forms.BOT_TITLES, usual=LEVELS[0])
    bots = [bot for name, bot in fields.items() if name.startswith("bot-")]
    told = [_against(own_name, bots, reader), *_unusual(pages, fields, reader)]
    is_level = len(set(bots)) == 1 and bots[0] in LEVELS
    return Quick(
        fields=fields,
        words=" ".join(told),
        stars=LEVELS.index(bots[0]) + 1 if is_level else 0,
        is_last=is_last,
        choose_url=f"/new?{urlencode(fields)}",
    )


def friends_match(pages: GamePages, reader: Reader) -> Quick:
    """Return the table that friends are asked to: all other seats are open."""
    fields = _fields(pages, {"players": FRIENDS}, reader, among=(forms.OPEN,), usual=forms.OPEN)
    return Quick(fields=fields, words="", stars=0, is_last=False, choose_url=f"/new?{urlencode(fields)}")


def _fields(
    pages: GamePages, chosen: Mapping[str, str], reader: Reader, *, among: Collection[str], usual: str
) -> dict[str, str]:
    """Return the fields of the form: options as the form of all of them would have them, and who sits down."""
    found = {"game": pages.name}
    for option in forms.option_fields(pages, chosen, reader.of(pages.name)):
        value = next((choice.value for choice in option.choices if choice.checked), option.value)
        if value and option.kind != "list":
            found[option.name] = value
    for number in range(2, int(found["players"]) + 1):
        bot = chosen.get(f"bot-{number}", usual)
        found[f"bot-{number}"] = bot if bot in among else usual
    return found


def _against(own_name: str, bots: list[str], reader: Reader) -> str:
    """Return who is played against and how they play."""
    seats = [{"kind": "person", "name": own_name}, *({"kind": "bot", "name": ""} for _ in bots)]
    names = names_of(seats, reader)[1:]
    if len(set(bots)) == 1:
        strength = reader.say(forms.BOT_TITLES[bots[0]])
        return reader.say("Against {names}. {strength}.", names=_listed(names, reader), strength=strength)
    named = [f"{name} ({bot_name(bot, reader)})" for name, bot in zip(names, bots, strict=True)]
    return reader.say("Against {names}.", names=_listed(named, reader))


def _listed(names: list[str], reader: Reader) -> str:
    *others, last = names
    return reader.say("{names} and {last}", names=", ".join(others), last=last) if others else last


def _unusual(pages: GamePages, fields: Mapping[str, str], reader: Reader) -> list[str]:
    """Return the options that are not as they are by default, each as a sentence."""
    own = reader.of(pages.name)
    return [
        reader.say("{option}: {value}.", option=option.title, value=choice.label)
        for option in forms.option_fields(pages, fields, own)
        for choice in option.choices
        if option.name != "players" and choice.checked and option.default and choice.value != option.default
    ]
