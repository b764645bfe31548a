"""Check the specifications of entrants and create players from them.

A specification names one of these:

- a bot of Courtly: `steward`, `ismcts:1s`, `ismcts:sims=2000,rollout=steward`
- a net that chooses moves: `net:PATH.npz`, see `courtly.envs.save_net`
- a custom bot in Python: `python:MODULE:NAME` or `python:MODULE:NAME:ARGUMENT`
- an outside program: `program:COMMAND`
- a program that connects a language model and receives everything as text: `llm:COMMAND`
"""

from __future__ import annotations

import os
import shlex
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from courtly.bots import Bot, UnknownBot, find_bot
from courtly.engine.contract.game import Setup
from courtly.engine.errors import CourtlyError, reason_of, shown
from courtly.engine.sentences import Sentence, said, verbatim

_PROGRAM, _PYTHON, _MODEL = "program:", "python:", "llm:"
_NET, _NET_BOT = "net:", "python:courtly.envs.nets:NetBot:"
"""A net is found by the name of its class, as a custom bot is: the environments depend on the arena."""


def command_of(spec: str) -> list[str] | None:
    """Return the command of an outside program, or None if the specification names a bot.

    Raises
    ------
    UnknownBot
        If the command cannot be parsed or the program does not exist.
    """
    if not spec.startswith((_PROGRAM, _MODEL)):
        return None
    if not hasattr(os, "killpg"):
        raise _unknown(spec, said("programs can play on Linux and macOS only"))
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


def net_file(spec: str) -> Path | None:
    """Return the file of a net, or None if the specification names no net."""
    return Path(spec.removeprefix(_NET)) if spec.startswith(_NET) else None


def is_own(spec: str) -> bool:
    """Return whether a specification names a bot of Courtly by its name."""
    return not spec.startswith((_PROGRAM, _PYTHON, _MODEL, _NET))


def make_bot(spec: str) -> Bot:
    """Return the bot of a specification, or raise `UnknownBot`. The specification must not name an outside program."""
    if spec.startswith(_NET):
        return _own_bot(_NET_BOT + spec.removeprefix(_NET))
    return _own_bot(spec) if spec.startswith(_PYTHON) else find_bot(spec)


def check_spec(spec: str, setup: Setup) -> None:
    """Raise `UnknownBot`, or the error of the bot's parameters, if a specification is invalid for a setup."""
    if command_of(spec) is None:
        check_bot(make_bot(spec), setup)


def check_bot(bot: Bot, setup: Setup) -> None:
    """Raise the bot's error if it cannot play a setup: a bot may have a method `check(setup)`."""
    if hasattr(bot, "check"):
        bot.check(setup)


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
