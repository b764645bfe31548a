"""The options of a game as flags: generated from its described options, and equivalent to `--option`."""

from __future__ import annotations

import pytest

from courtly.cli.flags import expand_flags
from courtly.engine.contract.game import find_game
from tests.cli.commands import refused, run


def spelled(game: str, *args: str) -> list[str]:
    return list(expand_flags(args, find_game(game).rules.options.described()))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["--edition", "2023"], ["--option", "edition=2023"]),
        (["--edition=2023"], ["--option", "edition=2023"]),
        (["--mission-count", "cards"], ["--option", "mission_count=cards"]),
        (["--edition"], ["--option", "edition="]),
        (["--seed", "3"], ["--seed", "3"]),
    ],
)
def test_a_flag_of_a_game_becomes_an_option(typed: list[str], meant: list[str]) -> None:
    assert spelled("courtisans", *typed) == meant


@pytest.mark.parametrize(
    ("flag", "meant"),
    [("--coinless", "coinless=true"), ("--no-coinless", "coinless=false"), ("--coinless=true", "coinless=true")],
)
def test_a_switch_takes_no_value(flag: str, meant: str) -> None:
    assert spelled("cursed_court", flag, "--watch") == ["--option", meant, "--watch"]


@pytest.mark.parametrize("command", ["play", "arena", "balance", "effect", "fit"])
def test_help_with_a_game_shows_its_options(command: str) -> None:
    result = run(command, "courtisans", "--help")
    assert result.exit_code == 0
    assert "Options of Courtisans:" in result.stdout
    assert "--mission-count" in result.stdout
    assert "A noble counts as two" in " ".join(result.stdout.split())


def test_help_without_a_game_shows_no_game_options() -> None:
    assert "Options of" not in run("play", "--help").stdout


def test_game_options_are_described_in_the_chosen_language() -> None:
    text = " ".join(run("play", "courtisans", "--help", "--lang", "fr").stdout.split())
    assert "Options de Courtisans" in text
    assert "Un noble compte double" in text


def test_a_flag_of_another_game_is_refused() -> None:
    assert "there is no option --regions" in refused(run("play", "courtisans", "--regions", "own.toml"), 2)


def test_a_flag_and_its_option_play_the_same_match() -> None:
    flag, option = (
        run("play", "courtisans", "--seed", "1", *words, typed="q\n")
        for words in (["--edition", "2023"], ["--option", "edition=2023"])
    )
    assert flag.exit_code == option.exit_code == 0
    assert flag.stdout == option.stdout
    assert "edition 2023" in flag.stdout
