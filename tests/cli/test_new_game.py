"""`courtly new-game`: the new game can be installed, played and tested; invalid names are refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from courtly.cli.new_game import checked_name, write_skeleton
from courtly.engine.errors import BadOption
from courtly.text.languages import worded
from tests.examples.installed import COURTLY, install, output


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a new game installed; its kernels stay uncompiled, as compiling is too slow for one test."""
    folder = tmp_path_factory.mktemp("new")
    write_skeleton("night_court", folder / "night_court")
    return {**install(folder / "night_court", folder), "NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize(("lang", "line"), [("en", " plays the "), ("fr", " joue le ")])
def test_a_new_game_is_played_in_both_languages(environment: dict[str, str], lang: str, line: str) -> None:
    command = [*COURTLY, "play", "night_court", "--bots", "random", "--seed", "1", "--lang", lang]
    assert line in output(command, environment, typed="1\n" * 3)


def test_a_new_game_fulfills_the_contract(environment: dict[str, str], tmp_path: Path) -> None:
    write_skeleton("night_court", tmp_path)
    tests = [
        "-q",
        "-p",
        "no:cacheprovider",
        "--import-mode=importlib",
        "--rootdir",
        str(tmp_path),
        str(tmp_path / "tests"),
    ]
    output([sys.executable, "-m", "pytest", *tests], environment)


@pytest.mark.parametrize("name", ["", "Night", "1court", "night-court", "class", "../up", "x" * 41, "é"])
def test_an_invalid_name_is_refused_in_both_languages(name: str) -> None:
    with pytest.raises(BadOption, match="lowercase letters, digits and _") as refused:
        checked_name(name)
    assert "minuscules" in worded(refused.value.sentence, "fr")


def test_an_existing_folder_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night_court").mkdir()
    with pytest.raises(BadOption, match="already exists") as refused:
        checked_name("night_court")
    assert "existe déjà" in worded(refused.value.sentence, "fr")
    assert list((tmp_path / "night_court").iterdir()) == []


def test_the_name_of_an_installed_package_is_refused() -> None:
    with pytest.raises(BadOption, match="package 'json'"):
        checked_name("json")
