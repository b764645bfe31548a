"""The stored figures of every game: computed here, written by `python -m tests.golden`, compared by the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from courtly.engine.play.match import Match
from courtly.engine.play.records import read_record
from courtly.testing import Case, cases, nodes_from, random_match, trace
from tests.contract.subjects import SUBJECTS
from tests.golden import courtisans, cursed_court, monarch

FOLDER = Path(__file__).parent
POSITIONS = {"courtisans": courtisans.positions, "cursed_court": cursed_court.positions, "monarch": monarch.positions}
"""The start positions for the node counts of each game."""

Figures = dict[str, Any]


@cache
def every_case() -> list[Case]:
    """Return every registered game with all choices of its options."""
    return cases(SUBJECTS.values())


def figures_file(game: str) -> Path:
    """Return the file with the traces and node counts of a game."""
    return FOLDER / f"{game}.json"


def match_file(case: Case) -> Path:
    """Return the file with the golden match of a case."""
    return FOLDER / case.setup.game.name / f"{case.label.replace('=', '-')}.json"


def traces(game: str) -> dict[str, str]:
    """Return the trace of every case of a game."""
    return {case.label: trace(case.setup, seed=1) for case in every_case() if case.setup.game.name == game}


def node_counts(game: str) -> dict[str, list[int]]:
    """Return the exact number of move sequences from every position that the game lists."""
    return {name: nodes_from(match, depth) for name, (match, depth) in POSITIONS[game]().items()}


def kept(game: str) -> Figures:
    """Return the stored figures of a game."""
    figures: Figures = json.loads(figures_file(game).read_text(encoding="utf-8"))
    return figures


def golden_match(case: Case) -> Figures:
    """Play the golden match of a case and return its record, with views during and after the match."""
    match = random_match(case.setup, seed=2024)
    return {"record": match.record(), "views": views_on_the_way(match.record())}


def views_on_the_way(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return four views of a recorded match, by number of moves and audience: one of a spectator, three of seats."""
    total = len(record["moves"])
    views = {}
    for number, part in enumerate((total // 4, total // 2, 3 * total // 4, total)):
        match = _after(record, part)
        seat = None if number == 1 else number % match.players
        views[f"{part} moves, {'spectator' if seat is None else f'seat {seat}'}"] = match.view(seat)
    return views


def _after(record: Mapping[str, Any], moves: int) -> Match:
    """Return a recorded match after its first `moves` moves."""
    part = {**record, "moves": record["moves"][:moves]}
    if moves < len(record["moves"]):
        part.pop("result", None)
    return read_record(part)


def written(figures: Mapping[str, Any]) -> str:
    """Return figures as JSON text with one line per part, so that a diff shows the changed part."""
    blocks = []
    for name, part in figures.items():
        lines = ",\n".join(
            f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in part.items()
        )
        blocks.append(f" {json.dumps(name)}: {{\n{lines}\n }}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"
