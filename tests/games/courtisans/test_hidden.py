"""What others may guess from a seat's moves: its missions and the families of its spies."""

from __future__ import annotations

import courtly
from courtly.games.courtisans.hidden import HIDDEN
from courtly.games.courtisans.state import NONE


def test_a_seat_hides_its_missions_and_the_spies_that_it_has_played() -> None:
    match = courtly.new_match("courtisans", players=3, seed=1)
    while len(match.view()["spies"]) < 4:
        match.play(match.legal_moves()[0])
    setup, states, view = match.setup, match.state(), match.view()
    for seat in range(match.players):
        found = HIDDEN.items(setup, states, seat)
        spies = [spy["n"] for spy in view["spies"] if spy["by"] == seat]
        assert [number for kind, number in found if kind == "mission"] == [0, 1]
        assert len([number for kind, number in found if kind == "spy" and found[kind, number][0] != NONE]) == len(spies)


def test_spies_of_every_family_are_laid_alike_and_other_moves_like_none() -> None:
    setup = courtly.new_match("courtisans", players=3, seed=1).setup
    parse, text = setup.codec.parse, setup.codec.format
    alike = HIDDEN.alike(setup, None, parse("play hare.spy below"))
    assert len(alike) == 6
    assert {text(move).split(".")[1] for move in alike} == {"spy below"}
    for line in ("play hare.noble above", "kill spy:1"):
        assert HIDDEN.alike(setup, None, parse(line)) == [parse(line)]
