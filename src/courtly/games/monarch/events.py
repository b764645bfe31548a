"""The events of a move of Monarch: ids, numbers, and the cards and coins that moved.

To find its events, a move is replayed step by step on a copy of the position. The events of a step follow from the
states before and after it. All changes are public, so all audiences get the same events. Each card exists once, so
its piece is named by its id: `card:tiger-pelt`. Pieces of gold and food are named by the seat that holds them:
`gold:2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from courtly.engine.contract.events import Event, Movement
from courtly.engine.contract.game import Setup
from courtly.games.monarch.rules.kernels import apply_own_act, step_automatically
from courtly.games.monarch.rules.moves import CELL_IDS, MonarchCodec, codec_of
from courtly.games.monarch.rules.view import RESOURCES, result, sisters
from courtly.games.monarch.state import (
    BARTER,
    CELLS,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    NONE,
    SPOTS,
    CardLocation,
    Content,
    Phase,
    State,
)

EVENTS: Mapping[str, str] = {
    "harvest": "`seat` harvests and gains `food`",
    "tax": "`seat` taxes: it feeds the villages with `food` and gains `gold`",
    "sweep": "`seat` sweeps the market for `gold`, and `cards` go to the discard pile",
    "fly": "`seat` flies `banner`",
    "barter": "`seat` barters with `card`, the id of a card or banner. `gave` and `got`: amounts of `gold` and `food`",
    "end": "`seat` ends its turn. `next`: seat whose turn begins, None when the match is over; `round`: current round",
    "buy": "`seat` takes `card` from the market for `gold` and `food`. `free`: whether a free improvement pays for "
    "the card. One of the next five events shows the destination, with the same keys",
    "add": "the Court Card joins the court of `seat`",
    "replace": "the Court Card replaces `old` in the court of `seat`, and `old` goes to the discard pile",
    "build": "the improvement is built on `cell`",
    "send": "the guest goes to seat `to`",
    "lose": "no board takes the improvement, and it goes to the discard pile",
    "gain": "`card` takes effect when acquired. `gold` and `food`: changes by seat",
    "dismiss": "`seat` dismisses its guest `card`, which goes to the discard pile",
    "keep": "`seat` dismisses no more guests",
    "reveal": "`cards` move from the deck to the market. `spots`: spot of each card, from 0",
    "reshuffle": "the discard pile of `cards` cards becomes the deck",
    "last-round": "the court of seat `full` is full, and the match ends with this round",
    "moon": "`moon` rises and takes effect. `gold` and `food`: changes by seat; `ruined`: discarded improvements, "
    "each a `card` on a `cell`; `flushed`: market cards that go to the discard pile",
    "moon-asks": "`moon` rises and asks all seats together for `target` of `resource`",
    "moon-beyond": "`moon` rises and asks for `target` of `resource`, which is more than all seats have. Other keys "
    "as in `moon`",
    "pledge": "`seat` raises its pledge for `moon` by `more` to `total`, in `resource`. `missing`: amount still "
    "missing",
    "pass": "`seat` does not raise its pledge. `total`, `resource`, `moon` and `missing` as in `pledge`",
    "moon-met": "the seats pay `target` of `resource` for `moon`. `paid`: payments by seat; other keys as in `moon`, "
    "with the payments included in the changes",
    "moon-unmet": "the seats do not pay `target` of `resource` for `moon`. Other keys as in `moon`",
    "score": "the match is over. `court`, `guests` and `banner`: crowns by seat; `scores`; `winners`",
}
"""Event ids with a description of each event's keys."""

Args = dict[str, Any]


def events(setup: Setup, before: State, move: int, after: State, past: Sequence[Event]) -> list[Event]:
    """Return the events of one move; see `EVENTS`."""
    states = setup.game.rules.state.empty(2)
    states[0] = before
    apply_own_act(setup.content, states[0], move)
    verb, _, word = setup.codec.format(move).partition(" ")
    told = _of_move(verb, _Change(setup, before, states[0], word, past))
    states[1] = states[0]
    # A preview ends before the market is filled.
    while (states[0].phase, after.phase) != (Phase.FILL, Phase.FILL) and step_automatically(setup.content, states[0]):
        told += _of_step(_Change(setup, states[1], states[0], "", (*past, *told)))
        states[1] = states[0]
    if states[0].phase == Phase.OVER:
        told.append(_score(setup, states[0]))
    return _joined(told)


