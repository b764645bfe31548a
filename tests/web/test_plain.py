"""Games without pages of their own are drawn from their scene, plainly and whole; the others can be too."""

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
from courtly.web.plain import PlainPages, Table
from tests.testing import lots
from tests.web.helpers import buttons, page_of, seen

GAMES = ["courtisans", "cursed_court", "monarch", "lots"]
SHORT = {"monarch": {"max_rounds": 2}, "cursed_court": {"years": 1}}


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game is drawn plainly."""
    monkeypatch.setattr("courtly.web.table_pages.pages_of", lambda name: PlainPages(find_game(name)))
    with registered(lots.GAME):
        yield


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_any_game_is_played_by_plain_acts(game: str, lang: str, plainly: None) -> None:
    match = courtly.new_match(game, players=2, seed=3, **SHORT.get(game, {}))
    while not match.is_over:
        offered = buttons(page_of(match, match.to_move or 0, lang))
        assert sorted(offered) == match.legal_moves()
        match.play(offered[0])
    final = page_of(match, 0, lang)
    assert {"en": "Totals", "fr": "Totaux"}[lang] in final
    assert f'<html lang="{lang}">' in final


@pytest.mark.parametrize("game", GAMES)
def test_secrets_a_redealt_world_has_the_same_plain_page(game: str, plainly: None) -> None:
    setup = set_up(game, {"players": 3, **SHORT.get(game, {})})
    for match in stages(setup, seed=2, at_most=5)[:-1]:
        for seat in range(3):
            assert nameless(page_of(match.imagined(seat, stream(seat)), seat)) == nameless(page_of(match, seat))


def nameless(text: str) -> str:
    """A page without the name of its form, which is never the same."""
    return re.sub(r'name="command" value="[^"]*"', "", text)


def test_who_waits_is_offered_nothing(plainly: None) -> None:
    match = courtly.new_match("lots", players=2, seed=3)
    assert buttons(page_of(match, 1)) == []


def test_only_a_game_without_pages_is_drawn_plainly() -> None:
    with registered(lots.GAME):
        assert isinstance(pages_of("lots"), PlainPages)
        assert not isinstance(pages_of("monarch"), PlainPages)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Table:
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
        table = pages_of("lots").turn(seen(courtly.new_match("lots", players=2, seed=1)))
    assert isinstance(table, Table)
    return table


def test_acts_stand_together_by_the_piece_at_which_they_begin(drawn: Table) -> None:
    assert [(group.title, [act.move for act in group.acts]) for group in drawn.acts] == [
        ("", ["draw"]),
        ("Ace", ["show a", "hide a"]),
    ]


def test_places_of_a_seat_stand_with_it_and_the_others_first(drawn: Table) -> None:
    assert [place.id for place in drawn.shared] == ["table"]
    assert [(seat.name, [place.id for place in places]) for seat, places in drawn.owned] == [
        ("Ann", ["hand:0"]),
        ("Bo", []),
    ]


def test_a_closed_act_is_no_button_and_says_why(drawn: Table, plainly: None) -> None:
    text = page_of(courtly.new_match("lots", players=2, seed=1))
    assert buttons(text) == ["draw", "show a"]
    assert "Hide it <small>Once only.</small>" in text


def test_what_a_scene_says_is_escaped(drawn: Table, plainly: None) -> None:
    assert "Two &lt;i&gt;" in page_of(courtly.new_match("lots", players=2, seed=1))
