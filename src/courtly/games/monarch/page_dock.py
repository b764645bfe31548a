"""The dock of Monarch's page: the question to the viewer, and its choices in every phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from courtly.games.monarch import words
from courtly.games.monarch.page_contexts import Amount, Button, Dock, Income, Resource
from courtly.games.monarch.page_table import TableInput, powers_of, typeset
from courtly.games.monarch.rules.view import ScoredCard

LONGEST_SCALE = 12
"""Maximum number of labelled amounts on the dial. With more amounts, only the first and the last are labelled."""


def dock(table: TableInput, notes: tuple[str, ...]) -> Dock:
    """Return the dock; `notes` describe the outcome of the viewer's last act."""
    view, mine = table.view, table.mine
    phase: Any = view["phase"] if table.asks else "wait"
    pending = view["pending"] if table.asks else None
    asks = _ASKS.get(phase, _confirm)
    return Dock(
        phase=phase,
        card=table.face(pending["card"]) if pending else None,
        gold=table.amount("gold", mine["gold"]),
        food=table.amount("food", mine["food"]),
        asked=typeset(words.question(view, table.page_input.locale), table.lang),
        received=_received(table) if phase == "act" and not notes else "",
        **{"notes": notes} | asks(table),
    )


def _received(table: TableInput) -> str:
    """Return the guests that the other sisters have sent to the viewer since the viewer's last turn, in words."""
    sent = [event["args"] for event in table.news if event["id"] == "send"]
    cards = [args["card"] for args in sent if args["to"] == table.page_input.seat]
    if not cards:
        return ""
    names = ", ".join(map(table.name_of, cards))
    return table.page_input.locale.count("New guest: {names}.", "New guests: {names}.", len(cards), names=names)


def _act(table: TableInput) -> dict[str, Any]:
    """Return the acts of a turn that belong to no card of the market."""
    view, incomes = table.view, (_harvest(table), _tax(table))
    had = bool(view["income_done"] and not view["credits"]["income"])
    idle = not view["income_done"] and any(income.move for income in incomes)
    note = table.say("Skip harvest and tax?") if idle else ""
    return {
        "incomes": () if had else incomes,
        "had": table.say("Income taken.") if had else "",
        "extras": (*_barters(table), *_flights(table)),
        "last": Button("end" if "end" in table.legal else "", table.say("End turn"), hint=note, sends=True),
    }


def _confirm(table: TableInput) -> dict[str, Any]:
    """Return the end of the turn, closed until a complete draft is confirmed, if the turn goes on after it."""
    view, seat = table.view, table.page_input.seat
    goes_on = seat == view["active"] and view["to_move"] is None and not (view["moon"] or view["result"])
    note = table.say("Confirm first. Your turn goes on until you end it.")
    return {"last": Button("", table.say("End turn"), hint=note)} if goes_on else {}


def _harvest(table: TableInput) -> Income:
    move = "harvest" if "harvest" in table.legal else ""
    return Income("harvest", move, table.say("Harvest"), (table.amount("food", table.mine["harvest"]),), "")


def _tax(table: TableInput) -> Income:
    legal, mine = "tax" in table.legal, table.mine
    amounts = (table.amount("gold", mine["tax"]), table.amount("food", -mine["feed"]))
    # In a draft, another act may have to come first.
    short = words.counted(mine["feed"] - mine["food"], "food", table.lang)
    note = table.say("{amounts} short", amounts=short) if mine["food"] < mine["feed"] else ""
    return Income("tax", "tax" if legal else "", table.say("Tax"), amounts, note)


def _barters(table: TableInput) -> list[Button]:
    """Return the legal barters."""
    cards = [move.split(" ")[1] for move in sorted(table.legal) if move.startswith("barter ")]
    return [_barter(card, table) for card in cards]


def _barter(card: str, table: TableInput) -> Button:
    """Return the barter of a card or banner."""
    amounts = list[Amount]()
    for power in powers_of(table.cards.entries[card]):
        if power.kind == "barter":
            pair: tuple[Resource, Resource] = ("food", "gold") if power.resource == "food" else ("gold", "food")
            amounts += [table.amount(pair[0], -power.amount), table.amount(pair[1], power.get_amount)]
    return Button(f"barter {card}", table.say("Barter"), tuple(amounts), more=table.name_of(card))


def _flights(table: TableInput) -> list[Button]:
    """Return the banners that the viewer may fly."""
    moves = [move for move in sorted(table.legal) if move.startswith("fly ")]
    return [Button(move, table.say("Fly: {name}", name=table.name_of(move.split(" ")[1]))) for move in moves]


def _place(table: TableInput) -> dict[str, Any]:
    """Return the possible places of a Court Card."""
    replaced = [_replaced(held, table) for held in table.mine["court"]]
    add = [Button("add", table.say("Add to court"))] if "add" in table.legal else []
    return {"choices": (*add, *replaced)}


def _replaced(held: ScoredCard, table: TableInput) -> Button:
    name, crowns = table.name_of(held["card"]), table.crowns(held["crowns"])
    return Button(f"replace {held['card']}", table.say("Replace {card}", card=name), hint=crowns)


def _send(table: TableInput) -> dict[str, Any]:
    """Return the sisters who may take a guest."""
    return {"choices": tuple(_host(move, table) for move in table.view["legal"])}


def _host(move: str, table: TableInput) -> Button:
    seat = int(move.split(" ")[1])
    held = table.view["seats"][seat]
    guests = table.page_input.locale.count("{n} guest", "{n} guests", len(held["guests"]))
    return Button(move, table.page_input.names[seat], hint=f"{table.crowns(held['score'])}, {guests}")


def _dismiss(table: TableInput) -> dict[str, Any]:
    """Return the guests that may be dismissed."""
    crowns = {held["card"]: held["crowns"] for held in table.mine["guests"]}
    guests = [move.split(" ")[1] for move in table.view["legal"] if move != "keep"]
    return {
        "choices": tuple(
            Button(f"dismiss {guest}", table.name_of(guest), hint=table.crowns(crowns[guest])) for guest in guests
        ),
        "last": Button("keep", table.say("Keep them all")),
    }


def _pledge(table: TableInput) -> dict[str, Any]:
    """Return the amounts that the viewer may add to the pledge."""
    moon = table.view["moon"]
    assert moon is not None
    raises = sorted(int(move.split(" ")[1]) for move in table.view["legal"] if move != "pass")
    own = moon["pledges"][table.page_input.first]
    pledged = words.counted(own, moon["resource"], table.lang)
    # A choice between two answers waits for Confirm; a single answer needs none.
    passes: dict[str, Any] = {"last": Button("pass", table.say("Go on"), sends=True)}
    if raises:
        passes = {"extras": (Button("pass", table.say("Pass")),)}
    return passes | {
        "notes": (table.say("Pledged so far: {amount}.", amount=pledged),) if own else (),
        "least": min(raises, default=0),
        "most": max(raises, default=0),
        "scale": tuple(raises) if len(raises) <= LONGEST_SCALE else (raises[0], raises[-1]),
    }


_ASKS: dict[str, Callable[[TableInput], dict[str, Any]]] = {
    "act": _act,
    "place": _place,
    "send": _send,
    "dismiss": _dismiss,
    "pledge": _pledge,
}
"""The choices of each phase apart from the cards on the table."""
