"""Regions over a live connection: the diffs that a page gets."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from courtly.text.languages import LANGUAGES
from tests.web.api.helpers import GAMES, Json, Program, command, frames_until, live, two_at_a_table

HTML = "as=html&lang=en"
SHORT: dict[str, Json] = {"courtisans": {}, "cursed_court": {"years": 1}, "monarch": {"max_rounds": 1}}
"""Options for a short match."""


def move(players: tuple[Program, Program], table: str) -> int:
    """Make the first legal move, and return the number of the next turn."""
    shown = players[0].table(table)
    mover = players[shown["to_move"]]
    mover.move(table, shown, mover.table(table)["view"]["legal"][0])
    return int(shown["turn"]) + 1


def state(connection: Any, **wanted: Any) -> Json:
    """Return the next state."""
    return frames_until(connection, "state", **wanted)[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_state_has_changed_regions_instead_of_a_view(client: httpx.Client, site: str, game: str) -> None:
    host, guest, table = two_at_a_table(client, game)
    with host.live(site, table, f"since=0&{HTML}") as connection:
        first = state(connection)
        assert first["from"] is None
        assert {"asked", "company"} <= first["regions"].keys()
        turn = move((host, guest), table)
        second = state(connection, turn=turn)
    assert second["from"] == first["version"]
    assert "view" not in first.keys() | second.keys()
    assert all(bool(shown["acts"]) == (shown["to_move"] == shown["you"]) for shown in (first, second))
    sizes = [sum(map(len, sent["regions"].values())) for sent in (first, second)]
    assert 0 < sizes[1] < sizes[0]


def test_a_page_with_the_present_version_gets_no_regions_and_a_page_with_an_uncached_one_gets_all(
    client: httpx.Client, site: str
) -> None:
    host, guest, table = two_at_a_table(client)
    version = host.table(table)["version"]
    with host.live(site, table, f"since={version}&{HTML}") as connection:
        shown = state(connection)
    assert (shown["from"], shown["regions"]) == (version, {})
    for _ in range(6):
        move((host, guest), table)
    with host.live(site, table, f"since={version - 1}&{HTML}") as connection:
        assert state(connection)["from"] is None


def test_a_page_that_reconnects_soon_gets_a_diff(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client)
    with guest.live(site, table, f"since=0&{HTML}") as stays:
        before = state(stays)
        move((host, guest), table)
        after = state(stays, turn=1)
        with guest.live(site, table, f"since={before['version']}&{HTML}") as back:
            again = state(back)
    assert (again["from"], again["regions"]) == (before["version"], after["regions"])


def test_all_spectators_get_equal_regions_without_hands(client: httpx.Client, site: str) -> None:
    host, _, table = two_at_a_table(client, listed=True)
    with live(site, table, HTML) as one, live(site, table, HTML) as other, host.live(site, table, HTML) as seated:
        told = [state(connection)["regions"] for connection in (one, other, seated)]
    assert told[0] == told[1] != told[2]
    assert "play " not in "".join(told[0].values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_regions_are_in_the_language_of_the_page(client: httpx.Client, site: str, lang: str) -> None:
    host, _, table = two_at_a_table(client)
    with host.live(site, table, f"as=html&lang={lang}") as connection:
        regions = state(connection)["regions"]
    assert ("Tour 1" in regions["facts-now"]) == (lang == "fr")


def test_switched_off_parts_are_not_rendered(client: httpx.Client, site: str) -> None:
    host, _, table = two_at_a_table(client, "cursed_court", aids=True)
    headers = {**host.headers, "Cookie": "courtly_off=odds"}
    with host.live(site, table, HTML) as on, live(site, table, HTML, additional_headers=headers) as off:
        with_odds, without = ("".join(state(connection)["regions"].values()) for connection in (on, off))
    assert 'class="average">' in with_odds
    assert 'class="average">' not in without


def test_regions_contain_no_command_ids(client: httpx.Client, site: str) -> None:
    host, _, table = two_at_a_table(client)
    with host.live(site, table, HTML) as connection:
        controls = state(connection)["regions"]["table-controls"]
    assert 'name="command" value=""' in controls


def test_presence_changes_no_region(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client)
    with host.live(site, table, HTML) as connection:
        alone = state(connection)["regions"]
        with guest.live(site, table, HTML) as other:
            assert frames_until(connection, "presence", seats=[True, True])
            state(other)
    with host.live(site, table, HTML) as connection:
        assert state(connection)["regions"] == alone


def test_a_waiting_table_has_no_regions(client: httpx.Client, site: str) -> None:
    host = Program(client, "Ann")
    table = str(host.open()["id"])
    with host.live(site, table, HTML) as connection:
        waiting = state(connection)
    assert (waiting["page"], waiting["regions"]) == ("waiting", {})


def test_a_line_sent_twice_reaches_pages_once(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client)
    sent = {"command": command(), "phrase": "hello"}
    with guest.live(site, table, HTML) as connection:
        state(connection)
        for _ in range(3):
            assert host.post(f"/tables/{table}/lines", sent).status_code == 200
        host.post(f"/tables/{table}/lines", {"command": command(), "text": "the last"})
        told = frames_until(connection, "line", text="the last")
    lines = [(frame["name"], frame["text"]) for frame in told if frame["type"] == "line"]
    assert lines == [("Ann", "Hello!"), ("Ann", "the last")]


@pytest.mark.parametrize(("game", "options"), SHORT.items())
def test_a_page_gets_the_final_position_of_its_match(client: httpx.Client, site: str, game: str, options: Json) -> None:
    host, guest, table = two_at_a_table(client, game, options=options)
    with guest.live(site, table, f"since=0&{HTML}") as connection:
        shown = [state(connection)]
        while shown[-1]["page"] == "match":
            shown.append(state(connection, turn=move((host, guest), table)))
        with guest.live(site, table, f"since=0&{HTML}") as behind:
            whole = state(behind)
    *_, before, last = shown
    assert (last["page"], last["from"], last["acts"]) == ("final", before["version"], [])
    assert "asked" in last["regions"]
    assert (whole["page"], whole["from"], whole["acts"]) == ("final", None, [])
    drawn = "".join(whole["regions"].values())
    assert all(f'id="{name}"' in drawn for name in last["regions"])
