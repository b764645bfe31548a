"""The requests of the API, and their answers."""

from __future__ import annotations

import json
import re

import httpx
import pytest

from courtly.engine.contract.game import game_names
from courtly.engine.play.records import read_record
from courtly.runtime import Runtime
from tests.web.api.helpers import GAMES, Json, Program, command, error_of, two_at_a_table

DOCUMENT = {
    *(
        "id",
        "version",
        "status",
        "game",
        "options",
        "seats",
        "you",
        "host",
        "meeting",
        "clock",
        "clocks",
        "stand_in",
        "minder",
        "timeout",
    ),
    *(
        "listed",
        "watchers",
        "talk",
        "aids",
        "rated",
        "delay",
        "known_deal",
        "commitment",
        "promise",
        "origin",
        "event",
        "match",
        "rematch",
        "turn",
        "to_move",
        "take_back",
        "may_take_back",
        "view",
    ),
}


def test_the_games_have_options_and_bots(client: httpx.Client) -> None:
    body = client.get("/api/games").json()
    assert {game["name"] for game in body["games"]} >= set(game_names())
    options = {
        option["name"]: option for game in body["games"] for option in game["options"] if game["name"] == "courtisans"
    }
    assert (options["players"]["least"], options["players"]["most"]) == (2, 5)
    assert options["edition"]["default"] in options["edition"]["values"]
    assert "courtier" in body["bots"]


def test_a_program_can_create_an_identity(client: httpx.Client) -> None:
    made = client.post("/api/players", json={"name": "  Deep Cushion "})
    body = made.json()
    assert (made.status_code, body["name"], set(body)) == (201, "Deep Cushion", {"id", "name", "token"})
    me = client.get("/api/me", headers={"Authorization": f"Bearer {body['token']}"}).json()
    assert (me["id"], me["name"], me["kind"]) == (body["id"], "Deep Cushion", "program")


def test_a_program_can_export_its_data_and_delete_itself(client: httpx.Client) -> None:
    host, guest, table = two_at_a_table(client, "courtisans")
    kept = guest.get("/me/export").json()
    assert (kept["format"], kept["player"]["id"]) == ("courtly-player/1", guest.id)
    assert {act["act"] for act in kept["acts"]} == {"sit", "ready"}
    assert client.request("DELETE", "/api/me", headers=guest.headers).status_code == 204
    assert guest.get("/me").status_code == 401
    assert guest.try_act(table, "rise").status_code == 401
    shown = host.get(f"/tables/{table}", params={"since": 0}).text
    assert '"Ben"' not in shown
    assert guest.id not in shown


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"])
def test_a_body_is_parsed_as_json_with_any_content_type(client: httpx.Client, kind: str) -> None:
    made = client.post("/api/players", content=b'{"name": "Ann"}', headers={"Content-Type": kind})
    assert made.json()["name"] == "Ann"


def test_a_cookie_identifies_a_browser(client: httpx.Client) -> None:
    client.get("/")
    assert error_of(client.get("/api/me")) == (401, "no-identity")
    client.post("/me", data={"name": "Ann"})
    first, again = client.get("/api/me").json(), client.get("/api/me").json()
    assert first == again
    assert first["kind"] == "person"


def test_the_answer_to_a_new_table_has_codes_for_the_host(ann: Program) -> None:
    table = ann.open("courtisans", 3)
    assert set(table) == DOCUMENT | {"join", "watch"}
    assert (table["status"], table["you"], table["host"], table["view"]) == ("waiting", 0, 0, None)
    assert [seat["kind"] for seat in table["seats"]] == ["program", "open", "open"]
    assert table["options"]["players"] == 3
    assert table["promise"]
    assert not table["known_deal"]


