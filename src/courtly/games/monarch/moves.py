"""Moves of Monarch: number <-> line of notation, and the reasons against a move in words."""

from __future__ import annotations

import re
from functools import lru_cache

from courtly.engine.errors import UnknownMove, listed, shown
from courtly.engine.game import Codec, Setup
from courtly.games.monarch.cards import CardSet
from courtly.games.monarch.content import KEPT, MonarchOptions, cards_at, cards_key
from courtly.games.monarch.reasons import Reason
from courtly.games.monarch.rules import (
    ADD,
    BARTER,
    BUILD,
    BUY,
    DISMISS,
    END,
    FLY,
    FREE,
    HARVEST,
    KEEP,
    MOVES,
    PASS,
    PLEDGE,
    REPLACE,
    SEND,
    SWEEP_MOVE,
    TAX,
)
from courtly.games.monarch.state import (
    BANNERS,
    CARDS,
    CELLS,
    COURTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    GUESTS,
    IMPROVEMENTS,
    MOST_PLEDGE,
    SEATS,
)
from courtly.games.monarch.tables import card_numbers

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

_FORMS = [
    "harvest",
    "tax",
    "sweep",
    "fly <banner>",
    "barter <card or banner>",
    "buy <card>",
    "free <improvement>",
    "end",
    "add",
    "replace <card>",
    "build <cell>",
    "send <seat>",
    "dismiss <guest>",
    "keep",
    "pledge <number>",
    "pass",
]
_ALONE = {"harvest": HARVEST, "tax": TAX, "sweep": SWEEP_MOVE, "end": END, "add": ADD, "keep": KEEP, "pass": PASS}
_SEAT = re.compile(r"[0-3]")
_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
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


class MonarchCodec:
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
        self.count = MOVES
        self.cards = _all_cards(cards)
        self.banners = tuple(banner.id for banner in cards.banners)
        self.lands = tuple(land.id for land in cards.lands)
        self.numbers = card_numbers(cards)
        spare = tuple(f"banner.{number}" for number in range(len(self.banners), BANNERS))
        banners, courts = (*self.banners, *spare), self.cards[:COURTS]
        improvements = self.cards[FIRST_IMPROVEMENT:FIRST_GUEST]
        self._verbs = {
            "fly": _Verb(FLY, banners),
            "barter": _Verb(BARTER, (*courts, *banners)),
            "buy": _Verb(BUY, self.cards[:FIRST_MOON]),
            "free": _Verb(FREE, improvements),
            "replace": _Verb(REPLACE, courts),
            "build": _Verb(BUILD, CELL_IDS),
            "send": _Verb(SEND, tuple(map(str, range(SEATS)))),
            "dismiss": _Verb(DISMISS, self.cards[FIRST_GUEST:FIRST_MOON]),
            "pledge": _Verb(PLEDGE + 1, tuple(map(str, range(1, MOST_PLEDGE + 1)))),
        }
        self._lines = {number: text for text, number in _ALONE.items()} | {
            verb.first + i: f"{name} {word}" for name, verb in self._verbs.items() for i, word in enumerate(verb.words)
        }

    def parse(self, text: str) -> int:
        """Return the number of a line of notation; raise `UnknownMove` when it is none."""
        if isinstance(text, str):
            if text in _ALONE:
                return _ALONE[text]
            name, _, word = text.partition(" ")
            if name in self._verbs and word in self._verbs[name].numbers:
                return self._verbs[name].numbers[word]
        raise self._explained(text)

    def _explained(self, text: object) -> UnknownMove:
        words = text.split(" ") if isinstance(text, str) else []
        if len(words) == 2 and words[0] in self._verbs:
            allowed = [word for word in self._verbs[words[0]].words if "." not in word]
            message = f"{shown(text)}: {words[0]} is not followed by {shown(words[1])}; there are {listed(allowed)}"
            return UnknownMove(message, given=text, allowed=allowed)
        message = f"{shown(text)} is not a move; a move is one of: {listed(_FORMS, limit=len(_FORMS))}"
        return UnknownMove(message, given=text, allowed=_FORMS)

    def format(self, move: int) -> str:
        """Return the line of notation of a move number."""
        return self._lines[move]


class _Verb:
    """The moves that begin with one word: the number of the first, and what may follow."""

    def __init__(self, first: int, words: tuple[str, ...]) -> None:
        self.first = first
        self.words = words
        self.numbers = {word: first + i for i, word in enumerate(words)}


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
