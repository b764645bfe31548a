"""Courtisans in the terminal: readable at 80 columns without colour, and without secrets."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

import courtly
from courtly.games.courtisans import board as courtisans
from courtly.games.courtisans.board_score import packed
from courtly.games.courtisans.content import OURS
from courtly.games.courtisans.words import card_name, family_letter, family_name, mission_text, question, short_role
from courtly.scene.console import WIDTH
from courtly.scene.parts import words_of
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.games.courtisans.builders import FAMILIES, begin, finish, missions_with, random_deal, run
from tests.terminal.shown import NAMES, locale, shown
from tests.terminal.twins import twins

TOTAL = {"en": "Total", "fr": "Total", "de": "Summe"}
both = pytest.mark.parametrize("lang", LANGUAGES)
every_size = pytest.mark.parametrize("players", [2, 3, 4, 5])


def random_match(players: int, *, seed: int, edition: str = "2024") -> Iterator[courtly.Match]:
    """A random match before every move, and at its end."""
    dice = random.Random(seed)
    match = courtly.new_match(
        "courtisans", players=players, edition=edition, deal=random_deal(players, edition, seed=seed)
    )
    yield match
    while not match.is_over:
        match.play(dice.choice(match.legal_moves()))
        yield match


def drawn(match: courtly.Match, seat: int | None, lang: str = "en") -> str:
    """The full output for a seat: table, question, choices and log; at the end the score sheet."""
    view, to = seen(match, seat), Locale(lang, NAMES[: match.players], seat, "courtisans")
    log = [line.text for line in words_of("courtisans").lines(match.log(seat), match.options, to)]
    if match.is_over:
        return shown(courtisans.ending(view, to)) + "\n".join(log)
    choices = [courtisans.choice(move, view, to)[1] for move in courtisans.choices(view)]
    return shown(courtisans.position(view, to)) + "\n".join([question(view, to), *choices, *log])


def seen(match: courtly.Match, seat: int | None) -> Any:
    """The view of a seat."""
    return match.view(seat)


def last(players: int, **options: Any) -> courtly.Match:
    """A random match at its end."""
    *_, match = random_match(players, **options)
    return match


@both
@every_size
def test_no_line_is_wider_than_eighty_columns(players: int, lang: str) -> None:
    for match in random_match(players, seed=players):
        if match.version % 5 == 0 or match.is_over:
            view = seen(match, 0)
            block = (courtisans.ending if match.is_over else courtisans.position)(view, locale(lang, players))
            assert max(map(cell_len, shown(block).splitlines())) <= WIDTH


@both
def test_every_card_on_the_table_is_named_without_colour(lang: str) -> None:
    match = last(5, seed=3)
    view = seen(match, 0)
    text = shown(courtisans.position(view | {"hand": None}, locale(lang)))
    for column in (*FAMILIES, "queen"):
        assert family_name(column, lang) in text or f" {family_letter(column, lang)} " in text
    counts = {role: sum(card.endswith(role) for cards in view["areas"].values() for card in cards) for role in ROLES}
    for role, count in counts.items():
        name = short_role(role, lang)
        lines = [line for line in text.splitlines() if line.startswith("│")]
        found = re.findall(rf"(?:(\d+)×\s?)?\b{name}\b", "\n".join(lines))
        assert sum(int(number or 1) for number in found) == count


ROLES = ("plain", "noble", "spy", "assassin", "guard")


@both
def test_a_seat_sees_its_hand_its_missions_and_its_spies(lang: str) -> None:
    match = begin(hands=[["hare.spy", "toad.plain", "stag.noble"]])
    match.play("play hare.spy below")
    text = drawn(match, 0, lang)
    assert card_name("toad.plain", lang) in text
    assert card_name("hare.spy", lang) in text
    assert all(mission_text(name, lang)[:40] in text for name in match.view(0)["missions"][0])


@pytest.mark.parametrize(("edition", "coloured"), [("2024", True), ("2023", False)])
def test_a_mission_shows_its_colour_if_it_has_one(edition: str, coloured: bool) -> None:
    text = drawn(begin(edition=edition), 0)
    assert ("white: " in text, "blue: " in text) == (coloured, coloured)


@both
def test_a_spectator_sees_no_hand_and_no_mission(lang: str) -> None:
    text = drawn(begin(), None, lang)
    assert locale(lang).say("Your hand") not in text
    assert locale(lang).say("Your missions") not in text


def test_choices_are_in_the_order_of_the_hand() -> None:
    match = begin(hands=[["carp.plain", "butterfly.guard", "stag.noble"]])
    view = seen(match, 0)
    cards = list(dict.fromkeys(move.split(" ")[1] for move in courtisans.choices(view)))
    assert cards == view["hand"]
    assert sorted(courtisans.choices(view)) == match.legal_moves()


@both
def test_an_assassin_asks_for_its_target(lang: str) -> None:
    match = begin(hands=[["toad.assassin", "hare.noble", "stag.noble"], ["carp.plain", "carp.assassin", "toad.plain"]])
    run(match, "play hare.noble above", "play stag.noble domain:1", "play toad.assassin domain:0")
    match.play("play carp.assassin above")
    view = seen(match, 1)
    asked = "Choose your assassin’s victim, above or below."
    to = Locale(lang, NAMES[:2], 1, "courtisans")
    assert question(view, to) == to.say(asked)
    assert courtisans.choices(view) == ["kill hare.noble above", "spare"]


@both
@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_the_edition_of_2023_marks_our_own_missions(edition: str, lang: str) -> None:
    text = " ".join(drawn(begin(edition=edition), 0, lang).split())
    told = " ".join(locale(lang).worded(OURS).split())
    assert (told in text) == (edition == "2023")


def test_the_header_notes_when_missions_count_a_noble_once() -> None:
    assert "nobles count once in missions" in drawn(begin(mission_count="cards"), 0)
    assert "nobles count once in missions" not in drawn(begin(), 0)


def test_the_mat_counts_face_up_cards_with_nobles_twice() -> None:
    match = begin(hands=[["hare.noble", "toad.plain", "stag.noble"]])
    match.play("play hare.noble below")
    assert "▲0 ▼2" in drawn(match, 1)


@both
@pytest.mark.parametrize("seat", [0, None])
def test_secrets_two_matches_that_differ_in_hidden_cards_look_the_same(seat: int | None, lang: str) -> None:
    left, right = twins()
    assert left.record()["deal"] != right.record()["deal"]
    assert drawn(left, seat, lang).encode() == drawn(right, seat, lang).encode()
    assert drawn(left, 1, lang) != drawn(right, 1, lang)


EXAMPLE: dict[str, Any] = {
    "players": 3,
    "above": ["butterfly.plain", "butterfly.plain", "toad.plain", "stag.plain", "carp.plain", "carp.plain"],
    "below": ["nightingale.noble", "hare.plain", "carp.noble"],
    "domains": {
        0: [
            *("butterfly.noble", "butterfly.guard", "toad.noble", "toad.guard"),
            *("stag.noble", "stag.noble", "stag.guard", "nightingale.noble", "nightingale.guard", "carp.guard"),
        ]
    },
    "exact": [0],
}


def score_example(edition: str) -> courtly.Match:
    """The domain of the rulebook's example: three families esteemed, one fallen, one neutral, one mission met."""
    wanted = ["nobles-3", "below-5"] if edition == "2024" else ["nobles-3", "fallen-either-butterfly-toad"]
    missions = missions_with(*wanted, players=3, edition=edition)
    return finish(**EXAMPLE, missions=missions, edition=edition, avoid_table=["spy", "assassin"])


