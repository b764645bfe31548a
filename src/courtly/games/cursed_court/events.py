"""What a move of Cursed Court brings about, as events: ids, numbers, and what went where.

A crown on the board is named by its region and its owner's seat, `crown:king/2`, the coins under it by the region.
What two seats know differently, which crown is a feint or which hole cards were dealt, is an event for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from courtly.engine.contract.events import Event, Step, all_but, only
from courtly.engine.contract.game import Setup
from courtly.games.cursed_court import rules
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.moves import regions_of
from courtly.games.cursed_court.rules import FEINTS, REBUY, STAKES
from courtly.games.cursed_court.state import (
    NOBLES,
    NONE,
    REGIONS,
    SEATS,
    STACK,
    Content,
    Exchange,
    Phase,
    State,
)
from courtly.games.cursed_court.view import SEASON_IDS, cards_left, holes, result, sitting_out
from courtly.games.cursed_court.years import count_tableau, crown_points, region_value, standing_of, tableau_size

EVENTS: Mapping[str, str] = {
    "bet": "`seat` bets on `region` and is asked how many coins; `feint`: whether with its feint, None for others",
    "place": "`seat` placed a crown in `region` with `coins`, None in The Coinless Court; `feint`: whether it is the "
    "feint, None for others than its owner; `bumped`: the `seat` whose crown went back to it, with its `coins`, None "
    "where none did; `stakes`: the coins of the crowns that were bumped there one after the other, and these last, "
    "empty in The Coinless Court; `behind`: the seats whose crowns lay there before and stay, in order",
    "year-end": "`year` is over: `tableau` are its face-up cards, `holes` its hole cards; `crowns` tells of each its "
    "`region`, `seat`, `coins`, `points` and whether it was a `feint`; by seat the points `gained`, the `score` after "
    "it, and `shares` of the `pot`, which is None outside The Great Exchange",
    "idle-year": "`year` passed without being dealt: fewer than two players had chips",
    "buy": "`seat` bought `chips` chips, in all `bought`",
    "stand": "`seat` buys no more chips before the next year",
    "deal": "`year` begins with the seats `seated`; `holes`: the cards of each gap to the seats beside it, None to "
    "others; `deck`: cards left in the deck; `aside`: how many sit out",
    "season": "`season` of `year` begins: the first wager marker is with the seat `marker`, and `card` is face up",
    "score": "the match is over, with its `scores` by seat and its `winners`",
}
"""What each event says, by its id."""

Told = tuple[Mapping[str, Any], Sequence[Step]]


def events(setup: Setup, before: State, move: int, after: State, past: Sequence[Event]) -> list[Event]:
    """Return what one move brought about; see `EVENTS`."""
    if before.phase == Phase.REBUY:
        told: Iterable[Event] = _answered(before, move, after)
    elif after.phase == Phase.STAKE:
        told = _asked(setup, after, move)
    else:
        board = _placed_on(setup, before, move)
        told = chain(_placed(setup, before, board, move, past), _ended(setup, board, after))
    return [*told, *_begun(setup, before, after)]


def _versions(name: str, knowers: Iterable[int], tell: Callable[[int | None], Told]) -> Iterator[Event]:
    """Yield one thing as each of some seats knows it, and as all others do; `tell(seat)` gives arguments and steps."""
    apart = sorted(knowers)
    for seat in apart:
        yield Event(name, *tell(seat), only(seat))
    yield Event(name, *tell(None), all_but(*apart))


def _asked(setup: Setup, after: State, move: int) -> Iterator[Event]:
    """Yield a bet whose coins are asked; which crown it is, is its owner's to know (clause 13.3)."""
    seat, region = int(after.to_move), regions_of(setup)[int(after.pending)]
    masked = bool(setup.content.masquerade)

    def tell(knower: int | None) -> Told:
        return {"seat": seat, "region": region, "feint": _known(move >= FEINTS, knower == seat or not masked)}, ()

    return _versions("bet", [seat] if masked else [], tell)


def _known(fact: object, told: object) -> bool | None:
    """Return a fact to whom it is told."""
    return bool(fact) if told else None


def _placed_on(setup: Setup, before: State, move: int) -> State:
    """Return the position as it is once the crown is placed, before anything else happens."""
    states = setup.game.rules.state.empty()
    states[0] = before
    if before.phase == Phase.STAKE:
        rules.place(states[0], int(before.pending), move - STAKES)
    else:
        rules.bet(setup.content, states[0], move)
    board: State = states[0]
    return board


