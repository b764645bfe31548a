"""Seats, owners and command ids that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from courtly.bots import bot_names
from courtly.engine.errors import CourtlyError
from courtly.tables import BadCommand, BadSeats, SeatSpec, errors
from courtly.tables.values import check_command, check_owner, check_seats

ANN = SeatSpec("human", "Ann")
BO = SeatSpec("bot", "Bo", bot="random")
A_KIND: Any = "ghost"


def test_one_human_among_bots_may_sit_anywhere() -> None:
    for seats in ([ANN, BO, BO], [BO, ANN, BO], [BO, BO, ANN]):
        check_seats(seats, players=3)


@pytest.mark.parametrize(
    ("seats", "where"),
    [
        pytest.param([ANN], "seats", id="too few"),
        pytest.param([ANN, BO, BO], "seats", id="too many"),
        pytest.param([BO, BO], "seats", id="no human"),
        pytest.param([ANN, ANN], "seats", id="two humans"),
        pytest.param([ANN, SeatSpec(A_KIND, "Bo")], "seats[1]", id="another kind"),
        pytest.param([ANN, SeatSpec("bot", "Bo")], "seats[1].bot", id="a bot that is not named"),
        pytest.param([ANN, SeatSpec("bot", "Bo", bot=" ")], "seats[1].bot", id="a bot with a blank name"),
        pytest.param([SeatSpec("human", "Ann", bot="random"), BO], "seats[0].bot", id="a human with a bot"),
        *(
            pytest.param([SeatSpec("human", name), BO], "seats[0].name", id=ascii(name[:9]))
            for name in ("", "   ", "x" * 41, "Ann\n", "\0", "\ud800", "\u202e")
        ),
    ],
)
def test_seats_that_cannot_play_are_refused_with_the_place(seats: list[SeatSpec], where: str) -> None:
    with pytest.raises(BadSeats) as refused:
        check_seats(seats, players=2)
    assert refused.value.where == where


def test_a_bot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CourtlyError) as refused:
        check_seats([ANN, SeatSpec("bot", "Bo", bot="nobody-knows-it")], players=2)
    assert refused.value.code == "unknown-bot"


@pytest.mark.parametrize("bot", ["ismcts:1s", "ismcts:sims=100,2s", "ismcts:sims=20001"])
def test_a_bot_whose_move_might_differ_when_played_again_or_take_long_is_refused(bot: str) -> None:
    with pytest.raises(BadSeats, match="simulations up to 20000, not a time") as refused:
        check_seats([ANN, SeatSpec("bot", "Bo", bot=bot)], players=2)
    assert refused.value.where == "seats[1].bot"


@pytest.mark.parametrize("bot", [*bot_names(), "ismcts:sims=20000,rollout=random"])
def test_every_bot_that_repeats_itself_may_sit_down(bot: str) -> None:
    check_seats([ANN, SeatSpec("bot", "Bo", bot=bot)], players=2)


@pytest.mark.parametrize("text", ["", " ", "x" * 101, "a\0b", "\ud800", None, 7, b"bytes"])
def test_an_id_that_cannot_be_kept_is_refused(text: Any) -> None:
    with pytest.raises(BadCommand):
        check_command(text)
    with pytest.raises(BadSeats):
        check_owner(text)


def test_every_error_has_a_code_of_its_own() -> None:
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.TableError)]
    assert len({one.code for one in classes}) == len(classes) == 13
