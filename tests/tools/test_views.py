"""The pages of views and events have every key and event of a game, and match the games' declarations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from typing_extensions import TypedDict

from courtly.engine.contract.game import find_game
from courtly.engine.contract.views import OWNER, BaseView, ViewField
from tools import views


class Trick(TypedDict):
    """Four cards."""

    by: Annotated[int, ViewField("seat that took it")]


class Table(BaseView):
    hand: Annotated[list[str] | None, ViewField("own cards, `a|b`", OWNER)]
    tricks: Annotated[dict[str, list[Trick]], ViewField("by colour")]
    result: Annotated[Trick | None, ViewField("the last trick; None before the end")]


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *arguments: str) -> int:
    monkeypatch.setattr(views, "DOCS", folder)
    monkeypatch.setattr(sys, "argv", ["views", *arguments])
    return views.main()


def section(page: str, title: str) -> str:
    return page.split(f"# {title}\n")[1].split("\n#", maxsplit=1)[0]


def test_every_key_has_its_type_audience_and_description() -> None:
    own = section(views.render_views({"whist": Table}), "whist")
    assert r"| `hand` | list of str or None | the viewing seat | own cards, `a\|b` |" in own
    assert "| `tricks` | table of list of Trick | all | by colour |" in own


def test_common_keys_are_listed_once_and_again_only_if_a_game_redefines_them() -> None:
    page = views.render_views({"whist": Table})
    assert "| `version` |" in section(page, "every game")
    assert "| `version` |" not in section(page, "whist")
    assert "| `result` | Trick or None |" in section(page, "whist")


def test_a_nested_table_is_described_once() -> None:
    page = views.render_views({"whist": Table})
    assert page.count("whist: Trick") == 1
    assert "Four cards." in section(page, "whist: Trick")
    assert "| `by` | int | all | seat that took it |" in section(page, "whist: Trick")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (list[int | None], "list of (int or None)"),
        (dict[str, bool], "table of bool"),
        (Literal["a", "b"], '"a" or "b"'),
        (Any, "any"),
    ],
)
def test_types_are_written_in_json_terms(kind: Any, text: str) -> None:
    assert views.written(kind) == text


def test_every_event_has_a_row() -> None:
    page = views.render_events({"whist": {"lead": "`seat` led", "take": "`seat` took `cards`"}})
    assert "| `take` | `seat` took `cards` |" in section(page, "whist")


def test_a_game_without_a_view_type_or_events_is_left_out() -> None:
    game = find_game("courtisans")
    assert views.view_types([game.changed(view_type=None)]) == {}
    assert views.event_tables([game.changed(package="nowhere")]) == {}


def test_outdated_pages_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path, "--check") == 1
    assert "docs/events.md is out of date" in capsys.readouterr().err
    assert run(monkeypatch, tmp_path) == 0
    assert run(monkeypatch, tmp_path, "--check") == 0


def test_the_committed_pages_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, views.DOCS, "--check") == 0
