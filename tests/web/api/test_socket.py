"""The live connection: its frames and their order, who may connect, and limits."""

from __future__ import annotations

import asyncio
import gc
import html
import json
import re
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from courtly.tables import presence
from courtly.tables.actor import Answer
from courtly.tables.play import Play
from courtly.text.languages import LANGUAGES
from courtly.web.table_pages import match_update
from tests.web.api.helpers import GAMES, Json, Program, application, command, frames_until, live, two_at_a_table
from tests.web.helpers import serving, visitor


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with low limits."""
    app = application(
        tmp_path_factory.mktemp("narrow") / "courtly.db",
        max_sockets=2,
        max_acts=6,
        max_lines=2,
        limit_seconds=3600,
        max_watchers=3,
    )
    with serving(app) as address:
        yield address


def send(connection: ClientConnection, kind: str, **body: Any) -> str:
    """Send a message with a new command id, and return that id."""
    sent = command()
    connection.send(json.dumps({"type": kind, "command": sent, **body}))
    return sent


def refusal(site: str, table: str, query: str = "since=0", **more: Any) -> tuple[int, str]:
    """Return the status and the code of a rejected connection."""
    with pytest.raises(InvalidStatus) as refused, live(site, table, query, **more):
        pass
    response = refused.value.response
    return response.status_code, json.loads(response.body)["error"]["code"]


def closing(connection: ClientConnection) -> tuple[int, str]:
    """Return the code and the reason with which the server closes a connection."""

    def read_on() -> None:
        while True:
            connection.recv(timeout=60)

    with pytest.raises(ConnectionClosed) as closed:
        read_on()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_a_connection_starts_with_the_table_entries_and_a_state(client: httpx.Client, site: str) -> None:
    host, _, table = two_at_a_table(client)
    with host.live(site, table, "since=2") as connection:
        told = frames_until(connection, "state")
    assert [frame["type"] for frame in told] == ["table", "entry", "entry", "entry", "state"]
    assert [frame["n"] for frame in told[1:-1]] == [2, 3, 4]
    assert told[0] == {"type": "table", **{key: told[-1][key] for key in told[0] if key != "type"}}
    assert {"from", "build", "version"} <= told[-1].keys()


def test_connections_and_requests_return_the_same_entries(client: httpx.Client, site: str) -> None:
    host, _, table = two_at_a_table(client)
    with host.live(site, table) as connection:
        told = [frame for frame in frames_until(connection, "state") if frame["type"] == "entry"]
    assert told == [{"type": "entry", **entry} for entry in host.table(table, since=0)["entries"]]


def test_an_acknowledgement_comes_after_the_entries_and_the_state(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client)
    mover = host if host.table(table)["view"]["legal"] else guest
    with mover.live(site, table, "since=99") as connection:
        shown = frames_until(connection, "state")[-1]
        sent = send(connection, "act", act="move", match=1, turn=0, moves=shown["view"]["legal"][:1])
        told = [frame for frame in frames_until(connection, "ack") if frame["type"] != "presence"]
    assert [frame["type"] for frame in told] == ["entry", "state", "ack"]
    assert told[1]["from"] == shown["version"]
    assert told[2] == {"type": "ack", "command": sent, "version": shown["version"] + 1}


def test_an_error_names_the_command_it_answers(client: httpx.Client, site: str) -> None:
    host, _, table = two_at_a_table(client)
    with host.live(site, table) as connection:
        sent = send(connection, "act", act="move", match=1, turn=7, moves=["nonsense"])
        error = frames_until(connection, "error")[-1]
        assert (error["command"], error["error"]["code"], error["error"]["turn"]) == (sent, "stale", 0)
        for text, code in (
            ("{", "bad-json"),
            ("[]", "bad-act"),
            ('{"type": "dance"}', "bad-act"),
            ('{"type": "act", "act": "ready"}', "bad-command"),
            ('{"type": "act", "command": "c", "act": "ready", "wig": 1}', "bad-act"),
            ('{"type": "say", "command": "c"}', "bad-form"),
            ('{"type": "say", "command": "c", "phrase": "boo"}', "bad-form"),
        ):
            connection.send(text)
            assert frames_until(connection, "error")[-1]["error"]["code"] == code


def test_connections_and_post_requests_share_command_ids(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client)
    mover = host if host.table(table)["view"]["legal"] else guest
    body = {"act": "move", "match": 1, "turn": 0, "moves": mover.table(table)["view"]["legal"][:1]}
    with mover.live(site, table) as connection:
        sent = send(connection, "act", **body)
        ack = frames_until(connection, "ack")[-1]
    again = mover.post(f"/tables/{table}/acts", {**body, "command": sent})
    assert (again.status_code, again.json()["version"]) == (200, ack["version"])


def test_talk_and_presence_are_sent(client: httpx.Client, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Programs count as absent as soon as they close their connection.
    monkeypatch.setattr(presence, "VISIT_SECONDS", 0.0)
    host, guest, table = two_at_a_table(client)
    with host.live(site, table) as ours, guest.live(site, table) as theirs:
        frames_until(ours, "presence", seats=[True, True])
        sent = send(theirs, "say", phrase="thanks")
        line = frames_until(ours, "line")[-1]
        assert (line["seat"], line["text"], line["phrase"]) == (1, "Thank you.", "thanks")
        assert frames_until(theirs, "ack")[-1]["command"] == sent
    with host.live(site, table) as ours:
        frames_until(ours, "presence", seats=[True, False])


@pytest.mark.parametrize("game", GAMES)
def test_a_client_that_reconnects_gets_the_same_entries_of_a_match(client: httpx.Client, site: str, game: str) -> None:
    host, guest, table = two_at_a_table(client, game)
    watcher = Program(client)
    watcher.post("/codes", {"code": host.table(table)["watch"]})
    stayed: dict[str, list[str]] = {}
    with ExitStack() as stack:
        seats = [stack.enter_context(player.live(site, table)) for player in (host, guest)]
        table_views = stack.enter_context(watcher.live(site, table))
        raw: dict[str, list[str]] = {name: [] for name in ("host", "guest", "watcher")}
        over = False
        while not over:
            for name, connection, player in zip(raw, (*seats, table_views), (host, guest, watcher), strict=True):
                over = _hear_and_play(raw[name], connection, player) or over
        end = _end_of(host, table)
        for name, connection in zip(raw, (*seats, table_views), strict=True):
            while sum(text.startswith('{"type":"entry"') for text in raw[name]) < end:
                raw[name].append(str(connection.recv(timeout=60)))
        stayed = {name: [text for text in told if text.startswith('{"type":"entry"')] for name, told in raw.items()}
    for name, player in zip(stayed, (host, guest, watcher), strict=True):
        for since in (0, 1, 4, 5, end // 2, end - 1, end):
            with player.live(site, table, f"since={since}") as connection:
                told = _raw_until_state(connection)
            assert [text for text in told if text.startswith('{"type":"entry"')] == stayed[name][since:]
    # In Monarch too, the players' views of the deal differ.
    assert stayed["host"] != stayed["guest"]


def _end_of(player: Program, table: str) -> int:
    """Return the version after the entry that reveals a match's secret, the last entry of the match."""
    while True:
        version = int(player.table(table)["version"])
        if player.table(table, since=version - 1)["entries"][0]["act"] == "reveal":
            return version


