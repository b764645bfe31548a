"""Games without their own pages are rendered from their scene. The tests render all other games in this way, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import find_game, registered, set_up
from courtly.scene import page as pages
from courtly.scene.model import Act, Piece, Place, Scene, Seat
from courtly.testing.positions import stages
from courtly.text.languages import LANGUAGES
from courtly.web.games import pages_of
from courtly.web.plain import PlainPages, PlainTurn
from tests.testing import lots
from tests.web.helpers import buttons, page_input, page_of

GAMES = ["courtisans", "cursed_court", "monarch", "lots"]
SHORT = {"monarch": {"max_rounds": 2}, "cursed_court": {"years": 1}}


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Render every game with the default pages."""
    monkeypatch.setattr("courtly.web.table_pages.pages_of", lambda name: PlainPages(find_game(name)))
    with registered(lots.GAME):
        yield


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_any_game_can_be_played_on_plain_pages(game: str, lang: str, plainly: None) -> None:
    match = courtly.new_match(game, players=2, seed=3, **SHORT.get(game, {}))
    while not match.is_over:
        offered = buttons(page_of(match, match.to_move or 0, lang))
        assert sorted(offered) == match.legal_moves()
        match.play(offered[0])
    final = page_of(match, 0, lang)
    assert {"en": "Totals", "fr": "Totaux", "de": "Summen"}[lang] in final
    assert f'<html lang="{lang}">' in final


@pytest.mark.parametrize("game", GAMES)
def test_secrets_default_pages_are_equal_after_a_redeal_of_hidden_cards(game: str, plainly: None) -> None:
    setup = set_up(game, {"players": 3, **SHORT.get(game, {})})
    for match in stages(setup, seed=2, at_most=5)[:-1]:
        for seat in range(3):
            assert nameless(page_of(match.imagined(seat, stream(seat)), seat)) == nameless(page_of(match, seat))


def nameless(text: str) -> str:
    """Return a page without its random command id."""
    return re.sub(r'name="command" value="[^"]*"', "", text)


def test_a_waiting_player_is_offered_nothing(plainly: None) -> None:
    match = courtly.new_match("lots", players=2, seed=3)
    assert buttons(page_of(match, 1)) == []


def test_only_a_game_without_its_own_pages_has_default_pages() -> None:
    with registered(lots.GAME):
        assert isinstance(pages_of("lots"), PlainPages)
        assert not isinstance(pages_of("monarch"), PlainPages)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> PlainTurn:
    scene = Scene(
        title="Lots",
        question="Which card?",
        places=[
            Place("hand:0", "Hand", [Piece("a", "card", "Ace")], owner=0),
            Place("table", "Table", [Piece("b", "card", "Two <i>")]),
        ],
        acts=[
            Act("draw", "Draw"),
            Act("show a", "Show it", "a", "table"),
            Act("hide a", "Hide it", "a", why_not="Once only."),
        ],
        seats=[Seat(0, "Ann", mine=True, decides=True), Seat(1, "Bo", mine=False, decides=False)],
    )
    monkeypatch.setattr(pages, "scene_of", lambda *_: scene)
    with registered(lots.GAME):
        table = pages_of("lots").turn(page_input(courtly.new_match("lots", players=2, seed=1)))
    assert isinstance(table, PlainTurn)
    return table


def test_acts_are_grouped_by_their_source(drawn: PlainTurn) -> None:
    assert [(group.title, [act.move for act in group.acts]) for group in drawn.acts] == [
        ("", ["draw"]),
        ("Ace", ["show a", "hide a"]),
    ]


def test_places_are_grouped_by_owner(drawn: PlainTurn) -> None:
    assert [place.id for place in drawn.table.shared] == ["table"]
    assert [(seat.name, [place.id for place in seat.places]) for seat in drawn.table.seats] == [
        ("Ann", ["hand:0"]),
        ("Bo", []),
    ]


def test_an_unavailable_act_has_a_reason_instead_of_a_button(drawn: PlainTurn, plainly: None) -> None:
    text = page_of(courtly.new_match("lots", players=2, seed=1))
    assert buttons(text) == ["draw", "show a"]
    assert "Hide it <small>Once only.</small>" in text


def test_texts_of_a_scene_are_escaped(drawn: PlainTurn, plainly: None) -> None:
    assert "Two &lt;i&gt;" in page_of(courtly.new_match("lots", players=2, seed=1))
