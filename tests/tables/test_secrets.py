"""Twin worlds at a table: if two journals differ only in facts hidden from an audience, both give it equal bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.errors import CourtlyError
from courtly.engine.play.match import Match
from courtly.engine.play.origin import Origin
from courtly.engine.play.take_back import can_take_back
from courtly.settings import MailServer
from courtly.tables import acts
from courtly.tables.audience import audience_of, document, serialize_for
from courtly.tables.history import History
from courtly.tables.journal import Entry, Player
from courtly.tables.notifications import Message
from courtly.tables.state import TableState
from courtly.tables.store import open_store, writes
from courtly.tables.store.rows import Device, NotificationKind
from courtly.tables.table_views import stage_of, table_view
from courtly.tables.turns import asked_by
from courtly.testing import redealt_record, stages
from courtly.testing.positions import record_bytes
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web import push, webhook
from courtly.web.mail import Mail
from courtly.web.mail_links import MailLinks, mailbox
from courtly.web.stage import stage_page
from tests.contract.subjects import SUBJECTS

LATER = 3
"""The delay of the stage, in moves."""

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OPTIONS = [
    ("courtisans", {"players": 3}),
    ("cursed_court", {"players": 3, "years": 2, "masquerade": True}),
    ("monarch", {"players": 2, "max_rounds": 8}),
]
MAIL = Mail(MailServer("localhost", 25, "none"), "courtly@example.org", MailLinks("secret" * 8, "https://play.example"))
NAMES = ["Ann", "Bo", "Cyd"]


def person(seat: int) -> Player:
    return Player(f"id-{seat}", NAMES[seat], "red", NOON)


def table(match: Match, record: dict[str, Any], luck: int, *, begun: int = 0) -> TableState:
    """Return a table where friends have played a record; `luck` is the seed of their bots.

    The first `begun` moves were made in another match, and this match continues from there.
    """
    seats = [{"kind": "person", "name": NAMES[n], "player": f"id-{n}", "colour": "red"} for n in range(match.players)]
    opened = {"host": "id-0", "game": match.game, "options": match.options, "seats": seats, "deal": record["deal"]}
    opened |= {"seed": record.get("seed")}
    if begun:
        origin = Origin("position", begun, "another", luck).as_dict()
        opened |= {"key": f"{luck:064}", "origin": origin, "moves": record["moves"][:begun]}
    made: list[tuple[str, int | None, dict[str, Any]]] = [("open", None, opened)]
    made += [("ready", seat, {"word": "rose"}) for seat in range(match.players)]
    made += [("start", None, {"luck": luck, "seed": luck})]
    state = TableState("table")
    for act, seat, data in made:
        add(state, act, seat, data)
    for move in record["moves"][begun:]:
        add(state, "move", state.to_move, {"move": move, "simulations": luck % 90})
    return state


def add(state: TableState, act: str, seat: int | None, data: dict[str, Any], *, command: str | None = None) -> None:
    number, sender = state.version, f"id-{seat}" if command else None
    at = NOON + timedelta(seconds=number)
    state.apply(Entry(number, at, act, state.number, state.turn, seat, sender, data, command))


def ended(state: TableState, ends: Sequence[str]) -> TableState:
    """Add the last entries to a table, and return it."""
    for act in ends:
        add(state, act, None, {"reason": "vote"} if act == "stop" else {})
    return state


async def exported(state: TableState, player: Player) -> str:
    """Return the export of a player from a store that contains this table."""
    entries = [
        replace(entry, sender=None if entry.seat is None else f"id-{entry.seat}") if entry.act == "move" else entry
        for entry in state.entries
    ]
    async with await open_store(":memory:") as store:
        await store.write(writes.add_player, player)
        await store.create(state.head(), entries)
        document = await History(store).export(player)
    return json.dumps({**document, "at": ""}, sort_keys=True)


def channels(state: TableState, player: str | None) -> bytes:
    """Return everything that a table sends to a player: entries, document, errors for moves, and inputs of hints."""
    entries = [serialize_for(state, entry, audience_of(state, player, entry.match)) for entry in state.entries]
    present = [True] * len(state.seats)
    seen = document(state, player, present=present, codes=None)
    page = asdict(table_view(state, seen, player))
    if player == "id-0":
        # The host opened this table from another match, so they know the number of that match. No one else does.
        del page["played_on_from"]
    told = [
        entries,
        seen.as_dict(),
        page,
        notifications(state, player),
        refusals(state, player),
        thoughts(state, player),
    ]
    return json.dumps(told, sort_keys=True).encode()


def notifications(state: TableState, player: str | None) -> list[Any]:
    """Return the notifications of a turn of the player, and of a reminder, of all kinds and in all languages."""
    asked = asked_by(state, state.entries[-1:])
    if player is None or asked is None or asked.player != player:
        return []
    kinds: tuple[NotificationKind, ...] = ("turn", "reminder")
    messages = [Message("id", player, kind, [state.head()], ["turn"]) for kind in kinds]
    told = [
        text
        for one in messages
        for lang in LANGUAGES
        for text in (push.serialized(one, Locale(lang)), webhook.serialized(one, Locale(lang), ""), mail_of(one, lang))
    ]
    return [str(asked), *(text.decode() for text in told)]


def mail_of(message: Message, lang: str) -> bytes:
    """Return the mail of a message, without the time at which it is sent."""
    device = Device("d", message.player, mailbox("ann@example.org", lang, "UTC"), None, NOON)
    mail = MAIL.notification(device, message)
    del mail["Date"]
    return bytes(mail)


def refusals(state: TableState, player: str | None) -> list[Any]:
    """Send several lists of moves for the seat to move. Return the error for each list, None if the list is allowed."""
    seat = state.seat_of(player)
    if seat is None or state.to_move != seat or state.match is None:
        return []
    legal = state.match.legal_moves()
    lists = [[one, other] for one in legal[:12] for other in (legal[-1], "nonsense", one)]
    return [refusal(state, seat, moves) for moves in lists]


def refusal(state: TableState, seat: int, moves: list[str]) -> Any:
    act = acts.Move(command="c", act="move", match=state.number, turn=state.turn, moves=moves)
    try:
        acts.check(state, person(seat), act)
    except CourtlyError as error:
        return error.as_dict()
    return None


def thoughts(state: TableState, player: str | None) -> list[Any]:
    """Draft each of the first legal moves, and return the inputs of a hint after that draft."""
    seat = state.seat_of(player)
    if seat is None or state.to_move != seat or state.match is None:
        return []
    return [thought(state, seat, move) for move in state.match.legal_moves()[:12]]


def thought(state: TableState, seat: int, move: str) -> Any:
    try:
        known = acts.known_after(state, seat, [move])
    except CourtlyError as error:
        return error.as_dict()
    return [known.legal, known.view, record_bytes(known.setup, known.redeal(stream(5))[0]).hex()]


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0], ids=["fresh", "played-on", "just-opened"])
@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_no_player_at_a_table_can_tell_a_deal_from_its_twin(game: str, options: dict[str, Any], part: float) -> None:
    compare_twins(game, options, part)


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_no_player_can_tell_a_stopped_match_from_its_twin(game: str, options: dict[str, Any]) -> None:
    # A journal of an earlier version has a `reveal` after a stop.
    compare_twins(game, options, 0.0, ends=("stop", "reveal"))


def compare_twins(game: str, options: dict[str, Any], part: float, *, ends: Sequence[str] = ()) -> None:
    """Compare the channels of each table with those of its twin, both after the entries `ends`."""
    unknown, differing, compared = SUBJECTS[game].unknown, 0, 0
    assert unknown is not None
    for match in stages(set_up(game, options), seed=12, at_most=8):
        if match.is_over:
            continue
        begun = int(part * match.version)
        true = ended(table(match, match.record(), 1, begun=begun), ends)
        for audience in [*range(match.players), None]:
            record = redealt_record(match, unknown(match, audience), stream(12, match.version))
            player = None if audience is None else f"id-{audience}"
            compared += 1
            differing += (record["deal"], record["moves"]) != (match.record()["deal"], match.moves)
            assert channels(true, player) == channels(ended(table(match, record, 2, begun=begun), ends), player)
    assert differing > compared / 2


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_no_spectator_of_the_stage_can_tell_a_match_from_its_twin(game: str, options: dict[str, Any]) -> None:
    """The twin has other hidden cards and, after the position on the stage, also other moves."""
    unknown, compared = SUBJECTS[game].unknown, 0
    assert unknown is not None
    for match in stages(set_up(game, options), seed=14, at_most=8):
        if match.is_over or match.version < LATER:
            continue
        early = match.at(match.version - LATER)
        for seat in [*range(match.players), None]:
            record = redealt_record(early, unknown(early, seat), stream(14, match.version))
            true, twin = table(match, match.record(), 1), table(early, record, 2)
            for _ in range(LATER):
                assert twin.match is not None
                assert twin.to_move is not None
                add(twin, "move", twin.to_move, {"move": twin.match.legal_moves()[-1], "simulations": 1})
            compared += twin.status == "playing"
            if twin.status == "playing":
                assert staged(true, seat) == staged(twin, seat)
    assert compared > 2 * (1 + match.players)


def staged(state: TableState, seat: int | None) -> bytes:
    """Return everything that the stage shows of a table with a delay, with the hand of a seat."""
    state.opened = {**state.opened, "delay": {"kind": "moves", "count": LATER}}
    present = [True] * len(state.seats)
    stage = stage_of(state, document(state, None, present=present, codes=None), seat, NOON)
    assert stage.version == state.turn - LATER
    page = asdict(stage_page(stage, None, Locale("en")))
    return json.dumps([asdict(stage), page], sort_keys=True, default=str).encode()


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_no_player_can_tell_a_take_back_from_its_twin(game: str, options: dict[str, Any]) -> None:
    """The last move is taken back, if that is possible, and made again. Its possibility is compared in any case."""
    unknown, taken_back, compared = SUBJECTS[game].unknown, 0, 0
    assert unknown is not None
    for match in stages(set_up(game, options), seed=13, at_most=8):
        if match.is_over or not match.version:
            continue
        for audience in [*range(match.players), None]:
            record = redealt_record(match, unknown(match, audience), stream(13, match.version))
            player = None if audience is None else f"id-{audience}"
            true, twin = (list(with_take_back(match, each, luck)) for each, luck in ((match.record(), 1), (record, 2)))
            assert [channels(state, player) for state in true] == [channels(state, player) for state in twin]
            taken_back += len(true) > 1
            compared += 1
    assert compared > taken_back > 0


def with_take_back(match: Match, record: dict[str, Any], luck: int) -> Iterator[TableState]:
    """Yield a table after its last move, and if that can be taken back, after each entry about it and the same move."""
    moves = record["moves"]
    state = table(match, {**record, "moves": moves[:-1]}, luck)
    seat = state.to_move
    assert seat is not None
    turn, data = state.turn, {"move": moves[-1]}
    add(state, "move", seat, data, command="c1")
    yield state.copy()
    if not can_take_back(match.at(match.version - 1), match):
        return
    others = [each for each in range(match.players) if each != seat]
    entries: list[tuple[str, int, dict[str, Any]]] = [
        ("take_back", seat, {}),
        *(("agree", each, {}) for each in others),
    ]
    for act, mover, fields in [*entries, ("taken_back", seat, {"turn": turn}), ("move", seat, data)]:
        add(state, act, mover, fields, command=f"c{state.version}")
        yield state.copy()


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_an_export_during_a_match_is_equal_in_twin_worlds(game: str, options: dict[str, Any]) -> None:
    unknown, compared = SUBJECTS[game].unknown, 0
    assert unknown is not None
    for match in stages(set_up(game, options), seed=21, at_most=4):
        if match.is_over or not match.version:
            continue
        record = redealt_record(match, unknown(match, 0), stream(21, match.version))
        one, other = (
            asyncio.run(exported(table(match, each, luck), person(0)))
            for each, luck in ((match.record(), 1), (record, 2))
        )
        compared += 1
        assert one == other
        assert json.loads(one)["matches"] == []
    assert compared


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_the_secret_of_a_shuffle_stays_hidden_until_the_end(game: str, options: dict[str, Any]) -> None:
    state = TableState("table")
    seats = [{"kind": "person", "name": NAMES[n], "player": f"id-{n}", "colour": "red"} for n in range(2)]
    secret = "5e" * 32
    opened = {"host": "id-0", "game": game, "options": {**options, "players": 2}, "seats": seats, "secret": secret}
    add(state, "open", None, opened)
    add(state, "start", None, {"luck": 987654321, "seed": 3, "promise": state.promise})
    for end in ("", "stop", "reveal"):
        ended(state, [end] if end else [])
        for player in ("id-0", "id-1", None):
            sent_now = channels(state, player).decode()
            assert secret not in sent_now
            assert "987654321" not in sent_now
            assert str(state.promise) in sent_now


@pytest.mark.parametrize(
    "acts_before", [[], ["wait"], ["wait", "vacate"]], ids=["new", "after a minute", "one is gone"]
)
def test_a_table_where_strangers_wait_tells_nothing_but_the_hash_of_its_secret(acts_before: list[str]) -> None:
    def waiting(secret: str) -> TableState:
        state = TableState("table")
        held = [
            {"kind": "person", "name": NAMES[n], "player": f"id-{n}", "colour": "red", "ready": True} for n in (0, 1)
        ]
        opened = {"host": "id-0", "game": "courtisans", "options": {"players": 3}, "seats": [*held, {"kind": "open"}]}
        add(state, "open", None, {**opened, "listed": True, "meets": True, "secret": secret})
        for act in acts_before:
            add(state, act, 0 if act == "vacate" else None, {})
        return state

    twins = [waiting(secret * 32) for secret in ("5e", "6f")]
    for player in ("id-0", "id-1", None):
        one, other = (channels(state, player).decode().replace(str(state.promise), "") for state in twins)
        assert '"meeting"' in one
        assert one == other
