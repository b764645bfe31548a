"""Write the files of this release for `test_upgrades.py`: `python -m tests.upgrades.make`.

Run it once for each release, before the tag, and commit the folder. Never write an old folder again: it is useful only
because the old version wrote it.

| file | contents |
|---|---|
| `tables.backup` | a database with open, running and finished tables of every game, chat, notes, codes and a review |
| `tables.json` | the table document of each player: seats, view, entries |
| `records/*.json` | finished matches of every game, also with a fair shuffle and with the designer's files below |
| `observations.json` | for each record: the version of its observations and a hash of them |
| `net.npz`, `net.json` | a net for environments, and the moves that it chooses |
| `python/*.txt` | stubs of the public Python modules |
| `cards.toml`, `regions.toml` | a card set of Monarch and set regions of Cursed Court |
"""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import UTC, datetime
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import courtly
from courtly.envs import save_net
from courtly.review import Effort, Review
from courtly.tables.journal import Line, Player
from courtly.tables.store import backup
from courtly.testing import random_match
from tests.tables.helpers import ME, OPEN, STEWARD, House, command, house
from tests.upgrades.python_api import minor, write_stubs
from tests.upgrades.uses import NET, SEED, chosen, designs, observed, seen

HERE = Path(__file__).parent
BOT = 2
"""The seat of the bot at a running table."""
LOOKS = 2000
TURNS = 15
"""The moves at a running table."""

TABLES: dict[str, dict[str, Any]] = {
    "courtisans": {"options": {"edition": "2023"}},
    "cursed_court": {"options": {"masquerade": True, "court_remembers": "hidden"}},
    "monarch": {"options": {"banners": True}},
}
SETUPS: dict[str, dict[str, Any]] = {
    "courtisans": {"players": 5},
    "cursed_court": {"players": 3, "great_exchange": "cash"},
    "monarch": {"players": 4},
}


def main() -> int:
    """Write the folder of this version; refuse if it exists."""
    folder = HERE / minor(courtly.__version__)
    (folder / "records").mkdir(parents=True)
    write_designs(folder)
    write_net(folder)
    write_stubs(folder / "python")
    records = random_records(folder)
    with TemporaryDirectory() as temporary:
        records |= asyncio.run(write_tables(folder, Path(temporary)))
    for name, record in records.items():
        write(folder / "records" / f"{name}.json", record)
    write(folder / "observations.json", {name: observed(record) for name, record in records.items()})
    return 0


def write(path: Path, document: object) -> None:
    """Write a document as JSON."""
    path.write_text(json.dumps(document, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


def write_designs(folder: Path) -> None:
    """Write a card set and set regions that are not the default ones."""
    games = files("courtly.games")
    cards = games.joinpath("monarch/cards.toml").read_text(encoding="utf-8")
    cards = cards.replace('id = "monarch-house"', 'id = "other-cards"', 1)
    (folder / "cards.toml").write_text(cards.replace("cost = 2\n", "cost = 3\n", 1), encoding="utf-8")
    components = games.joinpath("cursed_court/components.toml").read_text(encoding="utf-8")
    regions = components[components.index("\n[[region]]") :]
    (folder / "regions.toml").write_text(regions.replace('id = "', 'id = "old-', 1), encoding="utf-8")


def write_net(folder: Path) -> None:
    """Write a small net with arbitrary weights, and the moves that it chooses."""
    setup = courtly.set_up(*NET)
    rng = np.random.default_rng(SEED)
    sizes = (setup.game.rules.observation.size, 1, setup.codec.count)
    layers = [(rng.normal(size=pair), rng.normal(size=pair[1])) for pair in pairwise(sizes)]
    save_net(folder / "net.npz", setup, layers)
    write(folder / "net.json", chosen(folder / "net.npz"))


def random_records(folder: Path) -> dict[str, Any]:
    """Return records of random matches, two of them with the designs in the folder."""
    setups = {game: courtly.set_up(game, given) for game, given in SETUPS.items()}
    for game, design in designs(folder).items():
        setups[f"{game}-design"] = courtly.set_up(game, {"players": 2, **design})
    return {name: random_match(setup, seed=SEED).record() for name, setup in setups.items()}


async def write_tables(folder: Path, place: Path) -> dict[str, Any]:
    """Write the database and the documents of its players; return a record of each game with its fair shuffle."""
    saw, records = [], {}
    async with house(place, effort=Effort(matches=8, simulations=16)) as here:
        for game, more in TABLES.items():
            ann, bea = [await here.player(f"{name}-{game}") for name in ("Ann", "Bea")]
            waiting = await here.open(ann, ME, OPEN, game=game, **more)
            await talk(here, ann, waiting)
            running = await begun(here, [ann, bea], game, more)
            over = await here.finished(ann, game=game, **more)
            await review(here, ann, over)
            await here.lobby.shared_deals.share(ann, over, 1)
            records[f"{game}-fair"] = await here.lobby.finished.record(ann, over)
            saw += [await seen(here, *at) for at in ((ann, waiting), (ann, running), (bea, running), (ann, over))]
        await here.lobby.people.program("a program")
    backup(place / "courtly.sqlite3", folder / "tables.backup")
    write(folder / "tables.json", saw)
    return records


async def talk(here: House, player: Player, table: str) -> None:
    """Write a line and a note."""
    line = Line(0, datetime.now(UTC), player.id, 0, text="Good luck!", command=command())
    await here.lobby.talk.say(player, table, line)
    await here.lobby.talk.note(player, table, "watch the spies")


async def begun(here: House, people: list[Player], game: str, more: dict[str, Any]) -> str:
    """Return a table where two people and a bot have made some moves, and a person is to move."""
    table = await here.open(people[0], ME, OPEN, STEWARD, game=game, **more)
    await here.do(people[1], table, "sit", code=(await here.see(people[0], table))["join"])
    for player in people:
        await here.do(player, table, "ready", word=player.name)
    while (now := await here.until(people[0], table, lambda now: now["to_move"] != BOT))["turn"] < TURNS:
        await here.move(people[now["to_move"]], table)
    assert now["status"] == "playing"
    return table


async def review(here: House, player: Player, table: str) -> None:
    """Wait for the review of a finished match."""
    for _ in range(LOOKS):
        if isinstance(await here.lobby.finished.review(player, table, 1), Review):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the review is never made")


if __name__ == "__main__":
    sys.exit(main())
