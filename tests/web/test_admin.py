"""The pages of administrators: the secret link, the session, and each act."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus

from courtly.cli import app as commands
from courtly.settings import SECRET_LENGTH
from courtly.web import admin_links
from courtly.web.admin_links import AdminLinks
from tests.web.api.helpers import Program, frames_until
from tests.web.helpers import JSON, application, begin, page, serving, visitor
from tests.web.table_forms import FRIENDS, both_ready

SECRET = "a secret".ljust(SECRET_LENGTH, ".")
PAGES = ("reports", "people", "tables", "bans", "log")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own, with a known secret."""
    with serving(application(tmp_path / "courtly.db", "a secret")) as address:
        yield address


@pytest.fixture
def admin(site: str) -> Iterator[httpx.Client]:
    """A client with the session of an administrator."""
    with visitor(site) as made:
        enter(made)
        yield made


def enter(client: httpx.Client) -> httpx.Response:
    """Open a session with a new link."""
    link = httpx.URL(AdminLinks(SECRET).make(str(client.base_url))).path
    assert "works once" in page(client, link)
    answer = client.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/reports")
    return answer


def text_of(client: httpx.Client, part: str) -> str:
    return unescape(page(client, f"/admin/{part}"))


def whom(text: str) -> str:
    return str(re.findall(r'name="whom" value="([^"]+)"', text)[0])


def send_report(client: httpx.Client, url: str) -> None:
    handle = page(client, f"{url}/people").split("/report?whom=")[1].split('"')[0]
    answer = client.post(f"{url}/report", data={"whom": handle, "reason": "insults", "text": "He <b>shouts</b>"})
    assert answer.status_code == 200


@pytest.mark.parametrize("part", PAGES)
def test_no_page_is_shown_without_a_session(client: httpx.Client, part: str) -> None:
    answer = client.get(f"/admin/{part}")
    assert answer.status_code == 403
    assert "This page is for administrators" in answer.text


@pytest.mark.parametrize("path", ["bans", "reports/x/close", "tables/x/close", "bans/x/lift", "close"])
def test_no_act_is_done_without_a_session(client: httpx.Client, path: str) -> None:
    assert client.post(f"/admin/{path}", data={"network": "0.0.0.0/0", "hours": "24"}).status_code == 403


def test_a_link_works_once_and_its_cookie_is_strict(site: str) -> None:
    with visitor(site) as first, visitor(site) as second:
        link = httpx.URL(AdminLinks(SECRET).make(site)).path
        cookie = first.post(link).headers["set-cookie"]
        assert {"HttpOnly", "Path=/admin", "SameSite=strict"} <= {part.strip() for part in cookie.split(";")}
        assert second.post(link, headers=JSON).json()["error"]["code"] == "no-such-admin-link"
        assert second.get("/admin/reports").status_code == 403
        assert "opened a session" in text_of(first, "log")


def test_links_and_sessions_expire(monkeypatch: pytest.MonkeyPatch, client: httpx.Client) -> None:
    monkeypatch.setattr(admin_links, "LINK_TIME", timedelta(seconds=-1))
    assert client.get(httpx.URL(AdminLinks(SECRET).make("http://x")).path).status_code == 404
    links = AdminLinks(SECRET)
    monkeypatch.setattr(admin_links, "SESSION_TIME", timedelta(seconds=-1))
    assert links.read_session(links.session("x")) is None


def test_nothing_else_that_is_signed_opens_a_session(client: httpx.Client) -> None:
    links = AdminLinks(SECRET)
    link = links.make("").rpartition("/")[2]
    forged = [link, links.person("x"), AdminLinks("another secret").session("x"), "x", "é", "=", ""]
    for cookie in forged:
        assert links.read_session(cookie) is None
    for code in (links.session("x"), links.person("x"), "x"):
        assert client.post(f"/admin-link/{code}").status_code == 404


def test_the_command_prints_a_link_of_the_server(tmp_path: Path) -> None:
    file = tmp_path / "courtly.db"
    with serving(application(file)) as site, visitor(site) as client:
        done = CliRunner().invoke(commands, ["admin", "link", "--database", str(file), "--base-url", site])
        assert done.exit_code == 0
        assert client.post(done.stdout.strip()).status_code == 303
        assert client.get("/admin").headers["location"] == "/admin/reports"
    assert "link" in CliRunner().invoke(commands, ["admin"]).stdout


