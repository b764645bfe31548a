"""All rejections of the API: their status, code and shape. They reveal no hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from courtly.engine.contract.game import find_game
from tests.web.api.helpers import Program, application, command, error_of, two_at_a_table
from tests.web.helpers import serving, visitor

ACTS = "/api/tables/nowhere/acts"


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server with low limits."""
    app = application(
        tmp_path_factory.mktemp("narrow") / "courtly.db",
        max_acts=6,
        max_lines=2,
        max_tables=3,
        limit_seconds=3600,
    )
    with serving(app) as address, visitor(address) as made:
        yield made


def mover_of(client: httpx.Client) -> tuple[Program, Program, str, dict[str, Any]]:
    """Return the player to move at a new table, the other player, the table id, and a table document."""
    host, guest, table = two_at_a_table(client, deal=None, seed=3)
    mover, other = (host, guest) if host.table(table)["view"]["legal"] else (guest, host)
    return mover, other, table, mover.table(table)


@pytest.mark.parametrize("path", ["/api/me", "/api/me/tables"])
def test_an_unknown_client_gets_401(client: httpx.Client, path: str) -> None:
    refused = client.get(path)
    assert error_of(refused) == (401, "no-identity")
    assert refused.headers["www-authenticate"] == "Bearer"


def test_a_wrong_token_gets_401_everywhere(client: httpx.Client) -> None:
    for path in ("/api/me", "/api/tables/nowhere"):
        assert error_of(client.get(path, headers={"Authorization": "Bearer nonsense"})) == (401, "no-identity")


@pytest.mark.parametrize("content", [b"{", b"", b'"\xff"', b"[" * 10_000, b'{"name": "\\ud800"}'])
def test_invalid_json_is_rejected(client: httpx.Client, content: bytes) -> None:
    refused = client.post("/api/players", content=content, headers={"Content-Type": "application/json"})
    assert refused.status_code == (400 if content else 422)
    assert "error" in refused.json()


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", 7, None])
def test_an_invalid_name_gets_422(client: httpx.Client, name: object) -> None:
    assert client.post("/api/players", json={"name": name}).status_code == 422


@pytest.mark.parametrize(
    ("body", "code", "where"),
    [
        ({"command": "a b"}, "bad-command", "command"),
        ({"game": "chess"}, "unknown-game", None),
        ({"options": {"players": 9}}, "bad-option", "players"),
        ({"options": {"wigs": 1}}, "bad-option", None),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "bad-seats", "seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "bad-seats", "seats[1].bot"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]}, "unknown-bot", None),
        ({"seats": [{"kind": "me"}, {"kind": "ghost"}]}, "bad-seats", "seats[1].kind"),
        ({"seats": []}, "bad-seats", "seats"),
        ({"clock": {"kind": "sand"}}, "bad-option", "clock.kind"),
        ({"minder": {"bot": "steward", "after": 0}}, "bad-option", "minder.after"),
        ({"deal": {"nonsense": 1}}, "bad-deal", None),
        ({"seed": -1}, "bad-form", "seed"),
        ({"wig": True}, "bad-form", "wig"),
    ],
)
def test_an_invalid_table_gets_422(ann: Program, body: dict[str, Any], code: str, where: str | None) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    refused = ann.post("/tables", {"command": command(), "game": "courtisans", "seats": seats, **body})
    assert error_of(refused) == (422, code)
    assert where is None or refused.json()["error"]["where"] == where


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"act": "sit"}, "bad-command"),
        ({"act": "sit", "command": "x" * 65}, "bad-command"),
        ({"act": "dance", "command": "c"}, "bad-act"),
        ({"command": "c"}, "bad-act"),
        ({"act": "move", "command": "c", "match": 1, "turn": 0, "moves": []}, "bad-act"),
        ({"act": "move", "command": "c", "match": True, "turn": 0, "moves": ["x"]}, "bad-act"),
        ({"act": "fill", "command": "c", "seat": 1}, "bad-act"),
        ({"act": "ready", "command": "c", "wig": 1}, "bad-act"),
        ([], "bad-act"),
    ],
)
def test_an_invalid_act_gets_422(ann: Program, body: object, code: str) -> None:
    assert error_of(ann.client.post(ACTS, json=body, headers=ann.headers)) == (422, code)


