"""The sisters of Monarch for one reader: their courts, guests and banners; a Moon that is paid together; the count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from courtly.games.monarch import page_reckoning as reckoning
from courtly.games.monarch.cardset import Effect, Moon
from courtly.games.monarch.page_contexts import (
    Amount,
    Arc,
    Counted,
    Final,
    Gain,
    Held,
    MoonPanel,
    Pledger,
    Resource,
    Sister,
)
from courtly.games.monarch.page_market import FULL, card_set_note, lands
from courtly.games.monarch.page_table import Table, typeset
from courtly.games.monarch.rules.view import MoonAsks, Worth
from courtly.games.monarch.scene import ended, parts_of, passes_words
from courtly.games.monarch.words import moon_effect_words

LONGEST = 20
"""Crowns that fill the race; where somebody has more, hers do."""


def sisters(table: Table) -> list[Sister]:
    """Return the sisters, the reader first and the others in turn order after."""
    count = table.view["players"]
    return [_sister((table.seen.first + step) % count, table) for step in range(count)]


def _sister(seat: int, table: Table) -> Sister:
    held, view = table.view["seats"][seat], table.view
    mine, send = seat == table.seen.seat, f"send {seat}"
    most = max(LONGEST, *(one["score"] for one in view["seats"]))
    left = FULL - len(held["court"])
    return Sister(
        mark=table.marks[seat],
        first=view["first"] == seat,
        active=view["active"] == seat,
        to_move=view["to_move"] == seat,
        gold=table.amount("gold", held["gold"]),
        food=table.amount("food", held["food"]),
        score=held["score"],
        score_words=table.crowns(held["score"]),
        spaces=table.seen.reader.count("{n} space left", "{n} spaces left", left) if left else table.say("full court"),
        court=[_choice(one, "replace", table, mine=mine) for one in _cards(seat, held["court"], table)],
        guests=[_choice(one, "dismiss", table, mine=mine) for one in _cards(seat, held["guests"], table)],
        banner=_banner(seat, table),
        harvest=table.amount("food", held["harvest"]),
        tax=table.amount("gold", held["tax"]),
        lane=max(0, 100 * held["score"] // most),
        move=send if send in table.legal else "",
        adds=_sent(seat, table) if send in table.legal else None,
        place="add" if mine and "add" in table.legal else "",
        place_adds=_placed(None, table) if mine and "add" in table.legal else None,
    )


def _choice(held: Held, verb: str, table: Table, *, mine: bool) -> Held:
    """Return a card of the reader's own with what choosing it does, where it may be chosen."""
    move = f"{verb} {held.face.id}"
    if not mine or move not in table.legal:
        return held
    return replace(held, move=move, adds=_placed(held.face.id, table) if verb == "replace" else None)


def _placed(replaced: str | None, table: Table) -> Gain:
    """Return what the card that waits adds to the reader's crowns at a place of the court."""
    assert table.view["pending"] is not None
    card = table.view["pending"]["card"]
    return table.gain(reckoning.by_place(card, replaced, table.view, table.seen.first, table.cards))


def _sent(seat: int, table: Table) -> Gain:
    """Return what the guest who waits adds to the crowns of a sister."""
    assert table.view["pending"] is not None
    return table.gain(reckoning.by_guest(table.view["pending"]["card"], table.view, seat, table.cards))


def _cards(seat: int, held: Sequence[Worth], table: Table) -> list[Held]:
    return [table.held(seat, one["card"], one["crowns"]) for one in held]


def _banner(seat: int, table: Table) -> Held | None:
    banner = table.view["seats"][seat]["banner"]
    return table.held(seat, banner["banner"], banner["crowns"]) if banner else None


