"""RULES.md, section 5: the assassin, its targets and its choice."""

from __future__ import annotations

import pytest

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.courtisans.builders import begin, family_row, finish, kills, run

AREAS = ["above", "below", "domain:0", "domain:1"]
FIRST = ["hare.plain", "stag.plain", "carp.plain"]
SECOND = ["toad.assassin", "toad.guard", "butterfly.guard"]


def one_in_each_area(*hands: list[str], draws: list[list[str]] | None = None) -> courtly.Match:
    """Return a match after seat 0's turn: hare above, stag in its own domain, carp in seat 1's."""
    match = begin(hands=[FIRST, *(hands or (SECOND,))], draws=draws or [])
    return run(match, "play hare.plain above", "play stag.plain domain:0", "play carp.plain domain:1")


@pytest.mark.parametrize(
    ("area", "target"),
    [
        ("above", "hare.plain above"),
        ("below", "hare.plain above"),
        ("domain:0", "stag.plain domain:0"),
        ("domain:1", "carp.plain domain:1"),
    ],
)
def test_c5_1_an_assassin_may_eliminate_a_card_of_its_area(area: str, target: str) -> None:
    match = run(one_in_each_area(), f"play toad.assassin {area}")
    assert match.to_move == 1
    assert match.legal_moves() == [f"kill {target}", "spare"]
    view = match.view(0)
    assert (view["phase"], view["pending"], view["legal"]) == ("kill", area, [])
    run(match, f"kill {target}")
    card, where = target.split(" ")
    assert card not in match.view(0)["areas"][where]
    assert (match.view(0)["phase"], match.view(0)["pending"]) == ("play", None)


@pytest.mark.parametrize("side", ["above", "below"])
def test_c5_2_an_assassin_at_the_table_reaches_every_column_and_both_sides(side: str) -> None:
    hands = [["toad.plain", "stag.noble", "carp.noble"]]
    match = one_in_each_area(*hands, draws=[["hare.noble", "hare.guard", "stag.guard"], ["butterfly.assassin"]])
    run(match, "play toad.plain below", "play stag.noble domain:0", "play carp.noble domain:1")
    run(match, "play hare.noble below", "play hare.guard domain:0", "play stag.guard domain:1")
    run(match, f"play butterfly.assassin {side}")
    assert kills(match) == ["hare.noble below", "hare.plain above", "toad.plain below"]


def test_c5_2_the_rulebooks_assassin_below_eliminates_a_noble_above() -> None:
    match = begin(hands=[["hare.noble", "stag.plain", "carp.plain"], ["nightingale.assassin"]])
    run(match, "play hare.noble above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play nightingale.assassin below", "kill hare.noble above")
    areas = match.view(None)["areas"]
    assert (areas["above"], areas["below"]) == ([], ["nightingale.assassin"])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_c5_3_an_assassin_in_a_domain_reaches_only_that_domain(seat: int) -> None:
    match = begin(3, hands=[FIRST, ["toad.plain", "toad.noble", "carp.noble"], ["toad.assassin"]])
    run(match, "play hare.plain above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play toad.plain below", "play toad.noble domain:1", "play carp.noble domain:2")
    run(match, f"play toad.assassin domain:{seat}")
    expected = [["stag.plain"], ["carp.plain", "toad.noble"], ["carp.noble"]][seat]
    assert kills(match) == [f"{card} domain:{seat}" for card in expected]


@pytest.mark.parametrize("area", AREAS)
def test_c5_4_c5_7_an_assassin_alone_in_its_area_has_no_target(area: str) -> None:
    match = run(begin(hands=[["toad.assassin", "hare.plain", "stag.plain"]]), f"play toad.assassin {area}")
    assert match.view(0)["phase"] == "play"
    assert not {"spare", f"kill toad.assassin {area}"} & set(match.legal_moves())
    assert match.view(0)["areas"][area] == ["toad.assassin"]


def test_c5_4_an_earlier_assassin_is_a_target_even_of_its_own_kind() -> None:
    match = begin(hands=[["toad.assassin", "hare.plain", "stag.plain"], ["toad.assassin"]])
    run(match, "play toad.assassin above", "play hare.plain domain:0", "play stag.plain domain:1")
    run(match, "play toad.assassin above")
    assert match.legal_moves() == ["kill toad.assassin above", "spare"]
    run(match, "kill toad.assassin above")
    view = match.view(0)
    assert (view["areas"]["above"], view["eliminated"]) == (["toad.assassin"], ["toad.assassin"])


