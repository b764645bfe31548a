"""Refused acts: the first failing check decides the code and the HTTP status, and nothing changes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadDeal, CourtlyError
from courtly.engine.play.match import Match, Opening
from courtly.tables.acts import check, read_act
from courtly.tables.journal import Entry, Player
from courtly.tables.refusals import BadAct, NotNow, Reused
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.web.errors import status_of
from tests.tables.helpers import ME, OPEN, STEWARD, House, command, played

WAITING = [
    # The sender may not do it. Some of these acts are also impossible, but the sender is checked first.
    ("Bo", {"act": "fill", "seat": 9, "bot": "jester"}, 403, "not-allowed"),
    ("Bo", {"act": "remove", "seat": 9}, 403, "not-allowed"),
    ("Bo", {"act": "change", "options": {"wigs": 1}}, 403, "not-allowed"),
    ("Bo", {"act": "start"}, 403, "not-allowed"),
    ("Bo", {"act": "stop"}, 403, "not-allowed"),
    ("Cyd", {"act": "ready"}, 403, "not-allowed"),
    ("Cyd", {"act": "vote", "what": "stop"}, 403, "not-allowed"),
    ("Cyd", {"act": "again"}, 403, "not-allowed"),
    ("Cyd", {"act": "move", "match": 7, "turn": 7, "moves": ["x"]}, 403, "not-allowed"),
    # The status of the table does not allow it.
    ("Ann", {"act": "stop"}, 409, "not-now"),
    ("Ann", {"act": "start"}, 409, "not-now"),
    ("Ann", {"act": "mind", "seat": 9}, 409, "not-now"),
    ("Ann", {"act": "vote", "what": "mind"}, 409, "not-now"),
    ("Ann", {"act": "return"}, 409, "not-now"),
    ("Ann", {"act": "again"}, 409, "not-now"),
    ("Ann", {"act": "move", "match": 1, "turn": 0, "moves": ["x"]}, 409, "stale"),
    # The act itself is not possible.
    ("Ann", {"act": "fill", "seat": 9, "bot": "jester"}, 422, "bad-act"),
    ("Ann", {"act": "fill", "seat": 1, "bot": "jester"}, 409, "seat-taken"),
    ("Ann", {"act": "fill", "seat": 2, "bot": "jester"}, 422, "unknown-bot"),
    ("Ann", {"act": "clear", "seat": 1}, 422, "bad-act"),
    ("Ann", {"act": "remove", "seat": 0}, 422, "bad-act"),
    ("Ann", {"act": "hand", "seat": 2}, 422, "bad-act"),
    ("Ann", {"act": "change", "options": {"wigs": 1}}, 422, "bad-option"),
    ("Cyd", {"act": "sit", "seat": 9}, 422, "bad-act"),
    ("Cyd", {"act": "sit", "seat": 1}, 409, "seat-taken"),
    ("Cyd", {"act": "sit", "code": "bcdfghjkmn"}, 404, "no-such-table"),
]

PLAYING = [
    ("Cyd", {"act": "ready"}, 403, "not-allowed"),
    ("Cyd", {"act": "unready"}, 403, "not-allowed"),
    ("Bo", {"act": "mind", "seat": 0}, 403, "not-allowed"),
    ("Bo", {"act": "mind", "seat": 9}, 403, "not-allowed"),
    ("Ann", {"act": "sit", "seat": 9}, 409, "not-now"),
    ("Ann", {"act": "clear", "seat": 9}, 409, "not-now"),
    ("Ann", {"act": "change", "options": {"wigs": 1}}, 409, "not-now"),
    ("Ann", {"act": "mind", "seat": 9}, 422, "bad-act"),
    ("Ann", {"act": "mind", "seat": 1, "bot": "jester"}, 422, "unknown-bot"),
    ("Ann", {"act": "vote", "what": "mind"}, 422, "bad-act"),
    ("Ann", {"act": "vote", "what": "mind", "seat": 0}, 422, "bad-act"),
    ("waits", {"act": "move", "match": 2, "turn": 0, "moves": ["x"]}, 409, "stale"),
    ("waits", {"act": "move", "match": 1, "turn": 0, "moves": ["x"]}, 409, "not-your-turn"),
    ("moves", {"act": "move", "match": 1, "turn": 0, "moves": ["sweep", "x"]}, 422, "ends-here"),
    ("moves", {"act": "move", "match": 1, "turn": 0, "moves": ["harvest", "harvest"]}, 422, "illegal-move"),
]


async def check_refused(at: House, player: Player, table: str, act: dict[str, Any], due: tuple[int, str]) -> None:
    """Send an act and check that it is refused with this status and code."""
    before = await at.lobby.store.read(reads.journal, table)
    with pytest.raises(CourtlyError) as refused:
        await at.lobby.play.act(player, table, {"command": command(), **act})
    assert (status_of(refused.value), refused.value.code) == due
    assert await at.lobby.store.read(reads.journal, table) == before


@pytest.mark.parametrize(("who", "act", "status", "code"), WAITING)
def test_before_the_deal_sender_status_and_content_are_checked_in_order(
    tmp_path: Path, who: str, act: dict[str, Any], status: int, code: str
) -> None:
    async def story(at: House) -> None:
        ann, bo, cyd = [await at.player(name) for name in ("Ann", "Bo", "Cyd")]
        table = await at.open(ann, ME, OPEN, OPEN, listed=True)
        await at.do(bo, table, "sit", seat=1)
        await check_refused(at, {"Ann": ann, "Bo": bo, "Cyd": cyd}[who], table, act, (status, code))

    played(tmp_path, story)


@pytest.mark.parametrize(("who", "act", "status", "code"), PLAYING)
def test_during_a_match_sender_status_and_content_are_checked_in_order(
    tmp_path: Path, who: str, act: dict[str, Any], status: int, code: str
) -> None:
    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", game="monarch", listed=True)
        first = (await at.see(friends[0], table))["to_move"]
        known = {"Ann": friends[0], "Bo": friends[1], "moves": friends[first], "waits": friends[1 - first]}
        player = known.get(who) or await at.player(who)
        await check_refused(at, player, table, act, (status, code))

    played(tmp_path, story)


def test_a_repeated_act_is_recognized_before_all_other_checks(tmp_path: Path) -> None:
    """A repeated act gets its first answer even if it is impossible by now: its code is old and its seat is taken."""

    async def story(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        table = await at.open(ann, ME, OPEN)
        sat = {"command": "sat", "act": "sit", "seat": 1, "code": (await at.see(ann, table))["join"]}
        first = await at.lobby.play.act(bo, table, sat)
        await at.do(ann, table, "renew", code="join")
        assert await at.lobby.play.act(bo, table, sat) == first
        with pytest.raises(Reused):
            await at.lobby.play.act(bo, table, {**sat, "seat": 0})

    played(tmp_path, story)


def test_a_former_host_gets_the_answer_to_a_repeated_act(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann, bo = await at.player("Ann"), await at.player("Bo")
        table = await at.open(ann, OPEN, OPEN, STEWARD)
        sat = {"command": "sat", "act": "sit", "seat": 0}
        first = await at.lobby.play.act(ann, table, sat)
        codes = await at.see(ann, table)
        await at.do(bo, table, "sit", code=codes["join"])
        await at.do(ann, table, "hand", seat=1)
        await at.do(ann, table, "rise")
        await at.lobby.access.show_code(ann, codes["watch"])
        assert await at.lobby.play.act(ann, table, sat) == first

    played(tmp_path, story)


@pytest.mark.parametrize("seed", ["a\0b", "a\nb", "a\u202eb", "\ud800"])
@pytest.mark.parametrize("field", ["shuffle_seed", "word"])
def test_a_shuffle_seed_has_printable_characters(field: str, seed: str) -> None:
    with pytest.raises(BadAct, match="of the act ready cannot be"):
        read_act({"command": "c", "act": "ready", field: seed})


def test_a_vote_for_a_seat_with_a_stand_in_is_refused(tmp_path: Path) -> None:
    """Such a vote would bring the stand-in back as soon as the player takes the seat back."""

    async def story(at: House) -> None:
        table, friends = await at.friends("Ann", "Bo", minder={"bot": "random", "after": 60})
        now = await at.see(friends[0], table)
        away, other = friends[1 - now["to_move"]], friends[now["to_move"]]
        await at.do(away, table, "rise")
        with pytest.raises(BadAct):
            await at.do(other, table, "vote", what="mind", seat=1 - now["to_move"])
        await at.do(away, table, "return")
        assert (await at.see(other, table))["seats"][1 - now["to_move"]]["minded_by"] is None

    played(tmp_path, story)


def test_changed_options_keep_the_number_of_seats(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        ann = await at.player("Ann")
        table = await at.open(ann, ME, OPEN, OPEN)
        await at.do(ann, table, "change", options={"edition": "2023"})
        seen = await at.see(ann, table)
        assert (seen["options"]["players"], seen["options"]["edition"], len(seen["seats"])) == (3, "2023", 3)

    played(tmp_path, story)


def test_options_that_do_not_fit_the_given_deal_are_refused(tmp_path: Path) -> None:
    """Otherwise the match could never start."""

    async def story(at: House) -> None:
        ann = await at.player("Ann")
        deal = Match(set_up("courtisans", {"players": 2}), Opening(seed=1)).record()["deal"]
        table = await at.open(ann, ME, OPEN, deal=deal)
        with pytest.raises(BadDeal):
            await at.do(ann, table, "change", options={"players": 3})
        await at.do(ann, table, "fill", seat=1, bot="random")
        await at.do(ann, table, "ready")
        assert (await at.see(ann, table))["status"] == "playing"

    played(tmp_path, story)


def test_a_player_cannot_move_while_a_stand_in_plays() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    people = [Player(f"id-{seat}", name, "red", noon) for seat, name in enumerate(("Ann", "Bo"))]
    seats = [{"kind": "person", "name": one.name, "player": one.id, "colour": "red"} for one in people]
    opened = {"host": "id-0", "game": "courtisans", "options": {"players": 2}, "seats": seats, "seed": 1}
    state = TableState("table")

    def add(act: str, seat: int | None, data: dict[str, Any]) -> None:
        state.apply(Entry(state.version, noon, act, 1, state.turn, seat, None, data))

    add("open", None, opened)
    add("start", None, {"luck": 1, "seed": 1})
    seat = state.to_move
    assert seat is not None
    assert state.match is not None
    body = {"command": "c", "act": "move", "match": 1, "turn": 0, "moves": [state.match.legal_moves()[0]]}
    assert check(state, people[seat], read_act(body))
    add("mind", seat, {"bot": "random", "by": "server"})
    with pytest.raises(NotNow):
        check(state, people[seat], read_act(body))
    add("return", seat, {})
    assert check(state, people[seat], read_act(body))
