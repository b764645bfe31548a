"""What holds for every request: safe headers, no form from elsewhere, no endless body, no traceback."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from courtly.engine.errors import BadOption
from courtly.tables import TableService
from courtly.web.app import create_app
from courtly.web.identity import COOKIE
from courtly.web.middleware import LARGEST_BODY, SAFETY
from tests.web.helpers import NEW_MATCH, begin, page, serving, visitor

JSON = {"Accept": "application/json"}


@pytest.mark.parametrize("address", ["/", "/credits", "/healthz", "/static/icons.svg", "/nowhere", "/matches/x"])
def test_every_answer_has_the_safe_headers(client: httpx.Client, address: str) -> None:
    response = client.get(address)
    assert SAFETY.items() <= {name: response.headers.get(name) for name in SAFETY}.items()


def test_a_page_uses_nothing_from_another_site_and_no_script(client: httpx.Client) -> None:
    for text in (page(client, "/"), page(client, begin(client))):
        assert "<script" not in text
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
    cookie = client.post("/matches", data=NEW_MATCH, follow_redirects=False).headers["set-cookie"]
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
    response = client.post("/matches", data=NEW_MATCH, headers={**headers, **JSON})
    assert (response.status_code, response.json()["error"]["code"]) == (403, "foreign-form")
    assert "Content-Security-Policy" in response.headers


def test_a_form_of_our_own_pages_is_taken(client: httpx.Client, site: str) -> None:
    response = client.post("/matches", data=NEW_MATCH, headers={"Origin": site, "Sec-Fetch-Site": "same-origin"})
    assert response.status_code == 303


def test_a_body_that_announces_too_much_is_refused(client: httpx.Client) -> None:
    response = client.post("/matches", data={**NEW_MATCH, "name": "x" * LARGEST_BODY}, headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


def test_a_body_that_grows_without_end_is_refused(client: httpx.Client) -> None:
    chunks = (b"name=" + b"x" * 1024 for _ in range(LARGEST_BODY // 1024 + 100))
    headers = {"Content-Type": "application/x-www-form-urlencoded", **JSON}
    response = client.post("/matches", content=chunks, headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "multipart/form-data", "application/json"])
def test_a_body_that_is_no_form_is_refused(client: httpx.Client, content_type: str) -> None:
    response = client.post("/matches", content=b"\x00\xff{", headers={"Content-Type": content_type, **JSON})
    assert response.status_code in (400, 422)
    assert set(response.json()["error"]) == {"code", "message", "given", "where", "allowed"}


@pytest.mark.parametrize(
    ("method", "address", "status"), [("GET", "/nowhere", 404), ("GET", "/matches", 405), ("PUT", "/", 405)]
)
def test_an_address_where_nothing_is_has_an_error_in_either_form(
    client: httpx.Client, method: str, address: str, status: int
) -> None:
    as_page, as_json = client.request(method, address), client.request(method, address, headers=JSON)
    assert as_page.status_code == as_json.status_code == status
    assert "There is nothing here" in as_page.text
    assert as_json.json()["error"]["code"] == "no-such-page"


def test_what_was_given_is_escaped_on_an_error_page(client: httpx.Client) -> None:
    response = client.post("/matches", data={**NEW_MATCH, "edition": "<script>alert(1)</script>"})
    assert response.status_code == 422
    assert "<script" not in response.text
    assert "&lt;script&gt;" in response.text


def test_an_error_page_speaks_the_language_of_its_reader(client: httpx.Client) -> None:
    assert "Il n&#39;y a rien ici" in client.get("/nowhere", headers={"Accept-Language": "fr"}).text


def test_a_defect_is_answered_without_a_word_on_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("the hand is hare.noble")

    monkeypatch.setattr(TableService, "create", broken)
    with serving(create_app(tmp_path / "courtly.db", "secret")) as site, visitor(site) as client:
        as_page = client.post("/matches", data=NEW_MATCH)
        as_json = client.post("/matches", data=NEW_MATCH, headers=JSON)
    assert as_page.status_code == as_json.status_code == 500
    assert as_json.json()["error"]["code"] == "our-fault"
    assert "Content-Security-Policy" in as_page.headers
    for text in (as_page.text, as_json.text):
        assert "hare.noble" not in text
        assert "Traceback" not in text


def test_a_secret_that_was_not_written_whole_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "courtly.db.secret").write_text("short")
    with pytest.raises(BadOption, match="holds no secret of at least 32 characters"):
        create_app(tmp_path / "courtly.db")


def test_a_defect_at_the_door_is_answered_like_any_other(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.middleware.is_foreign", lambda _: 1 / 0)
    answer = client.post("/matches", data=NEW_MATCH, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "our-fault")
    assert "Content-Security-Policy" in answer.headers


def test_the_server_says_that_it_answers(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
