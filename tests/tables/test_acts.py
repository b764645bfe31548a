"""Acts and entries: old and new names, what the journal stores, and what an audience sees."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from courtly.tables.acts import ACTS, ENTRIES, EntryBody, NewEntry, body_of, content_of, matches, moves, read_act, seats
from courtly.tables.journal import Entry
from courtly.tables.state import TableState

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
BODIES: list[tuple[EntryBody, dict[str, Any]]] = [
    (
        seats.Seated("id-0", "Ann", "red", "person"),
        {"player": "id-0", "name": "Ann", "colour": "red", "kind": "person"},
    ),
    (seats.Left(), {}),
    (seats.Left("random"), {"bot": "random"}),
    (seats.Filled("random", "Odile"), {"bot": "random", "name": "Odile"}),
    (matches.Started(1, 2, None), {"luck": 1, "seed": 2, "promise": None}),
    (matches.Started(1, 2, lacks_net=[1, 2]), {"luck": 1, "seed": 2, "lacks_net": [1, 2]}),
    (matches.Voted("stop", None), {"what": "stop", "for": None}),
    (matches.Voted("mind", 1), {"what": "mind", "for": 1}),
    (matches.TookTimeOff(7), {"days": 7}),
    (matches.Forfeited("courtier"), {"bot": "courtier"}),
    (matches.Rematched(), {}),
    (moves.Moved("pass"), {"move": "pass"}),
    (moves.Moved("pass", 0), {"move": "pass", "simulations": 0}),
]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ({"act": "leave"}, {"act": "rise"}),
        ({"act": "make_host", "seat": 1}, {"act": "hand", "seat": 1}),
        ({"act": "substitute", "seat": 1}, {"act": "mind", "seat": 1}),
        ({"act": "vote", "what": "substitute", "seat": 1}, {"act": "vote", "what": "mind", "seat": 1}),
    ],
)
def test_the_new_and_the_old_name_of_an_act_are_the_same_act(new: dict[str, Any], old: dict[str, Any]) -> None:
    acts = [read_act({"command": "c", **body}) for body in (new, old)]
    assert acts[0] == acts[1]
    assert content_of(acts[0]) == content_of(acts[1])


def test_every_name_belongs_to_one_act() -> None:
    names = [name for act in ACTS for name in act.names()]
    assert len(names) == len(set(names)) == 26


def test_every_kind_of_entry_but_a_move_has_a_sentence() -> None:
    assert [name for name, kind in ENTRIES.items() if not hasattr(kind, "sentence")] == ["move"]


@pytest.mark.parametrize(("body", "data"), BODIES)
def test_an_entry_is_stored_with_its_fields_alone_and_read_back(body: EntryBody, data: dict[str, Any]) -> None:
    assert body.data() == data
    assert body_of(Entry(0, NOON, body.act, 1, 0, data=data)) == body


def test_an_entry_with_more_fields_than_today_can_be_read() -> None:
    assert body_of(Entry(0, NOON, "unready", 1, 0, 0, data={"since": 1})) == matches.BecameUnready()


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        (seats.Seated("id-0", "Ann", "red", "person"), {"name": "Ann", "colour": "red", "kind": "person"}),
        (seats.Filled("random", "Odile"), {"bot": "random"}),
        (matches.Rematched("ab", "cd"), {"promise": "cd"}),
        (matches.PlayerDeleted("gone-1"), {}),
    ],
)
def test_an_audience_sees_only_the_public_fields_of_an_entry(body: EntryBody, seen: dict[str, Any]) -> None:
    entry = Entry(0, NOON, body.act, 1, 0, 0, data=body.data())
    assert body_of(entry).args(TableState("table"), entry, "watch") == seen


def test_a_rematch_is_stored_as_the_first_entry_of_the_next_match() -> None:
    opened = {"host": "a", "game": "courtisans", "options": {"players": 2}, "seats": [{}, {}], "seed": 1}
    state = TableState.of("table", [Entry(0, NOON, "open", 1, 0, data=opened)])
    entry = NewEntry(matches.Rematched()).entry(state, NOON, 1)
    assert (entry.match, entry.turn, sorted(entry.data)) == (2, 0, ["promise", "secret"])
