"""Random runs of several clients at two tables, compared with a model after every step."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import time
from collections.abc import Coroutine, Iterable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from courtly.engine.errors import CourtlyError, IllegalMove
from courtly.environment import Environment, using
from courtly.tables import hints
from courtly.tables.document import TableLine
from courtly.tables.errors import NoSuchTable
from courtly.tables.journal import Player
from courtly.tables.opening import NewTable
from courtly.tables.seating import SeatChoice
from courtly.tables.store import reads
from courtly.tables.subscribers import Subscriber
from courtly.tables.table_views import TableView
from courtly.text.locales import Locale as Words
from courtly.web import table_pages
from courtly.web.api import talk
from courtly.web.api.models import NewLine
from tests.tables import model
from tests.tables.helpers import House, house
from tests.tables.model import Json, Refused, Table

T = TypeVar("T")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAMES = ["Ann", "Bo", "Cyd", "Rob", "Wat", "Stu"]
"""The host, two friends, a program, a spectator, and a stranger."""

SLOW = [HealthCheck.too_slow]
"""Suppressed health checks: a busy machine may be slow."""

GAMES = {"courtisans": {}, "cursed_court": {"years": 1}}
CHANGES = [{}, {"players": 3}, {"players": 2}, {"players": 4}, {"players": 9}, {"wigs": 1}]
AFTER = 61
"""Seconds of absence before a stand-in plays; not a multiple of the clocks and waiting times used here."""


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time changes only when a test advances it."""

    skipped = 0.0

    def time(self) -> float:
        return self.skipped


class Fixed(Environment):
    """An environment whose time changes only when a test advances it, and whose random numbers are known."""

    def __init__(self) -> None:
        super().__init__()
        self.time = NOON
        self.count = 0
        self.secret = b""
        self.seed = 0

    def now(self) -> datetime:
        return self.time

    def random_bytes(self, count: int) -> bytes:
        self.secret = self._digest("bytes")[:count]
        return self.secret

    def random_bits(self, count: int) -> int:
        self.seed = int.from_bytes(self._digest("bits"), "big") % 2**count
        return self.seed

    def token(self, count: int) -> str:
        return self._digest("text").hex()[:count]

    def _digest(self, kind: str) -> bytes:
        self.count += 1
        return hashlib.sha256(f"{kind} {self.count}".encode()).digest()


class Connection:
    """A connected client and its received frames; `told` entries and `said` lines are older than the connection."""

    def __init__(
        self, opened: AbstractAsyncContextManager[tuple[Subscriber, Iterable[Any]]], told: int, said: int
    ) -> None:
        self.opened = opened
        self.told = told
        self.said = said
        self.entries: list[Json] = []
        self.lines: list[Json] = []
        self.subscribe: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect, and receive frames until the end."""
        subscriber, frames = await self.opened.__aenter__()
        first = list(frames)
        assert [first[0]["type"], first[-1]["type"]] == ["table", "state"]
        self._keep(first)

        async def read() -> None:
            while (frame := await subscriber.frames.get()) is not None:
                self._keep([frame])

        self.subscribe = asyncio.create_task(read())

    def _keep(self, frames: list[Any]) -> None:
        # An unrendered state is not a dictionary.
        told = [frame for frame in frames if isinstance(frame, dict)]
        for kind, kept in (("entry", self.entries), ("line", self.lines)):
            kept += [{k: v for k, v in frame.items() if k != "type"} for frame in told if frame["type"] == kind]

    async def end(self) -> None:
        """Disconnect."""
        assert self.subscribe is not None
        self.subscribe.cancel()
        await asyncio.gather(self.subscribe, return_exceptions=True)
        await self.opened.__aexit__(None, None, None)


class Place:
    """A table of the model, its connections, and the entries that each player has received."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connections: dict[int, Connection] = {}
        self.told: dict[str | None, list[Json]] = {}


