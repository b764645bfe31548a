"""Texts of Cursed Court: names, choices and log lines in both languages, limited to a seat's knowledge."""

from __future__ import annotations

import re
from typing import Any

import pytest

from courtly.games.cursed_court.components import NOBLE_IDS, components
from courtly.games.cursed_court.content import CursedCourtOptions
from courtly.games.cursed_court.events import EVENTS
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import (
    cards_words,
    coin_words,
    crown_name,
    noble_ids,
    noble_name,
    points_words,
    region_name,
    region_nobles,
    season_name,
    set_ids,
    the_noble,
    the_region,
    together,
)
from courtly.games.cursed_court.outlook import pays_words
from courtly.games.cursed_court.words import (
    caption,
    event_words,
    held_words,
    length_words,
    move_words,
    note,
    pot_lines,
    question,
    year_lines,
)
from courtly.scene import words_of
from courtly.text.languages import languages_of
from courtly.text.locales import Locale
from tests.games.cursed_court.builders import NOBLES, REGIONS, SETS, begin, bets, cards, play_year, reports, stand_all

LANGUAGES = languages_of("cursed_court")
NAMES = ["Andros", "Bahira", "Caliana", "Danae"]
BASE: dict[str, Any] = {"regions": "printed", "great_exchange": "off", "coinless": False, "court_remembers": "off"}


def locale(lang: str = "en", seat: int | None = None) -> Locale:
    return Locale(lang, NAMES, seat, "cursed_court")


def lines(match: Any, lang: str = "en", seat: int | None = None) -> list[str]:
    """Return the log as a seat or a spectator reads it."""
    return [line.text for line in words_of("cursed_court").lines(match.log(seat), match.options, locale(lang, seat))]


def choices(match: Any, lang: str = "en") -> dict[str, str]:
    """Return the legal moves of the deciding seat, in words."""
    view = match.view(match.to_move)
    return {move: move_words(move, view, locale(lang, match.to_move)) for move in view["legal"]}


both = pytest.mark.parametrize("lang", LANGUAGES)


def example() -> Any:
    """Return a match after the rulebook's example season (clause 6.4)."""
    lines = ["king 3", "queen 5", "king 7", "king 14", "jester 0", "queen 10", "duke 6"]
    return bets(begin(4), *lines)


@both
def test_names_of_nobles_regions_and_seasons_are_unique(lang: str) -> None:
    assert len({region_name(region, lang=lang) for region in REGIONS}) == 27
    assert len({season_name(season, lang) for season in ("spring", "summer", "autumn", "winter")}) == 4


def test_printed_sets_list_their_nobles() -> None:
    assert set_ids() == list(SETS)
    assert {region: region_nobles(region) for region in SETS} == {name: cards(nobles) for name, nobles in SETS.items()}
    assert region_nobles("king") == ["king"]


@pytest.mark.parametrize(
    ("region", "english", "french"),
    [
        ("king", "the King", "le Roi"),
        ("sorceress", "the Sorceress", "l’Enchanteresse"),
        ("assassin", "the Assassin", "l’Assassin"),
        ("affair", "the Affair", "«\u202fLiaison\u202f»"),
    ],
)
def test_region_in_a_sentence_has_an_article_or_quotation_marks(region: str, english: str, french: str) -> None:
    assert (the_region(region), the_region(region, lang="fr")) == (english, french)


@both
def test_noble_with_its_article_ends_with_its_name(lang: str) -> None:
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
def test_custom_region_keeps_its_name(name: dict[str, str], english: str, french: str) -> None:
    own = [{"id": "tryst", "name": name, "nobles": cards("CMK")}]
    assert (region_name("tryst", own), region_name("tryst", own, "fr")) == (english, french)
    assert set_ids(own) == ["tryst"]


def test_cards_are_counted_in_the_order_of_the_grid() -> None:
    assert cards_words(cards("AKCK")) == "Courtesan, King ×2, Assassin"


@pytest.mark.parametrize(
    ("count", "english", "french"), [(0, "0 coins", "0 pièce"), (1, "1 coin", "1 pièce"), (2, "2 coins", "2 pièces")]
)
def test_coins_are_counted(count: int, english: str, french: str) -> None:
    assert [coin_words(count, locale(lang)) for lang in LANGUAGES] == [english, french]


@pytest.mark.parametrize(("points", "french"), [(0.7, "0,7 point"), (1.6, "1,6 point"), (2.04, "2,0 points")])
def test_average_points_below_two_are_singular_in_french(points: float, french: str) -> None:
    assert points_words(points, locale("fr")) == french
    assert points_words(points, locale()).endswith(" points")


