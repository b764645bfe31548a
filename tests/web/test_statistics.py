"""The pages and the API of statistics: figures in words, no figures, and a server without statistics."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from courtly.tables.shuffle_checks import ListCheck
from courtly.tables.statistics import GameStatistics, Rate
from courtly.text.locales import Locale
from courtly.web.statistics import statistics_page
from tests.tables.counted import put_statistics
from tests.web.api.helpers import error_of
from tests.web.helpers import application, page, serving, visitor


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "courtly.db"


@pytest.fixture
def site(database: Path) -> Iterator[str]:
    """The address of a server with its own database."""
    with serving(application(database)) as address:
        yield address


def text_of(client: httpx.Client, url: str) -> str:
    return unescape(page(client, url))


def test_a_server_without_matches_says_when_they_count(site: str) -> None:
    with visitor(site) as client:
        assert "No match counts yet. Today’s matches count from tomorrow on." in text_of(client, "/stats/monarch")
        assert client.get("/api/stats/monarch").json()["matches"] == 0


@pytest.mark.parametrize(
    ("game", "item", "french"),
    [
        ("courtisans", "cards than your left neighbour’s", "que celui de votre voisin de gauche"),
        ("cursed_court", "Win rate: Regions", "Régions"),
        ("monarch", "Cards bought", "Cartes achetées"),
    ],
)
def test_the_page_names_items_options_and_lists(site: str, database: Path, game: str, item: str, french: str) -> None:
    put_statistics(database, game)
    with visitor(site) as client:
        shown = text_of(client, f"/stats/{game}")
        assert "80 matches on this server, up to yesterday." in shown
        for words in (item, "Who wins?", "begins", "first", "2 players", "50%"):
            assert words in shown
        client.headers["Accept-Language"] = "fr"
        assert french in text_of(client, f"/stats/{game}")
        assert "33\u202f%" in text_of(client, f"/stats/{game}?seats=3")


def test_the_api_has_the_figures_of_the_page(site: str, database: Path) -> None:
    put_statistics(database, "courtisans")
    with visitor(site) as client:
        found = client.get("/api/stats/courtisans?seats=2").json()
    assert (found["matches"], found["seats"], found["seat_numbers"], found["failed"]) == (80, 2, [2, 3], 0)
    assert found["options"]["players"] == {"2": 40, "3": 40}
    assert [rate["item"] for rate in found["places"]] == ["0", "1"]
    assert sum(rate["share"] for rate in found["places"]) == pytest.approx(1.0)
    assert {each["name"] for each in found["lists"]} == {"deck", "first", "missions.blue", "missions.white"}


def test_the_list_of_tables_leads_to_the_statistics(site: str) -> None:
    with visitor(site) as client:
        assert 'href="/stats"' in page(client, "/tables")
        found = client.get("/stats", follow_redirects=True)
        assert (found.status_code, found.url.path) == (200, "/stats/courtisans")


def test_a_server_without_statistics_has_no_page(database: Path) -> None:
    with serving(application(database, statistics=False)) as address, visitor(address) as client:
        assert client.get("/stats/courtisans").status_code == 404
        assert error_of(client.get("/api/stats/courtisans")) == (404, "no-such-page")
        assert "/stats" not in page(client, "/tables")


def test_an_unknown_game_and_an_impossible_number_of_players_are_refused(site: str) -> None:
    with visitor(site) as client:
        assert client.get("/stats/chess").status_code == 422
        assert client.get("/stats/monarch?seats=99").status_code == 422
        assert error_of(client.get("/api/stats/chess")) == (422, "unknown-game")


@pytest.mark.parametrize(("game", "kind"), [("courtisans", "mission"), ("cursed_court", "region"), ("monarch", "card")])
def test_an_item_of_an_earlier_version_has_its_id_as_name(game: str, kind: str) -> None:
    found = GameStatistics(20, {}, 2, [2], [], {kind: [Rate("abolished", 20, 0.5, 0.3, 0.7)]}, 0, [])
    (table,) = statistics_page(game, found, Locale()).tables
    assert [line.name for line in table.lines] == ["abolished"]


@pytest.mark.parametrize(
    ("chance", "verdict"),
    [
        (None, "too few deals"),
        (0.38, "nothing unusual: 38%"),
        (1e-9, "suspicious: fewer than 1 in 1000"),
    ],
)
def test_the_page_judges_each_list(chance: float | None, verdict: str) -> None:
    lists = [ListCheck("deck", 500, 26.3, 28, chance)]
    found = GameStatistics(1, {}, 2, [2], [], {}, 2, lists)
    shown = statistics_page("monarch", found, Locale())
    assert [line.verdict for line in shown.lists] == [verdict]
    assert shown.failed == "The deals of 2 more matches do not follow from their shuffles."
