"""Find a bot by its specification: a name, or a name and parameters after a colon."""

from __future__ import annotations

import re
from functools import lru_cache

from courtly.bots.base import Bot, Maker, UnknownBot
from courtly.bots.learned.net_store import lost_net
from courtly.bots.search.bot import Ismcts
from courtly.bots.search.levels import LEVELS, level
from courtly.bots.simple import RandomBot, StewardBot
from courtly.engine.contract.game import Setup
from courtly.engine.errors import listing, shown
from courtly.engine.sentences import said

SPEC_LENGTH = 200

_ALL: list[Bot] = [RandomBot(), StewardBot(), *map(level, LEVELS), Ismcts()]
_NAMED = {bot.name: bot for bot in _ALL}
_MAKERS: dict[str, Maker] = {"ismcts": Ismcts}

_GOES_ON = re.compile(r"\s*(?:[A-Za-z_][\w-]*=|[0-9])")
"""Matches a list item that is a parameter of the preceding bot."""


def bot_names() -> list[str]:
    """Return the names of all bots, sorted."""
    return sorted(_NAMED)


def level_names() -> list[str]:
    """Return the names of the levels for people, the weakest first."""
    return list(LEVELS)


def lacks_net(spec: str | None, setup: Setup) -> bool:
    """Return whether a bot is a level whose net does not fit these cards and options."""
    return spec in LEVELS and lost_net(setup)


@lru_cache(maxsize=64)
def _made(name: str, parameters: str) -> Bot:
    return _MAKERS[name](parameters)


def find_bot(spec: str) -> Bot:
    """Return the bot of a specification.

    Raises
    ------
    UnknownBot
        If no bot has that name, or a parameter is invalid.
    BadBudget
        If the budget is zero or too large.

    Examples
    --------
    >>> find_bot("ismcts:sims=200,rollout=random").name
    'ismcts:sims=200,rollout=random'
    """
    if isinstance(spec, str) and spec in _NAMED:
        return _NAMED[spec]
    name, _, parameters = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    if not parameters or name not in _MAKERS or len(spec) > SPEC_LENGTH:
        names = bot_names()
        places = {"given": shown(spec), "known": listing(names), "makers": listing(sorted(_MAKERS))}
        message = said(
            "there is no bot {given}; choose from {known}; {makers} takes parameters after a colon", **places
        )
        if name in _NAMED and name not in _MAKERS:
            message = said(
                "the bot {name} takes no parameters, but {given} has some; choose from {known}; {makers} takes "
                "parameters after a colon",
                name=name,
                **places,
            )
        raise UnknownBot(message, given=spec, where="bot", allowed=names)
    return _made(name, parameters)


def split_specs(text: str) -> list[str]:
    """Split a comma-separated list of specifications; commas between a bot's parameters do not split.

    Examples
    --------
    >>> split_specs("ismcts:sims=50,rollout=steward,random")
    ['ismcts:sims=50,rollout=steward', 'random']
    """
    specs: list[str] = []
    for part in text.split(","):
        if specs and ":" in specs[-1] and _GOES_ON.match(part):
            specs[-1] += "," + part.strip()
        else:
            specs.append(part.strip())
    return specs
