"""RULES.md, sections 15 and 16: every count and every kind of formula, evaluated in the position of `scene`."""

from __future__ import annotations

import pytest

import courtly
from tests.games.monarch.builders import run
from tests.games.monarch.positions import (
    Table,
    acquire,
    begin,
    caller,
    card_set,
    courtier,
    crowns,
    free_house,
    holds,
    next_turn,
    sister,
    works,
)

CAST = (
    courtier("knight", path="might", emblems=["garment", "beast"], on_acquire=[
        {"kind": "gain", "resource": "gold", "amount": 2}
    ]),
    courtier("sage", path="wisdom"),
    courtier("cloak", emblems=["garment"]),
    courtier("rival", path="culture", emblems=["jewel"]),
    works("stage", path="culture"),
    works("fort", yields=3, path="might"),
    works("grove", "farm", path="wisdom"),
    *(caller(f"bore-{number}", 0) for number in range(1, 5)),
)  # fmt: skip
EMBLEMS = ("beast", "garment", "jewel")


def scene(*probes: Table) -> courtly.Match:
    """Return a match in which seat 0 has a set of counted cards and the probes, which hold the formulas.

    Seat 0 has two might cards, a wisdom card and a card without a path, 7 gold, 5 food and one guest. Probes are might
    cards with a beast. A village shows might, yields 3 and covers culture. A farm shows wisdom and yields 2. Seat 1 has
    a culture card and two guests. Seat 2 has one guest.
    """
    cards = card_set(*probes, *CAST, emblems=EMBLEMS)
    named = [entry["id"] for entry in CAST]
    match = begin(" ".join(named[:5]), " ".join([*named[5:], *(probe["id"] for probe in probes)]), cards=cards)
    acquire(match, "knight", "sage", "cloak")
    for work, where in (("stage", "c1"), ("fort", "c1"), ("grove", "b3")):
        run(match, f"buy {work}", f"build {where}")
    for bore, host in (("bore-1", 1), ("bore-2", 1), ("bore-3", 2)):
        run(match, f"buy {bore}", f"send {host}")
    run(acquire(run(match, "end"), "rival"), "buy bore-4", "send 0", "end", "end")
    return match


def valued(formula: int | Table) -> int:
    """Return the crowns of a Court Card with that formula in the position of `scene`."""
    probe = courtier("probe", formula, path="might", emblems=["beast"])
    return crowns(acquire(scene(probe), "probe"), "probe")


def hosted(formula: int | Table) -> int:
    """Return the crowns that a guest with that formula takes from seat 0 in the position of `scene`."""
    match = scene(caller("probe", formula))
    run(match, "end", "buy probe", "send 0", "end", "end")
    return crowns(match, "probe")


def per(kind: str, amount: int = 1, **more: int | str) -> Table:
    return {"kind": f"per_{kind}", "per": amount, **more}


def test_c15_1_c15_8_counts_use_the_current_position() -> None:
    hoard = courtier("hoard", per("resource", resource="food"))
    match = acquire(begin("hoard", cards=card_set(hoard)), "hoard")
    assert crowns(match, "hoard") == 5
    assert crowns(run(match, "harvest"), "hoard") == 9
    assert crowns(run(next_turn(match), "tax"), "hoard") == 4


@pytest.mark.parametrize(("path", "count"), [("might", 2), ("wisdom", 1), ("culture", 0), ("bounty", 0)])
def test_c15_2_a_path_counts_her_court_cards_including_the_card_itself(path: str, count: int) -> None:
    assert valued(per("path", path=path)) == valued(per("path", path=path, where="court")) == count


@pytest.mark.parametrize(("path", "count"), [("might", 1), ("wisdom", 1), ("culture", 0), ("bounty", 0)])
def test_c15_3_a_path_on_the_board_counts_visible_improvements(path: str, count: int) -> None:
    assert valued(per("path", path=path, where="board")) == count


