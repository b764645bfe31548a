"""Hints: based on the seat's own knowledge only, in words, in every game and both languages."""

from __future__ import annotations

import pytest

from courtly.bots import Budget, Hint, hint, hint_stream
from courtly.bots.search.hints import NEAR
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import game_names, set_up
from courtly.engine.errors import UnknownLanguage, WrongSeat
from courtly.engine.play.match import Match
from courtly.testing.positions import random_match, stages
from courtly.testing.secrets import twin_of
from courtly.text.languages import LANGUAGES

SHORT = Budget(simulations=20)

every_game = pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])


def lines(match: Match, *, lang: str = "en") -> tuple[str, ...]:
    """Return the sentences of a hint for the seat to move."""
    assert match.to_move is not None
    found = hint(match.knowledge(match.to_move), hint_stream(match.version), lang=lang, budget=SHORT, ends=3)
    assert found.choice.move in match.legal_moves()
    return found.lines


def at(game: str, moves: int, **options: object) -> Match:
    return random_match(set_up(game, {"players": 2, **options}), seed=4, moves=moves)


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_gives_the_win_share_and_the_advice_of_the_game(game: str, lang: str) -> None:
    first, *more = lines(at(game, 0), lang=lang)
    assert first.startswith({"en": "This wins about ", "fr": "Ce coup gagne ", "de": "Das gewinnt etwa "}[lang])
    assert more
    assert all("{" not in line for line in more)


def test_every_game_gives_advice() -> None:
    assert [name for name in game_names() if set_up(name, {"players": 2}).game.audience_view.advice is None] == []


@every_game
def test_a_hint_is_equal_for_twins(game: str) -> None:
    for match in stages(set_up(game, {"players": 3}), seed=8, at_most=5)[:-1]:
        twin = twin_of(match, match.to_move, stream(1, match.version))
        assert lines(match) == lines(twin)


def test_a_hint_at_another_version_has_another_stream() -> None:
    assert hint_stream(1)[0] == hint_stream(1)[0] != hint_stream(2)[0]


def test_a_hint_says_if_only_one_move_is_legal() -> None:
    only = [each for each in stages(set_up("courtisans", {"players": 2}), seed=1)[:-1] if len(each.legal_moves()) == 1]
    assert "There is no other move." in lines(only[0])


def test_a_seat_without_a_move_gets_no_hint() -> None:
    match = at("courtisans", 0)
    assert match.to_move is not None
    with pytest.raises(WrongSeat, match="has nothing to decide now"):
        hint(match.knowledge(1 - match.to_move), stream(1))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        lines(at("courtisans", 0), lang="xx")


def found_at(match: Match, simulations: int = 20) -> Hint:
    """Return a hint for the seat to move."""
    assert match.to_move is not None
    budget = Budget(simulations=simulations)
    return hint(match.knowledge(match.to_move), hint_stream(match.version), budget=budget, ends=1)


def test_a_hint_for_a_bet_has_its_stake() -> None:
    match = at("cursed_court", 0)
    found = found_at(match)
    for one in (found.advised, *found.others):
        after = match.copy()
        for move, view in zip(one.moves, one.views, strict=True):
            assert view == after.view(match.to_move)
            after.play(move)
        assert [move.split(" ")[0] for move in one.moves] == ["bet", "stake"]
        assert after.to_move != match.to_move


def test_a_hint_has_all_moves_of_the_turn() -> None:
    match = at("courtisans", 0)
    found = found_at(match)
    after = match.copy()
    for move, view in zip(found.advised.moves, found.advised.views, strict=True):
        assert view == after.view(match.to_move)
        after.play(move)
    assert [move.split(" ")[0] for move in found.advised.moves].count("play") == 3
    assert after.to_move != match.to_move


def test_the_other_moves_of_a_hint_are_in_the_order_of_their_win_shares() -> None:
    for seed in range(6):
        found = found_at(random_match(set_up("cursed_court", {"players": 3}), seed=seed, moves=0), 200)
        assert found.advised.moves[0] == found.choice.move
        shares = [one.chance for one in found.others]
        assert shares == sorted(shares, reverse=True)
        assert [one.is_near for one in found.others] == [share > found.advised.chance - NEAR for share in shares]
