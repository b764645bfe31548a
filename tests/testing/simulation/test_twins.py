"""Twin worlds over the network: hidden cards change no byte that a player or a spectator gets, even with faults."""

from __future__ import annotations

from functools import partial

import pytest

from courtly.engine.play.match import Match
from courtly.tables.journal import Player
from courtly.tables.state import TableState
from courtly.tables.table_views import TableView, TableViews
from courtly.testing.simulation.script import Fault, Script
from courtly.testing.simulation.twins import SPECTATOR, Told, Twin, told_in
from courtly.web.app import create_app
from tests.web.worlds import WORLDS, Worlds, every_game

FAULTS = [Fault(20.0, "storm", 60.0), Fault(100.0, "kill", 5.0), Fault(150.0, "cut"), Fault(200.0, "storm", 200.0)]
MOVES = 20


def chosen(worlds: Worlds, world: int, match: Match) -> str:
    return worlds.choose(match, world)


def both(game: str) -> tuple[list[Told], list[str]]:
    """Return what everyone is told in each world, and who is watched."""
    worlds = WORLDS[game]()
    script = Script(seed=5, hours=1.0, tables=[], faults=FAULTS)
    found = []
    for world in (0, 1):
        options = {"seed": world, **worlds.options}
        seed = options.pop("seed")
        moves = min(MOVES, worlds.moves)
        choose = partial(chosen, worlds, world)
        twin = Twin(game, options, worlds.deals[world], seed, choose, moves)
        found.append(told_in(twin, script, create_app))
    return found, [*map(str, worlds.seats), SPECTATOR]


@every_game
def test_hidden_cards_change_no_byte_for_those_who_may_not_know_them(game: str) -> None:
    (one, other), watched = both(game)
    for who in watched:
        assert len(one[who]) > 30
        assert one[who] == other[who]
    if "1" not in watched:
        assert one["1"] != other["1"]


def test_a_view_for_the_wrong_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.audience.audience_of", lambda *_: 1)
    (one, other), watched = both("courtisans")
    assert all(one[who] != other[who] for who in watched)


def test_a_page_that_was_rendered_for_another_viewer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, found = TableViews.table_view_in_memory, list[Player]()

    def for_seat_1(views: TableViews, player: Player | None, state: TableState) -> TableView:
        if player is not None and state.seat_of(player.id) == 1:
            found[:] = [player]
        return usual(views, found[0] if found else player, state)

    monkeypatch.setattr(TableViews, "table_view_in_memory", for_seat_1)
    (one, other), watched = both("courtisans")
    assert all(one[who] != other[who] for who in watched)
