"""The model cards of environments contain values measured in matches."""

from __future__ import annotations

import numpy as np
import pytest

from courtly.engine.contract.game import set_up
from tools import model_cards


def test_a_card_has_the_decisions_choices_and_wins_of_its_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_cards, "MATCHES", 6)
    setup = set_up("courtisans", {"players": 3})
    card = model_cards.measured(setup)
    assert len(card.random_decisions) == len(card.steward_decisions) == 6
    assert sum(card.random_decisions) == len(card.choices)
    assert min(card.random_decisions) >= setup.content.in_play, "every card is played at least once"
    assert card.hidden > 0
    assert card.over_random > 1 / 3
    row = model_cards.row(card)
    assert row.startswith(f"| 3 | {np.mean(card.random_decisions):.1f}, at most")
    assert row.count("|") == 9
