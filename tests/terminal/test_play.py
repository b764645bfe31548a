"""The loop that asks for moves: accepted and refused answers, and that only views are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import courtly
from courtly.games.courtisans import board as courtisans
from courtly.terminal.play import TerminalSession, prompt_line
from courtly.text.languages import LANGUAGES
from tests.games.courtisans.builders import begin, play_on
from tests.terminal.shown import locale, paper
from tests.terminal.twins import twins

both = pytest.mark.parametrize("lang", LANGUAGES)


def first_move(match: courtly.Match, seat: int) -> str:
    """A bot that plays its first legal move."""
    return match.legal_moves()[0]


def typing(*lines: str) -> Callable[[str], str]:
    """A person who types these lines and then ends the input."""
    waiting: Iterator[str] = iter(lines)

    def ask(prompt: str) -> str:
        for line in waiting:
            return line
        raise EOFError

    return ask


def always(answer: str) -> Callable[[str], str]:
    return lambda prompt: answer


def sit(match: courtly.Match, ask: Callable[[str], str], *, lang: str = "en", **more: Any) -> tuple[bool, str]:
    """Run a session in which seat 0 is the person; return whether it finished, and the screen."""
    console, written = paper()
    bots = more.get("bots", dict.fromkeys(range(1, match.players), first_move))
    done = TerminalSession(match, locale(lang, match.players), console, bots, ask).run()
    return done, written.getvalue()


@both
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_match_is_played_by_number(players: int, lang: str) -> None:
    match = begin(players)
    done, text = sit(match, always("1"), lang=lang)
    assert done
    assert match.is_over
    assert locale(lang).say("The families at the Queen’s table") in text


def test_a_number_plays_the_choice_next_to_it() -> None:
    match = begin()
    view: Any = match.view(0)
    choices = courtisans.choices(view)
    sit(match, typing("3", "q"))
    assert match.moves == [choices[2]]


@pytest.mark.parametrize("line", ["play hare.noble above", "  PLAY   Hare.Noble above "])
def test_notation_ignores_case_and_spaces(line: str) -> None:
    match = begin(hands=[["hare.noble"]])
    sit(match, typing(line))
    assert match.moves == ["play hare.noble above"]


@pytest.mark.parametrize("line", ["q", "Q", " quit "])
def test_leaving_ends_the_session_and_keeps_the_match(line: str) -> None:
    match = begin()
    done, _ = sit(match, typing(line))
    assert not done
    assert match.moves == []


def test_the_end_of_the_input_leaves_like_q() -> None:
    assert sit(begin(), typing())[0] is False


@pytest.mark.parametrize(
    "line", ["0", "13", "-1", "9" * 5000, "play", "\x1b[2J", "kill spy:1", "spare", "{}", "\uff11"]
)
def test_an_invalid_answer_is_refused_and_changes_nothing(line: str) -> None:
    match = begin(hands=[["hare.noble", "toad.plain", "carp.guard"]])
    done, text = sit(match, typing(line, "q"))
    assert not done
    assert match.moves == []
    assert "type 1 to 12" in text
    assert "\x1b" not in text


@both
def test_a_refusal_gives_the_reason_in_the_chosen_language(lang: str) -> None:
    _, text = sit(begin(hands=[["hare.noble"]]), typing("play toad.noble above", "q"), lang=lang)
    assert locale(lang).say("that card is not in your hand") in text


@both
def test_an_unparsable_line_is_refused_in_the_chosen_language(lang: str) -> None:
    _, text = sit(begin(), typing("play hare.nobel above", "q"), lang=lang)
    told = {"en": "is not a valid <card>", "fr": "ne convient pas pour <card>", "de": "ist kein gültiges <card>"}
    assert f"'hare.nobel' {told[lang]}" in text


@both
@pytest.mark.parametrize("line", ["?", "", "help"])
def test_help_is_shown_on_request(line: str, lang: str) -> None:
    _, text = sit(begin(), typing(line, "q"), lang=lang)
    assert locale(lang).say("? shows this help; h gives a hint; q leaves the match.") in text


@both
@pytest.mark.parametrize("line", ["h", "Hint"])
def test_a_hint_names_a_choice_by_number_and_gives_reasons(line: str, lang: str) -> None:
    match = begin(2)
    _, text = sit(match, typing(line, "q"), lang=lang)
    assert match.moves == []
    shown = re.search(r"(?:Hint|Indice\s*|Tipp): (\d+) \((play [^)]+)\)", text)
    assert shown is not None
    view: Any = match.view(0)
    first, *rest = shown[2].split(", ")
    assert courtisans.choices(view)[int(shown[1]) - 1] == first
    assert len(rest) >= 2
    assert "%" in text.partition(shown[0])[2]


def test_a_hint_for_a_bet_has_its_stake() -> None:
    match = courtly.new_match("cursed_court", players=2, seed=3, deal={"first": 0})
    _, text = sit(match, typing("h", "q"))
    assert re.search(r"Hint: \S+ \(bet \S+, stake \d+\)", text)


def test_every_line_of_the_log_is_shown_once() -> None:
    match = begin(3, first=1)
    _, text = sit(match, typing("1", "1", "1"))
    assert text.count("• ") == sum(event["id"] != "draw" for event in match.log(0))


def test_a_spectator_sees_no_hand_and_no_mission_until_the_end() -> None:
    match = begin(3)
    done, text = sit(match, typing(), bots=dict.fromkeys(range(3), first_move))
    assert done
    assert "Your hand" not in text
    assert "Your missions" not in text
    assert text.count("Below the Queen’s table ───") == 8 + 1


def test_only_the_persons_views_are_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(3)
    view, asked = match.view, list[int | None]()

    def recorded_view(seat: int | None = None) -> dict[str, Any]:
        asked.append(seat)
        return view(seat)

    monkeypatch.setattr(match, "view", recorded_view)
    sit(match, always("1"))
    assert set(asked) == {0}


@both
def test_secrets_sessions_of_matches_that_differ_in_hidden_cards_look_the_same(lang: str) -> None:
    left, right = (sit(match, typing("?", "play toad.noble above", "99", "1", "q"), lang=lang)[1] for match in twins())
    assert left.encode() == right.encode()


def test_a_finished_match_shows_its_score_sheet_immediately() -> None:
    match = play_on(begin())
    done, text = sit(match, typing())
    assert done
    assert "Total" in text


def test_the_prompt_ends_with_a_newline_if_the_input_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    monkeypatch.setattr("builtins.input", lambda: "3")
    assert prompt_line("Which? ") == "3"
    assert capsys.readouterr().out == "Which? \n"


def test_the_prompt_stays_on_the_line_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: prompt + "3")
    assert prompt_line("Which? ") == "Which? 3"


def test_markup_in_names_is_printed_literally() -> None:
    console, written = paper()
    console.print("[bold]Ann[/bold] :smile:")
    assert written.getvalue() == "[bold]Ann[/bold] :smile:\n"
