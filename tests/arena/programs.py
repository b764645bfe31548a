"""An outside program for tests, run by its path. It plays the first legal move, or misbehaves as an argument says."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def model(manner: str, *more: str) -> str:
    """Return the specification of this program as a language model with the given behaviour."""
    return f"llm:{shlex.join(command(manner, *more))}"


def spec(manner: str, *more: str) -> str:
    """Return the specification of this program with the given behaviour."""
    return f"program:{shlex.join(command(manner, *more))}"


def command(manner: str, *more: str) -> list[str]:
    return [sys.executable, "-S", "-E", __file__, manner, *more]


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def first(message: dict[str, Any]) -> None:
    say(json.dumps({"move": message["legal"][0]}))


def tensors(message: dict[str, Any]) -> None:
    """Ask for the tensors once, then play the first legal move by its number."""
    if "mask" in message:
        assert len(message["observation"]) == 377
        say(json.dumps({"move": message["mask"].index(1)}))
    else:
        say('{"ask": "tensors"}')


def thrifty(message: dict[str, Any]) -> None:
    say(json.dumps({"move": message["legal"][0]["move"], "tokens": 10, "cost": 0.5}))


def slow_to_learn(message: dict[str, Any]) -> None:
    """Answer with an illegal move and a valid cost first, then with a legal move and an invalid cost."""
    if "refused" in message:
        say(json.dumps({"move": message["legal"][-1]["move"], "tokens": "many", "cost": -1}))
    else:
        say('{"move": "the best one", "tokens": 3}')


def crash(_message: dict[str, Any]) -> None:
    sys.stderr.write("thinking\nout of ideas\n")
    sys.exit(3)


def slow(message: dict[str, Any]) -> None:
    time.sleep(30)
    first(message)


def silent(_message: dict[str, Any]) -> None:
    """Send nothing, and do not exit at the end of the input."""
    time.sleep(60)


def deaf(_message: dict[str, Any]) -> None:
    os.close(0)
    time.sleep(60)


def mute(_message: dict[str, Any]) -> None:
    os.close(1)
    time.sleep(60)


def flood(_message: dict[str, Any]) -> None:
    while True:
        sys.stdout.write("x" * 65536)


MANNERS: dict[str, Callable[[dict[str, Any]], None]] = {
    "first": first,
    "tensors": tensors,
    "asks again": lambda _message: say('{"ask": "tensors"}'),
    "thrifty": thrifty,
    "slow to learn": slow_to_learn,
    "stubborn": lambda _message: say('{"move": 100000}'),
    "crash": crash,
    "slow": slow,
    "silent": silent,
    "deaf": deaf,
    "mute": mute,
    "flood": flood,
    "log": first,
    "nonsense": lambda _message: say("?"),
    "number": lambda _message: say("7"),
    "other": lambda _message: say('{"mov": "play"}'),
    "illegal": lambda _message: say('{"move": "play king above"}'),
    "deep": lambda _message: say("[" * 100_000),
}


def main() -> None:
    answer = MANNERS[sys.argv[1]]
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "match" and sys.argv[2:]:
            with Path(sys.argv[2]).open("a") as log:
                log.write("begun\n")
        if message["type"] == "move":
            answer(message)
        if message["type"] == "end" and sys.argv[2:]:
            with Path(sys.argv[2]).open("a") as log:
                log.write(json.dumps(message) + "\n")


if __name__ == "__main__":
    main()
