"""The events of a move of Courtisans, with their arguments and the cards that moved.

A face-up card is named by the number of its play in the match (`play:17`). A spy is named by its own number (`spy:3`).
If an assassin eliminates one of several equal cards in an area, the card played first is eliminated. A play or a draw
with private information produces two events: one for the seat that knows the cards, one for all other audiences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from courtly.engine.contract.events import Event, Movement, all_but, only
from courtly.engine.contract.game import Setup
from courtly.games.courtisans.content import CARD_IDS
from courtly.games.courtisans.moves import AREA_IDS, TARGET_IDS
from courtly.games.courtisans.rules import KILL_SPIES, KILLS, SPARE
from courtly.games.courtisans.state import AREAS, NONE, ROLES, Content, Phase, Role, State
from courtly.games.courtisans.view import hand, missions, result

EVENTS: Mapping[str, str] = {
    "play": "`seat` played a card to `area`. `play`: number of the play in the match, from 1; `card`: card id, None "
    "for an opponent's spy; `spy`: number of the spy, None for a face-up card",
    "eliminate": "`seat` eliminated a card in `area`. `card` and `play`: card id and play number of a face-up card, "
    "both None for a spy, which stays hidden; `spy`: number of the spy, None for a face-up card",
    "spare": "`seat` eliminated no card, although its assassin in `area` had a target",
    "draw": "seat `to` drew `count` cards and left `deck` cards in the deck. `cards`: card ids for that seat, None "
    "for others",
    "reveal": "the match is over, and the spies in play are revealed. `spies`: number `spy`, owner `by`, `area` and "
    "`card` of each spy",
    "missions": "`missions` are revealed, two for each seat",
    "score": "final scoring. `families`: count `above`, count `below` and `status` of each family; `domains`: points "
    "by seat; `missions`: `met` and `points` of each mission, by seat; `scores`; `winners`",
}
"""The description of each event, by its id."""


def events(setup: Setup, before: State, move: int, after: State, past: Sequence[Event]) -> list[Event]:
    """Return the events of one move; see `EVENTS`."""
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


def face_up_cards(told: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[int, tuple[str, str]]:
    """Return the face-up cards on the table after these events. Each event is a pair of its id and its arguments.

    Returns
    -------
    The card and area of each play, by play number, in the order of play.
    """
    cards = {}
    for name, args in told:
        if name == "play" and args["spy"] is None:
            cards[args["play"]] = (args["card"], args["area"])
        elif name == "eliminate" and args["play"] is not None:
            del cards[args["play"]]
    return cards


def first_play(told: Iterable[tuple[str, Mapping[str, Any]]], card: str, area: str) -> int:
    """Return the play number of a face-up card in an area. Of several equal cards, use the one played first."""
    return next(play for play, lies in face_up_cards(told).items() if lies == (card, area))


def _played(s: State, move: int) -> list[Event]:
    """Return the events of a play. Only the player learns a spy's card (clause 10.5)."""
    kind, place = divmod(move, AREAS)
    seat, card, area = int(s.to_move), CARD_IDS[kind], AREA_IDS[place]
    play = int(s.drawn) - int(s.held.sum()) + 1
    if kind % ROLES != Role.SPY:
        step = Movement("card", f"play:{play}", f"hand:{seat}", area, card)
        return [Event("play", {"seat": seat, "play": play, "card": card, "spy": None, "area": area}, [step])]
    spy = int(s.spies) + 1
    step = Movement("card", f"spy:{spy}", f"hand:{seat}", area)
    own, others = ({"seat": seat, "play": play, "card": seen, "spy": spy, "area": area} for seen in (card, None))
    return [Event("play", own, [step], only(seat)), Event("play", others, [step], all_but(seat))]


def _eliminated(s: State, move: int, past: Sequence[Event]) -> Event:
    if move < KILL_SPIES:
        target, place = divmod(move - KILLS, AREAS)
        card, area = TARGET_IDS[target], AREA_IDS[place]
        play = first_play(((event.id, event.args) for event in past), card, area)
        args = {"card": card, "play": play, "spy": None}
        step = Movement("card", f"play:{play}", area, "eliminated", card)
    else:
        spy = move - KILL_SPIES + 1
        area = AREA_IDS[s.spy_area[spy - 1]]
        args = {"card": None, "play": None, "spy": spy}
        step = Movement("card", f"spy:{spy}", area, "eliminated")
    return Event("eliminate", {"seat": int(s.to_move), "area": area, **args}, [step])


def _drawn(content: Content, s: State, seat: int) -> list[Event]:
    """Return the events of a draw. Only the drawing seat learns the cards (clause 10.2)."""
    cards, place = hand(s, seat), f"hand:{seat}"
    args = {"to": seat, "count": len(cards), "deck": int(content.in_play) - int(s.drawn)}
    seen = [Movement("card", f"{place}/{i}", "deck", place, card) for i, card in enumerate(cards)]
    unseen = [Movement("card", f"{place}/{i}", "deck", place) for i in range(len(cards))]
    return [
        Event("draw", {**args, "cards": cards}, seen, only(seat)),
        Event("draw", {**args, "cards": None}, unseen, all_but(seat)),
    ]


def _ended(content: Content, s: State) -> Iterator[Event]:
    """Yield the public events at the end of the match: spies, missions and scoring."""
    spies = [_spy_in_play(s, spy) for spy in range(s.spies) if s.spy_area[spy] != NONE]
    turned = [Movement("card", f"spy:{spy['spy']}", spy["area"], spy["area"], spy["card"]) for spy in spies]
    yield Event("reveal", {"spies": spies}, turned)
    held = [missions(content, s, seat) for seat in range(content.players)]
    if any(held):
        yield Event(
            "missions", {"missions": held}, [step for seat, own in enumerate(held) for step in _turned_up(seat, own)]
        )
    yield Event("score", _score(content, s))


def _spy_in_play(s: State, spy: int) -> dict[str, Any]:
    area, card = AREA_IDS[s.spy_area[spy]], CARD_IDS[s.spy_kind[spy]]
    return {"spy": spy + 1, "by": int(s.spy_by[spy]), "area": area, "card": card}


def _turned_up(seat: int, own: Sequence[str]) -> list[Movement]:
    place = f"missions:{seat}"
    return [Movement("mission", f"{place}/{i}", place, place, mission) for i, mission in enumerate(own)]


def _score(content: Content, s: State) -> dict[str, Any]:
    """Return the final scoring with one total per domain. It omits the cards, because earlier events listed them."""
    scored = result(content, s)
    return {**scored, "domains": [sum(card["points"] for card in cards) for cards in scored["domains"]]}