def _hear_and_play(raw: list[str], connection: ClientConnection, player: Program) -> bool:
    """Read all available frames, and move if it is the player's turn; return whether the match is over."""
    shown: Json | None = None
    while True:
        try:
            raw.append(str(connection.recv(timeout=0.01 if shown is None else 0)))
        except TimeoutError:
            break
        frame = json.loads(raw[-1])
        shown = frame if frame["type"] == "state" else shown
    if shown is None or shown["status"] == "over":
        return shown is not None
    if shown["view"]["legal"]:
        send(connection, "act", act="move", match=1, turn=shown["turn"], moves=shown["view"]["legal"][:1])
    return False


def _raw_until_state(connection: ClientConnection) -> list[str]:
    told = [str(connection.recv(timeout=60))]
    while not told[-1].startswith('{"type":"state"'):
        told.append(str(connection.recv(timeout=60)))
    return told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_reconnects_gets_the_same_sentences(client: httpx.Client, site: str, game: str, lang: str) -> None:
    host, guest, table = two_at_a_table(client, game)
    for _ in range(6):
        shown = host.table(table)
        mover = host if shown["to_move"] == 0 else guest
        shown = mover.table(table)
        mover.move(table, shown, shown["view"]["legal"][0])
    with guest.live(site, table, f"since=0&as=html&lang={lang}") as connection:
        whole = [text for text in _raw_until_state(connection) if text.startswith('{"type":"entry"')]
    with guest.live(site, table, f"since=6&as=html&lang={lang}") as connection:
        rest = [text for text in _raw_until_state(connection) if text.startswith('{"type":"entry"')]
    assert rest == whole[6:]
    entries = [json.loads(text) for text in whole]
    assert all(entry["sentence"] for entry in entries if entry["act"] != "move")
    assert any(entry["sentence"] for entry in entries if entry["act"] == "move")
    assert ("Ben" in entries[1]["sentence"], "Ann" in entries[2]["sentence"]) == (True, True)


