"""The texts of Courtisans: the components, and complete, correct sentences in both languages."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from courtly.engine.errors import UnknownLanguage
from courtly.games.courtisans.content import components
from courtly.games.courtisans.events import EVENTS
from courtly.games.courtisans.moves import AREA_IDS, CODEC
from courtly.games.courtisans.words import (
    a_card,
    area_name,
    caption,
    card_name,
    event_words,
    family_colour,
    family_letter,
    family_name,
    heading,
    mission_colour,
    mission_text,
    move_words,
    question,
    role_name,
    short_role,
    short_status,
    status_name,
    the_card,
    victim,
)
from courtly.scene.parts import words_of
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.games.courtisans.builders import BLUE, BOX, FAMILIES, OLD, PAIRS, WHITE, begin, play_on, run

DATA = components()
MISSIONS = {entry["id"]: entry for entry in DATA["mission"]}
NAMES = ["Ann", "Bo", "Cyd", "Émile", "Yann"]
CARDS = [*sorted(BOX), None]
VIEW: Any = {}
"""An empty view: the texts of moves depend only on the move."""


def to(lang: str = "en", seat: int | None = None, names: list[str] = NAMES) -> Locale:
    """Return a locale with this game's texts."""
    return Locale(lang, names, seat, "courtisans")


def event(name: str, card: str | None, area: str, seat: int = 1) -> dict[str, Any]:
    """Return an event for a played or eliminated card; a card of None is an unknown spy."""
    spy = 3 if card is None or card.endswith(".spy") else None
    return {"id": name, "args": {"seat": seat, "play": 9, "card": card, "spy": spy, "area": area}}


TOLD = [
    *(event("play", card, area) for card in CARDS for area in AREA_IDS),
    *(event("eliminate", card, area) for card in CARDS for area in AREA_IDS if not (card or "").endswith(".spy")),
    {"id": "spare", "args": {"seat": 1, "area": "above"}},
]

HANDS = [["hare.spy", "stag.plain", "toad.assassin"], ["carp.assassin", "carp.plain", "hare.noble"]]
OPENING = ["play stag.plain above", "play hare.spy domain:1", "play toad.assassin domain:0"]

REVEAL = {
    "id": "reveal",
    "args": {
        "spies": [
            {"spy": 1, "by": 1, "area": "domain:0", "card": "carp.spy"},
            {"spy": 3, "by": 1, "area": "below", "card": "hare.spy"},
            {"spy": 9, "by": 0, "area": "below", "card": "toad.spy"},
        ]
    },
}

both = pytest.mark.parametrize("lang", LANGUAGES)


def test_families_are_in_column_order() -> None:
    assert tuple(entry["id"] for entry in DATA["family"]) == FAMILIES


def test_the_deck_has_ninety_cards_and_all_players_get_equal_turns() -> None:
    copies = {entry["id"]: entry["copies"] for entry in DATA["role"]}
    assert Counter({f"{family}.{role}": n for family in FAMILIES for role, n in copies.items()}) == BOX
    removed = {int(players): count for players, count in DATA["players"]["removed"].items()}
    assert {players: (90 - count) / 3 / players for players, count in removed.items()} == {2: 10, 3: 8, 4: 7, 5: 6}


@pytest.mark.parametrize(("edition", "expected"), [("2024", [*WHITE, *BLUE]), ("2023", OLD)])
def test_an_edition_lists_its_missions_in_order(edition: str, expected: list[str]) -> None:
    assert DATA["editions"][edition]["missions"] == expected
    assert {name for name, entry in MISSIONS.items() if edition in entry["editions"]} == set(expected)


def test_missions_have_colours_in_edition_2024_only() -> None:
    assert {mission_colour(name, "2024") for name in WHITE} == {"white"}
    assert {mission_colour(name, "2024") for name in BLUE} == {"blue"}
    assert {mission_colour(name, "2023") for name in OLD} == {None}


def test_the_pairs_of_edition_2023_name_their_families() -> None:
    assert [tuple(MISSIONS[name]["families"]) for name in PAIRS] == list(combinations(FAMILIES, 2))


@pytest.mark.parametrize("entry", [*DATA["family"], *DATA["role"], *DATA["mission"], *DATA["editions"].values()])
def test_every_component_names_its_source(entry: dict[str, Any]) -> None:
    source = entry["source"]
    said = {source} if isinstance(source, str) else set(source.values())
    assert said <= {"rulebook", "reported", "house"}


def test_only_one_pair_of_edition_2023_is_publicly_known() -> None:
    assert [name for name in PAIRS if MISSIONS[name]["source"] != "house"] == ["fallen-either-toad-hare"]


