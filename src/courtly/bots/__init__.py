"""Players that are programs. Each is given what its seat knows, a random stream and a budget, never the true state.

>>> from courtly.bots import bot_names, find_bot
>>> bot_names()
['courtier', 'ismcts', 'minister', 'novice', 'random', 'regent', 'steward']
"""

import courtly.bots.search.warm  # noqa: F401 - the warm-up learns of the search
from courtly.bots.base import BadBudget, Bot, Budget, Choice, Considered, Stop, Thought, UnknownBot
from courtly.bots.registry import bot_names, find_bot, level_names, split_specs
from courtly.bots.search.hints import HINT_BUDGET, Hint, hint, hint_luck

__all__ = [
    "HINT_BUDGET",
    "BadBudget",
    "Bot",
    "Budget",
    "Choice",
    "Considered",
    "Hint",
    "Stop",
    "Thought",
    "UnknownBot",
    "bot_names",
    "find_bot",
    "hint",
    "hint_luck",
    "level_names",
    "split_specs",
]
