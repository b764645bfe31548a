"""The code on the pages of the documentation works: Python runs, and every command line is valid."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from courtly.cli import app
from tests.cli.commands import finished, run

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)

VALUES = {"GAME": "courtisans", "DEALS": "1", "SEATS": "2", "PLAYERS": "2"}
"""Values for the capital words of the pages."""

QUICK = {"cards", "replay", "rules", "verify"}
"""Commands that ask nothing and end within a second."""

GIVEN = {
    "docs/fair-deals.md": "import courtly\nsecret = bytes(32)\n",
    "docs/your-own-game.md": "import courtly\nsecret = bytes(32)\n"
    "def new_match(_, **more): courtly.new_match('courtisans', **more)\n",
}
"""Names that the text of a page defines for its blocks of Python."""

ELSEWHERE = {
    "README.md": "tests/test_house.py compares it with an example, which runs",
    "docs/fair-deals.md": "tests/engine/play/test_fair_programs.py runs it with records",
}
"""Pages whose first block of Python another test runs."""


def blocks(kind: str) -> list[tuple[str, str]]:
    """Return the name of the page and the text of each block of code of a kind."""
    return [
        (page.relative_to(ROOT).as_posix(), code)
        for page in PAGES
        for found, code in BLOCK.findall(page.read_text(encoding="utf-8"))
        if found == kind
    ]


def command_lines() -> list[tuple[str, str]]:
    """Return the page and the arguments of each call of `courtly`."""
    lines = [(page, line) for page, code in blocks("sh") for line in code.replace("\\\n", " ").splitlines()]
    called = [(page, found[1]) for page, line in lines if (found := re.match(r"(?:\.venv/bin/)?courtly (.*)", line))]
    return [(page, re.sub(r"\b[A-Z]+\b", lambda word: VALUES.get(word[0], word[0]), text)) for page, text in called]


def arguments(text: str) -> list[str]:
    """Return the arguments of a command line, without its comment, its pipe and its output file."""
    words = shlex.split(text, comments=True)
    return words[: next((number for number, word in enumerate(words) if word in "|>"), len(words))]


def programs() -> list[tuple[str, str]]:
    """Return the page and the text of each block of Python that no other test runs and that is no part of a file."""
    found = blocks("python")
    elsewhere = [next(each for each in found if each[0] == page) for page in ELSEWHERE]
    parts = [each for each in found if each[0] == "docs/your-own-game.md" and "import" not in each[1]]
    return [each for each in found if each not in elsewhere + parts]


@pytest.mark.parametrize(("page", "text"), command_lines())
def test_every_command_line_of_a_page_is_valid(page: str, text: str) -> None:
    command: Any = typer.main.get_command(app)
    name, *words = arguments(text)
    while hasattr(command, "commands"):
        assert name in command.commands, f"{page}: courtly {text}"
        command = command.commands[name]
        if hasattr(command, "commands"):
            name, *words = words
    command.make_context(name, words)


@pytest.mark.parametrize(("page", "text"), [row for row in command_lines() if row[1].split()[0] in QUICK])
def test_every_quick_command_of_a_page_runs(
    page: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("match.json", "partie.json"):
        Path(name).write_text(json.dumps(finished()), encoding="utf-8")
    Path("mine.toml").write_text(run("cards", "export").stdout, encoding="utf-8")
    outcome = run(*arguments(text))
    assert (outcome.exit_code, outcome.stderr) == (0, ""), page
    assert outcome.stdout


@pytest.mark.parametrize(("page", "code"), programs())
def test_every_python_program_of_a_page_runs(page: str, code: str, tmp_path: Path) -> None:
    if page == "docs/arena.md":
        table = str(tmp_path / "courtisans.parquet")
        run("arena", "courtisans", "--players", "steward,random", "--deals", "1", "--trajectories", table)
    command = [sys.executable, "-W", "error", "-c", GIVEN.get(page, "") + code]
    outcome = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_the_parts_of_a_game_on_a_page_are_parts_of_the_example() -> None:
    sources = " ".join(path.read_text(encoding="utf-8") for path in (ROOT / "examples/your-own-game").rglob("*.py"))
    shown = [code for page, code in blocks("python") if page == "docs/your-own-game.md" and "import" not in code]
    lines = [line.strip().removeprefix("Documents(..., ") for code in shown for line in code.splitlines()]
    assert lines
    assert [line for line in lines if line.removesuffix(")") not in sources] == []


def test_every_make_command_of_a_page_exists() -> None:
    known = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    text = " ".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = "\n".join(code for _, code in blocks("sh"))
    named = set(re.findall(r"`make ([a-z-]+)", text)) | set(re.findall(r"^make ([a-z-]+)", shown, re.MULTILINE))
    assert named
    assert named - set(known) == set()


def test_every_tool_of_a_page_exists() -> None:
    text = " ".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"python -m (tools\.\w+|tests\.\w+)", text))
    assert named
    assert [name for name in named if not list(ROOT.glob(f"{name.replace('.', '/')}*"))] == []


def test_every_command_named_in_a_sentence_exists() -> None:
    known: Any = typer.main.get_command(app)
    text = " ".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"`courtly ([a-z][a-z-]*)[` ]", text))
    assert named
    assert named - set(known.commands) == set()
