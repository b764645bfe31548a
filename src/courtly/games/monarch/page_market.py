"""Page contexts of the middle of Monarch's table: the market row, the lands, the banners and the piles."""

from __future__ import annotations

from typing import Literal

from courtly.games.monarch import page_figures as figures
from courtly.games.monarch import words
from courtly.games.monarch.cardset import Banner, Court, Improvement
from courtly.games.monarch.page_contexts import (
    Amount,
    BannerRow,
    Button,
    CardFace,
    CardSetNote,
    Cell,
    Deck,
    Gain,
    Offer,
    Sweep,
)
from courtly.games.monarch.page_table import GAINS, TableInput, names_of, typeset
from courtly.games.monarch.rules.view import BannerRow as BannerOf
from courtly.games.monarch.rules.view import Land, Price
from courtly.games.monarch.rules.view import Offer as SpotOffer

FULL = 7

BARE = 3
"""Number of drawings of a bare board for each terrain."""

RESOURCES: tuple[Literal["gold"], Literal["food"]] = ("gold", "food")


def market(table: TableInput) -> tuple[Offer | None, ...]:
    """Return the market row from left to right; an empty spot is None."""
    fresh = revealed(table)
    return tuple(spot and _offer(spot, table, fresh=spot["card"] in fresh) for spot in table.view["market"])


def empty_words(table: TableInput) -> str:
    """Return why a market spot is empty."""
    if table.view["moon"]:
        return table.say("Refilled after the Moon")
    if table.view["deck"] or table.view["discard"]:
        # The draft of a purchase does not show the next card yet.
        return table.say("Refilled next")
    return table.say("Empty: no cards left")


def hole(table: TableInput) -> CardFace | None:
    """Return the card that was bought from the market and is not placed yet."""
    pending = table.view["pending"]
    return table.face(pending["card"]) if pending else None


def revealed(table: TableInput) -> set[str]:
    """Return the cards that entered the market since the viewer's last turn."""
    return {card for event in table.news if event["id"] == "reveal" for card in event["args"]["cards"]}


def _offer(spot: SpotOffer, table: TableInput, *, fresh: bool) -> Offer:
    worked_out = "values" in table.aids
    return Offer(
        face=table.face(spot["card"]),
        price=table.amounts(spot["price"], spot["cost"]),
        affordable=spot["affordable"] or spot["free"],
        fresh=fresh,
        buttons=_acts(spot, table),
        note=_note(spot, table) if table.acts else "",
        adds=table.gain(figures.crowns_from_offer(spot, table.view, table.page_input.first, table.cards))
        if worked_out
        else None,
        state=_state(spot, table),
        amounts=_left_or_short(spot, table),
        helps=_helps(spot, table),
        more=_more(spot["card"], table) if worked_out else "",
        told=_told(spot, table),
    )


def _more(card: str, table: TableInput) -> str:
    """Return in words how many more crowns a card could give, and under which condition. Return "" if it is met."""
    entry = table.cards.entries[card]
    found = (
        figures.unmet_bonus(entry, table.view, table.page_input.first, table.cards)
        if isinstance(entry, Court)
        else None
    )
    if found is None:
        return ""
    assert isinstance(entry, Court)
    things = words.condition_words(entry.crowns, table.cards, table.lang)
    return typeset(table.say("{crowns} more with {things}.", crowns=table.crowns(found), things=things), table.lang)


def _told(spot: SpotOffer, table: TableInput) -> str:
    """Return a note if a card would be discarded or would replace another; otherwise an empty string."""
    if not spot["fits"]:
        return table.say("It fits no land now and would be discarded.")
    if table.page_input.seat is not None and spot["kind"] == "court" and len(table.mine["court"]) == FULL:
        return table.say("Your court is full: it replaces another card.")
    return ""


def _state(spot: SpotOffer, table: TableInput) -> Literal["can", "soon", "short", ""]:
    """Return whether the viewer can pay now, can pay with this turn's income, or cannot.

    While an act of the viewer waits, it is empty: only the card that is bought is marked.
    """
    if table.page_input.seat is None or table.is_waiting:
        return ""
    if spot["affordable"] or spot["free"]:
        return "can"
    return "soon" if _helping(spot, table) else "short"


