"""A rematch on pages: the final count stays until the viewer agrees, and says how many have agreed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import httpx
import pytest
from playwright.sync_api import Browser, expect

import courtly
from courtly.tables.document import SeatDocument
from courtly.text.locales import Locale
from courtly.web import table_pages
from courtly.web.render import render
from tests.web.browser import SCRIPTED
from tests.web.friends import begin, friends
from tests.web.helpers import page, page_of, table_view_of, with_table
from tests.web.table_forms import both_ready, do, offers

GAMES = [("courtisans", {}), ("cursed_court", {"years": 2}), ("monarch", {"max_rounds": 2})]


def final_page(game: str, options: dict[str, int], agreed: Sequence[int], *, match: int = 2) -> str:
    """Return the final count of two persons for the one in seat 0, who has seat 1 in the rematch."""
    played = courtly.new_match(game, players=2, seed=5, **options)
    while played.to_move is not None:
        played.play(played.legal_moves()[0])
    shown = table_view_of(played, 0)
    persons = [SeatDocument.of_person(seat.name) for seat in shown.table.seats]
    now = {"status": "waiting", "seats": persons[::-1], "you": 1, "match": match, "rematch": agreed, "to_move": None}
    locale = Locale(domain=game)
    final = table_pages.final_page(with_table(shown, **now), locale)
    return bytes(render(final.template, final, locale).body).decode()


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_final_count_says_how_many_have_agreed(game: str, options: dict[str, int]) -> None:
    text = final_page(game, options, [0])
    assert "Rematch? 1 of 2" in text
    assert all(offers(text, act) for act in ("again", "rise"))
    text = final_page(game, options, [0, 1])
    assert not offers(text, "again")
    assert "Go to table" in text


def test_an_earlier_match_shows_the_players_in_the_seats_of_that_match() -> None:
    shown = table_view_of(courtly.new_match("courtisans", players=2, seed=5), 0)
    seats = shown.table.seats
    around = table_pages.around(with_table(shown, seats=seats[::-1], you=1, match=2), Locale(), (), None)
    assert [(one.name, one.mine) for one in around.members] == [
        (seat.name, number == 0) for number, seat in enumerate(seats)
    ]


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_a_stopped_match_stays_on_the_page_until_its_viewer_agrees(
    client: httpx.Client, stranger: httpx.Client, game: str
) -> None:
    url = both_ready(client, stranger, game=game)
    do(client, url, "stop")
    assert "Rematch?" not in page(client, url).split('id="talk"')[0]
    do(stranger, url, "again")
    text = page(client, url)
    assert "The match was stopped." in text
    assert "Rematch? 1 of 2" in text
    waiting = page(stranger, url)
    assert "Rematch? 1 of 2" in waiting
    assert offers(waiting, "unready")
    do(client, url, "again")
    assert [json.loads(client.get(f"/api{url}").text)[key] for key in ("match", "status")] == [2, "playing"]


@pytest.mark.browser
def test_a_rematch_takes_only_those_who_agree_off_the_final_count(chromium: Browser, site: str) -> None:
    with friends(chromium, site, SCRIPTED, SCRIPTED) as pages:
        begin(*pages)
        for each in pages:
            each.evaluate(
                """async () => {
                  const table = `/api${location.pathname}`;
                  const seat = (await (await fetch(table)).json()).you;
                  const body = { command: crypto.randomUUID(), act: "substitute", seat, bot: "random" };
                  await fetch(`${table}/acts`, { method: "POST", body: JSON.stringify(body) });
                }"""
            )
        for each in pages:
            expect(each.locator("body.final")).to_be_visible(timeout=90_000)
        one, other = pages
        other.evaluate("window.stays = true")
        one.locator("#play-again").click()
        expect(one.locator("body.waiting")).to_be_visible()
        expect(other.locator("#rematch-votes")).to_have_text("Rematch? 1 of 2")
        assert other.evaluate("window.stays")
        other.locator("#play-again").click()
        for each in pages:
            expect(each.locator("body.match")).to_be_visible()


def test_a_stopped_match_no_longer_shows_the_votes_to_stop() -> None:
    text = page_of(courtly.new_match("courtisans", players=2, seed=5), 0, is_stopped=True)
    assert "The match was stopped." in text
    assert "want to stop" not in text


@pytest.mark.parametrize(("game", "players"), [("courtisans", 2), ("cursed_court", 3), ("monarch", 3)])
def test_a_stopped_match_offers_no_move(game: str, players: int) -> None:
    match = courtly.new_match(game, players=players, seed=5)
    buttons = re.compile(r'<button[^>]* form="acts"')
    assert buttons.search(page_of(match, match.to_move))
    assert not buttons.search(page_of(match, match.to_move, is_stopped=True))


@pytest.mark.parametrize(("game", "players"), [("courtisans", 2), ("cursed_court", 3), ("monarch", 3)])
def test_a_match_offers_no_move_while_a_bot_plays_for_the_viewer(game: str, players: int) -> None:
    match = courtly.new_match(game, players=players, seed=5)
    text = page_of(match, match.to_move, stand_in="steward")
    assert not re.search(r'<button[^>]* form="acts"', text)
    assert "<title>Your turn" not in text
    caption = re.search(r'<p class="caption"[^>]*>(.*?)</p>', text, re.DOTALL)
    assert caption
    assert "A bot (Steward) plays for you." in caption[1]