@dataclass(frozen=True, slots=True)
class _Change:
    """One step of a move.

    It holds the position before and after, the argument of the move's verb, and all earlier events.
    """

    setup: Setup
    before: State
    after: State
    word: str
    past: Sequence[Event]

    @property
    def content(self) -> Content:
        content: Content = self.setup.content
        return content

    @property
    def codec(self) -> MonarchCodec:
        return codec_of(self.setup)

    @property
    def seat(self) -> int:
        """The seat that made the decision."""
        return int(self.before.to_move)

    def held(self, resource: str) -> list[int]:
        """Return the gold or food that each seat gained; a negative number is a loss."""
        place = RESOURCES.index(resource)
        changes = (self.after.held - self.before.held)[: self.setup.players, place]
        return [int(change) for change in changes]

    def own(self, resource: str) -> int:
        """Return the gold or food that the deciding seat gained; a negative number is a loss."""
        return self.held(resource)[self.seat]

    def swept(self) -> dict[str, str]:
        """Return the cards that left the market, each with its spot."""
        return {
            self.codec.cards[card]: f"market:{spot}"
            for spot, card in enumerate(self.before.market.tolist())
            if card != NONE and self.after.market[spot] != card
        }


def card_piece(card: str) -> str:
    """Return the piece name of a card of the market deck."""
    return f"card:{card}"


def _went(card: str, source: str, target: str) -> Movement:
    return Movement("card", card_piece(card), source, target, card)


def _coins(resource: str, seat: int, change: int) -> list[Movement]:
    """Return the movement of gold or food from the supply to a seat, or to the supply if `change` is negative."""
    if change > 0:
        return [Movement(resource, f"{resource}:{seat}", "supply", f"purse:{seat}", count=change)]
    return [Movement(resource, f"supply/{resource}", f"purse:{seat}", "supply", count=-change)] if change else []


def _of_move(verb: str, change: _Change) -> list[Event]:
    """Return the events of the move itself, without its automatic consequences."""
    return _MOVES[verb](change)


def _harvest(change: _Change) -> list[Event]:
    food = change.own("food")
    return [Event("harvest", {"seat": change.seat, "food": food}, _coins("food", change.seat, food))]


def _tax(change: _Change) -> list[Event]:
    seat, food, gold = change.seat, -change.own("food"), change.own("gold")
    steps = [*_coins("food", seat, -food), *_coins("gold", seat, gold)]
    return [Event("tax", {"seat": seat, "food": food, "gold": gold}, steps)]


def _sweep(change: _Change) -> list[Event]:
    seat, gold, swept = change.seat, -change.own("gold"), change.swept()
    steps = [*_coins("gold", seat, -gold), *(_went(card, spot, "discard") for card, spot in swept.items())]
    return [Event("sweep", {"seat": seat, "gold": gold, "cards": list(swept)}, steps)]


def _fly(change: _Change) -> list[Event]:
    seat, banner = change.seat, change.word
    step = Movement("banner", f"banner:{banner}", "banners", f"flown:{seat}", banner)
    return [Event("fly", {"seat": seat, "banner": banner}, [step])]


def _barter(change: _Change) -> list[Event]:
    seat = change.seat
    row = change.content.barter[change.setup.codec.parse(f"barter {change.word}") - BARTER].tolist()
    gave, got = (dict(zip(RESOURCES, amounts, strict=True)) for amounts in (row[:2], row[2:]))
    steps = [step for resource in RESOURCES for step in _coins(resource, seat, -gave[resource])]
    steps += [step for resource in RESOURCES for step in _coins(resource, seat, got[resource])]
    return [Event("barter", {"seat": seat, "card": change.word, "gave": gave, "got": got}, steps)]


def _end(change: _Change) -> list[Event]:
    following = None if change.after.phase == Phase.OVER else int(change.after.active)
    return [Event("end", {"seat": change.seat, "next": following, "round": int(change.after.round_number)})]


