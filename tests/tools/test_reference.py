"""The pages of commands and of the API list all that the code has, and the committed pages are up to date."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from courtly.cli import app
from courtly.engine.contract.game import find_game, game_names
from courtly.envs.ids import register_all
from courtly.web.errors import STATUS
from tests.web.helpers import application
from tools import reference

INTERNAL = ("courtly.cli", "courtly.games", "courtly.tables", "courtly.web")
"""Packages whose functions only Courtly calls. Others use the commands, the API and the contract of a game."""

both = pytest.mark.parametrize("name", reference.COMMANDS.values())


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *arguments: str) -> int:
    monkeypatch.setattr(reference, "DOCS", folder)
    monkeypatch.setattr(sys, "argv", ["reference", *arguments])
    return reference.main()


def page(name: str) -> str:
    return (reference.DOCS / name).read_text(encoding="utf-8")


def leaves(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield each command with its path."""
    yield path, command
    for name, each in getattr(command, "commands", {}).items():
        yield from leaves(each, f"{path} {name}")


def test_the_committed_pages_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, reference.DOCS, "--check") == 0


def test_outdated_pages_are_reported_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path, "--check") == 1
    assert "docs/fr/commandes.md is out of date" in capsys.readouterr().err
    assert run(monkeypatch, tmp_path) == 0
    assert run(monkeypatch, tmp_path, "--check") == 0


@both
def test_every_command_and_option_is_documented(name: str) -> None:
    text = page(name)
    for path, command in leaves(typer.main.get_command(app), "courtly"):
        section = text.split(f"\n## {path}\n")[1].split("\n## ")[0]
        flags = [flag for parameter in command.params for flag in parameter.opts if flag.startswith("-")]
        assert [flag for flag in flags if flag not in section] == [], path


@both
def test_every_option_of_a_game_is_documented(name: str) -> None:
    told = set(re.findall(r"^\| `(--[\w-]+)` \|", page(name), re.MULTILINE))
    options = {option.name for game in game_names() for option in find_game(game).rules.options.described()}
    assert {f"--{option.replace('_', '-')}" for option in options} - told == set()


def test_the_french_page_has_no_english_help() -> None:
    english = {line for line in page("commands.md").splitlines() if line.startswith("| `--") and len(line) > 60}
    assert english & set(page("fr/commandes.md").splitlines()) == set()


@pytest.mark.parametrize("path", sorted((reference.DOCS / "fr").glob("*.md")), ids=lambda path: path.stem)
def test_french_pages_have_no_break_spaces_before_punctuation(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert re.findall(r".{20} [:;!?»](?=\s|$)", text) == []


def test_every_path_of_the_api_and_every_error_is_documented(tmp_path: Path) -> None:
    text = page("http-api.md")
    paths = application(tmp_path / "t.sqlite3").openapi()["paths"]
    assert [path for path in paths if f" {path}\n" not in text] == []
    told = dict(re.findall(r"^\| `([\w-]+)` \| ([\d, ]+) \|", text, re.MULTILINE))
    assert [kind.code for kind in STATUS if reference.status(kind) not in told[kind.code]] == []


def test_every_frame_of_a_live_connection_is_documented() -> None:
    source = reference.DOCS.parent / "src/courtly"
    names = ("actor", "subscriptions", "table_views", "talk")
    files = [*(source / f"tables/{name}.py" for name in names), source / "web/api/socket.py"]
    sent = {kind for file in files for kind in re.findall(r'"type": "(\w+)"', file.read_text(encoding="utf-8"))}
    assert sent
    assert {kind for kind in sent if f"\n| `{kind}` |" not in page("http-api.md")} == set()


def test_every_reason_of_an_illegal_move_is_documented() -> None:
    text = page("http-api.md")
    codes = [code for game in game_names() for code, _ in reference.reasons(game)]
    assert codes
    assert [code for code in codes if f"| {code} |" not in text] == []


def test_every_problem_of_an_option_is_documented() -> None:
    told = set(
        re.findall(r"^\| `([a-z]+)` \|", page("http-api.md").split("| problem |")[1].split("\n\n")[0], re.MULTILINE)
    )
    calls = (
        node
        for path in (reference.DOCS.parent / "src/courtly").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "BadOption"
    )
    given = {
        each.value.value
        for call in calls
        for each in call.keywords
        if each.arg == "problem" and isinstance(each.value, ast.Constant)
    }
    assert given
    assert given - told == set()


def test_every_metric_is_documented(tmp_path: Path) -> None:
    told = re.findall(r"^\| (`courtly_\w+`) \|", page("http-api.md"), re.MULTILINE)
    measured = [name for name, _, _ in reference.metrics(application(tmp_path / "t.sqlite3", warm_up=False))]
    assert told == measured != []


def test_every_environment_is_documented() -> None:
    text = page("environments.md")
    ids = [*register_all(), *(f"courtly_{game}(players=3)" for game in game_names())]
    assert [name for name in ids if f"`{name}`" not in text] == []


def test_every_public_module_is_in_the_reference_of_the_python_interface() -> None:
    told = {
        name
        for path in (reference.DOCS / "site/api").glob("*.md")
        for name in re.findall(r"^::: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    source = reference.DOCS.parent / "src"
    public = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        for path in (source / "courtly").rglob("*.py")
        if re.search(r"^__all__ = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {name for name in public - told if not name.startswith(INTERNAL)} == set()
