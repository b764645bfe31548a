"""Page contexts of the sisters: courts, guests, banners, the race, a Moon with joint payment, and the final count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from courtly.games.monarch import page_figures as figures
from courtly.games.monarch import words
from courtly.games.monarch.cardset import Effect, Moon
from courtly.games.monarch.page_contexts import (
    Amount,
    Arc,
    CourtDetails,
    Effects,
    Final,
    Gain,
    HeldCard,
    Lane,
    MoonPanel,
    Offer,
    Pledger,
    Raise,
    Resource,
    Sister,
    SisterCount,
    Stake,
)
from courtly.games.monarch.page_count import steps_of_count
from courtly.games.monarch.page_market import FULL, RESOURCES, card_set_note, lands
from courtly.games.monarch.page_table import TableInput, typeset
from courtly.games.monarch.rules.view import PendingMoon, ScoredCard
from courtly.games.monarch.scene import ended, parts_of, passes_words
from courtly.games.monarch.words import moon_effect_words

SCALE, LEAST = 20, 40
"""The scale of the race ends at a multiple of 20 crowns, above the crowns of all sisters, and at least at 40."""


def sisters(table: TableInput) -> tuple[Sister, ...]:
    """Return the sisters in order of play from the viewer on."""
    count = table.view["players"]
    return tuple(_sister((table.page_input.first + step) % count, table) for step in range(count))


def _sister(seat: int, table: TableInput) -> Sister:
    held, view = table.view["seats"][seat], table.view
    mine, send = seat == table.page_input.seat, table.send_move(seat)
    left = FULL - len(held["court"])
    return Sister(
        mark=table.marks[seat],
        first=view["first"] == seat,
        active=table.is_active(seat),
        to_move=view["to_move"] == seat,
        gold=table.amount("gold", held["gold"]),
        food=table.amount("food", held["food"]),
        score=held["score"],
        score_words=table.crowns(held["score"]),
        spaces=table.page_input.locale.count("{n} space left", "{n} spaces left", left)
        if left
        else table.say("full court"),
        court=tuple(_choice(one, "replace", table, mine=mine) for one in held["court"]),
        guests=tuple(_choice(one, "dismiss", table, mine=mine) for one in held["guests"]),
        banner=_banner(seat, table),
        harvest=table.amount("food", held["harvest"]),
        tax=table.amount("gold", held["tax"]),
        move=send,
        adds=_sent(seat, table) if send else None,
        place="add" if mine and "add" in table.legal else "",
        place_adds=_placed(None, table) if mine and "add" in table.legal else None,
        reasons=_reasons(seat, table),
    )


def lanes(table: TableInput, offers: Sequence[Offer | None]) -> tuple[Lane, ...]:
    """Return the lanes of the race of crowns, the viewer's first. `offers` is the market."""
    if table.page_input.seat is not None and "forecast" not in table.aids:
        return ()
    count = table.view["players"]
    return tuple(_lane((table.page_input.first + step) % count, table, offers) for step in range(count))


