"""Acts at a table: how a form encodes a move, and which acts a page gives to its script: only the viewer's own."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest

import courtly
from courtly.engine.play.match import Match
from courtly.scene.parts import scene_of
from courtly.web.acting import act_of
from tests.web.helpers import begin, hidden, page, page_input, page_of

GAMES = courtly.game_names()
every_game = pytest.mark.parametrize("game", GAMES)


def acts_data(text: str) -> list[dict[str, Any]]:
    """Return the acts in a page's data block for the script."""
    found = re.search(r'<script id="acts-data"[^>]*>(.*?)</script>', text)
    assert found is not None
    told: list[dict[str, Any]] = json.loads(found[1])
    return told


def some_way_in(game: str) -> Match:
    """Return a match in which some moves have been made."""
    match = courtly.new_match(game, players=3, seed=5)
    for _ in range(4):
        match.play(match.legal_moves()[0])
    return match


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"move": ["play hare.noble above"]}, "play hare.noble above"),
        ({"move": ["play hare.noble", "above"]}, "play hare.noble above"),
        ({"piece": ["play hare.noble"], "place": ["above"]}, "play hare.noble above"),
        ({"piece": ["play hare.noble"]}, "play hare.noble"),
        ({"place": ["above"]}, "above"),
        ({"of-amount": ["stake"], "amount": ["7"]}, "stake 7"),
        ({}, ""),
    ],
)
def test_a_form_sends_a_move_as_one_field_or_in_parts(fields: dict[str, list[str]], move: str) -> None:
    assert act_of(fields) == {"act": "move", "moves": [move]}


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"piece": ["play hare.noble"], "amount": ["7"], "move": ["spare"]}, "spare"),
        ({"piece": ["play hare.noble"], "of-amount": ["stake"], "amount": ["7"]}, "stake 7"),
        ({"piece": ["play hare.noble"], "place": ["above"], "amount": ["7"]}, "play hare.noble above"),
    ],
)
def test_the_pressed_button_decides_which_fields_count(fields: dict[str, list[str]], move: str) -> None:
    assert act_of(fields)["moves"] == [move]


def test_an_act_other_than_a_move_has_no_moves() -> None:
    assert act_of({"act": ["again"], "piece": ["play hare.noble"], "place": ["above"]}) == {"act": "again"}


def test_a_piece_and_a_place_make_a_move(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, url)
    offered = next(act for act in acts_data(text) if act["target"] == "above" and not act["why_not"])
    piece, _, place = offered["move"].rpartition(" ")
    sent = {**hidden(text), "piece": piece, "place": place}
    assert client.post(f"{url}/acts", data=sent, follow_redirects=False).status_code == 303
    assert hidden(page(client, url))["turn"] > hidden(text)["turn"]


@every_game
def test_a_page_has_the_acts_of_the_viewers_scene(game: str) -> None:
    match = some_way_in(game)
    seat = match.to_move
    told = acts_data(page_of(match, seat))
    mine = page_input(match, seat)
    acts = scene_of(game, mine.view, mine.log, mine.locale).acts
    assert list(dict.fromkeys(act["move"] for act in told)) == [act.move for act in acts]
    assert sorted({act["move"] for act in told if not act["why_not"]}) == sorted(match.legal_moves())
    assert all(act.keys() == {"move", "words", "source", "target", "why_not", "changes"} for act in told)


@every_game
def test_secrets_only_the_player_to_move_gets_the_acts(game: str) -> None:
    match = some_way_in(game)
    others = [seat for seat in (None, *range(3)) if seat != match.to_move]
    assert [acts_data(page_of(match, seat)) for seat in others] == [[]] * 3


def test_words_of_acts_cannot_close_their_script_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.games.courtisans.scene.move_words", lambda *_: "</script><b>&")
    match = courtly.new_match("courtisans", players=3, seed=5)
    text = page_of(match, match.to_move)
    assert {act["words"] for act in acts_data(text)} == {"</script><b>&"}
    assert "</script><b>" not in text