@pytest.mark.parametrize(("name", "french"), [("Aldric", "Couronne d’Aldric"), ("Bo", "Couronne de Bo")])
def test_crown_is_named_after_its_owner(name: str, french: str) -> None:
    assert [crown_name(name, locale(lang)) for lang in LANGUAGES] == [f"{name}’s crown", french]


@pytest.mark.parametrize(("lang", "you", "named"), [("en", "You", "Your crown"), ("fr", "Vous", "Votre couronne")])
def test_the_crown_of_the_learner_of_a_lesson_is_yours(lang: str, you: str, named: str) -> None:
    assert crown_name(you, locale(lang)) == named


@pytest.mark.parametrize(("names", "said"), [([], ""), (["Ann"], "Ann"), (["Ann", "Bo"], "Ann et Bo")])
def test_names_are_joined_as_in_a_sentence(names: list[str], said: str) -> None:
    assert together(names, "fr") == said


def test_log_of_the_rulebook_example_includes_bumps() -> None:
    assert lines(example()) == [
        "Andros bets on the King with 3 coins.",
        "Bahira bets on the Queen with 5 coins.",
        "Caliana bets on the King with 7 coins and bumps Andros.",
        "Danae bets on the King with 14 coins and bumps Caliana: 3, 7, 14.",
        "Andros bets on the Jester without coins.",
        "Caliana bets on the Queen with 10 coins and bumps Bahira.",
        "Bahira bets on the Duke with 6 coins.",
        "Summer: Merchant. Bahira bets first.",
    ]


def test_log_of_the_rulebook_example_exists_in_french() -> None:
    french = lines(example(), "fr")
    assert french[3] == "Danae parie sur le Roi avec 14 pièces et évince Caliana\u202f: 3, 7, 14."
    assert french[4] == "Andros parie sur le Bouffon sans pièces."


def test_log_says_you_to_the_player_who_bets_or_is_bumped() -> None:
    first, second = lines(example(), seat=0), lines(example(), seat=2)
    assert first[0] == "You bet on the King with 3 coins."
    assert first[2] == "Caliana bets on the King with 7 coins and bumps you."
    assert first[4] == "You bet on the Jester without coins."
    assert second[2] == "You bet on the King with 7 coins and bump Andros."
    assert second[3] == "Danae bets on the King with 14 coins and bumps you: 3, 7, 14."


def test_log_says_you_in_french() -> None:
    first, second, last = (lines(example(), "fr", seat) for seat in (0, 2, 3))
    assert first[0] == "Vous pariez sur le Roi avec 3 pièces."
    assert first[2] == "Caliana parie sur le Roi avec 7 pièces et vous évince."
    assert second[3] == "Danae parie sur le Roi avec 14 pièces et vous évince\u202f: 3, 7, 14."
    assert last[3] == "Vous pariez sur le Roi avec 14 pièces et évincez Caliana\u202f: 3, 7, 14."


@pytest.mark.parametrize(
    ("answer", "lang", "own", "other"),
    [
        ("buy", "en", "You buy 100 chips.", "Andros buys 100 chips."),
        ("buy", "fr", "Vous achetez 100 jetons.", "Andros achète 100 jetons."),
        ("stand", "en", "You buy no more chips.", "Andros buys no more chips."),
        ("stand", "fr", "Vous n’achetez plus de jetons.", "Andros n’achète plus de jetons."),
    ],
)
def test_log_says_you_to_the_player_who_may_buy_chips(answer: str, lang: str, own: str, other: str) -> None:
    event = {"id": answer, "args": {"seat": 0}}
    assert [event_words(event, BASE, locale(lang, seat)) for seat in (0, 1, None)] == [own, other, other]


@both
def test_c5_5_bidding_war_lists_its_stakes(lang: str) -> None:
    match = bets(begin(2), "king 0", "king 1", "king 2", "king 4", "king 8")
    ends = [line.rpartition(": ")[2] for line in lines(match, lang) if ": " in line]
    assert ends == ["0, 1, 2.", "0, 1, 2, 4.", "0, 1, 2, 4, 8."]


@both
@pytest.mark.parametrize("audience", [2, None])
def test_c13_6_text_of_a_bidding_war_does_not_depend_on_a_feint(lang: str, audience: int | None) -> None:
    matches = (
        bets(begin(3, masquerade=True, first=2), f"king 0{feint}", "king 1", "king 3") for feint in ("", " feint")
    )
    told, twin = (lines(match, lang, audience) for match in matches)
    assert told == twin
    assert told[-1].endswith("0, 1, 3.")


