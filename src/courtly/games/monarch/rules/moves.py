"""Moves of Monarch: number <-> line of notation, and the reasons against a move in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from courtly.engine.contract.codec import Form, VerbCodec, Words
from courtly.engine.contract.game import Codec, Setup
from courtly.games.monarch.cardset import CardSet
from courtly.games.monarch.rules.content import KEPT, MonarchOptions, cards_at, cards_key
from courtly.games.monarch.rules.reasons import Reason
from courtly.games.monarch.rules.tables import card_numbers
from courtly.games.monarch.state import (
    ADD,
    BANNERS,
    BARTER,
    BUILD,
    BUY,
    CARDS,
    CELLS,
    COURTS,
    DISMISS,
    END,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FLY,
    FREE,
    GUESTS,
    HARVEST,
    IMPROVEMENTS,
    KEEP,
    MOST_PLEDGE,
    MOVES,
    PASS,
    PLEDGE,
    REPLACE,
    SEATS,
    SEND,
    SWEEP_MOVE,
    TAX,
)

REASONS: dict[int, str] = {
    Reason.OVER: "the match is over",
    Reason.NO_MOVE: "there is no move of that number",
    Reason.PLACE_FIRST: "the Court Card just bought is added or replaces one first",
    Reason.BUILD_FIRST: "the improvement just bought is built first",
    Reason.SEND_FIRST: "the guest just bought is sent first",
    Reason.DISMISS_FIRST: "the card just bought first asks which guest leaves, if any",
    Reason.PLEDGE_FIRST: "a Moon asks for pledges: pledge or pass",
    Reason.NO_PLACE: "no Court Card waits for its place",
    Reason.NO_BUILD: "no improvement waits to be built",
    Reason.NO_SEND: "no guest waits to be sent",
    Reason.NO_DISMISS: "no card asks which guest leaves",
    Reason.NO_PLEDGE: "no Moon asks for pledges",
    Reason.INCOME_DONE: "one harvests or taxes once a turn, and this turn's is done",
    Reason.VILLAGES_UNFED: "there is not enough food to feed the villages",
    Reason.SWEEP_TOO_DEAR: "there is not enough gold to sweep the market",
    Reason.NO_BANNER: "there is no such banner in this match",
    Reason.SECOND_BANNER: "one flies one banner in a match, and yours is up",
    Reason.BANNER_TAKEN: "another sister flies that banner",
    Reason.BANNER_NOT_MET: "your court does not meet what that banner requires",
    Reason.NO_BARTER: "that card does not barter",
    Reason.BARTER_NOT_YOURS: "that card is not yours to barter with",
    Reason.BARTER_USED: "that card has bartered this turn",
    Reason.BARTER_TOO_DEAR: "you do not have what the barter asks",
    Reason.NOT_IN_MARKET: "that card is not in the market row",
    Reason.TOO_LITTLE_GOLD: "there is not enough gold to pay it",
    Reason.TOO_LITTLE_FOOD: "there is not enough food to pay it",
    Reason.NO_CREDIT: "no improvement is free for you now",
    Reason.COURT_FULL: "a full court cannot grow; the new card replaces one",
    Reason.NOT_IN_COURT: "that card is not in your court",
    Reason.WRONG_TERRAIN: "villages take Village Improvements, and farms take Farm Improvements",
    Reason.YIELD_FALLS: "that land yields more already",
    Reason.TO_ONESELF: "a guest is sent to another sister",
    Reason.NO_SEAT: "there is no such seat at this table",
    Reason.NOT_YOUR_GUEST: "that guest does not lodge with you",
    Reason.PLEDGE_NOT_HELD: "that is more than you have left to pledge",
    Reason.PLEDGE_NOT_MISSING: "that is more than is still missing",
}

CELL_IDS = tuple(f"{column}{row}" for row in "123" for column in "abc")
_CALLED = {"court": 0, "improvement": FIRST_IMPROVEMENT, "guest": FIRST_GUEST, "moon": FIRST_MOON}


def _all_cards(cards: CardSet) -> tuple[str, ...]:
    """Return a name for every card number: its id, or what no id can be where the set has no such card."""
    names = [""] * CARDS
    for kind, first in _CALLED.items():
        last = min((start for start in _CALLED.values() if start > first), default=CARDS)
        for number in range(first, last):
            names[number] = f"{kind}.{number - first}"
    for card, number in card_numbers(cards).items():
        names[number] = card
    return tuple(names)


@dataclass(frozen=True)
class _Used(Words):
    """A slot filled by one word of a list, of which some stand for numbers that the card set does not use."""

    @property
    def allowed(self) -> list[str]:
        """What may stand here, for an error: a name with a dot is nothing that there is."""
        return [word for word in self.words if "." not in word]


@dataclass(frozen=True)
class _Counted(Words):
    """A slot filled by a whole number from 1 on."""

    @property
    def allowed(self) -> list[str]:
        """What may stand here, for an error."""
        return [f"{self.words[0]} to {self.words[-1]}"]


class MonarchCodec(VerbCodec):
    """Moves as numbers and lines, for the cards of one setup.

    Attributes
    ----------
    count
        How many move numbers there are, the same for every card set.
    cards, banners, lands
        Ids by number; a number that the set does not use has a name with a dot.
    numbers
        Numbers of the set's cards by id.
    """

    def __init__(self, cards: CardSet) -> None:
        self.cards = _all_cards(cards)
        self.banners = tuple(banner.id for banner in cards.banners)
        self.lands = tuple(land.id for land in cards.lands)
        self.numbers = card_numbers(cards)
        super().__init__(_forms(self.cards, self.banners))
        assert self.starts == STARTS
        assert self.count == MOVES


def _forms(cards: Sequence[str], banners: Sequence[str]) -> list[Form]:
    """Return the forms of notation, in the order of the moves' numbers."""
    flags = (*banners, *(f"banner.{number}" for number in range(len(banners), BANNERS)))
    courts, improvements, guests = cards[:COURTS], cards[FIRST_IMPROVEMENT:FIRST_GUEST], cards[FIRST_GUEST:FIRST_MOON]
    return [
        Form("harvest"),
        Form("tax"),
        Form("sweep"),
        Form("fly", [_Used("<banner>", flags)]),
        Form("barter", [_Used("<card or banner>", (*courts, *flags))]),
        Form("buy", [_Used("<card>", cards[:FIRST_MOON])]),
        Form("free", [_Used("<improvement>", improvements)]),
        Form("end"),
        Form("add"),
        Form("replace", [_Used("<card>", courts)]),
        Form("build", [Words("<cell>", CELL_IDS)]),
        Form("send", [Words("<seat>", tuple(map(str, range(SEATS))))]),
        Form("dismiss", [_Used("<guest>", guests)]),
        Form("keep"),
        Form("pass"),
        Form("pledge", [_Counted("<number>", tuple(map(str, range(1, MOST_PLEDGE + 1))))]),
    ]


STARTS = [
    *(HARVEST, TAX, SWEEP_MOVE, FLY, BARTER, BUY, FREE, END),
    *(ADD, REPLACE, BUILD, SEND, DISMISS, KEEP, PASS, PLEDGE + 1),
]
"""The number of the first move of each form."""


def make_codec(options: MonarchOptions) -> Codec:
    """Return the codec of a setup, the same one for the same card set."""
    return _codec(cards_key(options))


@lru_cache(KEPT)
def _codec(key: str) -> MonarchCodec:
    return MonarchCodec(cards_at(key))


def codec_of(setup: Setup) -> MonarchCodec:
    """Return the codec of a setup of this game."""
    assert isinstance(setup.codec, MonarchCodec)
    return setup.codec


assert len(CELL_IDS) == CELLS
assert GUESTS == FIRST_MOON - FIRST_GUEST
assert IMPROVEMENTS == FIRST_GUEST - FIRST_IMPROVEMENT
