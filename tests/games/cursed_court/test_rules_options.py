"""RULES.md, section 9: options and their combinations, custom regions, and invalid inputs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import courtly
from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadDeal, BadOption, BadRecord, CourtlyError, IllegalMove, UnknownMove
from tests.games.cursed_court.builders import (
    SETS,
    VARIANTS,
    begin,
    bets,
    board,
    cards,
    deck,
    label,
    play_year,
    points_of,
    run,
)


def printed() -> list[dict[str, Any]]:
    """Return the printed regions as a user would write them."""
    return [
        {"id": region, "name": {"en": region.title(), "fr": region.title()}, "nobles": cards(letters)}
        for region, letters in SETS.items()
    ]


def own() -> list[dict[str, Any]]:
    """Return 18 regions, the first of them custom."""
    regions = printed()
    regions[0] = {"id": "plot", "name": {"en": "Plot", "fr": "Complot"}, "nobles": ["jester", "king", "merchant"]}
    return regions


def test_c9_1_default_is_three_years() -> None:
    assert begin().view(None)["options"]["years"] == 3


@pytest.mark.parametrize("years", [0, 21, -1, "3", 2.5, None, True])
def test_c9_1_c9_8_other_numbers_of_years_are_rejected(years: object) -> None:
    with pytest.raises(BadOption, match="years"):
        courtly.new_match("cursed_court", players=3, seed=1, years=years)


def test_c9_2_printed_regions_may_be_given_as_a_list() -> None:
    match = begin(4, regions=printed())
    assert match.legal_moves() == begin(4).legal_moves()


def test_c9_2_record_keeps_the_list_of_regions() -> None:
    match = bets(courtly.new_match("cursed_court", players=2, seed=3, years=1, regions=own()), "plot 3")
    record = json.loads(json.dumps(match.record()))
    assert record["options"]["regions"] == own()
    assert courtly.read_record(record).record() == match.record()
    assert "regions" not in begin(2).record()["options"]


SPOILT: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "17-regions": lambda regions: regions.pop(),
    "19-regions": lambda regions: regions.append({**regions[0], "id": "more", "nobles": ["king", "jester", "duke"]}),
    "none": lambda regions: regions.clear(),
    "unknown-noble": lambda regions: regions[4].update(nobles=["king", "queen", "bishop"]),
    "letters": lambda regions: regions[4].update(nobles=["K", "Q", "A"]),
    "a-noble-twice": lambda regions: regions[4].update(nobles=["king", "queen", "king"]),
    "two-nobles": lambda regions: regions[4].update(nobles=["king", "queen"]),
    "five-nobles": lambda regions: regions[4].update(nobles=["king", "queen", "duke", "jester", "assassin"]),
    "no-nobles": lambda regions: regions[4].update(nobles=[]),
    "nobles-missing": lambda regions: regions[4].pop("nobles"),
    "nobles-not-a-list": lambda regions: regions[4].update(nobles="king queen duke"),
    "a-set-twice": lambda regions: regions[4].update(nobles=list(regions[2]["nobles"])),
    "a-set-twice-in-another-order": lambda regions: regions[4].update(nobles=regions[2]["nobles"][::-1]),
    "an-id-twice": lambda regions: regions[4].update(id="feast"),
    "a-nobles-id": lambda regions: regions[4].update(id="king"),
    "id-missing": lambda regions: regions[4].pop("id"),
    "id-with-a-blank": lambda regions: regions[4].update(id="the salon"),
    "id-empty": lambda regions: regions[4].update(id=""),
    "id-a-number": lambda regions: regions[4].update(id=4),
    "id-feint": lambda regions: regions[4].update(id="king feint"),
    "name-missing": lambda regions: regions[4].pop("name"),
    "name-empty": lambda regions: regions[4].update(name={}),
    "name-in-no-language": lambda regions: regions[4].update(name={"xx": "Salon"}),
    "name-not-a-table": lambda regions: regions[4].update(name="Salon"),
    "unknown-key": lambda regions: regions[4].update(colour="red"),
    "not-a-table": lambda regions: regions.__setitem__(4, "salon"),  # type: ignore[call-overload]
}


@pytest.mark.parametrize("spoil", list(SPOILT.values()), ids=list(SPOILT))
def test_c9_3_invalid_list_of_regions_is_rejected(spoil: Callable[[list[dict[str, Any]]], object]) -> None:
    regions = printed()
    spoil(regions)
    with pytest.raises(BadOption, match="region"):
        courtly.new_match("cursed_court", players=3, seed=1, regions=regions)


@pytest.mark.parametrize("regions", ["house", None, 18, {}, [1] * 18, "[]"])
def test_c9_3_values_other_than_a_list_are_rejected(regions: object) -> None:
    with pytest.raises(BadOption, match="region"):
        courtly.new_match("cursed_court", players=3, seed=1, regions=regions)


def test_c9_3_every_problem_of_a_list_is_reported() -> None:
    regions = printed()
    regions[4]["nobles"] = ["king", "queen", "bishop"]
    regions[7]["id"] = "affair"
    with pytest.raises(BadOption) as caught:
        courtly.new_match("cursed_court", players=3, seed=1, regions=regions)
    assert all(
        word in str(caught.value) for word in ("region[salon].nobles", "bishop", "region[affair].id", "of region 1")
    )


def test_c9_4_custom_regions_take_bets_and_score() -> None:
    match = begin(2, "JKMM QQQQ", years=1, regions=own())
    assert match.why_not("bet affair")
    bets(match, "plot 3", "queen 0", "salon 0", "king 0", "feast 0", "trial 0", "duel 0", "council 0")
    assert (points_of(match, "plot", seat=0), points_of(match, "queen", seat=1)) == (3, 8)


@pytest.mark.parametrize("form", ["elimination", "cash"])
def test_c9_5_coinless_excludes_the_great_exchange(form: str) -> None:
    with pytest.raises(BadOption, match="coinless") as caught:
        courtly.new_match("cursed_court", players=3, seed=1, coinless=True, great_exchange=form)
    assert "great_exchange" in str(caught.value)


@pytest.mark.parametrize(
    "more", [{"years": 3}, {"years": 1}, {"tie": "extra-year"}, {"years": 20, "tie": "extra-year"}]
)
def test_c9_6_years_and_tie_have_no_effect_in_elimination(more: dict[str, Any]) -> None:
    plain, given = (
        set_up("cursed_court", {"players": 3, "great_exchange": "elimination", **options}) for options in ({}, more)
    )
    assert given.contents.tobytes() == plain.contents.tobytes()


def test_c9_6_options_of_an_elimination_match_recreate_it() -> None:
    match = courtly.new_match("cursed_court", players=3, seed=1, great_exchange="elimination")
    again = courtly.new_match("cursed_court", seed=1, **match.options)
    assert again.view(0) == match.view(0)


@pytest.mark.parametrize("regions", ["printed", own()], ids=["printed", "own"])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("variant", VARIANTS, ids=label)
def test_c9_7_all_other_combinations_are_valid(players: int, variant: dict[str, Any], regions: Any) -> None:
    match = courtly.new_match("cursed_court", players=players, seed=1, years=20, regions=regions, **variant)
    shown = match.view(None)["options"]
    assert {name: shown[name] for name in variant} == variant


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("players", 1, ["2", "6"]),
        ("players", 7, ["2", "6"]),
        ("players", "four", ["2", "6"]),
        ("tie", "replay", ["shared", "extra-year"]),
        ("court_remembers", "on", ["off", "hidden", "open"]),
        ("court_remembers", True, ["off", "hidden", "open"]),
        ("great_exchange", "poker", ["off", "elimination", "cash"]),
        ("great_exchange", True, ["off", "elimination", "cash"]),
        ("years", 21, ["1", "20"]),
        ("coinless", "yes", ["true or false"]),
        ("masquerade", 1, ["true or false"]),
        ("seasons", 4, ["players", "years", "tie", "masquerade"]),
    ],
)
def test_c9_8_invalid_option_names_option_value_and_allowed_values(
    option: str, value: object, allowed: list[str]
) -> None:
    with pytest.raises(BadOption) as caught:
        courtly.new_match("cursed_court", **{"players": 3, "seed": 1, option: value})
    text = str(caught.value)
    assert option in text
    assert all(word in text for word in allowed)
    assert str(value) in text or option == "seasons"


def test_c9_8_number_of_players_is_required() -> None:
    with pytest.raises(BadOption, match="players"):
        courtly.new_match("cursed_court", seed=1)


def _cards(change: Callable[[list[Any]], object]) -> Callable[[dict[str, Any]], object]:
    return lambda document: change(document["years"][1])


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "one-card-short": _cards(lambda year: year.pop()),
    "one-card-over": _cards(lambda year: year.append("king")),
    "no-cards": _cards(lambda year: year.clear()),
    "a-fifth-king": _cards(lambda year: year.__setitem__(year.index("queen"), "king")),
    "unknown-noble": _cards(lambda year: year.__setitem__(3, "bishop")),
    "a-letter": _cards(lambda year: year.__setitem__(3, "K")),
    "not-text": _cards(lambda year: year.__setitem__(3, 7)),
    "card-a-list": _cards(lambda year: year.__setitem__(3, ["king"])),
    "card-nobody": _cards(lambda year: year.__setitem__(3, None)),
    "year-not-a-list": lambda document: document["years"].__setitem__(1, "king"),
    "years-flat": lambda document: document.update(years=deck()),
    "years-not-a-list": lambda document: document.update(years={"1": deck()}),
    "years-nobody": lambda document: document.update(years=None),
    "first-seat-too-high": lambda document: document.update(first=4),
    "first-seat-negative": lambda document: document.update(first=-1),
    "first-seat-a-word": lambda document: document.update(first="0"),
    "unknown-key": lambda document: document.update(deck=deck()),
}


@pytest.mark.parametrize("spoil", list(WRONG.values()), ids=list(WRONG))
def test_c9_9_impossible_deal_is_rejected(spoil: Callable[[dict[str, Any]], object]) -> None:
    document = {"first": 0, "years": [deck("KKKK"), deck("QQQQ"), deck("JJJJ")]}
    spoil(document)
    with pytest.raises(BadDeal) as caught:
        courtly.new_match("cursed_court", players=4, seed=1, deal=document)
    assert str(caught.value)


def test_c9_9_error_names_the_invalid_year() -> None:
    document = {"first": 0, "years": [deck("KKKK"), deck("QQQQ")[:-1]]}
    with pytest.raises(BadDeal, match=r"years\[1\]"):
        courtly.new_match("cursed_court", players=4, seed=1, deal=document)


@pytest.mark.parametrize("second", [deck("DDDD"), deck("DDDD", aside=cards("KKKKQQQ")), deck(aside=cards("KKKKQQJJ"))])
def test_c9_9_year_cannot_contain_cards_that_sit_out(second: list[str]) -> None:
    document = {"first": 0, "years": [deck("KKKK QQQQ"), second]}
    with pytest.raises(BadDeal, match=r"years\[1\]"):
        courtly.new_match("cursed_court", players=4, seed=1, deal=document, court_remembers="open")


def test_c9_9_year_has_all_cards_without_the_court_remembers() -> None:
    document = {"first": 0, "years": [deck("KKKK QQQQ"), deck(aside=cards("KKKKQQQQ"))]}
    with pytest.raises(BadDeal, match=r"years\[1\]"):
        courtly.new_match("cursed_court", players=4, seed=1, deal=document)


@pytest.mark.parametrize("third", [deck()[:-1], [*deck()[:-1], "king"], ["king"], None])
def test_c9_9_every_listed_year_is_checked_before_the_match(third: object) -> None:
    with pytest.raises(BadDeal, match=r"years\[2\]"):
        courtly.new_match("cursed_court", players=4, seed=1, deal={"first": 0, "years": [deck(), deck(), third]})


def test_c9_9_listed_year_with_wrong_cards_invalidates_the_record() -> None:
    """The cards that sit out in the third year depend on the number of players in the second."""
    options: dict[str, Any] = {"great_exchange": "elimination", "court_remembers": "open"}
    match = play_year(begin(3, "KKKK QQQQ MM", **options), {0: ["king 0"], 1: ["jester 100"]})
    record = play_year(match).record()
    years = record["deal"]["years"]
    assert [len(year) for year in years] == [36, 26, 28]
    for third in (deck(aside=years[1][:10]), deck()):
        with pytest.raises(BadRecord, match=r"years\[2\]"):
            courtly.read_record({**record, "deal": {"first": 0, "years": [*years[:2], third]}})


NO_MOVES = [
    *("", " ", "bet", "bet  king", "bet king ", " bet king", "Bet king", "bet King", "bet K", "bet bishop", "bet 3"),
    *("bet king queen", "bet king feint feint", "bet feint", "bet king 3", "king", "king 3"),
    *(
        "stake",
        "stake x",
        "stake -1",
        "stake 3.0",
        "stake 03",
        "stake +3",
        "stake 3 coins",
        "stake \N{ARABIC-INDIC DIGIT THREE}",
    ),
    *("rebuy 2", "Stand", "stand\n", "pass", "bet\tking", "kill spare"),
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_c9_10_text_that_is_no_move_is_rejected(text: str) -> None:
    for match in (begin(masquerade=True), run(begin(), "bet king")):
        before, view = match.record(), match.view(0)
        with pytest.raises(UnknownMove):
            match.play(text)
        assert (match.record(), match.view(0)) == (before, view)


@pytest.mark.parametrize("text", ["stake 0", "stake 3", "rebuy", "stand", "bet king feint"])
def test_c9_10_wrong_move_is_rejected_while_a_bet_is_due(text: str) -> None:
    match = bets(begin(), "queen 3")
    before, view = match.record(), match.view(1)
    with pytest.raises(IllegalMove):
        match.play(text)
    assert match.why_not(text)
    assert (match.record(), match.view(1)) == (before, view)


@pytest.mark.parametrize(
    "text", ["bet king", "bet queen", "stake 21", "stake 5", "stake 1000", "rebuy", "stand", "stake 999999999"]
)
def test_c9_10_wrong_move_is_rejected_while_a_stake_is_due(text: str) -> None:
    match = run(bets(begin(), "queen 3"), "bet queen")
    before, view = match.record(), match.view(1)
    with pytest.raises(IllegalMove):
        match.play(text)
    assert match.why_not(text)
    assert (match.record(), match.view(1)) == (before, view)
    assert board(match) == {"queen": [(0, 3)]}


@pytest.mark.parametrize("text", ["stake 0", "bet king", "bet king feint", "stake 100"])
def test_c9_10_only_buying_and_standing_are_legal_between_cash_years(text: str) -> None:
    match = play_year(begin(2, great_exchange="cash", masquerade=True))
    assert match.legal_moves() == ["rebuy", "stand"]
    with pytest.raises(IllegalMove):
        match.play(text)


def test_c9_10_all_errors_have_one_base_class() -> None:
    assert all(issubclass(kind, CourtlyError) for kind in (BadDeal, BadOption, IllegalMove, UnknownMove))