def _placed(setup: Setup, before: State, board: State, move: int, past: Sequence[Event]) -> Iterator[Event]:
    """Yield a crown that was placed, with its stake and whom it bumped."""
    seat, number = int(before.to_move), int(before.pending) if before.phase == Phase.STAKE else move % REGIONS
    region, content = regions_of(setup)[number], setup.content
    lay = [int(owner) for owner in before.crowns[number] if owner != NONE]
    bumped = [owner for owner in lay if owner not in board.crowns[number]]
    args = {
        "seat": seat,
        "region": region,
        "coins": None if content.coinless else int(board.stack[number]),
        "bumped": {"seat": bumped[0], "coins": int(before.stack[number])} if bumped else None,
        "stakes": [] if content.coinless else [*(_stakes(region, past) if bumped else ()), int(board.stack[number])],
        "behind": [owner for owner in lay if owner not in bumped],
    }

    def tell(knower: int | None) -> Told:
        steps = [step for owner in bumped for step in _home(before, number, region, owner, knower)]
        steps.append(Step("crown", crown_id(region, seat), f"hand:{seat}", f"region:{region}"))
        if board.stack[number]:
            steps.append(_coins(f"coins:{region}", f"hand:{seat}", f"region:{region}", int(board.stack[number])))
        return {**args, "feint": _known(board.feint[seat] == number, knower == seat or not content.masquerade)}, steps

    return _versions("place", [seat, *bumped] if content.masquerade else [], tell)


def _stakes(region: str, past: Sequence[Event]) -> list[int]:
    """Return the stakes that the crown which lies in a region was placed with, its own and those before it."""
    placed = (event.args for event in reversed(past) if event.id == "place" and event.args["region"] == region)
    stakes: list[int] = next(placed)["stakes"]
    return stakes


def crown_id(region: str, seat: int) -> str:
    """Return the name of a seat's crown in a region."""
    return f"crown:{region}/{seat}"


def _home(s: State, number: int, region: str, owner: int, knower: int | None) -> Iterator[Step]:
    """Yield how a crown and its coins go back to their owner, who knows the feint when it comes."""
    feint = knower == owner and s.feint[owner] == number
    piece = f"hand:{owner}/{'feint' if feint else 'crowns'}"
    yield Step("crown", piece, f"region:{region}", f"hand:{owner}")
    if s.stack[number]:
        yield _coins(f"hand:{owner}/coins", f"region:{region}", f"hand:{owner}", int(s.stack[number]))


def _coins(piece: str, source: str, target: str, count: int) -> Step:
    return Step("coins", piece, source, target, count=count)


def _ended(setup: Setup, board: State, after: State) -> Iterator[Event]:
    """Yield the end of the year, if the crown just placed was its last, and of the match."""
    playing = [seat for seat in range(setup.players) if board.seated[seat]]
    seasons = setup.content.seasons
    if board.season < seasons - 1 or any(board.placed[seat] < seasons for seat in playing):
        return
    args = _year(setup, board, after)

    def tell(knower: int | None) -> Told:
        return args, [
            *_turned_up(setup.content, board),
            *_cleared(setup, board, args, knower),
            *_put_away(setup.content, board),
        ]

    feints = [seat for seat in playing if board.feint[seat] != NONE]
    yield from _versions("year-end", feints, tell)
    if after.phase == Phase.OVER:
        yield Event("score", result(setup.content, after))


def _year(setup: Setup, board: State, after: State) -> dict[str, Any]:
    """Return what everybody sees at the end of a year: the tableau, what each crown scored, and the pot."""
    seats, shares = range(setup.players), _shares(setup.content, board, after)
    return {
        "year": int(board.year),
        "tableau": [NOBLE_IDS[noble] for noble in board.deck[board.holes : tableau_size(setup.content, board)]],
        "holes": [NOBLE_IDS[noble] for noble in board.deck[: board.holes]],
        "crowns": list(_scored(setup, board)),
        "gained": [int(after.gained[seat]) for seat in seats],
        "score": [standing_of(setup.content, after, seat) for seat in seats],
        "pot": None if setup.content.exchange == Exchange.OFF else sum(shares),
        "shares": shares,
    }


def _scored(setup: Setup, board: State) -> Iterator[dict[str, Any]]:
    """Yield what each crown scored, region by region."""
    counts, ids = np.empty(NOBLES, np.int8), regions_of(setup)
    count_tableau(setup.content, board, counts)
    for number in range(REGIONS):
        value = region_value(setup.content, number, counts)
        for place in range(SEATS):
            seat = int(board.crowns[number, place])
            if seat != NONE:
                yield {
                    "region": ids[number],
                    "seat": seat,
                    "coins": int(board.stack[number]),
                    "points": int(crown_points(setup.content, board, number, place, value)),
                    "feint": bool(board.feint[seat] == number),
                }


