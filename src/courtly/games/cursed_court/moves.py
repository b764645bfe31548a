"""Moves of Cursed Court: number <-> line of notation, and the lines a log keeps of them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from courtly.engine.errors import UnknownMove, listed, shown
from courtly.engine.game import Codec, Event, Setup
from courtly.games.cursed_court.content import NOBLE_IDS, CursedCourtOptions, compile_content, region_ids
from courtly.games.cursed_court.rules import FEINTS, REBUY, STAKES, STAND, Reason, bet, least_stake, place
from courtly.games.cursed_court.state import (
    CROWNS,
    NOBLES,
    NONE,
    REGIONS,
    SEASONS,
    SEATS,
    STACK,
    STACKS_A_YEAR,
    Content,
    Exchange,
    Phase,
    State,
)
from courtly.games.cursed_court.years import count_tableau, crown_points, region_value, standing_of, tableau_size

REASONS: dict[int, str] = {
    Reason.OVER: "the match is over",
    Reason.STAKE_FIRST: "the bet just made first asks for its coins",
    Reason.NO_STAKE: "no bet is waiting for its coins",
    Reason.REBUY_FIRST: "between two years one buys chips or stands",
    Reason.NO_REBUY: "chips are bought only between the years of a cash match",
    Reason.OWN_CROWN: "one of your own crowns lies there",
    Reason.TOO_POOR: "the coins in hand cannot double the stack there",
    Reason.NO_FEINT: "there is no feint without The Royal Masquerade",
    Reason.FEINT_ON_BOARD: "the feint is already on the board",
    Reason.ONLY_FEINT: "the only crown left in hand is the feint, and a bet says so",
    Reason.TOO_LITTLE: "a stake is at least one coin against none, and twice the stack against more",
    Reason.TOO_MUCH: "there are not that many coins in hand",
    Reason.NO_MOVE: "there is no move of that number",
}

_FORMS = ["bet <region>", "bet <region> feint", "stake <coins>", "rebuy", "stand"]
_STAKE = re.compile(r"stake (0|[1-9][0-9]{0,8})")


def most_chips(content: Content) -> int:
    """Return the most coins that one player can ever hold."""
    if content.exchange == Exchange.OFF:
        return int(content.coins)
    pauses = int(content.years) - 1 + int(content.extra_years) if content.exchange == Exchange.CASH else 0
    return STACK * int(content.players) * (1 + STACKS_A_YEAR * pauses)


class CursedCourtCodec:
    """Moves as numbers and lines, for the regions of one setup."""

    def __init__(self, options: CursedCourtOptions, most: int) -> None:
        self.regions = region_ids(options)
        self.count = STAKES + most + 1
        self._numbers = {region: number for number, region in enumerate(self.regions)}

    def parse(self, text: str) -> int:
        """Return the number of a line of notation; raise `UnknownMove` when it is none."""
        words = text.split(" ") if isinstance(text, str) else []
        number: int | None = {"rebuy": REBUY, "stand": STAND}.get(text) if words else None
        if words and words[0] == "bet" and (len(words) == 2 or words[2:] == ["feint"]):
            region = self._numbers.get(words[1])
            number = None if region is None else region + FEINTS * (len(words) - 2)
        elif words and (match := _STAKE.fullmatch(text)):
            number = STAKES + int(match[1])
        if number is None:
            raise self._explained(text, words)
        return number

    def _explained(self, text: object, words: list[str]) -> UnknownMove:
        if words[:1] == ["bet"] and len(words) > 1 and words[1] not in self._numbers:
            allowed = list(self.regions)
            message = f"{shown(text)}: there is no region {shown(words[1])}; there are {listed(allowed, limit=27)}"
            return UnknownMove(message, given=text, allowed=allowed)
        return UnknownMove(
            f"{shown(text)} is not a move; a move is one of: {listed(_FORMS)}", given=text, allowed=_FORMS
        )

    def format(self, move: int) -> str:
        """Return the line of notation of a move number."""
        if move >= STAKES:
            return f"stake {move - STAKES}"
        if move >= REBUY:
            return "rebuy" if move == REBUY else "stand"
        return f"bet {self.regions[move % REGIONS]}" + (" feint" if move >= FEINTS else "")


def events(setup: Setup, before: State, move: int, after: State) -> list[Event]:
    """Return the log lines of one move: others never see which crown is the feint (clause 13.3).

    A stake that was not asked is a line all the same; the end of a year is a report.
    """
    seat = int(before.to_move)
    own = setup.codec.format(move)
    lines = [Event(seat, own, own.removesuffix(" feint"))]
    if move < REBUY and not setup.content.coinless:
        stake = least_stake(before, move % REGIONS)
        if stake == before.purse[seat]:
            lines.append(Event(seat, f"stake {stake}", f"stake {stake}"))
    if before.phase != Phase.REBUY:
        return [*lines, *_year_report(setup, before, move, after)]
    if after.year > before.year and after.dealt == before.dealt:
        lines.append(Event(None, "", "", {"year": int(after.year), "dealt": False}))
    return lines


def _year_report(setup: Setup, before: State, move: int, after: State) -> list[Event]:
    """Return the report of the year that a bet or stake ended, if it did."""
    if before.season < SEASONS - 1:
        return []
    boards = setup.game.state.empty()
    boards[0] = before
    board = boards[0]
    if before.phase == Phase.STAKE:
        place(board, int(board.pending), move - STAKES)
    else:
        bet(setup.content, board, move)
    ended = board.phase == Phase.BET
    if not ended or any(board.seated[seat] and board.placed[seat] < CROWNS for seat in range(setup.players)):
        return []
    return [Event(None, "", "", year_report(setup, board, after))]


def year_report(setup: Setup, board: State, after: State) -> dict[str, Any]:
    """Return what everybody sees at the end of a year: the tableau, and what each crown scored."""
    counts = np.empty(NOBLES, np.int8)
    count_tableau(board, counts)
    seats = range(setup.players)
    ids = regions_of(setup)
    return {
        "year": int(board.year),
        "dealt": True,
        "tableau": [NOBLE_IDS[noble] for noble in board.deck[board.holes : tableau_size(board)]],
        "holes": [NOBLE_IDS[noble] for noble in board.deck[: board.holes]],
        "feints": {str(seat): ids[board.feint[seat]] for seat in seats if board.feint[seat] != NONE},
        "crowns": [
            _crown_report(setup, board, (region, n), counts)
            for region in range(REGIONS)
            for n in range(SEATS)
            if board.crowns[region, n] != NONE
        ],
        "gained": [int(after.gained[seat]) for seat in seats],
        "score": [standing_of(setup.content, after, seat) for seat in seats],
    }


def _crown_report(setup: Setup, board: State, crown: tuple[int, int], counts: Any) -> dict[str, Any]:
    region, n = crown
    seat = int(board.crowns[region, n])
    value = region_value(setup.content, region, counts)
    return {
        "region": regions_of(setup)[region],
        "seat": seat,
        "coins": int(board.stack[region]),
        "points": int(crown_points(setup.content, board, crown, value)),
        "feint": bool(board.feint[seat] == region),
    }


def regions_of(setup: Setup) -> tuple[str, ...]:
    """Return the ids of a setup's regions by number."""
    assert isinstance(setup.codec, CursedCourtCodec)
    return setup.codec.regions


def make_codec(options: CursedCourtOptions) -> Codec:
    """Return the codec of a setup."""
    return CursedCourtCodec(options, most_chips(compile_content(options)[0]))


assert len(NOBLE_IDS) == NOBLES
