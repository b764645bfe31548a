"""The figures of environments can be measured, and the measured play follows the rules."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import environments, kernels
from benchmarks.catalogue import BENCHMARKS
from benchmarks.measure import Effort
from courtly.engine.compile.rng import stream

QUICK = Effort(repeats=1, scale=0.00002)
FIGURES = [each for each in BENCHMARKS if each.name.startswith(("courtisans.aec", "courtisans.vector"))]


def test_without_its_peer_a_figure_has_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "find_spec", lambda _name: None)
    monkeypatch.setitem(environments.PEERS, "leduc", "no_such_game")
    for name in ("courtisans.vector.64", "courtisans.aec"):
        reading = next(each for each in FIGURES if each.name == name).measure(QUICK)
        assert reading.peer_value is None
        assert "is not installed" in str(reading.note)


def test_drawn_actions_are_legal() -> None:
    mask, rng = np.zeros((3, 9), np.bool_), stream(1)
    mask[0, [2, 5, 8]], mask[1, 4] = True, True
    actions, drawn = np.zeros(3, np.int64), set()
    for _ in range(200):
        kernels.draw_legal(mask, rng, actions)
        drawn.add(int(actions[0]))
        assert actions[1:].tolist() == [4, 0]
    assert drawn == {2, 5, 8}