def test_c5_4_an_equal_assassin_on_the_other_side_is_a_target() -> None:
    match = begin(hands=[["toad.assassin", "hare.plain", "stag.plain"], ["toad.assassin"]])
    run(match, "play toad.assassin above", "play hare.plain domain:0", "play stag.plain domain:1")
    run(match, "play toad.assassin below")
    assert match.legal_moves() == ["kill toad.assassin above", "spare"]
    with pytest.raises(IllegalMove):
        match.play("kill toad.assassin below")


@pytest.mark.parametrize("area", AREAS)
def test_c5_5_guards_are_never_targets(area: str) -> None:
    match = begin(
        hands=[["hare.guard", "stag.guard", "carp.guard"], ["hare.noble", "stag.noble", "carp.noble"]],
        draws=[["toad.assassin"]],
    )
    run(match, "play hare.guard above", "play stag.guard domain:0", "play carp.guard domain:1")
    run(match, "play hare.noble below", "play stag.noble domain:0", "play carp.noble domain:1")
    run(match, f"play toad.assassin {area}")
    target = {"domain:0": "stag.noble domain:0", "domain:1": "carp.noble domain:1"}.get(area, "hare.noble below")
    assert kills(match) == [target]


@pytest.mark.parametrize("area", AREAS)
def test_c5_6_the_player_may_spare_all_targets(area: str) -> None:
    match = run(one_in_each_area(), f"play toad.assassin {area}", "spare")
    view = match.view(0)
    assert view["eliminated"] == []
    assert sum(map(len, view["areas"].values())) == 4
    assert (view["phase"], match.to_move) == ("play", 1)


@pytest.mark.parametrize("text", ["spare", "kill hare.plain above", "kill hare.guard domain:0", "kill spy:1"])
def test_c5_7_without_a_target_no_answer_is_legal(text: str) -> None:
    match = begin(hands=[["toad.assassin", "hare.guard", "stag.plain"]])
    run(match, "play hare.guard domain:0", "play toad.assassin above")
    with pytest.raises(IllegalMove):
        match.play(text)
    assert match.moves == ["play hare.guard domain:0", "play toad.assassin above"]


def test_c5_7_with_only_guards_in_the_area_there_is_no_choice() -> None:
    match = begin(hands=[["hare.guard", "stag.guard", "carp.guard"], ["toad.assassin"]])
    run(match, "play hare.guard above", "play stag.guard domain:0", "play carp.guard domain:1")
    run(match, "play toad.assassin below")
    assert (match.view(1)["phase"], match.to_move) == ("play", 1)


def test_c5_8_a_single_target_still_leaves_a_choice() -> None:
    match = run(one_in_each_area(), "play toad.assassin domain:0")
    assert match.legal_moves() == ["kill stag.plain domain:0", "spare"]
    assert match.view(0)["areas"]["domain:0"] == ["toad.assassin", "stag.plain"]


def test_c5_9_equal_cards_are_one_target_per_side() -> None:
    hands = [["hare.plain", "stag.plain", "toad.plain"], ["hare.plain", "carp.plain", "carp.noble"]]
    match = begin(hands=hands, draws=[["hare.plain", "toad.noble", "stag.noble"], ["butterfly.assassin"]])
    run(match, "play hare.plain above", "play stag.plain domain:0", "play toad.plain domain:1")
    run(match, "play hare.plain above", "play carp.plain domain:0", "play carp.noble domain:1")
    run(match, "play hare.plain below", "play toad.noble domain:0", "play stag.noble domain:1")
    run(match, "play butterfly.assassin below")
    assert match.legal_moves() == ["kill hare.plain above", "kill hare.plain below", "spare"]
    run(match, "kill hare.plain above")
    areas = match.view(None)["areas"]
    assert (areas["above"], areas["below"]) == (["hare.plain"], ["butterfly.assassin", "hare.plain"])


