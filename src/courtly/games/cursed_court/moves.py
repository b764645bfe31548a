"""The move notation of Cursed Court and the reasons why a move is illegal. Moves are numbered as in `rules`."""

from __future__ import annotations

from typing import cast

from courtly.engine.contract.codec import Form, Numbers, VerbCodec, Words
from courtly.engine.contract.game import Codec, Setup
from courtly.games.cursed_court.content import CursedCourtOptions, compile_content, region_ids
from courtly.games.cursed_court.rules import FEINTS, REBUY, STAKES, STAND, Reason
from courtly.games.cursed_court.state import STACK, STACKS_A_YEAR, Content, Exchange

REASONS: dict[int, str] = {
    Reason.OVER: "the match is over",
    Reason.STAKE_FIRST: "choose the coins for your last bet first",
    Reason.NO_STAKE: "choose a region before the coins",
    Reason.REBUY_FIRST: "between years, you can only buy chips or stand",
    Reason.NO_REBUY: "chips can only be bought between the years of a cash game",
    Reason.OWN_CROWN: "you already have a crown there",
    Reason.TOO_POOR: "you do not have enough coins to bump the crown there",
    Reason.NO_FEINT: "there is no feint without The Royal Masquerade",
    Reason.FEINT_ON_BOARD: "your feint is already on the board",
    Reason.ONLY_FEINT: "your only crown in hand is the feint: add feint to the bet",
    Reason.TOO_LITTLE: "bet at least one coin against none, or twice the coins of the crown there",
    Reason.TOO_MUCH: "you do not have that many coins",
    Reason.NO_MOVE: "there is no move with that number",
}


def most_chips(content: Content) -> int:
    """Return the maximum number of coins or chips that one player can ever hold."""
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
    """Return the region ids of a setup, by number."""
    return region_ids(cast(CursedCourtOptions, setup.options))
