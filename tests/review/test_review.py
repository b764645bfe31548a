"""Reviews: what they add up to, that they can be repeated, what they know, and what they refuse."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import game_names
from courtly.engine.errors import BadOption, NotOver
from courtly.review import BadReview, Effort, read_review, review
from courtly.review.imagining import Estimate, Imagination
from courtly.review.parts import Sum
from courtly.review.walk import Exact, Purpose, Walk
from courtly.review.words import decided, how, moment, move_words, verdict
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader
from tests.review.helpers import QUICK, finished, quick_review

every_game = pytest.mark.parametrize("game", game_names())


@every_game
def test_luck_others_and_play_add_up_to_the_result(game: str) -> None:
    for seat in quick_review(game).seats:
        parts = seat.parts
        assert parts.even + parts.luck + parts.others + parts.play == pytest.approx(parts.result, abs=1e-9)


@every_game
def test_a_review_holds_a_chance_for_every_seat_in_every_position(game: str) -> None:
    found, match = quick_review(game), finished(game)
    assert [each.version for each in found.positions] == list(range(match.version + 1))
    assert [decision.move for decision in found.decisions] == match.moves
    for position in found.positions:
        for chance in (*position.known, *position.opened):
            assert 0 <= chance.low <= chance.win <= chance.high <= 1
    assert [chance.win for chance in found.positions[-1].known] == [seat.parts.result for seat in found.seats]


def test_the_same_effort_gives_the_same_review() -> None:
    match = finished("courtisans")
    assert review(match, QUICK) == quick_review("courtisans")
    assert review(match, replace(QUICK, seed=1)).positions != quick_review("courtisans").positions


def test_no_move_of_the_best_costs_less_than_nothing() -> None:
    for decision in quick_review("courtisans", bot="random").decisions:
        assert decision.cost >= 0
        assert decision.cost == 0 or decision.best != decision.move
        assert not decision.clear or (decision.cost_low > 0 and decision.choices > 1)


def test_random_play_costs_more_than_rules_of_thumb() -> None:
    def mean(bot: str) -> float:
        return sum(seat.cost for seed in (1, 2) for seat in quick_review("courtisans", seed, bot).seats)

    assert mean("random") > 2 * mean("steward")


def test_what_a_seat_cannot_know_changes_nothing_in_its_chance() -> None:
    match = finished("courtisans")
    here = match.at(9)
    seat = here.to_move
    assert seat is not None
    twin = here.imagined(seat, stream(3)).state()
    assert twin.tobytes() != here.state().tobytes()
    imagination = Imagination(match.setup, QUICK)
    one, other = (imagination.play(truth, seat, [()], 20, 1)[0][seat] for truth in (here.state(), twin))
    assert one.shares.tolist() == other.shares.tolist()


def test_cards_drawn_are_luck_and_cards_laid_are_not() -> None:
    match = finished("courtisans", players=3)
    steps = Walk(match, QUICK).steps(since=match.version - 8)
    walk = Walk(match, QUICK)
    for step in Walk(match, QUICK).steps():
        ends_turn = step.version + 1 == match.version or walk.positions[step.version + 1].to_move != step.seat
        told = [news is not None for news in step.news]
        drew = ends_turn and walk.positions[step.version].view(None)["deck"] > 0
        if step.version + 1 < match.version:
            assert told == [drew and seat == step.seat for seat in range(3)]
    assert all(news is not None for news in steps[-1].news)


def test_a_figure_added_and_taken_away_leaves_no_error() -> None:
    share = np.array([0.0, 1.0, 1.0])
    one, two = Estimate(share, share), Estimate(share, share)
    total = Sum()
    total.change(Exact(0.5), one)
    total.change(one, Exact(1.0))
    assert (total.value, total.error) == (0.5, 0.0)
    total.change(one, two)
    assert total.error > 0


def test_few_matches_that_end_alike_prove_little() -> None:
    lost = Estimate(np.zeros(20), np.zeros(20))
    assert lost.variance > 0
    assert lost.chance().high > 0.1


@pytest.mark.parametrize("field", ["matches", "simulations", "seed"])
def test_an_effort_that_is_none_is_refused(field: str) -> None:
    with pytest.raises(BadOption, match=field):
        Effort(**{field: -1})


def test_a_match_that_is_not_over_is_not_reviewed() -> None:
    with pytest.raises(NotOver, match="over"):
        review(courtly.new_match("courtisans", players=2, seed=1))


def test_a_review_that_was_kept_is_read_again() -> None:
    found = quick_review("courtisans")
    assert read_review(found.model_dump_json()) == found
    assert read_review(json.loads(found.model_dump_json())) == found


@pytest.mark.parametrize("torn", ["", "{", '{"format": "courtly-review/0"}', "[]"])
def test_a_torn_review_or_one_of_another_version_is_refused(torn: str) -> None:
    with pytest.raises(BadReview):
        read_review(torn)


@every_game
def test_only_games_with_hidden_cards_of_ones_own_say_what_moves_gave_away(game: str) -> None:
    kinds = {"courtisans": {"mission", "spy"}, "cursed_court": {"hole"}, "monarch": set()}[game]
    assert {given.kind for seat in quick_review(game).seats for given in seat.gave} <= kinds
    assert any(given.bits > 0 for seat in quick_review(game).seats for given in seat.gave) == bool(kinds)


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_a_review_is_said_in_every_language(game: str, lang: str) -> None:
    match, found = finished(game), quick_review(game)
    reader = Reader(lang, ["Ann", "Bob"], None, game)
    said = moment(found.decisions[0], move_words(match, reader), reader)
    assert any(name in verdict(found, reader) for name in reader.names)
    assert decided(found, reader)
    assert str(found.imagined) in how(found, reader)
    assert said.played
    assert said.name in reader.names


def test_luck_is_drawn_apart_for_each_purpose() -> None:
    assert len({stream(0, 1, purpose)[0] for purpose in Purpose}) == len(Purpose)
