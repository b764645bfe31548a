"""`courtly play --from`: continuing a match from a record, its new record, and invalid starting points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import courtly
from courtly.engine.contract.game import game_names
from courtly.engine.play.records import write_record
from courtly.text.languages import LANGUAGES
from tests.cli.commands import refused, run
from tests.review.helpers import finished

MIDDLE = 6


def record_of(game: str, folder: Path) -> Path:
    """The file of a finished match."""
    file = folder / "match.json"
    file.write_text(write_record(finished(game)), encoding="utf-8")
    return file


@pytest.mark.parametrize("game", game_names())
def test_a_match_continues_from_a_move_and_its_record_replays(game: str, tmp_path: Path) -> None:
    whole, out = record_of(game, tmp_path), tmp_path / "out.json"
    result = run("play", "--from", f"{whole}@{MIDDLE}", "--record", str(out), typed="1\n" * 400)
    assert result.exit_code == 0, result.stderr
    record, first = json.loads(out.read_text(encoding="utf-8")), finished(game)
    assert record["origin"] == {"kind": "position", "moves": MIDDLE}
    assert record["moves"][:MIDDLE] == first.moves[:MIDDLE]
    named = [seat for seat, one in enumerate(record["seats"]) if one["name"] == "Guest"]
    assert named == [first.at(MIDDLE).to_move]
    assert courtly.read_record(record).version > MIDDLE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_continued_match_is_verified_as_practice(lang: str, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    whole = record_of("courtisans", tmp_path)
    run("play", "--from", f"{whole}@{MIDDLE}", "--watch", "--bots", "random", "--record", str(out))
    lines = run("verify", str(out), "--lang", lang).stdout.splitlines()
    told = {
        "en": ("Played on from another match after 6 moves", "No fair shuffle"),
        "fr": ("6 coups", "Pas de mélange équitable"),
        "de": ("6 Aktionen", "Kein faires Mischen"),
    }
    assert [part in line for part, line in zip(told[lang], lines[-2:], strict=True)] == [True, True]


def test_without_a_move_an_unfinished_match_continues_from_its_end(tmp_path: Path) -> None:
    file, out = tmp_path / "begun.json", tmp_path / "out.json"
    file.write_text(write_record(finished("courtisans").at(MIDDLE)), encoding="utf-8")
    result = run("play", "courtisans", "--from", str(file), "--seat", "1", "--record", str(out), typed="q\n")
    assert result.exit_code == 0, result.stderr
    assert json.loads(out.read_text(encoding="utf-8"))["seats"][1]["name"] == "Guest"


@pytest.mark.parametrize(
    ("more", "status", "reason"),
    [
        (["@9999"], 1, "there is no move 9999"),
        ([""], 1, "nothing left to play"),
        (["@6", "--seat", "9"], 1, "there is no seat 9"),
        (["@6", "--seed", "3"], 2, "seed cannot be used here"),
        (["@6", "--players", "2"], 2, "option cannot be used here"),
    ],
)
def test_an_invalid_starting_point_is_refused_in_one_line(
    more: list[str], status: int, reason: str, tmp_path: Path
) -> None:
    at, *options = more
    whole = record_of("courtisans", tmp_path)
    assert reason in refused(run("play", "--from", f"{whole}{at}", *options), status)


def test_play_needs_a_game_or_a_record() -> None:
    assert "'game' is missing" in refused(run("play"), 2)
    assert "only with --from" in refused(run("play", "courtisans", "--seat", "1"), 2)
