"""The log of Monarch: what one move did, step by step, as everybody at the table saw it.

A move is played again on a copy of the position before it, one step at a time, and each step is told by what changed.
Everything here was public when it happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from courtly.engine.game import Event, Setup
from courtly.games.monarch import rules
from courtly.games.monarch.moves import CELL_IDS, codec_of
from courtly.games.monarch.state import (
    CELLS,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FOOD,
    GOLD,
    NONE,
    SPOTS,
    Effect,
    Listed,
    Phase,
    Place,
    State,
)

Report = dict[str, Any]


def events(setup: Setup, before: State, move: int, _after: State) -> list[Event]:
    """Return the log lines of one move: the move, what was done without being asked, and reports."""
    states = setup.game.state.empty(2)
    states[0] = before
    s, seat = states[0], int(before.to_move)
    lines = [_said(seat, setup.codec.format(move))]
    rules.start(setup.content, s, move)
    lines += _reported(_of_move(setup, before, move, s))
    states[1] = s
    while rules.go_on(setup.content, s):
        lines += _step(setup, states[1], s)
        states[1] = s
    return lines


def _said(seat: int, text: str) -> Event:
    return Event(seat, text, text)


def _reported(reports: list[Report]) -> list[Event]:
    return [Event(None, "", "", report) for report in reports]


def _changes(setup: Setup, before: State, after: State) -> dict[str, list[int]]:
    """Return by how much the gold and the food of each seat changed."""
    change = (after.held - before.held)[: setup.players]
    return {"gold": change[:, GOLD].tolist(), "food": change[:, FOOD].tolist()}


def _of_move(setup: Setup, before: State, move: int, after: State) -> list[Report]:
    """Return what a move itself brings about, before anything follows by itself."""
    if move in (rules.HARVEST, rules.TAX):
        seat, changes = int(before.active), _changes(setup, before, after)
        kind = "harvest" if move == rules.HARVEST else "tax"
        return [{"what": "income", "kind": kind, **{name: changes[name][seat] for name in changes}}]
    if before.moon != NONE and after.moon == NONE:
        met = sum(before.pledges) + move - rules.PLEDGE == setup.content.pledge[before.moon - FIRST_MOON, 1]
        paid = before.pledges[: setup.players].tolist()
        paid[before.to_move] += move - rules.PLEDGE
        which = Listed.MET if met else Listed.UNMET
        return [_moon(setup, (before, after), int(before.moon), which) | {"paid": paid if met else None}]
    return _last_round(before, after)


def _last_round(before: State, after: State) -> list[Report]:
    return [{"what": "last-round"}] if after.last_round > before.last_round else []


def _step(setup: Setup, before: State, after: State) -> list[Event]:
    """Return what one step that happened by itself is told as."""
    if before.phase == Phase.FILL:
        return _reported(_filled(setup, before, after))
    if before.phase == Phase.SETTLE:
        changes = _changes(setup, before, after)
        changed = any(any(change) for change in changes.values())
        return _reported([{"what": "gain", **changes}] if changed else [])
    return _placed(setup, before, after)


def _placed(setup: Setup, before: State, after: State) -> list[Event]:
    """Return how a card went where alone it could go."""
    card, seat = int(before.pending), int(before.active)
    if before.phase == Phase.PLACE:
        return [_said(seat, "add"), *_reported(_last_round(before, after))]
    if before.phase == Phase.SEND:
        return [_said(seat, f"send {int(after.where[card]) - Place.GUEST}")]
    if after.where[card] == Place.DISCARD:
        return _reported([{"what": "lost", "card": codec_of(setup).cards[card]}])
    return [_said(seat, f"build {CELL_IDS[next(cell for cell in range(CELLS) if after.top[cell] == card)]}")]


def _filled(setup: Setup, before: State, after: State) -> list[Report]:
    """Return what one step of filling the market did."""
    if after.reshuffles > before.reshuffles:
        return [{"what": "reshuffle", "cards": int(before.discards)}]
    if after.drawn == before.drawn:
        return []
    card = int(before.deck[before.drawn])
    if card < FIRST_MOON:
        spot = next(spot for spot in range(SPOTS) if after.market[spot] == card)
        return [{"what": "reveal", "spot": spot, "card": codec_of(setup).cards[card]}]
    if after.moon == card:
        return [_moon(setup, (before, after), card, None)]
    paid_together = setup.content.pledge[card - FIRST_MOON, 0] != NONE
    return [_moon(setup, (before, after), card, Listed.UNMET if paid_together else Listed.EFFECTS)]


_OUTCOMES = {None: "asks", Listed.EFFECTS: "done", Listed.MET: "met", Listed.UNMET: "unmet"}


def _moon(setup: Setup, states: tuple[State, State], card: int, which: Listed | None) -> Report:
    """Return the report of a Moon of which one list of effects, or nothing yet, has been carried out."""
    before, after = states
    kinds = [] if which is None else setup.content.moon_effects[card - FIRST_MOON, which, :, 0].tolist()
    return {
        "what": "moon",
        "moon": codec_of(setup).cards[card],
        "outcome": _OUTCOMES[which],
        **_changes(setup, before, after),
        "paid": None,
        "ruined": _ruined(setup, before, after),
        "flush": Effect.FLUSH in kinds,
    }


def _ruined(setup: Setup, before: State, after: State) -> list[Report]:
    """Return the improvements that a Moon discarded, in reading order, of one board the uppermost first."""
    return [
        {"cell": CELL_IDS[cell], "card": codec_of(setup).cards[card]}
        for cell in range(CELLS)
        for card in _uncovered(before, int(before.top[cell]), int(after.top[cell]))
    ]


def _uncovered(before: State, card: int, end: int) -> Iterator[int]:
    """Yield an improvement, and those beneath it as far as `end`."""
    while card != end:
        yield card
        card = int(before.beneath[card - FIRST_IMPROVEMENT])