def test_c15_3_the_board_counts_for_every_sister() -> None:
    crowds = [courtier(f"crowd-{seat}", per("path", path="might", where="board")) for seat in range(3)]
    cards = card_set(*crowds, works("fort", path="might"))
    match = run(begin("fort crowd-0 crowd-1 crowd-2", cards=cards), "buy fort", "build a1")
    for seat in range(3):
        run(match, f"buy crowd-{seat}", "end")
    assert [crowns(match, f"crowd-{seat}", seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(("emblem", "count"), [("beast", 2), ("garment", 2), ("jewel", 0)])
def test_c15_4_an_emblem_counts_her_cards_with_it(emblem: str, count: int) -> None:
    assert valued(per("emblem", emblem=emblem)) == count


def test_c15_5_path_variety_counts_different_paths() -> None:
    assert valued(per("variety", of="path")) == 2


def test_c15_6_emblem_variety_counts_different_emblems() -> None:
    assert valued(per("variety", of="emblem")) == 2


@pytest.mark.parametrize(
    ("terrain", "counts"),
    [("village", (5, 1, 1, 0)), ("farm", (4, 1, 0, 0)), ("any", (9, 2, 1, 0))],
)
def test_c15_7_lands_count_boards_with_enough_yield(terrain: str, counts: tuple[int, ...]) -> None:
    for low, count in enumerate(counts, 1):
        assert valued(per("land", terrain=terrain, min_yield=low)) == count
    assert valued(per("land", terrain=terrain)) == counts[0]


@pytest.mark.parametrize(("low", "count"), [(5, 2), (7, 1), (9, 1)])
def test_c15_7_high_yields_are_distinguished_too(low: int, count: int) -> None:
    probe = courtier("probe", per("land", terrain="any", min_yield=low))
    cards = card_set(probe, works("mint", yields=9), works("mine", "farm", yields=6))
    match = acquire(begin("probe mint mine", cards=cards), "probe")
    run(match, "buy mint", "build a1", "buy mine", "build a2")
    assert crowns(match, "probe") == count


@pytest.mark.parametrize(("resource", "held"), [("gold", 7), ("food", 5)])
def test_c15_8_food_and_gold_count_her_holdings(resource: str, held: int) -> None:
    assert valued(per("resource", resource=resource)) == held


@pytest.mark.parametrize(("whose", "count"), [("own", 1), ("others", 3)])
def test_c15_9_a_formula_counts_her_own_guests_or_those_of_all_other_sisters(whose: str, count: int) -> None:
    assert valued(per("guest", whose=whose)) == count


@pytest.mark.parametrize(("card", "value"), [("knight", 5), ("probe", 5), ("rival", 1), ("page-1", 1)])
def test_c15_10_a_certain_card_counts_only_in_her_own_court(card: str, value: int) -> None:
    assert valued({"kind": "if_count", "card": card, "then": 5, "otherwise": 1}) == value


def test_c15_11_banners_guests_and_cards_out_of_play_never_count() -> None:
    """The Banner of Might does not count, nor do might cards that are replaced, covered or in the market."""
    match = begin(
        "toll-drum dawn-vanguard war-falcon watchtower-square jewel-bazaar", "scale-hauberk", cards=free_house()
    )
    acquire(match, "toll-drum", "dawn-vanguard")
    run(match, "fly banner-of-might", "buy war-falcon", "replace toll-drum")
    run(match, "buy watchtower-square", "build a1", "buy jewel-bazaar", "build a1")
    assert (crowns(match, "dawn-vanguard"), crowns(match, "war-falcon")) == (3 + 2, 2)
    assert sister(match)["banner"] == {"banner": "banner-of-might", "crowns": 4}


def test_c16_1_formulas_read_only_counts() -> None:
    """Two Court Cards that count the same path give equal crowns in either order."""
    pair = [courtier(f"twin-{n}", per("path", 2, path="might"), path="might") for n in range(2)]
    for order in (("twin-0", "twin-1"), ("twin-1", "twin-0")):
        match = acquire(begin("twin-0 twin-1", cards=card_set(*pair)), *order)
        assert (crowns(match, "twin-0"), crowns(match, "twin-1")) == (4, 4)


@pytest.mark.parametrize("value", [0, 4, -3, 99, -99])
def test_c16_2_fixed_gives_a_number(value: int) -> None:
    assert valued(value) == valued({"kind": "fixed", "value": value}) == value


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (per("path", 2, path="might"), 4),
        (per("path", 2, path="might", base=1), 5),
        (per("path", 2, path="might", where="board"), 2),
        (per("path", 2, path="might", where="court+board"), 6),
        (per("path", 3, path="wisdom", where="court+board", base=-1), 5),
        (per("path", path="bounty", base=3), 3),
    ],
)
def test_c16_3_per_path_gives_a_base_and_an_amount_per_card(formula: Table, value: int) -> None:
    assert valued(formula) == value


def test_c16_4_the_tiger_pelt_counts_might_in_the_court_and_on_the_board() -> None:
    market = "tiger-pelt toll-drum watchtower-square warhorse-paddock armourers-row"
    match = acquire(begin(market, "jewel-bazaar", cards=free_house()), "tiger-pelt")
    assert crowns(match, "tiger-pelt") == 2
    acquire(match, "toll-drum")
    assert crowns(match, "tiger-pelt") == 4
    for card, where, value in (
        ("watchtower-square", "a1", 6),
        ("warhorse-paddock", "b1", 8),
        ("armourers-row", "a1", 8),
    ):
        run(match, f"buy {card}", f"build {where}")
        assert crowns(match, "tiger-pelt") == value
    run(match, "buy jewel-bazaar", "build a1")
    assert crowns(match, "tiger-pelt") == 6


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (per("emblem", 2, emblem="beast"), 4),
        (per("emblem", 2, emblem="garment", base=2), 6),
        (per("emblem", 2, emblem="jewel", base=2), 2),
    ],
)
def test_c16_5_per_emblem_gives_a_base_and_an_amount_per_card(formula: Table, value: int) -> None:
    assert valued(formula) == value


