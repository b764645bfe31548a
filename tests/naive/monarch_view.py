"""Monarch, the naive twin: the view of a seat. Only the order of the deck is hidden."""

from __future__ import annotations

from typing import Any

from tests.naive.monarch import Naive
from tests.naive.monarch_table import Land


def view_facts(game: Naive, seat: int | None) -> dict[str, Any]:
    """Return the knowledge of a seat (None: a spectator), under the keys of its view."""
    viewer = game.active if seat is None else seat
    mine = viewer == game.active
    return {
        "to_move": game.to_move,
        "legal": game.legal() if seat is not None and seat == game.to_move else [],
        "first": game.first,
        "phase": game.phase,
        "round": game.round,
        "active": game.active,
        "last_round": game.reached,
        "lands": [_land(land) for land in game.lands],
        "market": [_offer(game, viewer, card) if card else None for card in game.market],
        "sweep_price": game.sweep_price(viewer, credit=mine and game.credits["sweep"] > 0),
        "deck": len(game.deck),
        "unseen": sorted(game.deck),
        "discard": sorted(game.discard),
        "gone": game.gone,
        "seats": [_sister(game, other) for other in range(game.players)],
        "banners": [_banner(game, viewer, banner) for banner in game.banners],
        "credits": game.credits,
        "income_done": game.income_done,
        "bartered": sorted(game.bartered),
        "pending": {"card": game.card} if game.card else None,
        "dismissals": min(game.dismissals, len(game.sisters[game.active].guests)),
        "moon": _moon(game) if game.moon else None,
        "result": {"scores": game.scores(), "winners": game.winners()} if game.over else None,
    }


def _in_order(game: Naive, cards: list[str]) -> list[str]:
    """Return unordered cards in the order of the card set."""
    return sorted(cards, key=list(game.entries).index)


def _land(land: Land) -> dict[str, Any]:
    pile = [improvement["id"] for improvement in reversed(land.pile)]
    return {
        "cell": land.cell,
        "land": land.board["id"],
        "terrain": land.terrain,
        "yield": land.yields,
        "path": land.path,
        "improvement": pile[0] if pile else None,
        "covered": pile[1:],
    }


def _offer(game: Naive, viewer: int, card: str) -> dict[str, Any]:
    improvement = game.kinds[card] == "improvement"
    return {
        "card": card,
        "kind": game.kinds[card],
        "cost": game.cost(card),
        "price": game.price(viewer, card),
        "affordable": game.affords(viewer, card),
        "free": improvement and viewer == game.active and game.credits["improvement"] > 0,
        "fits": not improvement or bool(game.boards_for(card)),
    }


def _sister(game: Naive, seat: int) -> dict[str, Any]:
    sister = game.sisters[seat]
    guests = _in_order(game, sister.guests)
    return {
        **sister.purse,
        "court": [{"card": card, "crowns": game.crowns(seat, card)} for card in sister.court],
        "guests": [{"card": guest, "crowns": game.guest_crowns(seat, guest)} for guest in guests],
        "banner": {"banner": sister.banner, "crowns": game.crowns(seat, sister.banner)} if sister.banner else None,
        "score": game.standing(seat),
        "harvest": game.harvest(seat),
        "tax": game.tax(seat),
        "feed": game.feed(seat),
    }


def _banner(game: Naive, viewer: int, banner: str) -> dict[str, Any]:
    holder = [seat for seat, sister in enumerate(game.sisters) if sister.banner == banner]
    return {"banner": banner, "holder": holder[0] if holder else None, "met": game.meets(viewer, banner)}


def _moon(game: Naive) -> dict[str, Any]:
    return {
        "moon": game.moon,
        "resource": game.pledge()["resource"],
        "target": game.target(),
        "missing": game.missing(),
        "pledges": game.pledges,
        "passes": game.passes,
    }
