"""The plain renderer: it renders every game without a board, and any other game on request."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import registered, set_up
from courtly.engine.play.match import Match
from courtly.games.monarch import board
from courtly.scene import plain as scenes
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.terminal import plain
from courtly.terminal.drawers import find_renderer
from courtly.terminal.play import TerminalSession, seen
from courtly.testing.positions import stages
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from tests.terminal.shown import NAMES, paper, shown
from tests.testing import lots

GAMES = ["courtisans", "cursed_court", "monarch", "lots"]
SHORT = {"monarch": {"max_rounds": 2}, "cursed_court": {"years": 1}}

SCENE = Scene(
    title="Lots",
    question="Which card?",
    facts=[Fact("Stock", "3 cards")],
    places=[
        Place("table", "Table", [Piece("a", "card", "Ace"), Piece("b", "coins", "Coin", count=3, note="shared")]),
        Place("hand:0", "Hand", owner=0, note="face down"),
    ],
    acts=[Act("show a", "Show the ace"), Act("hide a", "Hide the ace", why_not="one is hidden already")],
    seats=[
        Seat(0, "Ann", mine=True, decides=True, facts=[Fact("Cards", "3")]),
        Seat(1, "Bo", mine=False, decides=False),
    ],
    sheet=Sheet(
        "Ann wins.",
        ["Table"],
        [Row(0, "Ann", ["12"], 12, winner=True), Row(1, "Bo", ["4"], 4, winner=False)],
        ["A note."],
    ),
)


@pytest.fixture
def any_game() -> Iterator[None]:
    with registered(lots.GAME):
        yield


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "scene_of", lambda *_: SCENE)


VIEW = {"game": "lots", "events": [], "options": {}, "version": 0}


def test_a_board_is_used_unless_a_game_has_none_or_plain_is_requested(any_game: None) -> None:
    found: list[object] = [find_renderer("monarch"), find_renderer("lots"), find_renderer("monarch", plain=True)]
    assert found == [board, plain, plain]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_any_game_is_played_by_plain_acts(game: str, lang: str, any_game: None) -> None:
    match = courtly.new_match(game, players=2, seed=3, **SHORT.get(game, {}))
    console, written = paper()
    bots = {1: lambda played, seat: played.legal_moves()[0]}
    assert TerminalSession(match, Locale(lang, ["Ann", "Bo"], 0, game), console, bots, lambda _: "1", plain=True).run()
    assert match.is_over
    assert all(name in written.getvalue() for name in ("Ann", "Bo"))


@pytest.mark.parametrize("game", GAMES)
def test_secrets_a_redealt_match_renders_the_same(game: str, any_game: None) -> None:
    setup = set_up(game, {"players": 3, **SHORT.get(game, {})})
    for match in stages(setup, seed=2, at_most=5)[:-1]:
        for seat in range(3):
            assert all_of(match.imagined(seat, stream(seat)), seat) == all_of(match, seat)


def all_of(match: Match, seat: int) -> str:
    """The full output for a seat."""
    view, locale = seen(match, seat), Locale("en", NAMES[: match.players], seat, match.game)
    parts = [plain.position(view, locale), plain.question(view, locale), plain.menu(view, locale).shown]
    return "".join(map(shown, [*parts, *plain.log_lines(view, locale, start=0)]))


def test_every_place_piece_seat_and_fact_is_rendered(drawn: None) -> None:
    text = shown(plain.position(VIEW, Locale()))
    for part in ("Lots", "Stock: 3 cards", "Table", "Ace · Coin ×3 (shared)", "Ann: Hand (face down)", "Cards: 3", "▶"):
        assert part in text


def test_colons_follow_the_language(drawn: None) -> None:
    locale = Locale("fr")
    text = shown(plain.position(VIEW, locale)) + shown(plain.menu(VIEW, locale).shown)
    for part in ("Stock\u202f: 3 cards", "Ann\u202f: Hand", "Cards\u202f: 3", "Hide the ace\u202f: one"):
        assert part in text


def test_closed_acts_come_last_with_their_reason_and_without_number(drawn: None) -> None:
    menu = plain.menu(VIEW, Locale())
    assert menu.moves == {"1": "show a"}
    assert [line.split() for line in shown(menu.shown).splitlines()] == [
        ["1", "Show", "the", "ace"],
        ["Hide", "the", "ace:", "one", "is", "hidden", "already"],
    ]


def test_the_score_sheet_names_the_winner_and_adds_up(drawn: None) -> None:
    text = shown(plain.ending(VIEW, Locale()))
    assert "Ann wins." in text
    assert "★  Ann     12     12" in text
    assert "A note." in text


def test_a_spectator_sees_the_table_when_the_match_begins() -> None:
    assert plain.round_begins(VIEW)
    assert not plain.round_begins({**VIEW, "version": 1})
    assert plain.notation(Locale()) == ""


def test_the_plain_scene_asks_the_seat_that_decides() -> None:
    view = {"to_move": 0, "seat": 0}
    assert scenes.question(view, Locale("fr")) == "À vous de jouer."