def _bought(change: _Change, *, free: bool = False) -> list[Event]:
    """Return the purchase of a card. The next event shows where the card goes."""
    seat, card = change.seat, change.word
    price = {resource: -change.own(resource) for resource in RESOURCES}
    steps = [step for resource in RESOURCES for step in _coins(resource, seat, -price[resource])]
    steps.append(_went(card, change.swept()[card], "aside"))
    return [Event("buy", {"seat": seat, "card": card, **price, "free": free}, steps)]


def _free(change: _Change) -> list[Event]:
    return _bought(change, free=True)


def _placed(change: _Change) -> list[Event]:
    """Return the events that place the bought card, by a move or automatically."""
    bought = next(event.args for event in reversed(change.past) if event.id == "buy")
    seat, card = int(bought["seat"]), str(bought["card"])
    where = int(change.after.where[change.before.pending])
    told: list[Event] = []
    if where == CardLocation.DISCARD:
        return [Event("lose", bought, [_went(card, "aside", "discard")])]
    if where == CardLocation.BOARD:
        cell = CELL_IDS[change.after.top.tolist().index(int(change.before.pending))]
        return [Event("build", {**bought, "cell": cell}, [_went(card, "aside", f"cell:{cell}")])]
    if where >= CardLocation.GUEST:
        host = where - CardLocation.GUEST
        return [Event("send", {**bought, "to": host}, [_went(card, "aside", f"guests:{host}")])]
    court, joined = f"court:{seat}", _went(card, "aside", f"court:{seat}")
    if change.after.courts[seat] == change.before.courts[seat]:
        told.append(Event("replace", {**bought, "old": change.word}, [_went(change.word, court, "discard"), joined]))
    else:
        told.append(Event("add", bought, [joined]))
    if change.after.last_round > change.before.last_round:
        told.append(Event("last-round", {"full": seat}))
    return told


def _dismiss(change: _Change) -> list[Event]:
    seat, guest = change.seat, change.word
    return [Event("dismiss", {"seat": seat, "card": guest}, [_went(guest, f"guests:{seat}", "discard")])]


def _keep(change: _Change) -> list[Event]:
    return [Event("keep", {"seat": change.seat})]


def _pledge(change: _Change) -> list[Event]:
    """Return a pledge or a pass. If it decides the Moon, the Moon's outcome follows."""
    seat, before, more = change.seat, change.before, int(change.word or 0)
    asked = _asked(change, int(before.moon))
    paid = before.pledges[: change.setup.players].tolist()
    paid[seat] += more
    left = asked["target"] - sum(paid)
    args = {"seat": seat, "moon": asked["moon"], "resource": asked["resource"], "total": paid[seat], "missing": left}
    told = [Event("pledge", {**args, "more": more}) if more else Event("pass", args)]
    if change.after.moon == NONE:
        args, steps = _came(change, asked["moon"], "aside", None if left else asked["resource"], paid)
        outcome = Event("moon-unmet", asked | args, steps)
        told.append(outcome if left else Event("moon-met", {**asked, "paid": paid, **args}, steps))
    return told


_MOVES: dict[str, Callable[[_Change], list[Event]]] = {
    "harvest": _harvest,
    "tax": _tax,
    "sweep": _sweep,
    "fly": _fly,
    "barter": _barter,
    "end": _end,
    "buy": _bought,
    "free": _free,
    "add": _placed,
    "replace": _placed,
    "build": _placed,
    "send": _placed,
    "dismiss": _dismiss,
    "keep": _keep,
    "pledge": _pledge,
    "pass": _pledge,
}
"""The function that returns the events of a move, by verb."""


def _of_step(change: _Change) -> list[Event]:
    """Return the events of one automatic step."""
    if change.before.phase == Phase.FILL:
        return _filled(change)
    return _settled(change) if change.before.phase == Phase.SETTLE else _placed(change)


def _settled(change: _Change) -> list[Event]:
    """Return the gains from an acquired card. Payments by other seats come before those by the supply."""
    changes = {resource: change.held(resource) for resource in RESOURCES}
    if not any(any(each) for each in changes.values()):
        return []
    seat, steps = int(change.before.active), list[Movement]()
    for resource, each in changes.items():
        given = {other: -amount for other, amount in enumerate(each) if amount < 0}
        steps += [
            Movement(resource, f"{resource}:{seat}", f"purse:{other}", f"purse:{seat}", count=amount)
            for other, amount in given.items()
        ]
        steps += _coins(resource, seat, each[seat] - sum(given.values()))
    return [Event("gain", {"card": change.codec.cards[int(change.before.pending)], **changes}, steps)]


