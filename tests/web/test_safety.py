"""What holds for every request: safe headers, no form from elsewhere, no endless body, no traceback."""

import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.engine.errors import BadOption
from courtly.tables.lobby import Lobby
from courtly.web.identity import COOKIE
from courtly.web.middleware import LARGEST_BODY, SAFETY
from courtly.web.table_routes import MOST_FILES
from tests.web.helpers import NEW_MATCH, application, begin, page, serving, visitor

JSON = {"Accept": "application/json"}


@pytest.mark.parametrize("address", ["/", "/credits", "/healthz", "/static/icons.svg", "/nowhere", "/tables/x"])
def test_every_answer_has_the_safe_headers(client: httpx.Client, address: str) -> None:
    response = client.get(address)
    assert SAFETY.items() <= {name: response.headers.get(name) for name in SAFETY}.items()


def test_a_page_uses_nothing_from_another_site_and_no_script_but_a_file_of_ours(client: httpx.Client) -> None:
    for text, scripts in ((page(client, "/"), 1), (page(client, begin(client)), 2)):
        told = text.count('type="application/json"')  # which no browser runs
        assert text.count("<script") - told == text.count('<script type="module" src="/static/') == scripts
        assert "style=" not in text
        assert 'src="http' not in text
        assert '<link rel="stylesheet" href="/static/' in text


def test_a_page_is_kept_nowhere_and_a_static_file_for_ever(client: httpx.Client) -> None:
    text = page(client, "/")
    sheet = text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert client.get("/").headers["cache-control"] == "no-store"
    assert "immutable" in client.get(sheet).headers["cache-control"]
    assert client.get("/static/courtly.css").headers["cache-control"] == "no-cache"


def test_the_identity_is_out_of_reach_of_scripts_and_other_sites(client: httpx.Client) -> None:
    cookie = client.post("/tables", data=NEW_MATCH, follow_redirects=False).headers.get_list("set-cookie")[-1]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_form_from_another_site_is_refused(client: httpx.Client, headers: dict[str, str]) -> None:
    response = client.post("/tables", data=NEW_MATCH, headers={**headers, **JSON})
    assert (response.status_code, response.json()["error"]["code"]) == (403, "foreign-form")
    assert "Content-Security-Policy" in response.headers


def test_a_form_of_our_own_pages_is_taken(client: httpx.Client, site: str) -> None:
    response = client.post("/tables", data=NEW_MATCH, headers={"Origin": site, "Sec-Fetch-Site": "same-origin"})
    assert response.status_code == 303


