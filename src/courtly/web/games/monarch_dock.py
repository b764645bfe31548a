"""What is asked of the reader of Monarch's table: acts of a turn, where a card goes, whom a guest visits, pledges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from courtly.games.monarch import words
from courtly.web.games.monarch_contexts import Amount, Button, Dock, Income, Resource
from courtly.web.games.monarch_table import Table, powers_of


def dock(table: Table, notes: list[str]) -> Dock:
    """Return what is asked; `notes` tell what the reader's last act led to."""
    view, mine = table.view, table.mine
    phase: Any = view["phase"] if table.asks else "wait"
    pending = view["pending"] if table.asks else None
    return Dock(
        phase=phase,
        card=table.face(pending["card"]) if pending else None,
        gold=table.amount("gold", mine["gold"]),
        food=table.amount("food", mine["food"]),
        **{"notes": notes} | _ASKS[phase](table),
    )


def _wait(table: Table) -> dict[str, Any]:
    return {"asked": table.say("Waiting for {name}.", name=table.seen.names[table.view["to_move"]])}


def _act(table: Table) -> dict[str, Any]:
    """Return the acts of a turn that belong to no card of the market."""
    view, incomes = table.view, [_harvest(table), _tax(table)]
    had = bool(view["income_done"] and not view["credits"]["income"])
    idle = not view["income_done"] and any(income.move for income in incomes)
    hint = table.say("without harvest or tax") if idle else ""
    return {
        "asked": table.say("Your turn"),
        "incomes": [] if had else incomes,
        "had": table.say("You have had your income.") if had else "",
        "extras": [*_barters(table), *_flights(table)],
        "last": Button("end", table.say("End your turn"), hint=hint),
    }


def _harvest(table: Table) -> Income:
    return Income("harvest", "harvest", table.say("Harvest"), [table.amount("food", table.mine["harvest"])], "")


def _tax(table: Table) -> Income:
    legal, mine = "tax" in table.legal, table.mine
    amounts = [table.amount("gold", mine["tax"]), table.amount("food", -mine["feed"])]
    note = "" if legal else table.say("You cannot feed the villages.")
    return Income("tax", "tax" if legal else "", table.say("Tax"), amounts, note)


def _barters(table: Table) -> list[Button]:
    """Return the barters that are open to the reader."""
    cards = [move.split(" ")[1] for move in sorted(table.legal) if move.startswith("barter ")]
    return [_barter(card, table) for card in cards]


def _barter(card: str, table: Table) -> Button:
    """Return the barter of a card or banner; several are made at once."""
    amounts = list[Amount]()
    for power in powers_of(words.find(card, table.cards)):
        if power.kind == "barter":
            pair: tuple[Resource, Resource] = ("food", "gold") if power.resource == "food" else ("gold", "food")
            amounts += [table.amount(pair[0], -power.amount), table.amount(pair[1], power.get_amount)]
    return Button(f"barter {card}", table.say("Barter"), amounts, more=table.name_of(card))


def _flights(table: Table) -> list[Button]:
    """Return the banners that the reader may fly."""
    moves = [move for move in sorted(table.legal) if move.startswith("fly ")]
    return [Button(move, table.say("Fly: {name}", name=table.name_of(move.split(" ")[1]))) for move in moves]


def _place(table: Table) -> dict[str, Any]:
    """Return the question where a Court Card goes."""
    name = table.name_of(table.view["pending"]["card"])
    full = "add" not in table.legal
    asked = (
        table.say("Whose place does {card} take?", card=name) if full else table.say("Where does {card} go?", card=name)
    )
    replaced = [_replaced(held, table) for held in table.mine["court"]]
    add = [] if full else [Button("add", table.say("Beside the others"))]
    return {"asked": asked, "choices": add + replaced}


def _replaced(held: Mapping[str, Any], table: Table) -> Button:
    name, crowns = table.name_of(held["card"]), table.crowns(held["crowns"])
    return Button(f"replace {held['card']}", table.say("In place of {card}", card=name), hint=crowns)


def _build(table: Table) -> dict[str, Any]:
    card = table.view["pending"]["card"]
    village = table.face(card).terrain == "village"
    where = table.say("Choose a village on the lands.") if village else table.say("Choose a farm on the lands.")
    return {
        "asked": table.say("Where do you build {card}?", card=table.name_of(card)),
        "notes": [where],
    }


def _send(table: Table) -> dict[str, Any]:
    """Return the question to whom a guest goes."""
    card = table.view["pending"]["card"]
    moves = [move for move in table.view["legal"] if move.startswith("send ")]
    return {
        "asked": table.say("Whom does {card} visit?", card=table.name_of(card)),
        "choices": [_host(move, table) for move in moves],
    }


def _host(move: str, table: Table) -> Button:
    seat = int(move.split(" ")[1])
    held = table.view["seats"][seat]
    guests = table.seen.speaker.count("{n} guest", "{n} guests", len(held["guests"]))
    return Button(move, table.seen.names[seat], hint=f"{table.crowns(held['score'])}, {guests}")


def _dismiss(table: Table) -> dict[str, Any]:
    """Return the question which guest leaves."""
    count, card = table.view["dismissals"], table.name_of(table.view["pending"]["card"])
    crowns = {held["card"]: held["crowns"] for held in table.mine["guests"]}
    moves = [move for move in table.view["legal"] if move.startswith("dismiss ")]
    if count == 1:
        asked = table.say("{card}: which guest leaves?", card=card)
    else:
        asked = table.say("{card}: which guests leave, {n} at most?", card=card, n=count)
    return {
        "asked": asked,
        "choices": [
            Button(move, table.name_of(guest), hint=table.crowns(crowns[guest]))
            for move in moves
            for guest in [move.split(" ")[1]]
        ],
        "last": Button("keep", table.say("Nobody leaves")),
    }


def _pledge(table: Table) -> dict[str, Any]:
    """Return the question what to add to one's pledge."""
    moon = table.view["moon"]
    raises = [int(move.split(" ")[1]) for move in table.view["legal"] if move.startswith("pledge ")]
    own = moon["pledges"][table.seen.seat]
    missing = words.price_words({moon["resource"]: moon["missing"]}, table.lang)
    notes = [table.say("{missing} missing.", missing=missing)]
    if own:
        pledged = words.price_words({moon["resource"]: own}, table.lang)
        notes.append(table.say("You have pledged {amount} so far.", amount=pledged))
    return {
        "asked": table.say("{moon}: what do you pledge?", moon=table.name_of(moon["moon"])),
        "notes": notes,
        "last": Button("pass", table.say("Pass")),
        "least": min(raises, default=0),
        "most": max(raises, default=0),
    }


_ASKS: dict[str, Callable[[Table], dict[str, Any]]] = {
    "act": _act,
    "place": _place,
    "build": _build,
    "send": _send,
    "dismiss": _dismiss,
    "pledge": _pledge,
    "wait": _wait,
}
"""What each phase asks."""
