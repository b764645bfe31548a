"""A language model gets equal answers in all matches that its seat cannot tell apart."""

from __future__ import annotations

import pytest

from courtly.bots import find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.play.match import Match
from courtly.mcp.bots import BotTable
from courtly.mcp.server import Tools
from courtly.runtime import Runtime
from courtly.testing.positions import stages, state_bytes
from courtly.testing.secrets import twin_of
from courtly.text.locales import Locale

pytestmark = pytest.mark.anyio

GAMES = ["courtisans", "cursed_court", "monarch"]


async def answers_to(match: Match, seat: int, runtime: Runtime, lang: str) -> list[bytes]:
    """Return all answers to a model in the seat to move: looks and rejected moves."""
    bots = {other: find_bot("steward") for other in range(match.players) if other != seat}
    locale = Locale(lang, [f"seat {number}" for number in range(match.players)], seat, match.game)
    tools = Tools(runtime, None, lang)
    tools.seats._seats["t"] = BotTable(match.copy(), seat, bots, locale, runtime)
    answers = [await tools.look("t")]
    legal = (answers[0].structured_content or {})["legal"]
    count = match.setup.codec.count
    wrong: list[int | str] = [number for number in range(0, count, max(1, count // 40)) if str(number) not in legal]
    answers += [await tools.play("t", move) for move in [*wrong, count, "nonsense", ""]]
    answers += [await tools.look("t", wait=1.0)]
    return [answer.model_dump_json().encode() for answer in answers]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_no_answer_distinguishes_a_match_from_its_twin(game: str, lang: str) -> None:
    differing = 0
    with Runtime() as runtime:
        for match in stages(set_up(game, {"players": 3}), seed=91, at_most=5):
            if (seat := match.to_move) is not None:
                twin = twin_of(match, seat, stream(92, match.version))
                assert await answers_to(match, seat, runtime, lang) == await answers_to(twin, seat, runtime, lang)
                differing += state_bytes(match) != state_bytes(twin)
    assert differing


async def test_a_seat_that_is_not_to_move_gets_equal_views_of_a_match_and_its_twin() -> None:
    with Runtime() as runtime:
        for match in stages(set_up("courtisans", {"players": 3}), seed=93, at_most=4):
            seat = next(seat for seat in range(3) if seat != match.to_move)
            twin = twin_of(match, seat, stream(94, match.version))
            sights = [BotTable(world, seat, {}, Locale(), runtime).current_view() for world in (match, twin)]
            assert sights[0].text == sights[1].text
            assert not sights[0].is_yours
