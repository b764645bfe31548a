"""Events: their audiences, and their form in a log."""

from __future__ import annotations

import pytest

from courtly.engine.contract.events import EVERYBODY, Audience, Event, Movement, all_but, only

EVERYONE = [0, 1, 2, None]


@pytest.mark.parametrize(
    ("audience", "told"),
    [
        (EVERYBODY, [0, 1, 2, None]),
        (only(1), [1]),
        (only(0, 2), [0, 2]),
        (only(), []),
        (all_but(1), [0, 2, None]),
    ],
)
def test_an_audience_includes_only_some_seats_or_all_except_some(audience: Audience, told: list[int | None]) -> None:
    assert [seat for seat in EVERYONE if audience.includes(seat)] == told


def test_an_event_in_a_log_is_a_plain_value() -> None:
    step = Movement("card", "play:17", "hand:2", "domain:0", face="hare.noble")
    event = Event("play", {"seat": 2, "card": "hare.noble"}, [step], only(2))
    assert event.as_dict() == {
        "id": "play",
        "args": {"seat": 2, "card": "hare.noble"},
        "steps": [
            {"kind": "card", "piece": "play:17", "from": "hand:2", "to": "domain:0", "face": "hare.noble", "count": 1}
        ],
    }


def test_a_movement_is_printed_with_source_and_target() -> None:
    assert str(Movement("card", "play:17", "hand:2", "domain:0")) == "card play:17 from hand:2 to domain:0"
