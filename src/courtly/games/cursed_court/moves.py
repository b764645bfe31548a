"""Moves of Cursed Court: the forms of their notation, numbered as `rules` counts them, and why one cannot be played."""

from __future__ import annotations

from typing import cast

from courtly.engine.contract.codec import Form, Numbers, VerbCodec, Words
from courtly.engine.contract.game import Codec, Setup
from courtly.games.cursed_court.content import CursedCourtOptions, compile_content, region_ids
from courtly.games.cursed_court.rules import FEINTS, REBUY, STAKES, STAND, Reason
from courtly.games.cursed_court.state import STACK, STACKS_A_YEAR, Content, Exchange

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


def most_chips(content: Content) -> int:
    """Return the most coins that one player can ever hold."""
    if content.exchange == Exchange.OFF:
        return int(content.coins)
    pauses = int(content.years) - 1 + int(content.extra_years) if content.exchange == Exchange.CASH else 0
    return STACK * int(content.players) * (1 + STACKS_A_YEAR * pauses)


def make_codec(options: CursedCourtOptions) -> Codec:
    """Return the codec of a setup."""
    region = Words("<region>", region_ids(options))
    coins = Numbers("<coins>", most_chips(compile_content(options)[0]))
    codec = VerbCodec(
        [
            Form("bet", [region]),
            Form("bet", [region, Words("feint", ["feint"])]),
            Form("rebuy"),
            Form("stand"),
            Form("stake", [coins]),
        ]
    )
    assert codec.starts == [0, FEINTS, REBUY, STAND, STAKES]
    return codec


def regions_of(setup: Setup) -> tuple[str, ...]:
    """Return the ids of a setup's regions by number."""
    return region_ids(cast(CursedCourtOptions, setup.options))
