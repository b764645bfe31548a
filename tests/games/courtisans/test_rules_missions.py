"""RULES.md, section 9: every mission met and unmet, with both ways to count nobles.

A case is (mission, ending, whether it is met if nobles count double, whether it is met if every card counts once).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.courtisans.builders import (
    BLUE,
    FAMILIES,
    OLD,
    PAIRS,
    WHITE,
    family_row,
    finish,
    is_met,
    missions_with,
    result,
    statuses,
)

Case = tuple[str, dict[str, Any], bool, bool]

COUNTS = pytest.mark.parametrize("mission_count", ["nobles-double", "cards"])
DOMAINS = {"nobles-3": "noble", "assassins-2": "assassin", "spies-3": "spy", "guards-4": "guard"}


def role_cards(role: str, number: int) -> list[str]:
    """Return a number of cards of a role: first one of each family, then a second of each."""
    return [f"{FAMILIES[index % 6]}.{role}" for index in range(number)]


def fewer_cases(family: str) -> list[Case]:
    """Return cases with cards of a family in the holder's and the left neighbour's domain, and fillers of others."""

    def case(mine: list[str], theirs: list[str], double: bool, cards: bool) -> Case:
        domains = {0: [f"{family}.{role}" for role in mine], 1: [f"{family}.{role}" for role in theirs]}
        return f"fewer-{family}", {"domains": domains, "avoid": [family]}, double, cards

    return [
        case(["plain"], ["plain", "guard"], True, True),
        case(["plain", "guard"], ["plain"], False, False),
        case(["plain"], ["guard"], False, False),
        case([], ["spy"], True, True),
        case([], [], False, False),
        case(["noble"], ["plain", "plain"], False, True),
        case(["plain"], ["noble"], True, False),
    ]


def role_cases(mission: str) -> list[Case]:
    """Return cases with enough cards of the role, with one too few, and with cards of the role in other areas."""
    role, number = DOMAINS[mission], int(mission.split("-")[1])
    ending = {"avoid": [role]}
    return [
        (mission, {**ending, "domains": {0: role_cards(role, number)}}, True, True),
        (mission, {**ending, "domains": {0: role_cards(role, number + 1)}}, True, True),
        (mission, {**ending, "domains": {0: role_cards(role, number - 1), 1: [f"carp.{role}"]}}, False, False),
        (mission, {**ending, "domains": {1: role_cards(role, number)}}, False, False),
        (mission, {**ending, "above": role_cards(role, number)}, False, False),
    ]


def status_ending(family: str, above: list[str], below: list[str]) -> dict[str, Any]:
    sides = {"above": [f"{family}.{role}" for role in above], "below": [f"{family}.{role}" for role in below]}
    return {**sides, "avoid_table": [family]}


def fallen_cases(family: str) -> list[Case]:
    mission = f"fallen-{family}"
    return [
        (mission, status_ending(family, [], ["plain"]), True, True),
        (mission, status_ending(family, ["plain"], ["noble"]), True, True),
        (mission, status_ending(family, ["plain"], ["plain"]), False, False),
        (mission, status_ending(family, [], []), False, False),
        (mission, status_ending(family, ["plain"], []), False, False),
        (mission, status_ending(family, ["noble"], ["plain", "spy"]), False, False),
    ]


def families_at(above: int = 0, below: int = 0, neutral: int = 0) -> dict[str, Any]:
    """Return an ending with given numbers of esteemed, fallen and neutral families, in the order of the columns."""
    names = list(FAMILIES)
    up, down, even = names[:above], names[above : above + below], names[above + below : above + below + neutral]
    return {
        "above": [f"{name}.plain" for name in up + even],
        "below": [f"{name}.plain" for name in down] + [f"{name}.guard" for name in even],
    }


EVERY = [f"{family}.plain" for family in FAMILIES]

TABLE_CASES: dict[str, list[Case]] = {
    "below-every-family": [
        ("below-every-family", {"below": EVERY}, True, True),
        ("below-every-family", {"below": [*EVERY[:5], "carp.spy"], "avoid_table": ["carp"]}, True, True),
        ("below-every-family", {"below": EVERY[:5], "avoid_table": ["carp"]}, False, False),
        ("below-every-family", {"below": EVERY[:5], "above": ["carp.noble"], "avoid_table": ["carp"]}, False, False),
        ("below-every-family", {"above": EVERY, "avoid_table": ["toad"]}, False, False),
    ],
    "below-5": [
        ("below-5", status_ending("hare", [], ["plain"] * 4 + ["guard"]), True, True),
        ("below-5", status_ending("carp", [], ["plain"] * 3 + ["spy", "assassin"]), True, True),
        ("below-5", status_ending("toad", ["noble"] * 4, ["plain"] * 4 + ["guard"]), True, True),
        ("below-5", status_ending("hare", [], ["plain"] * 4), False, False),
        ("below-5", status_ending("hare", ["plain"], ["plain"] * 3 + ["guard"]), False, False),
        ("below-5", status_ending("hare", [], ["noble", "noble", "plain"]), True, False),
        ("below-5", status_ending("stag", [], ["noble", "noble"]), False, False),
    ],
    "esteemed-at-most-3": [
        ("esteemed-at-most-3", families_at(above=3), True, True),
        ("esteemed-at-most-3", families_at(), True, True),
        ("esteemed-at-most-3", families_at(above=3, below=1, neutral=2), True, True),
        ("esteemed-at-most-3", families_at(above=4), False, False),
        ("esteemed-at-most-3", families_at(above=6), False, False),
    ],
    "fallen-at-least-2": [
        ("fallen-at-least-2", families_at(below=2), True, True),
        ("fallen-at-least-2", families_at(above=2, below=4), True, True),
        ("fallen-at-least-2", families_at(below=1), False, False),
        ("fallen-at-least-2", families_at(above=5, below=1), False, False),
        ("fallen-at-least-2", families_at(below=1, neutral=5), False, False),
    ],
}


def pair_cases(mission: str) -> list[Case]:
    """Return cases in which one or both of the two families have fallen, then cases in which none has fallen."""
    a, b = mission.split("-")[2:]
    others = [f"{family}.plain" for family in FAMILIES if family not in (a, b)]
    return [
        (mission, {"below": [f"{a}.plain"], "above": [f"{b}.plain"]}, True, True),
        (mission, {"above": [f"{a}.plain"], "below": [f"{b}.plain"]}, True, True),
        (mission, {"below": [f"{a}.plain", f"{b}.plain"]}, True, True),
        (mission, {"below": others}, False, False),
        (mission, {"below": [f"{a}.plain", *others], "above": [f"{a}.guard", f"{b}.plain"]}, False, False),
    ]


def gathered(*groups: list[Case]) -> list[Case]:
    return [case for group in groups for case in group]


FEWER = gathered(*(fewer_cases(family) for family in FAMILIES))
FALLEN = gathered(*(fallen_cases(family) for family in FAMILIES))
EITHER = gathered(*(pair_cases(mission) for mission in PAIRS))


def check(case: Case, mission_count: str, *, edition: str = "2024") -> None:
    """Play the case's match and check the mission's result and points."""
    mission, ending, double, cards = case
    match = finish(
        **ending, missions=missions_with(mission, edition=edition), edition=edition, mission_count=mission_count
    )
    expected = cards if mission_count == "cards" else double
    assert is_met(match, mission) is expected
    row = next(row for row in result(match)["missions"][0] if row["mission"] == mission)
    assert row["points"] == ((3 if edition == "2024" else 2) if expected else 0)
    worth = sum(row["points"] for row in result(match)["domains"][0])
    assert match.scores()[0] == worth + sum(row["points"] for row in result(match)["missions"][0])


def names(cases: list[Case]) -> pytest.MarkDecorator:
    """Parametrize by case, with ids that name the mission and whether it is met."""
    words = {
        (True, True): "met",
        (False, False): "unmet",
        (True, False): "met-by-nobles",
        (False, True): "met-by-cards",
    }
    ids = [f"{mission}-{number}-{words[double, cards]}" for number, (mission, _, double, cards) in enumerate(cases)]
    return pytest.mark.parametrize("case", cases, ids=ids)


@COUNTS
@names(FEWER)
def test_c9_2_c9_16_a_mission_needs_fewer_of_a_family_than_the_left_neighbour(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(role_cases("nobles-3"))
def test_c9_4_c9_15_three_nobles_are_three_cards(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(role_cases("assassins-2"))
def test_c9_5_a_mission_needs_two_assassins_in_the_domain(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(role_cases("spies-3"))
def test_c9_6_a_mission_needs_three_spies_in_the_domain(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(role_cases("guards-4"))
def test_c9_7_a_mission_needs_four_guards_in_the_domain(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(FALLEN)
def test_c9_8_c9_14_a_mission_needs_one_fallen_family_and_neutral_is_not_fallen(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(TABLE_CASES["below-every-family"])
def test_c9_9_a_mission_needs_a_card_of_every_family_below(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(TABLE_CASES["below-5"])
def test_c9_10_c9_16_a_mission_needs_five_cards_of_one_family_below(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(TABLE_CASES["esteemed-at-most-3"])
def test_c9_11_c9_14_a_mission_allows_at_most_three_esteemed_families(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@COUNTS
@names(TABLE_CASES["fallen-at-least-2"])
def test_c9_12_c9_14_a_mission_needs_at_least_two_fallen_families(case: Case, mission_count: str) -> None:
    check(case, mission_count)


@names(EITHER)
def test_c9_13_a_mission_needs_one_of_two_families_to_have_fallen(case: Case) -> None:
    check(case, "nobles-double", edition="2023")


@COUNTS
@names(gathered(role_cases("nobles-3"), TABLE_CASES["esteemed-at-most-3"], TABLE_CASES["fallen-at-least-2"]))
def test_c9_4_c9_11_c9_12_c11_3_three_missions_of_edition_2023_name_no_family(case: Case, mission_count: str) -> None:
    check(case, mission_count, edition="2023")


@pytest.mark.parametrize("mission", sorted({*WHITE, *BLUE, *OLD}))
def test_every_mission_has_a_met_and_an_unmet_case(mission: str) -> None:
    roles = [role_cases(name) for name in DOMAINS]
    cases = gathered(FEWER, FALLEN, EITHER, *roles, *TABLE_CASES.values())
    assert {double for name, _, double, _ in cases if name == mission} == {True, False}


def test_c9_1_a_revealed_spy_counts_below_and_an_eliminated_one_does_not() -> None:
    ending: dict[str, Any] = {"below": [*EVERY[:5], "carp.spy", "hare.assassin"], "avoid_table": ["carp"]}
    missions = missions_with("below-every-family")
    assert is_met(finish(**ending, missions=missions), "below-every-family")
    assert not is_met(finish(**ending, kill=["kill spy:1"], missions=missions), "below-every-family")


def test_c9_1_a_revealed_spy_decides_whether_a_family_has_fallen() -> None:
    ending: dict[str, Any] = {"above": ["hare.plain"], "below": ["hare.plain", "hare.spy", "toad.assassin"]}
    missions = missions_with("fallen-hare")
    assert is_met(finish(**ending, missions=missions), "fallen-hare")
    assert not is_met(finish(**ending, kill=["kill spy:1"], missions=missions), "fallen-hare")


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize(("counts", "met"), [((1, 2, 0), True), ((1, 0, 2), False), ((1, 1, 2), False)])
def test_c9_3_the_left_neighbour_is_the_next_seat(counts: tuple[int, int, int], met: bool, first: int) -> None:
    match = finish(
        players=3,
        first=first,
        domains={seat: ["carp.plain", "carp.guard"][:count] for seat, count in enumerate(counts)},
        avoid=["carp"],
        missions=missions_with("fewer-carp", players=3),
    )
    assert is_met(match, "fewer-carp") is met


def test_c9_3_the_last_seats_left_neighbour_is_seat_0() -> None:
    missions = [["fewer-hare", "below-5"], ["fewer-toad", "fallen-toad"], ["fewer-carp", "fallen-carp"]]
    domains = {0: ["carp.plain", "carp.plain"], 2: ["carp.plain"]}
    match = finish(players=3, domains=domains, avoid=["carp"], missions=missions)
    assert is_met(match, "fewer-carp", seat=2)


def test_c9_3_two_players_are_left_neighbours_of_each_other() -> None:
    missions = [["fewer-hare", "below-5"], ["fewer-carp", "fallen-carp"]]
    match = finish(domains={0: ["carp.plain"], 1: ["hare.plain"]}, avoid=["carp", "hare"], missions=missions)
    assert is_met(match, "fewer-hare", seat=0)
    assert is_met(match, "fewer-carp", seat=1)


def test_c9_14_a_neutral_family_is_not_fallen_and_not_esteemed() -> None:
    match = finish(**families_at(above=3, below=1, neutral=2))
    assert sorted(statuses(match).values()) == ["esteemed"] * 3 + ["fallen"] + ["neutral"] * 2
    assert family_row(match, "carp")["status"] == "neutral"


@pytest.mark.parametrize("mission", WHITE[6:])
def test_c9_4_c9_5_c9_6_c9_7_the_mission_holders_own_domain_counts(mission: str) -> None:
    role = DOMAINS[mission]
    cards = role_cards(role, int(mission.split("-")[1]))
    missions = missions_with(mission)[::-1]
    mine = finish(domains={1: cards}, avoid=[role], missions=missions)
    theirs = finish(domains={0: cards}, avoid=[role], missions=missions)
    assert is_met(mine, mission, seat=1)
    assert not is_met(theirs, mission, seat=1)
