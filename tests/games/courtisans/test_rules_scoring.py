"""RULES.md, sections 7 and 8: the end of the match, the families' status, the scores, the rulebook's example."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.engine.errors import IllegalMove, NotOver
from tests.games.courtisans.builders import (
    TURNS,
    begin,
    family_row,
    finish,
    in_play,
    is_met,
    kills,
    missions_with,
    play_on,
    points_of,
    random_deal,
    result,
    run,
    statuses,
)
from tests.logs import log_of

QUIET = [["spies-3", "fallen-butterfly"], ["assassins-2", "fallen-toad"]]
"""Missions that fillers do not meet. For seat 0, hare cards do not meet them either."""

EVERY_SIZE = pytest.mark.parametrize("players", [2, 3, 4, 5])


@EVERY_SIZE
def test_c7_1_the_match_ends_when_deck_and_hands_are_empty(players: int) -> None:
    document = random_deal(players, "2024", seed=players)
    match = courtly.new_match("courtisans", players=players, deal=document)
    begun = []
    while not match.is_over:
        view = match.view(None)
        assert view["deck"] + sum(view["hands"]) > 0 or view["phase"] == "kill"
        begun.append((view["turn"], match.to_move))
        match.play(match.legal_moves()[0])
    view = match.view(None)
    assert (view["deck"], view["hands"], view["phase"]) == (0, [0] * players, "over")
    assert view["turn"] == view["turns"] == players * TURNS[players]
    by_seat = [len({turn for turn, mover in begun if mover == seat}) for seat in range(players)]
    assert by_seat == [TURNS[players]] * players
    assert sum(move.startswith("play ") for move in match.moves) == in_play(players)


@pytest.mark.parametrize("answer", ["spare", "kill"])
def test_c7_2_an_assassin_as_the_last_card_still_acts(answer: str) -> None:
    last = ["hare.guard", "stag.guard", "toad.assassin"]
    match = begin(draws=[*([[]] * 17), last])
    while match.view(None)["hands"] != [0, 3]:
        match.play("spare" if "spare" in match.legal_moves() else match.legal_moves()[0])
    run(match, "play hare.guard above", "play stag.guard domain:1", "play toad.assassin domain:0")
    assert match.view(1)["phase"] == "kill"
    assert match.to_move == 1
    target = kills(match)[0]
    run(match, answer if answer == "spare" else f"kill {target}")
    assert match.is_over
    assert match.view(None)["eliminated"] == ([] if answer == "spare" else [target.split(" ")[0]])


def test_c7_3_status_is_determined_after_the_spies_are_revealed() -> None:
    match = finish(above=["hare.plain"], below=["hare.spy", "hare.spy"], avoid_table=["hare"])
    assert family_row(match, "hare") == {"family": "hare", "above": 1, "below": 2, "status": "fallen"}


@pytest.mark.parametrize(
    ("above", "below", "status"),
    [
        (["plain"], [], "esteemed"),
        (["plain", "guard"], ["plain"], "esteemed"),
        ([], ["plain"], "fallen"),
        (["guard"], ["plain", "assassin"], "fallen"),
        (["plain"], ["plain"], "neutral"),
        (["noble"], ["plain", "spy"], "neutral"),
    ],
)
@pytest.mark.parametrize("family", ["butterfly", "nightingale", "hare", "carp"])
def test_c7_4_the_side_with_more_cards_decides_the_status(
    family: str, above: list[str], below: list[str], status: str
) -> None:
    sides = {"above": [f"{family}.{role}" for role in above], "below": [f"{family}.{role}" for role in below]}
    match = finish(avoid_table=[family], **sides)
    assert family_row(match, family)["status"] == status
    assert set(statuses(match).values()) <= {status, "neutral"}


def test_c7_5_a_family_without_a_card_at_the_table_is_neutral() -> None:
    match = finish(domains={0: ["hare.noble"]}, avoid_table=["hare"])
    assert family_row(match, "hare") == {"family": "hare", "above": 0, "below": 0, "status": "neutral"}


@pytest.mark.parametrize("options", [{}, {"mission_count": "cards"}, {"edition": "2023"}])
def test_c7_6_nobles_count_double_for_the_status_regardless_of_options(options: dict[str, str]) -> None:
    match = finish(above=["hare.noble"], below=["hare.plain"], avoid_table=["hare"], **options)
    assert family_row(match, "hare") == {"family": "hare", "above": 2, "below": 1, "status": "esteemed"}


def test_c7_7_there_are_no_scores_or_winners_before_the_end() -> None:
    match = begin()
    while not match.is_over:
        for ask in (match.scores, match.winners):
            with pytest.raises(NotOver):
                ask()
        assert match.view(0)["result"] is match.view(None)["result"] is None
        match.play(match.legal_moves()[0])
    assert match.view(None)["result"]["scores"] == match.scores()
    assert match.view(None)["result"]["winners"] == match.winners()


def test_c7_8_after_the_end_every_move_is_illegal() -> None:
    match = play_on(begin())
    assert (match.to_move, match.legal_moves(), match.view(0)["legal"]) == (None, [], [])
    for move in (match.moves[-1], "play hare.plain above", "spare"):
        with pytest.raises(IllegalMove):
            match.play(move)
        assert match.why_not(move)


@pytest.mark.parametrize(("side", "sign"), [("above", 1), ("below", -1)])
def test_c8_1_c8_2_the_status_of_a_family_decides_whether_its_cards_score_or_cost(side: str, sign: int) -> None:
    cards = ["hare.plain", "hare.guard", "hare.assassin", "hare.spy", "hare.noble"]
    match = finish(domains={0: cards}, avoid=["hare"], avoid_table=["hare"], missions=QUIET, **{side: ["hare.noble"]})
    assert [points_of(match, card) for card in cards] == [[sign]] * 4 + [[2 * sign]]
    assert match.scores() == [6 * sign, 0]


def test_c8_3_cards_of_a_neutral_family_score_nothing() -> None:
    match = finish(
        above=["hare.noble"],
        below=["hare.noble"],
        domains={0: ["hare.noble", "hare.plain"]},
        missions=QUIET,
    )
    assert set(points_of(match, "hare.noble") + points_of(match, "hare.plain")) == {0}
    assert match.scores() == [0, 0]


def test_c8_4_cards_at_the_table_score_nothing() -> None:
    above = ["hare.noble", "hare.noble", "hare.plain"]
    match = finish(above=above, avoid=["hare"], avoid_table=["hare"], missions=QUIET)
    assert family_row(match, "hare")["above"] == 5
    assert match.scores() == [0, 0]


def test_c8_5_a_card_scores_for_the_owner_of_its_domain() -> None:
    match = finish(
        above=["hare.plain"], domains={0: ["hare.noble"]}, avoid=["hare"], avoid_table=["hare"], missions=QUIET
    )
    played = [event for event in log_of(match, None) if event.get("card") == "hare.noble"]
    assert [(event["seat"], event["area"]) for event in played] == [(1, "domain:0")]
    assert match.scores()[0] == points_of(match, "hare.noble")[0] == 2
    assert not any(row["points"] for row in result(match)["domains"][1])


@pytest.mark.parametrize(
    ("edition", "missions", "points"),
    [
        ("2024", ["spies-3", "fallen-hare"], 3),
        ("2024", ["fewer-hare", "fallen-hare"], 6),
        ("2023", ["fallen-either-toad-stag", "fallen-either-hare-carp"], 2),
        ("2023", ["fallen-either-toad-hare", "fallen-either-hare-carp"], 4),
    ],
)
def test_c8_6_a_met_mission_scores_by_edition_and_both_can_be_met(
    edition: str, missions: list[str], points: int
) -> None:
    match = finish(
        below=["hare.plain"],
        domains={1: ["hare.plain"]},
        avoid=["hare"],
        avoid_table=["hare"],
        edition=edition,
        missions=missions_with(*missions, edition=edition),
    )
    assert match.scores()[0] == points
    rows = result(match)["missions"][0]
    assert sum(row["points"] for row in rows) == points


def test_c8_7_an_unmet_mission_costs_nothing() -> None:
    match = finish(missions=QUIET)
    assert not is_met(match, "spies-3")
    assert not is_met(match, "fallen-butterfly")
    assert [row["points"] for row in result(match)["missions"][0]] == [0, 0]
    assert match.scores() == [0, 0]


def test_c8_8_totals_may_be_negative() -> None:
    match = finish(
        below=["hare.plain"],
        domains={0: ["hare.noble", "hare.noble", "hare.plain"], 1: ["hare.guard"]},
        avoid=["hare"],
        avoid_table=["hare"],
        missions=QUIET,
    )
    assert match.scores() == [-5, -1]
    assert match.winners() == [1]


@pytest.mark.parametrize(
    ("mine", "theirs", "winners"),
    [(["noble"], ["plain"], [0]), (["plain"], ["noble"], [1]), (["noble"], ["plain", "guard"], [0, 1])],
)
def test_c8_9_the_highest_total_wins_and_a_tie_is_shared(
    mine: list[str], theirs: list[str], winners: list[int]
) -> None:
    match = finish(
        above=["hare.plain"],
        domains={0: [f"hare.{role}" for role in mine], 1: [f"hare.{role}" for role in theirs]},
        avoid=["hare"],
        avoid_table=["hare"],
        missions=QUIET,
    )
    assert match.winners() == winners


def test_c8_9_two_of_three_may_share_the_victory() -> None:
    match = finish(
        players=3,
        above=["hare.plain"],
        domains={0: ["hare.noble", "hare.noble"], 2: ["hare.noble", "hare.noble"]},
        avoid=["hare"],
        avoid_table=["hare"],
        missions=[*QUIET, ["fewer-hare", "fallen-stag"]],
    )
    assert match.scores()[0] == match.scores()[2] == 4
    assert match.winners() == [0, 2]


def banquet(**options: Any) -> courtly.Match:
    """Play the rulebook's example: five players, with Noémie in seat 0 and twelve cards in her domain."""
    return finish(
        players=5,
        first=3,
        above=[
            *(["butterfly.plain"] * 4 + ["butterfly.guard"] + ["toad.plain"] * 3 + ["toad.guard"] * 2),
            *(["stag.guard"] * 3 + ["stag.plain"] * 2 + ["carp.plain"] * 2),
            *("nightingale.plain", "hare.plain"),
        ],
        below=[
            *("butterfly.guard", "butterfly.assassin", "toad.guard", "toad.assassin", "stag.plain", "stag.assassin"),
            *("carp.guard", "carp.guard", "nightingale.noble", "hare.guard", "hare.guard"),
        ],
        domains={
            0: [
                *("butterfly.noble", "butterfly.spy", "toad.plain", "toad.assassin", "toad.spy"),
                *("stag.noble", "stag.noble", "stag.plain", "nightingale.noble", "nightingale.plain"),
                *("carp.plain", "carp.guard"),
            ]
        },
        exact=[0],
        **options,
    )


