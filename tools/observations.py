"""The page docs/observations.md: what the numbers of every game's observation are, from the games' own declarations.

`python -m tools.observations` writes it; with `--check` it writes nothing and fails when the page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from courtly.engine.contract.game import find_game, game_names
from courtly.engine.contract.layout import Seen
from courtly.engine.contract.observation import Observation, Piece

PAGE = Path(__file__).resolve().parent.parent / "docs" / "observations.md"

HEAD = """\
# Observations

What a seat knows, as `float32` numbers, piece by piece. Seats are counted from the observer on: 0 is itself, 1 the next
in turn order. `setup.game.rules.observation.split(tensor)` gives the pieces of one observation or of many by name, each
in its shape; `Vector.observe` makes the tensor. `make docs` writes this page from what each game declares.
"""

KNOWN = {Seen.EVERYBODY: "everybody", Seen.OWNER: "the observer", Seen.RULED: "the observer, others as the rules say"}


def main() -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is out of date")
    page = render_page({name: find_game(name).rules.observation for name in game_names()})
    if not parser.parse_args().check:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page:
        return 0
    print(f"docs/{PAGE.name} is out of date: run `make docs`", file=sys.stderr)
    return 1


def render_page(observations: dict[str, Observation]) -> str:
    """Return the page: a table for each game."""
    return "\n".join([HEAD, *(line for name, each in observations.items() for line in _table(name, each))])


def _table(name: str, observation: Observation) -> Iterator[str]:
    yield f"## {name}: {observation.size} numbers\n"
    yield "| from | piece | shape | numbers | known to | what it holds |"
    yield "|---|---|---|---|---|---|"
    yield from (_row(piece) for piece in observation)
    yield ""


def _row(piece: Piece) -> str:
    shape = " × ".join(map(str, piece.shape)) or "one number"
    text = piece.text + (": " + ", ".join(piece.columns) if piece.columns else "")
    return f"| {piece.start} | `{piece.name}` | {shape} | {piece.values} | {KNOWN[piece.seen]} | {text} |"


if __name__ == "__main__":
    sys.exit(main())
