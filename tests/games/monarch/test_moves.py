"""Errors of invalid notation and of illegal moves, each with its reason."""

from __future__ import annotations

import pytest

from courtly.engine.errors import IllegalMove, UnknownMove
from courtly.engine.play.match import Match
from courtly.games.monarch.rules.moves import REASONS
from courtly.games.monarch.rules.reasons import Reason
from tests.games.monarch.builders import begin, run, with_state

ROW = "tiger-pelt old-nurse stone-bridge weepy-poet pure-white-stag"
SEVEN = "storm-charger toll-drum fireworks court-composer astronomer gazing-glass high-librarian"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bow", "use one of: harvest, tax, sweep"),
        ("harvest now", "use one of"),
        ("buy", "use one of"),
        ("buy tiger pelt", "use one of"),
        ("buy tigerpelt", "'tigerpelt' is not a valid <card>; choose from tiger-pelt"),
        ("buy frost-moon", "'frost-moon' is not a valid <card>"),
        ("free tiger-pelt", "'tiger-pelt' is not a valid <improvement>; choose from watchtower-square"),
        ("build d1", "'d1' is not a valid <cell>; choose from a1, b1, c1, a2"),
        ("send 4", "'4' is not a valid <seat>; choose from 0, 1, 2, 3"),
        ("pledge 0", "'0' is not a valid <number>; choose from 1 to 120"),
        ("pledge 01", "'01' is not a valid <number>"),
        ("fly might", "'might' is not a valid <banner>; choose from banner-of-might"),
    ],
)
def test_an_invalid_line_has_a_reason(line: str, reason: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        begin(3).play(line)
    assert reason in str(caught.value)


def rich(**facts: object) -> Match:
    return with_state(begin(3, ROW), **{"gold": [30, 30, 30], "food": [30, 30, 30], **facts})


CASES: dict[Reason, tuple[Match, str]] = {
    Reason.OVER: (run(begin(3, ROW, max_rounds=1), "end", "end", "end"), "end"),
    Reason.PLACE_FIRST: (run(rich(courts=["fireworks"]), "buy tiger-pelt"), "end"),
    Reason.BUILD_FIRST: (run(rich(), "buy stone-bridge"), "send 1"),
    Reason.SEND_FIRST: (run(rich(), "buy weepy-poet"), "pass"),
    Reason.DISMISS_FIRST: (run(rich(guests=["know-all-cousin"]), "buy old-nurse"), "end"),
    Reason.PLEDGE_FIRST: (run(begin(3, f"{ROW} fair-moon"), "buy old-nurse"), "end"),
    Reason.NO_PLACE: (begin(3, ROW), "add"),
    Reason.NO_BUILD: (begin(3, ROW), "build a1"),
    Reason.NO_SEND: (begin(3, ROW), "send 1"),
    Reason.NO_DISMISS: (begin(3, ROW), "keep"),
    Reason.NO_PLEDGE: (begin(3, ROW), "pledge 1"),
    Reason.INCOME_DONE: (run(begin(3, ROW), "harvest"), "tax"),
    Reason.VILLAGES_UNFED: (with_state(begin(3, ROW), food=[4]), "tax"),
    Reason.SWEEP_TOO_DEAR: (with_state(begin(3, ROW), gold=[2]), "sweep"),
    Reason.NO_BANNER: (begin(3, ROW, banners=False), "fly banner-of-might"),
    Reason.SECOND_BANNER: (
        run(rich(courts=["storm-charger toll-drum"]), "fly banner-of-might"),
        "fly banner-of-wisdom",
    ),
    Reason.BANNER_TAKEN: (
        run(rich(courts=["storm-charger toll-drum"]), "fly banner-of-might", "end"),
        "fly banner-of-might",
    ),
    Reason.BANNER_NOT_MET: (rich(courts=["storm-charger"]), "fly banner-of-might"),
    Reason.NO_BARTER: (rich(courts=["storm-charger"]), "barter storm-charger"),
    Reason.BARTER_NOT_YOURS: (rich(courts=["", "keeper-of-ledgers"]), "barter keeper-of-ledgers"),
    Reason.BARTER_USED: (
        run(rich(courts=["keeper-of-ledgers"]), "barter keeper-of-ledgers"),
        "barter keeper-of-ledgers",
    ),
    Reason.BARTER_TOO_DEAR: (rich(courts=["keeper-of-ledgers"], food=[2]), "barter keeper-of-ledgers"),
    Reason.NOT_IN_MARKET: (rich(), "buy fireworks"),
    Reason.TOO_LITTLE_GOLD: (begin(3, ROW), "buy tiger-pelt"),
    Reason.TOO_LITTLE_FOOD: (begin(3, ROW), "buy pure-white-stag"),
    Reason.NO_CREDIT: (begin(3, ROW), "free stone-bridge"),
    Reason.COURT_FULL: (run(rich(courts=[SEVEN]), "buy tiger-pelt"), "add"),
    Reason.NOT_IN_COURT: (run(rich(courts=[SEVEN]), "buy tiger-pelt"), "replace old-nurse"),
    Reason.WRONG_TERRAIN: (run(rich(), "buy stone-bridge"), "build b3"),
    Reason.YIELD_FALLS: (
        run(begin(2, "canal-quay stone-bridge"), "free canal-quay", "build a1", "buy stone-bridge"),
        "build a1",
    ),
    Reason.TO_ONESELF: (run(rich(), "buy weepy-poet"), "send 0"),
    Reason.NO_SEAT: (run(rich(), "buy weepy-poet"), "send 3"),
    Reason.NOT_YOUR_GUEST: (run(rich(guests=["know-all-cousin"]), "buy old-nurse"), "dismiss insistent-peddler"),
    Reason.PLEDGE_NOT_HELD: (run(begin(3, f"{ROW} fair-moon"), "buy old-nurse"), "pledge 3"),
    Reason.PLEDGE_NOT_MISSING: (run(begin(3, f"{ROW} fair-moon"), "buy old-nurse"), "pledge 4"),
}


@pytest.mark.parametrize("reason", CASES, ids=lambda reason: reason.name.lower())
def test_an_illegal_move_has_a_reason(reason: Reason) -> None:
    match, line = CASES[reason]
    with pytest.raises(IllegalMove, match=REASONS[reason]) as caught:
        match.play(line)
    assert not isinstance(caught.value, UnknownMove)


def test_every_reason_is_tested_and_has_a_text() -> None:
    assert CASES.keys() | {Reason.LEGAL, Reason.NO_MOVE} == set(Reason)
    assert REASONS.keys() == set(Reason) - {Reason.LEGAL}
