"""Aids computed for the page: domain values and their bounds, mission progress, unseen cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, cast

import numpy as np
import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.play.match import Match
from courtly.games.courtisans.content import FAMILY_IDS, mission_ids
from courtly.games.courtisans.page_figures import DomainValue, bounds, domain_values, houses, progress, unseen
from courtly.games.courtisans.scoring import met, standing
from courtly.games.courtisans.state import FAMILIES, Mission, State
from courtly.games.courtisans.view import View, result
from tests.games.courtisans.builders import BOX, begin, finish, run


def view_of(match: Match, seat: int | None = 0) -> View:
    return cast(View, match.view(seat))


def positions(players: int, seed: int, *, every: int = 7, **options: Any) -> Iterator[Match]:
    """Yield a random match after every `every` moves."""
    match, dice = courtly.new_match("courtisans", players=players, seed=seed, **options), random.Random(seed)
    while not match.is_over:
        match.play(dice.choice(match.legal_moves()))
        if match.version % every == 0:
            yield match


def scored(match: Match) -> list[int]:
    """Return the scores of the domains if the match ended now, with spies revealed."""
    ending = result(match.setup.content, cast(State, match.state()[0]))
    return [sum(card["points"] for card in cards) for cards in ending["domains"]]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_without_spies_the_domain_value_equals_its_score(players: int) -> None:
    seen = 0
    for seed in range(12):
        for match in positions(players, seed, every=1):
            view = view_of(match)
            if view["spies"]:
                break
            seen += 1
            found = domain_values(view)
            assert [worth.now for worth in found] == scored(match)
            assert all(worth.least == worth.now == worth.most for worth in found)
    assert seen > 20


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_redeal_scores_within_the_bounds(players: int) -> None:
    moved = False
    for match in positions(players, seed=players, every=5):
        for audience, luck in product((None, 0, 1), range(6)):
            found = domain_values(view_of(match, audience))
            ends = scored(match.imagined(audience, stream(luck)))
            for worth, end in zip(found, ends, strict=True):
                assert worth.least <= end <= worth.most
                assert sum(worth.piles.values()) == worth.now
                moved = moved or end != worth.now
    assert moved


def naive_bounds(margins: tuple[int, ...], cards: tuple[int, ...], spies: tuple[int, int, int]) -> tuple[int, int]:
    """Return the bounds by trying every family for every spy."""
    places = [place for place, count in enumerate(spies) for _ in range(count)]
    worth = set()
    for families in product(range(FAMILIES), repeat=len(places)):
        if max(map(families.count, range(FAMILIES))) > 2:
            continue
        laid = [[0, 0, 0] for _ in range(FAMILIES)]
        for family, place in zip(families, places, strict=True):
            laid[family][place] += 1
        stand = [int(np.sign(margin + up - down)) for margin, (up, down, _) in zip(margins, laid, strict=True)]
        worth.add(sum(sign * (held + own) for sign, held, (_, _, own) in zip(stand, cards, laid, strict=True)))
    return min(worth), max(worth)


@pytest.mark.parametrize("seed", range(20))
def test_bounds_match_a_brute_force_search(seed: int) -> None:
    dice = random.Random(seed)
    margins = tuple(dice.randint(-3, 3) for _ in range(FAMILIES))
    cards = tuple(dice.randint(0, 4) for _ in range(FAMILIES))
    spies = dice.choice([(0, 0, 2), (1, 1, 1), (2, 1, 1), (0, 3, 1), (1, 0, 3), (2, 2, 0)])
    assert bounds(margins, cards, spies) == naive_bounds(margins, cards, spies)


HANDS = [["hare.noble", "carp.spy", "toad.plain"], ["toad.spy", "hare.guard", "stag.plain"]]


def test_domain_values_do_not_depend_on_the_viewer() -> None:
    match = run(begin(hands=HANDS), "play hare.noble above", "play carp.spy domain:0", "play toad.plain domain:1")
    run(match, "play toad.spy below", "play hare.guard domain:0", "play stag.plain domain:1")
    assert domain_values(view_of(match, 0)) == domain_values(view_of(match, 1)) == domain_values(view_of(match, None))
    assert domain_values(view_of(match))[0] == DomainValue(1, {"hare": 1}, 0, 2)
    assert domain_values(view_of(match))[1] == DomainValue(0, {"toad": 0, "stag": 0}, -1, 0)


def test_a_family_may_turn_if_spies_at_the_table_could_change_its_status() -> None:
    match = run(begin(hands=HANDS), "play hare.noble above", "play carp.spy domain:0", "play toad.plain domain:1")
    assert not any(house.may_turn for house in houses(view_of(match)))
    match.play("play toad.spy below")
    found = {house.family: (house.status, house.may_turn) for house in houses(view_of(match))}
    assert found["hare"] == ("esteemed", False)
    assert found["toad"] == ("neutral", True)


@pytest.mark.parametrize("edition", ["2024", "2023"])
@pytest.mark.parametrize("count", ["nobles-double", "cards"])
def test_a_mission_is_met_by_the_face_up_cards(edition: str, count: str) -> None:
    answers = set()
    for match in positions(3, seed=5, every=4, edition=edition, mission_count=count):
        view = view_of(match)
        s = cast(State, match.state()[0])
        s.spies = 0
        status = np.empty(FAMILIES, np.int32)
        standing(s, status)
        for number, mission in enumerate(mission_ids(edition)):
            found = progress(view, mission)
            if found.kind != Mission.ROLES_AT_LEAST:
                assert found.met == met(match.setup.content, s, 0, number, status)
            answers.add((found.kind, found.met))
    assert len(answers) > len({kind for kind, _ in answers})


@pytest.mark.parametrize(
    ("mission", "counts", "done", "family"),
    [
        ("nobles-3", (3, 3), True, None),
        ("guards-4", (0, 4), False, None),
        ("spies-3", (1, 3), False, None),
        ("fewer-toad", (0, 1), True, "toad"),
        ("fewer-hare", (4, 1), False, "hare"),
        ("fallen-carp", (0, 2), True, "carp"),
        ("fallen-hare", (1, 0), False, "hare"),
        ("below-5", (2, 5), False, "carp"),
        ("below-every-family", (1, 6), False, None),
        ("esteemed-at-most-3", (2, 3), True, None),
        ("fallen-at-least-2", (1, 2), False, None),
    ],
)
def test_progress_shows_current_and_required_counts(
    mission: str, counts: tuple[int, int], done: bool, family: str | None
) -> None:
    hands = [["hare.plain", "hare.noble", "toad.plain"], ["carp.noble", "hare.guard", "hare.noble"]]
    draws = [["stag.guard", "carp.spy", "hare.guard"], ["stag.plain", "toad.spy", "stag.noble"]]
    match = run(begin(hands=hands, draws=draws), "play hare.plain above", "play hare.noble domain:0")
    run(match, "play toad.plain domain:1", "play carp.noble below", "play hare.guard domain:1")
    run(match, "play hare.noble domain:0", "play stag.guard above", "play carp.spy domain:0")
    run(match, "play hare.guard domain:1", "play stag.plain above", "play toad.spy domain:1")
    run(match, "play stag.noble domain:0")
    if mission == "fewer-hare":
        counts = (4, 2)
    found = progress(view_of(match), mission)
    assert (found.counts, found.met, found.family) == (counts, done, family)


def test_progress_shows_the_family_closer_to_falling() -> None:
    hands = [["hare.plain", "toad.plain", "stag.plain"]]
    match = run(begin(hands=hands, edition="2023"), "play toad.plain below")
    found = progress(view_of(match), "fallen-either-toad-hare")
    assert (found.family, found.counts, found.met) == ("toad", (0, 1), True)


def test_unseen_cards_depend_on_the_viewer() -> None:
    match = run(begin(hands=HANDS), "play hare.noble above", "play carp.spy domain:0", "play toad.plain domain:1")
    mine, theirs, watching = (unseen(view_of(match, seat)) for seat in (0, 1, None))
    assert (mine["carp"]["spy"], theirs["carp"]["spy"], watching["carp"]["spy"]) == (1, 2, 2)
    assert (mine["hare"]["noble"], theirs["hare"]["guard"], watching["hare"]["guard"]) == (3, 2, 3)
    assert sum(watching["toad"].values()) == 14


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_redeal_draws_only_unseen_cards(seat: int | None) -> None:
    for match in positions(3, seed=9, every=6):
        found = unseen(view_of(match, seat))
        record, view = match.imagined(seat, stream(1)), match.view(seat)
        others = [card for each in range(3) if each != seat for card in record.view(each)["hand"]]
        spies = [record.view(spy["by"])["spies"][spy["n"] - 1]["card"] for spy in view["spies"] if not spy["card"]]
        left = sum(sum(roles.values()) for roles in found.values())
        assert left == view["deck"] + view["removed"] + len(others) + len(spies)
        for card in BOX:
            family, _, role = card.partition(".")
            assert found[family][role] >= [*others, *spies].count(card)


def test_after_a_five_player_match_no_card_is_unseen() -> None:
    match = finish(players=5, domains={0: ["hare.spy"]})
    assert {family: sum(roles.values()) for family, roles in unseen(view_of(match)).items()} == dict.fromkeys(
        FAMILY_IDS, 0
    )


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_aids_do_not_depend_on_hidden_cards(seat: int | None) -> None:
    for match in positions(3, seed=4, every=8):
        one, other = view_of(match, seat), view_of(match.imagined(seat, stream(2)), seat)
        assert (houses(one), domain_values(one), unseen(one)) == (houses(other), domain_values(other), unseen(other))
        for mission in one["missions"][seat] or [] if seat is not None else []:
            assert progress(one, mission) == progress(other, mission)