def _filled(change: _Change) -> list[Event]:
    """Return the events of one step of filling the market."""
    before, after = change.before, change.after
    if after.reshuffles > before.reshuffles:
        count = int(before.discards)
        return [Event("reshuffle", {"cards": count}, [Movement("card", "deck/cards", "discard", "deck", count=count)])]
    if after.drawn == before.drawn:
        return []
    number = int(before.deck[before.drawn])
    card = change.codec.cards[number]
    if number < FIRST_MOON:
        spot = next(spot for spot in range(SPOTS) if after.market[spot] == number)
        return [Event("reveal", {"cards": [card], "spots": [spot]}, [_went(card, "deck", f"market:{spot}")])]
    if after.moon == number:
        return [Event("moon-asks", _asked(change, number), [_went(card, "deck", "aside")])]
    args, steps = _came(change, card, "deck")
    if change.content.pledge[number - FIRST_MOON, 0] == NONE:
        return [Event("moon", {"moon": card, **args}, steps)]
    return [Event("moon-beyond", {**_asked(change, number), **args}, steps)]


def _asked(change: _Change, moon: int) -> Args:
    """Return the payment that a Moon asks of all seats together."""
    resource, target = change.content.pledge[moon - FIRST_MOON].tolist()
    return {"moon": change.codec.cards[moon], "resource": RESOURCES[resource], "target": target}


def _came(
    change: _Change, moon: str, source: str, paid_in: str | None = None, paid: Sequence[int] = ()
) -> tuple[Args, list[Movement]]:
    """Return the changes made by a Moon that leaves the match, and the movements of pieces. Payments come first."""
    steps = [_went(moon, source, "gone")]
    changes = {resource: change.held(resource) for resource in RESOURCES}
    if paid_in:
        steps += [step for seat, amount in enumerate(paid) for step in _coins(paid_in, seat, -amount)]
    for resource, each in changes.items():
        spent = paid if resource == paid_in else [0] * len(each)
        steps += [step for seat, amount in enumerate(each) for step in _coins(resource, seat, amount + spent[seat])]
    ruined, flushed = _ruined(change), change.swept()
    steps += [_went(ruin["card"], f"cell:{ruin['cell']}", "discard") for ruin in ruined]
    steps += [_went(card, spot, "discard") for card, spot in flushed.items()]
    return {**changes, "ruined": ruined, "flushed": list(flushed)}, steps


def _ruined(change: _Change) -> list[dict[str, str]]:
    """Return the improvements that a Moon discarded: cells in reading order, the top card first."""
    before, ruined = change.before, []
    for cell in range(CELLS):
        card = int(before.top[cell])
        while card != change.after.top[cell]:
            ruined.append({"cell": CELL_IDS[cell], "card": change.codec.cards[card]})
            card = int(before.beneath[card - FIRST_IMPROVEMENT])
    return ruined


def _joined(told: Iterable[Event]) -> list[Event]:
    """Return the events with consecutive reveals merged into one."""
    joined = list[Event]()
    for name, group in groupby(told, key=lambda event: event.id):
        alike = list(group)
        if name != "reveal" or len(alike) == 1:
            joined += alike
            continue
        args = {key: [each for event in alike for each in event.args[key]] for key in ("cards", "spots")}
        joined.append(Event("reveal", args, [step for event in alike for step in event.steps]))
    return joined


def _score(setup: Setup, s: State) -> Event:
    """Return the final count: the crowns of each seat's court, guests and banner."""
    shown, counted = sisters(setup, s), result(setup, s)
    return Event(
        "score",
        {
            "court": [sum(held["crowns"] for held in sister["court"]) for sister in shown],
            "guests": [sum(held["crowns"] for held in sister["guests"]) for sister in shown],
            "banner": [sister["banner"]["crowns"] if sister["banner"] else 0 for sister in shown],
            "scores": counted["scores"],
            "winners": counted["winners"],
        },
    )
