"""The twin-world test of the pages: what a seat may not know changes no byte of any page of its match."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.tables import Table, TableSeat
from courtly.web import pages
from courtly.web.render import render
from courtly.web.text import Speaker

SEATS = (TableSeat("Camille", "human"), TableSeat("Isaure", "bot"), TableSeat("Aldric", "bot"))


def twin_deals() -> list[dict[str, Any]]:
    """Return two deals that differ in a spy of seat 1, in the last card to be drawn, and in the others' missions."""
    deal = courtly.new_match("courtisans", players=3, seed=11, deal={"first": 0}).record()["deal"]
    rest = list(deal["deck"])
    spy = next(card for card in rest if card.endswith(".spy"))
    twin = next(card for card in rest if card.endswith(".spy") and card != spy)
    rest.remove(spy)
    rest.remove(twin)
    white, blue, other = deal["missions"]
    return [
        {"first": 0, "deck": [*rest[:3], spy, *rest[3:], twin], "missions": [white, blue, other]},
        {"first": 0, "deck": [*rest[:3], twin, *rest[3:], spy], "missions": [white, other, blue]},
    ]


def shown_along(deal: dict[str, Any], lang: str) -> list[bytes]:
    """Return every page that seat 0 sees while each seat plays a spy if it has one, and else its first legal move."""
    match = courtly.new_match("courtisans", players=3, deal=deal)
    seen = []
    for _ in range(40):
        assert not match.is_over
        seen.append(page_of(match, lang))
        legal = match.legal_moves()
        match.play(next((move for move in legal if ".spy " in move), legal[0]))
    return seen


def page_of(match: Any, lang: str) -> bytes:
    """Return the page of seat 0."""
    table = Table("table", "courtisans", SEATS, 0, match.view(0), match.version)
    speaker = Speaker(lang)
    return bytes(render("courtisans/turn.html", pages.match_page(table, speaker), speaker).body)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_are_the_same_in_worlds_that_differ_in_secrets_only(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.web.pages.secrets.token_urlsafe", lambda _: "command")
    one, other = (shown_along(deal, lang) for deal in twin_deals())
    assert one == other


def test_the_worlds_of_that_test_do_differ() -> None:
    one, other = (courtly.new_match("courtisans", players=3, deal=deal).view(1) for deal in twin_deals())
    assert one["hand"] != other["hand"]
    assert one["missions"] != other["missions"]
