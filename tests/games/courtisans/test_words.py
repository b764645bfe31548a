"""Courtisans in words: the components, and that everything that can be said is said well in both languages."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from courtly.engine.errors import UnknownLanguage
from courtly.engine.words import LANGUAGES
from courtly.games.courtisans import words
from courtly.games.courtisans.moves import TEXTS
from courtly.games.courtisans.words import (
    area_name,
    card_name,
    family_colour,
    family_letter,
    family_name,
    log_words,
    mission_colour,
    mission_text,
    move_words,
    owner_form,
    role_name,
    status_name,
    the_card,
)
from tests.games.courtisans.builders import BLUE, BOX, FAMILIES, OLD, PAIRS, WHITE, begin

DATA: dict[str, Any] = tomllib.loads(words.COMPONENTS.read_text(encoding="utf-8"))
MISSIONS = {entry["id"]: entry for entry in DATA["mission"]}
NAMES = ["Ann", "Bo", "Cyd", "Émile", "Yann"]
LOG_TEXTS = [*TEXTS, *(f"play spy:{n} {area}" for n in (1, 12) for area in ("above", "below", "domain:0", "domain:4"))]

both = pytest.mark.parametrize("lang", LANGUAGES)


def test_families_stand_in_the_order_of_the_columns() -> None:
    assert tuple(entry["id"] for entry in DATA["family"]) == FAMILIES


def test_the_deck_has_ninety_cards_and_turns_come_out_even() -> None:
    copies = {entry["id"]: entry["copies"] for entry in DATA["role"]}
    assert Counter({f"{family}.{role}": n for family in FAMILIES for role, n in copies.items()}) == BOX
    removed = {int(players): count for players, count in DATA["players"]["removed"].items()}
    assert {players: (90 - count) / 3 / players for players, count in removed.items()} == {2: 10, 3: 8, 4: 7, 5: 6}


@pytest.mark.parametrize(("edition", "expected"), [("2024", [*WHITE, *BLUE]), ("2023", OLD)])
def test_an_edition_lists_its_missions_in_order(edition: str, expected: list[str]) -> None:
    assert DATA["editions"][edition]["missions"] == expected
    assert {name for name, entry in MISSIONS.items() if edition in entry["editions"]} == set(expected)


def test_missions_are_white_or_blue_in_one_edition_and_without_colour_in_the_other() -> None:
    assert {mission_colour(name, "2024") for name in WHITE} == {"white"}
    assert {mission_colour(name, "2024") for name in BLUE} == {"blue"}
    assert {mission_colour(name, "2023") for name in OLD} == {None}


def test_the_pairs_of_the_old_edition_name_their_families() -> None:
    assert [tuple(MISSIONS[name]["families"]) for name in PAIRS] == list(combinations(FAMILIES, 2))


@pytest.mark.parametrize("entry", [*DATA["family"], *DATA["role"], *DATA["mission"], *DATA["editions"].values()])
def test_every_entry_says_where_it_comes_from(entry: dict[str, Any]) -> None:
    source = entry["source"]
    said = {source} if isinstance(source, str) else set(source.values())
    assert said <= {"rulebook", "reported", "house"}


def test_of_the_old_pairs_only_the_known_card_is_not_our_own() -> None:
    assert [name for name in PAIRS if MISSIONS[name]["source"] != "house"] == ["fallen-either-toad-hare"]


@both
def test_every_mission_has_a_sentence_of_its_own(lang: str) -> None:
    texts = [mission_text(name, lang) for name in MISSIONS]
    assert len(set(texts)) == len(texts)
    assert all(text.endswith(".") and text[0].isupper() for text in texts)


@both
def test_a_mission_names_its_families_and_numbers(lang: str) -> None:
    for name, entry in MISSIONS.items():
        families = entry.get("families", [entry["family"]] if "family" in entry else [])
        assert all(family_name(family, lang) in mission_text(name, lang) for family in families)
        assert str(entry.get("count", "")) in mission_text(name, lang)


@both
def test_every_card_family_and_role_has_a_name_of_its_own(lang: str) -> None:
    cards = [card_name(card, lang) for card in BOX]
    assert len(set(cards)) == 30
    assert len({family_name(family, lang) for family in (*FAMILIES, "queen")}) == 7
    assert len({role_name(entry["id"], lang) for entry in DATA["role"]}) == 5


@both
def test_letters_tell_the_columns_apart_without_colour(lang: str) -> None:
    columns = (*FAMILIES, "queen")
    assert len({family_letter(column, lang) for column in columns}) == 7
    assert all(family_name(column, lang).startswith(family_letter(column, lang)) for column in columns)


def test_colours_are_six_digits_and_differ() -> None:
    colours = {family_colour(column) for column in (*FAMILIES, "queen")}
    assert len(colours) == 7
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in colours)


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        ("hare.noble", "the Hare noble", "le Noble du Lièvre"),
        ("carp.assassin", "the Carp assassin", "l'Assassin de la Carpe"),
        ("stag.plain", "the Stag courtier", "le Courtisan du Cerf"),
        ("toad.spy", "the Toad spy", "l'Espion du Crapaud"),
        ("nightingale.guard", "the Nightingale guard", "le Garde du Rossignol"),
        ("spy:11", "spy number 11", "l'espion n°\u00a011"),
    ],
)
def test_a_card_stands_in_a_sentence_with_its_article(card: str, english: str, french: str) -> None:
    assert (the_card(card), the_card(card, "fr")) == (english, french)


@both
def test_no_two_choices_read_the_same(lang: str) -> None:
    texts = [move_words(move, lang, names=NAMES, seat=2) for move in TEXTS]
    assert len(set(texts)) == len(TEXTS)


@both
def test_every_place_of_a_sentence_is_filled(lang: str) -> None:
    choices = [move_words(move, lang, names=NAMES, seat=seat) for move in TEXTS for seat in (0, 3, None)]
    lines = [log_words({"seat": seat, "move": move}, NAMES, lang) for move in LOG_TEXTS for seat in (0, 3)]
    for text in [*choices, *lines]:
        assert not re.search(r"[{}]|\s\s|None", text)


@both
def test_a_log_line_begins_with_who_acted_and_ends_with_a_full_stop(lang: str) -> None:
    for move in LOG_TEXTS:
        line = log_words({"seat": 3, "move": move}, NAMES, lang)
        assert line.startswith("Émile ")
        assert line.endswith(".")


@pytest.mark.parametrize(
    ("move", "seat", "english", "french"),
    [
        (
            "play hare.noble above",
            0,
            "Play the Hare noble above the Queen's table",
            "Jouer le Noble du Lièvre au-dessus de la table de la Reine",
        ),
        (
            "play carp.spy domain:0",
            0,
            "Play the Carp spy, face down, in your own domain",
            "Jouer l'Espion de la Carpe, face cachée, dans votre domaine",
        ),
        (
            "play stag.plain domain:0",
            1,
            "Play the Stag courtier in Ann's domain",
            "Jouer le Courtisan du Cerf dans le domaine d'Ann",
        ),
        (
            "kill toad.plain domain:1",
            0,
            "Eliminate the Toad courtier in Bo's domain",
            "Éliminer le Courtisan du Crapaud dans le domaine de Bo",
        ),
        (
            "kill spy:2",
            0,
            "Eliminate spy number 2 without looking at it",
            "Éliminer l'espion n°\u00a02 sans en prendre connaissance",
        ),
        ("spare", 0, "Eliminate nobody", "N'éliminer personne"),
    ],
)
def test_a_choice_reads_as_its_chooser_would_say_it(move: str, seat: int, english: str, french: str) -> None:
    assert move_words(move, "en", names=NAMES, seat=seat) == english
    assert move_words(move, "fr", names=NAMES, seat=seat) == french


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (
            "play spy:3 below",
            "Bo plays a spy (spy 3), face down, below the Queen's table.",
            "Bo joue un espion (espion n°\u00a03), face cachée, au-dessous de la table de la Reine.",
        ),
        (
            "play carp.spy domain:3",
            "Bo plays the Carp spy, face down, in Émile's domain.",
            "Bo joue l'Espion de la Carpe, face cachée, dans le domaine d'Émile.",
        ),
        (
            "play toad.guard domain:1",
            "Bo plays the Toad guard in their own domain.",
            "Bo joue le Garde du Crapaud dans son propre domaine.",
        ),
        ("spare", "Bo eliminates nobody.", "Bo n'élimine personne."),
    ],
)
def test_a_log_line_tells_what_happened(move: str, english: str, french: str) -> None:
    entry = {"seat": 1, "move": move}
    assert (log_words(entry, NAMES, "en"), log_words(entry, NAMES, "fr")) == (english, french)


def test_the_log_of_another_seat_does_not_name_the_family_of_a_spy() -> None:
    match = begin(hands=[["hare.spy", "toad.plain", "stag.plain"]])
    match.play("play hare.spy below")
    lines = [log_words(match.view(seat)["log"][-1], NAMES) for seat in (0, 1, None)]
    assert ["Hare" in line for line in lines] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "french"),
    [
        ("Bo", "de Bo"),
        ("Ann", "d'Ann"),
        ("émile", "d'émile"),
        ("Hélène", "d'Hélène"),
        ("Yves", "d'Yves"),
        ("Yann", "de Yann"),
        ("Œdipe", "d'Œdipe"),
        ("y", "de y"),
        ("7", "de 7"),
        ("", "de "),
    ],
)
def test_french_elides_before_a_vowel(name: str, french: str) -> None:
    assert owner_form(name, "fr") == french


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert area_name("domain:2") == "seat 2's domain"
    assert area_name("domain:2", "fr") == "Domaine de la place 2"


def test_areas_have_names_for_headings() -> None:
    assert area_name("domain:1", names=NAMES) == "Bo's domain"
    assert area_name("domain:1", "fr", names=NAMES, seat=1) == "Votre domaine"
    assert area_name("below", "fr") == "Au-dessous de la table de la Reine"


def test_a_status_has_the_rulebooks_word() -> None:
    assert [status_name(status) for status in ("esteemed", "fallen", "neutral")] == [
        "esteemed",
        "fallen from grace",
        "neutral",
    ]
    assert [status_name(status, "fr") for status in ("esteemed", "fallen", "neutral")] == [
        "dans la lumière",
        "en disgrâce",
        "neutre",
    ]


@pytest.mark.parametrize("say", [family_name, family_letter, role_name, card_name, the_card, mission_text])
def test_an_unknown_language_is_refused(say: Any) -> None:
    samples = {role_name: "noble", mission_text: "below-5", card_name: "hare.noble", the_card: "hare.noble"}
    with pytest.raises(UnknownLanguage):
        say(samples.get(say, "hare"), "de")


def test_a_name_with_braces_is_a_name_and_no_place() -> None:
    assert log_words({"seat": 0, "move": "spare"}, ["{card}"]) == "{card} eliminates nobody."