@both
@pytest.mark.parametrize(("edition", "bonus", "total"), [("2024", 3, 11), ("2023", 2, 10)])
def test_the_score_sheet_explains_the_example_of_the_rulebook(edition: str, bonus: int, total: int, lang: str) -> None:
    match = score_example(edition)
    assert match.scores()[0] == total
    block = re.split(r"\n\n", shown(courtisans.ending(seen(match, 0), locale(lang, 3))))
    page = next(
        part
        for part in block
        if part.startswith(("Ann’s domain and missions", "Domaine et missions", "Domäne und Aufträge"))
    )
    sums = [int(found) for found in re.findall(r"\s([+-]\d+|0)$", page, re.MULTILINE)]
    assert sums[:5] == [3, 3, -3, 5, 0]
    assert sorted(sums[5:]) == [0, bonus]
    assert re.search(rf"{TOTAL[lang]}\s+{total}$", page, re.MULTILINE)


@both
@every_size
@pytest.mark.parametrize("edition", ["2024", "2023"])
def test_the_points_of_the_score_sheet_add_up_to_the_total(players: int, edition: str, lang: str) -> None:
    match = last(players, seed=players, edition=edition)
    text = shown(courtisans.ending(seen(match, 0), locale(lang, players)))
    pages = [part for part in text.split("\n\n") if re.search(rf"^\s+{TOTAL[lang]} ", part, re.MULTILINE)]
    assert len(pages) == players
    for page, score in zip(pages, match.scores(), strict=True):
        body = page.replace(TOTAL[lang], "")
        singles = [int(x) for x in re.findall(r"[^\s:]\s+([+-]\d+|0)(?=,|$| {3})", _cards_only(body), re.MULTILINE)]
        missions = [int(x) for x in re.findall(r"[✔✘].*?([+-]\d+|0)$", body, re.MULTILINE)]
        assert sum(singles) + sum(missions) == score