def moon_panel(table: Table) -> MoonPanel | None:
    """Return the Moon that is being pledged for."""
    found = table.view["moon"]
    if found is None:
        return None
    moon = table.cards.entries[found["moon"]]
    assert isinstance(moon, Moon)
    resource: Resource = "gold" if found["resource"] == "gold" else "food"
    return MoonPanel(
        face=table.face(moon.id),
        target=table.amount(resource, found["target"]),
        pledged=sum(found["pledges"]),
        missing=table.amount(resource, found["missing"]),
        sisters=[_pledger(seat, found, table) for seat in range(table.view["players"])],
        met=_outcome(moon.met, table),
        unmet=_outcome(moon.unmet, table),
        passes=passes_words(table.view, table.seen.reader),
        ring=_ring(found, table),
        paid=None if table.seen.seat is None else table.amount(resource, found["pledges"][table.seen.seat]),
        spared=None
        if table.seen.seat is None
        else table.amount(resource, table.mine[resource] - found["pledges"][table.seen.seat]),
        loses=[] if table.seen.seat is None else _losses(moon.unmet, table),
    )


def _ring(moon: MoonAsks, table: Table) -> list[Arc]:
    """Return the pledges as arcs, the reader's first, and what is missing last."""
    count, target, start, arcs = table.view["players"], moon["target"], 0, list[Arc]()
    for seat in ((table.seen.first + step) % count for step in range(count)):
        if pledged := moon["pledges"][seat]:
            arcs.append(Arc(seat, table.marks[seat].initial, start, pledged))
            start += pledged
    return [*arcs, Arc(None, "", start, target - start)] if start < target else arcs


def _losses(effects: Sequence[Effect], table: Table) -> list[Amount]:
    """Return what the reader loses by effects that take from everybody."""
    purse: dict[Resource, int] = {"gold": table.mine["gold"], "food": table.mine["food"]}
    lost = list[Amount]()
    for effect in effects:
        resource: Resource = "gold" if effect.resource == "gold" else "food"
        if effect.who == "all" and effect.kind in ("lose", "halve"):
            taken = min(effect.amount, purse[resource]) if effect.kind == "lose" else (purse[resource] + 1) // 2
            purse[resource] -= taken
            lost.append(table.amount(resource, taken))
    return lost


def _pledger(seat: int, moon: MoonAsks, table: Table) -> Pledger:
    resource: Resource = "gold" if moon["resource"] == "gold" else "food"
    return Pledger(
        mark=table.marks[seat],
        pledged=table.amount(resource, moon["pledges"][seat]),
        holds=table.amount(resource, table.view["seats"][seat][resource]),
        speaks=table.view["to_move"] == seat,
    )


def _outcome(effects: Sequence[Effect], table: Table) -> list[str]:
    """Return what follows, in words; that nothing does is said too."""
    told = [typeset(moon_effect_words(effect, table.lang), table.lang) for effect in effects]
    return [f"{text[0].upper()}{text[1:]}." for text in told] or [table.say("Nothing happens.")]


def final(table: Table) -> Final:
    """Return the match counted, best first."""
    assert table.view["result"] is not None
    scores = table.view["result"]["scores"]
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    return Final(
        ended=ended(table.view, table.seen.reader),
        sisters=[_counted(seat, table) for seat in order],
        with_banners=bool(table.view["options"]["banners"]),
        lands=lands(table),
        card_set=card_set_note(table),
    )


def _counted(seat: int, table: Table) -> Counted:
    held, banner = table.view["seats"][seat], _banner(seat, table)
    court, guests = _cards(seat, held["court"], table), _cards(seat, held["guests"], table)
    result, (court_sum, banner_sum, guest_sum) = table.view["result"], parts_of(table.view, seat)
    assert result is not None
    return Counted(
        mark=table.marks[seat],
        winner=seat in result["winners"],
        court=court,
        guests=guests,
        banner=banner,
        court_sum=court_sum,
        guest_sum=guest_sum,
        banner_sum=banner_sum,
        total=result["scores"][seat],
        left=[table.amount("gold", held["gold"]), table.amount("food", held["food"])],
    )
