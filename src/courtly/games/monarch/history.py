"""What happened in a match of Monarch, in words: the lines of a log, its reports among them.

A line of a log tells one decision. `annotated` adds what the lines before it say about it, so that each can be said by
itself, and marks those that another line tells too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from courtly.engine.words import marked, translator
from courtly.games.monarch.abilities import pledge_words
from courtly.games.monarch.cards import Banner, CardSet, Court, Moon
from courtly.games.monarch.names import (
    DOMAIN,
    cards_words,
    counted,
    find,
    in_a_row,
    number,
    seat_name,
    the_card,
)

FOLLOWING = ("add", "replace", "build", "send")
"""Moves that say where the card just acquired goes."""

MOVES = {
    "harvest": marked("{name} harvests."),
    "tax": marked("{name} taxes."),
    "sweep": marked("{name} sweeps the market."),
    "fly": marked("{name} flies {card}."),
    "barter": marked("{name} barters with {card}: {give} for {get}."),
    "end": marked("{name} ends her turn."),
    "buy": marked("{name} acquires {card}."),
    "free": marked("{name} acquires {card} with a free improvement."),
    "add": marked("{name} adds {card} to her court."),
    "replace": marked("{name} puts {card} in the place of {old}."),
    "build": marked("{name} builds {card} on {cell}."),
    "send": marked("{name} sends {card} to {owner}."),
    "dismiss": marked("{name} discards her guest {card}."),
    "keep": marked("{name} discards no guest."),
    "pledge": marked("{name} pledges {amount}."),
    "pass": marked("{name} pledges nothing more for now."),
}
JOINED = {
    ("buy", "add"): marked("{name} acquires {card} and adds it to her court."),
    ("buy", "replace"): marked("{name} acquires {card} and puts it in the place of {old}."),
    ("buy", "build"): marked("{name} acquires {card} and builds it on {cell}."),
    ("free", "build"): marked("{name} acquires {card} with a free improvement and builds it on {cell}."),
    ("buy", "send"): marked("{name} acquires {card} and sends it to {owner}."),
}
THE_CARD = marked("the card")
PLEDGED_MORE = marked("{name} pledges {amount} more, {total} in all.")

REVEAL = marked("New in the market: {cards}.")
RESHUFFLE = marked("The discard pile is shuffled into a new deck: {cards}.")
LOST = marked("No board can take {card}: it goes to the discard pile.")
LAST_ROUND = marked("A court has 7 Court Cards: the match ends with this round.")
HARVESTED, TAXED = marked("{name} harvests {food}."), marked("{name} taxes {gold}.")
TAXED_FED = marked("{name} feeds the villages with {food} and taxes {gold}.")
INCOME = {"harvest": marked("The harvest brings {food}."), "tax": marked("The tax brings {gold}.")}
MOON = {
    "done": marked("{moon} rises."),
    "asks": marked("{moon} rises. {offer}"),
    "met": marked("The sisters pay for {moon}: {paid}."),
    "unmet": marked("The sisters do not pay for {moon}."),
    "beyond": marked("{moon} rises. {offer} They have too little."),
}
CHANGED, CHANGE = marked("Gains and losses: {changes}."), marked("{name} {amounts}")
PAID = marked("{name} {amount}")
RUINED = marked("{card} on {cell} goes to the discard pile.")
FLUSHED = marked("All cards of the market are discarded.")


def annotated(log: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of a log, each with what the lines around it say about it.

    `joined` marks a line that another one tells: a purchase, told with where the card goes; a harvest or tax, told with
    what it brings; a reveal behind another one, whose `cards` hold them all. What says where a card goes gets `card`
    and `bought` (buy or free), an income its `seat`, a pledge its `moon` and `total`, the end of a Moon whether the
    sisters were `asked`.
    """
    lines = [dict(entry) for entry in log]
    for line, following in zip(lines, [*lines, {}][1:], strict=True):
        verb, after = _verb(line), _verb(following)
        income = following.get("report", {}).get("what") == "income"
        waits = verb in ("buy", "free") and (after in FOLLOWING or not following)
        if waits or (verb in ("harvest", "tax") and income):
            line["joined"] = True
    _add_moves(lines)
    _add_pledges(lines)
    _join_reveals(lines)
    return lines