@pytest.mark.parametrize(
    ("formula", "value"),
    [(per("variety", 3, of="path"), 6), (per("variety", 1, of="emblem", base=2), 4)],
)
def test_c16_6_per_variety_gives_a_base_and_an_amount_per_kind(formula: Table, value: int) -> None:
    assert valued(formula) == value


@pytest.mark.parametrize(
    ("formula", "value"),
    [(per("land", 2, terrain="village", min_yield=2, base=5), 7), (per("land", terrain="any", base=1), 10)],
)
def test_c16_7_per_land_gives_a_base_and_an_amount_per_board(formula: Table, value: int) -> None:
    assert valued(formula) == value


@pytest.mark.parametrize(("each", "per_one", "base", "value"), [(1, 1, 0, 7), (2, 1, 2, 5), (3, 4, 0, 8), (8, 5, 1, 1)])
def test_c16_8_per_resource_counts_only_complete_groups(each: int, per_one: int, base: int, value: int) -> None:
    assert valued(per("resource", per_one, resource="gold", each=each, base=base)) == value


def test_c16_8_counting_does_not_spend_resources() -> None:
    probe = courtier("probe", per("resource", resource="gold"))
    match = acquire(scene(probe), "probe")
    assert (crowns(match, "probe"), holds(match)) == (7, (7, 5))


@pytest.mark.parametrize(("whose", "value"), [("own", 5), ("others", 9)])
def test_c16_9_per_guest_gives_a_base_and_an_amount_per_guest(whose: str, value: int) -> None:
    assert valued(per("guest", 2, whose=whose, base=3)) == value


@pytest.mark.parametrize(
    ("look", "count"),
    [
        ({"path": "might"}, 2),
        ({"path": "might", "where": "court"}, 2),
        ({"path": "might", "where": "board"}, 1),
        ({"path": "might", "where": "court+board"}, 3),
        ({"emblem": "garment"}, 2),
    ],
)
def test_c16_10_if_count_chooses_by_a_threshold(look: Table, count: int) -> None:
    for at_least in range(1, 5):
        formula = {"kind": "if_count", "at_least": at_least, "then": 6, "otherwise": -2, **look}
        assert valued(formula) == (6 if count >= at_least else -2)


def test_c16_11_the_astronomer_is_worth_nothing_with_the_fireworks() -> None:
    match = acquire(begin("astronomer fireworks old-nurse", cards=free_house()), "astronomer")
    assert crowns(match, "astronomer") == 4
    acquire(match, "fireworks")
    assert (crowns(match, "astronomer"), crowns(match, "fireworks")) == (0, 7)
    run(match, "buy old-nurse", "replace fireworks")
    assert crowns(match, "astronomer") == 4


def test_c16_11_fireworks_in_another_court_change_nothing() -> None:
    match = acquire(run(acquire(begin("astronomer fireworks", cards=free_house()), "astronomer"), "end"), "fireworks")
    assert (crowns(match, "astronomer", 0), crowns(match, "fireworks", 1)) == (4, 7)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (per("path", -3, path="might"), 0),
        (per("path", -3, path="might", min=-4), -4),
        (per("path", -3, path="might", min=-9), -6),
        (per("path", 3, path="might", max=5), 5),
        (per("path", 1, path="bounty", min=2), 2),
        (per("guest", 2, whose="others", base=2, max=6), 6),
    ],
)
def test_c16_12_a_court_card_gives_at_least_0_by_default(formula: Table, value: int) -> None:
    assert valued(formula) == value


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (-3, -3),
        (per("path", -1, path="might"), -1),
        (per("path", -2, path="wisdom", base=-1), -3),
        (per("path", -2, path="culture"), 0),
        (per("path", -2, path="wisdom", base=1, min=-9), -1),
        (per("path", -5, path="might", base=2, min=-2), -2),
        (per("emblem", -1, emblem="garment", base=1), -1),
        (per("emblem", -1, emblem="jewel", base=1), 0),
        (per("resource", -1, resource="gold", each=3), -2),
        (per("guest", -1, whose="own"), -2),
        (per("path", -1, path="might", where="board", max=-2), -2),
        ({"kind": "if_count", "path": "might", "then": -5, "otherwise": -1}, -5),
        ({"kind": "if_count", "card": "knight", "then": -5, "otherwise": 0}, -5),
        ({"kind": "if_count", "card": "rival", "then": -5, "otherwise": 0}, 0),
    ],
)
def test_c16_12_c16_13_a_guest_uses_her_hosts_counts_and_never_adds_crowns(formula: int | Table, value: int) -> None:
    assert hosted(formula) == value
