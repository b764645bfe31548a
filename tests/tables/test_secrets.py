"""The twin-world test of live tables: what a seat may not know changes no byte that goes out to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import courtly
from courtly.engine.errors import CourtlyError
from courtly.tables import Table, TableService, open_store
from tests.tables.helpers import GAME, OTHER, OWNER, a_move, command_for, database, seated

pytestmark = pytest.mark.anyio

FAMILIES = ("butterfly", "toad", "nightingale", "hare", "stag", "carp")
ROLES = ("noble", "spy", "assassin")
PLACES = ("above", "below", "domain:0", "domain:1", "domain:2")
LINES = [
    "spare",
    "kill spy:1",
    "kill spy:2",
    "castle",
    *(f"play {family}.{role} {place}" for family, role, place in product(FAMILIES, ROLES, PLACES)),
    *(f"kill {family}.{role} above" for family, role in product(FAMILIES, ROLES)),
]
TABLE_ID = "the-same-in-both-worlds"


def twin_deals() -> list[dict[str, Any]]:
    """Return two deals that differ in a spy of seat 1, in the last card to be drawn, and in the others' missions."""
    deal = courtly.new_match(GAME, players=3, seed=11, deal={"first": 0}).record()["deal"]
    rest = list(deal["deck"])
    spy = next(card for card in rest if card.endswith(".spy"))
    twin = next(card for card in rest if card.endswith(".spy") and card != spy)
    rest.remove(spy)
    rest.remove(twin)
    white, blue, other = deal["missions"]
    return [
        {"first": 0, "deck": [*rest[:3], spy, *rest[3:], twin], "missions": [white, blue, other]},
        {"first": 0, "deck": [*rest[:3], twin, *rest[3:], spy], "missions": [white, other, blue]},
    ]


class Openhanded:
    """A bot whose visible acts do not depend on what its spies are."""

    def choose(self, knowledge: Any, _: object) -> Any:
        """Play a spy if there is one, and otherwise the first legal move."""
        legal = knowledge.legal
        return SimpleNamespace(move=next((move for move in legal if ".spy " in move), legal[0]))


@pytest.fixture(autouse=True)
def equal_but_for_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("courtly.tables.turns.find_bot", lambda _: Openhanded())
    monkeypatch.setattr("courtly.tables.turns.secrets.token_urlsafe", lambda _: TABLE_ID)


def shown(what: Table | CourtlyError) -> bytes:
    """Return every byte that an answer may turn into."""
    plain = asdict(what) if isinstance(what, Table) else what.as_dict() | {"text": str(what), "args": list(what.args)}
    return (json.dumps(plain) + repr(what)).encode()


async def told(asked: Any) -> bytes:
    """Return what goes out, an answer or an error."""
    try:
        return shown(await asked)
    except CourtlyError as error:
        return shown(error)


async def heard(service: TableService, table: Table) -> list[bytes]:
    """Return all that Ann, and somebody else, can hear at this version, bar a move that would be made."""
    wrong = [line for line in LINES if line not in table.view["legal"]]
    sent = [(OWNER, f"x{n}", table.version, line) for n, line in enumerate(wrong)]
    legal = table.view["legal"][0]
    sent += [(OWNER, "stale", table.version - 1, legal), (OTHER, "forged", table.version, legal)]
    answers = [
        await told(service.play(TABLE_ID, owner, command=command, version=version, move=move))
        for owner, command, version, move in sent
    ]
    for owner in (OWNER, OTHER):
        answers += [await told(service.get(TABLE_ID, owner)), await told(service.record(TABLE_ID, owner))]
    listed = [(one.version, one.over, one.names, one.to_move) for one in await service.list(OWNER)]
    return [*answers, repr(listed).encode(), shown(table)]


async def world(path: Path, deal: dict[str, Any]) -> list[bytes]:
    """Return all that is heard at a table of this deal during Ann's first two turns."""
    async with await open_store(path, patience=0.05) as store:
        service = TableService(store)
        match = courtly.new_match(GAME, players=3, deal=deal)
        table = await service.host(match, seats=seated(3), owner=OWNER)
        answers = await heard(service, table)
        while table.view["turn"] <= 6:
            move, version = a_move(table), table.version
            table = await service.play(TABLE_ID, OWNER, command=command_for(table), version=version, move=move)
            answers += await heard(service, table)
            answers.append(
                await told(service.play(TABLE_ID, OWNER, command=f"command-{version}", version=0, move=move))
            )
        answers += await out_of_order(service, table, path)
        assert spies_in(table) == [None]
        return answers


async def out_of_order(service: TableService, table: Table, path: Path) -> list[bytes]:
    """Return what is heard when the database is held by somebody, and when its log is damaged."""
    with database(path) as other:
        other.execute("BEGIN IMMEDIATE")
        legal = table.view["legal"][0]
        locked = await told(service.play(TABLE_ID, OWNER, command="c", version=table.version, move=legal))
    with database(path) as other:
        other.execute("DELETE FROM events WHERE number = 0")
    async with await open_store(path) as store:
        return [locked, await told(TableService(store).get(TABLE_ID, OWNER))]


def spies_in(table: Table) -> list[str | None]:
    """Return what Ann knows of the spies of others, once each."""
    return list({spy["card"]: None for spy in table.view["spies"] if spy["by"] != table.seat})


async def test_two_worlds_that_differ_in_hidden_cards_sound_the_same(tmp_path: Path) -> None:
    deals = twin_deals()
    assert deals[0] != deals[1]
    here, there = [await world(tmp_path / f"{n}.db", deal) for n, deal in enumerate(deals)]
    assert len(here) > 500
    assert [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]] == []


def hidden_words(path: Path) -> Iterator[str]:
    """Yield what the store keeps and nobody may hear."""
    with database(path) as connection:
        yield from (str(value) for value in connection.execute("SELECT bot_seed FROM tables").fetchone())


async def test_no_seed_is_ever_heard(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    heard_there = b"".join(await world(path, twin_deals()[0]))
    assert [word for word in hidden_words(path) if word.encode() in heard_there] == []
