"""The forms of a table with friends: links, seats, and players who are ready."""

from __future__ import annotations

import re
from html import unescape

import httpx

from tests.web.helpers import JSON, begin, page

FRIENDS = {"players": "2", "bot-2": "open"}


def link(text: str, role: str) -> str:
    """Return the path of a link in a waiting room."""
    found = re.search(rf'id="link-{role}"[^>]*value="https?://[^/"]*(/{role}/\w+)"', text)
    assert found is not None
    return found[1]


def form(text: str, act: str, **wanted: str) -> dict[str, str]:
    """Return the fields of a page's form for an act; `wanted` are values that the form must have."""
    for found in re.findall(r"<form[^>]*/acts\">(.*?)</form>", text, re.DOTALL):
        fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', found)}
        if fields.get("act") == act and wanted.items() <= fields.items():
            return fields
    raise AssertionError(f"the page has no form for {act} {wanted}")


def offers(text: str, act: str) -> bool:
    """Return whether a page has a form for an act."""
    return f'name="act" value="{act}"' in text


def do(client: httpx.Client, url: str, act: str, *, status: int = 303, **fields: str) -> httpx.Response:
    """Send a page's form for an act; `fields` replace fields of the form."""
    wanted = {"seat": fields["seat"]} if "seat" in fields else {}
    answer = client.post(f"{url}/acts", data={**form(page(client, url), act, **wanted), **fields}, headers=JSON)
    assert answer.status_code == status, answer.text
    return answer


def sit_down(client: httpx.Client, friend: httpx.Client, url: str, name: str = "Bo") -> None:
    """Let a friend follow the invitation link of a table and sit down."""
    answer = friend.post(link(page(client, url), "join"), data={"name": name})
    assert (answer.status_code, answer.headers["location"]) == (303, url)


def both_ready(client: httpx.Client, friend: httpx.Client, **fields: str) -> str:
    """Open a table for two with a friend, mark both as ready, and return the table's address."""
    url = begin(client, **{**FRIENDS, **fields})
    sit_down(client, friend, url)
    do(client, url, "ready")
    do(friend, url, "ready")
    return url
