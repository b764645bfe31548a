"""The command `courtly new-game`: create a package with a small playable game as a starting point.

The templates are in the folder `skeleton`; `@NAME@`, `@CLASS@`, `@TITLE@` and `@DASHED@` are replaced by the game's
name.
"""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from courtly.cli.app import app
from courtly.cli.language import Lang
from courtly.engine.errors import BadOption, cannot_write, shown
from courtly.engine.sentences import said
from courtly.text.languages import ENGLISH, translator

FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "{name}/__init__.py",
    "game.py": "{name}/game.py",
    "words.py": "{name}/words.py",
    "RULES.md": "{name}/RULES.md",
    "locale.po": "{name}/locale/fr/LC_MESSAGES/{name}.po",
    "test_game.py": "tests/test_{name}.py",
}
"""Target file of each template. The templates have the additional suffix `.txt`."""


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(help="Its name: lowercase letters, digits and _, such as my_game.")],
    lang: Lang = ENGLISH,
) -> None:
    """Write a small game of your own into a new folder, ready to install, play and change."""
    say = translator(lang)
    folder = Path(checked_name(name))
    write_skeleton(name, folder)
    print(say("The game {name} is in the folder {folder}. Install and play it:").format(name=name, folder=folder))
    print(f"\n    uv pip install -e ./{folder}\n    courtly play {name}\n    courtly serve\n")


def checked_name(name: str) -> str:
    """Return a name that is valid for a game, a package and a folder; raise `BadOption` otherwise."""
    allowed = said("lowercase letters, digits and _, starting with a letter")
    places = {"name": shown(name), "allowed": allowed}
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or iskeyword(name):
        message = said("a game cannot be called {name}; use {allowed}", **places)
        raise BadOption(message, given=name, where="name", allowed=allowed)
    if Path(name).exists():
        message = said("the folder {name} already exists; choose another name", **places)
        raise BadOption(message, given=name, where="name", allowed=said("another name"), problem="file")
    if find_spec(name) is not None:
        message = said("the Python package {name} already exists; choose another name", **places)
        raise BadOption(message, given=name, where="name", allowed=said("another name"))
    return name


def write_skeleton(name: str, folder: Path) -> None:
    """Write the files of a new game's package into a new folder."""
    title = name.replace("_", " ").strip().capitalize()
    places = {
        "@NAME@": name,
        "@CLASS@": title.title().replace(" ", ""),
        "@TITLE@": title,
        "@DASHED@": name.replace("_", "-"),
    }
    source = files("courtly.cli") / "skeleton"
    try:
        for template, target in FILES.items():
            text = source.joinpath(f"{template}.txt").read_text(encoding="utf-8")
            for place, value in places.items():
                text = text.replace(place, value)
            file = folder / target.format(name=name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise cannot_write(folder, where="name", error=error) from None
