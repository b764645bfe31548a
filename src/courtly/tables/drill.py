"""A drill with a restored backup: replay the running tables of a store, check them, and play one of each game.

The store is a temporary copy, because the drill appends moves to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from courtly.bots import find_bot
from courtly.engine.compile.rng import stream
from courtly.engine.sentences import Sentence, said
from courtly.environment import environment
from courtly.runtime import Runtime
from courtly.tables.actor import Actor
from courtly.tables.acts import NewEntry
from courtly.tables.acts.moves import Moved
from courtly.tables.codes import Codes
from courtly.tables.errors import StoreError
from courtly.tables.services import FALLBACK_BOT
from courtly.tables.state import TableState
from courtly.tables.store import reads
from courtly.tables.store.store import Store


@dataclass(slots=True)
class DrillReport:
    """The result of a drill.

    Attributes
    ----------
    replayed
        The number of running tables that were replayed and checked.
    entries
        The number of their entries.
    played
        The number of moves to the end of a match, for each game of which a match was running.
    damages
        The damage of each table that cannot go on, by its id. It names no cards.
    """

    replayed: int = 0
    entries: int = 0
    played: dict[str, int] = field(default_factory=dict)
    damages: dict[str, Sentence] = field(default_factory=dict)


async def drill(store: Store, runtime: Runtime) -> DrillReport:
    """Replay and check every running table of a store, and play one match of each game to its end."""
    report = DrillReport()
    for table in await store.read(reads.running):
        try:
            state = await _replayed(store, runtime, table)
            damage = await _damage(store, state)
            if damage is None and state.status == "playing" and state.game not in report.played:
                report.played[state.game] = await _play_out(
                    Actor(state, store, runtime, Codes(environment().token(32)))
                )
        except StoreError as error:
            damage = error.sentence
        except Exception as error:  # noqa: BLE001 - a damaged entry can cause any error; its message may name cards
            damage = said("it cannot be replayed ({error})", error=type(error).__name__)
        if damage is not None:
            report.damages[table] = damage
        else:
            report.replayed += 1
            report.entries += state.version
    return report


async def _replayed(store: Store, runtime: Runtime, table: str) -> TableState:
    entries = await store.read(reads.journal, table)
    return await runtime.read(lambda: TableState.of(table, entries))


async def _damage(store: Store, state: TableState) -> Sentence | None:
    """Return the damage of a replayed table, None without any."""
    kept, head = await store.read(reads.head, state.table), state.head()
    if kept is not None and kept.turn_since is None:
        # An earlier version did not store the times of a turn.
        head = replace(head, turn_since=None, due=None)
    if kept != head:
        return said("its journal and its entry in the lists differ")
    if state.status == "playing" and (state.match is None or not state.match.legal_moves()):
        return said("its match is not over, but the next player has no legal move")
    return None


async def _play_out(actor: Actor) -> int:
    """Let the steward play for all seats until the match is over, and return the number of its moves."""
    bot, luck, moves = find_bot(FALLBACK_BOT), stream(0), 0
    while (seat := actor.state.to_move) is not None:
        assert actor.state.match is not None
        move = bot.choose(actor.state.match.knowledge(seat), luck).move
        made = NewEntry(Moved(move, 0), seat)
        await actor.serve(partial(_always, made))
        moves += 1
    return moves


def _always(made: NewEntry, _: TableState) -> list[NewEntry]:
    return [made]
