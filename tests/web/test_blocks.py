"""The pages that block and mute people, and what blocked people see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from tests.web.helpers import JSON, application, begin, page, serving, visitor
from tests.web.table_forms import FRIENDS, both_ready, do, link, sit_down

LISTED = {**FRIENDS, "listed": "true", "watchers": "true"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own: a block extends to all new guests at its address."""
    with serving(application(tmp_path / "courtly.db")) as address:
        yield address


def people(client: httpx.Client, url: str) -> dict[str, str]:
    """Return the people at a table: their names in forms, by their names or last lines."""
    text = unescape(page(client, f"{url}/people"))
    return {
        re.sub(r"<[^>]+>|[\u2066-\u2069]", "", name).strip(): whom
        for whom, name in re.findall(r'<span id="whom-(\w+)">(.*?)</span>', text)
    }


def change(client: httpx.Client, url: str, whom: str, act: str, *, status: int = 303) -> httpx.Response:
    answer = client.post(f"{url}/people", data={"whom": whom, "act": act}, headers=JSON)
    assert answer.status_code == status, answer.text
    return answer


def block(client: httpx.Client, url: str) -> None:
    """Block the only other person at a table."""
    ((_, whom),) = people(client, url).items()
    assert change(client, url, whom, "block").headers["location"] == f"{url}/people"


def test_a_player_blocks_and_unblocks_another_on_the_page_of_a_table(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    url = both_ready(client, stranger)
    stranger.post(f"{url}/lines", data={"command": "c1", "text": "Hello there"})
    assert f'href="{url}/people"' in page(client, url)
    assert "Hello there" in page(client, url)
    block(client, url)
    assert [*people(client, url)] == ["Bo (blocked)"]
    assert "Hello there" not in page(client, url)
    other = begin(stranger, **LISTED)
    assert client.get(other).status_code == 404
    assert other not in page(client, "/tables")
    change(client, url, people(client, url)["Bo (blocked)"], "free")
    assert "Hello there" in page(client, url)
    assert client.get(other).status_code == 200


def test_blocked_people_are_listed_on_the_own_page_which_ends_blocks(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    url = both_ready(client, stranger)
    assert "You have blocked or muted no one." in page(client, "/me")
    change(client, url, people(client, url)["Bo"], "mute")
    text = page(client, f"/me?back={url}")
    assert f'<a href="{url}/people">' in text
    assert "(muted)" in text
    whom = text.split('action="/me/blocks"')[1].split('name="whom" value="')[1].split('"')[0]
    for _ in range(2):
        answer = client.post("/me/blocks", data={"whom": whom, "here": url})
        assert answer.headers["location"].endswith("#blocked")
    assert "You have blocked or muted no one." in page(client, "/me")


def test_a_host_who_blocks_a_player_removes_them_and_keeps_them_out(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    url = begin(client, **LISTED)
    do(stranger, url, "sit")
    invitation = link(page(client, url), "join")
    assert "As the host, you also remove a blocked person" in page(client, f"{url}/people")
    block(client, url)
    assert "1 of 2 seated" in page(client, url)
    assert stranger.get(url).status_code == 404
    assert stranger.post(invitation, data={"name": "Bo"}).status_code == 404


def test_a_blocked_person_is_not_told_about_the_block(client: httpx.Client, stranger: httpx.Client, site: str) -> None:
    url = begin(client, **LISTED)
    do(stranger, url, "sit")
    block(client, url)
    private = begin(client, players="2", **{"bot-2": "open", "listed": "false"})
    told = []
    for address in (url, private):
        text = stranger.get(address).text
        assert "block" not in text.lower()
        told.append(text.replace(address, "/tables/x").replace(address.removeprefix("/tables/"), "x"))
    assert told[0] == told[1]


def test_a_blocked_person_gets_the_answer_to_a_wrong_code(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **LISTED)
    do(stranger, url, "sit")
    join = link(page(client, url), "join")
    path, _, code = join.rpartition("/")
    block(client, url)
    wrong = code[::-1] if code[::-1] != code else code[1:] + code[0]
    told = [stranger.get(f"{path}/{one}") for one in (code, wrong)]
    assert [answer.status_code for answer in told] == [404, 404]
    assert told[0].text.replace(code, wrong) == told[1].text
    for method, address in (("post", join), ("get", join.replace("/join/", "/watch/"))):
        assert getattr(stranger, method)(address).status_code == 404


def test_a_new_visitor_at_the_address_of_a_blocked_person_is_not_told_about_the_block(
    client: httpx.Client, stranger: httpx.Client, site: str
) -> None:
    url = begin(client, **LISTED)
    do(stranger, url, "sit")
    block(client, url)
    other = "/tables/" + "x" * len(url.removeprefix("/tables/"))
    told = []
    for address in (url, other):
        with visitor(site) as fresh:
            answer = fresh.post(f"{address}/acts", data={"act": "sit", "command": "c1"})
            assert answer.status_code == 404
            told.append(answer.text.replace(address.removeprefix("/tables/"), "x"))
    assert told[0] == told[1]


def test_the_forms_contain_no_ids(client: httpx.Client, stranger: httpx.Client) -> None:
    url = both_ready(client, stranger)
    own = stranger.get("/me/export").json()["player"]["id"]
    block(client, url)
    for path in (f"{url}/people", "/me"):
        assert own not in page(client, path)
    theirs = people(stranger, url)
    assert set(theirs.values()).isdisjoint(people(client, url).values())


def test_a_spectator_is_named_by_the_last_line(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **LISTED)
    page(stranger, url)
    stranger.post(f"{url}/lines", data={"command": "c1", "text": "Buy my cushions"})
    assert "a spectator" in str([*people(client, url)])
    assert "Buy my" in page(client, f"{url}/people")
    block(client, url)
    assert "Buy my" not in page(client, url)
    assert "a spectator" in page(client, "/me")


def test_a_person_who_has_gone_cannot_be_blocked(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **FRIENDS)
    sit_down(client, stranger, url)
    whom = people(client, url)["Bo"]
    do(stranger, url, "rise")
    assert change(client, url, whom, "block", status=409).json()["error"]["code"] == "not-now"


def test_a_new_visitor_is_redirected_to_the_table(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, **LISTED)
    answer = stranger.get(f"{url}/people")
    assert (answer.status_code, answer.headers["location"]) == (303, url)
    assert "No one else is here." in page(client, f"{url}/people")


def test_a_new_guest_after_a_block_is_kept_out_too(client: httpx.Client, stranger: httpx.Client, site: str) -> None:
    url = begin(client, **LISTED)
    do(stranger, url, "sit")
    block(client, url)
    with visitor(site) as again:
        again.post("/me", data={"name": "Nobody"})
        assert again.get(url).status_code == 404


def test_a_server_without_blocks_has_none_of_this(tmp_path: Path) -> None:
    with (
        serving(application(tmp_path / "other.db", blocks=False, reports=False)) as site,
        visitor(site) as client,
        visitor(site) as friend,
    ):
        url = both_ready(client, friend)
        assert "/people" not in page(client, url)
        assert 'id="blocked"' not in page(client, f"/me?back={url}")
        assert client.get(f"{url}/people").status_code == 404
        assert client.post("/me/blocks", data={"whom": "x"}).status_code == 404
