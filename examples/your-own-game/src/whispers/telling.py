"""The texts and dicts of Whispers that leave the engine: views, events, moves and deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from typing_extensions import TypedDict

from courtly.engine.contract.codec import Form, Numbers, VerbCodec, Words
from courtly.engine.contract.deals import DealForm, PilePart, SeatPart
from courtly.engine.contract.events import Event, Movement, all_but, only
from courtly.engine.contract.game import Setup
from courtly.engine.contract.views import OWNER, RULED, ViewField
from whispers import rules
from whispers.state import CARD_IDS, CARDS, NONE, VOWS, State, WhispersOptions

DEAL = DealForm((SeatPart("first"), PilePart("cards", lambda _setup: CARD_IDS)))


def make_codec(options: WhispersOptions) -> VerbCodec:
    """Return the codec: `back <card>`, `slander <card> <seat>`, `confide <card> <seat>`."""
    card, seat = Words("<card>", CARD_IDS), Numbers("<seat>", options.players - 1)
    return VerbCodec([Form("back", [card]), Form("slander", [card, seat]), Form("confide", [card, seat])])


def read_deal(setup: Setup, s: State, document: Mapping[str, Any]) -> None:
    """Load a deal: the first seat, and all cards in the order favourite, hands by seat, deck from its top."""
    deal = DEAL.read(setup, document)
    rules.lay_out(setup.content, s, np.array([CARD_IDS.index(card) for card in deal["cards"]], np.int8), deal["first"])


def write_deal(setup: Setup, s: State) -> dict[str, Any]:
    """Return the deal document of a fresh state."""
    hands = [card for seat in range(setup.players) for card in np.flatnonzero(s.holds[seat])]
    cards = [s.favourite, *hands, *s.deck[: s.left][::-1]]
    return {"first": int(s.to_move), "cards": [CARD_IDS[card] for card in cards]}


class View(TypedDict):
    """The keys of a view of Whispers. Nested lists are indexed by seat."""

    hand: Annotated[list[str], ViewField("cards in the viewing seat's hand", OWNER)]
    hands: Annotated[list[int], ViewField("number of cards in each hand")]
    backed: Annotated[list[list[str]], ViewField("open cards that count for each seat")]
    slandered: Annotated[list[list[str]], ViewField("open cards that count against each seat")]
    confided: Annotated[
        list[list[dict[str, Any]]], ViewField("face-down cards: receiver `to`, and `card` if known", RULED)
    ]
    favours: Annotated[list[int], ViewField("favours of each seat")]
    deck: Annotated[int, ViewField("cards in the deck")]
    favourite: Annotated[str | None, ViewField("card set aside; None before the end", RULED)]


def view(setup: Setup, s: State, audience: int | None) -> View:
    """Return the view of a seat, or of a spectator if `audience` is None."""
    seats = range(setup.players)
    return {
        "hand": [] if audience is None else _cards(s.holds[audience] == 1),
        "hands": s.held[: setup.players].tolist(),
        "backed": [_cards(s.laid[seat] == 1) for seat in seats],
        "slandered": [_cards(s.laid[seat] == -1) for seat in seats],
        "confided": [_confided(s, seat, NONE if audience is None else audience) for seat in seats],
        "favours": s.favours[: setup.players].tolist(),
        "deck": int(s.left),
        "favourite": CARD_IDS[s.favourite] if s.to_move == NONE else None,
    }


def _cards(mask: Any) -> list[str]:
    return [CARD_IDS[card] for card in np.flatnonzero(mask)]


def _confided(s: State, teller: int, viewer: int) -> list[dict[str, Any]]:
    known = [rules.knows_vow(s, viewer, teller, i) for i in range(VOWS)]
    entries = zip(s.heard[teller], s.vow[teller, teller], known, strict=True)
    return [{"to": int(to), "card": CARD_IDS[card] if shown else None} for to, card, shown in entries if to != NONE]


def events(setup: Setup, before: State, move: int, after: State, _past: Sequence[Event]) -> list[Event]:
    """Return the events of a move: the card played, the card drawn, the end."""
    me = int(before.to_move)
    verb, card, *words = setup.codec.format(move).split(" ")
    hand = f"hand:{me}"
    out: list[Event] = []
    if verb == "confide":
        seat, piece = int(words[0]), f"vow:{me}/{int((before.heard[me] != NONE).sum())}"
        for face, audience in ((card, only(me, seat)), (None, all_but(me, seat))):
            step = Movement("card", piece, hand, f"vow:{me}", face)
            out.append(Event("confide", {"seat": me, "to": seat, "card": face}, [step], audience))
    else:
        seat = int(words[0]) if words else me
        step = Movement("card", card, hand, f"{verb}:{seat}", card)
        out.append(Event(verb, {"seat": me, "to": seat, "card": card}, [step]))
    for new in [CARD_IDS[card] for card in range(CARDS) if after.holds[me, card] > before.holds[me, card]]:
        out.append(Event("draw", {"by": me, "card": new}, [Movement("card", new, "deck", hand, new)], only(me)))
        out.append(Event("draw", {"by": me, "card": None}, [Movement("card", hand, "deck", hand)], all_but(me)))
    return out if after.to_move != NONE else [*out, Event("end", {"card": CARD_IDS[after.favourite]})]
