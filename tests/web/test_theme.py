"""The choice of a theme: a cookie stores it, and the server puts it on all pages."""

from __future__ import annotations

import httpx
import pytest

from courtly.web.switches import DEVICE, THEMES
from tests.web.helpers import begin, page


def choose(client: httpx.Client, theme: str, here: str = "/") -> httpx.Response:
    """Send the form of a theme."""
    return client.post("/theme", data={"theme": theme, "here": here}, follow_redirects=False)


@pytest.mark.parametrize("theme", THEMES)
def test_a_chosen_theme_applies_to_every_page(client: httpx.Client, theme: str) -> None:
    url = begin(client)
    choose(client, theme)
    for address in ("/", "/me", "/rules/monarch", "/offline", "/api", "/learn/monarch/1", "/nowhere", url):
        text = client.get(address).text
        assert f'<html lang="en" data-theme="{theme}">' in text, address
        assert f'<meta name="color-scheme" content="{theme}">' in text, address


def test_without_a_choice_pages_have_the_theme_of_the_device(client: httpx.Client) -> None:
    choose(client, "dark")
    choose(client, DEVICE)
    text = page(client, "/")
    assert '<html lang="en">' in text
    assert '<meta name="color-scheme" content="light dark">' in text


def test_viewers_of_one_table_have_themes_of_their_own(client: httpx.Client, stranger: httpx.Client) -> None:
    url = begin(client, listed="true")
    choose(client, "dark")
    choose(stranger, "light")
    assert 'data-theme="dark"' in page(client, url)
    assert 'data-theme="light"' in page(stranger, "/tables")
    assert 'data-theme="dark"' in page(client, url)


def test_after_a_choice_the_browser_is_redirected_back_to_this_site(client: httpx.Client) -> None:
    assert choose(client, "dark", "/credits").headers["location"] == "/credits"
    assert choose(client, "dark", "https://elsewhere.example/").headers["location"] == "/"


def test_an_unknown_theme_is_rejected(client: httpx.Client) -> None:
    response = client.post("/theme", data={"theme": "sepia"}, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["allowed"] == ["device", "light", "dark"]


def test_a_cookie_with_an_unknown_theme_is_ignored(client: httpx.Client) -> None:
    assert '<html lang="en">' in client.get("/", headers={"Cookie": "courtly_theme=sepia"}).text
