"""Check the specifications of entrants and create players from them.

A specification names one of these:

- a bot of Courtly: `steward`, `ismcts:1s`, `ismcts:sims=2000,rollout=steward`
- a custom bot in Python: `python:MODULE:NAME` or `python:MODULE:NAME:ARGUMENT`
- an outside program: `program:COMMAND`
- a program that connects a language model and receives everything as text: `llm:COMMAND`
"""

from __future__ import annotations

import shlex
import shutil
from importlib import import_module
from typing import Any, cast

from courtly.bots import Bot, UnknownBot, find_bot
from courtly.engine.errors import CourtlyError, reason_of, shown
from courtly.engine.sentences import Sentence, said, verbatim

_PROGRAM, _PYTHON, _MODEL = "program:", "python:", "llm:"


def command_of(spec: str) -> list[str] | None:
    """Return the command of an outside program, or None if the specification names a bot.

    Raises
    ------
    UnknownBot
        If the command cannot be parsed or the program does not exist.
    """
    if not spec.startswith((_PROGRAM, _MODEL)):
        return None
    try:
        words = shlex.split(spec.partition(":")[2])
    except ValueError as error:
        raise _unknown(spec, said("its command cannot be read: {reason}", reason=reason_of(error))) from None
    if not words or shutil.which(words[0]) is None:
        raise _unknown(spec, said("there is no program {name} to run", name=shown(words[0] if words else "")))
    return words


def is_model(spec: str) -> bool:
    """Return whether a specification names a program that connects a language model."""
    return spec.startswith(_MODEL)


def make_bot(spec: str) -> Bot:
    """Return the bot of a specification, or raise `UnknownBot`. The specification must not name an outside program."""
    return _own_bot(spec) if spec.startswith(_PYTHON) else find_bot(spec)


def check_spec(spec: str) -> None:
    """Raise `UnknownBot`, or the error of the bot's parameters, if a specification is invalid."""
    if command_of(spec) is None:
        make_bot(spec)


def _own_bot(spec: str) -> Bot:
    """Return a custom bot, which is an object in a module. If it is a class or function, call it with the argument."""
    parts = spec.removeprefix(_PYTHON).split(":", 2)
    if len(parts) < 2:
        raise _unknown(spec, said("write python:MODULE:NAME, and add :ARGUMENT if the bot takes one"))
    try:
        found: Any = getattr(import_module(parts[0]), parts[1])
        if not hasattr(found, "choose") or isinstance(found, type):
            found = found(*parts[2:])
    except CourtlyError:
        raise
    except (Exception, SystemExit) as error:
        raise _unknown(spec, verbatim(f"{type(error).__name__}: {error}")) from error
    if not hasattr(found, "choose"):
        raise _unknown(spec, said("{name} has no method choose", name=parts[1]))
    return cast(Bot, found)


def _unknown(spec: str, why: Sentence) -> UnknownBot:
    message = said("there is no bot {given}: {reason}", given=shown(spec), reason=why)
    return UnknownBot(message, given=spec, where="players")
