"""What the pages of Courtisans draw, from positions of the real engine."""

from __future__ import annotations

from typing import Any

import courtly
from courtly.games.courtisans.page_contexts import Chip, Final, Turn
from courtly.web.games import pages_of
from tests.web.helpers import seen


def match_with(*moves: str, hands: str, players: int = 3) -> courtly.Match:
    """Return a match that seat 0 begins, whose hands are the cards named, and in which these moves were played."""
    wanted = hands.split()
    deck = courtly.new_match("courtisans", players=players, seed=1).record()["deal"]["deck"]
    rest = list(deck)
    for card in wanted:
        if card in rest:
            rest.remove(card)
        else:
            rest.pop()
    missions = [["fewer-carp", "below-5"], ["nobles-3", "fallen-hare"], ["spies-3", "fallen-stag"]][:players]
    match = courtly.new_match(
        "courtisans", players=players, deal={"first": 0, "deck": [*wanted, *rest], "missions": missions}
    )
    for move in moves:
        match.play(move)
    return match


def turn(match: courtly.Match, seat: int = 0, lang: str = "en") -> Turn:
    """Return what a seat's page draws."""
    context = pages_of("courtisans").turn(seen(match, seat, lang))
    assert isinstance(context, Turn)
    return context


def column(context: Turn | Final, family: str) -> Any:
    """Return one column of the mat."""
    return next(column for column in context.columns if column.family == family)


def labels(chips: list[Chip]) -> list[str]:
    """Return what cards are called."""
    return [chip.label for chip in chips]


HANDS = "hare.noble carp.spy stag.assassin toad.plain toad.guard stag.plain carp.plain carp.guard hare.plain"
OPENED = "hare.noble carp.spy toad.plain toad.guard stag.assassin stag.plain carp.plain carp.guard hare.plain"
OPENING = ("play hare.noble above", "play carp.spy domain:0", "play toad.plain domain:1")


def test_the_queen_sits_between_the_nightingale_and_the_hare() -> None:
    families = [column.family for column in turn(match_with(hands=HANDS)).columns]
    assert families == ["butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp"]


def test_a_noble_above_makes_its_family_esteemed_by_two() -> None:
    hare = column(turn(match_with("play hare.noble above", hands=HANDS)), "hare")
    assert (hare.above_count, hare.below_count, hare.status) == (2, 0, "esteemed")
    assert labels(hare.above) == ["Hare noble"]


def test_a_spy_shows_its_family_to_the_seat_that_played_it_alone() -> None:
    match = match_with("play carp.spy below", hands=HANDS)
    mine, theirs = column(turn(match, 0), "queen").below[0], column(turn(match, 1), "queen").below[0]
    assert (mine.known, mine.label) == ("carp", "Spy 1, yours: Carp spy")
    assert (theirs.known, theirs.label, theirs.family) == ("", "Spy 1, played by Camille", None)


def test_the_areas_of_a_turn_are_offered_until_they_are_used() -> None:
    match = match_with("play hare.noble above", hands=HANDS)
    zones = turn(match).zones
    assert [zone.used for zone in zones] == [True, False, False]
    assert [[choice.value for choice in zone.choices] for zone in zones] == [[], ["domain:0"], ["domain:1", "domain:2"]]


def test_nothing_is_offered_to_a_seat_that_is_not_to_move() -> None:
    context = turn(match_with(hands=HANDS), seat=1)
    assert (context.zones, context.targets, context.spare) == ([], [], None)
    assert context.asked == "Waiting for Camille."


def test_an_assassin_at_the_table_offers_targets_on_either_side_and_nobody() -> None:
    context = turn(match_with(*OPENING, "play stag.assassin below", hands=OPENED), seat=1)
    assert context.asked.startswith("Your assassin sits below the Queen's table.")
    assert [(choice.label, choice.side) for choice in context.targets] == [("Hare noble", "above")]
    assert context.spare is not None


def test_what_others_played_since_the_last_turn_is_fresh() -> None:
    context = turn(match_with(*OPENING, "play toad.guard above", hands=OPENED))
    assert [chip.fresh for chip in column(context, "toad").above] == [True]
    assert [chip.fresh for chip in column(context, "hare").above] == [False]


def test_the_reader_sits_first_among_the_domains() -> None:
    context = turn(match_with(hands=HANDS), seat=1)
    assert [domain.title for domain in context.domains] == ["Your domain", "Aldric's domain", "Camille's domain"]


def test_every_point_on_the_final_page_adds_up() -> None:
    match = courtly.new_match("courtisans", players=3, seed=3)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    final = pages_of("courtisans").final(seen(match))
    assert isinstance(final, Final)
    assert sorted(seat.total for seat in final.seats) == sorted(match.scores())
    for seat in final.seats:
        assert sum(chip.points or 0 for chip in seat.domain) == seat.domain_points
        assert seat.domain_points + seat.mission_points == seat.total
    assert [seat.total for seat in final.seats] == sorted(match.scores(), reverse=True)
