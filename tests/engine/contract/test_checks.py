"""An incomplete game is rejected when it is registered or loaded; other games stay available."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import numpy as np
import pytest

from courtly.engine.contract import checks
from courtly.engine.contract.checks import bad_game
from courtly.engine.contract.events import Movement, only
from courtly.engine.contract.game import Game, find_game, register, registered
from courtly.engine.contract.layout import Layout, field
from courtly.engine.contract.options import Options
from courtly.engine.contract.registry import Registry
from courtly.engine.errors import BadGame
from courtly.engine.sentences import said
from courtly.testing.audience_data import check_events, check_steps
from courtly.testing.subject import Case, Subject, cases
from courtly.text.languages import worded
from tests.examples.installed import COURTLY, install
from tests.testing import lots


class Endless(Options):
    players: Annotated[int, "no limits"]


class Headless(Layout):
    seat: int = field(np.int8, "who plays")


def rules(**changes: Any) -> Game:
    return lots.GAME.changed(**changes)


NOTHING: Any = None

BROKEN: Mapping[str, tuple[Any, str]] = {
    "no game": (7, "7 is not a Game"),
    "a bad name": (rules(name="Lots!"), r"cannot be called 'Lots!'; use lowercase letters"),
    "a name taken": (rules(name="monarch"), "a game in the package courtly.games.monarch already has this name"),
    "no package": (rules(package="no_such_package.at_all"), "its package, 'no_such_package.at_all', cannot be found"),
    "no options": (rules(options=dict), "its options is not a subclass of Options"),
    "no state": (rules(state=7), "its state is not a subclass of Layout: 7"),
    "a state without the turn": (lots.GAME, "its state must begin with to_move"),
    "no limits": (rules(options=Endless), "its option players needs"),
    "a kernel missing": (
        rules(kernels=replace(lots.GAME.rules.kernels, redeal=NOTHING)),
        "its kernel redeal cannot be called",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_an_incomplete_game_is_refused_with_its_problem(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, message = BROKEN[what]
    if what == "a state without the turn":
        monkeypatch.setattr(lots.State, "fields", Headless.fields)
    with pytest.raises(BadGame, match=message) as refused:
        register(game)
    assert worded(refused.value.sentence, "fr") != str(refused.value)


@pytest.mark.parametrize(
    ("module", "contents", "message"),
    [
        ("words", {"TITLE": 7}, "TITLE is 7; it must be a string"),
        ("words", {"move_words": "play"}, "move_words is 'play'; it must be a function"),
        ("scene", {}, "lacks scene"),
        ("scene", {"scene": None}, "scene is None; it must be a function"),
    ],
)
def test_a_module_without_a_required_function_is_refused(
    module: str, contents: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ModuleType(module)
    vars(made).update(contents)
    monkeypatch.setattr(
        checks, "_is_there", lambda name: not name.endswith((".words", ".scene")) or name.endswith(module)
    )
    monkeypatch.setattr(checks, "import_module", lambda name: made)
    with pytest.raises(BadGame, match=message):
        register(lots.GAME)


def test_a_changed_copy_of_a_game_replaces_the_original() -> None:
    with registered(lots.GAME), registered(lots.GAME.changed(version="2")):
        assert find_game("lots").version == "2"


@pytest.mark.parametrize(
    ("source", "reason"),
    [("import no_such_module", "ModuleNotFoundError"), ("GAME = 7", "7 is not a Game"), ("1 / 0", "ZeroDivisionError")],
)
def test_a_broken_distribution_leaves_the_other_games_alone(source: str, reason: str, tmp_path: Path) -> None:
    package = tmp_path / "broken" / "src" / "broken_game"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(source, encoding="utf-8")
    point = '[project.entry-points."courtly.games"]\nbroken_game = "broken_game:GAME"\n'
    build = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
    project = '[project]\nname = "broken-game"\nversion = "1"\n'
    (tmp_path / "broken" / "pyproject.toml").write_text(build + project + point, encoding="utf-8")
    environment = {**install(tmp_path / "broken", tmp_path), "NUMBA_DISABLE_JIT": "1"}
    for arguments, status in (("games", 0), ("play broken_game", 1)):
        done = subprocess.run(
            [*COURTLY, *arguments.split()], env=environment, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == status
        assert "the game 'broken_game' cannot be used" in done.stderr
        assert reason in done.stderr
        assert status or "monarch" in done.stdout


@pytest.fixture
def case() -> Case:
    return cases([Subject(lots.GAME, lots.census)])[0]


def changed(case: Case, **event: Any) -> Case:
    """Return the case with some fields of every event changed."""

    def events(*args: Any) -> list[Any]:
        return [replace(each, **event) for each in lots.GAME.audience_view.events(*args)]

    game = lots.GAME.changed(events=events)
    return Case(replace(case.subject, game=game), replace(case.setup, game=game))


def test_an_event_for_an_unknown_seat_is_reported(case: Case) -> None:
    with pytest.raises(AssertionError, match=r"names unknown seats \[7\]; the seats are 0 to 1"):
        check_events(changed(case, audience=only(7)))


def test_a_movement_to_an_unknown_place_is_reported(case: Case) -> None:
    with pytest.raises(AssertionError, match=r"\['nowhere'\]; the scene has \[.*'hand'"):
        check_steps(changed(case, steps=[Movement("card", "card", "hand", "nowhere")]))


def test_a_game_under_another_name_is_refused() -> None:
    with pytest.raises(BadGame, match="the game 'other' cannot be used: it calls itself 'lots'"):
        checks.checked_game(lots.GAME, "other")


def test_the_import_error_of_a_module_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_name: str) -> ModuleType:
        raise SyntaxError("a bracket is open")

    monkeypatch.setattr(checks, "_is_there", lambda _name: True)
    monkeypatch.setattr(checks, "import_module", fails)
    with pytest.raises(BadGame, match="the game 'lots' cannot be used: SyntaxError: a bracket is open"):
        register(lots.GAME)


@pytest.mark.parametrize(
    ("loads", "reason"),
    [
        ([lots.GAME], None),
        ([ValueError(said("the cards are missing"))], "the cards are missing"),
        ([bad_game("lots", "it has no cards")], "it has no cards"),
        ([lots.GAME, lots.GAME], "several packages provide a game with this name: one, two"),
    ],
)
def test_an_entry_point_gives_a_game_or_its_error(loads: list[Game | Exception], reason: str | None) -> None:
    points: list[Any] = [Point(value, each) for value, each in zip(("one", "two"), loads, strict=False)]
    games = Registry(lambda: points)
    assert games.names() == (["lots"] if reason is None else [])
    if reason is None:
        assert games.find("lots") is lots.GAME
    else:
        with pytest.raises(BadGame, match=reason) as refused:
            games.find("lots")
        assert str(games.broken()["lots"]) == str(refused.value)


@dataclass
class Point:
    """An entry point that provides a game or fails."""

    value: str
    game_or_error: Game | Exception
    name: str = "lots"

    def load(self) -> Game:
        """Return the game or raise the error."""
        if isinstance(self.game_or_error, Exception):
            raise self.game_or_error
        return self.game_or_error
