"""Bots. A bot receives its seat's knowledge, a random stream and a budget, but never the true state.

Examples
--------
>>> from courtly.bots import bot_names, find_bot
>>> bot_names()
['courtier', 'ismcts', 'minister', 'novice', 'random', 'regent', 'steward']
"""

from courtly.bots.base import BadBudget, Bot, Budget, Choice, MoveEvaluation, SearchResult, Stop, UnknownBot, choose
from courtly.bots.registry import bot_names, find_bot, level_names, split_specs
from courtly.bots.search.hints import HINT_BUDGET, Hint, Prospect, hint, hint_stream

__all__ = [
    "HINT_BUDGET",
    "BadBudget",
    "Bot",
    "Budget",
    "Choice",
    "Hint",
    "MoveEvaluation",
    "Prospect",
    "SearchResult",
    "Stop",
    "UnknownBot",
    "bot_names",
    "choose",
    "find_bot",
    "hint",
    "hint_stream",
    "level_names",
    "split_specs",
]
