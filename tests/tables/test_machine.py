"""Several clients at one table against a model of it: whatever they do, in whatever order, both say the same."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import Coroutine, Iterable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from courtly.engine.errors import CourtlyError, IllegalMove
from courtly.tables import actor, attendants, lobby, opening, presence
from courtly.tables.actor import Reader
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.opening import NewTable
from courtly.tables.seating import SeatChoice
from tests.tables import model
from tests.tables.helpers import House, house
from tests.tables.model import Json, Refused, Table

T = TypeVar("T")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PATIENCE = 30.0
NAMES = ["Ann", "Bo", "Cyd", "Rob", "Wat", "Stu"]
"""The host, two friends, a program, one who looks on, and a stranger."""

SLOW = [HealthCheck.too_slow]
"""What a busy machine may be."""

GAMES = {"courtisans": {}, "cursed_court": {"years": 1}}
CHANGES = [{}, {"players": 3}, {"players": 2}, {"players": 4}, {"players": 9}, {"wigs": 1}]
AFTER = 61
"""Seconds away after which a bot minds a seat; no multiple of what clocks and waits take."""


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time can be put forward."""

    skipped = 0.0

    def time(self) -> float:
        return super().time() + self.skipped


class Dice:
    """What the server draws, the same in every run; in place of the module `secrets`."""

    def __init__(self) -> None:
        self.count = 0
        self.secret = b""
        self.seed = 0

    def token_bytes(self, size: int) -> bytes:
        self.count += 1
        self.secret = hashlib.sha256(f"bytes {self.count}".encode()).digest()[:size]
        return self.secret

    def randbits(self, bits: int) -> int:
        self.count += 1
        digest = hashlib.sha256(f"bits {self.count}".encode()).digest()
        self.seed = int.from_bytes(digest, "big") % 2**bits
        return self.seed

    def token_urlsafe(self, size: int) -> str:
        self.count += 1
        return hashlib.sha256(f"text {self.count}".encode()).hexdigest()[:size]


class Connection:
    """Somebody connected, and every frame of theirs as it comes."""

    def __init__(self, opened: AbstractAsyncContextManager[tuple[Reader, Iterable[Any]]], told: int) -> None:
        self.opened = opened
        self.told = told
        self.entries: list[Json] = []
        self.reading: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect, and read until the end."""
        reader, frames = await self.opened.__aenter__()
        first = list(frames)
        assert [first[0]["type"], first[-1]["type"]] == ["table", "state"]
        self._keep(first)

        async def read() -> None:
            while (frame := await reader.frames.get()) is not None:
                self._keep([frame])

        self.reading = asyncio.create_task(read())

    def _keep(self, frames: list[Any]) -> None:
        # A state that is still to be drawn is no dictionary.
        self.entries += [f for f in frames if isinstance(f, dict) and f["type"] == "entry"]

    async def end(self) -> None:
        """Disconnect."""
        assert self.reading is not None
        self.reading.cancel()
        await asyncio.gather(self.reading, return_exceptions=True)
        await self.opened.__aexit__(None, None, None)


class World:
    """A lobby with a clock, dice and event loop of its own, and whoever comes there."""

    def __init__(self) -> None:
        self.now, self.dice, self.loop = NOON, Dice(), Loop()
        self.folder = tempfile.TemporaryDirectory()
        self.patch = pytest.MonkeyPatch()
        for module in (actor, attendants, opening):
            self.patch.setattr(module, "now", lambda: self.now)
        for module in (actor, lobby, presence):
            self.patch.setattr(module, "secrets", self.dice)
        self.house: House
        self.open_house()
        self.players: list[Player] = [self.run(self.house.player(name, is_program=name == "Rob")) for name in NAMES]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the loop run until something is done."""
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def open_house(self) -> None:
        """Open the lobby, or open it again."""
        self._opened = house(Path(self.folder.name))
        self.house = self.run(self._opened.__aenter__())

    def close_house(self) -> None:
        """Close the lobby; its store stays."""
        self.run(self._opened.__aexit__(None, None, None))

    def put_forward(self, to: datetime) -> None:
        """Let time pass."""
        self.loop.skipped += (to - self.now) / timedelta(seconds=1)
        self.now = to

    def end(self) -> None:
        """Leave nothing behind."""
        self.close_house()
        self.loop.close()
        self.patch.undo()
        self.folder.cleanup()


