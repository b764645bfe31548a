"""Players that are programs. Each is given what its seat knows and a random stream, never the true state.

>>> from courtly.bots import bot_names, find_bot
>>> bot_names()
['random', 'steward']
"""

from courtly.bots.base import Bot, Choice, UnknownBot
from courtly.bots.registry import bot_names, find_bot

__all__ = ["Bot", "Choice", "UnknownBot", "bot_names", "find_bot"]
