"""Simulated browsers insert the regions that live connections send, and compare their pages with fresh ones."""

from __future__ import annotations

import pytest

from courtly.testing.simulation import browser
from courtly.testing.simulation.run import run
from courtly.testing.simulation.script import Fault, Script, TableScript, short_options
from courtly.web.app import create_app

GAMES = {"courtisans": 2, "cursed_court": 3, "monarch": 2}
FAULTS = [Fault(20.0, "storm", 20.0), Fault(50.0, "kill", 2.0), Fault(80.0, "cut"), Fault(90.0, "storm", 60.0)]


@pytest.mark.parametrize("game", GAMES)
def test_live_pages_stay_equal_to_fresh_ones_through_storms_and_a_kill(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "CHECKS", 0.5)
    options = {**short_options(game), "players": GAMES[game]}
    table = TableScript(game, options, GAMES[game], 0, "fast", {"kind": "move", "seconds": 90}, begins=1.0)
    report = run(Script(3, 0.05, [table], FAULTS), create_app)
    assert report.problems == []
    assert report.pages >= 5


def page(version: int, hand: str) -> str:
    """Return a page with a part."""
    return (
        f'<body class="match" data-socket="/live" data-version="{version}"><main>'
        f'<div id="hand"><div>{hand}</div><i id="left" class="left">9:59</i></div>'
        '<input name="turn" value="3"></main></body>'
    )


def test_a_part_is_replaced() -> None:
    replaced = browser.replaced(page(4, "king"), "hand", '<div id="hand"><div>queen</div></div>')
    assert '<main><div id="hand"><div>queen</div></div><input' in replaced
    assert "king" not in replaced


@pytest.mark.parametrize(
    ("fresh", "found"),
    [
        (page(4, "king").replace("9:59", "9:58").replace('value="3"', 'value="4"'), None),
        (page(4, "jester"), "king"),
        (page(4, "king").replace("</main>", "<p>more</p></main>"), "more"),
    ],
)
def test_pages_are_compared_without_what_differs_in_every_answer(fresh: str, found: str | None) -> None:
    difference = browser.difference(page(4, "king"), fresh)
    assert difference is None if found is None else found in (difference or "")
