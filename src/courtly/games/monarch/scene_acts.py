"""The viewer's acts in a Monarch scene: the legal moves, and closed acts, which are illegal now, with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from courtly.games.monarch.cardset import Banner, Court, Improvement
from courtly.games.monarch.events import card_piece
from courtly.games.monarch.rules.moves import REASONS
from courtly.games.monarch.rules.reasons import Reason
from courtly.games.monarch.rules.view import Offer, Sister, View
from courtly.games.monarch.words import cards_of, move_words
from courtly.scene.model import Act
from courtly.text.locales import Locale

ORDER = ("harvest", "tax", "barter", "buy", "free", "fly", "sweep", "end", "pass", "pledge")
"""Order in which kinds of moves are offered; moves of other kinds keep the order of the view."""

_FIRST = {
    "place": Reason.PLACE_FIRST,
    "build": Reason.BUILD_FIRST,
    "send": Reason.SEND_FIRST,
    "dismiss": Reason.DISMISS_FIRST,
    "pledge": Reason.PLEDGE_FIRST,
}
"""Why a turn cannot end yet, by phase."""


def acts(view: View, locale: Locale) -> list[Act]:
    """Return the legal acts, then the closed ones. The list is empty if the viewer does not decide."""
    seat = view["seat"]
    if seat is None or seat != view["to_move"]:
        return []
    offer = [(move, "") for move in offered(view)]
    offer += [(move, REASONS[why]) for move, why in _closed(view, seat) if move not in view["legal"]]
    return [
        Act(move, move_words(move, view, locale), *_ends(move, view, seat), locale.say(why) if why else "")
        for move, why in offer
    ]


def offered(view: View) -> list[str]:
    """Return the legal moves in display order: by kind, cards in market order."""
    spots = [spot["card"] if spot else "" for spot in view["market"]]

    def place(move: str) -> tuple[int, int, int]:
        verb, _, what = move.partition(" ")
        rank = ORDER.index(verb) if verb in ORDER else -1
        return rank, spots.index(what) if what in spots else 0, int(what) if what.isdecimal() else 0

    return sorted(view["legal"], key=place)


def _closed(view: View, seat: int) -> Iterator[tuple[str, Reason]]:
    """Yield moves, each with the reason why it may be illegal. The caller drops the legal ones."""
    phase, own = view["phase"], view["seats"][seat]
    if phase == "act":
        yield from _closed_acts(view, own)
        return
    if phase == "place":
        yield "add", Reason.COURT_FULL
    if phase == "build":
        yield from _closed_cells(view)
    yield "end", _FIRST[phase]


def _closed_acts(view: View, own: Sister) -> Iterator[tuple[str, Reason]]:
    done = view["income_done"] and not view["credits"]["income"]
    yield "harvest", Reason.INCOME_DONE
    yield "tax", Reason.INCOME_DONE if done else Reason.VILLAGES_UNFED
    yield from _closed_barters(view, own)
    for offer in view["market"]:
        if offer:
            yield f"buy {offer['card']}", _too_dear(offer, own)
    for row in view["banners"]:
        taken = Reason.BANNER_NOT_MET if row["holder"] is None else Reason.BANNER_TAKEN
        yield f"fly {row['banner']}", Reason.SECOND_BANNER if own["banner"] else taken
    yield "sweep", Reason.SWEEP_TOO_DEAR


def _too_dear(offer: Offer, own: Sister) -> Reason:
    return Reason.TOO_LITTLE_GOLD if own["gold"] < offer["price"]["gold"] else Reason.TOO_LITTLE_FOOD


def _closed_barters(view: View, own: Sister) -> Iterator[tuple[str, Reason]]:
    cards = cards_of(view["options"])
    held = [worth["card"] for worth in own["court"]] + ([own["banner"]["banner"]] if own["banner"] else [])
    for card in held:
        entry = cards.entries[card]
        powers = entry.powers if isinstance(entry, Court) else [entry.power] if isinstance(entry, Banner) else []
        if any(power and power.kind == "barter" for power in powers):
            used = card in view["bartered"]
            yield f"barter {card}", Reason.BARTER_USED if used else Reason.BARTER_TOO_DEAR


def _closed_cells(view: View) -> Iterator[tuple[str, Reason]]:
    assert view["pending"] is not None
    entry = cards_of(view["options"]).entries[view["pending"]["card"]]
    assert isinstance(entry, Improvement)
    for land in view["lands"]:
        same = land["terrain"] == entry.terrain
        yield f"build {land['cell']}", Reason.YIELD_FALLS if same else Reason.WRONG_TERRAIN


def _ends(move: str, view: View, seat: int) -> tuple[str | None, str | None]:
    """Return the source piece of a move, and its target piece or place."""
    verb, _, what = move.partition(" ")
    waiting = card_piece(view["pending"]["card"]) if view["pending"] else None
    purse, banners = f"purse:{seat}", [row["banner"] for row in view["banners"]]
    if verb == "pledge":
        assert view["moon"] is not None
        return f"{view['moon']['resource']}:{seat}", card_piece(view["moon"]["moon"])
    return {
        "harvest": (None, purse),
        "tax": (None, purse),
        "sweep": (None, "discard"),
        "fly": (f"banner:{what}", f"flown:{seat}"),
        "barter": (f"banner:{what}" if what in banners else card_piece(what), purse),
        "buy": (card_piece(what), "aside"),
        "free": (card_piece(what), "aside"),
        "add": (waiting, f"court:{seat}"),
        "replace": (waiting, card_piece(what)),
        "build": (waiting, f"cell:{what}"),
        "send": (waiting, f"guests:{what}"),
        "dismiss": (card_piece(what), "discard"),
    }.get(verb, (None, None))