def play_at(table: str, players: tuple[Program, Program], moves: int) -> None:
    """Play the first legal move a number of times."""
    for _ in range(moves):
        shown = players[0].table(table)
        mover = players[shown["to_move"]]
        shown = mover.table(table)
        mover.move(table, shown, shown["view"]["legal"][0])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "moves"), [("courtisans", 8), ("cursed_court", 40)])
def test_lines_of_entries_have_the_same_headings_as_on_the_page(
    client: httpx.Client, site: str, game: str, moves: int, lang: str
) -> None:
    host, guest, table = two_at_a_table(client, game, listed=True, clock={"kind": "days", "days": 1})
    host.act(table, "time_off", days=2)
    play_at(table, (host, guest), moves // 2)
    guest.act(table, "time_off", days=1)
    play_at(table, (host, guest), moves - moves // 2)
    with live(site, table, f"since=5&as=html&lang={lang}") as connection:
        told = [frame for frame in frames_until(connection, "state") if frame["type"] == "entry"]
    logged = [frame for frame in told if "headings" in frame and frame["sentence"]]
    # Before the first move there is no heading yet.
    split = ((frame["headings"] or [""], frame["sentence"].split("\n")) for frame in logged)
    lines = [pair for headings, texts in split for pair in zip(headings, texts, strict=True)]
    with visitor(site) as onlooker:
        drawn = onlooker.get(f"/tables/{table}", headers={"Accept-Language": lang}).text
    log = drawn.partition('id="log"')[2].partition("</div>")[0]
    under, shown = "", []
    for tag, text in re.findall(r"<(h2|li)[^>]*>([^<]+)<", log):
        under = html.unescape(text) if tag == "h2" else under
        shown += [(under, html.unescape(text))] if tag == "li" else []
    assert shown == lines
    assert len({heading for heading, _ in lines}) > 1
    assert sum(frame["act"] == "time_off" for frame in logged) == 2


def test_a_game_without_headings_sends_no_headings(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client, "monarch")
    play_at(table, (host, guest), 2)
    with guest.live(site, table, "since=5&as=html") as connection:
        told = [frame for frame in frames_until(connection, "state") if frame["type"] == "entry"]
    assert {tuple(frame["headings"]) for frame in told if frame["act"] == "move"} == {()}


def is_kept(table: str) -> bool:
    """Return whether a state frame of a table is in memory; the server runs in this process."""
    frames = (one for one in gc.get_objects() if type(one) is dict and one.get("type") == "state")
    return any(frame.get("id") == table for frame in frames)


@pytest.mark.parametrize("query", ["since=0", "since=0&as=html&lang=en"])
def test_an_idle_connection_keeps_no_sent_frames_in_memory(client: httpx.Client, site: str, query: str) -> None:
    host, guest, table = two_at_a_table(client)
    with host.live(site, table, query) as connection:
        mover = host if host.table(table)["to_move"] == 0 else guest
        shown = mover.table(table)
        mover.move(table, shown, shown["view"]["legal"][0])
        assert frames_until(connection, "state", turn=1)
        waited = 0
        while is_kept(table) and waited < 100:
            time.sleep(0.02)
            waited += 1
        assert not is_kept(table)


def test_only_tables_have_live_connections(site: str) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(f"{site.replace('http', 'ws', 1)}/api/lobby/live"):
        pass
    assert refused.value.response.status_code == 403


def test_connections_are_rejected_like_requests(ann: Program, ben: Program, site: str) -> None:
    table = ann.open()["id"]
    assert refusal(site, table) == (404, "no-such-table")
    assert refusal(site, table, additional_headers=ben.headers) == (404, "no-such-table")
    assert refusal(site, "nowhere", additional_headers=ben.headers) == (404, "no-such-table")
    assert refusal(site, table, additional_headers={"Authorization": "Bearer x"}) == (401, "no-identity")
    assert refusal(site, table, additional_headers=ann.headers, origin="https://elsewhere.example") == (
        403,
        "foreign-form",
    )
    assert refusal(site, table, "since=x", additional_headers=ann.headers) == (422, "bad-form")
    assert refusal(site, table, "as=pdf", additional_headers=ann.headers) == (422, "bad-form")


def test_a_page_connects_with_its_cookie(ann: Program, client: httpx.Client, site: str) -> None:
    table = ann.open(listed=True)["id"]
    client.get("/")
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with live(site, table, origin=site, additional_headers={"Cookie": cookie}) as connection:
        assert frames_until(connection, "state")[-1]["you"] == "watch"
        sent = send(connection, "act", act="sit", seat=1)
        assert frames_until(connection, "ack")[-1]["command"] == sent


def test_a_client_without_an_identity_can_watch_only_listed_tables(ann: Program, site: str) -> None:
    table = ann.open(listed=True)["id"]
    with live(site, table) as connection:
        frames_until(connection, "state")
        send(connection, "act", act="sit")
        assert frames_until(connection, "error")[-1]["error"]["code"] == "no-identity"


def test_frames_are_compressed(ann: Program, site: str) -> None:
    with ann.live(site, ann.open()["id"]) as connection:
        assert "permessage-deflate" in connection.response.headers["Sec-WebSocket-Extensions"]  # type: ignore[union-attr]


def test_messages_have_a_size_limit(ann: Program, site: str) -> None:
    table = ann.open()["id"]
    with ann.live(site, table) as connection:
        connection.send(json.dumps({"type": "say", "command": "c", "text": "e" * 20_000}))
        code, reason = closing(connection)
    assert (code, "16384" in reason) == (1008, True)
    with ann.live(site, table) as connection:
        connection.send(json.dumps({"type": "say", "command": "c", "text": "e" * 40_000}))
        assert closing(connection)[0] == 1009
    with ann.live(site, table) as connection:
        connection.send(b"{}")
        assert closing(connection)[0] == 1008


def test_connections_are_limited_per_person_and_table(narrow: str) -> None:
    with visitor(narrow) as client:
        ann = Program(client)
        table = ann.open(listed=True)["id"]
        with ann.live(narrow, table), ann.live(narrow, table):
            assert refusal(narrow, table, additional_headers=ann.headers) == (429, "too-many")
            with Program(client).live(narrow, table):
                late = Program(client)
                assert refusal(narrow, table, additional_headers=late.headers) == (429, "too-many")
                late.try_act(table, "sit")
                with late.live(narrow, table) as connection:
                    assert frames_until(connection, "state")
        with ann.live(narrow, table) as connection:
            assert frames_until(connection, "state")


def test_a_client_that_sends_too_much_is_disconnected(narrow: str) -> None:
    with visitor(narrow) as client:
        ann = Program(client)
        table = ann.open()["id"]
        with ann.live(narrow, table) as connection:
            for _ in range(6):
                send(connection, "act", act="ready")
            assert closing(connection)[0] == 1008
        with ann.live(narrow, table) as connection:
            for _ in range(3):
                send(connection, "say", text="Hm.")
            assert closing(connection)[0] == 1008


def test_a_client_whose_messages_are_refused_is_disconnected(narrow: str) -> None:
    with visitor(narrow) as client:
        ann = Program(client)
        table = ann.open(listed=True)["id"]
        with ann.live(narrow, table) as connection, live(narrow, table) as spectator:
            for one in (connection, spectator):
                for _ in range(6):
                    one.send("{")
                    assert frames_until(one, "error")[-1]["error"]["code"] == "bad-json"
                one.send('{"type": "act"}')
                assert closing(one)[0] == 1008


def test_a_slow_client_is_disconnected_and_can_reconnect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only the full queue may end this connection, however slow the machine is.
    monkeypatch.setattr("courtly.web.api.socket.SEND_SECONDS", 600.0)
    monkeypatch.setattr("courtly.web.server.PING_SECONDS", 600.0)
    with (
        serving(application(tmp_path / "courtly.db"), send_buffer=4096) as site,
        visitor(site) as client,
        sockets.socket() as small,
    ):
        host, guest, table = two_at_a_table(client)
        small.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        address = httpx.URL(site)
        small.connect((address.host, address.port))
        with guest.live(site, table, "since=0", sock=small, compression=None, max_queue=1) as slow:
            assert host.table(table)["seats"][1]["present"]
            # Together, the lines are larger than the subscriber's queue and all buffers.
            for _ in range(400):
                line = {"command": command(), "text": "\u738b" * 490}
                assert host.post(f"/tables/{table}/lines", line).status_code == 200
                if not host.table(table)["seats"][1]["present"]:
                    break
            assert not host.table(table)["seats"][1]["present"]
            assert closing(slow)[0] == 1008
        with guest.live(site, table, "since=0") as again:
            assert frames_until(again, "state")[-1]["seats"][1]["present"]


def test_a_delayed_page_gets_all_entries_and_only_the_last_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page of a game is rendered in a thread. This test holds it up during three moves."""
    is_drawing, may_draw, draw = Event(), Event(), match_update

    def drawn_at_last(*arguments: Any, **more: Any) -> Any:
        is_drawing.set()
        assert may_draw.wait(60)
        return draw(*arguments, **more)

    monkeypatch.setattr("courtly.web.renderer.match_update", drawn_at_last)
    with serving(application(tmp_path / "courtly.db")) as site, visitor(site) as client:
        host, guest, table = two_at_a_table(client)
        with host.live(site, table, "since=5&as=html") as first, guest.live(site, table, "since=5&as=html") as page:
            assert is_drawing.wait(60)
            for _ in range(3):
                mover = host if host.table(table)["view"]["legal"] else guest
                shown = mover.table(table)
                mover.move(table, shown, shown["view"]["legal"][0])
            may_draw.set()
            told = [frame for frame in frames_until(page, "state", version=8) if frame["type"] in ("entry", "state")]
            assert [(frame["type"], frame.get("n", frame.get("version"))) for frame in told] == [
                *(("entry", number) for number in (5, 6, 7)),
                ("state", 8),
            ]
            frames_until(first, "state", version=8)


def test_an_act_is_finished_after_its_sender_disconnects(client: httpx.Client, site: str) -> None:
    host, guest, table = two_at_a_table(client)
    mover, other = (host, guest) if host.table(table)["view"]["legal"] else (guest, host)
    with other.live(site, table, "since=5") as watching:
        with mover.live(site, table, "since=5") as connection:
            shown = frames_until(connection, "state")[-1]
            send(connection, "act", act="move", match=1, turn=0, moves=shown["view"]["legal"][:1])
        assert frames_until(watching, "entry")[-1]["n"] == 5


def test_an_act_in_progress_is_acknowledged_when_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, has_begun, may_end = Play.act, Event(), Event()

    async def act_later(*given: Any) -> Answer:
        has_begun.set()
        await asyncio.to_thread(may_end.wait)
        return await act(*given)

    def wait_for_refusal(port: int) -> None:
        """Let the act end when the server has stopped to listen."""
        with suppress(ConnectionError):
            while True:
                sockets.create_connection(("127.0.0.1", port)).close()
        may_end.set()

    with ExitStack() as stack:
        with serving(application(tmp_path / "courtly.db")) as site:
            ann = Program(stack.enter_context(visitor(site)), "Ann")
            table = ann.open()["id"]
            connection = stack.enter_context(ann.live(site, table))
            frames_until(connection, "state")
            monkeypatch.setattr(Play, "act", act_later)
            sent = send(connection, "act", act="ready")
            assert has_begun.wait(60)
            Thread(target=wait_for_refusal, args=[int(site.rpartition(":")[2])]).start()
        assert frames_until(connection, "ack")[-1]["command"] == sent
        assert closing(connection) == (1012, "the server restarts: come back with since")


def test_a_page_may_report_what_it_has_shown(ann: Program, site: str) -> None:
    table = ann.open()["id"]
    with ann.live(site, table) as connection:
        version = frames_until(connection, "state")[-1]["version"]
        for number in (version, version, "one"):
            connection.send(json.dumps({"type": "shown", "version": number}))
        # The first report has no answer; the second repeats it.
        told = [frames_until(connection, "error")[-1]["error"] for _ in range(2)]
    assert [(error["code"], error["where"]) for error in told] == [("bad-act", "version"), ("bad-form", "version")]
