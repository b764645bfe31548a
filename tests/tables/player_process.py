"""Plays at several tables as a process of its own, telling every answer, until somebody kills it."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path

from courtly.tables.journal import Player
from tests.tables.helpers import ME, STEWARD, House, house

TABLES = 3


def tell(what: object) -> None:
    """Write one line at once."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def play(at: House, player: Player, dice: random.Random) -> None:
    """Play at one table, again and again."""
    table = await at.open(player, ME, STEWARD)
    await at.do(player, table, "ready")
    while True:
        now = await at.until(player, table, lambda seen: seen["to_move"] == 0 or seen["status"] == "over")
        if now["status"] == "over":
            await at.do(player, table, "again")
            await at.do(player, table, "ready")
            continue
        move = dice.choice(now["view"]["legal"])
        sent = {"command": f"{player.id}-{now['match']}-{now['turn']}", "act": "move", "moves": [move]}
        answer = await at.lobby.act(player, table, {**sent, "match": now["match"], "turn": now["turn"]})
        tell({"table": table, "player": player.id, "sent": sent, "answer": answer.as_dict()})


async def main(path: str, seed: int) -> None:
    """Play at a few tables at once."""
    dice = random.Random(seed)
    async with house(Path(path)) as at:
        players = [await at.player(f"{seed}-{number}") for number in range(TABLES)]
        await asyncio.gather(*(play(at, player, dice) for player in players))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