def _left_or_short(spot: SpotOffer, table: TableInput) -> tuple[Amount, ...]:
    """Return the rest of the purse after paying for a card. If the card is too expensive, return the missing amount."""
    if table.page_input.seat is None or spot["free"]:
        return ()
    if not spot["affordable"]:
        return table.amounts(_short(spot, table))
    purse: Price = {"gold": table.mine["gold"], "food": table.mine["food"]}
    return tuple(table.amount(what, purse[what] - spot["price"][what]) for what in RESOURCES if spot["cost"][what])


def _short(spot: SpotOffer, table: TableInput) -> Price:
    mine, price = table.mine, spot["price"]
    return {"gold": max(0, price["gold"] - mine["gold"]), "food": max(0, price["food"] - mine["food"])}


def _helping(spot: SpotOffer, table: TableInput) -> Literal["harvest", "tax", ""]:
    """Return the income of the viewer's current or next turn that would cover a card.

    Acts of other players before that turn are not considered.
    """
    view, mine, price = table.view, table.mine, spot["price"]
    if view["active"] == table.page_input.seat and view["income_done"] and not view["credits"]["income"]:
        return ""
    if _has_finished(table):
        return ""
    if mine["food"] + mine["harvest"] >= price["food"] and mine["gold"] >= price["gold"]:
        return "harvest"
    fed = mine["food"] - mine["feed"]
    return "tax" if fed >= price["food"] and mine["gold"] + mine["tax"] >= price["gold"] else ""


def _has_finished(table: TableInput) -> bool:
    """Return whether the viewer has had the last turn of the match."""
    view, seat = table.view, table.page_input.seat
    assert seat is not None
    turn, active = ((one - view["first"]) % view["players"] for one in (seat, view["active"]))
    return words.is_last_round(view) and turn < active


def _helps(spot: SpotOffer, table: TableInput) -> str:
    """Return in words the income that would cover a card that cannot be paid now."""
    if _state(spot, table) != "soon":
        return ""
    return table.say("(tax first)") if _helping(spot, table) == "tax" else table.say("(harvest first)")


def _acts(spot: SpotOffer, table: TableInput) -> tuple[Button, ...]:
    """Return the legal moves on a card as buttons."""
    card, name = spot["card"], table.name_of(spot["card"])
    labels = {"free": table.say("Take for free"), "buy": _buy_label(spot, table)}
    prices = {"free": (), "buy": table.amounts(spot["price"])}
    return tuple(
        Button(f"{verb} {card}", label, prices[verb], more=name)
        for verb, label in labels.items()
        if f"{verb} {card}" in table.legal
    )


def _buy_label(spot: SpotOffer, table: TableInput) -> str:
    if not any(spot["price"].values()):
        return table.say("Take for free")
    return table.say("Buy and send") if spot["kind"] == "guest" else table.say("Buy")


def _note(spot: SpotOffer, table: TableInput) -> str:
    """Return why a card cannot be bought, or a note on where it would go."""
    if not spot["affordable"] and not spot["free"]:
        return table.say("You are {amount} short.", amount=words.price_words(_short(spot, table), table.lang))
    return _told(spot, table)


def sweep(table: TableInput) -> Sweep:
    """Return the price of a sweep for the viewer. If the viewer cannot pay it, return the missing amount in words."""
    price = table.view["sweep_price"]
    short = price - table.mine["gold"]
    note = ""
    if table.acts and "sweep" not in table.legal and short > 0:
        note = table.say("You are {amount} short.", amount=words.counted(short, "gold", table.lang))
    return Sweep("sweep" if "sweep" in table.legal else "", table.amounts({"gold": price, "food": 0}), note)


def lands(table: TableInput) -> tuple[Cell, ...]:
    """Return the nine boards in reading order."""
    built = {event["args"]["cell"] for event in table.news if event["id"] == "build"}
    boards = enumerate(table.view["lands"])
    return tuple(_cell(board, table, place=place, fresh=board["cell"] in built) for place, board in boards)


