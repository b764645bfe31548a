"""Forks a server for each line of input. The modules are already loaded, so servers can be killed in quick succession.

Usage: python -m tests.web.durability.forking_server DATABASE

It prints the port. For each line, it prints the process id of a new server that listens on the port. It reads the next
line when that server has died.
"""

from __future__ import annotations

import os
import socket
import sys

from uvicorn import Server

from courtly import new_match
from courtly.bots import find_bot
from courtly.engine.compile.rng import stream
from courtly.web.server import server_config
from tests.web.api.helpers import GAMES, application


def load_rules() -> None:
    """Play a match of every game, so that all kernels are loaded before the first fork."""
    bot, luck = find_bot("steward"), stream(1)
    for game in GAMES:
        match = new_match(game, players=3, seed=1)
        while (seat := match.to_move) is not None:
            match.play(bot.choose(match.knowledge(seat), luck).move)


def main(database: str) -> None:
    """Print the port, and fork servers until the input ends."""
    load_rules()
    app = application(database, max_sockets=1000)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        say(listener.getsockname()[1])
        for _ in sys.stdin:
            if (child := os.fork()) == 0:
                Server(server_config(app, log_level="critical")).run(sockets=[listener])
                return
            say(child)
            os.waitpid(child, 0)


def say(number: int) -> None:
    """Print one line and flush it."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
