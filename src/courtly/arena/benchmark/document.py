"""The result file of a benchmark: all results, the figures, the versions and the machine, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import courtly
from courtly.arena.about import machine
from courtly.arena.benchmark.figures import by_cell, figures, times
from courtly.arena.benchmark.pool import BadPool, Pool, play_hash
from courtly.arena.benchmark.protocol import MAX_DEALS, Cell, Illegal, MatchResult, Protocol, Task
from courtly.arena.entrants import is_own, net_file
from courtly.arena.output import replace_file
from courtly.bots import find_bot
from courtly.bots.base import Budget
from courtly.engine.contract.game import find_game
from courtly.engine.errors import BadOption, reason_of, shown
from courtly.engine.sentences import Sentence, said

FORMAT: Literal["courtly-benchmark/1"] = "courtly-benchmark/1"
MAX_BYTES = 200_000_000
MAX_REASONS = 20
"""Maximum number of listed reasons of forfeits."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Number = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Seat = Annotated[int, Field(ge=-1, lt=100)]


class Versions(_Value):
    """The versions that the play depends on: of Courtly, of the rules by game, and hashes of the agent by game."""

    courtly: str
    rules: dict[str, str]
    agent: dict[str, str]


class CellResults(_Value):
    """All matches of a cell, in order: for each the seat that forfeited or -1, decisions, illegal answers, points."""

    game: str
    seats: int = Field(ge=2, le=100)
    opponent: str
    deals: int = Field(ge=1, le=MAX_DEALS)
    matches: list[tuple[Seat, Number, Number, list[Number]]]


class Document(_Value):
    """A result file."""

    format: Literal["courtly-benchmark/1"]
    pool: str
    seed: int
    size: Literal["quick", "full", "custom"]
    agent: str
    illegal: Illegal
    move_time: float
    hashes: dict[str, dict[str, str]]
    versions: Versions
    machine: dict[str, Any]
    seconds: float
    figures: dict[str, Any]
    times: dict[str, Any]
    reasons: list[dict[str, Any]]
    cells: list[CellResults]

    def protocol(self, pool: Pool) -> Protocol:
        """Return the protocol of the results; raise `BadOption` if the pool has no such cell."""
        cells = []
        for each in self.cells:
            opponent = pool.opponent(each.opponent)
            game = pool.games.get(each.game)
            known = opponent is not None and game is not None and each.seats in game.seats
            if opponent is None or not known or not opponent.plays(each.game, each.seats):
                raise _bad(said("it has a cell that the pool does not have: {name}", name=_name(each)))
            cell = Cell(each.game, each.seats, each.opponent, opponent.spec, each.deals)
            wrong = len(each.matches) != cell.matches or any(len(match[3]) != cell.seats for match in each.matches)
            if wrong:
                raise _bad(said("its results of {name} are incomplete", name=cell.name))
            cells.append(cell)
        if not cells or len({cell.name for cell in cells}) < len(cells):
            raise _bad(said("it has no cells, or a cell twice"))
        return Protocol(self.pool, self.agent, tuple(cells), self.seed, self.illegal, self.move_time)

    def results(self) -> list[list[MatchResult]]:
        """Return the results of each cell. Times and reasons are not in the file."""
        return [
            [MatchResult(forfeit, decisions, illegal, tuple(scores)) for forfeit, decisions, illegal, scores in matches]
            for matches in (cell.matches for cell in self.cells)
        ]


def versions(protocol: Protocol, pool: Pool) -> dict[str, Any]:
    """Return the versions that the play depends on, fit for JSON."""
    spec = protocol.agent
    known = is_own(spec) or net_file(spec) is not None
    agent = {game: play_hash(spec, game, pool.games[game].seats) for game in protocol.games} if known else {}
    return {
        "courtly": courtly.__version__,
        "rules": {game: find_game(game).version for game in protocol.games},
        "agent": agent,
    }


def is_deterministic(spec: str) -> bool:
    """Return whether an agent certainly plays equal matches again: a bot of Courtly without a time limit, or a net."""
    if net_file(spec) is not None:
        return True
    budget = getattr(find_bot(spec), "budget", None) if is_own(spec) else None
    return is_own(spec) and not (isinstance(budget, Budget) and budget.seconds is not None)


