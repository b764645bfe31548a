"""Lots, a small example game: each seat shows its three cards, but may hide one of them; high cards score.

After showing a card, the seat may draw the next card of the stock, face up, while the stock lasts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from courtly.engine.compile.kernel import kernel
from courtly.engine.compile.rng import below, shuffle
from courtly.engine.contract.events import Event, all_but, only
from courtly.engine.contract.game import AudienceView, Documents, Game, Kernels, Rules, Setup
from courtly.engine.contract.layout import Ints, Layout, States, Visibility, field
from courtly.engine.contract.observation import Observation, Piece
from courtly.engine.contract.options import Options
from courtly.engine.errors import BadDeal, UnknownMove, shown
from courtly.engine.play.match import Match
from courtly.testing import Slot, Unknown
from tests.logs import log_of

CARDS, SEATS, HAND, NONE = 12, 3, 3, -1
DRAW, KEEP = 2 * CARDS, 2 * CARDS + 1


class Reason(IntEnum):
    OVER = 1
    DRAW_OR_KEEP = 2
    NOT_IN_HAND = 3
    NOTHING_TO_DRAW = 4
    ONE_HIDDEN = 5


REASONS: dict[int, str] = {
    Reason.OVER: "the match is over",
    Reason.DRAW_OR_KEEP: "draw or keep",
    Reason.NOT_IN_HAND: "not in hand",
    Reason.NOTHING_TO_DRAW: "nothing to draw",
    Reason.ONE_HIDDEN: "one is hidden already",
}


class LotsOptions(Options):
    players: Annotated[int, Ge(2), Le(3)]
    drawing: bool = True


class Content(Layout):
    players: int = field(np.int8, "seats")
    drawing: int = field(np.int8, "1 when the stock is drawn from")


class State(Layout):
    to_move: int = field(np.int8, "seat that decides", none=NONE)
    asked: int = field(np.int8, "1 while a seat decides whether to draw")
    drawn: int = field(np.int8, "cards taken from the stock")
    hands: Ints = field(
        np.int8, "cards in hand, ascending", shape=(SEATS, HAND), none=NONE, visibility=Visibility.OWNER
    )
    lots_hidden: Ints = field(
        np.int8, "each seat's hidden card", shape=(SEATS,), none=NONE, visibility=Visibility.OWNER
    )
    has_hidden: Ints = field(np.int8, "1 for a seat that has hidden a card", shape=(SEATS,))
    table: Ints = field(np.int8, "1 + the seat that owns a card face up, else 0", shape=(CARDS,))
    stock: Ints = field(np.int8, "next card at `drawn`", shape=(CARDS,), none=NONE, visibility=Visibility.NOBODY)


@kernel
def lay_out(content: Any, s: Any, cards: Any) -> None:
    s.to_move, s.asked, s.drawn = 0, 0, 0
    s.hands[:, :], s.lots_hidden[:], s.has_hidden[:], s.table[:], s.stock[:] = NONE, NONE, 0, 0, NONE
    for seat in range(content.players):
        s.hands[seat] = np.sort(cards[HAND * seat : HAND * (seat + 1)])
    rest = CARDS - HAND * content.players
    s.stock[:rest] = cards[CARDS - rest :]


@kernel
def deal(content: Any, s: Any, rng: Any) -> None:
    cards = np.empty(CARDS, np.int8)
    for i in range(CARDS):
        cards[i] = i
    shuffle(rng, cards, CARDS)
    lay_out(content, s, cards)


@kernel
def reason(content: Any, s: Any, move: int) -> int:
    if s.to_move < 0:
        return 1
    if (move >= DRAW) != (s.asked == 1) or move < 0 or move > KEEP:
        return 4 if s.asked == 0 else 2
    if move >= DRAW:
        return 0
    for i in range(HAND):
        if s.hands[s.to_move, i] == move % CARDS:
            return 5 if move >= CARDS and s.has_hidden[s.to_move] else 0
    return 3


@kernel
def legal(content: Any, s: Any, out: Any) -> int:
    n = 0
    for move in range(KEEP + 1):
        if reason(content, s, move) == 0:
            out[n] = move
            n += 1
    return n


@kernel
def discard(s: Any, seat: int, card: int) -> None:
    """Remove a card from a hand, which stays ascending with its empty slots first."""
    for i in range(HAND - 1, -1, -1):
        if s.hands[seat, i] == card:
            for j in range(i, 0, -1):
                s.hands[seat, j] = s.hands[seat, j - 1]
            s.hands[seat, 0] = NONE
            return


@kernel
def apply(content: Any, s: Any, move: int) -> None:
    seat = int(s.to_move)
    if move == DRAW:
        s.table[s.stock[s.drawn]] = 1 + seat
        s.stock[s.drawn] = NONE
        s.drawn += 1
    elif move < DRAW:
        discard(s, seat, move % CARDS)
        if move < CARDS:
            s.table[move] = 1 + seat
        else:
            s.lots_hidden[seat] = move - CARDS
            s.has_hidden[seat] = 1
        if move < CARDS and content.drawing and s.drawn < CARDS - HAND * content.players:
            s.asked = 1
            return
    s.asked = 0
    s.to_move = (seat + 1) % content.players
    if s.hands[s.to_move, HAND - 1] == NONE:
        s.to_move = NONE


@kernel
def score(content: Any, s: Any, out: Any) -> None:
    for seat in range(content.players):
        out[seat] = 2 * s.lots_hidden[seat]
        for card in range(CARDS):
            if s.table[card] == 1 + seat:
                out[seat] += card


@kernel
def redeal(content: Any, s: Any, seat: int, rng: Any) -> None:
    over = s.to_move < 0
    unseen = np.empty(CARDS, np.int8)
    n = 0
    for card in range(CARDS):
        known = s.table[card] != 0
        for owner in range(content.players):
            if owner == seat or over:
                known = known or s.lots_hidden[owner] == card or (s.hands[owner] == card).any()
        if not known:
            unseen[n] = card
            n += 1
    shuffle(rng, unseen, n)
    for other in range(content.players):
        if other == seat or over:
            continue
        for i in range(HAND):
            if s.hands[other, i] != NONE:
                n -= 1
                s.hands[other, i] = unseen[n]
        s.hands[other] = np.sort(s.hands[other])
        if s.has_hidden[other]:
            n -= 1
            s.lots_hidden[other] = unseen[n]
    for i in range(s.drawn, CARDS - HAND * content.players):
        n -= 1
        s.stock[i] = unseen[n]


@kernel
def observe(content: Any, s: Any, seat: int, out: Any) -> None:
    out[:] = 0.0
    for card in range(CARDS):
        if s.table[card] != 0:
            out[card] = (1 + (s.table[card] - 1 - seat) % content.players) / SEATS
    for i in range(HAND):
        if s.hands[seat, i] != NONE:
            out[CARDS + s.hands[seat, i]] = 1.0
    if s.lots_hidden[seat] != NONE:
        out[CARDS + s.lots_hidden[seat]] = 0.5


@kernel
def policy(content: Any, s: Any, rng: Any) -> int:
    if s.asked:
        return DRAW + below(rng, 2)
    return int(s.hands[s.to_move, HAND - 1])


TEXTS = [*(f"show {n}" for n in range(CARDS)), *(f"hide {n}" for n in range(CARDS)), "draw", "keep"]


class Codec:
    count = len(TEXTS)

    def parse(self, text: str) -> int:
        if not isinstance(text, str) or text not in TEXTS:
            raise UnknownMove(f"{shown(text)} is no move", given=text, allowed=TEXTS)
        return TEXTS.index(text)

    def format(self, move: int) -> str:
        return TEXTS[move]


def make_codec(_options: LotsOptions) -> Codec:
    return Codec()


def compile_content(options: LotsOptions) -> States:
    contents = Content.empty()
    contents[0].players, contents[0].drawing = options.players, options.drawing
    return contents


def write_deal(setup: Setup, s: Any) -> dict[str, Any]:
    return {
        "hands": s.hands[: setup.players].tolist(),
        "stock": s.stock[: CARDS - HAND * setup.players].tolist(),
    }


def read_deal(setup: Setup, s: Any, document: Mapping[str, Any]) -> None:
    hands, stock = document["hands"], document["stock"]
    flat = [*hands, stock] if isinstance(hands, list) else []
    cards = [card for part in flat if isinstance(part, list) for card in part]
    whole = all(type(card) is int for card in cards) and sorted(cards) == list(range(CARDS))
    if not whole or [len(part) for part in flat[:-1]] != [HAND] * setup.players:
        raise BadDeal(f"the deal {shown(document)} is not all cards, three to each hand", where="deal")
    lay_out(setup.content, s, np.array(cards, np.int8))


def view(_setup: Setup, s: Any, seat: int | None) -> dict[str, Any]:
    return {
        "asked": bool(s.asked),
        "hand": None if seat is None else [card for card in s.hands[seat].tolist() if card != NONE],
        "hidden": [int(card) if owner == seat or s.to_move < 0 else None for owner, card in enumerate(s.lots_hidden)],
        "table": s.table.tolist(),
    }


def events(setup: Setup, before: Any, move: int, _after: Any, _past: Sequence[Event]) -> list[Event]:
    own = setup.codec.format(move)
    verb, *lots = own.split(" ")
    seat = int(before.to_move)
    full = Event(verb, {"seat": seat, "lots": [int(lot) for lot in lots]})
    if verb != "hide":
        return [full]
    return [replace(full, audience=only(seat)), Event("hide", {"seat": seat, "lots": []}, audience=all_but(seat))]


def census(content: Any, s: Any) -> tuple[int, ...]:
    places = [*s.hands.ravel(), *s.lots_hidden, *s.stock, *np.flatnonzero(s.table)]
    return tuple(sorted(int(card) for card in places if card != NONE))


def retell(match: Match, s: Any) -> dict[str, Any]:
    """Return the record of a match with the hands, hidden cards and stock of the state `s`."""
    record, seats = match.record(), [line["seat"] for line in log_of(match, None)]
    hands = [[card for card in s.hands[seat].tolist() if card != NONE] for seat in range(match.players)]
    moves = []
    for seat, move in zip(seats, match.moves, strict=True):
        moves.append(f"hide {s.lots_hidden[seat]}" if move.startswith("hide") else move)
        if move.startswith(("show", "hide")):
            hands[seat].append(int(moves[-1].split(" ")[1]))
    stock = record["deal"]["stock"]
    stock = [*stock[: s.drawn], *s.stock[s.drawn : len(stock)].tolist()]
    kept = {key: record[key] for key in ("format", "game", "rules", "options")}
    return {**kept, "deal": {"hands": hands, "stock": stock}, "moves": moves}


def unknown(match: Match, audience: int | None) -> Unknown:
    """Return the slots of the stock, of other seats' hands, and, until the end, of their hidden cards.

    The seats alternate, so the number of a played card gives its seat.
    """
    deal, moves = match.record()["deal"], match.moves
    played = [(number, line.split(" ")) for number, line in enumerate(moves) if line not in ("draw", "keep")]
    cards = {int(words[1]): (count % match.players, number, words[0]) for count, (number, words) in enumerate(played)}
    slots: list[Slot] = [(("deal", "stock", place),) for place in range(moves.count("draw"), len(deal["stock"]))]
    for seat, hand in enumerate(deal["hands"]):
        for place, card in enumerate(hand if seat != audience else []):
            _, number, verb = cards.get(card, (seat, -1, "hold"))
            if verb == "hold":
                slots.append((("deal", "hands", seat, place),))
            elif verb == "hide" and not match.is_over:
                slots.append((("deal", "hands", seat, place), ("moves", number, 1)))
    return Unknown([slots])


def follows_up(content: Any, s: Any) -> bool:
    return bool(s.asked)


GAME = Game(
    name="lots",
    version="1",
    package="tests.testing.lots",
    rules=Rules(
        options=LotsOptions,
        content=Content,
        state=State,
        compile=compile_content,
        kernels=Kernels(deal, legal, apply, score, redeal, observe, reason, policy),
        reasons=REASONS,
        max_legal=lambda _content: 2 * HAND,
        observation=Observation(
            table=Piece("who has shown each card", (CARDS,)),
            hand=Piece("cards in hand, and the one hidden", (CARDS,), visibility=Visibility.OWNER),
        ),
    ),
    documents=Documents(codec=make_codec, read_deal=read_deal, write_deal=write_deal),
    audience_view=AudienceView(view=view, events=events),
)