def test_a_hidden_table_gets_404_for_all_requests(ann: Program, ben: Program) -> None:
    table = ann.open()["id"]
    move = {"match": 1, "turn": 0, "moves": ["x"]}
    asked = [
        ben.get(f"/tables/{table}"),
        ben.get(f"/tables/{table}/record"),
        ben.get(f"/tables/{table}/lines"),
        ben.get(f"/tables/{table}/notes"),
        ben.post(f"/tables/{table}/acts", {"command": command(), "act": "sit"}),
        ben.post(f"/tables/{table}/draft", move),
        ben.post(f"/tables/{table}/hint", {}),
        ben.post(f"/tables/{table}/lines", {"command": command(), "text": "Hello?"}),
    ]
    nowhere = ben.get("/tables/nowhere")
    assert {error_of(refused) for refused in [*asked, nowhere]} == {(404, "no-such-table")}
    assert asked[0].text.replace(table, "nowhere") == nowhere.text


def test_an_unknown_code_gets_404(ann: Program) -> None:
    assert error_of(ann.post("/codes", {"code": "bcdfghjkmn"})) == (404, "no-such-table")
    assert error_of(ann.post("/codes", {"code": ""})) == (404, "no-such-table")


def test_an_act_of_another_role_gets_403(client: httpx.Client) -> None:
    host, guest, table = two_at_a_table(client)
    assert error_of(guest.try_act(table, "renew", code="join")) == (403, "not-allowed")
    watcher = Program(client)
    watcher.post("/codes", {"code": host.table(table)["watch"]})
    assert watcher.table(table)["you"] == "watch"
    assert error_of(watcher.try_act(table, "move", match=1, turn=0, moves=["x"])) == (403, "not-allowed")
    assert error_of(watcher.post(f"/tables/{table}/lines", {"command": command(), "text": "Hm."})) == (
        403,
        "not-allowed",
    )


def test_a_taken_seat_gets_409(client: httpx.Client) -> None:
    host, guest = Program(client), Program(client)
    opened = host.open("courtisans", 3)
    guest.act(opened["id"], "sit", seat=2, code=opened["join"])
    third = Program(client)
    refused = third.try_act(opened["id"], "sit", seat=2, code=opened["join"])
    assert error_of(refused) == (409, "seat-taken")
    assert refused.json()["error"]["allowed"] == ["1"]


def test_an_act_at_the_wrong_time_gets_409(client: httpx.Client) -> None:
    host, _, table = two_at_a_table(client)
    assert error_of(host.try_act(table, "ready")) == (409, "not-now")
    assert error_of(host.try_act(table, "again")) == (409, "not-now")


def test_the_first_failing_check_determines_the_rejection_of_a_move(client: httpx.Client) -> None:
    mover, other, table, shown = mover_of(client)
    legal = shown["view"]["legal"]
    stale = mover.try_act(table, "move", match=1, turn=5, moves=["nonsense"])
    assert error_of(stale) == (409, "stale")
    assert (stale.json()["error"]["match"], stale.json()["error"]["turn"]) == (1, 0)
    assert error_of(other.try_act(table, "move", match=1, turn=5, moves=legal[:1])) == (409, "stale")
    assert error_of(other.try_act(table, "move", match=1, turn=0, moves=["nonsense"])) == (409, "not-your-turn")
    unknown = mover.try_act(table, "move", match=1, turn=0, moves=["nonsense"])
    assert error_of(unknown) == (422, "illegal-move")
    assert (unknown.json()["error"]["reason"], unknown.json()["error"]["index"]) == ("unknown", 0)
    second = mover.try_act(table, "move", match=1, turn=0, moves=[legal[0], legal[0] + " nonsense"])
    assert second.json()["error"]["index"] == 1
    assert mover.table(table) == shown


def test_a_rejected_move_has_the_address_of_the_rule_behind_it(client: httpx.Client) -> None:
    mover, _, table, shown = mover_of(client)
    first = shown["view"]["legal"][0]
    refused = mover.try_act(table, "move", match=1, turn=0, moves=[first, first]).json()["error"]
    address, _, place = refused["rule"].partition("#")
    assert (refused["index"], address) == (1, "/rules/courtisans")
    assert f'id="{place}"' in client.get(address).text


