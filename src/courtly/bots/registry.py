"""Finding a bot by its specification."""

from __future__ import annotations

from courtly.bots.base import Bot, UnknownBot
from courtly.bots.simple import RandomBot, StewardBot
from courtly.engine.errors import listed, shown

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), StewardBot())}


def bot_names() -> list[str]:
    """Return the names of all bots, sorted."""
    return sorted(_BOTS)


def find_bot(spec: str) -> Bot:
    """Return the bot of that name, or raise `UnknownBot`."""
    if not isinstance(spec, str) or spec not in _BOTS:
        names = bot_names()
        raise UnknownBot(
            f"there is no bot {shown(spec)}; there are {listed(names)}", given=spec, where="bot", allowed=names
        )
    return _BOTS[spec]