@both
def test_every_mission_has_a_distinct_sentence(lang: str) -> None:
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
def test_every_card_family_and_role_has_a_distinct_name(lang: str) -> None:
    cards = [card_name(card, lang) for card in BOX]
    assert len(set(cards)) == 30
    assert len({family_name(family, lang) for family in (*FAMILIES, "queen")}) == 7
    assert len({role_name(entry["id"], lang) for entry in DATA["role"]}) == 5


@both
def test_letters_identify_the_columns_without_colour(lang: str) -> None:
    columns = (*FAMILIES, "queen")
    assert len({family_letter(column, lang) for column in columns}) == 7
    assert all(family_name(column, lang).startswith(family_letter(column, lang)) for column in columns)


def test_colours_are_six_digits_and_distinct() -> None:
    colours = {family_colour(column) for column in (*FAMILIES, "queen")}
    assert len(colours) == 7
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in colours)


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        ("hare.noble", "the Hare noble", "le noble du Lièvre"),
        ("carp.assassin", "the Carp assassin", "l’assassin de la Carpe"),
        ("stag.plain", "the Stag courtier", "le courtisan sans rôle du Cerf"),
        ("toad.spy", "the Toad spy", "l’espion du Crapaud"),
        ("nightingale.guard", "the Nightingale guard", "le garde du Rossignol"),
        ("spy:11", "spy number 11", "l’espion n°\u00a011"),
    ],
)
def test_a_card_has_its_article_within_a_sentence(card: str, english: str, french: str) -> None:
    assert (the_card(card), the_card(card, "fr")) == (english, french)


@both
def test_every_move_has_a_distinct_text(lang: str) -> None:
    texts = [move_words(CODEC.format(move), VIEW, to(lang, 2)) for move in range(CODEC.count)]
    assert len(set(texts)) == CODEC.count


@both
def test_every_placeholder_is_filled(lang: str) -> None:
    locales = [to(lang, seat) for seat in (0, 3, None)]
    choices = [move_words(CODEC.format(move), VIEW, locale) for move in range(CODEC.count) for locale in locales]
    for text in [*choices, *(event_words(told, {}, locale) for told in TOLD for locale in locales)]:
        assert not re.search(r"[{}]|\s\s|None", text)


@both
def test_a_log_line_begins_with_the_player_and_ends_with_a_full_stop(lang: str) -> None:
    for told in TOLD:
        line = event_words(told, {}, to(lang))
        assert line.startswith("Bo ")
        assert line.endswith(".")


@pytest.mark.parametrize(
    ("move", "seat", "english", "french"),
    [
        (
            "play hare.noble above",
            0,
            "Play the Hare noble above the Queen’s table",
            "Jouer le noble du Lièvre au-dessus de la table de la Reine",
        ),
        (
            "play carp.spy domain:0",
            0,
            "Play the Carp spy, face down, in your domain",
            "Jouer l’espion de la Carpe, face cachée, dans votre domaine",
        ),
        (
            "play stag.plain domain:0",
            1,
            "Play the Stag courtier in Ann’s domain",
            "Jouer le courtisan sans rôle du Cerf dans le domaine d’Ann",
        ),
        (
            "kill toad.plain domain:1",
            0,
            "Eliminate the Toad courtier in Bo’s domain",
            "Éliminer le courtisan sans rôle du Crapaud dans le domaine de Bo",
        ),
        (
            "kill spy:2",
            0,
            "Eliminate spy number 2 without looking at it",
            "Éliminer l’espion n°\u00a02 sans en prendre connaissance",
        ),
        ("spare", 0, "Eliminate no one", "N’éliminer personne"),
    ],
)
def test_a_move_is_addressed_to_the_seat_to_move(move: str, seat: int, english: str, french: str) -> None:
    assert move_words(move, VIEW, to("en", seat)) == english
    assert move_words(move, VIEW, to("fr", seat)) == french