def test_bet_is_logged_once_with_its_stake() -> None:
    match = begin(4)
    match.play("bet king")
    assert lines(match) == []
    match.play("stake 3")
    assert lines(match) == ["Andros bets on the King with 3 coins."]


@both
def test_every_event_has_complete_sentences_or_none(lang: str) -> None:
    match = play_year(begin(2, great_exchange="cash", years=2, masquerade=True))
    match.play("rebuy")
    play_year(stand_all(match))
    for event in match.log(0):
        assert event["id"] in EVENTS
        text = event_words(event, match.options, locale(lang, 0))
        assert not re.search(r"[{}]|None", text)
        assert not text or text.split(" ")[0] != ""
    assert any("100" in line for line in lines(match, lang))


@both
def test_choices_have_different_texts(lang: str) -> None:
    match = bets(begin(4, masquerade=True), "king 3", "affair 0")
    assert len(set(choices(match, lang).values())) == len(match.legal_moves()) == 54
    match.play("bet king")
    assert len(set(choices(match, lang).values())) == len(match.legal_moves()) == 15


def test_choice_names_the_bumped_player_and_the_price() -> None:
    match = bets(begin(4, masquerade=True), "king 3", "affair 0")
    view: Any = match.view(2)
    said = choices(match)
    assert said["bet king"] == "Bet on the King with 6 coins or more, bumping Andros"
    assert said["bet queen feint"] == "Bet on the Queen with your feint"
    assert said["bet affair feint"].endswith("your feint and 1 coin or more, bumping Bahira")
    assert move_words("bet king", view, Locale()).endswith("bumping seat 0")
    assert [least_stake(view, region) for region in ("king", "affair", "duel")] == [6, 1, 0]


def test_the_stake_of_a_feint_names_the_feint() -> None:
    match = bets(begin(4, masquerade=True), "king 3")
    match.play("bet king feint")
    assert choices(match)["stake 6"] == "Bet on the King with your feint and 6 coins, bumping Andros"
    assert choices(match, "fr")["stake 6"] == "Parier sur le Roi avec votre leurre et 6 pièces, en évinçant Andros"


def test_stake_names_its_region() -> None:
    match = bets(begin(4), "king 3")
    match.play("bet duke")
    assert choices(match)["stake 0"] == "Bet on the Duke without coins"
    assert choices(match, "fr")["stake 1"] == "Parier sur le Duc avec 1 pièce"


@pytest.mark.parametrize(
    ("region", "english", "french"),
    [
        ("duel", "Empty: no coins needed.", "Région libre : pas besoin de pièces."),
        (
            "king",
            "Andros is here with 3 coins. 6 or more coins bump it.",
            "Andros est ici avec 3 pièces. Il faut au moins 6 pièces pour l’évincer.",
        ),
        (
            "affair",
            "Bahira is here without coins. One coin bumps it.",
            "Bahira est ici sans pièces. Une pièce suffit pour l’évincer.",
        ),
    ],
)
def test_region_names_its_holder_and_the_price_of_a_bump(region: str, english: str, french: str) -> None:
    view: Any = bets(begin(4), "king 3", "affair 0").view(2)
    shown = [held_words(region, view, locale(lang, 2)).replace("\u202f", " ") for lang in LANGUAGES]
    assert shown == [english, french]


def test_coinless_region_says_how_much_a_crown_loses() -> None:
    view: Any = bets(begin(3, coinless=True), "king 0", "king 0").view(2)
    assert held_words("king", view, locale()) == "2 crowns are here already: yours would score 2 less."
    assert held_words("duel", view, locale()) == "No crown here yet."


def test_question_depends_on_the_phase() -> None:
    match = begin(2, great_exchange="cash", years=2)
    asked = []
    for _ in range(2):
        view: Any = match.view(match.to_move)
        asked.append((question(view, locale(seat=match.to_move)), note(view, locale(seat=match.to_move))))
        match.play(view["legal"][0])
    view = play_year(match).view(match.to_move)
    asked.append((question(view, locale(seat=match.to_move)), note(view, locale(seat=match.to_move))))
    assert asked[0] == ("Your turn: choose a region to bet on.", "")
    assert asked[1] == ("How many chips on the Affair?", "You have 100 chips.")
    assert asked[2][0] == "Between years: do you buy more chips?"
    assert "Bought so far: 0 chips" in asked[2][1]
    assert question(view, locale(seat=1 - (match.to_move or 0))).startswith("Waiting for ")