def test_a_repeated_command_opens_one_table(ann: Program) -> None:
    body = {"command": command(), "game": "courtisans", "seats": [{"kind": "me"}, {"kind": "open"}]}
    first, again = ann.post("/tables", body), ann.post("/tables", body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    other = ann.post("/tables", {**body, "listed": True})
    assert error_of(other) == (409, "command-reused")


@pytest.mark.parametrize(
    ("options", "count"), [({}, 2), ({"players": 4}, 4)], ids=["as few as the game allows", "as many as are chosen"]
)
def test_by_default_the_sender_has_a_seat_and_the_others_are_open(
    ann: Program, options: dict[str, int], count: int
) -> None:
    made = ann.post("/tables", {"command": command(), "game": "courtisans", "options": options})
    assert [seat["kind"] for seat in made.json()["seats"]] == ["program", *["open"] * (count - 1)]


def test_a_known_deal_is_marked_and_has_no_commitment(ann: Program) -> None:
    table = ann.open(seed=7)
    assert (table["known_deal"], table["promise"]) == (True, None)


@pytest.mark.parametrize("is_new", [False, True], ids=["old", "new"])
def test_fields_and_acts_can_be_sent_under_old_and_new_names(client: httpx.Client, is_new: bool) -> None:
    old, new = (
        ["minder", "word", "hand", "mind", "rise"],
        ["stand_in", "shuffle_seed", "make_host", "substitute", "leave"],
    )
    stand_in, seed, make_host, substitute, leave = new if is_new else old
    host, guest = Program(client, "Ann"), Program(client, "Ben")
    terms: Json = {stand_in: {"bot": "steward", "after": 60}}
    opened = host.open(**terms)
    table = opened["id"]
    assert opened["stand_in"] == opened["minder"] == {"bot": "steward", "after": 60}
    guest.act(table, "sit", code=opened["join"])
    # A program cannot be the host, so the act is rejected because of its seat.
    assert host.try_act(table, make_host, seat=1).json()["error"]["where"] == "seat"
    for player in (host, guest):
        player.act(table, "ready", **{seed: "rose"})
    guest.act(table, "vote", what=substitute, seat=0)
    host.act(table, "return")
    host.act(table, substitute, seat=0)
    guest.act(table, leave)
    shown = host.table(table, since=0)
    assert [seat["substituted_by"] for seat in shown["seats"]] == ["steward", "steward"]
    assert [seat["minded_by"] for seat in shown["seats"]] == ["steward", "steward"]
    assert len(shown["commitment"]) == 64
    assert shown["commitment"] == shown["promise"]
    acts = [(entry["act"], entry["event"]["args"].get("what")) for entry in shown["entries"]]
    assert {("vote", "mind"), ("mind", None), ("rise", None)} <= set(acts)
    assert host.get(f"/tables/{table}", params={"since": 0}).text.count('"rose"') == 2


def test_a_host_cannot_replace_a_program_that_sent_a_request_recently(client: httpx.Client) -> None:
    host, guest = Program(client, "Ann"), Program(client, "Ben")
    opened = host.open()
    table = opened["id"]
    guest.act(table, "sit", code=opened["join"])
    for player in (host, guest):
        player.act(table, "ready")
    assert host.table(table)["seats"][1]["present"]
    refused = host.try_act(table, "substitute", seat=1, bot="random")
    assert (refused.status_code, refused.json()["error"]["where"]) == (422, "seat")


def test_my_tables_are_newest_first(ann: Program) -> None:
    older, newer = ann.open(), ann.open()
    mine = ann.get("/me/tables").json()["tables"]
    assert [table["id"] for table in mine] == [newer["id"], older["id"]]
    assert {"to_move", "yours", "status", "updated"} <= mine[0].keys()


def test_the_lobby_shows_only_listed_tables(ann: Program, client: httpx.Client) -> None:
    listed, hidden = ann.open(listed=True), ann.open()
    ids = [table["id"] for table in client.get("/api/tables").json()["tables"]]
    assert listed["id"] in ids
    assert hidden["id"] not in ids


def test_a_code_gives_access_to_a_table(ann: Program, ben: Program) -> None:
    table = ann.open()
    assert error_of(ben.get(f"/tables/{table['id']}")) == (404, "no-such-table")
    assert ben.post("/codes", {"code": table["join"]}).json() == {"table": table["id"], "role": "join"}
    seen = ben.table(table["id"])
    assert "join" not in seen
    assert ben.act(table["id"], "sit")["version"] == 2


def test_entries_are_returned_only_with_since(ann: Program) -> None:
    table = ann.open()
    ann.act(table["id"], "ready")
    assert "entries" not in ann.table(table["id"])
    assert [entry["n"] for entry in ann.table(table["id"], since=1)["entries"]] == [1]
    assert ann.table(table["id"], since=9)["entries"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_shows_the_next_legal_moves_and_changes_nothing(client: httpx.Client, game: str) -> None:
    host, guest, table = two_at_a_table(client, game, options={"players": 2} if game != "monarch" else {})
    mover = host if host.table(table)["view"]["legal"] else guest
    before = mover.table(table)
    body = {"match": 1, "turn": 0, "moves": before["view"]["legal"][:1]}
    first, again = (mover.post(f"/tables/{table}/draft", body) for _ in range(2))
    assert first.status_code == 200, first.text
    assert first.json() == again.json()
    assert set(first.json()) == {"legal", "reveals", "view"}
    assert mover.table(table) == before


def test_only_the_player_to_move_gets_a_hint(client: httpx.Client) -> None:
    host, guest, table = two_at_a_table(client, aids=True)
    mover, other = (host, guest) if host.table(table)["view"]["legal"] else (guest, host)
    advice = mover.post(f"/tables/{table}/hint", {}).json()
    assert advice["move"] in mover.table(table)["view"]["legal"]
    assert advice["moves"][0] == advice["move"]
    assert error_of(other.post(f"/tables/{table}/hint", {})) == (409, "not-your-turn")


def test_notes_are_private(client: httpx.Client) -> None:
    host, guest, table = two_at_a_table(client, listed=True)
    written = host.client.put(f"/api/tables/{table}/notes", json={"text": "a spy?\nno"}, headers=host.headers)
    assert written.json() == {"text": "a spy?\nno"}
    assert host.get(f"/tables/{table}/notes").json() == {"text": "a spy?\nno"}
    visitor = client.get(f"/api/tables/{table}/notes")
    assert guest.get(f"/tables/{table}/notes").json() == visitor.json() == {"text": ""}


def test_a_line_sent_twice_is_stored_once_and_phrases_are_translated(client: httpx.Client) -> None:
    host, guest, table = two_at_a_table(client)
    body = {"command": command(), "text": "Well met!"}
    first, again = (host.post(f"/tables/{table}/lines", body) for _ in range(2))
    assert first.status_code == 200
    assert first.json() == again.json()
    guest.post(f"/tables/{table}/lines", {"command": command(), "phrase": "thanks"})
    lines = host.get(f"/tables/{table}/lines").json()["lines"]
    assert [(line["seat"], line["text"]) for line in lines] == [(0, "Well met!"), (1, "Thank you.")]
    french = host.client.get(
        f"/api/tables/{table}/lines?since={lines[1]['n']}", headers={**host.headers, "Accept-Language": "fr"}
    )
    assert [line["text"] for line in french.json()["lines"]] == ["Merci."]
    assert error_of(host.post(f"/tables/{table}/lines", {**body, "text": "Ill met!"})) == (409, "command-reused")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_two_programs_can_play_a_whole_match(client: httpx.Client, game: str) -> None:
    host, guest, table = two_at_a_table(client, game)
    assert error_of(host.get(f"/tables/{table}/record?match=1")) == (409, "not-over")
    for _ in range(2000):
        shown = host.table(table)
        if shown["status"] == "over":
            break
        mover = host if shown["to_move"] == 0 else guest
        shown = mover.table(table)
        mover.move(table, shown, shown["view"]["legal"][0])
    assert shown["status"] == "over"
    record = guest.get(f"/tables/{table}/record?match=1").json()
    assert read_record(record).is_over
    assert record["shuffle"]["promise"] == shown["promise"]
    assert host.table(table, since=shown["version"] - 1)["entries"][0]["act"] == "reveal"
    assert host.act(table, "again")["version"] == shown["version"] + 1
    assert host.table(table)["match"] == 2


def test_a_bot_in_a_seat_moves_automatically(ann: Program) -> None:
    table = ann.open("courtisans", [{"kind": "me"}, {"kind": "bot", "bot": "steward"}])
    ann.act(table["id"], "ready")
    shown = ann.table(table["id"])
    while shown["to_move"] != 0:
        shown = ann.table(table["id"])
    made = ann.move(table["id"], shown, shown["view"]["legal"][0])
    assert [entry["act"] for entry in made["entries"]] == ["move"]


def test_a_repeated_act_has_one_effect_and_gets_the_same_answer(client: httpx.Client) -> None:
    host, guest, table = two_at_a_table(client)
    mover = host if host.table(table)["view"]["legal"] else guest
    legal = mover.table(table)["view"]["legal"]
    body = {"command": command(), "act": "move", "match": 1, "turn": 0, "moves": legal[:1]}
    first, again = (mover.post(f"/tables/{table}/acts", body) for _ in range(2))
    assert first.status_code == 200
    assert first.content == again.content
    assert error_of(mover.post(f"/tables/{table}/acts", {**body, "moves": legal[1:2]})) == (409, "command-reused")


def test_the_health_probes_and_metrics_work(client: httpx.Client) -> None:
    two_at_a_table(client)
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ok", "store": True, "warm": True}
    counts = client.get("/metrics").text
    assert 'courtly_requests_total{method="POST",route="/api/tables/{table}/acts",status="200"}' in counts
    for name in ("courtly_acts_total", "courtly_moves_total", "courtly_append_seconds_count", "courtly_sockets"):
        assert f"\n{name}" in counts


def test_a_server_is_ready_while_it_compiles_games(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Runtime, "is_warming", property(lambda _runtime: True))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "store": True, "warm": False})


def test_the_proxy_check_tells_no_address(client: httpx.Client) -> None:
    headers = {"X-Forwarded-For": "10.1.2.3", "X-Forwarded-Proto": "https"}
    text = client.get("/proxyz", headers=headers).text
    assert "10.1.2.3" not in text
    assert json.loads(text)["forwarded_for"] is True


def test_metrics_contain_no_names_or_table_ids(client: httpx.Client) -> None:
    host, _, table = two_at_a_table(client)
    host.table(table)
    counts = client.get("/metrics").text
    assert not [secret for secret in (table, host.id, host.token, "Ann") if secret in counts]


def test_the_api_page_works_without_script(client: httpx.Client) -> None:
    page = client.get("/api", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "/api/tables/{table}/acts" in page.text
    assert re.findall(r'<script[^>]* src="/static/(\w+)', page.text) == ["install"]
    assert "/api/tables/{table}/acts" in client.get("/api/openapi.json").json()["paths"]


def test_long_answers_are_compressed_and_no_answer_is_cached(client: httpx.Client) -> None:
    games, health = client.get("/api/games"), client.get("/healthz")
    assert games.headers["content-encoding"] == "gzip"
    assert games.headers["cache-control"] == "no-store"
    assert "content-encoding" not in health.headers