def test_a_list_of_moves_ends_at_a_move_that_reveals_something(ann: Program, ben: Program) -> None:
    reveals = find_game("monarch").audience_view.reveals
    table = ann.open("monarch", 3, options={"players": 3}, seed=1)
    third = Program(ann.client)
    for guest in (ben, third):
        guest.act(table["id"], "sit", code=table["join"])
    for player in (ann, ben, third):
        player.act(table["id"], "ready")
    mover = (ann, ben, third)[ann.table(table["id"])["to_move"]]
    mover.move(table["id"], mover.table(table["id"]), "harvest")
    shown = mover.table(table["id"])
    revealing = next(move for move in shown["view"]["legal"] if reveals(shown["view"], move))
    refused = mover.try_act(table["id"], "move", match=1, turn=1, moves=[revealing, "end"])
    assert error_of(refused) == (422, "ends-here")
    assert refused.json()["error"]["index"] == 0
    assert mover.table(table["id"]) == shown
    drafted = mover.post(f"/tables/{table['id']}/draft", {"match": 1, "turn": 1, "moves": [revealing]})
    assert (drafted.json()["legal"], drafted.json()["reveals"]) == ([], True)
    assert drafted.json()["view"]["deck"] == shown["view"]["deck"]


def test_the_command_id_of_a_rejected_act_may_be_reused(client: httpx.Client) -> None:
    mover, _, table, shown = mover_of(client)
    body = {"command": command(), "act": "move", "match": 1, "turn": 0}
    assert mover.post(f"/tables/{table}/acts", {**body, "moves": ["nonsense"]}).status_code == 422
    assert mover.post(f"/tables/{table}/acts", {**body, "moves": shown["view"]["legal"][:1]}).status_code == 200


def test_a_command_id_may_be_used_at_one_table_only(ann: Program) -> None:
    one, other = ann.open()["id"], ann.open()["id"]
    body = {"command": command(), "act": "ready"}
    assert ann.post(f"/tables/{one}/acts", body).status_code == 200
    assert error_of(ann.post(f"/tables/{other}/acts", body)) == (409, "command-reused")


def test_a_request_from_another_site_is_rejected(ann: Program) -> None:
    refused = ann.client.post(ACTS, json={}, headers={**ann.headers, "Origin": "https://elsewhere.example"})
    assert error_of(refused) == (403, "foreign-form")


def test_requests_have_a_size_limit_which_is_higher_for_new_tables(ann: Program) -> None:
    long = {"command": command(), "act": "ready", "word": "x" * 20_000}
    assert error_of(ann.client.post(ACTS, json=long, headers=ann.headers)) == (413, "too-large")
    wide = {"command": command(), "game": "courtisans", "options": {"card_set": "x" * 200_000}}
    assert error_of(ann.post("/tables", wide)) == (422, "bad-option")
    assert error_of(ann.post("/tables", {**wide, "game": "x" * 300_000})) == (413, "too-large")


def test_acts_and_lines_are_rate_limited(narrow: httpx.Client) -> None:
    player = Program(narrow)
    table = player.open()["id"]
    told = [player.try_act(table, act) for act in ("ready", "unready", "ready", "unready", "ready", "unready")]
    assert [answer.status_code for answer in told] == [200] * 5 + [429]
    assert error_of(told[-1]) == (429, "too-many")
    assert told[-1].headers["retry-after"] == "3600"
    lines = [player.post(f"/tables/{table}/lines", {"command": command(), "text": "Hm."}) for _ in range(3)]
    assert [answer.status_code for answer in lines] == [200, 200, 429]


def test_tables_per_player_are_limited(narrow: httpx.Client) -> None:
    player = Program(narrow)
    for _ in range(3):
        player.open()
    assert error_of(player.post("/tables", {"command": command(), "game": "courtisans"})) == (429, "too-many")


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/tables/x/nowhere"])
def test_an_unknown_address_answers_in_json(client: httpx.Client, path: str) -> None:
    assert error_of(client.get(path, headers={"Accept": "text/html"})) == (404, "no-such-page")


@pytest.mark.parametrize("query", ["since=-1", "since=x", f"since={10**400}"])
def test_an_invalid_number_gets_422(client: httpx.Client, query: str) -> None:
    assert client.get(f"/api/tables/nowhere?{query}").status_code == 422


def test_errors_are_in_the_callers_language(client: httpx.Client) -> None:
    french = client.get("/api/nowhere", headers={"Accept-Language": "fr"}).json()["error"]["message"]
    english = client.get("/api/nowhere").json()["error"]["message"]
    assert french != english
