"""Lines of notation that are no moves, each told what is wrong with it."""

import pytest

import courtly
from courtly.engine.errors import IllegalMove, UnknownMove


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bow", "a move is one of: play <card> <area>"),
        ("spare hare.noble", "spare stands alone"),
        ("kill spy:13", "a spy is named by its number, spy:1 to spy:12"),
        ("kill spy:1 above", "a spy is named by its number, spy:1 to spy:12"),
        ("play hare.noble", "a card and an area follow"),
        ("play hare.nobel above", "there is no card 'hare.nobel'"),
        ("play hare.noble domain:5", "there is no area 'domain:5'"),
    ],
)
def test_a_line_that_is_no_move_is_told_why(line: str, reason: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        courtly.new_match("courtisans", players=3, seed=1).play(line)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [("kill hare.guard above", "guards are never eliminated"), ("kill hare.spy above", "named by its number")],
)
def test_a_target_that_can_never_be_one_is_illegal_rather_than_unknown(line: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason) as caught:
        courtly.new_match("courtisans", players=3, seed=1).play(line)
    assert not isinstance(caught.value, UnknownMove)
