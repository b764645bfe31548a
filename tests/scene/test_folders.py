"""A game is one folder: no code outside the folder names the game, and importing a game loads no interface library."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import courtly
from courtly.scene.parts import folder

SOURCE = Path(courtly.__file__).parent
DRAWING = ("fastapi", "jinja2", "rich", "starlette", "typer", "uvicorn")

MAY_NAME_A_GAME = {
    "arena/benchmark/pool.toml",
    "bench/catalogue.py",
    "bench/cards.py",
    "bench/native.py",
    "envs/versions.toml",
    "testing/simulation/fairness.py",
    "web/templates/credits.html",
}
"""The only files outside a game's folder that may name the game: benchmarks, environment versions, picture credits,
and the simulator's own list of cards."""


def named(text: str) -> list[str]:
    return [name for name in courtly.game_names() if name in text.casefold().replace(" ", "_")]


def said_by(path: Path) -> Iterator[str]:
    """Yield the imports and strings in a file; docstrings are left out, because their examples may name a game."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield text
        return
    tree = ast.parse(text)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_a_game_is_named_only_by_files_in_its_own_folder() -> None:
    shared = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".html", ".css", ".svg", ".toml")]
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in shared
        if "games" not in path.relative_to(SOURCE).parts
        for text in said_by(path)
        if named(text)
    }
    assert found <= MAY_NAME_A_GAME


@pytest.mark.parametrize("game", courtly.game_names())
def test_importing_a_game_loads_no_user_interface_library(game: str) -> None:
    package = courtly.find_game(game).package
    script = f"import sys, {package}; print(*(name for name in {DRAWING} if name in sys.modules))"
    found = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == ""


@pytest.mark.parametrize("name", ["templates", "static", "locale"])
def test_a_folder_of_a_game_is_in_its_package(name: str) -> None:
    assert folder("monarch", name) == SOURCE / "games" / "monarch" / name
