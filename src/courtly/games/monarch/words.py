"""Monarch in words: choices as their chooser reads them, and what happened, in every language.

A log keeps a purchase and what follows from it apart, as they were decided; `told` joins them again. What is said here
comes from the log and the view of one seat, so it holds no more than that seat knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from courtly.engine.words import marked, translator
from courtly.games.monarch.abilities import (
    ability_lines,
    crowns_words,
    effect_words,
    formula_words,
    moon_lines,
    power_words,
    requirement_words,
)
from courtly.games.monarch.cards import CardSet
from courtly.games.monarch.history import annotated, barter_words, move_line, report_lines
from courtly.games.monarch.names import (
    DOMAIN,
    card_name,
    card_text,
    cards_of,
    cards_words,
    cost_of,
    counted,
    emblem_name,
    find,
    kind_name,
    number,
    option_help,
    option_name,
    path_name,
    price_words,
    resource_name,
    seat_name,
    set_name,
    set_notice,
    terrain_name,
    the_card,
    value_name,
)
from courtly.games.monarch.worth import Holding, why

__all__ = [
    "DOMAIN",
    "Holding",
    "ability_lines",
    "annotated",
    "barter_words",
    "card_name",
    "card_text",
    "cards_of",
    "cards_words",
    "cost_of",
    "counted",
    "crowns_words",
    "effect_words",
    "emblem_name",
    "find",
    "formula_words",
    "kind_name",
    "log_words",
    "moon_lines",
    "move_words",
    "number",
    "option_help",
    "option_name",
    "path_name",
    "power_words",
    "price_words",
    "report_lines",
    "requirement_words",
    "resource_name",
    "seat_name",
    "set_name",
    "set_notice",
    "terrain_name",
    "the_card",
    "told",
    "value_name",
    "why",
]

PLAIN = {
    "end": marked("End your turn"),
    "keep": marked("Discard no guest"),
    "pass": marked("Pledge nothing more for now"),
}
HARVEST = marked("Harvest: gain {food}")
TAX, TAX_UNFED = marked("Tax: feed the villages with {food} and gain {gold}"), marked("Tax: gain {gold}")
SWEEP, SWEEP_FREE = marked("Sweep the market for {gold}"), marked("Sweep the market at no cost")
FLY = marked("Fly {card}")
BARTER = marked("Barter with {card}: {give} for {get}")
BUY, BUY_UNPAID = marked("Acquire {card} for {price}"), marked("Acquire {card} at no cost")
FREE = marked("Acquire {card} with a free improvement")
ADD, REPLACE = marked("Add {card} to your court"), marked("Put {card} in the place of {old}")
BUILD = marked("Build {card} on {cell}: {land}, yield {yield}")
SEND = marked("Send {card} to {owner}")
DISMISS = marked("Discard {card}")
PLEDGE, PLEDGE_MORE = marked("Pledge {amount}"), marked("Pledge {amount} more, {total} in all")


def move_words(move: str, view: Mapping[str, Any], lang: str = "en", *, names: Sequence[str] = ()) -> str:
    """Return a choice as the seat that has it reads it.

    Parameters
    ----------
    move
        A legal move of the view.
    view
        What the seat knows.
    lang
        One of `courtly.engine.words.LANGUAGES`.
    names
        The names of the seats; without them a seat is called by its number.
    """
    verb, _, what = move.partition(" ")
    translate = translator(lang, DOMAIN)
    if verb in PLAIN:
        return translate(PLAIN[verb])
    if verb in ("harvest", "tax", "sweep"):
        return _income_words(verb, view, lang)
    if verb == "pledge":
        return _pledge_words(int(what), view, lang)
    cards = cards_of(view["options"])
    if verb in ("buy", "free"):
        return _buy_words(verb, what, view, lang)
    if verb in ("add", "replace", "build", "send"):
        return _follow_words(verb, what, view, (lang, names))
    card = the_card(what, cards, lang)
    if verb == "barter":
        give, get = barter_words(what, cards, lang)
        return translate(BARTER).format(card=card, give=give, get=get)
    return translate(FLY if verb == "fly" else DISMISS).format(card=card)


def _income_words(verb: str, view: Mapping[str, Any], lang: str) -> str:
    """Return a harvest, a tax or a sweep with what it brings or costs."""
    own, translate = view["seats"][view["seat"]], translator(lang, DOMAIN)
    if verb == "sweep":
        sentence = SWEEP if view["sweep_price"] else SWEEP_FREE
        return translate(sentence).format(gold=counted(view["sweep_price"], "gold", lang))
    if verb == "harvest":
        return translate(HARVEST).format(food=counted(own["harvest"], "food", lang))
    sentence = TAX if own["feed"] else TAX_UNFED
    return translate(sentence).format(food=counted(own["feed"], "food", lang), gold=counted(own["tax"], "gold", lang))


def _pledge_words(count: int, view: Mapping[str, Any], lang: str) -> str:
    """Return a pledge, and what the seat has pledged with it."""
    moon, before = view["moon"], view["moon"]["pledges"][view["seat"]]
    amount = counted(count, moon["resource"], lang)
    sentence = PLEDGE_MORE if before else PLEDGE
    return translator(lang, DOMAIN)(sentence).format(amount=amount, total=before + count)


def _buy_words(verb: str, what: str, view: Mapping[str, Any], lang: str) -> str:
    """Return a purchase with its price."""
    card = the_card(what, cards_of(view["options"]), lang)
    price = next(spot["price"] for spot in view["market"] if spot is not None and spot["card"] == what)
    sentence = FREE if verb == "free" else BUY if any(price.values()) else BUY_UNPAID
    return translator(lang, DOMAIN)(sentence).format(card=card, price=price_words(price, lang))


def _follow_words(verb: str, what: str, view: Mapping[str, Any], who: tuple[str, Sequence[str]]) -> str:
    """Return where the card just acquired goes."""
    (lang, names), cards = who, cards_of(view["options"])
    translate, card = translator(lang, DOMAIN), the_card(view["pending"]["card"], cards, lang)
    if verb == "add":
        return translate(ADD).format(card=card)
    if verb == "replace":
        return translate(REPLACE).format(card=card, old=the_card(what, cards, lang))
    if verb == "send":
        return translate(SEND).format(card=card, owner=seat_name(int(what), names, lang))
    land = next(land for land in view["lands"] if land["cell"] == what)
    top = the_card(land["improvement"] or land["land"], cards, lang)
    return translate(BUILD).format(card=card, cell=what, land=top, **{"yield": land["yield"]})


def log_words(entry: Mapping[str, Any], names: Sequence[str], lang: str = "en", *, cards: CardSet) -> str:
    """Return a line of a log, as it stands in a view or with what `annotated` adds; a report may have several lines."""
    if "report" in entry:
        return "\n".join(report_lines(entry, names, lang, cards=cards))
    return move_line(entry, names, lang, cards=cards)


def told(view: Mapping[str, Any], names: Sequence[str], lang: str = "en", *, start: int = 0) -> list[str]:
    """Return what happened from line `start` of the log on; a purchase is told with what follows from it.

    One that waits for its owner's decision is told when that has been made; cards that come to the market together are
    told together.
    """
    cards, lines = cards_of(view["options"]), annotated(view["log"])
    return [log_words(line, names, lang, cards=cards) for line in lines[start:] if not line.get("joined")]