clocks = st.sampled_from(
    [
        None,
        {"kind": "move", "seconds": 40},
        {"kind": "bank", "seconds": 90, "increment": 3},
        {"kind": "bank", "seconds": 50, "increment": 0},
    ]
)
more_seats = st.lists(
    st.sampled_from([{"kind": "open"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]), min_size=1, max_size=2
)
openings = st.fixed_dictionaries(
    {
        "seats": st.builds(
            lambda own, more: [own, *more], st.sampled_from([{"kind": "me"}, {"kind": "open"}]), more_seats
        ),
        "clock": clocks,
        "minder": st.just({"bot": "random", "after": AFTER}),
        "listed": st.booleans(),
        "watchers": st.booleans(),
        "seed": st.sampled_from([None, None, 7]),
    }
)
numbers = st.integers(0, 4)
indices = st.integers(0, 1000)
HOST, HOLDER = 6, 8
anybody = st.integers(0, 12)
"""A client; from `HOST` on whoever is the host now, from `HOLDER` on somebody with a seat: most acts are theirs."""


class TableMachine(RuleBasedStateMachine):
    """What may happen at one table."""

    game = "courtisans"

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.commands = 0
        self.bodies: list[tuple[int, Json]] = []
        self.connections: dict[int, Connection] = {}
        self.told: dict[str | None, list[Json]] = {}

    def teardown(self) -> None:
        if hasattr(self, "table"):
            for client in list(self.connections):
                self.disconnect(client)
        self.world.end()

    @initialize(wanted=openings)
    def open(self, wanted: Json) -> None:
        wanted = wanted | {"game": self.game, "options": GAMES[self.game], "talk": True, "aids": True}
        host, choices = self.world.players[0], [SeatChoice(**seat) for seat in wanted["seats"]]
        new = NewTable(command="opened", **(wanted | {"seats": choices}))
        shown = self.world.run(self.world.house.lobby.open(host, new))
        self.table = Table(shown["id"], lambda: self.world.dice.secret, lambda: self.world.dice.seed)
        model.open_table(self.table, host, wanted, self.world.now)
        self.table.sent[host.id, "opened"] = {}, 0, 1
        self.settle()

    # What every client may send.

    @rule(client=anybody, seat=st.none() | numbers, code=st.sampled_from([None, "join", "watch", "old", "no"]))
    def sit(self, client: int, seat: int | None, code: str | None) -> None:
        given = {} if code is None else {"code": self.code(code)}
        self.send(client, "sit", **given, **({} if seat is None else {"seat": seat}))

    @rule(client=anybody, code=st.sampled_from(["join", "watch", "old", "no"]))
    def show(self, client: int, code: str) -> None:
        player, text = self.player(client), self.code(code)
        expected = self.expected(lambda: model.show(self.table, player.id, text))
        self.compare(self.world.house.lobby.show_code(player, text), expected)

    @rule(client=anybody, act=st.sampled_from(["rise", "unready", "start", "return", "stop", "again"]))
    def do(self, client: int, act: str) -> None:
        self.send(client, act)

    @rule(client=anybody, word=st.sampled_from(["", "rose", "épine"]))
    def ready(self, client: int, word: str) -> None:
        self.send(client, "ready", word=word)

    @rule(client=anybody, act=st.sampled_from(["clear", "remove", "hand"]), seat=numbers)
    def of_seat(self, client: int, act: str, seat: int) -> None:
        self.send(client, act, seat=seat)

    @rule(client=anybody, seat=numbers, bot=st.sampled_from(["random", "steward", "jester"]))
    def fill(self, client: int, seat: int, bot: str) -> None:
        self.send(client, "fill", seat=seat, bot=bot)

    @rule(client=anybody, options=st.sampled_from(CHANGES))
    def change(self, client: int, options: Json) -> None:
        self.send(client, "change", options={**GAMES[self.game], **options})

    @rule(client=anybody, code=st.sampled_from(["join", "watch"]))
    def renew(self, client: int, code: str) -> None:
        self.send(client, "renew", code=code)

    @rule(client=anybody, seat=numbers, bot=st.sampled_from([None, "steward", "jester"]))
    def mind(self, client: int, seat: int, bot: str | None) -> None:
        self.send(client, "mind", seat=seat, **({} if bot is None else {"bot": bot}))

    @rule(client=anybody, what=st.sampled_from(["mind", "stop"]), seat=st.none() | numbers)
    def vote(self, client: int, what: str, seat: int | None) -> None:
        self.send(client, "vote", what=what, **({} if seat is None else {"seat": seat}))

    @rule(client=anybody, match=st.integers(1, 3), turn=st.integers(0, 3), index=indices)
    def move_out_of_turn(self, client: int, match: int, turn: int, index: int) -> None:
        self.send(client, "move", match=match, turn=turn, moves=[self.legal(index)])

    @precondition(lambda self: self.table.to_move is not None)
    @rule(index=indices, others=st.lists(indices, max_size=3), nonsense=st.booleans(), late=st.booleans())
    def move_badly(self, index: int, others: list[int], nonsense: bool, late: bool) -> None:
        """Legal moves of now in a row, most of which are not legal any more; some of them never were."""
        lines = [self.legal(each) for each in (index, *others)] + ["nonsense"] * nonsense
        self.send(self.mover(), "move", match=self.table.number, turn=self.table.turn + late, moves=lines)

    @precondition(lambda self: self.table.to_move is not None)
    @rule(index=st.lists(indices, min_size=1, max_size=5))
    def move(self, index: list[int]) -> None:
        """A legal list: up to the first move that tells something, or the end of the turn."""
        match, moves = self.table.match, []
        assert match is not None
        tried, seat = match.copy(), match.to_move
        for each in index:
            legal = tried.legal_moves() if tried.to_move == seat else []
            if legal:
                moves.append(legal[each % len(legal)])
                tells = match.setup.game.telling.reveals(tried.view(seat), moves[-1])
                tried.play(moves[-1])
                if tells:
                    break
        self.send(self.mover(), "move", match=self.table.number, turn=self.table.turn, moves=moves)

    @precondition(lambda self: self.bodies)
    @rule(index=indices, word=st.sampled_from([None, None, "another word"]))
    def send_again(self, index: int, word: str | None) -> None:
        client, body = self.bodies[index % len(self.bodies)]
        other = {"command": body["command"], "act": "ready", "word": word}
        self.send_body(client, body if word is None else other)

    @rule(client=anybody)
    def take_the_command_of_another(self, client: int) -> None:
        self.send_body(client, {"command": "opened", "act": "unready"})

    @precondition(lambda self: self.table.status == "playing" and len(self.table.present()) < len(self.table.held()))
    @rule(index=indices)
    def take_a_seat_back(self, index: int) -> None:
        away = [seat for seat in self.table.held() if self.table.seats[seat]["minded_by"]]
        self.send(self.holder(away[index % len(away)]), "return")

    @precondition(lambda self: self.table.status == "playing" and self.table.present())
    @rule(index=indices, bot=st.sampled_from([None, "steward"]))
    def let_a_bot_play(self, index: int, bot: str | None) -> None:
        seat = self.table.present()[index % len(self.table.present())]
        self.send(self.holder(seat), "rise") if bot is None else self.send(HOST, "mind", seat=seat, bot=bot)

    @precondition(lambda self: self.table.status == "playing" and len(self.table.held()) > 1)
    @rule(index=indices)
    def vote_somebody_away(self, index: int) -> None:
        away, *others = [*self.table.held()[index % 2 :], *self.table.held()[: index % 2]]
        self.send(self.holder(others[index % len(others)]), "vote", what="mind", seat=away)

    @precondition(lambda self: self.table.status == "over" and self.table.held())
    @rule()
    def play_again(self) -> None:
        self.send(HOLDER, "again")

    # What happens to the table.

    @precondition(lambda self: self.table.status == "waiting")
    @rule()
    def gather(self) -> None:
        """Everybody comes, and is ready."""
        for number, seat in enumerate(self.table.seats):
            if seat["kind"] == "open":
                free = [n for n in range(4) if self.table.seat_of(self.world.players[n].id) is None]
                self.send(free[0], "sit", seat=number, code=self.code("join"))
        for held in self.table.held():
            self.send(self.holder(held), "ready", word=f"word {held}")

    @precondition(lambda self: self.table.status == "playing")
    @rule(votes=st.sampled_from([True, True, False]))
    def come_to_an_end(self, votes: bool) -> None:
        """Everybody votes for it, or leaves it to bots."""
        for seat in self.table.present():
            if self.table.status == "playing":
                who = self.holder(seat)
                self.send(who, "vote", what="stop") if votes else self.send(who, "mind", seat=seat)

    @rule(seconds=st.sampled_from([1, 7, 30, 50, 130]))
    def wait(self, seconds: int) -> None:
        until = self.world.now + timedelta(seconds=seconds)
        while (due := model.next_due(self.table)) is not None and due <= until:
            self.world.put_forward(due)
            self.settle()
        self.world.put_forward(until)
        self.settle()

    @rule(client=anybody)
    def connect(self, client: int) -> None:
        client = self.number(client)
        if client in self.connections:
            self.disconnect(client)
            return
        player, since = self.world.players[client], len(self.told.get(self.world.players[client].id, []))
        if not self.table.may_see(player.id):
            return
        opened = self.world.house.lobby.reading(player, self.table.id, since=since)
        self.connections[client] = Connection(opened, since)
        self.world.run(self.connections[client].begin())
        model.come(self.table, player.id)

    def disconnect(self, client: int) -> None:
        self.world.run(self.connections.pop(client).end())
        model.leave(self.table, self.world.players[client].id, self.world.now)

    @rule(seconds=st.sampled_from([0, 100]))
    def restart(self, seconds: int) -> None:
        """The server stops, and some time later another takes up the tables of its store."""
        for client in list(self.connections):
            self.disconnect(client)
        self.world.close_house()
        self.table.left_at.clear()
        self.world.put_forward(self.world.now + timedelta(seconds=seconds))
        self.world.open_house()
        self.told.clear()
        self.settle()

    # What holds after every step.

    @invariant()
    def everybody_is_told_what_is_theirs(self) -> None:
        for player in [None, *self.world.players]:
            name = player.id if player else None
            seen, entries = self.world.run(self.seen(player, len(self.told.get(name, []))))
            if not self.table.may_see(name):
                assert seen is None
                continue
            assert seen is not None
            self.check_codes(name, {role: seen.pop(role, None) for role in ("join", "watch")})
            due = model.document(self.table, name)
            wrong = {key: (seen.get(key), due.get(key)) for key in seen | due if seen.get(key) != due.get(key)}
            assert wrong == {}, wrong
            told = self.told.setdefault(name, [])
            told += entries
            assert [entry["n"] for entry in told] == list(range(len(self.table.entries)))
            assert entries == [model.told(self.table, self.table.entries[e["n"]], name) for e in entries]

    @invariant()
    def whoever_is_connected_hears_every_entry(self) -> None:
        for client, connection in list(self.connections.items()):
            player = self.world.players[client].id
            assert connection.reading is not None
            heard = [{k: v for k, v in entry.items() if k != "type"} for entry in connection.entries]
            due = [model.told(self.table, entry, player) for entry in self.table.entries[connection.told :]]
            if connection.reading.done():
                # Seen out, when codes were renewed or a match began that none may look on at; perhaps it is over now.
                assert heard == due[: len(heard)]
                assert {entry["act"] for entry in due[len(heard) :]} & {"renew", "start"}
                self.world.run(self.connections.pop(client).end())
            else:
                assert self.table.may_see(player), "one who may not see the table is still connected"
                assert heard == due

    async def seen(self, player: Player | None, since: int) -> tuple[Json | None, list[Json]]:
        """The table as the lobby shows it to somebody, with all entries from a number on; None if it does not."""
        await asyncio.sleep(0)
        entries: list[Json] = []
        while True:
            try:
                found = await self.world.house.lobby.document(player, self.table.id, since=since + len(entries))
            except NoSuchTable:
                return None, []
            if not (more := found.pop("entries")):
                return found, entries
            entries += more

    def check_codes(self, player: str | None, codes: dict[str, str | None]) -> None:
        """Codes are the host's alone; a new one is like none before."""
        for role, code in codes.items():
            known = self.table.codes[role]
            assert (code is not None) == (player == self.table.host)
            if code is not None and known[-1:] in ([], [""]):
                assert code not in known
                known[-1:] = [code]
            assert code is None or code == known[-1]

    # How the two are asked.

    def number(self, client: int) -> int:
        """The number of a client."""
        held = self.table.held()
        if client >= HOLDER and held:
            return self.holder(held[client % len(held)])
        hosts = next(n for n, player in enumerate(self.world.players) if player.id == self.table.host)
        return client if client < HOST else hosts

    def player(self, client: int) -> Player:
        """Who a client is."""
        return self.world.players[self.number(client)]

    def holder(self, seat: int) -> int:
        """The client who holds a seat."""
        return next(n for n, each in enumerate(self.world.players) if each.id == self.table.seats[seat]["player"])

    def mover(self) -> int:
        """The client who decides."""
        assert self.table.to_move is not None
        return self.holder(self.table.to_move)

    def legal(self, index: int) -> str:
        """One of the legal moves, if there are any."""
        legal = self.table.match.legal_moves() if self.table.match and self.table.to_move is not None else []
        return legal[index % len(legal)] if legal else "nonsense"

    def code(self, which: str) -> str:
        """A code of the table, one that it had before, or one of no table."""
        known = self.table.codes.get(which, [])
        old = [code for codes in self.table.codes.values() for code in codes[:-1]]
        return known[-1] if known else old[0] if which == "old" and old else "bcdfghjkmn"

    def send(self, client: int, act: str, **more: Any) -> None:
        """Let a client do something under a new command."""
        self.commands += 1
        if "seat" in more:
            # One in a few is beyond the table.
            more["seat"] %= len(self.table.seats) + 1
        self.send_body(self.number(client), {"command": f"c{self.commands}", "act": act, **more})

    def send_body(self, client: int, body: Json) -> None:
        """Let a client send an act, and compare the answers."""
        client = self.number(client)
        player = self.world.players[client]
        answer = self.answered(self.world.house.lobby.act(player, self.table.id, body))
        expected = self.expected(lambda: model.act(self.table, player, body, self.world.now))
        self.bodies.append((client, body))
        if isinstance(expected, Refused):
            self.check_refused(answer, expected)
        else:
            first, last = expected
            entries = [model.told(self.table, entry, player.id) for entry in self.table.entries[first:last]]
            assert not isinstance(answer, CourtlyError), answer.as_dict()
            assert answer.as_dict() == {"version": last, "entries": entries}
            model.acted(self.table, player.id, self.world.now)
        self.settle()

    def expected(self, work: Any) -> Any:
        """What the model says, or how it refuses."""
        try:
            return work()
        except Refused as refused:
            return refused

    def answered(self, work: Coroutine[Any, Any, Any]) -> Any:
        """What the lobby says, or how it refuses."""
        try:
            return self.world.run(work)
        except CourtlyError as error:
            return error

    def compare(self, work: Coroutine[Any, Any, Any], expected: Any) -> None:
        """Check that the lobby refuses what the model does, and nothing else."""
        answer = self.answered(work)
        if isinstance(expected, Refused):
            self.check_refused(answer, expected)
        else:
            assert not isinstance(answer, CourtlyError), answer

    def check_refused(self, answer: Any, expected: Refused) -> None:
        """Check why something was refused."""
        assert isinstance(answer, CourtlyError), f"done, where {expected.args} is due"
        # What no game knows as a move is an illegal one for programs.
        code = IllegalMove.code if isinstance(answer, IllegalMove) else answer.code
        refused = code, {name: getattr(answer, name, None) for name in expected.details}
        assert refused == (expected.code, expected.details), f"{refused}, where {expected.args} is due"

    def settle(self) -> None:
        """Let the server, and bots, do what is theirs to do, in both."""
        self.world.run(self._settle())

    async def _settle(self) -> None:
        while True:
            model.serve(self.table, self.world.now)
            if not self.table.is_bots_turn():
                break
            entry = await self.entry(len(self.table.entries))
            assert (entry.act, entry.seat) == ("move", self.table.to_move)
            model.play(self.table, entry.data["move"], self.world.now)
        await self.entry(len(self.table.entries) - 1)

    async def entry(self, number: int) -> Any:
        """An entry, as soon as it is there."""
        while True:
            if found := await self.world.house.lobby.store.journal(self.table.id, since=number):
                assert found[0].number == number
                return found[0]
            await asyncio.sleep(0.001)


class CursedCourtMachine(TableMachine):
    """The same at a table of Cursed Court."""

    game = "cursed_court"


TestCourtisans = TableMachine.TestCase
TestCourtisans.settings = settings(max_examples=20, stateful_step_count=40, suppress_health_check=SLOW)
TestCursedCourt = CursedCourtMachine.TestCase
TestCursedCourt.settings = settings(max_examples=6, stateful_step_count=40, suppress_health_check=SLOW)
