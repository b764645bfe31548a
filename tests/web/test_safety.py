"""Security of all requests: headers, forms from other sites, limits on bodies, and errors without tracebacks."""

import re
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import courtly
from courtly.engine.errors import BadOption
from courtly.tables.opener import Opener
from courtly.web.identity import COOKIE
from courtly.web.middleware import LARGEST_BODY, SECURITY_HEADERS
from courtly.web.table_routes import MAX_FILES
from tests.web.helpers import NEW_MATCH, application, begin, page, serving, visitor

SOURCES = Path(courtly.__file__).parent
JSON = {"Accept": "application/json"}


@pytest.mark.parametrize("address", ["/", "/credits", "/healthz", "/static/icons.svg", "/nowhere", "/tables/x"])
def test_all_answers_have_the_security_headers(client: httpx.Client, address: str) -> None:
    response = client.get(address)
    assert SECURITY_HEADERS.items() <= {name: response.headers.get(name) for name in SECURITY_HEADERS}.items()


def test_a_page_uses_only_own_scripts_and_no_external_resources(client: httpx.Client) -> None:
    for text, scripts in ((page(client, "/"), 1), (page(client, begin(client)), 4)):
        data_blocks = text.count('type="application/json"')  # data blocks, which browsers do not run
        assert text.count("<script") - data_blocks == text.count('<script type="module" src="/static/') == scripts
        assert "style=" not in text
        assert 'src="http' not in text
        assert '<link rel="stylesheet" href="/static/' in text


def test_no_template_has_inline_styles_because_the_policy_forbids_them() -> None:
    templates = [*SOURCES.glob("web/templates/**/*.html"), *SOURCES.glob("games/*/templates/*.html")]
    assert len(templates) > 50
    assert [path.name for path in templates if re.search(r"""\sstyle=["']""", path.read_text())] == []


def test_pages_are_not_cached_and_static_files_are_immutable(client: httpx.Client) -> None:
    text = page(client, "/")
    sheet = text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert client.get("/").headers["cache-control"] == "no-store"
    assert "immutable" in client.get(sheet).headers["cache-control"]
    assert client.get("/static/courtly.css").headers["cache-control"] == "no-cache"


def test_the_identity_cookie_is_hidden_from_scripts_and_other_sites(client: httpx.Client) -> None:
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
def test_a_form_from_another_site_is_rejected(client: httpx.Client, headers: dict[str, str]) -> None:
    response = client.post("/tables", data=NEW_MATCH, headers={**headers, **JSON})
    assert (response.status_code, response.json()["error"]["code"]) == (403, "foreign-form")
    assert "Content-Security-Policy" in response.headers


