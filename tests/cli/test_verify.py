"""`courtly verify`: a record with the commitment and the deal of its shuffle, in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from courtly.engine.play.records import write_record
from tests.cli.commands import both, refused, run
from tests.cli.commands import finished as played
from tests.engine.play.fair_matches import SETUPS, begun, changed, finished, play


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_valid_shuffle_is_confirmed(number: int) -> None:
    result = run("verify", "-", typed=json.dumps(finished(number)))
    assert (result.exit_code, result.stderr) == (0, "")
    summary, holds, promise, *words = result.stdout.splitlines()
    assert summary.startswith(f"Valid record: {SETUPS[number][0]}")
    assert holds == "The commitment is valid, and the whole deal follows from the secret and the shuffle seeds."
    assert promise == f"Commitment: {finished(number)['shuffle']['promise']}"
    assert words[:2] == ["Shuffle seed of Seat 0: plum", "Shuffle seed of Seat 1: poire"]


def test_shuffle_seeds_are_printed_in_french_by_name() -> None:
    record = finished(0) | {"seats": [{"name": "Zoé"}, {"name": "Bo"}, {"name": "steward"}]}
    lines = run("verify", "-", "--lang", "fr", typed=json.dumps(record)).stdout.splitlines()
    assert lines[1] == "L’engagement est valable, et toute la donne découle du secret et des graines."
    assert lines[-2:] == ["Graine de Zoé\u202f: plum", "Graine de Bo\u202f: poire"]


@both
def test_a_record_without_a_shuffle_is_valid_but_proves_nothing(lang: str) -> None:
    result = run("verify", "-", "--lang", lang, typed=json.dumps(played()))
    assert result.exit_code == 0
    told = {"en": "No fair shuffle: ", "fr": "Pas de mélange équitable\u202f: ", "de": "Kein faires Mischen: "}[lang]
    assert result.stdout.splitlines()[-1].startswith(told)


@pytest.mark.parametrize(
    ("changes", "english", "french"),
    [
        ({"shuffle__promise": "0" * 64}, "the commitment '000", "l’engagement '000"),
        ({"deal__first": 7}, "deal.first, 7, does not follow", "deal.first, 7, ne découle pas du mélange"),
        ({"moves": ["spare"]}, "move 1, 'spare', is not valid", "spare"),
    ],
)
def test_an_invalid_shuffle_is_one_line_and_a_failure(changes: dict[str, Any], english: str, french: str) -> None:
    document = json.dumps(changed(0, **changes))
    assert english in refused(run("verify", "-", typed=document), 1)
    assert french in run("verify", "--lang", "fr", "-", typed=document).stderr


def test_an_unfinished_match_is_verified_up_to_its_last_move() -> None:
    match = play(begun("monarch", {"players": 2}), 20)
    match.is_revealed = True
    result = run("verify", "-", typed=write_record(match))
    assert result.exit_code == 0
    assert "not finished" in result.stdout
    assert "The commitment is valid" in result.stdout


def test_moves_of_a_fair_match_are_printed() -> None:
    lines = run("replay", "-", "--verbose", typed=json.dumps(finished(6))).stdout.splitlines()
    assert lines[-1].startswith("Valid record: monarch")
    assert len(lines) > len(finished(6)["moves"]) / 2


def test_a_missing_file_is_named() -> None:
    assert "no-such-file" in refused(run("verify", "no-such-file"), 1)
