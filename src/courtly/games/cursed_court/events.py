"""The events of a move of Cursed Court, with their arguments and the movements of pieces.

The id of a crown on the board names its region and its owner, as in `crown:king/2`. The coins under it are
`coins:king`. A seat that knows more than the others (a feint or hole cards) gets its own version of the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from courtly.engine.contract.events import Event, Movement, all_but, only
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
    "bet": "`seat` puts a crown on `region`, and its stake is due. `feint`: whether the crown is the feint, None for "
    "others",
    "place": "`seat` placed a crown in `region` with `coins`, None in The Coinless Court. `feint`: whether the crown "
    "is the feint, None for seats other than its owner; `bumped`: owner `seat` and `coins` of the bumped crown, None "
    "without a bump; `stakes`: stakes of the crowns bumped in this region, in order, then this stake, empty in The "
    "Coinless Court; `behind`: owners of the crowns that were placed earlier and stay, in order",
    "year-end": "`year` is over. `tableau`: face-up cards; `holes`: hole cards; `crowns`: `region`, `seat`, `coins`, "
    "`points` and `feint` flag of each crown; by seat: points `gained`, new `score`, and `shares` of the `pot`, which "
    "is None outside The Great Exchange",
    "idle-year": "`year` passed without a deal, because fewer than two players had chips",
    "buy": "`seat` bought `chips` chips. `bought`: all chips that it has bought",
    "stand": "`seat` buys no more chips before the next year",
    "deal": "`year` begins with the seats `seated`. `holes`: cards of each gap for the seats that see them, None for "
    "others; `deck`: cards left in the deck; `aside`: number of cards that sit out",
    "season": "`season` of `year` begins. `marker`: seat with the first wager marker; `card`: new face-up card",
    "score": "the match is over. `scores`: scores by seat; `winners`: seats that share the victory",
}
"""Description of each event by its id."""

EventPayload = tuple[Mapping[str, Any], Sequence[Movement]]


def events(setup: Setup, before: State, move: int, after: State, past: Sequence[Event]) -> list[Event]:
    """Return the events of one move; see `EVENTS`."""
    if before.phase == Phase.REBUY:
        found: Iterable[Event] = _answered(before, move, after)
    elif after.phase == Phase.STAKE:
        found = _asked(setup, after, move)
    else:
        board = _placed_on(setup, before, move)
        found = chain(_placed(setup, before, board, move, past), _ended(setup, board, after))
    return [*found, *_begun(setup, before, after)]


def _versions(name: str, knowers: Iterable[int], payload: Callable[[int | None], EventPayload]) -> Iterator[Event]:
    """Yield an event for each of `knowers` and one for all others. `payload(seat)` returns args and movements."""
    informed = sorted(knowers)
    for seat in informed:
        yield Event(name, *payload(seat), only(seat))
    yield Event(name, *payload(None), all_but(*informed))


def _asked(setup: Setup, after: State, move: int) -> Iterator[Event]:
    """Yield a bet whose crown waits for its stake. Only its owner sees whether it is the feint (clause 13.3)."""
    seat, region = int(after.to_move), regions_of(setup)[int(after.pending)]
    masked = bool(setup.content.masquerade)

    def payload(informed_seat: int | None) -> EventPayload:
        return {
            "seat": seat,
            "region": region,
            "feint": _known(move >= FEINTS, informed_seat == seat or not masked),
        }, [_crown(region, seat)]

    return _versions("bet", [seat] if masked else [], payload)


def _known(fact: object, is_known: object) -> bool | None:
    """Return a fact if the audience knows it, otherwise None."""
    return bool(fact) if is_known else None


def _placed_on(setup: Setup, before: State, move: int) -> State:
    """Return the position after the crown is placed, before the turn passes."""
    states = setup.game.rules.state.empty()
    states[0] = before
    if before.phase == Phase.STAKE:
        rules.place(states[0], int(before.pending), move - STAKES)
    else:
        rules.bet(setup.content, states[0], move)
    board: State = states[0]
    return board


def _placed(setup: Setup, before: State, board: State, move: int, past: Sequence[Event]) -> Iterator[Event]:
    """Yield the placement of a crown, with its stake and the bumped crown. The crown has moved if a bet came before."""
    seat, number = int(before.to_move), int(before.pending) if before.phase == Phase.STAKE else move % REGIONS
    region, content = regions_of(setup)[number], setup.content
    owners = [int(owner) for owner in before.crowns[number] if owner != NONE]
    bumped = [owner for owner in owners if owner not in board.crowns[number]]
    args = {
        "seat": seat,
        "region": region,
        "coins": None if content.coinless else int(board.stack[number]),
        "bumped": {"seat": bumped[0], "coins": int(before.stack[number])} if bumped else None,
        "stakes": [] if content.coinless else [*(_stakes(region, past) if bumped else ()), int(board.stack[number])],
        "behind": [owner for owner in owners if owner not in bumped],
    }

    def payload(informed_seat: int | None) -> EventPayload:
        steps = [step for owner in bumped for step in _home(before, number, region, owner, informed_seat)]
        if before.phase == Phase.BET:
            steps.append(_crown(region, seat))
        if board.stack[number]:
            steps.append(_coins(f"coins:{region}", f"hand:{seat}", f"region:{region}", int(board.stack[number])))
        return {
            **args,
            "feint": _known(board.feint[seat] == number, informed_seat == seat or not content.masquerade),
        }, steps

    return _versions("place", [seat, *bumped] if content.masquerade else [], payload)


def _stakes(region: str, past: Sequence[Event]) -> list[int]:
    """Return the stakes of the crown in a region and of the crowns bumped there before it."""
    placed = (event.args for event in reversed(past) if event.id == "place" and event.args["region"] == region)
    stakes: list[int] = next(placed)["stakes"]
    return stakes


def crown_id(region: str, seat: int) -> str:
    """Return the id of a seat's crown in a region."""
    return f"crown:{region}/{seat}"


