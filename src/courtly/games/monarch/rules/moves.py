"""The codec of Monarch moves (number to notation and back) and the texts of the reasons against a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from courtly.engine.contract.codec import Form, VerbCodec, Words
from courtly.engine.contract.game import Codec, Setup
from courtly.games.monarch.cardset import CardSet
from courtly.games.monarch.rules.content import CARD_SET_CACHE_SIZE, MonarchOptions, cards_at, cards_key
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
    MAX_PLEDGE,
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
    Reason.NO_MOVE: "there is no move with that number",
    Reason.PLACE_FIRST: "first place the Court Card you bought: add it or replace another card",
    Reason.BUILD_FIRST: "first build the improvement you bought",
    Reason.SEND_FIRST: "first send the guest you bought",
    Reason.DISMISS_FIRST: "first choose a guest to dismiss, or keep them all",
    Reason.PLEDGE_FIRST: "a Moon asks for pledges: pledge or pass",
    Reason.NO_PLACE: "you have no Court Card to place",
    Reason.NO_BUILD: "you have no improvement to build",
    Reason.NO_SEND: "you have no guest to send",
    Reason.NO_DISMISS: "no card lets you dismiss a guest now",
    Reason.NO_PLEDGE: "no Moon asks for pledges",
    Reason.INCOME_DONE: "you have already harvested or taxed this turn",
    Reason.VILLAGES_UNFED: "not enough food to feed the villages",
    Reason.SWEEP_TOO_DEAR: "not enough gold to sweep the market",
    Reason.NO_BANNER: "this match has no such banner",
    Reason.SECOND_BANNER: "you have already flown a banner in this match",
    Reason.BANNER_TAKEN: "another sister flies that banner",
    Reason.BANNER_NOT_MET: "your court does not meet that banner’s requirement",
    Reason.NO_BARTER: "that card has no barter",
    Reason.BARTER_NOT_YOURS: "that card is not yours",
    Reason.BARTER_USED: "that card has already bartered this turn",
    Reason.BARTER_TOO_DEAR: "you cannot pay for that barter",
    Reason.NOT_IN_MARKET: "that card is not in the market row",
    Reason.TOO_LITTLE_GOLD: "not enough gold to pay for it",
    Reason.TOO_LITTLE_FOOD: "not enough food to pay for it",
    Reason.NO_CREDIT: "you have no free improvement now",
    Reason.COURT_FULL: "your court is full: choose a card to replace",
    Reason.NOT_IN_COURT: "that card is not in your court",
    Reason.WRONG_TERRAIN: "Village Improvements go on villages, Farm Improvements on farms",
    Reason.YIELD_FALLS: "that land already yields more",
    Reason.TO_ONESELF: "send a guest to another sister, not to yourself",
    Reason.NO_SEAT: "this table has no such seat",
    Reason.NOT_YOUR_GUEST: "that guest is not with you",
    Reason.PLEDGE_NOT_HELD: "that is more than you can still pledge",
    Reason.PLEDGE_NOT_MISSING: "that is more than the Moon still needs",
}

CELL_IDS = tuple(f"{column}{row}" for row in "123" for column in "abc")
_CALLED = {"court": 0, "improvement": FIRST_IMPROVEMENT, "guest": FIRST_GUEST, "moon": FIRST_MOON}


def _all_cards(cards: CardSet) -> tuple[str, ...]:
    """Return a name for every card number. Unused numbers get a name with a dot, which no id can have."""
    names = [""] * CARDS
    for kind, first in _CALLED.items():
        last = min((start for start in _CALLED.values() if start > first), default=CARDS)
        for number in range(first, last):
            names[number] = f"{kind}.{number - first}"
    for card, number in card_numbers(cards).items():
        names[number] = card
    return tuple(names)


@dataclass(frozen=True)
class _CardSlot(Words):
    """A slot filled by a word of a list. Words with a dot are placeholders for unused numbers."""

    @property
    def allowed(self) -> list[str]:
        """The allowed words, for an error message, without the unused names that contain a dot."""
        return [word for word in self.words if "." not in word]


@dataclass(frozen=True)
class _Counted(Words):
    """A slot filled by a whole number from 1 up."""

    @property
    def allowed(self) -> list[str]:
        """The allowed range, for an error message."""
        return [f"{self.words[0]} to {self.words[-1]}"]


class MonarchCodec(VerbCodec):
    """Converts moves of a setup between numbers and notation.

    Attributes
    ----------
    count
        Number of moves, equal for every card set.
    cards, banners, lands
        Ids by number. A number that the set does not use has a name with a dot.
    numbers
        Card numbers by id.
    """

    def __init__(self, cards: CardSet) -> None:
        self.cards = _all_cards(cards)
        self.banners = tuple(banner.id for banner in cards.banners)
        self.lands = tuple(land.id for land in cards.lands)
        self.numbers = card_numbers(cards)
        super().__init__(_forms(self.cards, self.banners))
        assert self.starts == FIRST_MOVES
        assert self.count == MOVES


def _forms(cards: Sequence[str], banners: Sequence[str]) -> list[Form]:
    """Return the forms of notation, in the order of the move numbers."""
    flags = (*banners, *(f"banner.{number}" for number in range(len(banners), BANNERS)))
    courts, improvements, guests = cards[:COURTS], cards[FIRST_IMPROVEMENT:FIRST_GUEST], cards[FIRST_GUEST:FIRST_MOON]
    return [
        Form("harvest"),
        Form("tax"),
        Form("sweep"),
        Form("fly", [_CardSlot("<banner>", flags)]),
        Form("barter", [_CardSlot("<card or banner>", (*courts, *flags))]),
        Form("buy", [_CardSlot("<card>", cards[:FIRST_MOON])]),
        Form("free", [_CardSlot("<improvement>", improvements)]),
        Form("end"),
        Form("add"),
        Form("replace", [_CardSlot("<card>", courts)]),
        Form("build", [Words("<cell>", CELL_IDS)]),
        Form("send", [Words("<seat>", tuple(map(str, range(SEATS))))]),
        Form("dismiss", [_CardSlot("<guest>", guests)]),
        Form("keep"),
        Form("pass"),
        Form("pledge", [_Counted("<number>", tuple(map(str, range(1, MAX_PLEDGE + 1))))]),
    ]


FIRST_MOVES = [
    *(HARVEST, TAX, SWEEP_MOVE, FLY, BARTER, BUY, FREE, END),
    *(ADD, REPLACE, BUILD, SEND, DISMISS, KEEP, PASS, PLEDGE + 1),
]
"""The first move number of each form."""


def make_codec(options: MonarchOptions) -> Codec:
    """Return the codec of a setup. Setups with equal card sets share one codec."""
    return _codec(cards_key(options))


@lru_cache(CARD_SET_CACHE_SIZE)
def _codec(key: str) -> MonarchCodec:
    return MonarchCodec(cards_at(key))


def codec_of(setup: Setup) -> MonarchCodec:
    """Return the codec of a setup, typed as Monarch's."""
    assert isinstance(setup.codec, MonarchCodec)
    return setup.codec


assert len(CELL_IDS) == CELLS
assert GUESTS == FIRST_MOON - FIRST_GUEST
assert IMPROVEMENTS == FIRST_GUEST - FIRST_IMPROVEMENT