@pytest.mark.parametrize(
    ("edition", "met", "unmet", "total"),
    [("2024", "fallen-hare", "guards-4", 11), ("2023", "fallen-either-toad-hare", "fallen-either-butterfly-stag", 10)],
)
def test_c8_10_the_rulebooks_example_is_eleven_points_in_2024_and_ten_in_2023(
    edition: str, met: str, unmet: str, total: int
) -> None:
    pair = [unmet, met]
    match = banquet(edition=edition, missions=missions_with(*pair, players=5, edition=edition))
    assert statuses(match) == {
        "butterfly": "esteemed",
        "toad": "esteemed",
        "nightingale": "fallen",
        "hare": "fallen",
        "stag": "esteemed",
        "carp": "neutral",
    }
    assert family_row(match, "carp") == {"family": "carp", "above": 2, "below": 2, "status": "neutral"}
    assert family_row(match, "nightingale") == {"family": "nightingale", "above": 1, "below": 2, "status": "fallen"}
    rows = result(match)["domains"][0]
    worth = {family: sum(row["points"] for row in rows if row["card"].startswith(family)) for family in statuses(match)}
    assert worth == {"butterfly": 3, "toad": 3, "nightingale": -3, "hare": 0, "stag": 5, "carp": 0}
    assert (is_met(match, met), is_met(match, unmet)) == (True, False)
    assert match.scores()[0] == total
