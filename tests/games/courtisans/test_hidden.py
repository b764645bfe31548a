"""Hidden items that other seats may infer from moves: missions and families of spies."""

from __future__ import annotations

import courtly
from courtly.games.courtisans.hidden import HIDDEN
from courtly.games.courtisans.state import NONE


def test_the_hidden_items_are_missions_and_played_spies() -> None:
    match = courtly.new_match("courtisans", players=3, seed=1)
    while len(match.view()["spies"]) < 4:
        match.play(match.legal_moves()[0])
    setup, states, view = match.setup, match.state(), match.view()
    for seat in range(match.players):
        found = HIDDEN.items(setup, states, seat)
        spies = [spy["n"] for spy in view["spies"] if spy["by"] == seat]
        assert [number for kind, number in found if kind == "mission"] == [0, 1]
        assert len([number for kind, number in found if kind == "spy" and found[kind, number][0] != NONE]) == len(spies)


def test_only_spies_look_alike_to_other_seats() -> None:
    setup = courtly.new_match("courtisans", players=3, seed=1).setup
    parse, text = setup.codec.parse, setup.codec.format
    alike = HIDDEN.alike(setup, None, parse("play hare.spy below"))
    assert len(alike) == 6
    assert {text(move).split(".")[1] for move in alike} == {"spy below"}
    for line in ("play hare.noble above", "kill spy:1"):
        assert HIDDEN.alike(setup, None, parse(line)) == [parse(line)]
