"""The twin-world test of the API: hidden information does not change a byte of a seat's answers and frames.

Two tables have known deals that differ only in information hidden from the viewers. The same moves are played at both.
Table ids, times and other random values are removed before the bytes are compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import pytest

import courtly
from courtly.tables.people import COLOURS
from courtly.text.languages import LANGUAGES
from courtly.web.admin_links import AdminLinks
from tests.web.api.helpers import SECRET, Json, Program, frames_until
from tests.web.worlds import WORLDS, Worlds, every_game

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
COLOUR = re.compile(rf"\bc-({'|'.join(COLOURS)})\b")
"""The CSS class of a seat's colour."""

LONGEST = 12


class World(NamedTuple):
    """A table in one of two twin worlds: its id, players, a spectator, and a local copy of the match."""

    table: str
    seats: list[Program]
    watcher: Program
    match: Any


def begun(client: httpx.Client, game: str, worlds: Worlds, number: int) -> World:
    """Open the table of one of the twin worlds, and begin its match."""
    match = courtly.new_match(game, deal=worlds.deals[number], **{"seed": number, **worlds.options})
    seats = [Program(client, f"Seat {seat}") for seat in range(match.players)]
    options = {key: value for key, value in worlds.options.items() if key != "seed"}
    # The table would complete a partial deal in its own way, so it gets the complete deal of the local match.
    opened = seats[0].open(game, match.players, options=options, deal=match.record()["deal"])
    for seat in seats[1:]:
        seat.act(opened["id"], "sit", code=opened["join"])
    for seat in seats:
        seat.act(opened["id"], "ready")
    watcher = Program(client, "Watcher")
    watcher.post("/codes", {"code": opened["watch"]})
    return World(str(opened["id"]), seats, watcher, match)


def plain(text: str, world: World) -> str:
    """Return a text without the values that differ between any two tables: ids, times, codes, colours."""
    text = MOMENT.sub("then", text.replace(world.table, "table"))
    text = COLOUR.sub("", text)
    return re.sub(r'"(colour|join|watch)":"\w+"', r'"\1":""', text)


def refusals(player: Program, world: World) -> list[str]:
    """Return the answers to illegal lists of moves, and to drafts of legal and illegal moves."""
    shown = player.table(world.table)
    legal = shown["view"]["legal"]
    at = {"match": shown["match"], "turn": shown["turn"]}
    lists = [["nonsense"], [*legal[:1], "nonsense"], [*legal[:1], *legal[:1]], [*legal[-1:], *legal[:1], "nonsense"]]
    answers = [player.try_act(world.table, "move", **at, moves=[*moves, "nonsense"]).text for moves in lists]
    drafts = [[move] for move in legal[:4]] + lists
    pages = ["", *(f"?as=html&lang={lang}&from={shown['version']}" for lang in LANGUAGES)]
    return answers + [
        player.post(f"/tables/{world.table}/draft{page}", {**at, "moves": moves}).text
        for page in pages
        for moves in drafts
    ]


def answers_along(client: httpx.Client, game: str, worlds: Worlds, number: int) -> list[str]:
    """Return all answers that the viewers and a spectator get in one of the twin worlds."""
    world, answers = begun(client, game, worlds, number), []
    for _ in range(min(worlds.moves, LONGEST)):
        players = [*(world.seats[seat] for seat in worlds.seats), world.watcher]
        answers += [player.get(f"/tables/{world.table}?since=0").text for player in players]
        answers += [player.get(f"/me/tables{query}").text for player in players for query in ("", "?waiting=true")]
        answers += [player.get("/me/ratings").text for player in players]
        answers += [world.watcher.get(f"/{about}/{game}").text for about in ("ratings", "stats")]
        mover = world.match.to_move
        if mover in worlds.seats:
            answers += refusals(world.seats[mover], world)
        else:
            answers += [
                player.try_act(world.table, "move", match=1, turn=0, moves=["nonsense"]).text for player in players
            ]
        move = worlds.choose(world.match, number)
        world.seats[mover].move(world.table, world.seats[mover].table(world.table), move)
        world.match.play(move)
    answers += [json.dumps(client.get("/api/tables").json())]
    answers += [player.get(f"/tables/{world.table}/record").text for player in players]
    answers += [player.get("/me/export").text.replace(player.id, "me") for player in players]
    answers += admin_lines(client, world)
    return [plain(text, world) for text in answers]


def admin_lines(client: httpx.Client, world: World) -> list[str]:
    """Return the items about a table on the pages of administrators."""
    with httpx.Client(base_url=client.base_url) as admin:
        admin.post(httpx.URL(AdminLinks(SECRET).make(str(client.base_url))).path)
        text = admin.get("/admin/tables").text
    items = [item.split("</li>")[0] for item in text.split('<li class="item">')]
    found = [item for item in items if world.table in item]
    assert len(found) == 1
    return found


@pytest.mark.long
@every_game
def test_requests_have_equal_answers_in_twin_worlds(client: httpx.Client, game: str) -> None:
    worlds = WORLDS[game]()
    one, other = (answers_along(client, game, worlds, number) for number in (0, 1))
    assert len(one) > LONGEST
    assert one == other


def frames_along(client: httpx.Client, site: str, game: str, query: str) -> tuple[list[str], list[str]]:
    """Return the frames that a viewer and a spectator get in both of the twin worlds."""
    worlds = WORLDS[game]()
    one, other = (_frames(begun(client, game, worlds, number), worlds, number, site, query) for number in (0, 1))
    return one, other


def _frames(world: World, worlds: Worlds, number: int, site: str, query: str) -> list[str]:
    player = world.seats[worlds.seats[0]]
    frames: list[Json] = []
    with player.live(site, world.table, query) as ours, world.watcher.live(site, world.table, query) as theirs:
        for connection in (ours, theirs):
            frames += frames_until(connection, "state")
        for _ in range(min(worlds.moves, LONGEST)):
            move, mover = worlds.choose(world.match, number), world.match.to_move
            world.seats[mover].move(world.table, world.seats[mover].table(world.table), move)
            world.match.play(move)
            for connection in (ours, theirs):
                frames += frames_until(connection, "state", turn=world.match.version)
                # The first report has no answer; the second one is refused.
                for _ in range(2):
                    connection.send(json.dumps({"type": "shown", "version": frames[-1]["version"]}))
                frames += frames_until(connection, "error")
    return [plain(json.dumps(frame, separators=(",", ":")), world) for frame in frames]


@every_game
@pytest.mark.parametrize("query", ["since=0", *(f"since=0&as=html&lang={lang}" for lang in LANGUAGES)])
def test_connections_get_equal_frames_in_twin_worlds(client: httpx.Client, site: str, game: str, query: str) -> None:
    one, other = frames_along(client, site, game, query)
    assert len(one) > 2 * LONGEST
    assert one == other
    assert any('"headings":["' in frame for frame in one) == (game != "monarch" and "as=html" in query)
    # The lines of Cursed Court before the end of a year are its captions, too.
    assert any('"caption":"' in frame for frame in one) == (game != "cursed_court" and "as=html" in query)


@every_game
def test_the_twin_worlds_differ_in_hidden_information(client: httpx.Client, game: str) -> None:
    worlds = WORLDS[game]()
    hidden: Callable[[Any], Any] = worlds.hidden
    one, other = (hidden(begun(client, game, worlds, number).match) for number in (0, 1))
    assert one != other