def test_log_names_the_earlier_crowns_of_a_shared_region() -> None:
    match = begin(3, coinless=True, masquerade=True)
    first, second = match.view(None)["marker"], (match.view(None)["marker"] + 1) % 3
    match.play("bet king feint")
    match.play("bet king")
    assert lines(match)[1] == f"{NAMES[second]} bets on the King, behind {NAMES[first]}."
    assert lines(match, seat=first) == [
        "You bet on the King. That crown is your feint.",
        f"{NAMES[second]} bets on the King, behind you.",
    ]
    assert lines(match, seat=second) == [
        f"{NAMES[first]} bets on the King.",
        f"You bet on the King, behind {NAMES[first]}.",
    ]
    assert lines(match, "fr", first)[1] == f"{NAMES[second]} parie sur le Roi, derrière vous."


@both
def test_only_its_owner_reads_about_a_feint(lang: str) -> None:
    match = bets(begin(4, masquerade=True), "king 3 feint")
    own, others = (lines(match, lang, seat)[0] for seat in (0, 1))
    feint = {"en": "feint", "fr": "leurre"}[lang]
    assert feint in own
    assert feint not in others
    assert lines(match, lang) == lines(match, lang, 1)


@both
def test_year_end_lists_the_points_of_every_crown(lang: str) -> None:
    match = play_year(begin(4, "KQJS CMKP", masquerade=True), {0: ["king 2", "affair 1", "queen 0 feint"]})
    (year,) = reports(match)
    first, *seats = year_lines(year, match.options, locale(lang))
    assert cards_words(year["tableau"], lang) in first
    assert cards_words(year["holes"], lang) in first
    for seat, line in enumerate(seats):
        crowns = re.findall(r" (\d+)(?: \((?:feint|leurre)\))?[, ]", line.partition("=")[0])
        assert line.startswith(NAMES[seat])
        assert sum(map(int, crowns)) == year["gained"][seat]
        assert len(crowns) == 4
    assert {"en": "Queen 0 (feint)", "fr": "Reine 0 (leurre)"}[lang] in seats[0]


def test_year_end_names_the_winner_of_the_pot() -> None:
    match = play_year(begin(4, "KQJS CMKP", great_exchange="cash"), {0: ["king 7", "queen 3"]})
    assert lines(match)[-1].splitlines()[-1] == "Andros scores the most and takes the pot: 10 chips."


@both
def test_caption_of_a_year_end_is_one_sentence_plus_one_for_the_pot(lang: str) -> None:
    plain = play_year(begin(4, "KQJS CMKP"), {0: ["king 7", "queen 3"]})
    chips = play_year(begin(4, "KQJS CMKP", great_exchange="cash"), {0: ["king 7", "queen 3"]})
    told = [
        [(event["id"], caption(event, match.options, locale(lang))) for event in match.log()]
        for match in (plain, chips)
    ]
    over = {"en": "Year 1 is over.", "fr": "L’année 1 est finie."}[lang]
    pot = {
        "en": "Andros scores the most and takes the pot: 10",
        "fr": "Andros marque le plus de points et prend le pot",
    }
    assert dict(told[0])["year-end"] == over
    assert dict(told[1])["year-end"].startswith(f"{over} {pot[lang]}")
    assert all(not text for name, text in told[0] + told[1] if name in ("bet", "place", "score"))


@both
def test_a_deal_and_a_season_say_what_begins_and_who_bets_first(lang: str) -> None:
    match = play_year(begin(4, "KQJS CMKP"), {0: ["king 7", "queen 3"]})
    told = [event for event in match.log() if event["id"] in ("deal", "season")]
    summer, deal, spring = told[0], *told[-2:]
    assert caption(deal, match.options, locale(lang)) == {"en": "Year 2 begins.", "fr": "L’année 2 commence."}[lang]
    card, first = noble_name(spring["args"]["card"], lang), spring["args"]["marker"]
    assert (
        event_words(spring, match.options, locale(lang, first))
        == {
            "en": f"Spring: {card}. You bet first.",
            "fr": f"Printemps\u202f: {card}. Vous ouvrez les paris.",
        }[lang]
    )
    card, name = noble_name(summer["args"]["card"], lang), NAMES[summer["args"]["marker"]]
    assert (
        event_words(summer, match.options, locale(lang))
        == {
            "en": f"Summer: {card}. {name} bets first.",
            "fr": f"Été\u202f: {card}. {name} ouvre les paris.",
        }[lang]
    )