def test_c5_9_equal_cards_in_one_domain_are_one_target() -> None:
    match = begin(hands=[["hare.plain", "stag.plain", "toad.plain"], ["stag.plain"]], draws=[["toad.assassin"]])
    run(match, "play hare.plain above", "play stag.plain domain:0", "play toad.plain domain:1")
    rest = [card for card in match.view(1)["hand"] if card != "stag.plain"]
    run(match, "play stag.plain domain:0", f"play {rest[0]} above", f"play {rest[-1]} domain:1")
    run(match, "play toad.assassin domain:0")
    assert kills(match) == ["stag.plain domain:0"]
    run(match, "kill stag.plain domain:0")
    assert match.view(0)["areas"]["domain:0"] == ["toad.assassin", "stag.plain"]


@pytest.mark.parametrize("area", AREAS)
def test_c5_10_a_spy_is_a_target_and_stays_unknown(area: str) -> None:
    match = begin(hands=[["hare.spy", "stag.guard", "carp.guard"], ["toad.assassin"]])
    rest = [name for name in ("above", "domain:0", "domain:1") if name != area and {name, area} != {"above", "below"}]
    run(match, f"play hare.spy {area}", f"play stag.guard {rest[0]}", f"play carp.guard {rest[1]}")
    run(match, f"play toad.assassin {area}")
    assert kills(match) == ["spy:1"]
    run(match, "kill spy:1")
    for audience in (1, None):
        view = match.view(audience)
        assert view["spies"] == [{"n": 1, "by": 0, "area": None, "card": None}]
        assert (view["areas"][area], view["eliminated"]) == (["toad.assassin"], ["spy:1"])


def test_c5_10_each_spy_of_an_area_is_a_separate_target() -> None:
    match = begin(hands=[["hare.spy", "stag.plain", "carp.plain"], ["hare.spy", "stag.noble", "carp.noble"]],
                  draws=[["toad.assassin"]])  # fmt: skip
    run(match, "play hare.spy above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play hare.spy above", "play stag.noble domain:0", "play carp.noble domain:1")
    run(match, "play toad.assassin below")
    assert kills(match) == ["spy:1", "spy:2"]
    run(match, "kill spy:1")
    assert match.view(None)["areas"]["above"] == ["spy:2"]


def test_c5_11_an_eliminated_card_is_in_no_area_and_counts_for_nothing() -> None:
    match = finish(
        above=["hare.noble"],
        below=["toad.assassin", "hare.plain"],
        kill=["kill hare.noble above"],
        avoid_table=["hare"],
    )
    assert match.view(None)["eliminated"] == ["hare.noble"]
    assert family_row(match, "hare") == {"family": "hare", "above": 0, "below": 1, "status": "fallen"}
    assert sum(map(len, match.view(None)["areas"].values())) == 59


@pytest.mark.parametrize("seat", [0, 1])
def test_c5_12_the_assassins_player_chooses_in_any_domain(seat: int) -> None:
    match = run(one_in_each_area(), f"play toad.assassin domain:{seat}")
    assert match.to_move == 1
    card = ["stag.plain", "carp.plain"][seat]
    run(match, f"kill {card} domain:{seat}")
    assert match.view(0)["areas"][f"domain:{seat}"] == ["toad.assassin"]


def test_c5_12_the_target_may_be_the_players_own_spy() -> None:
    match = begin(hands=[["hare.spy", "toad.assassin", "stag.plain"]], draws=[["stag.assassin"]])
    run(match, "play hare.spy above", "play stag.plain domain:0", "play toad.assassin domain:1")
    while match.to_move == 1:
        match.play("spare" if "spare" in match.legal_moves() else match.legal_moves()[0])
    run(match, "play stag.assassin above")
    assert "spy:1" in kills(match)


def test_c5_13_no_card_is_played_or_drawn_before_the_choice() -> None:
    match = one_in_each_area()
    run(match, "play toad.guard domain:0", "play butterfly.guard above", "play toad.assassin domain:1")
    view = match.view(1)
    assert (view["hands"], view["deck"], match.to_move) == ([3, 0], 51, 1)
    assert all(move == "spare" or move.startswith("kill ") for move in match.legal_moves())
    run(match, "spare")
    assert (match.view(1)["hands"], match.view(1)["deck"], match.to_move) == ([3, 3], 48, 0)


def test_c5_13_after_the_choice_the_turn_continues() -> None:
    match = run(one_in_each_area(), "play toad.assassin above")
    with pytest.raises(IllegalMove):
        match.play("play toad.guard domain:0")
    run(match, "kill hare.plain above", "play toad.guard domain:0", "play butterfly.guard domain:1")
    assert match.to_move == 0
