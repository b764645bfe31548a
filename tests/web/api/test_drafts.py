"""Drafts: the answers to moves before they are played."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest

from courtly.text.languages import LANGUAGES
from tests.web.api.helpers import GAMES, Json, Program, error_of, frames_until, two_at_a_table

ID = re.compile(r'\bid="([^"]*)"')
CLOCK = re.compile(r'data-seconds="(.*?)".*?<span class="left">(.*?)</span>')
"""The remaining time on a running clock, in seconds and in words."""
PILES = re.compile(r"(at-(above|below|domain-\d)|house)-(butterfly|toad|nightingale|queen|hare|stag|carp)(-v)?")
"""The regions of Courtisans with the cards and the status of one family."""


class DraftTable:
    """A table of two programs, and the page of the player to move."""

    def __init__(self, client: httpx.Client, site: str, game: str = "courtisans", **more: Any) -> None:
        self.site = site
        self.players = two_at_a_table(client, game, deal=None, seed=3, **more)[:2]
        self.id = str(self.players[0].get("/me/tables").json()["tables"][0]["id"])

    @property
    def mover(self) -> Program:
        """The player to move."""
        return self.players[self.shown["to_move"]]

    @property
    def shown(self) -> Json:
        """The table document of the first player."""
        return self.players[0].table(self.id)

    def page(self, lang: str = "en") -> Json:
        """Return the state frame for the page of the player to move."""
        with self.mover.live(self.site, self.id, f"as=html&lang={lang}") as connection:
            return frames_until(connection, "state")[-1]

    def ask(self, *moves: str, query: str = "", **more: Any) -> httpx.Response:
        """Request a draft of moves for a page."""
        shown = self.shown
        body = {"match": 1, "turn": shown["turn"], "moves": list(moves), **more}
        return self.mover.post(f"/tables/{self.id}/draft?as=html&from={shown['version']}{query}", body)

    def draft(self, *moves: str, lang: str = "en") -> Json:
        """Return the draft of moves for a page."""
        answer = self.ask(*moves, query=f"&lang={lang}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


@pytest.fixture(params=GAMES)
def table(client: httpx.Client, site: str, request: pytest.FixtureRequest) -> DraftTable:
    """A table of each game."""
    return DraftTable(client, site, request.param)


def first(page: Json) -> Json:
    """Return the first open act of a page."""
    return next(act for act in page["acts"] if not act["why_not"])


def test_a_draft_equals_the_state_after_the_move(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site)
    before, mover = table.page(), table.mover
    move = first(before)["move"]
    drafted = table.draft(move)
    mover.move(table.id, table.shown, move)
    with mover.live(site, table.id, f"since={before['version']}&as=html&lang=en") as connection:
        after = frames_until(connection, "state")[-1]
    assert after["from"] == before["version"]
    assert drafted["acts"] == after["acts"]
    # Only a draft says that the turn is not sent.
    assert "Not sent yet." in drafted["regions"].pop("confirm-words")
    assert drafted["regions"].items() <= after["regions"].items()
    assert "asked" in drafted["regions"]


def test_a_draft_contains_only_regions_of_the_page(table: DraftTable) -> None:
    page = table.page()
    drafted = table.draft(first(page)["move"])
    assert set(drafted) == {"legal", "reveals", "acts", "regions"}
    assert drafted["regions"].keys() <= {*ID.findall("".join(page["regions"].values()))}
    assert not {"acts", "acts-data", "table-controls", "asks-hint", "company", "member-0"} & drafted["regions"].keys()


def test_a_draft_changes_nothing_and_is_not_stored(table: DraftTable) -> None:
    page = table.page()
    one, other = (table.draft(first(page)["move"]) for _ in range(2))
    assert one == other
    again = table.page()
    assert (again["regions"], again["acts"]) == (page["regions"], page["acts"])


def test_the_clocks_of_a_draft_show_the_remaining_time(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site, clock={"kind": "bank", "seconds": 36_000, "increment": 10})
    moves = [first(table.page())["move"]]
    while (drafted := table.draft(*moves))["acts"]:
        moves.append(first(drafted)["move"])
        clocks = CLOCK.findall("".join(drafted["regions"].values()))
        assert clocks
        assert [one for one in clocks if not re.fullmatch(r"3\d{4} (9:|10:0)\d.*", " ".join(one))] == []


def test_a_draft_can_grow_until_no_move_may_follow(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site)
    moves = [first(table.page())["move"]]
    while (drafted := table.draft(*moves))["acts"]:
        assert {act["move"] for act in drafted["acts"] if not act["why_not"]} == set(drafted["legal"])
        assert "Not sent yet." in drafted["regions"]["confirm-words"]
        moves.append(first(drafted)["move"])
    assert len(moves) == 3
    assert drafted["legal"] == []
    assert "confirm-words" not in drafted["regions"]
    assert "Confirm, or undo." in drafted["regions"]["asked"]


def test_a_draft_shows_a_whole_turn_as_it_will_be(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site)
    moves: list[str] = []
    before, mover = table.page(), table.mover
    while (drafted := table.draft(*moves) if moves else before)["acts"]:
        moves.append(first(drafted)["move"])
    mover.act(table.id, "move", match=1, turn=table.shown["turn"], moves=moves)
    with mover.live(site, table.id, f"since={before['version']}&as=html&lang=en") as connection:
        after = frames_until(connection, "state")[-1]["regions"]
    piles = {name: html for name, html in drafted["regions"].items() if PILES.fullmatch(name)}
    assert piles == {name: html for name, html in after.items() if PILES.fullmatch(name)}
    assert sum(html.count('data-id="play:') for html in piles.values()) == len(moves) == 3


def test_a_draft_shows_no_cards_that_its_last_move_reveals(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site, "monarch")
    drafted = table.draft("harvest", "sweep")
    assert (drafted["legal"], drafted["acts"]) == ([], [])
    swept = [act["source"] for act in table.page()["acts"] if act["move"].startswith("buy ")]
    market = "".join(html for name, html in drafted["regions"].items() if "market" in name)
    assert len(swept) == 5
    assert not [card for card in swept if f'data-id="{card}"' in market]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_draft_is_in_the_language_of_its_page(client: httpx.Client, site: str, lang: str) -> None:
    table = DraftTable(client, site)
    drafted = table.draft(first(table.page())["move"], lang=lang)
    assert ("votre domaine" in json.dumps(drafted, ensure_ascii=False)) == (lang == "fr")


def test_a_page_with_an_uncached_version_gets_a_diff_to_the_present_version(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site)
    move = first(table.page())["move"]
    assert table.ask(move, query="&from=0").json() == table.draft(move)


@pytest.mark.parametrize(
    ("query", "where"), [("&from=x", "from"), ("&from=-1", "from"), ("&lang=xx", "lang"), ("&as=pdf", "as")]
)
def test_an_invalid_query_is_rejected_with_the_allowed_values(
    client: httpx.Client, site: str, query: str, where: str
) -> None:
    refused = DraftTable(client, site).ask("play", query=query)
    assert error_of(refused) == (422, "bad-form")
    assert refused.json()["error"]["where"] == where
    assert query.partition("=")[2] in refused.json()["error"]["given"]
    assert refused.json()["error"]["allowed"]


def test_pages_and_programs_get_the_same_rejections(client: httpx.Client, site: str) -> None:
    table = DraftTable(client, site)
    move = first(table.page())["move"]
    assert error_of(table.ask("nonsense")) == (422, "illegal-move")
    assert error_of(table.ask(move, turn=7)) == (409, "stale")
    assert table.ask(move, "nonsense").json()["error"]["index"] == 1
    other = next(player for player in table.players if player.id != table.mover.id)
    body = {"match": 1, "turn": 0, "moves": [move]}
    assert error_of(other.post(f"/tables/{table.id}/draft?as=html", body)) == (409, "not-your-turn")
    assert error_of(Program(client).post(f"/tables/{table.id}/draft?as=html", body)) == (404, "no-such-table")