def _crown(region: str, seat: int) -> Movement:
    return Movement("crown", crown_id(region, seat), f"hand:{seat}", f"region:{region}")


def _home(s: State, number: int, region: str, owner: int, informed_seat: int | None) -> Iterator[Movement]:
    """Yield the movements of a crown and its coins back to their owner, who sees whether it is the feint."""
    feint = informed_seat == owner and s.feint[owner] == number
    piece = f"hand:{owner}/{'feint' if feint else 'crowns'}"
    yield Movement("crown", piece, f"region:{region}", f"hand:{owner}")
    if s.stack[number]:
        yield _coins(f"hand:{owner}/coins", f"region:{region}", f"hand:{owner}", int(s.stack[number]))


def _coins(piece: str, source: str, target: str, count: int) -> Movement:
    return Movement("coins", piece, source, target, count=count)


def _ended(setup: Setup, board: State, after: State) -> Iterator[Event]:
    """Yield the end of the year and of the match, if the placed crown was the last of the year."""
    # In a preview the year goes on: it shows the last crown, but not what follows.
    if after.phase == Phase.BET and after.year == board.year:
        return
    args = _year(setup, board, after)

    def payload(informed_seat: int | None) -> EventPayload:
        return args, [
            *_turned_up(setup.content, board),
            *_cleared(setup, board, args, informed_seat),
            *_put_away(setup.content, board),
        ]

    feints = [seat for seat in range(setup.players) if board.seated[seat] and board.feint[seat] != NONE]
    yield from _versions("year-end", feints, payload)
    if after.phase == Phase.OVER:
        yield Event("score", result(setup.content, after))


def _year(setup: Setup, board: State, after: State) -> dict[str, Any]:
    """Return the public facts of a year's end: the tableau, the points of each crown, and the pot."""
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
    """Yield the points of each crown, region by region."""
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
    """Return each seat's share of the pot. All shares are 0 if no player scored: the chips then go back (12.4)."""
    seats = range(int(content.players))
    if content.exchange == Exchange.OFF or max(after.gained[seat] for seat in seats) == 0:
        return [0 for _ in seats]
    feints = [int(board.stack[board.feint[seat]]) if board.feint[seat] != NONE else 0 for seat in seats]
    return [int(after.purse[seat]) - int(board.purse[seat]) - feints[seat] for seat in seats]


