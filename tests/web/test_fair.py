"""The page that verifies a record's shuffle: it contains its data, exists in both languages, and makes no requests."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest

from courtly.engine.contract.game import find_game, game_names, registered, set_up
from courtly.web.fair import lists_of


@pytest.mark.parametrize(
    ("lang", "title"), [("en", "Was the deal fair?"), ("fr", "La donne était-elle équitable\u202f?")]
)
def test_the_page_is_in_the_viewers_language(client: httpx.Client, lang: str, title: str) -> None:
    page = client.get("/fair", headers={"Accept-Language": lang})
    assert page.status_code == 200
    assert f"<h1>{title}</h1>" in page.text


def test_the_page_contains_the_lists_of_every_game(client: httpx.Client) -> None:
    found = re.search(r'id="games">(.*?)</script>', client.get("/fair").text)
    assert found
    assert json.loads(found[1]) == json.loads(json.dumps({name: lists_of(name) for name in game_names()}))


def test_the_form_has_no_action_and_no_named_fields(client: httpx.Client) -> None:
    """Without an action and names, the browser cannot send the record, even if the script does not run."""
    form = re.search(r'<form id="fair".*?</form>', client.get("/fair").text, re.DOTALL)
    assert form
    assert not re.search(r"\b(action|name|method)=", form[0])


def test_the_script_makes_no_requests() -> None:
    script = Path(__file__).parents[2] / "src" / "courtly" / "web" / "static" / "fair.js"
    assert not re.search(r"fetch|XMLHttp|WebSocket|sendBeacon|import\s*[({'\"]", script.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("game", "options"),
    [("courtisans", {"players", "edition"}), ("cursed_court", {"players"}), ("monarch", {"players"})],
)
def test_only_few_options_affect_the_lists(game: str, options: set[str]) -> None:
    assert set(lists_of(game)["options"]) == options


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("courtisans", {"players": 5, "edition": "2023", "mission_count": "cards"}),
        ("cursed_court", {"players": 6, "coinless": True, "court_remembers": "open"}),
        ("monarch", {"players": 4, "banners": False}),
    ],
)
def test_the_lists_equal_those_that_the_game_shuffles(game: str, options: dict[str, object]) -> None:
    setup, found = set_up(game, options), lists_of(game)
    key = json.dumps([options.get(name, found["defaults"][name]) for name in found["options"]], separators=(",", ":"))
    named = [(each.name, each.kept, tuple(each.items)) for each in setup.game.documents.shuffles(setup, None)]
    assert found["lists"][key] == named


def test_a_game_that_does_not_declare_its_shuffles_has_no_lists() -> None:
    with registered(find_game("courtisans").changed(shuffles=lambda _setup, _s: [])):
        assert lists_of.__wrapped__("courtisans") == {}
