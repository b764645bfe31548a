"""What all drawings share."""

from __future__ import annotations

import pytest
from rich.text import Text

from courtly.terminal import courtisans, plain
from courtly.terminal.screen import (
    WIDTH,
    Reader,
    chip,
    find_drawer,
    ink,
    make_console,
    printable,
    signed,
    titled_rule,
)
from tests.games.courtisans.builders import begin
from tests.terminal.shown import reader, shown


def test_a_game_with_drawings_has_its_module_and_any_other_is_drawn_plainly() -> None:
    assert find_drawer("courtisans") is courtisans
    assert find_drawer("a-game-from-elsewhere") is plain


def test_a_reader_gets_sentences_in_their_language() -> None:
    assert Reader("fr", ()).say("cards in hand: {count}", count=3) == "cartes en main\u00a0: 3"


@pytest.mark.parametrize("columns", ["200", "80", "60"])
def test_a_console_is_never_wider_than_the_drawings(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert make_console().width == min(int(columns), WIDTH)


@pytest.mark.parametrize(
    ("typed", "safe"),
    [
        ("Ann", "Ann"),
        (" Ann ", "Ann"),
        ("Émile 🦊", "Émile 🦊"),
        ("\x1b[2J\x07", "\ufffd[2J\ufffd"),
        ("a\nb\rc", "a\ufffdb\ufffdc"),
        ("\u202eevil", "\ufffdevil"),
        ("x" * 50, "x" * 39 + "…"),
    ],
)
def test_a_name_cannot_steer_the_terminal(typed: str, safe: str) -> None:
    assert printable(typed) == safe


def test_text_on_a_ground_is_black_or_white_whichever_reads_better() -> None:
    assert [ink(colour) for colour in ("#b4c9ca", "#f2b548", "#006044", "#152c30")] == [
        "#000000",
        "#000000",
        "#ffffff",
        "#ffffff",
    ]


def test_a_chip_has_brackets_for_those_who_see_no_colour() -> None:
    assert chip("Hare noble", "#f2b548").plain == "[Hare noble]"


@pytest.mark.parametrize("title", ["Ann", "x" * 200, "🦊" * 60, ""])
def test_a_rule_fills_the_width_whatever_its_title(title: str) -> None:
    assert titled_rule(Text(title)).cell_len == WIDTH


def test_points_have_their_sign() -> None:
    assert [signed(points) for points in (3, 0, -2)] == ["+3", "0", "-2"]


def test_a_game_without_drawings_can_still_be_played() -> None:
    match = begin()
    view = match.view(0)
    choices = plain.choices(view)
    assert choices == match.legal_moves()
    assert plain.choice(choices[0], view, reader())[1] == choices[0]
    assert plain.round_begins(view)
    assert '"hand"' in shown(plain.position(view, reader()))
    assert plain.question(view, reader("fr")) == "À vous de jouer"
    assert plain.log_line({"seat": 1, "move": "spare"}, reader()).plain == "Bo: spare"
    assert plain.log_line({"report": {"year": 1}}, reader()).plain == '{"report": {"year": 1}}'
    assert plain.menu(view, reader()).moves["1"] == choices[0]
    assert [line.plain for line in plain.log_lines(view, reader(), start=0)] == []
    assert plain.notation(reader()) == ""
    assert shown(plain.ending({"result": {"scores": [3, -1]}}, reader(players=2))) == "Ann: 3\nBo: -1\n"
