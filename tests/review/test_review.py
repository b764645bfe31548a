"""Reviews: their parts add up, they are reproducible, and a chance uses only the knowledge of its seat."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from babel.numbers import format_decimal

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import game_names
from courtly.engine.errors import BadOption, NotOver
from courtly.review import BadReview, Decision, Effort, Review, read_review, review
from courtly.review.deciding import decided_by
from courtly.review.imagining import Estimate, MatchSampler
from courtly.review.model import Decided
from courtly.review.parts import Sum
from courtly.review.reviewing import key_moments
from courtly.review.walk import Exact, Purpose, Walk
from courtly.review.words import decided, decisive_rise, how, moment, move_words, verdict
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.review.helpers import QUICK, finished, quick_review

every_game = pytest.mark.parametrize("game", game_names())


@every_game
def test_luck_others_and_play_add_up_to_the_result(game: str) -> None:
    for seat in quick_review(game).seats:
        parts = seat.parts
        assert parts.even + parts.luck + parts.others + parts.play == pytest.approx(parts.result, abs=1e-9)


@every_game
def test_every_position_has_a_chance_for_every_seat(game: str) -> None:
    found, match = quick_review(game), finished(game)
    assert [each.version for each in found.positions] == list(range(match.version + 1))
    assert [decision.move for decision in found.decisions] == match.moves
    for position in found.positions:
        for chance in (*position.known, *position.opened):
            assert 0 <= chance.low <= chance.win <= chance.high <= 1
    assert [chance.win for chance in found.positions[-1].known] == [seat.parts.result for seat in found.seats]


def test_each_decision_is_reported_when_it_is_judged_the_last_one_first() -> None:
    told: list[Decision] = []
    found = review(finished("courtisans"), QUICK, on_decision=told.append)
    assert told == list(reversed(found.decisions))


def test_reviews_with_equal_effort_are_equal() -> None:
    match = finished("courtisans")
    assert review(match, QUICK) == quick_review("courtisans")
    assert review(match, replace(QUICK, seed=1)).positions != quick_review("courtisans").positions


def test_costs_are_never_negative() -> None:
    for decision in quick_review("courtisans", bot="random").decisions:
        assert decision.cost >= 0
        assert decision.cost == 0 or decision.best != decision.move
        assert not decision.clear or (decision.cost_low > 0 and decision.choices > 1)


def test_random_play_costs_more_than_the_steward() -> None:
    def mean(bot: str) -> float:
        return sum(seat.cost for seed in (1, 2) for seat in quick_review("courtisans", seed, bot).seats)

    assert mean("random") > 2 * mean("steward")


@cache
def reviewed_with_stand_ins(game: str) -> Review:
    """Return the review of a match in which a stand-in made all moves of seat 0."""
    match = finished(game, 1, "random")
    numbers = [each.number for each in quick_review(game, 1, "random").decisions if each.seat == 0]
    return review(match, QUICK, stand_ins=numbers)


@every_game
def test_the_moves_of_a_stand_in_are_judged_but_not_as_moves_of_the_player(game: str) -> None:
    own, found = quick_review(game, 1, "random"), reviewed_with_stand_ins(game)
    assert [each.by_stand_in for each in found.decisions] == [each.seat == 0 for each in found.decisions]
    assert [each.cost for each in found.decisions] == [each.cost for each in own.decisions]
    replaced, other = found.seats
    assert (replaced.decisions, replaced.cost, replaced.moments) == (0, 0.0, ())
    assert (other.decisions, other.moments) == (own.seats[1].decisions, own.seats[1].moments)
    assert found.moments == own.moments


@every_game
def test_the_moves_of_a_stand_in_count_as_moves_of_the_others(game: str) -> None:
    own, found = quick_review(game, 1, "random").seats[0].parts, reviewed_with_stand_ins(game).seats[0].parts
    assert found.play == 0.0
    assert found.others == pytest.approx(own.others + own.play)
    assert (found.luck, found.result) == (own.luck, own.result)


@every_game
def test_a_player_gives_nothing_away_by_the_moves_of_a_stand_in(game: str) -> None:
    own, found = quick_review(game, 1, "random").seats, reviewed_with_stand_ins(game).seats
    assert {each.bits for each in found[0].gave} <= {0.0}
    assert found[1].gave == own[1].gave


def test_a_mistake_of_a_stand_in_does_not_decide_a_match() -> None:
    match, own = finished("courtisans", 1, "random"), quick_review("courtisans", 1, "random")
    loser = 1 - match.winners()[0]
    mistakes = [
        each.model_copy(update={"clear": True, "cost": 0.9, "by_stand_in": True} if each.seat == loser else {})
        for each in own.decisions
    ]
    assert decided_by(match, mistakes, [seat.parts for seat in own.seats]).kind != "mistake"


def test_a_turn_of_a_stand_in_is_no_own_turn_that_decided_a_match() -> None:
    found = quick_review("courtisans", 1, "random")
    seat = found.winners[0]
    by_play = found.model_copy(update={"decided": Decided(kind="play", seat=seat, value=0.5)})
    assert decisive_rise(by_play) is not None
    decisions = tuple(each.model_copy(update={"by_stand_in": each.seat == seat}) for each in found.decisions)
    assert decisive_rise(by_play.model_copy(update={"decisions": decisions})) is None


def test_chance_of_a_seat_ignores_hidden_facts() -> None:
    match = finished("courtisans")
    here = match.at(9)
    seat = here.to_move
    assert seat is not None
    twin = here.imagined(seat, stream(3)).state()
    assert twin.tobytes() != here.state().tobytes()
    imagination = MatchSampler(match.setup, QUICK)
    one, other = (imagination.play(truth, seat, [()], 20, 1)[0][seat] for truth in (here.state(), twin))
    assert one.shares.tolist() == other.shares.tolist()


def test_drawn_cards_are_luck_and_played_cards_are_not() -> None:
    match = finished("courtisans", players=3)
    steps = Walk(match, QUICK).steps(since=match.version - 8)
    walk = Walk(match, QUICK)
    for step in Walk(match, QUICK).steps():
        ends_turn = step.version + 1 == match.version or walk.positions[step.version + 1].to_move != step.seat
        revealed = [news is not None for news in step.news]
        drew = ends_turn and walk.positions[step.version].view(None)["deck"] > 0
        if step.version + 1 < match.version:
            assert revealed == [drew and seat == step.seat for seat in range(3)]
    assert all(news is not None for news in steps[-1].news)


def test_an_estimate_added_and_subtracted_leaves_no_error_in_the_sum() -> None:
    share = np.array([0.0, 1.0, 1.0])
    one, two = Estimate(share, share), Estimate(share, share)
    total = Sum()
    total.change(Exact(0.5), one)
    total.change(one, Exact(1.0))
    assert (total.value, total.error) == (0.5, 0.0)
    total.change(one, two)
    assert total.error > 0


def test_few_equal_results_leave_a_wide_interval() -> None:
    lost = Estimate(np.zeros(20), np.zeros(20))
    assert lost.variance > 0
    assert lost.chance().high > 0.1


@pytest.mark.parametrize("field", ["matches", "simulations", "seed"])
def test_invalid_effort_is_rejected(field: str) -> None:
    with pytest.raises(BadOption, match=field):
        Effort(**{field: -1})


def test_unfinished_match_cannot_be_reviewed() -> None:
    with pytest.raises(NotOver, match="over"):
        review(courtly.new_match("courtisans", players=2, seed=1))


def test_stored_review_can_be_read() -> None:
    found = quick_review("courtisans")
    assert read_review(found.model_dump_json()) == found
    assert read_review(json.loads(found.model_dump_json())) == found


@pytest.mark.parametrize("torn", ["", "{", '{"format": "courtly-review/0"}', "[]"])
def test_damaged_or_outdated_review_is_rejected(torn: str) -> None:
    with pytest.raises(BadReview):
        read_review(torn)


@every_game
def test_information_given_away_exists_only_for_private_cards(game: str) -> None:
    kinds = {"courtisans": {"mission", "spy"}, "cursed_court": {"hole"}, "monarch": set()}[game]
    assert {given.kind for seat in quick_review(game).seats for given in seat.gave} <= kinds
    assert any(given.bits > 0 for seat in quick_review(game).seats for given in seat.gave) == bool(kinds)


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("en", ["Ann and Bob share the victory.", "Ann wins by 1 point.", "Ann wins by 2 points."]),
        ("fr", ["Ann et Bob se partagent la victoire.", "Ann l’emporte de 1 point.", "Ann l’emporte de 2 points."]),
    ],
)
def test_the_verdict_joins_the_winners_and_counts_the_points(lang: str, sentences: list[str]) -> None:
    found, locale = quick_review("courtisans"), Locale(lang, ["Ann", "Bob"])
    said = [verdict(found.model_copy(update={"winners": (0, 1)}), locale)]
    for margin in (1, 2):
        known = [chance.model_copy(update={"margin": margin}) for chance in found.positions[-1].known]
        last = found.positions[-1].model_copy(update={"known": known})
        said.append(verdict(found.model_copy(update={"winners": (0,), "positions": (last,)}), locale))
    assert said == sentences


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_review_has_texts_in_every_language(game: str, lang: str) -> None:
    match, found = finished(game), quick_review(game)
    locale = Locale(lang, ["Ann", "Bob"], None, game)
    said = moment(found.decisions[0], move_words(match, locale), locale)
    assert any(name in verdict(found, locale) for name in locale.names)
    assert decided(found, move_words(match, locale), locale)
    assert format_decimal(found.imagined, locale=lang) in how(found, locale)
    assert said.played
    assert said.name in locale.names


def test_the_shown_cost_of_a_move_is_the_difference_of_the_shown_chances() -> None:
    match, found, locale = finished("courtisans"), quick_review("courtisans"), Locale("en", ["Ann", "Bob"], None)
    one = found.decisions[0]
    played, better = (one.played.model_copy(update={"win": win}) for win in (0.264, 0.446))
    shown = one.model_copy(update={"played": played, "better": better, "cost": 0.182})
    said = moment(shown, move_words(match, locale), locale)
    assert (said.played_chance, said.better_chance, said.cost) == ("26", "45", "−19")
    turning_point = found.decided.model_copy(update={"kind": "mistake", "number": 1, "seat": 0, "value": 0.182})
    reviewed = found.model_copy(update={"decisions": (shown, *found.decisions[1:]), "decided": turning_point})
    assert "chance of winning by 19 percentage points" in decided(reviewed, move_words(match, locale), locale)


def test_the_region_and_the_stake_of_a_bet_are_one_key_moment() -> None:
    decisions = quick_review("cursed_court").decisions
    stake = next(each for each in decisions if each.move.startswith("stake "))
    clear = [
        each.model_copy(update={"clear": each.number >= stake.number - 1, "cost": each.number / 100})
        for each in decisions[: stake.number]
    ]
    assert key_moments(clear) == (stake.number,)
    assert key_moments([each for each in clear if each.seat == stake.seat]) == (stake.number,)


def test_each_purpose_has_its_own_random_stream() -> None:
    assert len({stream(0, 1, purpose)[0] for purpose in Purpose}) == len(Purpose)