def _cell(board: Land, table: TableInput, *, place: int, fresh: bool) -> Cell:
    move = f"build {board['cell']}"
    pending = table.view["pending"] if move in table.legal else None
    card = pending["card"] if pending else ""
    entry = table.cards.entries.get(card)
    beneath = ", ".join(map(table.name_of, board["covered"]))
    return Cell(
        id=board["cell"],
        number=place + 1,
        name=table.name_of(board["improvement"] or board["land"]),
        terrain=board["terrain"],
        ground="i" if board["improvement"] else str(place % BARE + 1),
        sort=words.terrain_name(board["terrain"], table.lang),
        yields=table.amount(GAINS[board["terrain"]], board["yield"]),
        path=board["path"],
        path_name=table.path_words(board["path"]),
        beneath=table.say("over {cards}", cards=beneath) if beneath else "",
        move=move if move in table.legal else "",
        fresh=fresh,
        face=table.face(board["improvement"]) if board["improvement"] else None,
        pile=(board["improvement"], *board["covered"]) if board["improvement"] else (),
        then=table.amount(GAINS[board["terrain"]], entry.yields) if isinstance(entry, Improvement) else None,
        adds=table.gain(
            figures.crowns_from_improvement(card, board["cell"], table.view, table.page_input.first, table.cards)
        )
        if isinstance(entry, Improvement) and "values" in table.aids
        else None,
    )


def lands_note(table: TableInput) -> str:
    """Return the total yields of all farms and all villages as a sentence."""
    yields = {"farm": 0, "village": 0}
    for board in table.view["lands"]:
        yields[board["terrain"]] += board["yield"]
    return table.say(
        "The farms yield {food}, the villages {gold}.",
        food=words.counted(yields["farm"], "food", table.lang),
        gold=words.counted(yields["village"], "gold", table.lang),
    )


def banners(table: TableInput) -> tuple[BannerRow, ...]:
    """Return the banners; empty in a match without them."""
    return tuple(_banner(row, table) for row in table.view["banners"])


def _banner(row: BannerOf, table: TableInput) -> BannerRow:
    banner = table.cards.entries[row["banner"]]
    assert isinstance(banner, Banner)
    move = f"fly {banner.id}"
    return BannerRow(
        face=table.face(banner.id),
        requirement=typeset(words.requirement_words(banner, table.cards, table.lang), table.lang),
        met=row["met"],
        bonus=banner_words(banner, table),
        holder=None if row["holder"] is None else table.marks[row["holder"]],
        move=move if move in table.legal else "",
        title=table.path_words(banner.path),
        has=_shown(banner, table),
        needs=banner.at_least,
        power=typeset(words.brief_power_words(banner.power, table.cards, table.lang), table.lang)
        if banner.power
        else "",
        adds=_flight(row, table),
        own=table.page_input.seat is not None,
    )


def _shown(banner: Banner, table: TableInput) -> int:
    """Return how many of a banner's required cards or paths the viewer's court has. Extra ones are not counted."""
    holding = words.Holding(table.view, table.page_input.first, table.cards)
    shown = holding.different("path") if banner.requires == "path_variety" else holding.in_court(banner.required_path)
    return min(shown, banner.at_least)


def _flight(row: BannerOf, table: TableInput) -> Gain | None:
    """Return the crowns that an unclaimed banner would add now. The result is None if none is shown."""
    seat = table.page_input.seat
    if seat is None or "values" not in table.aids or row["holder"] is not None or table.mine["banner"]:
        return None
    return table.gain(figures.crowns_from_banner(row["banner"], table.view, seat, table.cards))


def banner_words(banner: Banner, table: TableInput) -> str:
    """Return the crowns and the power of a banner in words."""
    worth = table.say("Crowns: {worth}.", worth=words.crowns_words(banner.id, table.cards, table.lang))
    power = words.power_words(banner.power, table.cards, table.lang) if banner.power else ""
    return typeset(f"{worth} {power}".rstrip(), table.lang)


def deck(table: TableInput) -> Deck:
    """Return the piles."""
    view, count = table.view, table.page_input.locale.count
    return Deck(
        left=view["deck"],
        count=count("{n} card in the deck", "{n} cards in the deck", view["deck"]),
        unseen=tuple(names_of(table, view["unseen"])),
        discarded=count("{n} card in the discard pile", "{n} cards in the discard pile", len(view["discard"])),
        discard=tuple(names_of(table, view["discard"])),
        gone=tuple(table.name_of(moon) for moon in view["gone"]),
    )


def card_set_note(table: TableInput) -> CardSetNote:
    """Return the name and notice of the card set."""
    cards, lang = table.cards, table.lang
    entries = (*cards.courts, *cards.improvements, *cards.guests, *cards.moons, *cards.banners)
    return CardSetNote(
        name=typeset(words.set_name(cards, lang), lang),
        notice=typeset(words.set_notice(cards, lang), lang),
        incomplete=any(entry.incomplete for entry in entries),
        paths=tuple((path, words.path_name(path, cards, lang)) for path in cards.paths),
        emblems=tuple(map(table.emblem, cards.emblems)),
    )