def _turned_up(content: Content, board: State) -> Iterator[Movement]:
    """Yield the movements of the hole cards into the tableau (clause 7.1)."""
    each = 1 if np.count_nonzero(board.seated) > 3 else 2
    for i in range(int(board.holes)):
        yield Movement(
            "card", f"tableau/{content.seasons + i}", f"gap:{i // each}", "tableau", NOBLE_IDS[board.deck[i]]
        )


def _cleared(setup: Setup, board: State, year: Mapping[str, Any], informed_seat: int | None) -> Iterator[Movement]:
    """Yield the movements of crowns and coins to their owners, and of the pot to the winners of the year."""
    ids = regions_of(setup)
    for number, region in enumerate(ids):
        for owner in (int(seat) for seat in board.crowns[number] if seat != NONE):
            crown, *coins = _home(board, number, region, owner, informed_seat)
            yield crown
            if year["pot"] and board.feint[owner] != number and coins:
                yield _coins("pot/coins", f"region:{region}", "pot", coins[0].count)
            else:
                yield from coins
    for seat, share in enumerate(year["shares"]):
        if share:
            yield _coins(f"hand:{seat}/coins", "pot", f"hand:{seat}", share)


def _put_away(content: Content, board: State) -> Iterator[Movement]:
    """Yield the movements of the tableau into the deck, or to the cards that sit out (clauses 10.1, 10.2)."""
    if not content.remembers:
        yield Movement("card", "deck/cards", "tableau", "deck", count=tableau_size(content, board))
        return
    if back := len(sitting_out(board)):
        yield Movement("card", "deck/cards", "aside", "deck", count=back)
    counts = np.empty(NOBLES, np.int8)
    count_tableau(content, board, counts)
    for noble, count in zip(NOBLE_IDS, counts, strict=True):
        if count:
            yield Movement("card", f"aside/{noble}", "tableau", "aside", noble, int(count))


def _answered(before: State, move: int, after: State) -> Iterator[Event]:
    """Yield a seat's answer between two years. If the next year is not dealt, yield that too."""
    seat = int(before.to_move)
    if move == REBUY:
        bought = {"seat": seat, "chips": STACK, "bought": int(after.bought[seat])}
        yield Event("buy", bought, [_coins(f"hand:{seat}/coins", "bank", f"hand:{seat}", STACK)])
    else:
        yield Event("stand", {"seat": seat})
    if after.year > before.year and after.dealt == before.dealt:
        yield Event("idle-year", {"year": int(after.year)})


def _begun(setup: Setup, before: State, after: State) -> Iterator[Event]:
    """Yield the year and the season that begin with this move, and the end of a match whose last year is not dealt."""
    if after.dealt > before.dealt:
        yield from _versions("deal", _seated(setup, after), lambda informed_seat: _dealt(setup, after, informed_seat))
    if after.dealt > before.dealt or (after.year, after.season) == (before.year, before.season + 1):
        yield _season(before, after)
    if before.phase == Phase.REBUY and after.phase == Phase.OVER:
        yield Event("score", result(setup.content, after))


def _seated(setup: Setup, s: State) -> list[int]:
    return [seat for seat in range(setup.players) if s.seated[seat]]


def _dealt(setup: Setup, s: State, informed_seat: int | None) -> EventPayload:
    """Return the deal of a year as one seat sees it (clauses 3.1 to 3.4)."""
    gaps = holes(setup.content, s, informed_seat)
    steps = [
        Movement(
            "card", f"gap:{gap['gap']}/{i}", "deck", f"gap:{gap['gap']}", gap["cards"][i] if gap["cards"] else None
        )
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
    """Return the start of a season: the movement of the marker and the new face-up card (clauses 4.1 to 4.3)."""
    season, marker = int(after.season), int(after.marker)
    card = NOBLE_IDS[after.deck[after.holes + season]]
    steps = [Movement("card", f"tableau/{season}", "deck", "tableau", card)]
    if marker != before.marker:
        steps.insert(0, Movement("marker", "marker", f"hand:{before.marker}", f"hand:{marker}"))
    args = {"year": int(after.year), "season": SEASON_IDS[season], "marker": marker, "card": card}
    return Event("season", args, steps)
