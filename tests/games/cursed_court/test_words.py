"""Cursed Court in words: names, choices and log lines, said well in both languages and never more than a seat knows."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args, get_origin

import pytest

from courtly.engine.words import LANGUAGES
from courtly.games.cursed_court.content import NOBLE_IDS, CursedCourtOptions, components
from courtly.games.cursed_court.words import (
    annotated,
    cards_words,
    coin_words,
    least_stake,
    log_words,
    move_words,
    noble_ids,
    noble_name,
    option_help,
    option_name,
    region_name,
    region_nobles,
    report_lines,
    season_name,
    set_ids,
    the_noble,
    the_region,
    together,
    told,
    value_name,
)
from tests.games.cursed_court.builders import NOBLES, REGIONS, SETS, begin, bets, cards, play_year, reports, stand_all

NAMES = ["Andros", "Bahira", "Caliana", "Danae"]
BASE: dict[str, Any] = {"regions": "printed", "great_exchange": "off", "coinless": False, "court_remembers": "off"}

both = pytest.mark.parametrize("lang", LANGUAGES)


def example() -> Any:
    """The season that the rulebook tells, move by move (clause 6.4)."""
    lines = ["king 3", "queen 5", "king 7", "king 14", "jester 0", "queen 10", "duke 6"]
    return bets(begin(4), *lines)


@both
def test_every_noble_region_and_season_has_a_name_of_its_own(lang: str) -> None:
    assert len({region_name(region, lang=lang) for region in REGIONS}) == 27
    assert len({season_name(season, lang) for season in ("spring", "summer", "autumn", "winter")}) == 4


def test_the_printed_sets_show_their_nobles() -> None:
    assert set_ids() == list(SETS)
    assert {region: region_nobles(region) for region in SETS} == {name: cards(nobles) for name, nobles in SETS.items()}
    assert region_nobles("king") == ["king"]


@pytest.mark.parametrize(
    ("region", "english", "french"),
    [
        ("king", "the King", "le Roi"),
        ("sorceress", "the Sorceress", "la Sorcière"),
        ("assassin", "the Assassin", "l'Assassin"),
        ("affair", "the Affair", "«\u00a0Liaison\u00a0»"),
    ],
)
def test_a_region_stands_in_a_sentence_with_its_article_or_in_quotation_marks(
    region: str, english: str, french: str
) -> None:
    assert (the_region(region), the_region(region, lang="fr")) == (english, french)


@both
def test_a_noble_with_its_article_ends_with_its_name(lang: str) -> None:
    assert all(the_noble(noble, lang).endswith(noble_name(noble, lang)) for noble in NOBLES)


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ({"en": "Tryst", "fr": "Rendez-vous"}, "Tryst", "Rendez-vous"),
        ({"en": "Tryst"}, "Tryst", "Tryst"),
        ({"fr": "Rendez-vous"}, "Rendez-vous", "Rendez-vous"),
        ({}, "tryst", "tryst"),
        ({"en": "a\nb\x1b[2J"}, "a\ufffdb\ufffd[2J", "a\ufffdb\ufffd[2J"),
    ],
)
def test_a_region_of_a_users_own_has_the_name_they_gave_it(name: dict[str, str], english: str, french: str) -> None:
    own = [{"id": "tryst", "name": name, "nobles": cards("CMK")}]
    assert (region_name("tryst", own), region_name("tryst", own, "fr")) == (english, french)
    assert set_ids(own) == ["tryst"]


def test_cards_are_counted_in_the_order_of_the_grid() -> None:
    assert cards_words(cards("AKCK")) == "Courtesan, King ×2, Assassin"


@pytest.mark.parametrize(("count", "said"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_coins_are_counted(count: int, said: str) -> None:
    assert coin_words(count) == said


@pytest.mark.parametrize(("names", "said"), [([], ""), (["Ann"], "Ann"), (["Ann", "Bo"], "Ann et Bo")])
def test_names_are_joined_as_in_a_sentence(names: list[str], said: str) -> None:
    assert together(names, "fr") == said


def test_the_example_of_the_rulebook_is_told_with_its_bumps() -> None:
    assert told(example().view(None), NAMES) == [
        "Andros bets on the King with 3 coins.",
        "Bahira bets on the Queen with 5 coins.",
        "Caliana bets on the King with 7 coins and bumps Andros.",
        "Danae bets on the King with 14 coins and bumps Caliana.",
        "Andros bets on the Jester without coins.",
        "Caliana bets on the Queen with 10 coins and bumps Bahira.",
        "Bahira bets on the Duke with 6 coins.",
    ]


def test_the_example_of_the_rulebook_is_told_in_french() -> None:
    french = told(example().view(None), NAMES, "fr")
    assert french[3] == "Danae parie sur le Roi avec 14 pièces et évince Caliana."
    assert french[4] == "Andros parie sur le Bouffon sans pièces."


def test_a_bet_is_told_with_its_stake_also_when_it_lies_before_the_first_line_asked_for() -> None:
    match = begin(4)
    match.play("bet king")
    assert told(match.view(None), NAMES) == []
    match.play("stake 3")
    assert told(match.view(None), NAMES, start=1) == ["Andros bets on the King with 3 coins."]


def test_annotating_a_log_adds_to_its_lines_and_keeps_their_number() -> None:
    log = example().view(None)["log"]
    lines = annotated(log, BASE)
    assert len(lines) == len(log)
    assert all(line.items() >= entry.items() for line, entry in zip(lines, log, strict=True))
    assert lines[5] == {"seat": 2, "move": "stake 7", "bet": "bet king", "owner": 0}


@both
def test_a_line_of_a_log_can_be_said_alone(lang: str) -> None:
    for move in ("bet king", "bet affair feint", "stake 0", "stake 12", "rebuy", "stand"):
        line = log_words({"seat": 1, "move": move}, NAMES, lang, options=BASE)
        assert line.startswith("Bahira ")
        assert line.endswith(".")
        assert not re.search(r"[{}]|\s\s|None", line)


@both
def test_no_two_choices_read_the_same(lang: str) -> None:
    match = bets(begin(4, masquerade=True), "king 3", "affair 0")
    view = match.view(2)
    texts = [move_words(move, view, lang, names=NAMES) for move in match.legal_moves()]
    assert len(set(texts)) == len(texts) == 54
    match.play("bet king")
    texts = [move_words(move, match.view(2), lang, names=NAMES) for move in match.legal_moves()]
    assert len(set(texts)) == len(texts) == 15


def test_a_choice_says_whom_it_bumps_and_for_how_much() -> None:
    view = bets(begin(4, masquerade=True), "king 3", "affair 0").view(2)
    assert move_words("bet king", view, names=NAMES) == "Bet on the King with 6 coins or more, bumping Andros"
    assert move_words("bet queen feint", view, names=NAMES) == "Bet on the Queen with your feint"
    assert move_words("bet affair feint", view).endswith("your feint and 1 coin or more, bumping seat 1")
    assert (least_stake(view, "king"), least_stake(view, "affair"), least_stake(view, "duel")) == (6, 1, 0)


def test_a_stake_names_the_region_that_waits_for_it() -> None:
    match = bets(begin(4), "king 3")
    match.play("bet duke")
    assert move_words("stake 0", match.view(1)) == "Bet on the Duke without coins"
    assert move_words("stake 1", match.view(1), "fr") == "Parier sur le Duc avec 1 pièce"


def test_who_comes_later_is_told_behind_whom() -> None:
    match = begin(3, coinless=True, masquerade=True)
    first, second = match.view(None)["marker"], (match.view(None)["marker"] + 1) % 3
    match.play("bet king feint")
    match.play("bet king")
    assert told(match.view(None), NAMES)[1] == f"{NAMES[second]} bets on the King, behind {NAMES[first]}."
    assert told(match.view(first), NAMES)[0].endswith(" That crown is the feint.")
    assert told(match.view(second), NAMES)[0] == f"{NAMES[first]} bets on the King."


@both
def test_only_its_owner_is_told_of_a_feint(lang: str) -> None:
    match = bets(begin(4, masquerade=True), "king 3 feint")
    own, others = (told(match.view(seat), NAMES, lang)[0] for seat in (0, 1))
    assert own.startswith(others)
    assert own != others
    assert told(match.view(None), NAMES, lang) == told(match.view(1), NAMES, lang)


@both
def test_the_end_of_a_year_tells_the_points_of_every_crown(lang: str) -> None:
    match = play_year(begin(4, "KQJS CMKP", masquerade=True), {0: ["king 2", "affair 1", "queen 0 feint"]})
    report = reports(match)[0]
    first, *seats = report_lines(report, NAMES, lang, options=match.view(None)["options"])
    assert cards_words(report["tableau"], lang) in first
    assert cards_words(report["holes"], lang) in first
    for seat, line in enumerate(seats):
        crowns = re.findall(r" (\d+)(?: \((?:feint|feinte)\))?[, ]", line.partition("=")[0])
        assert line.startswith(NAMES[seat])
        assert sum(map(int, crowns)) == report["gained"][seat]
        assert len(crowns) == 4
    assert {"en": "Queen 0 (feint)", "fr": "Reine 0 (feinte)"}[lang] in seats[0]


def test_the_end_of_a_year_tells_who_takes_the_pot() -> None:
    match = play_year(begin(4, "KQJS CMKP", great_exchange="cash"), {0: ["king 7", "queen 3"]})
    text = log_words({"report": reports(match)[0]}, NAMES, options=match.view(None)["options"])
    assert text.splitlines()[-1] == "Andros scores most and takes the pot: 10 chips."


@pytest.mark.parametrize(
    ("gained", "said"),
    [
        ([0, 0], "Nobody scores: all take their own chips back."),
        ([2, 2], "Andros and Bahira score most and share the pot: 9 chips."),
        ([1, 2], "Bahira scores most and takes the pot: 9 chips."),
    ],
)
def test_a_pot_is_taken_shared_or_taken_back_and_feints_are_no_part_of_it(gained: list[int], said: str) -> None:
    crowns = [
        {"region": "king", "seat": seat, "coins": coins, "points": points, "feint": feint}
        for seat, coins, points, feint in ((0, 4, gained[0], False), (1, 5, gained[1], False), (1, 30, 0, True))
    ]
    report = {"year": 1, "dealt": True, "tableau": [], "holes": [], "crowns": crowns, "gained": gained, "score": [0, 0]}
    assert report_lines(report, NAMES, options=BASE | {"great_exchange": "elimination"})[-1] == said


def test_a_year_that_is_not_dealt_is_told() -> None:
    line = log_words({"report": {"year": 3, "dealt": False}}, NAMES, options=BASE)
    assert line == "Year 3 is not played: fewer than two players have chips."


@both
def test_buying_chips_is_told(lang: str) -> None:
    match = play_year(begin(2, great_exchange="cash", years=2))
    match.play("rebuy")
    lines = told(stand_all(match).view(None), NAMES, lang)
    assert sum("100" in line for line in lines) == 1


@pytest.mark.parametrize(("remembers", "tableaux"), [("hidden", 1), ("open", 2)])
def test_where_the_table_has_to_remember_only_the_newest_year_is_told_in_full(remembers: str, tableaux: int) -> None:
    match = play_year(play_year(begin(2, court_remembers=remembers)))
    assert sum("Face up" in line for line in told(match.view(0), NAMES)) == tableaux
    play_year(match)
    assert sum("Face up" in line for line in told(match.view(0), NAMES)) == 3


@both
def test_every_option_and_value_of_a_form_is_named_and_explained(lang: str) -> None:
    for option, field in CursedCourtOptions.model_fields.items():
        assert option_name(option, lang)[0].isupper()
        assert option_help(option, lang).endswith(".")
        values = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        for value in (*values, *([True, False] if field.annotation is bool else [])):
            assert value_name(option, value, lang) != str(value).lower()
    assert value_name("years", 3, lang) == "3"


def test_names_are_those_of_the_components() -> None:
    for entry in [*components()["noble"], *components()["region"]]:
        assert {lang: region_name(entry["id"], lang=lang) for lang in LANGUAGES} == entry["name"]


@both
def test_the_choices_between_two_years_read_differently(lang: str) -> None:
    match = play_year(begin(2, great_exchange="cash", years=2))
    view = match.view(match.to_move)
    assert view["legal"] == ["rebuy", "stand"]
    assert len({move_words(move, view, lang) for move in view["legal"]}) == 2


def test_the_nobles_stand_in_the_order_of_the_grid() -> None:
    assert noble_ids() == list(NOBLE_IDS)