def test_a_report_is_read_and_closed(admin: httpx.Client, client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    stranger.post(f"{url}/lines", data={"command": "c1", "text": "Grr"})
    send_report(client, url)
    text = text_of(admin, "reports")
    for part in ("Insults or threats", "He <b>shouts</b>", "Grr", "from "):
        assert part in text
    assert "<b>shouts" not in page(admin, "/admin/reports")
    path = re.findall(r'action="(/admin/reports/[^"]+/close)"', text)[0]
    for _ in range(2):
        assert admin.post(path).status_code == 303
    assert "Grr" not in text_of(admin, "reports")
    assert "Grr" in text_of(admin, "reports?closed=true")
    log = text_of(admin, "log")
    assert log.count("closed a report") == 1
    assert "Insults or threats" in log
    assert re.search("about <strong>Bo", log)


def test_a_banned_person_sees_the_end_and_the_reason_and_keeps_their_data(
    admin: httpx.Client, client: httpx.Client, stranger: httpx.Client
) -> None:
    url = both_ready(client, stranger)
    found = text_of(admin, "people?name=bo")
    assert "Bo" in found
    assert "(first visit just now)" in found
    assert 'Courtisans, being played <span class="quiet">(last change just now)' in found
    sent = {"whom": whom(found), "hours": "168", "reason": "too loud"}
    assert admin.post("/admin/bans", data=sent).status_code == 303
    answer = stranger.get(url)
    assert answer.status_code == 403
    assert "The ban ends on" in answer.text
    assert "too loud" in answer.text
    assert stranger.post(f"{url}/acts", data={"act": "rise", "command": "c"}).status_code == 403
    assert stranger.get(f"/api{url}").json()["error"]["code"] == "banned"
    assert client.get(url).status_code == 200
    assert stranger.get("/me/export").json()["player"]["name"] == "Bo"
    assert stranger.get("/me/leave").status_code == 200
    lift = re.findall(r'action="(/admin/bans/[^"]+/lift)"', text_of(admin, "bans"))[0]
    assert admin.post(lift).status_code == 303
    assert stranger.get(url).status_code == 200
    log = text_of(admin, "log")
    assert "banned" in log
    assert "ended the ban of <strong>" in log
    assert re.findall(r"<strong>(.*?)</strong>", log) == ["Bo", "Bo"]
    assert "7 days, too loud" in log


def test_a_ban_can_last_an_hour(admin: httpx.Client, stranger: httpx.Client) -> None:
    stranger.post("/me", data={"name": "Bo"})
    form = text_of(admin, "people?name=Bo")
    assert re.findall(r'<option value="(\d+)"', form) == ["1", "24", "168", "720", "8760"]
    for words in ("1 hour", "1 day", "7 days", "30 days", "365 days"):
        assert f">{words}</option>" in form
    before = datetime.now(UTC)
    admin.post("/admin/bans", data={"whom": whom(form), "hours": "1"})
    told = stranger.get("/api/me/tables").json()["error"]["message"]
    until = datetime.fromisoformat(re.findall(r"until (\S+?)\.?$", told)[0])
    assert timedelta(minutes=58) < until - before < timedelta(minutes=62)


def test_a_ban_closes_the_report_that_led_to_it(
    admin: httpx.Client, client: httpx.Client, stranger: httpx.Client
) -> None:
    send_report(client, both_ready(client, stranger))
    text = text_of(admin, "reports")
    (report,) = re.findall(r'name="report" value="([^"]+)"', text)
    admin.post("/admin/bans", data={"whom": whom(text), "hours": "24", "report": report})
    assert "There are no reports." in text_of(admin, "reports")
    assert "Ban and close this report" not in text_of(admin, "reports?closed=true")
    log = text_of(admin, "log")
    assert log.index("closed a report") < log.index("banned")


def test_a_banned_person_can_leave(admin: httpx.Client, stranger: httpx.Client) -> None:
    stranger.post("/me", data={"name": "Bo"})
    admin.post("/admin/bans", data={"whom": whom(text_of(admin, "people?name=Bo")), "hours": "168"})
    assert "You have left this server" in stranger.post("/me/leave", data={"sure": "yes"}).text


def test_a_banned_program_is_refused(admin: httpx.Client, client: httpx.Client) -> None:
    program = Program(client, "Deep Cushion")
    table = program.open()["id"]
    admin.post("/admin/bans", data={"whom": whom(text_of(admin, "people?name=Cushion")), "hours": "168"})
    answer = program.get(f"/tables/{table}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")
    assert program.get("/me/export").status_code == 200


def test_a_ban_ends_a_live_connection_and_refuses_another(admin: httpx.Client, client: httpx.Client, site: str) -> None:
    program = Program(client, "Deep Cushion")
    table = str(program.open()["id"])
    with program.live(site, table) as connection:
        frames_until(connection, "state")
        admin.post("/admin/bans", data={"whom": whom(text_of(admin, "people?name=Cushion")), "hours": "168"})
        with pytest.raises(ConnectionClosed):
            frames_until(connection, "never")
    with pytest.raises(InvalidStatus) as refused, program.live(site, table):
        pass
    assert refused.value.response.status_code == 403


def test_a_banned_address_cannot_act_over_an_open_connection(
    admin: httpx.Client, client: httpx.Client, site: str
) -> None:
    program = Program(client, "Deep Cushion")
    table = str(program.open()["id"])
    with program.live(site, table) as connection:
        frames_until(connection, "state")
        admin.post("/admin/bans", data={"network": "127.0.0.0/8", "hours": "24"})
        connection.send(json.dumps({"type": "act", "command": "c1", "act": "ready"}))
        assert frames_until(connection, "error")[-1]["error"]["code"] == "banned"


def test_an_address_range_is_banned_for_all_but_the_administrator(admin: httpx.Client, client: httpx.Client) -> None:
    assert admin.post("/admin/bans", data={"network": "192.0.2.0/33", "hours": "24"}).status_code == 422
    assert admin.post("/admin/bans", data={"network": "127.0.0.0/8", "hours": "24"}).status_code == 303
    assert client.get("/").status_code == 403
    assert client.get("/api/me/tables").json()["error"]["code"] in ("banned", "no-identity")
    assert "127.0.0.0/8" in text_of(admin, "bans")


def test_an_unknown_person_cannot_be_banned(admin: httpx.Client) -> None:
    assert admin.post("/admin/bans", data={"whom": "x", "hours": "24"}).status_code == 422


def test_a_table_is_closed_and_its_players_are_told(
    admin: httpx.Client, client: httpx.Client, stranger: httpx.Client
) -> None:
    url = both_ready(client, stranger)
    assert "Bo" in text_of(admin, "tables")
    for _ in range(2):
        assert admin.post(f"/admin{url}/close").status_code == 303
    assert url.rpartition("/")[2] not in page(admin, "/admin/tables")
    assert client.get(f"/api{url}").json()["status"] == "over"
    told = page(client, url)
    assert "The operator of this server has closed the table." in told
    assert "The match was stopped." not in told
    assert 'value="again"' not in told
    log = text_of(admin, "log")
    assert log.count("closed a table <strong>Courtisans</strong>") == 1
    assert "Bo" in log
    waiting = begin(client, **FRIENDS)
    admin.post(f"/admin{waiting}/close")
    told = page(client, waiting)
    assert "This table is closed" in told
    assert "The operator of this server has closed the table." in told
    assert "look for opponents" not in told


def test_closing_the_session_ends_it_in_this_browser(admin: httpx.Client) -> None:
    assert admin.post("/admin/close").status_code == 303
    assert admin.get("/admin/reports").status_code == 403


def test_no_page_contains_the_id_of_a_player_or_a_hidden_card(
    admin: httpx.Client, client: httpx.Client, stranger: httpx.Client
) -> None:
    url = both_ready(client, stranger)
    send_report(client, url)
    own = client.get("/me/export").json()["player"]["id"]
    admin.post("/admin/bans", data={"whom": whom(text_of(admin, "people?name=Bo")), "hours": "168"})
    theirs = stranger.get("/me/export").json()["player"]["id"]
    for part in PAGES:
        text = page(admin, f"/admin/{part}")
        assert own not in text
        assert theirs not in text


def test_a_server_without_administrators_has_no_pages_and_applies_no_bans(tmp_path: Path) -> None:
    file = tmp_path / "courtly.db"
    with serving(application(file, "a secret")) as site, visitor(site) as client:
        enter(client)
        client.post("/admin/bans", data={"network": "127.0.0.0/8", "hours": "24"})
    with serving(application(file, "a secret", admin=False)) as site, visitor(site) as client:
        assert client.get("/").status_code == 200
        assert client.get("/admin/reports").status_code == 404
        assert client.post(httpx.URL(AdminLinks(SECRET).make(site)).path).status_code == 404


def test_a_form_of_another_site_changes_nothing(admin: httpx.Client) -> None:
    foreign = {"Origin": "https://elsewhere.example"}
    assert admin.post("/admin/bans", data={"network": "0.0.0.0/0", "hours": "24"}, headers=foreign).status_code == 403
    assert "No one is banned." in text_of(admin, "bans")
