"""The command `courtly`: play, watch, replay, serve, maintain and measure from a terminal.

Commands import their modules when they run, so that help is fast.
"""

from __future__ import annotations

import sys

from courtly.cli import (  # noqa: F401 - each adds its commands
    admin,
    arena,
    benchmark,
    learning,
    mcp,
    new_game,
    people,
    ratings,
    reviewing,
    serving,
    simulating,
    studies,
    upkeep,
)
from courtly.cli.app import add_commands_of_games, app

__all__ = ["app", "main"]

add_commands_of_games()


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal with another encoding shows question marks instead of failing.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    app(prog_name="courtly")