def _lane(seat: int, table: TableInput, offers: Sequence[Offer | None]) -> Lane:
    scores = [one["score"] for one in table.view["seats"]]
    score, most = scores[seat], max(LEAST, SCALE * (1 + max(0, *scores) // SCALE))

    def reach(adds: Gain | None) -> int:
        return max(0, min(100, 100 * (score + adds.count) // most)) if adds and adds.count > 0 else 0

    mine = seat == table.page_input.seat
    own = [offer.adds if offer and offer.face.kind != "guest" else None for offer in offers] if mine else []
    return Lane(
        mark=table.marks[seat],
        score=score,
        words=table.crowns(score),
        length=max(0, 100 * score // most),
        most=most,
        spots=tuple(map(reach, own)),
        waiting=reach(_placed(None, table)) if mine and "add" in table.legal else 0,
    )


def _reasons(seat: int, table: TableInput) -> CourtDetails:
    """Return a seat's cards in detail, each with an explanation of its crowns."""
    held, holding = table.view["seats"][seat], words.Holding(table.view, seat, table.cards)
    banner = held["banner"]
    return CourtDetails(
        court=tuple(table.reason(one["card"], one["crowns"], holding) for one in held["court"]),
        guests=tuple(table.reason(one["card"], one["crowns"], holding) for one in held["guests"]),
        banner=table.reason(banner["banner"], banner["crowns"], holding) if banner else None,
    )


def _choice(worth: ScoredCard, verb: str, table: TableInput, *, mine: bool) -> HeldCard:
    """Return a card of a seat. If the viewer may choose the card, add the move and the resulting change of crowns."""
    held, move = table.held(worth["card"], worth["crowns"]), f"{verb} {worth['card']}"
    if not mine or move not in table.legal:
        return held
    return replace(held, move=move, adds=_placed(worth["card"], table) if verb == "replace" else None)


def _placed(replaced: str | None, table: TableInput) -> Gain | None:
    """Return the crowns that the pending card adds to the viewer's court, as a new card or in place of `replaced`."""
    if "values" not in table.aids:
        return None
    assert table.view["pending"] is not None
    card = table.view["pending"]["card"]
    return table.gain(figures.crowns_from_court_card(card, replaced, table.view, table.page_input.first, table.cards))


def _sent(seat: int, table: TableInput) -> Gain | None:
    """Return the crowns that the pending guest adds to a sister."""
    if "values" not in table.aids:
        return None
    assert table.view["pending"] is not None
    return table.gain(figures.crowns_from_guest(table.view["pending"]["card"], table.view, seat, table.cards))


def _banner(seat: int, table: TableInput) -> HeldCard | None:
    banner = table.view["seats"][seat]["banner"]
    return table.held(banner["banner"], banner["crowns"]) if banner else None


def moon_panel(table: TableInput) -> MoonPanel | None:
    """Return the Moon that asks for pledges, or None."""
    found = table.view["moon"]
    if found is None:
        return None
    moon = table.cards.entries[found["moon"]]
    assert isinstance(moon, Moon)
    resource: Resource = "gold" if found["resource"] == "gold" else "food"
    return MoonPanel(
        face=table.face(moon.id),
        asks=typeset(words.pledge_words(moon, table.lang, players=table.view["players"]), table.lang),
        target=table.amount(resource, found["target"]),
        pledged=sum(found["pledges"]),
        missing=table.amount(resource, found["missing"]),
        sisters=tuple(_pledger(seat, found, table) for seat in range(table.view["players"])),
        met=_outcome(moon.met, table),
        unmet=_outcome(moon.unmet, table),
        passes=passes_words(table.view, table.page_input.locale),
        ring=_ring(found, table),
        mine=_stake(moon, found, table) if "odds" in table.aids else None,
        raises=_raises(moon, found, table) if "odds" in table.aids else (),
    )


def _stake(moon: Moon, found: PendingMoon, table: TableInput) -> Stake:
    """Return the effects of both outcomes on the viewer. If the Moon is not met, the viewer keeps the pledge."""
    return Stake(_met(moon, found, table, 0), _effects_on_viewer(moon.unmet, table, None))


def _met(moon: Moon, found: PendingMoon, table: TableInput, more: int) -> tuple[Effects, ...]:
    """Return the viewer's payment, gains and remaining resources if a Moon is met after a raise of `more`."""
    resource: Resource = "gold" if found["resource"] == "gold" else "food"
    pledged = table.amount(resource, found["pledges"][table.page_input.first] + more)
    return _effects(table.say("You pay"), (pledged,), table), *_effects_on_viewer(moon.met, table, pledged)


def _raises(moon: Moon, found: PendingMoon, table: TableInput) -> tuple[Raise, ...]:
    """Return the raises that the viewer may make now, each with its outcome if the Moon is met."""
    counts = sorted(int(move.split(" ")[1]) for move in table.view["legal"] if move.startswith("pledge "))
    return tuple(Raise(more, _in_words(_met(moon, found, table, more))) for more in counts)


def _in_words(effects: Sequence[Effects]) -> str:
    return " ".join(one.words for one in effects)


def _effects(what: str, amounts: tuple[Amount, ...], table: TableInput) -> Effects:
    *first, last = (amount.words for amount in amounts)
    listed = table.say("{one} and {other}", one=first[0], other=last) if first else last
    return Effects(what, amounts, f"{what} {listed}.")


def _effects_on_viewer(effects: Sequence[Effect], table: TableInput, paid: Amount | None) -> tuple[Effects, ...]:
    """Return the viewer's gains, losses and remaining resources after the payment `paid` and effects on all sisters."""
    purse: dict[Resource, int] = {"gold": table.mine["gold"], "food": table.mine["food"]}
    if paid:
        purse[paid.resource] -= paid.count
    before, farms = dict(purse), sum(one["yield"] for one in table.view["lands"] if one["terrain"] == "farm")
    for effect in effects:
        if effect.who == "all" and effect.kind in _CHANGES:
            resource: Resource = "gold" if effect.resource == "gold" else "food"
            purse[resource] = _CHANGES[effect.kind](
                purse[resource], farms if effect.kind == "harvest" else effect.amount
            )
    changes: list[tuple[Resource, int]] = [(what, purse[what] - before[what]) for what in RESOURCES]
    told = {
        table.say("You gain"): tuple(table.amount(what, by) for what, by in changes if by > 0),
        table.say("You lose"): tuple(table.amount(what, -by) for what, by in changes if by < 0),
        table.say("You keep"): tuple(table.amount(what, purse[what]) for what in RESOURCES),
    }
    return tuple(_effects(what, amounts, table) for what, amounts in told.items() if amounts)


_CHANGES: dict[str, Callable[[int, int], int]] = {
    "gain": lambda held, amount: held + amount,
    "harvest": lambda held, amount: held + amount,
    "lose": lambda held, amount: max(0, held - amount),
    "halve": lambda held, _: held - held // 2,
}
"""The new amount of a resource after an effect on all sisters, by kind of effect."""


def _ring(moon: PendingMoon, table: TableInput) -> tuple[Arc, ...]:
    """Return the pledges as arcs, the viewer's first and the missing amount last."""
    count, target, start, arcs = table.view["players"], moon["target"], 0, list[Arc]()
    for seat in ((table.page_input.first + step) % count for step in range(count)):
        if pledged := moon["pledges"][seat]:
            arcs.append(Arc(table.marks[seat], start, pledged))
            start += pledged
    return (*arcs, Arc(None, start, target - start)) if start < target else tuple(arcs)


def _pledger(seat: int, moon: PendingMoon, table: TableInput) -> Pledger:
    resource: Resource = "gold" if moon["resource"] == "gold" else "food"
    return Pledger(
        mark=table.marks[seat],
        pledged=table.amount(resource, moon["pledges"][seat]),
        holds=table.amount(resource, table.view["seats"][seat][resource]),
        speaks=table.view["to_move"] == seat,
    )


def _outcome(effects: Sequence[Effect], table: TableInput) -> tuple[str, ...]:
    """Return the effects in words, or "Nothing happens."."""
    told = [typeset(moon_effect_words(effect, table.lang), table.lang) for effect in effects]
    return tuple(f"{text[0].upper()}{text[1:]}." for text in told) or (table.say("Nothing happens."),)


def final(table: TableInput, *, headline: str) -> Final:
    """Return the final count, best first; `headline` names the winner."""
    assert table.view["result"] is not None
    scores = table.view["result"]["scores"]
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    sisters = tuple(_counted(seat, table) for seat in order)
    return Final(
        ended=ended(table.view, table.page_input.locale),
        sisters=sisters,
        steps=steps_of_count(sisters, table.page_input.locale, headline=headline),
        with_banners=bool(table.view["options"]["banners"]),
        lands=lands(table),
        card_set=card_set_note(table),
    )


def _counted(seat: int, table: TableInput) -> SisterCount:
    held = table.view["seats"][seat]
    result, (court_sum, banner_sum, guest_sum) = table.view["result"], parts_of(table.view, seat)
    assert result is not None
    return SisterCount(
        mark=table.marks[seat],
        winner=seat in result["winners"],
        reasons=_reasons(seat, table),
        court_sum=court_sum,
        guest_sum=guest_sum,
        banner_sum=banner_sum,
        total=result["scores"][seat],
        left=(table.amount("gold", held["gold"]), table.amount("food", held["food"])),
    )
