"""What a move of Courtisans brings about, as events: ids, numbers, and which card went where.

A card that lies face up is named by the number of its play in the match, `play:17`, a spy by its own, `spy:3`. Of equal
cards in one area the one that was played first is eliminated. What a seat alone may know of a play or a draw stands in
an event of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.events import Event, Step, all_but, only
from courtly.engine.contract.game import Setup
from courtly.games.courtisans.content import CARD_IDS
from courtly.games.courtisans.moves import AREA_IDS, TARGET_IDS
from courtly.games.courtisans.rules import KILL_SPIES, KILLS, SPARE
from courtly.games.courtisans.state import AREAS, NONE, ROLES, Content, Phase, Role, State
from courtly.games.courtisans.view import hand, missions, result

EVENTS: Mapping[str, str] = {
    "play": "`seat` played a card to `area`: `play` is its number among all plays of the match, from 1; `card` what it "
    "is, None for a spy of somebody else's; `spy` its number, None for a card that lies face up",
    "eliminate": "`seat` eliminated what lay in `area`: `card`, the one that was `play`, both None for a spy, which is "
    "not looked at; `spy` its number, None for a card that lay face up",
    "spare": "`seat` eliminated nobody, though its assassin in `area` could",
    "draw": "the seat `to` drew `count` cards, which leaves `deck` in the deck; `cards` names them to that seat, "
    "None to the others",
    "reveal": "the match is over, and the spies still lying are turned up: `spies` tells of each its number `spy`, the "
    "seat `by` that played it, its `area` and its `card`",
    "missions": "`missions` are turned up: two of each seat",
    "score": "the match is scored: of each of `families` what is `above` and `below` and its `status`; by seat the "
    "points of `domains`, and of `missions` whether each is `met`, and its `points`; `scores` and `winners`",
}
"""What each event says, by its id."""


def events(setup: Setup, before: State, move: int, after: State, past: Sequence[Event]) -> list[Event]:
    """Return what one move brought about; see `EVENTS`."""
    if move < KILLS:
        told = _played(before, move)
    elif move < SPARE:
        told = [_eliminated(before, move, past)]
    else:
        told = [Event("spare", {"seat": int(before.to_move), "area": AREA_IDS[before.pending]})]
    if after.drawn > before.drawn:
        told += _drawn(setup.content, after, int(before.to_move))
    if after.phase == Phase.OVER:
        told += _ended(setup.content, after)
    return told


def lying(told: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[int, tuple[str, str]]:
    """Return the face-up cards that lie on the table after events, each given as its id and arguments.

    Returns
    -------
    By the number of its play, the earliest first, each card and its area.
    """
    cards = {}
    for name, args in told:
        if name == "play" and args["spy"] is None:
            cards[args["play"]] = (args["card"], args["area"])
        elif name == "eliminate" and args["play"] is not None:
            del cards[args["play"]]
    return cards


def first_play(told: Iterable[tuple[str, Mapping[str, Any]]], card: str, area: str) -> int:
    """Return the number of the earliest play of a card that lies face up in an area."""
    return next(play for play, lies in lying(told).items() if lies == (card, area))


def _played(s: State, move: int) -> list[Event]:
    """Return a play; what a spy is, its player alone is told (clause 10.5)."""
    kind, place = divmod(move, AREAS)
    seat, card, area = int(s.to_move), CARD_IDS[kind], AREA_IDS[place]
    play = int(s.drawn) - int(s.held.sum()) + 1
    if kind % ROLES != Role.SPY:
        step = Step("card", f"play:{play}", f"hand:{seat}", area, card)
        return [Event("play", {"seat": seat, "play": play, "card": card, "spy": None, "area": area}, [step])]
    spy = int(s.spies) + 1
    step = Step("card", f"spy:{spy}", f"hand:{seat}", area)
    own, others = ({"seat": seat, "play": play, "card": seen, "spy": spy, "area": area} for seen in (card, None))
    return [Event("play", own, [step], only(seat)), Event("play", others, [step], all_but(seat))]


def _eliminated(s: State, move: int, past: Sequence[Event]) -> Event:
    if move < KILL_SPIES:
        target, place = divmod(move - KILLS, AREAS)
        card, area = TARGET_IDS[target], AREA_IDS[place]
        play = first_play(((event.id, event.args) for event in past), card, area)
        args = {"card": card, "play": play, "spy": None}
        step = Step("card", f"play:{play}", area, "eliminated", card)
    else:
        spy = move - KILL_SPIES + 1
        area = AREA_IDS[s.spy_area[spy - 1]]
        args = {"card": None, "play": None, "spy": spy}
        step = Step("card", f"spy:{spy}", area, "eliminated")
    return Event("eliminate", {"seat": int(s.to_move), "area": area, **args}, [step])


def _drawn(content: Content, s: State, seat: int) -> list[Event]:
    """Return a draw; the cards are the seat's own to know (clause 10.2)."""
    cards, place = hand(s, seat), f"hand:{seat}"
    args = {"to": seat, "count": len(cards), "deck": int(content.in_play) - int(s.drawn)}
    seen = [Step("card", f"{place}/{i}", "deck", place, card) for i, card in enumerate(cards)]
    unseen = [Step("card", f"{place}/{i}", "deck", place) for i in range(len(cards))]
    return [
        Event("draw", {**args, "cards": cards}, seen, only(seat)),
        Event("draw", {**args, "cards": None}, unseen, all_but(seat)),
    ]


def _ended(content: Content, s: State) -> Iterator[Event]:
    """Yield what everybody is told when the match is over: spies, missions, and the scoring."""
    spies = [_lying_spy(s, spy) for spy in range(s.spies) if s.spy_area[spy] != NONE]
    turned = [Step("card", f"spy:{spy['spy']}", spy["area"], spy["area"], spy["card"]) for spy in spies]
    yield Event("reveal", {"spies": spies}, turned)
    held = [missions(content, s, seat) for seat in range(content.players)]
    if any(held):
        yield Event(
            "missions", {"missions": held}, [step for seat, own in enumerate(held) for step in _turned_up(seat, own)]
        )
    yield Event("score", _score(content, s))


def _lying_spy(s: State, spy: int) -> dict[str, Any]:
    area, card = AREA_IDS[s.spy_area[spy]], CARD_IDS[s.spy_kind[spy]]
    return {"spy": spy + 1, "by": int(s.spy_by[spy]), "area": area, "card": card}


def _turned_up(seat: int, own: Sequence[str]) -> list[Step]:
    place = f"missions:{seat}"
    return [Step("mission", f"{place}/{i}", place, place, mission) for i, mission in enumerate(own)]


def _score(content: Content, s: State) -> dict[str, Any]:
    """Return the scoring with one figure for each domain: the cards in it have been told."""
    scored = result(content, s)
    return {**scored, "domains": [sum(card["points"] for card in cards) for cards in scored["domains"]]}
