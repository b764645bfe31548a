"""Helpers shared by all terminal output."""

from __future__ import annotations

import pytest
from rich.text import Text

from courtly.scene.console import WIDTH, chip, ink, make_console, printable, signed, titled_rule
from courtly.text.locales import Locale


def test_a_locale_translates_sentences() -> None:
    assert Locale("fr", domain="courtisans").say("cards in hand: {count}", count=3) == "cartes en main\u202f: 3"


@pytest.mark.parametrize("columns", ["200", "80", "60"])
def test_a_console_is_never_wider_than_the_output(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_name_cannot_contain_terminal_escapes(typed: str, safe: str) -> None:
    assert printable(typed) == safe


def test_text_on_a_background_has_the_more_readable_of_black_and_white() -> None:
    assert [ink(colour) for colour in ("#b4c9ca", "#f2b548", "#006044", "#152c30")] == [
        "#000000",
        "#000000",
        "#ffffff",
        "#ffffff",
    ]


def test_a_chip_has_brackets_so_that_it_works_without_colour() -> None:
    assert chip("Hare noble", "#f2b548").plain == "[Hare noble]"


@pytest.mark.parametrize("title", ["Ann", "x" * 200, "🦊" * 60, ""])
def test_a_rule_fills_the_width_with_any_title(title: str) -> None:
    assert titled_rule(Text(title)).cell_len == WIDTH


def test_points_are_printed_with_a_plus_or_minus_sign() -> None:
    assert [signed(points) for points in (3, 0, -2)] == ["+3", "0", "-2"]