class Seen(NamedTuple):
    """A player's view of a table in the lobby: the document, new entries, all talk, and the content of the page."""

    document: Json
    entries: list[Json]
    lines: list[Json]
    table_view: TableView


class World:
    """A lobby with its own environment and event loop, and its players."""

    def __init__(self) -> None:
        self.environment, self.loop = Fixed(), Loop()
        self.folder = tempfile.TemporaryDirectory()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(hints, "hint", model.short_hint)
        self.house: House
        self.open_house()
        self.players: list[Player] = [self.run(self.house.player(name, is_program=name == "Rob")) for name in NAMES]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run the loop until a coroutine is done."""
        with using(self.environment):
            return self.loop.run_until_complete(work)

    @property
    def now(self) -> datetime:
        """The present time."""
        return self.environment.time

    def open_house(self) -> None:
        """Open the lobby, for the first time or again."""
        self._opened = house(Path(self.folder.name))
        self.house = self.run(self._opened.__aenter__())

    def close_house(self) -> None:
        """Close the lobby; its store stays."""
        self.run(self._opened.__aexit__(None, None, None))

    def put_forward(self, to: datetime) -> None:
        """Advance the time."""
        self.loop.skipped += (to - self.now) / timedelta(seconds=1)
        self.environment.time = to

    def end(self) -> None:
        """Clean up everything."""
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
        {"kind": "days", "days": 1},
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
        "timeout": st.sampled_from(["stand_in", "stand_in", "vote", "forfeit"]),
        "listed": st.booleans(),
        "watchers": st.booleans(),
        "seed": st.sampled_from([None, None, 7]),
        "talk": st.sampled_from([True, True, False]),
        "aids": st.sampled_from([None, True, False]),
    }
)
numbers = st.integers(0, 4)
indices = st.integers(0, 1000)
HOST, HOLDER = 6, 8
anybody = st.integers(0, 12)
"""A client: from `HOST` on the present host, from `HOLDER` on a player with a seat. They send most acts."""


codes = st.sampled_from([None, "join", "watch", "old", "other", "no"])
"""The present codes of the table, one of its old codes, a code of another table, and an invalid code."""
words = st.sampled_from([{"text": "À vous."}, {"text": "Hm"}, {"phrase": "hello"}, {"phrase": "thanks"}])
turns = st.lists(indices, min_size=1, max_size=5)


class TableMachine(RuleBasedStateMachine):
    """The possible events at two tables; each event happens at the present table of the clients."""

    game = "courtisans"

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.house = model.House()
        self.places: list[Place] = []
        self.commands = 0
        self.bodies: list[tuple[int, Json]] = []
        self.said: list[tuple[int, Json]] = []
        self.muted: set[str] = set()

    def teardown(self) -> None:
        self.disconnect_all()
        self.world.end()

    @property
    def table(self) -> Table:
        """The present table of the clients."""
        return self.place.table

    @initialize(wanted=openings)
    def open(self, wanted: Json) -> None:
        wanted = wanted | {"game": self.game, "options": GAMES[self.game], "command": f"opened-{len(self.places)}"}
        host, choices = self.world.players[len(self.places)], [SeatChoice(**seat) for seat in wanted["seats"]]
        opened = self.world.run(self.world.house.lobby.opener.open(host, NewTable(**(wanted | {"seats": choices}))))
        table = Table(opened, self.house, lambda: self.world.environment.secret, lambda: self.world.environment.seed)
        model.open_table(table, host, wanted, self.world.now)
        self.place = Place(table)
        self.places.append(self.place)
        self.settle()

    @precondition(lambda self: len(self.places) == 1)
    @rule(wanted=openings)
    def open_another(self, wanted: Json) -> None:
        self.open(wanted)

    @precondition(lambda self: len(self.places) == 2)
    @rule()
    def go_to_the_other_table(self) -> None:
        self.place = next(place for place in self.places if place is not self.place)

    # Requests of clients.

    @rule(client=anybody, seat=st.none() | numbers, code=codes)
    def sit(self, client: int, seat: int | None, code: str | None) -> None:
        given = {} if code is None else {"code": self.code(code)}
        self.send(client, "sit", **given, **({} if seat is None else {"seat": seat}))

    @rule(client=anybody, code=codes)
    def show(self, client: int, code: str | None) -> None:
        player, text = self.player(client), self.code(code)
        expected = self.expected(lambda: model.show(self.house, player.id, text))
        self.compare(self.world.house.lobby.access.show_code(player, text), expected)

    @rule(client=anybody, act=st.sampled_from(["rise", "unready", "start", "return", "stop", "again"]))
    def do(self, client: int, act: str) -> None:
        self.send(client, act)

    @rule(client=anybody, days=st.sampled_from([1, 1, 20]))
    def take_time_off(self, client: int, days: int) -> None:
        self.send(client, "time_off", days=days)

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
        """Send one list of moves. They are legal now, but most become illegal once the first is played; or nonsense."""
        lines = [self.legal(each) for each in (index, *others)] + ["nonsense"] * nonsense
        self.send(self.mover(), "move", match=self.table.number, turn=self.table.turn + late, moves=lines)

    @precondition(lambda self: self.table.to_move is not None)
    @rule(index=turns)
    def move(self, index: list[int]) -> None:
        """Send a legal list of moves, after asking for it as a draft."""
        mover, moves = self.mover(), self.turn(index)
        self.draft_view(self.world.players[mover], moves, self.table.turn)
        self.send(mover, "move", match=self.table.number, turn=self.table.turn, moves=moves)

    @precondition(lambda self: self.table.match is not None)
    @rule(client=anybody, late=st.integers(-1, 1))
    def ask_to_take_back(self, client: int, late: int) -> None:
        self.send(client, "take_back", match=self.table.number, turn=max(0, self.table.turn + late))

    @precondition(lambda self: model.may_take_back(self.table, self.table.last and self.table.last["seat"]))
    @rule()
    def take_back(self) -> None:
        """Ask to take back the last moves, as the player who made them."""
        seat = self.table.last["seat"] if self.table.last else 0
        self.send(self.holder(seat), "take_back", match=self.table.number, turn=self.table.turn)

    @precondition(lambda self: self.table.request is not None)
    @rule(client=anybody, agrees=st.sampled_from([True, True, False]))
    def answer(self, client: int, agrees: bool) -> None:
        act = "agree" if agrees else "refuse"
        self.send(client, act, match=self.table.number, turn=self.table.turn)

    @precondition(lambda self: self.table.request is not None)
    @rule()
    def all_agree(self) -> None:
        for seat in self.table.held():
            self.send(self.holder(seat), "agree", match=self.table.number, turn=self.table.turn)

    @rule(client=st.none() | anybody, index=turns, is_whole=st.booleans(), late=st.booleans())
    def draft(self, client: int | None, index: list[int], is_whole: bool, late: bool) -> None:
        """Ask for a draft: a legal list, or moves that are legal now, by the player to move or any client."""
        moves = self.turn(index) if is_whole else [self.legal(each) for each in index]
        self.draft_view(self.asker(client), moves, self.table.turn + late)

    def draft_view(self, player: Player, moves: list[str], turn: int) -> None:
        """Ask for a draft as a player, and compare the answers."""
        body = {"match": self.table.number, "turn": turn, "moves": moves}
        expected = self.expected(lambda: model.draft(self.table, player, body))

        async def draft() -> Json:
            return (await self.world.house.lobby.drafts.draft(player, self.table.id, body)).as_dict()

        self.compare(draft(), expected)

    @rule(client=st.none() | anybody, index=st.lists(indices, max_size=3), lang=st.sampled_from(["en", "fr"]))
    def ask_for_a_hint(self, client: int | None, index: list[int], lang: str) -> None:
        player, laid = self.asker(client), self.turn(index)
        expected = self.expected(lambda: model.advise(self.table, player, lang, laid))
        self.compare(self.world.house.lobby.drafts.hint(player, self.table.id, lang=lang, laid=laid), expected)

    @rule(said=words, repeats=st.booleans())
    def talk(self, said: Json, repeats: bool) -> None:
        """Let every client send a line, perhaps twice as if the answer was lost."""
        for client in list(range(len(NAMES))) * (1 + repeats):
            self.send_line(client, {"command": f"said-{self.commands}", **said})
        self.commands += 1

    @precondition(lambda self: self.said)
    @rule(index=indices, said=st.none() | words)
    def say_again(self, index: int, said: Json | None) -> None:
        client, line = self.said[index % len(self.said)]
        self.send_line(client, line if said is None else {"command": line["command"], **said})

    @rule(client=anybody)
    def mute(self, client: int) -> None:
        """Switch talk off, or on again, on a client's own pages."""
        self.muted ^= {self.player(client).id}

    @precondition(lambda self: self.bodies)
    @rule(index=indices, word=st.sampled_from([None, None, "another word"]))
    def send_again(self, index: int, word: str | None) -> None:
        client, body = self.bodies[index % len(self.bodies)]
        other = {"command": body["command"], "act": "ready", "word": word}
        self.send_body(client, body if word is None else other)

    @rule(client=anybody)
    def take_the_command_of_another(self, client: int) -> None:
        self.send_body(client, {"command": "opened-0", "act": "unready"})

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

    # Events at the table.

    @precondition(lambda self: self.table.status == "waiting")
    @rule(connects=st.booleans())
    def gather(self, connects: bool) -> None:
        """Let all players join and get ready; the spectator has the code to watch."""
        self.show(NAMES.index("Wat"), "watch")
        for client in range(len(NAMES)) if connects else []:
            if client not in self.place.connections:
                self.connect(client)
        for number, seat in enumerate(self.table.seats):
            if seat["kind"] == "open":
                free = [n for n in range(4) if self.table.seat_of(self.world.players[n].id) is None]
                self.send(free[0], "sit", seat=number, code=self.code("join"))
        for held in self.table.held():
            self.send(self.holder(held), "ready", word=f"word {held}")

    @precondition(lambda self: self.table.status == "playing")
    @rule(votes=st.sampled_from([True, True, False]))
    def come_to_an_end(self, votes: bool) -> None:
        """End the match: all players vote to stop it, or let bots play it to the end."""
        for seat in self.table.present():
            if self.table.status == "playing":
                who = self.holder(seat)
                self.send(who, "vote", what="stop") if votes else self.send(who, "mind", seat=seat)

    @rule(seconds=st.sampled_from([1, 7, 30, 50, 130]))
    def wait(self, seconds: int) -> None:
        until = self.world.now + timedelta(seconds=seconds)
        while dues := [due for each in self.places if (due := model.next_due(each.table)) and due <= until]:
            self.world.put_forward(min(dues))
            self.settle()
        self.world.put_forward(until)
        self.settle()

    @rule(client=anybody)
    def connect(self, client: int) -> None:
        client, connections = self.number(client), self.place.connections
        if client in connections:
            self.disconnect(self.place, client)
            return
        player, since = self.world.players[client], len(self.place.told.get(self.world.players[client].id, []))
        if not self.table.may_see(player.id):
            return
        opened = self.world.house.lobby.subscriptions.subscribe(player, self.table.id, since=since)
        connections[client] = Connection(opened, since, len(self.table.lines))
        self.world.run(connections[client].begin())
        model.come(self.table, player.id)

    def disconnect(self, place: Place, client: int) -> None:
        self.world.run(place.connections.pop(client).end())
        model.leave(place.table, self.world.players[client].id, self.world.now)

    def disconnect_all(self) -> None:
        for place in self.places:
            for client in list(place.connections):
                self.disconnect(place, client)

    @rule(seconds=st.sampled_from([0, 100]))
    def restart(self, seconds: int) -> None:
        """Stop the server; some time later another server loads the tables of its store."""
        self.disconnect_all()
        self.world.close_house()
        for place in self.places:
            place.table.left_at.clear()
            place.table.visits.clear()
            place.told.clear()
        self.world.put_forward(self.world.now + timedelta(seconds=seconds))
        self.world.open_house()
        self.settle()

    # Invariants after every step.

    @invariant()
    def everybody_is_told_what_is_theirs(self) -> None:
        asked = [(place, player) for place in self.places for player in [None, *self.world.players]]
        for (place, player), found in zip(asked, self.together(self.seen(*each) for each in asked), strict=True):
            assert (found is not None) == place.table.may_see(id_of(player))
            if found is not None:
                self.check_table(place, player, found)
                self.check_talk(place.table, player, found)

    def check_table(self, place: Place, player: Player | None, found: Seen) -> None:
        """Compare the table document and the new entries."""
        table, name, seen = place.table, id_of(player), found.document
        told = place.told.setdefault(name, [])
        self.check_codes(table, name, {role: seen.pop(role, None) for role in ("join", "watch")})
        due = model.document(table, name)
        wrong = {key: (seen.get(key), due.get(key)) for key in seen | due if seen.get(key) != due.get(key)}
        assert wrong == {}, wrong
        told += found.entries
        assert [entry["n"] for entry in told] == list(range(len(table.entries)))
        assert found.entries == [model.told(table, table.entries[e["n"]], name) for e in found.entries]

    def check_talk(self, table: Table, player: Player | None, found: Seen) -> None:
        """Compare the talk, as programs and pages get it."""
        assert found.lines == [model.serialize_line(line, table.seat_of(line["player"])) for line in table.lines]
        mutes = id_of(player) in self.muted
        shown = table_pages.around(found.table_view, Words("en"), ["talk"] if mutes else [], found.lines).talk
        on_page = [(line.number, line.text, line.mine) for line in shown.lines] if shown else []
        assert on_page == model.page_lines(table, id_of(player), mutes=mutes)

    @invariant()
    def whoever_is_connected_hears_everything(self) -> None:
        for place in self.places:
            for client in list(place.connections):
                self.check_heard(place, client)

    def check_heard(self, place: Place, client: int) -> None:
        """Check that a client has received every entry and line of talk of this table, and no others."""
        table, connection = place.table, place.connections[client]
        assert connection.subscribe is not None
        player = self.world.players[client].id
        due = [model.told(table, entry, player) for entry in table.entries[connection.told :]]
        lines = [model.serialize_line(line, line["then"]) for line in table.lines[connection.said :]]
        if connection.subscribe.done():
            # Disconnected after new codes, or at the start of a match without spectators; the match may be over now.
            heard = len(connection.entries)
            assert connection.entries == due[:heard]
            assert {entry["act"] for entry in due[heard:]} & {"renew", "start"}
            assert connection.lines == lines[: len(connection.lines)]
            self.world.run(place.connections.pop(client).end())
            table.connected.discard(player)
        else:
            assert table.may_see(player), "a player who may not see the table is still connected"
            assert (connection.entries, connection.lines) == (due, lines)

    @invariant()
    def lists_show_what_is_theirs(self) -> None:
        lobby, tables = self.world.house.lobby, self.house.tables
        *lists, listed = self.together(
            [*(lobby.views.mine(player) for player in self.world.players), lobby.views.listed()]
        )
        waiting = self.together(lobby.views.waiting_for(player) for player in self.world.players)
        for player, due in zip(self.world.players, waiting, strict=True):
            asked = [each for each in tables if each.to_move is not None and each.to_move == each.seat_of(player.id)]
            assert by_id(due) == by_id(model.line(table, player.id) for table in asked)
            assert due == sorted(due, key=lambda each: str(each.turn_since))
        for player, mine in zip(self.world.players, lists, strict=True):
            own = [each for each in tables if player.id == each.host or each.seat_of(player.id) is not None]
            assert by_id(mine) == by_id(model.line(table, player.id) for table in own)
            assert mine == sorted(mine, key=lambda each: each.updated, reverse=True)
        open_to_all = [table for table in tables if table.opened["listed"] and table.status != "over"]
        assert by_id(listed) == by_id(model.line(table, None) for table in open_to_all)

    def together(self, asked: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
        """Return the results of several requests at the same time."""

        async def ask() -> list[T]:
            return list(await asyncio.gather(*asked))

        return self.world.run(ask())

    async def seen(self, place: Place, player: Player | None) -> Seen | None:
        """Return a player's view of a table in the lobby, with all entries that are new; None if it is not allowed."""
        lobby, table = self.world.house.lobby, place.table.id
        told = len(place.told.get(id_of(player), []))
        entries: list[Json] = []
        while True:
            try:
                found = await lobby.views.answer(player, table, since=told + len(entries))
            except NoSuchTable:
                return None
            if not (more := found.pop("entries")):
                return Seen(
                    found, entries, await lobby.talk.lines(player, table), await lobby.views.table_view(player, table)
                )
            entries += more

    def check_codes(self, table: Table, player: str | None, codes: dict[str, str | None]) -> None:
        """Check that only the host has codes, and that a new code differs from all old ones."""
        for role, code in codes.items():
            known = table.codes[role]
            assert (code is not None) == (player == table.host)
            if code is not None and known[-1:] in ([], [""]):
                assert code not in known
                known[-1:] = [code]
            assert code is None or code == known[-1]

    # Access to the lobby and the model.

    def number(self, client: int) -> int:
        """Return the number of a client."""
        held = self.table.held()
        if client >= HOLDER and held:
            return self.holder(held[client % len(held)])
        hosts = next(n for n, player in enumerate(self.world.players) if player.id == self.table.host)
        return client if client < HOST else hosts

    def player(self, client: int) -> Player:
        """Return the player of a client."""
        return self.world.players[self.number(client)]

    def holder(self, seat: int) -> int:
        """Return the client in a seat."""
        return next(n for n, each in enumerate(self.world.players) if each.id == self.table.seats[seat]["player"])

    def asker(self, client: int | None) -> Player:
        """Return the player who asks for something; None means the player to move."""
        return self.player(self.mover() if client is None and self.table.to_move is not None else client or 0)

    def mover(self) -> int:
        """Return the client to move."""
        assert self.table.to_move is not None
        return self.holder(self.table.to_move)

    def legal(self, index: int) -> str:
        """Return one of the legal moves, or nonsense without any."""
        legal = self.table.match.legal_moves() if self.table.match and self.table.to_move is not None else []
        return legal[index % len(legal)] if legal else "nonsense"

    def turn(self, index: list[int]) -> list[str]:
        """Return a legal list: up to the first revealing move or the end of the turn; single moves if no one plays."""
        match, moves = self.table.match, []
        if match is None or self.table.to_move is None:
            return [self.legal(each) for each in index]
        tried, seat = match.copy(), match.to_move
        for each in index:
            legal = tried.legal_moves() if tried.to_move == seat else []
            if legal:
                moves.append(legal[each % len(legal)])
                tells = match.setup.game.audience_view.reveals(tried.view(seat), moves[-1])
                tried.play(moves[-1])
                if tells:
                    break
        return moves

    def code(self, which: str | None) -> str:
        """Return a code: of this table, an old one, one of another table, or an invalid one."""
        known = self.table.codes.get(which or "", [])
        old = [code for codes in self.table.codes.values() for code in codes[:-1]]
        other = [codes["join"][-1] for codes in (each.codes for each in self.house.tables if each is not self.table)]
        found = {"old": old, "other": other}.get(which or "", known[-1:])
        return found[0] if found else "bcdfghjkmn"

    def send(self, client: int, act: str, **more: Any) -> None:
        """Send an act of a client under a new command, and compare the answers."""
        self.commands += 1
        if "seat" in more:
            # Sometimes the seat does not exist.
            more["seat"] %= len(self.table.seats) + 1
        self.send_body(self.number(client), {"command": f"c{self.commands}", "act": act, **more})

    def send_body(self, client: int, body: Json) -> None:
        """Send the body of an act of a client, and compare the answers."""
        client = self.number(client)
        player = self.world.players[client]
        answer = self.answered(self.world.house.lobby.play.act(player, self.table.id, body))
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

    def send_line(self, client: int, line: Json) -> None:
        """Send a line of talk of a client, and compare the answers."""
        player = self.world.players[client]
        answer = self.answered(talk.say(self.world.house.lobby.talk, player, self.table.id, NewLine(**line)))
        expected = self.expected(lambda: model.say(self.table, player, line, self.world.now))
        self.said.append((client, line))
        if isinstance(expected, Refused):
            self.check_refused(answer, expected)
        else:
            assert not isinstance(answer, CourtlyError), answer.as_dict()
            assert answer.number == expected

    def expected(self, work: Any) -> Any:
        """Return the model's answer or refusal."""
        try:
            return work()
        except Refused as refused:
            return refused

    def answered(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Return the lobby's answer or error."""
        try:
            return self.world.run(work)
        except CourtlyError as error:
            return error

    def compare(self, work: Coroutine[Any, Any, Any], expected: Any) -> None:
        """Check that the lobby answers, or refuses, as the model expects."""
        answer = self.answered(work)
        if isinstance(expected, Refused):
            self.check_refused(answer, expected)
        else:
            assert answer == expected

    def check_refused(self, answer: Any, expected: Refused) -> None:
        """Check the code and details of an error."""
        assert isinstance(answer, CourtlyError), f"accepted, but {expected.args} was expected"
        # Programs get `illegal-move` even for a text that is a move in no game.
        code = IllegalMove.code if isinstance(answer, IllegalMove) else answer.code
        refused = code, {name: getattr(answer, name, None) for name in expected.details}
        assert refused == (expected.code, expected.details), f"{refused}, but {expected.args} was expected"

    def settle(self) -> None:
        """Let the server and the bots do everything that is due, in the lobby and in the model."""
        self.world.run(self._settle())

    async def _settle(self) -> None:
        for table in self.house.tables:
            model.serve(table, self.world.now)
            while table.is_bots_turn():
                entry = await self.entry(table, len(table.entries))
                assert (entry.act, entry.seat) == ("move", table.to_move)
                model.play(table, entry.data["move"], self.world.now)
                model.serve(table, self.world.now)
            await self.entry(table, len(table.entries) - 1)
            # The store has an entry before the table in memory has it: wait until the act is done.
            await self.world.house.lobby.tables.refresh(table.id)

    async def entry(self, table: Table, number: int) -> Any:
        """Return an entry as soon as it exists."""
        while True:
            if found := await self.world.house.lobby.store.read(reads.journal, table.id, since=number):
                assert found[0].number == number
                return found[0]
            # Other threads do the work; the loop's own time stands still.
            await asyncio.to_thread(time.sleep, 0.001)


def id_of(player: Player | None) -> str | None:
    """Return the id of a player, None for an unknown visitor."""
    return player.id if player else None


def by_id(lines: Iterable[TableLine]) -> dict[str, TableLine]:
    """Return the lines of a list by table."""
    return {each.id: each for each in lines}


class CursedCourtMachine(TableMachine):
    """The same events at a table of Cursed Court."""

    game = "cursed_court"


TestCourtisans = pytest.mark.long(TableMachine.TestCase)
TestCourtisans.settings = settings(max_examples=20, stateful_step_count=40, suppress_health_check=SLOW)
TestCursedCourt = pytest.mark.long(CursedCourtMachine.TestCase)
TestCursedCourt.settings = settings(max_examples=6, stateful_step_count=40, suppress_health_check=SLOW)
