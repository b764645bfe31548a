"""Bots wait until an open page has shown their last moves, so its numbers and its caption tell of the same moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from courtly.tables import pace
from tests.web.browser import ANIMATED, begin, browsing
from tests.web.courtisans_play import lay, own_turn, sit_down
from tests.web.friends import choose
from tests.web.helpers import application, serving

pytestmark = pytest.mark.browser


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server whose bots move after a millisecond, but wait as long as pages need."""
    monkeypatch.setattr(pace, "SHOW_SECONDS", 10_000.0)
    with serving(application(tmp_path / "courtly.db", pace=0.001)) as address:
        yield address


def test_a_bot_moves_only_after_the_move_of_the_bot_before_was_shown(chromium: Browser, site: str) -> None:
    story: list[tuple[str, int]] = []
    seats: list[int] = []

    def follow(socket: WebSocket) -> None:
        def received(text: str | bytes) -> None:
            frame: dict[str, Any] = json.loads(text)
            if frame["type"] == "entry" and frame["act"] == "move":
                story.extend([("turn", frame["n"])] if frame["seat"] not in seats[-1:] else [])
                seats.append(frame["seat"])

        def sent(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "shown":
                story.append(("shown", frame["version"]))

        socket.on("framereceived", received)
        socket.on("framesent", sent)

    with browsing(chromium, site, **ANIMATED) as page:
        page.on("websocket", follow)
        begin(page, players=4)
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        story.clear()
        choose(page)
    # The turns of the viewer and of three bots; a turn may have several entries.
    turns = [number for kind, number in story if kind == "turn"]
    assert len(turns) == 4
    for number in turns[1:]:
        assert ("shown", number) in story[: story.index(("turn", number))]


TIMERS = """
window.waits = {};
const { setTimeout } = window;
window.setTimeout = (work, ms, ...more) => {
  const caption = document.querySelector(".event-caption:not([hidden])")?.textContent;
  if (caption) (waits[caption] ??= []).push(Math.round(ms));
  return setTimeout(work, caption ? 0 : ms, ...more);
};
"""
"""Records the timers while each caption is shown, and does not wait for them."""


@pytest.mark.parametrize("speed", ["1", "2"])
def test_the_sentence_of_a_bot_stays_long_enough_to_be_read_unless_the_speed_is_high(
    chromium: Browser, site: str, speed: str
) -> None:
    with browsing(chromium, site, **ANIMATED) as page:
        sit_down(page)
        page.evaluate("speed => localStorage.setItem('courtly-speed', speed)", speed)
        page.add_init_script(TIMERS)
        page.reload()
        own_turn(page)
        for _ in range(3):
            lay(page)
        turn = page.locator("#acts [name=turn]")
        before = turn.input_value()
        page.locator("#confirm").click()
        expect(turn).not_to_have_value(before)
        expect(page.locator("#acts-data.asks")).to_have_count(1)
        expect(page.locator(".event-caption")).to_be_hidden()
        # The caption of a turn begins with its acts so far, which have been read.
        read = ""
        waits = page.evaluate("waits")
        for caption, times in waits.items():
            new = len(caption.removeprefix(read.removesuffix(".")))
            stays = any(abs(time - new * 550 / 14) < 2 for time in times)
            assert stays == (speed == "1" and not caption.startswith("You:")), (caption, times)
            read = caption
        assert len(waits) > 2
