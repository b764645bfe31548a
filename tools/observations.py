"""Write docs/observations.md: observations and actions of every game, from the games' declarations.

`python -m tools.observations` writes the page; with `--check` it writes nothing and fails if the page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from courtly.engine.contract.codec import VerbCodec
from courtly.engine.contract.game import Setup, find_game, game_names, set_up
from courtly.engine.contract.layout import Visibility
from courtly.engine.contract.observation import Observation, Piece
from courtly.envs.ids import fewest_players
from courtly.envs.versions import history

PAGE = Path(__file__).resolve().parent.parent / "docs" / "observations.md"

HEAD = """\
# Observations and actions

An observation is the information of a seat as a tensor of `float32` numbers. It consists of named parts, the
observation pieces. Seats are counted from the observer: 0 is the observer, 1 the next seat, and so on.
`Vector.observe` returns the tensor, and `setup.game.rules.observation.split(tensor)` returns the pieces by name, each
in its shape.

Actions are move numbers. A form is a move with open words, such as `play <card> <area>`. The moves of a form have
consecutive numbers; the last word of the move varies fastest.

Observations and actions have a version, which is part of the ids of [environments](environments.md). A change of
either needs a new version with an entry on this page, and a test checks this. `make docs` generates this page from
the games' declarations.
"""

MAX_WORDS = 12

KNOWN = {
    Visibility.EVERYBODY: "all",
    Visibility.OWNER: "observer",
    Visibility.RULED: "observer; others set by the rules",
}


def main() -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of date")
    page = render_page({name: find_game(name).rules.observation for name in game_names()})
    page += render_actions({name: set_up(name, {"players": fewest_players(name)}) for name in game_names()})
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
    yield from (f"- version {each.number}: {each.text}" for each in history(name))
    yield "" if history(name) else "No version history.\n"
    yield "| from | piece | shape | numbers | known to | content |"
    yield "|---|---|---|---|---|---|"
    yield from (_row(piece) for piece in observation)
    yield ""


def _row(piece: Piece) -> str:
    shape = " × ".join(map(str, piece.shape)) or "one number"
    text = piece.text + (": " + ", ".join(piece.columns) if piece.columns else "")
    return f"| {piece.start} | `{piece.name}` | {shape} | {piece.values} | {KNOWN[piece.visibility]} | {text} |"


def render_actions(setups: dict[str, Setup]) -> str:
    """Return the tables of actions: a row for each form of a move."""
    return "".join(f"{line}\n" for name, setup in setups.items() for line in _actions(name, setup))


def _actions(name: str, setup: Setup) -> Iterator[str]:
    codec = setup.codec
    yield f"\n## Actions of {name}: {codec.count} with {setup.players} players and no other options\n"
    yield "| from | form | count | words |"
    yield "|---|---|---|---|"
    forms = zip(codec.starts, codec.forms, strict=True) if isinstance(codec, VerbCodec) else []
    for start, form in forms:
        words = "; ".join(f"`{slot.name}`: {_few(slot.allowed)}" for slot in form.slots)
        yield f"| {start} | `{form}` | {form.size} | {words} |"


def _few(words: list[str]) -> str:
    """Return the allowed words of a slot. In a long list, the middle is left out."""
    return ", ".join(words if len(words) <= MAX_WORDS else [*words[:3], "…", words[-1]])


if __name__ == "__main__":
    sys.exit(main())