def test_a_body_that_announces_too_much_is_refused(client: httpx.Client) -> None:
    response = client.post("/tables", data={**NEW_MATCH, "name": "x" * LARGEST_BODY}, headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


def test_a_body_that_grows_without_end_is_refused(client: httpx.Client) -> None:
    chunks = (b"name=" + b"x" * 1024 for _ in range(LARGEST_BODY // 1024 + 100))
    headers = {"Content-Type": "application/x-www-form-urlencoded", **JSON}
    response = client.post("/tables", content=chunks, headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize("charset", ["undefined", "punycode", "idna", "unicode_escape", "utf-7", "no-such-encoding"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("address", ["/tables", "/language"])
def test_a_form_in_another_encoding_is_refused(client: httpx.Client, address: str, kind: str, charset: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="lang"\r\n\r\n+2AAt+3/w-\r\n--x--\r\n'
    response = client.post(address, content=body, headers={"Content-Type": f"{kind}; charset={charset}", **JSON})
    assert response.status_code == 422
    assert response.json()["error"]["where"] == "Content-Type"
    assert charset in response.json()["error"]["message"]


@pytest.mark.parametrize("charset", ["utf-8", '"UTF-8"'])
def test_a_form_may_say_that_it_is_utf_8(client: httpx.Client, charset: str) -> None:
    headers = {"Content-Type": f"application/x-www-form-urlencoded; charset={charset}"}
    assert client.post("/tables", content="game=courtisans&players=3", headers=headers).status_code == 303


def test_a_form_of_more_files_than_any_of_ours_is_refused(client: httpx.Client) -> None:
    files = [(f"file-{n}", b"x") for n in range(MOST_FILES + 1)]
    response = client.post("/tables", data=NEW_MATCH, files=files, headers=JSON)
    assert response.json()["error"]["code"] == "bad-form"


def test_a_sender_who_goes_away_in_the_middle_of_a_form_is_no_defect(
    site: str, client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "courtly.web")
    host, port = site.removeprefix("http://").split(":")
    kind = "multipart/form-data; boundary=x"
    with socket.create_connection((host, int(port))) as leaving:
        leaving.sendall(f"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n".encode())
        leaving.sendall(b"Content-Length: 1000\r\n\r\n--x\r\n")
        assert client.get("/healthz").status_code == 200
    end = time.monotonic() + 20
    while not caplog.records and time.monotonic() < end:
        time.sleep(0.01)
    assert [record.getMessage() for record in caplog.records] == ["POST /tables: the sender went away"]


def test_behind_a_proxy_the_public_address_counts(tmp_path: Path) -> None:
    app = application(tmp_path / "courtly.db", base_url="https://games.example.org")
    with serving(app) as site, visitor(site) as client:
        own, foreign = ({"Origin": origin} for origin in ("https://games.example.org", site))
        taken = client.post("/tables", data=NEW_MATCH, headers=own)
        assert (taken.status_code, client.post("/tables", data=NEW_MATCH, headers=foreign).status_code) == (303, 403)
        assert "Secure" in taken.headers["set-cookie"]


@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "multipart/form-data", "application/json"])
def test_a_body_that_is_no_form_is_refused(client: httpx.Client, content_type: str) -> None:
    response = client.post("/tables", content=b"\x00\xff{", headers={"Content-Type": content_type, **JSON})
    assert response.status_code in (400, 422)
    assert set(response.json()["error"]) == {"code", "message", "given", "where", "allowed"}


@pytest.mark.parametrize(
    ("method", "address", "status"), [("GET", "/nowhere", 404), ("GET", "/language", 405), ("PUT", "/", 405)]
)
def test_an_address_where_nothing_is_has_an_error_in_either_form(
    client: httpx.Client, method: str, address: str, status: int
) -> None:
    as_page, as_json = client.request(method, address), client.request(method, address, headers=JSON)
    assert as_page.status_code == as_json.status_code == status
    assert "Page not found" in as_page.text
    assert as_json.json()["error"]["code"] == "no-such-page"


def test_what_was_given_is_escaped_on_an_error_page(client: httpx.Client) -> None:
    response = client.post("/tables", data={**NEW_MATCH, "edition": "<script>alert(1)</script>"})
    assert response.status_code == 422
    assert "<script>" not in response.text
    assert "&lt;script&gt;" in response.text


def test_an_error_page_speaks_the_language_of_its_reader(client: httpx.Client) -> None:
    assert "Page introuvable" in client.get("/nowhere", headers={"Accept-Language": "fr"}).text


def test_a_defect_is_answered_without_a_word_on_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("the hand is hare.noble")

    monkeypatch.setattr(Lobby, "open", broken)
    with serving(application(tmp_path / "courtly.db", "a secret")) as site, visitor(site) as client:
        as_page = client.post("/tables", data=NEW_MATCH)
        as_json = client.post("/tables", data=NEW_MATCH, headers=JSON)
    assert as_page.status_code == as_json.status_code == 500
    assert as_json.json()["error"]["code"] == "our-fault"
    assert "Content-Security-Policy" in as_page.headers
    for text in (as_page.text, as_json.text):
        assert "hare.noble" not in text
        assert "Traceback" not in text


@pytest.mark.parametrize("content", [b"short", b"\xff\x00\x80" * 20, b"\x00" * 40, "é".encode() * 40])
def test_a_file_that_holds_no_secret_is_named_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "courtly.db.secret").write_bytes(content)
    with pytest.raises(BadOption, match=r"courtly\.db\.secret holds no secret of at least 32 .* remove it"):
        application(tmp_path / "courtly.db")


def test_a_defect_at_the_door_is_answered_like_any_other(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.middleware.is_foreign", lambda *_: 1 / 0)
    answer = client.post("/tables", data=NEW_MATCH, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "our-fault")
    assert "Content-Security-Policy" in answer.headers


def test_the_server_says_that_it_answers(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
