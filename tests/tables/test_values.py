"""Limits for texts and bots that come from outside."""

from __future__ import annotations

import pytest

from courtly.bots import bot_names
from courtly.engine.errors import CourtlyError
from courtly.tables import errors, refusals
from courtly.tables.errors import BadSeats
from courtly.tables.values import check_bot, is_plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        *[("Ann", True), ("Zoé", True), ("Zoe\u0301", True), ("🐈", True), ("❤\ufe0f", True), ("7", True), ("!", True)],
        *[
            ("👑Zoë👩\u200d👩\u200d👧\u200d👦", True),
            ("❤\ufe0f\u200d🔥", True),
            ("An\u200dna", False),
            ("👩\u200d", False),
        ],
        *[("", False), ("   ", False), ("a\nb", False), ("x" * 41, False), (7, False), ("a\u202eb", False)],
        *[
            (blank, False)
            for blank in ("\u3164", "Ann\u3164", "\u2800", "\u115f", "\uffa0", "\u0301", "\ufe0f ", "\u00a0")
        ],
    ],
)
def test_a_name_consists_of_visible_characters(text: object, plain: bool) -> None:
    assert is_plain(text, 40) is plain


@pytest.mark.parametrize("bot", bot_names())
def test_every_bot_may_play_at_a_table(bot: str) -> None:
    check_bot(bot, where="bot")


@pytest.mark.parametrize("bot", ["ismcts:1s", "ismcts:sims=30000"])
def test_a_bot_with_a_time_budget_or_too_many_simulations_is_refused(bot: str) -> None:
    with pytest.raises(BadSeats, match="at most 20000 simulations, not a time"):
        check_bot(bot, where="bot")


def test_every_table_error_has_a_unique_code() -> None:
    found = [each for module in (errors, refusals) for each in vars(module).values() if isinstance(each, type)]
    kinds = {each for each in found if issubclass(each, CourtlyError)}
    assert len({each.code for each in kinds}) == len(kinds)