@pytest.mark.parametrize(
    ("told", "english", "french"),
    [
        (
            event("play", None, "below"),
            "Bo plays a spy (spy 3), face down, below the Queen’s table.",
            "Bo joue un espion (espion n°\u00a03), face cachée, au-dessous de la table de la Reine.",
        ),
        (
            event("play", "carp.spy", "domain:3"),
            "Bo plays a Carp spy, face down, in Émile’s domain.",
            "Bo joue un espion de la Carpe, face cachée, dans le domaine d’Émile.",
        ),
        (
            event("play", "toad.guard", "domain:1"),
            "Bo plays a Toad guard in their own domain.",
            "Bo joue un garde du Crapaud dans son propre domaine.",
        ),
        (
            event("play", "toad.guard", "domain:0"),
            "Bo plays a Toad guard in your domain.",
            "Bo joue un garde du Crapaud dans votre domaine.",
        ),
        (
            event("eliminate", None, "domain:0"),
            "Bo eliminates spy number 3 without looking at it.",
            "Bo élimine l’espion n°\u00a03 sans en prendre connaissance.",
        ),
        (
            {"id": "spare", "args": {"seat": 1, "area": "above"}},
            "Bo eliminates no one.",
            "Bo n’élimine personne.",
        ),
        (
            REVEAL,
            "The spies are revealed.\nBelow the Queen’s table: Hare (spy 3), Toad (spy 9).\nYour domain: Carp (spy 1).",
            """Les espions sont révélés.
Au-dessous de la table de la Reine\u202f: Lièvre (espion n°\u00a03), Crapaud (espion n°\u00a09).
Votre domaine\u202f: Carpe (espion n°\u00a01).""",
        ),
        ({"id": "reveal", "args": {"spies": []}}, "", ""),
        ({"id": "draw", "args": {"to": 1, "count": 3, "deck": 0, "cards": None}}, "", ""),
    ],
)
def test_a_log_line_describes_the_event_to_its_viewer(told: dict[str, Any], english: str, french: str) -> None:
    assert [event_words(told, {}, to(lang, 0)) for lang in ("en", "fr")] == [english, french]


@pytest.mark.parametrize(
    ("told", "english", "french"),
    [
        (
            event("play", "toad.plain", "domain:1"),
            "You play a Toad in your domain.",
            "Vous jouez un Crapaud dans votre domaine.",
        ),
        (
            event("play", "carp.plain", "domain:0"),
            "You play a Carp in Ann’s domain.",
            "Vous jouez une Carpe dans le domaine d’Ann.",
        ),
        (
            event("play", "hare.spy", "above"),
            "You play a Hare spy, face down, above the Queen’s table.",
            "Vous jouez un espion du Lièvre, face cachée, au-dessus de la table de la Reine.",
        ),
        (
            event("eliminate", "stag.noble", "below"),
            "You eliminate the Stag noble below the Queen’s table.",
            "Vous éliminez le noble du Cerf au-dessous de la table de la Reine.",
        ),
        (
            event("eliminate", None, "domain:0"),
            "You eliminate spy number 3 without looking at it.",
            "Vous éliminez l’espion n°\u00a03 sans en prendre connaissance.",
        ),
        ({"id": "spare", "args": {"seat": 1, "area": "above"}}, "You eliminate no one.", "Vous n’éliminez personne."),
    ],
)
def test_a_log_line_says_you_to_the_player_of_the_move(told: dict[str, Any], english: str, french: str) -> None:
    assert [event_words(told, {}, to(lang, 1)) for lang in ("en", "fr")] == [english, french]


def test_the_caption_of_the_reveal_is_short_since_the_table_shows_the_spies() -> None:
    assert [caption(REVEAL, {}, to(lang)) for lang in ("en", "fr")] == [
        "The spies are revealed.",
        "Les espions sont révélés.",
    ]
    assert caption({"id": "reveal", "args": {"spies": []}}, {}, to()) == ""
    assert caption(TOLD[0], {}, to()) == ""


@both
def test_no_log_line_for_the_player_of_the_move_has_a_name(lang: str) -> None:
    assert not [told for told in TOLD if event_words(told, {}, to(lang, 1)).startswith("Bo ")]


def test_the_log_of_another_seat_does_not_name_the_family_of_a_spy() -> None:
    match = begin(hands=[["hare.spy", "toad.plain", "stag.plain"]])
    match.play("play hare.spy below")
    lines = [event_words(match.log(seat)[-1], match.options, to(seat=seat)) for seat in (0, 1, None)]
    assert ["Hare" in line for line in lines] == [True, False, False]


def test_every_log_line_is_under_the_heading_of_its_turn() -> None:
    match = begin(hands=[["carp.plain", "toad.plain", "stag.plain"], ["hare.assassin", "hare.plain", "carp.guard"]])
    run(match, "play toad.plain above", "play stag.plain domain:0", "play carp.plain domain:1")
    run(match, "play hare.assassin above", "kill toad.plain above", "play hare.plain domain:0")
    lines = words_of("courtisans").lines(match.log(), match.options, to(seat=0))
    assert [line.heading for line in lines] == ["Turn 1 · You"] * 3 + ["Turn 2 · Bo"] * 3
    assert heading(match.log()[-1], {}, to("fr", 1)) == "Tour 2 · Vous"


def test_the_turns_of_the_log_match_the_turns_of_the_table() -> None:
    match = play_on(begin(players=3))
    headings = [line.heading for line in words_of("courtisans").lines(match.log(), match.options, to())]
    begun = list(dict.fromkeys(headings))
    turns = match.view(None)["turns"]
    assert [text.partition(" · ")[0] for text in begun] == [f"Turn {number}" for number in range(1, turns + 1)]
    assert sorted(headings, key=begun.index) == headings


