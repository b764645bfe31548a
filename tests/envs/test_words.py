"""Positions as text: for a seat, with its moves, in both languages; and the lazy `Match` of a fast match."""

from __future__ import annotations

import copy
import pickle

import pytest

from courtly.engine.compile.rng import stream
from courtly.envs.drawing import ansi, rgb_array
from courtly.envs.words import in_words, legal_in_words
from courtly.testing.positions import record_bytes, state_bytes
from tests.envs.helpers import PLAYERS, fast_match, games


@games
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_seat_to_move_sees_its_moves_by_number(game: str, lang: str) -> None:
    play = fast_match(game, moves=6)
    text, legal = in_words(play.match, play.to_move, lang), legal_in_words(play.match, lang)
    assert list(legal) == [number for number in range(len(play.mask)) if play.mask[number]]
    assert text.splitlines()[-len(legal) :] == [f"{number}: {words}" for number, words in legal.items()]
    others = in_words(play.match, (play.to_move + 1) % PLAYERS[game], lang)
    assert not set(text.splitlines()[-len(legal) :]) & set(others.splitlines())


@games
def test_the_languages_differ(game: str) -> None:
    match = fast_match(game, moves=6).match
    assert in_words(match, 0, "en") != in_words(match, 0, "fr")
    assert len(in_words(match, 0, last=0)) < len(in_words(match, 0))


@games
def test_the_text_of_a_finished_match_has_all_scores(game: str) -> None:
    match = fast_match(game, moves=10_000).match
    text = in_words(match, 0)
    assert match.is_over
    assert legal_in_words(match) == {}
    assert all(str(score) in text for score in match.scores())
    assert ansi(match, 0, "en")
    assert rgb_array(match, 0, "en").any()


@games
def test_the_lazy_match_follows_the_fast_match(game: str) -> None:
    play = fast_match(game, moves=12)
    assert state_bytes(play.match) == record_bytes(play.setup, play.state)
    twin = play.copy()
    twin.play(int(twin.mask.argmax()))
    assert (twin.match.version, play.match.version) == (13, 12)


@games
def test_copies_keep_the_log(game: str) -> None:
    play = fast_match(game, moves=12).imagined(0, stream(1))
    for twin in (copy.deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert twin.match.log(0) == play.match.log(0)
        assert (twin.mask == play.mask).all()