@pytest.mark.parametrize(
    ("gained", "pot", "said"),
    [
        ([0, 0], 0, "No one scores, so all players take back their own chips."),
        ([2, 2], 9, "Andros and Bahira score the most and share the pot: 9 chips."),
        ([1, 2], 9, "Bahira scores the most and takes the pot: 9 chips."),
    ],
)
def test_pot_is_won_shared_or_taken_back(gained: list[int], pot: int, said: str) -> None:
    year = {"year": 1, "tableau": [], "holes": [], "crowns": [], "gained": gained, "score": [0, 0], "pot": pot}
    assert year_lines(year, BASE | {"great_exchange": "elimination"}, locale())[-1] == said


@pytest.mark.parametrize(
    ("gained", "english", "french"),
    [
        (
            [2, 1, 0],
            "You score the most and take the pot: 9 chips.",
            "Vous marquez le plus de points et prenez le pot : 9 jetons.",
        ),
        (
            [2, 2, 2],
            "You tie with Bahira and Caliana for the most points and share the pot: 9 chips.",
            "Vous marquez le plus de points, à égalité avec Bahira et Caliana, et partagez le pot : 9 jetons.",
        ),
    ],
)
def test_winner_of_the_pot_reads_you(gained: list[int], english: str, french: str) -> None:
    year = {"gained": gained, "pot": 9}
    told = [pot_lines(year, locale(lang, 0))[0].replace("\u202f", " ") for lang in LANGUAGES]
    assert told == [english, french]


@pytest.mark.parametrize(("lang", "you"), [("en", "You"), ("fr", "Vous")])
def test_year_end_says_you_in_the_line_of_the_viewer(lang: str, you: str) -> None:
    match = play_year(begin(4, "KQJS CMKP"), {0: ["king 2"]})
    (year,) = reports(match)
    (_, *own), (_, *others) = (year_lines(year, match.options, locale(lang, seat)) for seat in (0, None))
    assert own == [others[0].replace("Andros", you), *others[1:]]


def test_undealt_year_has_a_text() -> None:
    event = {"id": "idle-year", "args": {"year": 3}}
    assert event_words(event, BASE, locale()) == "Year 3 is not played: fewer than two players have chips."


@both
def test_every_option_and_value_is_named_and_explained(lang: str) -> None:
    for option in CursedCourtOptions.described():
        assert option.description.help is not None
        assert locale(lang).worded(option.description.title)[0].isupper()
        assert locale(lang).worded(option.description.help).endswith(".")
        for value in option.values if option.name not in ("players", "years") else ():
            assert locale(lang).worded(option.value_title(value)) != value


def test_names_match_the_components() -> None:
    for entry in [*components()["noble"], *components()["region"]]:
        assert {lang: region_name(entry["id"], lang=lang) for lang in LANGUAGES} == entry["name"]


@both
def test_choices_between_two_years_have_different_texts(lang: str) -> None:
    match = play_year(begin(2, great_exchange="cash", years=2))
    assert list(choices(match, lang)) == ["rebuy", "stand"]
    assert len(set(choices(match, lang).values())) == 2


def test_nobles_are_in_the_order_of_the_grid() -> None:
    assert noble_ids() == list(NOBLE_IDS)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"years": 1}, "This match lasts one year of four seasons. You have four crowns and 20 coins."),
        ({"years": 2}, "This match lasts 2 years of four seasons each. You have four crowns and 20 coins."),
        ({"coinless": True}, "This match lasts 3 years of four seasons each. You have four crowns and no coins."),
        ({"great_exchange": "cash"}, "You have four crowns and begin with 100 chips."),
        ({"great_exchange": "elimination"}, "The match lasts until only one player has chips"),
    ],
)
def test_clauses_2_3_9_1_11_1_and_12_1_the_length_of_a_match_follows_its_options(
    options: dict[str, Any], words: str
) -> None:
    assert words in length_words(begin(2, **options).options, locale())


@pytest.mark.parametrize(
    ("region", "words"),
    [
        ("king", "1, 2, 5 or 8 points for 1, 2, 3 or 4 cards."),
        ("affair", "3 points if the Courtesan, the Merchant and the King all appear."),
        ("opera", "4 points if the Courtesan, the Merchant, the Priestess and the Queen all appear."),
    ],
)
def test_clauses_7_2_and_7_3_a_region_comes_with_its_points(region: str, words: str) -> None:
    view: Any = begin(2).view(0)
    assert pays_words(region, view, locale()) == words