@both
def test_only_draws_and_scoring_have_no_sentence(lang: str) -> None:
    match = play_on(begin(hands=[["hare.spy", "hare.assassin", "toad.plain"]]))
    silent = {told["id"] for told in match.log() if not event_words(told, match.options, to(lang))}
    assert silent == {"draw", "missions", "score"}
    assert {told["id"] for told in match.log()} <= EVENTS.keys()


@pytest.mark.parametrize(
    ("moves", "seat", "asked"),
    [
        ([], 0, "Play a card: 3 places left."),
        (
            ["play stag.plain above", "play hare.spy domain:1"],
            0,
            "Play a card: one place left.",
        ),
        ([], 1, "Waiting for Ann."),
        ([], None, "Waiting for Ann."),
        (
            [*OPENING, "play carp.assassin below"],
            1,
            "Choose your assassin’s victim, above or below.",
        ),
        (
            ["play hare.spy domain:1", "play toad.assassin domain:0"],
            0,
            "Play a card: one place left.",
        ),
        (
            [*OPENING, "play carp.assassin domain:0"],
            1,
            "Choose your assassin’s victim in Ann’s domain.",
        ),
        (
            [*OPENING, "play carp.assassin domain:1"],
            1,
            "Choose your assassin’s victim in your domain.",
        ),
    ],
)
def test_the_question_names_the_decision_and_the_player(moves: list[str], seat: int | None, asked: str) -> None:
    match = run(begin(hands=HANDS), *moves)
    view: Any = match.view(seat)
    assert question(view, to(seat=seat)) == asked


def test_after_the_end_the_question_says_that_the_match_is_over() -> None:
    view: Any = play_on(begin()).view(0)
    assert question(view, to("fr", 0)) == "Le banquet est terminé."


@pytest.mark.parametrize(
    ("card", "the", "a", "name"),
    [
        ("hare.noble", "den Hasen-Adligen", "einen Hasen-Adligen", "Hasen-Adliger"),
        ("toad.plain", "den Kröten-Höfling", "eine Kröte", "Kröten-Höfling"),
        ("carp.guard", "die Karpfen-Wache", "eine Karpfen-Wache", "Karpfen-Wache"),
    ],
)
def test_german_cards_are_objects_of_a_sentence(card: str, the: str, a: str, name: str) -> None:
    assert (the_card(card, "de"), a_card(card, "de"), card_name(card, "de")) == (the, a, name)


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert area_name("domain:2", Locale()) == "seat 2’s domain"
    assert area_name("domain:2", Locale("fr", domain="courtisans")) == "Domaine de la place 2"


def test_a_role_has_a_short_name() -> None:
    assert (card_name("hare.plain", "fr"), short_role("plain", "fr")) == ("Courtisan sans rôle du Lièvre", "sans rôle")
    assert [short_role(role) for role in ("plain", "noble")] == ["courtier", "noble"]


def test_areas_have_names_for_headings() -> None:
    assert area_name("domain:1", to()) == "Bo’s domain"
    assert area_name("domain:1", to("fr", 1)) == "Votre domaine"
    assert area_name("below", to("fr")) == "Au-dessous de la table de la Reine"


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
def test_an_unknown_language_raises_an_error(say: Any) -> None:
    samples = {role_name: "noble", mission_text: "below-5", card_name: "hare.noble", the_card: "hare.noble"}
    with pytest.raises(UnknownLanguage):
        say(samples.get(say, "hare"), "xx")


def test_braces_in_a_name_are_not_placeholders() -> None:
    told = {"id": "spare", "args": {"seat": 0, "area": "above"}}
    assert event_words(told, {}, to(names=["{card}"])) == "{card} eliminates no one."


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_status_has_a_short_name(lang: str) -> None:
    short = [short_status(status, lang) for status in ("esteemed", "fallen", "neutral")]
    assert len(set(short)) == 3
    assert all(
        len(name) <= len(status_name(status, lang))
        for name, status in zip(short, ("esteemed", "fallen", "neutral"), strict=True)
    )


@pytest.mark.parametrize(
    ("event", "args", "words"),
    [
        ("eliminate", {"card": "carp.noble", "spy": None}, "Victim: Carp noble."),
        ("eliminate", {"card": None, "spy": 4}, "Victim: spy 4."),
        ("spare", {}, ""),
    ],
)
def test_only_an_elimination_has_a_victim(event: str, args: dict[str, Any], words: str) -> None:
    assert victim({"id": event, "args": args}, Locale()) == words