def document(
    pool: Pool, protocol: Protocol, results: Mapping[Task, MatchResult], *, size: str, seconds: float
) -> dict[str, Any]:
    """Return the result file as a dictionary fit for JSON."""
    cells = by_cell(protocol, results)
    return {
        "format": FORMAT,
        "pool": pool.version,
        "seed": protocol.seed,
        "size": size,
        "agent": protocol.agent,
        "illegal": protocol.illegal,
        "move_time": protocol.move_time,
        "hashes": {each.name: dict(each.hashes) for each in pool.opponents},
        "versions": versions(protocol, pool),
        "machine": machine(),
        "seconds": round(seconds, 1),
        "figures": figures(pool, protocol, cells),
        "times": times(cells),
        "reasons": _reasons(protocol, results),
        "cells": [
            {
                "game": cell.game,
                "seats": cell.seats,
                "opponent": cell.opponent,
                "deals": cell.deals,
                "matches": [[each.forfeit, each.decisions, each.illegal, list(each.scores)] for each in found],
            }
            for cell, found in zip(protocol.cells, cells, strict=True)
        ],
    }


def _reasons(protocol: Protocol, results: Mapping[Task, MatchResult]) -> list[dict[str, Any]]:
    found = [(task, result) for task, result in sorted(results.items()) if result.reason]
    return [
        {"cell": protocol.cells[task.cell].name, "match": task.match, "reason": result.reason}
        for task, result in found[:MAX_REASONS]
    ]


def read_document(file: Path, pool: Pool) -> Document:
    """Return a result file whose pool is the installed one.

    Raises
    ------
    BadOption
        If the file cannot be read or is no result file.
    BadPool
        If the results belong to another pool, or to opponents or an agent with other hashes.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise _bad(reason_of(error), file) from None
    if len(data) > MAX_BYTES:
        raise _bad(said("it has more than {most} bytes", most=MAX_BYTES), file)
    try:
        found = Document.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole file"
        raise _bad(said("{place}: {reason}", place=shown(place), reason=first["msg"]), file) from None
    if found.pool != pool.version:
        places = {"file": file, "given": shown(found.pool), "version": pool.version}
        message = said("{file} was played against pool {given}; this version of Courtly has pool {version}", **places)
        raise BadPool(message, given=found.pool, where="check", allowed=pool.version)
    return found


def check_hashes(found: Document, pool: Pool) -> None:
    """Raise `BadPool` if an opponent or the agent of a result file is another player than the installed one."""
    protocol = found.protocol(pool)
    for game in protocol.games:
        for opponent in pool.opponents:
            held = found.hashes.get(opponent.name, {}).get(game)
            if held != opponent.hashes.get(game):
                raise _other(opponent.name, game, held, opponent.hashes.get(game))
    installed = versions(protocol, pool)["agent"]
    for game in protocol.games:
        if found.versions.agent.get(game) != installed.get(game):
            raise _other(found.agent, game, found.versions.agent.get(game), installed.get(game))


def _other(name: str, game: str, held: str | None, installed: str | None) -> BadPool:
    places = {"name": name, "game": game, "held": shown(held), "installed": shown(installed)}
    message = said(
        "the results of {name} in {game} have the hash {held}, but the installed files {installed}", **places
    )
    return BadPool(message, given=held, where=name, allowed=installed)


def write_document(document: dict[str, Any], file: Path) -> None:
    """Write a result file atomically."""
    replace_file(file, partial(_write, as_json(document)))


def as_json(document: dict[str, Any]) -> str:
    """Return a result file as text: the matches of each cell on one line."""
    cells = [json.dumps(cell, separators=(",", ":")) for cell in document["cells"]]
    head = json.dumps({**document, "cells": []}, indent=1, ensure_ascii=False)
    assert head.endswith('"cells": []\n}')
    return head.removesuffix("[]\n}") + "[\n" + ",\n".join(cells) + "\n]}\n"


def _write(text: str, file: Path) -> None:
    file.write_text(text, encoding="utf-8")


def _name(cell: CellResults) -> str:
    return shown(f"{cell.game}, {cell.seats} seats, {cell.opponent}")


def _bad(reason: str | Sentence, file: Path | None = None) -> BadOption:
    message = said("the result file cannot be used: {reason}", reason=reason)
    return BadOption(message, given=str(file) if file else None, where="check", problem="file")
