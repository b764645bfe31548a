"""`courtly verify`: a record, the promise and the deal of its shuffle, in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from courtly.engine.play.records import write_record
from tests.cli.test_cli import both, refused, run
from tests.cli.test_cli import finished as played
from tests.engine.play.fair_matches import SETUPS, begun, changed, finished, play


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_record_with_a_shuffle_that_holds(number: int) -> None:
    result = run("verify", "-", typed=json.dumps(finished(number)))
    assert (result.exit_code, result.stderr) == (0, "")
    summary, holds, promise, *words = result.stdout.splitlines()
    assert summary.startswith(f"Valid record: {SETUPS[number][0]}")
    assert holds == "The promise holds, and the whole deal follows from the secret and the words."
    assert promise == f"Promise: {finished(number)['shuffle']['promise']}"
    assert words[:2] == ["Word of Seat 0: plum", "Word of Seat 1: poire"]


def test_the_words_are_told_in_french_by_name() -> None:
    record = finished(0) | {"seats": [{"name": "Zoé"}, {"name": "Bo"}, {"name": "steward"}]}
    lines = run("verify", "-", "--lang", "fr", typed=json.dumps(record)).stdout.splitlines()
    assert lines[1] == "La promesse est tenue, et toute la donne découle du secret et des mots."
    assert lines[-2:] == ["Mot de Zoé\u202f: plum", "Mot de Bo\u202f: poire"]


@both
def test_a_record_without_a_shuffle_is_valid_and_shows_nothing(lang: str) -> None:
    result = run("verify", "-", "--lang", lang, typed=json.dumps(played()))
    assert result.exit_code == 0
    told = {"en": "It has no fair shuffle: ", "fr": "Il n’a pas de mélange équitable\u202f: "}[lang]
    assert result.stdout.splitlines()[-1].startswith(told)


@pytest.mark.parametrize(
    ("changes", "english", "french"),
    [
        ({"shuffle__promise": "0" * 64}, "the promise '000", "la promesse '000"),
        ({"deal__first": 7}, "deal.first, 7, does not follow", "deal.first, 7, ne découle pas du mélange"),
        ({"moves": ["spare"]}, "move 1, 'spare', does not hold", "spare"),
    ],
)
def test_what_does_not_hold_is_one_line_and_a_failure(changes: dict[str, Any], english: str, french: str) -> None:
    document = json.dumps(changed(0, **changes))
    assert english in refused(run("verify", "-", typed=document), 1)
    assert french in run("verify", "--lang", "fr", "-", typed=document).stderr


def test_a_stopped_match_is_verified_as_far_as_it_went() -> None:
    match = play(begun("monarch", {"players": 2}), 20)
    match.is_revealed = True
    result = run("verify", "-", typed=write_record(match))
    assert result.exit_code == 0
    assert "not finished" in result.stdout
    assert "The promise holds" in result.stdout


def test_moves_of_a_fair_match_are_told() -> None:
    lines = run("replay", "-", "--verbose", typed=json.dumps(finished(6))).stdout.splitlines()
    assert lines[-1].startswith("Valid record: monarch")
    assert len(lines) > len(finished(6)["moves"]) / 2


def test_a_file_that_is_not_there_is_named() -> None:
    assert "no-such-file" in refused(run("verify", "no-such-file"), 1)
