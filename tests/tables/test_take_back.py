"""Taking back moves by consent: who may ask, who must agree, and what is left of the moves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.bots import Budget, Hint, hint
from courtly.engine.play.position import BranchPoint
from courtly.tables import hints
from courtly.tables.acts.moves import Moved
from courtly.tables.deals import today
from courtly.tables.errors import NotYourTurn
from courtly.tables.journal import Player
from courtly.tables.refusals import NotNow, Stale
from courtly.tables.seating import SeatChoice
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.thinking import BotMove, Thinkers
from courtly.tables.turns import asked_by
from tests.tables.helpers import ME, STEWARD, House, house

pytestmark = pytest.mark.anyio

COINLESS = {"coinless": True}


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as found:
        yield found


async def begun(at: House, *names: str, **more: Any) -> tuple[str, list[Player]]:
    """Return a table of The Coinless Court, and its players in the order of play; the first has made a move."""
    more = {"game": "cursed_court", "options": COINLESS, **more}
    table, friends = await at.friends(*names, **more)
    first = (await at.see(friends[0], table))["to_move"]
    friends = [*friends[first:], *friends[:first]]
    await at.move(friends[0], table)
    return table, friends


async def send(at: House, player: Player, table: str, act: str) -> list[str]:
    """Send an act about the last moves, and return the kinds of the entries that it made."""
    now = await at.see(player, table)
    before = now["version"]
    await at.do(player, table, act, match=now["match"], turn=now["turn"])
    return [entry["act"] for entry in await entries(at, player, table)][before:]


async def harvest(at: House, player: Player, table: str) -> dict[str, Any]:
    """Harvest at a table of Monarch, once the player may; return the document before it."""
    while (
        "harvest"
        not in (now := await at.until(player, table, lambda seen: seen["to_move"] == seen["you"]))["view"]["legal"]
    ):
        await at.move(player, table, now["view"]["legal"][-1])
    await at.move(player, table, "harvest")
    return now


async def entries(at: House, player: Player | None, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await at.lobby.views.answer(player, table, since=0))["entries"]
    return found


async def state_of(at: House, player: Player, table: str) -> TableState:
    return (await at.lobby.access.actor(player, table)).state


async def test_a_move_is_taken_back_when_all_other_players_agree(at: House) -> None:
    table, (ann, bo, cyd) = await begun(at, "Ann", "Bo", "Cyd")
    before = await at.see(bo, table)
    assert await send(at, ann, table, "take_back") == ["take_back"]
    asks = await at.see(bo, table)
    assert asks["take_back"] == {
        "seat": (await at.see(ann, table))["you"],
        "waiting_for": sorted([asks["you"], (await at.see(cyd, table))["you"]]),
    }
    assert await send(at, bo, table, "agree") == ["agree"]
    assert (await at.see(ann, table))["to_move"] == before["to_move"]
    assert await send(at, cyd, table, "agree") == ["agree", "taken_back"]
    after = await at.see(ann, table)
    assert (after["to_move"], after["view"]["version"], after["take_back"]) == (after["you"], 0, None)
    assert after["turn"] == before["turn"] + 1


async def test_a_refusal_ends_the_request_and_the_move_cannot_be_asked_for_again(at: House) -> None:
    table, (ann, bo, cyd) = await begun(at, "Ann", "Bo", "Cyd")
    await send(at, ann, table, "take_back")
    assert await send(at, bo, table, "refuse") == ["refuse"]
    assert (await at.see(cyd, table))["take_back"] is None
    with pytest.raises(NotNow):
        await send(at, cyd, table, "agree")
    assert not (await at.see(ann, table))["may_take_back"]
    with pytest.raises(NotNow):
        await send(at, ann, table, "take_back")


async def test_any_move_ends_a_request(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    await send(at, ann, table, "take_back")
    await at.move(bo, table)
    assert (await at.see(bo, table))["take_back"] is None
    with pytest.raises(NotNow):
        await send(at, bo, table, "agree")


async def test_only_the_player_of_the_last_act_may_ask(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    assert [(await at.see(one, table))["may_take_back"] for one in (ann, bo)] == [True, False]
    with pytest.raises(NotNow):
        await send(at, bo, table, "take_back")
    await at.move(bo, table)
    with pytest.raises(NotNow):
        await send(at, ann, table, "take_back")


async def test_only_the_players_who_are_asked_can_answer_and_only_once(at: House) -> None:
    table, (ann, bo, _) = await begun(at, "Ann", "Bo", "Cyd")
    with pytest.raises(NotNow):
        await send(at, bo, table, "agree")
    await send(at, ann, table, "take_back")
    with pytest.raises(NotNow):
        await send(at, ann, table, "agree")
    await send(at, bo, table, "agree")
    for act in ("agree", "refuse"):
        with pytest.raises(NotNow):
            await send(at, bo, table, act)


@pytest.mark.parametrize("act", ["take_back", "agree", "refuse"])
async def test_an_act_about_another_position_is_refused(at: House, act: str) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    await send(at, ann, table, "take_back")
    now = await at.see(bo, table)
    for late in (-1, 1):
        with pytest.raises(Stale):
            await at.do(bo, table, act, match=now["match"], turn=now["turn"] + late)


async def test_a_move_that_reveals_something_cannot_be_taken_back(at: House) -> None:
    table, (ann, _) = await begun(at, "Ann", "Bo", game="courtisans", options={})
    while (await at.see(ann, table))["to_move"] == (await at.see(ann, table))["you"]:
        assert (await at.see(ann, table))["may_take_back"]
        await at.move(ann, table)
    # The last move of the turn has drawn cards.
    assert not (await at.see(ann, table))["may_take_back"]
    with pytest.raises(NotNow):
        await send(at, ann, table, "take_back")


async def test_all_moves_of_an_act_are_taken_back_together(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo", game="cursed_court")
    if (await at.see(ann, table))["to_move"] == 1:
        ann, bo = bo, ann
    legal = (await at.see(ann, table))["view"]["legal"][0]
    await at.move(ann, table, legal, "stake 1")
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    after = await at.see(ann, table)
    assert (after["view"]["version"], after["view"]["phase"], after["turn"]) == (0, "bet", 3)


async def test_the_record_of_the_match_has_only_the_moves_that_count(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo", options={**COINLESS, "years": 1})
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    legal = (await at.see(ann, table))["view"]["legal"]
    await at.move(ann, table, legal[-1])
    while (now := await at.see(ann, table))["status"] == "playing":
        await at.move(ann if now["to_move"] == now["you"] else bo, table)
    record = await at.lobby.finished.record(ann, table)
    assert record["moves"][0] == legal[-1]
    assert courtly.read_record(record).is_over


async def test_the_entries_of_taken_back_moves_do_not_change(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    before = [await entries(at, one, table) for one in (ann, bo)]
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    legal = (await at.see(ann, table))["view"]["legal"]
    await at.move(ann, table, legal[-1])
    later = [await entries(at, one, table) for one in (ann, bo)]
    for old, new in zip(before, later, strict=True):
        assert new[: len(old)] == old
        made = [entry for entry in new if entry["act"] == "move"]
        assert made[0]["event"]["args"]["region"] != made[1]["event"]["args"]["region"] == legal[-1].split()[1]
        assert [entry["turn"] for entry in made] == [0, 2]


async def test_a_table_with_a_take_back_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        table, (ann, bo) = await begun(at, "Ann", "Bo")
        await send(at, ann, table, "take_back")
        await send(at, bo, table, "agree")
        await at.move(ann, table)
        before = [await at.see(one, table) for one in (ann, bo)], await entries(at, ann, table)
    async with house(tmp_path) as at:
        after = [await at.see(one, table) for one in (ann, bo)], await entries(at, ann, table)
        assert json.loads(json.dumps(after)) == json.loads(json.dumps(before))
        assert (await at.see(ann, table))["may_take_back"]


async def test_alone_with_bots_a_move_is_taken_back_at_once(at: House) -> None:
    ann = await at.player("Ann")
    table = await at.open(ann, ME, STEWARD, game="monarch", seed=4)
    await at.do(ann, table, "ready")
    before = await harvest(at, ann, table)
    assert (await at.see(ann, table))["may_take_back"]
    assert await send(at, ann, table, "take_back") == ["taken_back"]
    after = await at.see(ann, table)
    assert after["view"] == before["view"]
    # Only the last act can be taken back.
    assert not after["may_take_back"]


async def test_a_request_lapses_when_a_bot_replaces_a_person_who_has_not_answered(at: House) -> None:
    table, (ann, bo, cyd) = await begun(at, "Ann", "Bo", "Cyd")
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    await at.do(cyd, table, "leave")
    now = await at.see(ann, table)
    assert (now["take_back"], now["turn"], now["may_take_back"]) == (None, 1, True)
    # A bot agrees to a new request.
    assert await send(at, ann, table, "take_back") == ["take_back"]
    assert await send(at, bo, table, "agree") == ["agree", "taken_back"]


async def test_nothing_is_taken_back_by_or_for_a_seat_with_a_stand_in(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    seat = (await at.see(ann, table))["you"]
    await send(at, ann, table, "take_back")
    await at.do(ann, table, "substitute", seat=seat)
    assert (await at.see(bo, table))["take_back"] is None
    with pytest.raises(NotNow):
        await send(at, bo, table, "agree")
    with pytest.raises(NotNow):
        await send(at, ann, table, "take_back")
    await at.do(ann, table, "return")
    assert await send(at, ann, table, "take_back") == ["take_back"]


async def test_a_move_of_a_stand_in_cannot_be_taken_back(at: House) -> None:
    table, (ann, bo) = await at.friends("Ann", "Bo", game="cursed_court", options=COINLESS)
    if (await at.see(ann, table))["to_move"] == 1:
        ann, bo = bo, ann
    await at.do(ann, table, "substitute", seat=(await at.see(ann, table))["you"])
    await at.until(bo, table, lambda seen: seen["to_move"] == seen["you"])
    await at.do(ann, table, "return")
    with pytest.raises(NotNow):
        await send(at, ann, table, "take_back")


async def test_nothing_is_taken_back_at_a_deal_that_several_people_compare(at: House) -> None:
    ann = await at.player("Ann")
    shared = await at.lobby.shared_deals.of_day("monarch", today())
    table = await at.lobby.opener.play_deal(ann, shared)
    await at.do(ann, table, "ready")
    await harvest(at, ann, table)
    assert not (await at.see(ann, table))["may_take_back"]
    with pytest.raises(NotNow):
        await send(at, ann, table, "take_back")


async def test_a_practice_match_does_not_go_back_behind_its_first_move(at: House) -> None:
    ann = await at.player("Ann")
    match = courtly.new_match("monarch", players=2, seed=4)
    match.play("end")
    table = await at.lobby.opener.play_on(ann, BranchPoint(match, 1), seat=None, other="steward", command="c-practice")
    await at.do(ann, table, "ready")
    seen = await at.until(ann, table, lambda seen: seen["to_move"] == seen["you"])
    assert not seen["may_take_back"]
    await at.move(ann, table, "harvest")
    await send(at, ann, table, "take_back")
    assert (await at.see(ann, table))["view"]["version"] == 1


async def test_a_stopped_or_finished_match_cannot_be_changed(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    await send(at, ann, table, "take_back")
    for one in (ann, bo):
        await at.do(one, table, "vote", what="stop")
    assert (await at.see(bo, table))["take_back"] is None
    for one, act in ((ann, "take_back"), (bo, "agree")):
        with pytest.raises(NotNow):
            await send(at, one, table, act)


async def test_a_move_for_a_position_that_was_taken_back_is_refused(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    stale = await at.see(bo, table)
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    await at.move(ann, table, (await at.see(ann, table))["view"]["legal"][-1])
    with pytest.raises(Stale):
        await at.do(bo, table, "move", match=1, turn=stale["turn"], moves=stale["view"]["legal"][:1])


async def test_the_turn_is_never_the_same_for_two_positions(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    turns = [0, (await at.see(ann, table))["turn"]]
    for _ in range(3):
        await send(at, ann, table, "take_back")
        await send(at, bo, table, "agree")
        turns.append((await at.see(ann, table))["turn"])
        await at.move(ann, table)
        turns.append((await at.see(ann, table))["turn"])
    assert turns == sorted(set(turns))


async def test_the_late_move_of_a_bot_is_not_made_in_another_position(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: asyncio.Queue[tuple[Any, asyncio.Future[BotMove]]] = asyncio.Queue()

    async def think(_self: Thinkers, _spec: str, knowledge: Any, _luck: Any) -> BotMove:
        answer: asyncio.Future[BotMove] = asyncio.get_running_loop().create_future()
        await thoughts.put((knowledge, answer))
        return await answer

    monkeypatch.setattr(Thinkers, "think", think)
    ann = await at.player("Ann")
    table = await at.open(ann, ME, SeatChoice(kind="bot", bot="steward"), game="cursed_court", options=COINLESS, seed=3)
    await at.do(ann, table, "ready")
    if (await at.see(ann, table))["to_move"] != 0:
        known, answer = await thoughts.get()
        answer.set_result(BotMove(known.legal[0], 0, 0.0))
    seen = await at.until(ann, table, lambda seen: seen["to_move"] == 0)
    await at.move(ann, table, seen["view"]["legal"][0])
    old, late = await thoughts.get()
    await send(at, ann, table, "take_back")
    await at.move(ann, table, seen["view"]["legal"][-1])
    version = (await at.see(ann, table))["version"]
    late.set_result(BotMove(old.legal[0], 0, 0.0))
    fresh, answer = await thoughts.get()
    assert fresh.view["board"] != old.view["board"]
    assert (await at.see(ann, table))["version"] == version
    answer.set_result(BotMove(fresh.legal[-1], 0, 0.0))
    await at.until(ann, table, lambda seen: seen["version"] > version)
    made = [entry for entry in (await state_of(at, ann, table)).entries if entry.act == Moved.act]
    assert made[-1].data["move"] == fresh.legal[-1]


async def test_a_hint_for_a_position_that_was_taken_back_is_not_given_again(
    at: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def short(knowledge: Any, luck: Any, *, lang: str, budget: object) -> Hint:
        asked.append(knowledge.view["board"])
        return hint(knowledge, luck, lang=lang, budget=Budget(simulations=20), ends=2)

    monkeypatch.setattr(hints, "hint", short)
    table, (ann, bo) = await begun(at, "Ann", "Bo", aids=True)
    await at.lobby.drafts.hint(bo, table, lang="en")
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    with pytest.raises(NotYourTurn):
        await at.lobby.drafts.hint(bo, table, lang="en")
    await at.move(ann, table, (await at.see(ann, table))["view"]["legal"][-1])
    await at.lobby.drafts.hint(bo, table, lang="en")
    assert len(asked) == 2
    assert asked[0] != asked[1]


async def test_the_clock_of_the_player_who_takes_back_runs_again(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo", clock={"kind": "bank", "seconds": 600, "increment": 30})
    seat = (await at.see(ann, table))["you"]
    used = (await at.see(ann, table))["clocks"]["left"][seat]
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    clocks = (await at.see(ann, table))["clocks"]
    assert (clocks["running"], clocks["left"][seat]) == (seat, used)
    assert clocks["left"][1 - seat] <= 600
    await at.move(ann, table)
    assert (await at.see(ann, table))["clocks"]["left"][1 - seat] <= 630


async def test_after_days_off_nothing_is_taken_back(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo", clock={"kind": "days", "days": 2})
    await send(at, ann, table, "take_back")
    await at.do(bo, table, "time_off", days=1)
    assert (await at.see(bo, table))["take_back"] is None
    assert not (await at.see(ann, table))["may_take_back"]


async def test_a_take_back_begins_a_turn_of_its_player_and_ends_that_of_the_next(at: House) -> None:
    table, (ann, bo) = await begun(at, "Ann", "Bo")
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    state = await state_of(at, ann, table)
    assert state.turn_since == state.entries[-1].at
    begun_turn = asked_by(state, state.entries[-2:])
    assert begun_turn is not None
    assert begun_turn.player == ann.id
    waiting = [await at.lobby.store.read(reads.waiting_for, one.id) for one in (ann, bo)]
    assert [len(heads) for heads in waiting] == [1, 0]


async def test_remarks_stand_where_they_were_made_also_around_a_take_back(at: House) -> None:
    table, (ann, bo, cyd) = await begun(at, "Ann", "Bo", "Cyd")
    seat = (await at.see(cyd, table))["you"]
    await at.do(cyd, table, "substitute", seat=seat, bot="random")
    await send(at, ann, table, "take_back")
    await send(at, bo, table, "agree")
    await at.do(cyd, table, "return")
    await at.move(ann, table)
    for viewer in (ann, cyd):
        match = (await at.lobby.views.table_view(viewer, table)).match
        assert match is not None
        first = "A bot ({bot}) plays for {name}.", "{name} takes back a move.", "{name} is back."
        assert [remark.sentence for remark in match.remarks] == [*first]
        assert [bool(remark.events) for remark in match.remarks] == [False, True, False]
        # The opening has events of its own, which come before all moves.
        assert {remark.place for remark in match.remarks} == {len(match.log) - len(match.remarks[1].events)}