def _shares(content: Content, board: State, after: State) -> list[int]:
    """Return what each seat takes from the pot: nothing where nobody scored and all take their own back (12.4)."""
    seats = range(int(content.players))
    if content.exchange == Exchange.OFF or max(after.gained[seat] for seat in seats) == 0:
        return [0 for _ in seats]
    feints = [int(board.stack[board.feint[seat]]) if board.feint[seat] != NONE else 0 for seat in seats]
    return [int(after.purse[seat]) - int(board.purse[seat]) - feints[seat] for seat in seats]


def _turned_up(content: Content, board: State) -> Iterator[Step]:
    """Yield the hole cards, turned up into the tableau (clause 7.1)."""
    each = 1 if np.count_nonzero(board.seated) > 3 else 2
    for i in range(int(board.holes)):
        yield Step("card", f"tableau/{content.seasons + i}", f"gap:{i // each}", "tableau", NOBLE_IDS[board.deck[i]])


def _cleared(setup: Setup, board: State, year: Mapping[str, Any], knower: int | None) -> Iterator[Step]:
    """Yield how crowns go home, and coins too, or chips to those who scored most."""
    ids = regions_of(setup)
    for number, region in enumerate(ids):
        for owner in (int(seat) for seat in board.crowns[number] if seat != NONE):
            crown, *coins = _home(board, number, region, owner, knower)
            yield crown
            if year["pot"] and board.feint[owner] != number and coins:
                yield _coins("pot/coins", f"region:{region}", "pot", coins[0].count)
            else:
                yield from coins
    for seat, share in enumerate(year["shares"]):
        if share:
            yield _coins(f"hand:{seat}/coins", "pot", f"hand:{seat}", share)


def _put_away(content: Content, board: State) -> Iterator[Step]:
    """Yield how the tableau goes back into the deck, or takes the place of the cards that sat out (10.1, 10.2)."""
    if not content.remembers:
        yield Step("card", "deck/cards", "tableau", "deck", count=tableau_size(content, board))
        return
    if back := len(sitting_out(board)):
        yield Step("card", "deck/cards", "aside", "deck", count=back)
    counts = np.empty(NOBLES, np.int8)
    count_tableau(content, board, counts)
    for noble, count in zip(NOBLE_IDS, counts, strict=True):
        if count:
            yield Step("card", f"aside/{noble}", "tableau", "aside", noble, int(count))


def _answered(before: State, move: int, after: State) -> Iterator[Event]:
    """Yield what a seat did between two years, and the year that passed without being dealt."""
    seat = int(before.to_move)
    if move == REBUY:
        bought = {"seat": seat, "chips": STACK, "bought": int(after.bought[seat])}
        yield Event("buy", bought, [_coins(f"hand:{seat}/coins", "bank", f"hand:{seat}", STACK)])
    else:
        yield Event("stand", {"seat": seat})
    if after.year > before.year and after.dealt == before.dealt:
        yield Event("idle-year", {"year": int(after.year)})


def _begun(setup: Setup, before: State, after: State) -> Iterator[Event]:
    """Yield the year and the season that begin with this move, and the end of a match whose last year was idle."""
    if after.dealt > before.dealt:
        yield from _versions("deal", _seated(setup, after), lambda knower: _dealt(setup, after, knower))
    if after.dealt > before.dealt or (after.year, after.season) == (before.year, before.season + 1):
        yield _season(before, after)
    if before.phase == Phase.REBUY and after.phase == Phase.OVER:
        yield Event("score", result(setup.content, after))


def _seated(setup: Setup, s: State) -> list[int]:
    return [seat for seat in range(setup.players) if s.seated[seat]]


def _dealt(setup: Setup, s: State, knower: int | None) -> Told:
    """Return the deal of a year as one seat sees it (clauses 3.1 to 3.4)."""
    gaps = holes(setup.content, s, knower)
    steps = [
        Step("card", f"gap:{gap['gap']}/{i}", "deck", f"gap:{gap['gap']}", gap["cards"][i] if gap["cards"] else None)
        for gap in gaps
        for i in range(gap["count"])
    ]
    args = {
        "year": int(s.year),
        "seated": _seated(setup, s),
        "holes": [gap["cards"] for gap in gaps],
        "deck": cards_left(s) + 1,
        "aside": len(sitting_out(s)),
    }
    return args, steps


def _season(before: State, after: State) -> Event:
    """Return the season that begins: where the marker went, and the card that was turned up (clauses 4.1 to 4.3)."""
    season, marker = int(after.season), int(after.marker)
    card = NOBLE_IDS[after.deck[after.holes + season]]
    steps = [Step("card", f"tableau/{season}", "deck", "tableau", card)]
    if marker != before.marker:
        steps.insert(0, Step("marker", "marker", f"hand:{before.marker}", f"hand:{marker}"))
    args = {"year": int(after.year), "season": SEASON_IDS[season], "marker": marker, "card": card}
    return Event("season", args, steps)
