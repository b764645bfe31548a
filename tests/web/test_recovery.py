"""The recovery link: it is shown once, asks for confirmation before it signs a browser in, and can be withdrawn."""

from __future__ import annotations

from urllib.parse import urlencode

import httpx
import pytest

from courtly.tables.people import hashed
from tests.web.helpers import JSON, application, begin, page, serving, show_link, visitor


def test_a_link_signs_a_guest_in_on_another_browser(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    link = show_link(client)
    assert stranger.get(url).status_code == 404
    answer = stranger.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, "/tables")
    assert page(stranger, url) is not None
    assert stranger.get("/api/me").json() == client.get("/api/me").json()


def test_opening_a_link_asks_and_changes_nothing(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    begin(stranger, name="Bo")
    link = show_link(client)
    shown = stranger.get(link)
    assert "Are you Camille?" in shown.text
    assert "So far it belongs to Bo." in shown.text
    assert stranger.get("/api/me").json()["name"] == "Bo"
    assert stranger.get(url).status_code == 404
    assert "You are already Camille in this browser." in client.get(link).text


def test_a_link_is_shown_once(client: httpx.Client) -> None:
    begin(client)
    secret = show_link(client).removeprefix("/recover/")
    text = page(client, "/me")
    assert secret not in text
    assert "A link is active." in text
    assert client.get("/api/me").json()["recovery"] is True


@pytest.mark.parametrize("ending", ["withdraw", "make"])
def test_a_withdrawn_or_replaced_link_is_answered_like_an_unknown_one(
    client: httpx.Client, stranger: httpx.Client, ending: str
) -> None:
    begin(client)
    link = show_link(client)
    client.post("/me/recovery", data={"act": ending})
    answers = [
        stranger.request(method, address, headers=JSON)
        for method in ("GET", "POST")
        for address in (link, f"/recover/{'x' * 43}", "/recover/é")
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
    assert answers[0].json()["error"]["code"] == "no-such-link"
    assert stranger.get("/api/me").status_code == 401


def test_a_browser_stays_signed_in_when_the_link_is_withdrawn(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client)
    stranger.post(show_link(client))
    answer = client.post("/me/recovery", data={"act": "withdraw", "here": url})
    assert answer.headers["location"] == f"/me?{urlencode({'back': url})}"
    assert client.get("/api/me").json()["recovery"] is False
    assert page(stranger, url) is not None


def test_another_site_cannot_make_or_use_a_link(client: httpx.Client, stranger: httpx.Client) -> None:
    begin(client)
    link = show_link(client)
    foreign = {"Origin": "https://elsewhere.example"}
    assert stranger.post(link, headers=foreign).status_code == 403
    assert client.post("/me/recovery", data={"act": "make"}, headers=foreign).status_code == 403
    assert stranger.get(link).status_code == 200


def test_a_page_with_a_code_does_not_send_it_as_referrer(client: httpx.Client, stranger: httpx.Client) -> None:
    begin(client)
    assert stranger.get(show_link(client)).headers["referrer-policy"] == "strict-origin"
    assert stranger.get("/me").headers["referrer-policy"] == "same-origin"


def test_the_api_can_make_and_withdraw_a_link_too(client: httpx.Client, stranger: httpx.Client) -> None:
    begin(client)
    made = client.post("/api/me/recovery")
    assert made.status_code == 201
    link = made.json()["link"].removeprefix(str(client.base_url).rstrip("/"))
    assert stranger.get(link).status_code == 200
    assert client.delete("/api/me/recovery").status_code == 204
    assert stranger.get(link).status_code == 404


def test_programs_and_strangers_have_no_link(client: httpx.Client, stranger: httpx.Client) -> None:
    token = client.post("/api/players", json={"name": "Deep Cushion"}).json()["token"]
    refused = client.post("/api/me/recovery", headers={"Authorization": f"Bearer {token}"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not-allowed")
    assert stranger.post("/api/me/recovery").status_code == 401


def test_after_too_many_wrong_links_a_right_one_is_rejected_too() -> None:
    with serving(application(":memory:", max_guesses=2)) as site, visitor(site) as one, visitor(site) as other:
        begin(one)
        link = show_link(one)
        assert [other.get(f"/recover/{hashed(str(n))}").status_code for n in range(3)] == [404, 404, 429]
        assert other.get(link).status_code == other.post(link).status_code == 429