def _verb(line: Mapping[str, Any]) -> str:
    """Return the first word of a move, nothing for a report."""
    return str(line.get("move", "")).partition(" ")[0]


def _add_moves(lines: Sequence[dict[str, Any]]) -> None:
    """Say of each line that follows from a move what that was."""
    bought, card, seat = "", "", None
    for line in lines:
        verb, _, what = str(line.get("move", "")).partition(" ")
        seat = line.get("seat", seat)
        if verb in ("buy", "free"):
            bought, card = verb, what
        elif verb in FOLLOWING and card:
            line |= {"bought": bought, "card": card}
        elif line.get("report", {}).get("what") == "income":
            line["seat"] = seat


def _add_pledges(lines: Sequence[dict[str, Any]]) -> None:
    """Say of each pledge what is pledged, and how much with it; of a Moon's end whether it was asked."""
    pledges: dict[int, int] = {}
    moon: str | None = None
    for line in lines:
        report, verb = line.get("report", {}), _verb(line)
        if report.get("what") == "moon":
            line["asked"] = moon == report["moon"]
            moon = report["moon"] if report["outcome"] == "asks" else None
            pledges.clear()
        elif verb == "pledge" and moon is not None:
            seat = line["seat"]
            pledges[seat] = pledges.get(seat, 0) + int(line["move"].partition(" ")[2])
            line |= {"moon": moon, "total": pledges[seat]}


def _join_reveals(lines: Sequence[dict[str, Any]]) -> None:
    """Let the first of several reveals tell them all."""
    first: dict[str, Any] | None = None
    for line in lines:
        report = line.get("report", {})
        if report.get("what") != "reveal":
            first = None
        elif first is None:
            first = line
            line["cards"] = [report["card"]]
        else:
            first["cards"].append(report["card"])
            line["joined"] = True


def move_line(line: Mapping[str, Any], names: Sequence[str], lang: str, *, cards: CardSet) -> str:
    """Return a move as everybody reads it."""
    verb, _, what = line["move"].partition(" ")
    translate, name = translator(lang, DOMAIN), seat_name(line["seat"], names, lang)
    if verb == "pledge":
        return _pledge_line(line, name, lang, cards)
    given = line.get("card")
    card = what if verb in ("buy", "free", "fly", "barter", "dismiss") else given
    sentence = JOINED[line["bought"], verb] if given else MOVES[verb]
    give, get = barter_words(what, cards, lang) if verb == "barter" else ("", "")
    return translate(sentence).format(
        name=name,
        give=give,
        get=get,
        card=the_card(card, cards, lang) if card else translate(THE_CARD),
        old=the_card(what, cards, lang) if verb == "replace" else "",
        cell=what,
        owner=seat_name(int(what), names, lang) if verb == "send" else "",
    )


def barter_words(card: str, cards: CardSet, lang: str = "en") -> tuple[str, str]:
    """Return what the barter of a Court Card or a banner gives away, and what it takes."""
    entry = find(card, cards)
    powers = entry.powers if isinstance(entry, Court) else (entry.power,) if isinstance(entry, Banner) else ()
    power = next(power for power in powers if power and power.kind == "barter")
    return counted(power.amount, str(power.resource), lang), counted(power.get_amount, str(power.get), lang)


def _pledge_line(line: Mapping[str, Any], name: str, lang: str, cards: CardSet) -> str:
    """Return a pledge, and what its seat has pledged with it."""
    count = int(line["move"].partition(" ")[2])
    moon = find(line["moon"], cards) if "moon" in line else None
    resource = moon.pledge.resource if isinstance(moon, Moon) and moon.pledge else None
    total = line.get("total", count)
    return translator(lang, DOMAIN)(MOVES["pledge"] if total == count else PLEDGED_MORE).format(
        name=name, amount=counted(count, resource, lang) if resource else number(count), total=total
    )