@pytest.mark.parametrize("address", ["/", "/me", "/join/bcdfghjkmn", "/api/games", "/static/icons.svg"])
@pytest.mark.parametrize(
    ("mode", "kind"), [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), (None, None)]
)
def test_another_site_cannot_load_anything(client: httpx.Client, address: str, mode: str | None, kind: str) -> None:
    loads = {"Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": kind} if mode else {}
    response = client.get(address, headers={"Sec-Fetch-Site": "cross-site", **loads, **JSON})
    assert (response.status_code, response.json()["error"]["code"]) == (403, "foreign-form")
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("source", ["cross-site", "same-site"])
def test_another_site_can_link_to_a_page(client: httpx.Client, source: str) -> None:
    link = {"Sec-Fetch-Site": source, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert client.get("/", headers=link).status_code == 200


def test_a_form_from_the_same_site_is_accepted(client: httpx.Client, site: str) -> None:
    response = client.post("/tables", data=NEW_MATCH, headers={"Origin": site, "Sec-Fetch-Site": "same-origin"})
    assert response.status_code == 303


def test_a_body_with_a_too_large_declared_length_is_rejected(client: httpx.Client) -> None:
    response = client.post("/tables", data={**NEW_MATCH, "name": "x" * LARGEST_BODY}, headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


def test_a_body_that_grows_beyond_the_limit_is_rejected(client: httpx.Client) -> None:
    chunks = (b"name=" + b"x" * 1024 for _ in range(LARGEST_BODY // 1024 + 100))
    headers = {"Content-Type": "application/x-www-form-urlencoded", **JSON}
    response = client.post("/tables", content=chunks, headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize("charset", ["undefined", "punycode", "idna", "unicode_escape", "utf-7", "no-such-encoding"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("address", ["/tables", "/language"])
def test_a_form_in_another_charset_is_rejected(client: httpx.Client, address: str, kind: str, charset: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="lang"\r\n\r\n+2AAt+3/w-\r\n--x--\r\n'
    response = client.post(address, content=body, headers={"Content-Type": f"{kind}; charset={charset}", **JSON})
    assert response.status_code == 422
    assert response.json()["error"]["where"] == "Content-Type"
    assert charset in response.json()["error"]["message"]


@pytest.mark.parametrize("charset", ["utf-8", '"UTF-8"'])
def test_a_form_may_declare_utf_8(client: httpx.Client, charset: str) -> None:
    headers = {"Content-Type": f"application/x-www-form-urlencoded; charset={charset}"}
    assert client.post("/tables", content="game=courtisans&players=3", headers=headers).status_code == 303


def test_a_form_with_too_many_files_is_rejected(client: httpx.Client) -> None:
    files = [(f"file-{n}", b"x") for n in range(MAX_FILES + 1)]
    response = client.post("/tables", data=NEW_MATCH, files=files, headers=JSON)
    assert response.json()["error"]["code"] == "bad-form"


def test_a_client_that_disconnects_while_sending_a_form_causes_no_error(
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
    assert [record.getMessage() for record in caplog.records] == ["POST /tables: the client disconnected"]


def test_behind_a_proxy_forms_are_compared_with_the_public_address(tmp_path: Path) -> None:
    app = application(tmp_path / "courtly.db", base_url="https://games.example.org")
    with serving(app) as site, visitor(site) as client:
        own, foreign = ({"Origin": origin} for origin in ("https://games.example.org", site))
        taken = client.post("/tables", data=NEW_MATCH, headers=own)
        assert (taken.status_code, client.post("/tables", data=NEW_MATCH, headers=foreign).status_code) == (303, 403)
        assert "Secure" in taken.headers["set-cookie"]


@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "multipart/form-data", "application/json"])
def test_a_body_in_another_format_is_rejected(client: httpx.Client, content_type: str) -> None:
    response = client.post("/tables", content=b"\x00\xff{", headers={"Content-Type": content_type, **JSON})
    assert response.status_code in (400, 422)
    assert set(response.json()["error"]) == {"code", "message", "given", "where", "allowed"}


@pytest.mark.parametrize(
    ("method", "address", "status"), [("GET", "/nowhere", 404), ("GET", "/language", 405), ("PUT", "/", 405)]
)
def test_an_unknown_address_has_an_error_page_and_a_json_error(
    client: httpx.Client, method: str, address: str, status: int
) -> None:
    as_page, as_json = client.request(method, address), client.request(method, address, headers=JSON)
    assert as_page.status_code == as_json.status_code == status
    assert "Page not found" in as_page.text
    assert as_json.json()["error"]["code"] == "no-such-page"


def test_given_values_are_escaped_on_an_error_page(client: httpx.Client) -> None:
    response = client.post("/tables", data={**NEW_MATCH, "edition": "<script>alert(1)</script>"})
    assert response.status_code == 422
    assert "<script>" not in response.text
    assert "&lt;script&gt;" in response.text


def test_an_error_page_is_in_the_viewers_language(client: httpx.Client) -> None:
    assert "Page introuvable" in client.get("/nowhere", headers={"Accept-Language": "fr"}).text


def test_an_internal_error_does_not_reveal_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("the hand is hare.noble")

    monkeypatch.setattr(Opener, "open", broken)
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
def test_the_error_about_an_invalid_secret_file_names_it_and_a_remedy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "courtly.db.secret").write_bytes(content)
    with pytest.raises(BadOption, match=r"courtly\.db\.secret has no secret of at least 32 .* remove it"):
        application(tmp_path / "courtly.db")


def test_an_internal_error_in_middleware_is_answered(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.middleware.is_foreign", lambda *_: 1 / 0)
    answer = client.post("/tables", data=NEW_MATCH, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "our-fault")
    assert "Content-Security-Policy" in answer.headers


def test_the_server_has_a_liveness_probe(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
