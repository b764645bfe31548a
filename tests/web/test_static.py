"""Static files: the server's files, the files of each game below the game's name, and no others."""

from __future__ import annotations

import httpx
import pytest

from courtly.web.static_files import static_url


@pytest.mark.parametrize("name", ["courtly.css", "monarch/monarch.css", "cursed_court/cursed_court.svg"])
def test_the_address_of_a_static_file_contains_its_hash(client: httpx.Client, name: str) -> None:
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
def test_other_files_of_a_game_are_not_served(client: httpx.Client, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404
