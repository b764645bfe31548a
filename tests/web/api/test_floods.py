"""Limits for each address: new persons and guesses of codes. Addresses also come from a trusted proxy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.web.api.helpers import Program, application, command, error_of
from tests.web.helpers import serving, visitor

FROM = "X-Forwarded-For"
From = Callable[[str, str], httpx.Client]


@pytest.fixture(scope="module")
def strict() -> Iterator[str]:
    """A server that allows three persons and two guesses from each address; each test uses its own addresses."""
    with serving(application(max_persons=3, max_guesses=2)) as site:
        yield site


@pytest.fixture
def from_address() -> Iterator[From]:
    """A function that makes a client which sends a given address as a proxy would."""
    with ExitStack() as stack:

        def made(site: str, address: str) -> httpx.Client:
            client = stack.enter_context(visitor(site))
            client.headers[FROM] = address
            return client

        yield made


def test_new_programs_are_limited_per_address(strict: str, from_address: From) -> None:
    client = from_address(strict, "192.0.2.1")
    answers = [client.post("/api/players", json={"name": "x"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert error_of(answers[-1]) == (429, "too-many")
    assert answers[-1].headers["retry-after"] == "600"
    assert from_address(strict, "192.0.2.2").post("/api/players", json={"name": "x"}).status_code == 201


def test_a_rejected_name_does_not_count(strict: str, from_address: From) -> None:
    client = from_address(strict, "192.0.2.3")
    assert {client.post("/api/players", json={"name": ""}).status_code for _ in range(5)} == {422}
    assert client.post("/api/players", json={"name": "x"}).status_code == 201


def test_drafts_and_hints_of_all_persons_of_an_address_are_limited(from_address: From) -> None:
    with serving(application(max_acts=1)) as site:
        five = [Program(from_address(site, "192.0.2.5")) for _ in range(5)]
        draft = {"match": 1, "turn": 0, "moves": ["harvest"]}
        statuses = [each.post("/tables/none/draft", draft).status_code for each in five[:4] for _ in range(7)]
        statuses += [each.post("/tables/none/hint", {}).status_code for each in five[:4]]
        assert {*statuses} == {404}
        assert error_of(five[4].post("/tables/none/draft?as=html", draft)) == (429, "too-many")
        assert error_of(five[4].post("/tables/none/hint", {})) == (429, "too-many")
        assert Program(from_address(site, "192.0.2.6")).post("/tables/none/draft", draft).status_code == 404


LOOKED_AT = ("/", "/tables", "/me", "/me/matches", "/me/export", "/me/leave")
READ_WITH_IDENTITY = ("/api/me", "/api/me/tables", "/tables/x/hint")


def test_new_guests_are_limited_per_address_and_get_requests_make_none(strict: str, from_address: From) -> None:
    statuses = []
    for _ in range(5):
        browser = from_address(strict, "192.0.2.4")
        assert {browser.get(path, follow_redirects=True).status_code for path in LOOKED_AT} == {200}
        assert {browser.get(path).status_code for path in READ_WITH_IDENTITY} == {401}
        statuses.append(browser.post("/me", data={"name": "Bo"}).status_code)
    assert statuses == [303, 303, 303, 429, 429]


@pytest.mark.parametrize("route", ["codes", "sit", "page"])
def test_after_wrong_codes_a_right_one_is_rejected_too(strict: str, from_address: From, route: str) -> None:
    host = Program(from_address(strict, f"198.51.100.{len(route)}"))
    table = host.open()
    guest = Program(from_address(strict, f"203.0.113.{len(route)}"))

    def tried(code: str) -> int:
        if route == "codes":
            return guest.post("/codes", {"code": code}).status_code
        if route == "sit":
            return guest.try_act(table["id"], "sit", code=code).status_code
        return guest.client.get(f"/join/{code}").status_code

    assert [tried(code) for code in ("bcdfghjkmn", "bcdfghjkmp", "bcdfghjkmq", table["join"])] == [404, 404, 429, 429]
    assert guest.post("/tables", {"command": command(), "game": "courtisans"}).status_code == 201


def test_images_of_wrong_codes_on_another_site_do_not_count(strict: str, from_address: From) -> None:
    table = Program(from_address(strict, "192.0.2.5")).open()
    visitor_of_both = from_address(strict, "192.0.2.6")
    image = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    for path in ("/join/bcdfghjkmn", "/watch/bcdfghjkmn", "/deals/bcdfghjkmn", "/recover/x", "/me"):
        assert {visitor_of_both.get(path, headers=image).status_code for _ in range(3)} == {403}
    assert visitor_of_both.get(f"/join/{table['join']}").status_code == 200
    assert visitor_of_both.post("/me", data={"name": "Bo"}).status_code == 303


def test_only_a_trusted_proxy_sets_the_address(from_address: From) -> None:
    with serving(application(max_persons=2), proxies="192.0.2.99") as site:
        statuses = [
            from_address(site, f"192.0.2.{n}").post("/api/players", json={"name": "x"}).status_code for n in range(3)
        ]
    assert statuses == [201, 201, 429]