def report_lines(line: Mapping[str, Any], names: Sequence[str], lang: str = "en", *, cards: CardSet) -> list[str]:
    """Return a report of a log in words, as one line or several; `line` is the log's, plain or annotated."""
    report, translate = line["report"], translator(lang, DOMAIN)
    what = report["what"]
    if what == "reveal":
        return [translate(REVEAL).format(cards=cards_words(line.get("cards", [report["card"]]), cards, lang))]
    if what == "reshuffle":
        return [translate(RESHUFFLE).format(cards=counted(report["cards"], "cards", lang))]
    if what == "lost":
        return [translate(LOST).format(card=the_card(report["card"], cards, lang))]
    if what == "last-round":
        return [translate(LAST_ROUND)]
    if what == "income":
        return [_income(line, names, lang)]
    changes = changes_words(report["gold"], report["food"], names, lang)
    if what == "gain":
        return [translate(CHANGED).format(changes=changes)]
    return [_moon(line, names, lang, cards), *_moon_details(report, changes, lang, cards)]


def _income(line: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
    """Return what a harvest or a tax brought, and to whom where the line knows it."""
    report, translate, seat = line["report"], translator(lang, DOMAIN), line.get("seat")
    gold, food = counted(report["gold"], "gold", lang), counted(abs(report["food"]), "food", lang)
    if seat is None:
        sentence = INCOME[report["kind"]]
    elif report["kind"] == "harvest":
        sentence = HARVESTED
    else:
        sentence = TAXED_FED if report["food"] else TAXED
    name = "" if seat is None else seat_name(seat, names, lang)
    return translate(sentence).format(name=name, gold=gold, food=food)


def _moon(line: Mapping[str, Any], names: Sequence[str], lang: str, cards: CardSet) -> str:
    """Return what became of a Moon."""
    report = line["report"]
    moon, outcome = find(report["moon"], cards), report["outcome"]
    assert isinstance(moon, Moon)
    offer = pledge_words(moon, lang, players=len(report["gold"])) if moon.pledge else ""
    if outcome == "unmet" and not line.get("asked", True):
        outcome = "beyond"
    translate, resource = translator(lang, DOMAIN), moon.pledge.resource if moon.pledge else "gold"
    paid = [
        translate(PAID).format(name=seat_name(seat, names, lang), amount=counted(count, resource, lang))
        for seat, count in enumerate(report["paid"] or ())
        if count
    ]
    card = the_card(report["moon"], cards, lang)
    return translate(MOON[outcome]).format(moon=card, offer=offer, paid=", ".join(paid))


def _moon_details(report: Mapping[str, Any], changes: str, lang: str, cards: CardSet) -> list[str]:
    """Return what a Moon did to holdings, lands and market."""
    translate = translator(lang, DOMAIN)
    lines = [translate(CHANGED).format(changes=changes)] if changes else []
    lines += [
        translate(RUINED).format(card=the_card(ruin["card"], cards, lang), cell=ruin["cell"])
        for ruin in report["ruined"]
    ]
    return [*lines, translate(FLUSHED)] if report["flush"] else lines


def changes_words(gold: Sequence[int], food: Sequence[int], names: Sequence[str], lang: str = "en") -> str:
    """Return who gained and lost what, as a phrase; nothing when nothing changed."""
    translate = translator(lang, DOMAIN)
    told = []
    for seat, changes in enumerate(zip(gold, food, strict=True)):
        amounts = [
            change_words(change, what, lang) for change, what in zip(changes, ("gold", "food"), strict=True) if change
        ]
        if amounts:
            told.append(translate(CHANGE).format(name=seat_name(seat, names, lang), amounts=", ".join(amounts)))
    return in_a_row(told, lang)


def change_words(change: int, resource: str, lang: str = "en") -> str:
    """Return a change of gold or food with its sign.

    Examples
    --------
    >>> change_words(3, "gold"), change_words(-2, "food", "fr")
    ('+3 gold', '−2 vivres')
    """
    return ("+" if change > 0 else "") + counted(change, resource, lang)
