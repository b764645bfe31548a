"""A bot as a separate program, which the arena asks for moves. Messages are lines of JSON, described in docs/arena.md.

    courtly arena courtisans --players "program:python examples/outside_bot.py play" --players steward --deals 10

The program does not import Courtly and could be written in any language. Without `play`, this file runs a small
tournament with it.
"""

import json
import random
import shlex
import sys
from typing import Any


def choose(view: dict[str, Any], legal: list[str], luck: random.Random) -> str:
    """Return a random legal move: a play to the own domain if possible, otherwise no move against it."""
    home = f"domain:{view['seat']}"
    to_it = [move for move in legal if move.startswith("play") and move.endswith(home)]
    harmless = [move for move in legal if not move.endswith(home)]
    return luck.choice(to_it or harmless or legal)


def play() -> None:
    """Answer every request until the input ends."""
    luck = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "match":
            luck.seed(message["seed"])
        elif message["type"] == "move":
            print(json.dumps({"move": choose(message["view"], message["legal"], luck)}), flush=True)


def hold_tournament() -> None:
    """Run matches of this program against a random player."""
    from courtly.arena import Plan, summary
    from courtly.arena import play as play_all

    me = f"program:{shlex.join([sys.executable, __file__, 'play'])}"
    plan = Plan("courtisans", {"players": 2}, (me, "random"), deals=2)
    for bot in summary(play_all(plan))["bots"]:
        print(f"{bot['share']:.2f} of the victories: {bot['bot'].partition(':')[0]}")


if __name__ == "__main__":
    play() if sys.argv[1:] == ["play"] else hold_tournament()
