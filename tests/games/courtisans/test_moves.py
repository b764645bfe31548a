"""Errors for invalid move lines."""

import pytest

import courtly
from courtly.engine.errors import IllegalMove, UnknownMove
from courtly.games.courtisans.content import CARD_IDS
from courtly.games.courtisans.moves import AREA_IDS, TARGET_IDS

FORMS = ["play <card> <area>", "kill <target> <area>", "kill <spy>", "spare"]
SPIES = [f"spy:{n}" for n in range(1, 13)]


@pytest.mark.parametrize(
    ("line", "reason", "allowed"),
    [
        ("bow", "use one of: play <card> <area>", FORMS),
        (None, "use one of: play <card> <area>", FORMS),
        ("spare hare.noble", "use one of: spare", FORMS[3:]),
        ("kill", "use one of: kill <target> <area>, kill <spy>", FORMS[1:3]),
        ("kill spy:13", "'spy:13' is not a valid <spy>; choose from spy:1", SPIES),
        ("kill spy:1 above", "'spy:1' is not a valid <target>", TARGET_IDS),
        ("kill hare.guard nowhere", "'hare.guard' is not a valid <target>", TARGET_IDS),
        ("play hare.noble", "use one of: play <card> <area>", FORMS[:1]),
        ("play hare.nobel above", "'hare.nobel' is not a valid <card>", CARD_IDS),
        ("play hare.noble domain:5", "'domain:5' is not a valid <area>; choose from above, below, domain:0", AREA_IDS),
    ],
)
def test_the_error_of_an_unknown_move_gives_the_reason(line: str, reason: str, allowed: list[str]) -> None:
    with pytest.raises(UnknownMove) as caught:
        courtly.new_match("courtisans", players=3, seed=1).play(line)
    assert reason in str(caught.value)
    assert caught.value.given == line
    assert caught.value.as_dict()["allowed"] == list(allowed)


@pytest.mark.parametrize(
    ("line", "reason", "why"),
    [
        ("kill hare.guard above", "guard", "can never be eliminated"),
        ("kill hare.spy above", "face-down", "give its number"),
    ],
)
def test_an_impossible_target_is_illegal_rather_than_unknown(line: str, reason: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why) as caught:
        courtly.new_match("courtisans", players=3, seed=1).play(line)
    assert not isinstance(caught.value, UnknownMove)
    assert caught.value.reason == reason
