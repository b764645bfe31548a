"""Static files: those of the pages, and those of each game below its name, and nothing beside them."""

from __future__ import annotations

import httpx
import pytest

from courtly.web.render import static_url


@pytest.mark.parametrize("name", ["courtly.css", "monarch/monarch.css", "cursed_court/cursed_court.svg"])
def test_a_file_is_served_at_an_address_that_changes_with_it(client: httpx.Client, name: str) -> None:
    url = static_url(name)
    assert "?v=" in url
    assert client.get(url).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "nothing.css",
        "chess/monarch.css",
        "monarch/nothing.css",
        "monarch/",
        "monarch/../rules/kernels.py",
        "monarch/%2e%2e/rules/kernels.py",
        "monarch/..%2f__init__.py",
        "monarch//__init__.py",
    ],
)
def test_what_is_no_static_file_of_a_game_is_not_there(client: httpx.Client, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404