def _cards_only(page: str) -> str:
    """The card lines of a page without the sums at their ends."""
    lines = [line for line in page.splitlines()[1:] if not re.match(r"\s+[✔✘]", line)]
    kept = [line[:72] for line in lines if re.search(r"[+-]\d|\b0\b", line[:72])]
    return "\n".join(line.rstrip() for line in kept)


@both
def test_the_score_sheet_names_every_winner(lang: str) -> None:
    view = seen(last(3, seed=1), 0)
    view["result"] |= {"scores": [4, 9, 9], "winners": [1, 2]}
    text = shown(courtisans.ending(view, locale(lang, 3)))
    assert locale(lang).say("Shared victory: {names}", names="Bo, Cyd") in text
    view["result"] |= {"winners": [1]}
    assert locale(lang).say("Winner: {names}", names="Bo") in shown(courtisans.ending(view, locale(lang, 3)))


def test_the_score_sheet_hides_an_eliminated_spy_except_from_its_player() -> None:
    mine, theirs = ["hare.spy", "toad.plain", "stag.noble"], ["carp.assassin", "stag.plain", "carp.noble"]
    match = begin(hands=[mine, theirs])
    run(match, "play hare.spy below", "play toad.plain domain:0", "play stag.noble domain:1")
    run(match, "play carp.assassin below", "kill spy:1")
    while not match.is_over:
        moves = match.legal_moves()
        match.play("spare" if "spare" in moves else moves[0])
    lines = [shown(courtisans.ending(seen(match, seat), locale("en", 2))).splitlines() for seat in (0, 1, None)]
    first = [next(line for line in text if line.startswith("  spy 1 ")) for text in lines]
    assert ["Hare spy" in line for line in first] == [True, False, False]
    assert ["stays unknown" in line for line in first] == [False, True, True]


def test_output_with_colour_has_the_same_text() -> None:
    view = seen(begin(), 0)
    coloured = shown(courtisans.position(view, locale(players=2)), colour=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == shown(courtisans.position(view, locale(players=2)))
    assert "\x1b[" in coloured


def test_packed_pieces_are_never_split() -> None:
    pieces = [f"courtier +{n}" for n in range(12)]
    text = packed(pieces, indent=10)
    assert text.replace("\n", " ") == ", ".join(pieces)
    assert max(map(len, text.splitlines())) <= 48


def test_help_names_every_family_and_role_of_the_notation() -> None:
    for lang in LANGUAGES:
        text = courtisans.notation(locale(lang))
        assert all(word in text for word in (*FAMILIES, *ROLES, "above", "below", "spare", "kill spy:<n>"))


def test_every_seat_has_a_row() -> None:
    text = drawn(last(5, seed=5), 2)
    assert all(name in text for name in NAMES)
