"""A bot as a separate program. The arena sends it requests as lines of JSON; docs/arena.md describes them.

    courtly arena courtisans --players "program:python examples/outside_bot.py play" --players steward --deals 10

The program does not import Courtly and could be written in any language. Without the argument `play`, this file plays a
small tournament with the bot.
"""

import json
import random
import shlex
import sys
from typing import Any


def choose(view: dict[str, Any], legal: list[str], rng: random.Random) -> str:
    """Return a random play to the bot's own domain if possible, otherwise a random move that does not harm it."""
    home = f"domain:{view['seat']}"
    to_it = [move for move in legal if move.startswith("play") and move.endswith(home)]
    harmless = [move for move in legal if not move.endswith(home)]
    return rng.choice(to_it or harmless or legal)


def play() -> None:
    """Answer every request until the input ends."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "match":
            rng.seed(message["seed"])
        elif message["type"] == "move":
            print(json.dumps({"move": choose(message["view"], message["legal"], rng)}), flush=True)


def hold_tournament() -> None:
    """Play a small tournament: this program against a random player."""
    from courtly.arena import Plan, summary
    from courtly.arena import play as play_all

    me = f"program:{shlex.join([sys.executable, __file__, 'play'])}"
    plan = Plan("courtisans", {"players": 2}, (me, "random"), deals=2)
    for bot in summary(play_all(plan))["bots"]:
        print(f"{bot['share']:.2f} of the victories: {bot['bot'].partition(':')[0]}")


if __name__ == "__main__":
    play() if sys.argv[1:] == ["play"] else hold_tournament()
