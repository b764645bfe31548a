"""The twin-world test of events: what is played at one table changes no byte elsewhere before the end of the round.

In two worlds, Ann plays the same deal to its end, with different moves. Bo holds the same deal at another table, and a
stranger has the link of the event.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from courtly.engine.errors import CourtlyError
from courtly.environment import Environment
from courtly.tables.event_rules.terms import NewEvent
from courtly.tables.events import rounds
from courtly.tables.events.runner import EventRunner
from courtly.tables.journal import Player
from courtly.tables.store.rows import Aim
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.api.events import serialize_event
from courtly.web.event_pages import deal_page, event_page, events_page
from courtly.web.render import render
from tests.tables.helpers import House, house

pytestmark = pytest.mark.anyio

SITE = "https://example.org"


async def _never(_: EventRunner) -> None:
    """Leave all steps to the test."""


async def told(work: Callable[..., Awaitable[Any]], *arguments: object) -> str:
    """Return the result of a call, or its error, in words."""
    try:
        return repr(await work(*arguments))
    except CourtlyError as error:
        return f"{error.code}: {error}"


async def answers(at: House, code: str, table: str, viewer: Player | None) -> list[str]:
    """Return everything that a viewer can ask about an event, and about one of its tables."""
    lobby = at.lobby
    assert lobby.events is not None
    view = await lobby.events.view(viewer, code)
    found = [repr(serialize_event(view))]
    for lang in LANGUAGES:
        locale = Locale(lang)
        found.append(repr(render("event.html", event_page(view, locale, player=viewer, site=SITE), locale).body))
        pages = [deal_page(view, number, {}, locale) for number in range(1, len(view.points) + 1)]
        found += [repr(render("event_deal.html", page, locale).body) for page in pages]
    views, finished = lobby.views, lobby.finished
    for ask in (views.document, views.stage, views.table_view, finished.find, finished.record, finished.review):
        about = (viewer, table) if ask in (views.document, views.stage) else (viewer, table, 1)
        found.append(await told(ask, *about))
    found.append(await told(lobby.talk.lines, viewer, table))
    if viewer is not None:
        found.append(await told(lobby.sharing.make, viewer, Aim(table, 1)))
        found.append(await told(lobby.shared_deals.share, viewer, table, 1))
        mine = await lobby.events.of_player(viewer)
        shown = events_page({}, mine, Locale("en"), player=viewer)
        found.append(repr([(one.url, one.called, one.state) for one in shown.events]))
        found.append(repr(await lobby.history.played(viewer)))
    found.append(repr([line.id for line in await lobby.views.listed(viewer)]))
    return found


async def world(folder: Path, choice: int, patch: pytest.MonkeyPatch) -> tuple[list[str], str]:
    """Return what Bo and a stranger are told while Bo's table plays, and the record of Ann's match after the round.

    `choice` is the index of the legal move that Ann makes.
    """
    fixed = Environment(Random(3))
    patch.setattr(EventRunner, "run", _never)
    patch.setattr(rounds, "environment", lambda: fixed)
    async with house(folder, event_pause=0.0) as at:
        assert at.lobby.events is not None
        assert at.lobby.event_runner is not None
        ann, bo, eve = [await at.player(name) for name in ("Ann", "Bo", "Eve")]
        terms = {"name": "Friday", "game": "courtisans", "seats": 2, "rounds": 1, "level": "novice"}
        code = await at.lobby.events.open(ann, NewEvent(command="same", **terms))  # type: ignore[arg-type]
        for player in (ann, bo):
            await at.lobby.events.join(player, code)
        await at.lobby.events.start(ann, code)
        await at.lobby.event_runner.advance_all()
        tables = [(await at.lobby.events.view(player, code)).own_table for player in (ann, bo)]
        assert tables[0] is not None
        assert tables[1] is not None
        own, other = tables[0].table, tables[1].table
        assert own != other
        await _play(at, ann, own, choice)
        await at.lobby.event_runner.advance_all()
        await at.until(bo, other, lambda now: now["to_move"] is not None and now["to_move"] == now["you"])
        found = [text for viewer in (bo, eve, None) for text in await answers(at, code, own, viewer)]
        # Ann sees the end of her own match, and nothing else of it.
        found += [text for text in await answers(at, code, other, ann) if "no-such-table" not in text]
        await _play(at, bo, other, 0)
        while (await at.lobby.events.view(bo, code)).event.status != "over":
            await at.lobby.event_runner.advance_all()
        return found, repr((await at.lobby.finished.record(eve, own, 1))["moves"])


async def _play(at: House, player: Player, table: str, choice: int) -> None:
    def waits(now: dict[str, Any]) -> bool:
        return now["to_move"] in (now["you"], None) and now["status"] != "waiting"

    while (now := await at.until(player, table, waits))["status"] != "over":
        await at.move(player, table, now["view"]["legal"][choice])


async def test_no_one_learns_what_another_table_made_of_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    one, other = [await world(folder, choice, monkeypatch) for folder, choice in zip(folders, (0, -1), strict=True)]
    assert one[1] != other[1]
    assert one[0] == other[0]
    assert len(one[0]) > 30
    assert any("round-open" in text or "no-such-table" in text for text in one[0])
