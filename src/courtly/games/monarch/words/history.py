"""The history of a match of Monarch in words: each event as a sentence or several lines.

Two events have no text: "buy", because the next event describes the purchase and the card's destination, and "score",
because the score sheet shows the final count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.games.monarch.cardset import CardSet
from courtly.games.monarch.words.names import cards_of, counted, joined_by_semicolons, price_words, the_card
from courtly.text.languages import marked
from courtly.text.locales import Locale

Args = Mapping[str, Any]

SIMPLE = {
    "sweep": marked("{name} sweeps the market."),
    "end": marked("{name} ends her turn."),
    "keep": marked("{name} keeps all her guests."),
    "pass": marked("{name} passes for now."),
}
"""Texts of events that mention only the seat."""
HARVESTED, TAXED = marked("{name} harvests {food}."), marked("{name} taxes the villages for {gold}.")
TAXED_FED = marked("{name} feeds the villages {food} and taxes them for {gold}.")
FLOWN = marked("{name} flies {card}.")
BARTERED = marked("{name} barters with {card}: {give} for {get}.")
ACQUIRED = marked("{name} buys {card}.")
ACQUIRED_FREE = marked("{name} takes {card} as a free improvement.")
ADDED = marked("{name} buys {card} and adds it to her court.")
REPLACED = marked("{name} buys {card}, which replaces {old}.")
BUILT = marked("{name} buys {card} and builds it on {cell}.")
BUILT_FREE = marked("{name} takes {card} as a free improvement and builds it on {cell}.")
SENT = marked("{name} buys {card} and sends it to {owner}.")
LOST = marked("{card} fits no land and is discarded.")
DISMISSED = marked("{name} dismisses her guest {card}.")
PLEDGED, PLEDGED_MORE = marked("{name} pledges {amount}."), marked("{name} pledges {amount} more ({total} in total).")

REVEALED = marked("New in the market: {cards}.")
RESHUFFLED = marked("The discard pile is shuffled into a new deck: {cards}.")
LAST_ROUND = marked("A court is full: this is the last round.")
MOON = {
    "moon": marked("{moon} rises."),
    "moon-asks": marked("{moon} rises. The sisters may together pay {amount}."),
    "moon-beyond": marked("{moon} rises. The sisters may together pay {amount}, but do not have enough."),
    "moon-met": marked("The sisters pay for {moon}: {paid}."),
    "moon-unmet": marked("The sisters do not pay for {moon}."),
}
CHANGED, CHANGE = marked("Gains and losses: {changes}."), marked("{name} {amounts}")
PAID = marked("{name} {amount}")
RUINED = marked("{card} on {cell} is discarded.")
FLUSHED = marked("The whole market is discarded.")


def event_words(event: Mapping[str, Any], options: Mapping[str, Any], locale: Locale) -> str:
    """Return an event in words, as a sentence or several lines; empty if another event covers it.

    Examples
    --------
    >>> event = {"id": "harvest", "args": {"seat": 1, "food": 4}}
    >>> event_words(event, {"card_set": "house"}, Locale(names=["Ann", "Bo"], domain="monarch"))
    'Bo harvests 4 food.'
    """
    name, args = event["id"], event["args"]
    if name in SIMPLE:
        return locale.say(SIMPLE[name], name=locale.name(args["seat"]))
    text = _EventText(args, locale, cards_of(options))
    if name in MOON:
        return "\n".join(text.moon(name))
    return _EVENT_TEXTS[name](text) if name in _EVENT_TEXTS else ""


@dataclass(frozen=True, slots=True)
class _EventText:
    """An event with its arguments, the locale and the card set of the match."""

    args: Args
    locale: Locale
    cards: CardSet

    def say(self, sentence: str, **places: object) -> str:
        """Return a text that may name the seat and the card of the event."""
        known = {key: self.card(self.args[key]) for key in ("card", "moon") if key in self.args}
        if "seat" in self.args:
            known["name"] = self.locale.name(self.args["seat"])
        return self.locale.say(sentence, **{**known, **places})

    def card(self, card: str) -> str:
        return the_card(card, self.cards, self.locale.lang)

    def amount(self, key: str, resource: str) -> str:
        return counted(self.args[key], resource, self.locale.lang)

    def changed(self) -> str:
        """Return the gains and losses of each seat; empty if nothing changed."""
        changes = changes_words(self.args["gold"], self.args["food"], self.locale)
        return self.locale.say(CHANGED, changes=changes) if changes else ""

    def moon(self, event: str) -> list[str]:
        """Return the outcome of a Moon and its effects on holdings, lands and market."""
        args, locale = self.args, self.locale
        amount = self.amount("target", args["resource"]) if "target" in args else ""
        paid = [
            locale.say(PAID, name=locale.name(seat), amount=counted(count, args["resource"], locale.lang))
            for seat, count in enumerate(args.get("paid", ()))
            if count
        ]
        lines = [self.say(MOON[event], amount=amount, paid=", ".join(paid))]
        if event == "moon-asks":
            return lines
        lines += [changed] if (changed := self.changed()) else []
        lines += [locale.say(RUINED, card=self.card(ruin["card"]), cell=ruin["cell"]) for ruin in args["ruined"]]
        return [*lines, locale.say(FLUSHED)] if args["flushed"] else lines


def _harvest(text: _EventText) -> str:
    return text.say(HARVESTED, food=text.amount("food", "food"))


def _tax(text: _EventText) -> str:
    sentence = TAXED_FED if text.args["food"] else TAXED
    return text.say(sentence, food=text.amount("food", "food"), gold=text.amount("gold", "gold"))


def _fly(text: _EventText) -> str:
    return text.say(FLOWN, card=text.card(text.args["banner"]))


def _barter(text: _EventText) -> str:
    give, get = (price_words(text.args[key], text.locale.lang) for key in ("gave", "got"))
    return text.say(BARTERED, give=give, get=get)


def _add(text: _EventText) -> str:
    return text.say(ADDED)


def _replace(text: _EventText) -> str:
    return text.say(REPLACED, old=text.card(text.args["old"]))


def _build(text: _EventText) -> str:
    return text.say(BUILT_FREE if text.args["free"] else BUILT, cell=text.args["cell"])


def _send(text: _EventText) -> str:
    return text.say(SENT, owner=text.locale.name(text.args["to"]))


def _lose(text: _EventText) -> str:
    return f"{text.say(ACQUIRED_FREE if text.args['free'] else ACQUIRED)}\n{text.say(LOST)}"


def _dismiss(text: _EventText) -> str:
    return text.say(DISMISSED)


def _pledge(text: _EventText) -> str:
    """Return a pledge, with the seat's total including it."""
    sentence = PLEDGED if text.args["total"] == text.args["more"] else PLEDGED_MORE
    return text.say(sentence, amount=text.amount("more", text.args["resource"]), total=text.args["total"])


def _reveal(text: _EventText) -> str:
    return text.say(REVEALED, cards=", ".join(map(text.card, text.args["cards"])))


def _reshuffle(text: _EventText) -> str:
    return text.say(RESHUFFLED, cards=text.amount("cards", "cards"))


def _last_round(text: _EventText) -> str:
    return text.say(LAST_ROUND)


_EVENT_TEXTS: dict[str, Callable[[_EventText], str]] = {
    "harvest": _harvest,
    "tax": _tax,
    "fly": _fly,
    "barter": _barter,
    "add": _add,
    "replace": _replace,
    "build": _build,
    "send": _send,
    "lose": _lose,
    "gain": _EventText.changed,
    "dismiss": _dismiss,
    "pledge": _pledge,
    "reveal": _reveal,
    "reshuffle": _reshuffle,
    "last-round": _last_round,
}


def changes_words(gold: Sequence[int], food: Sequence[int], locale: Locale) -> str:
    """Return the gains and losses of each seat as a phrase; empty if nothing changed."""
    parts = []
    for seat, changes in enumerate(zip(gold, food, strict=True)):
        pairs = zip(changes, ("gold", "food"), strict=True)
        amounts = [change_words(change, what, locale.lang) for change, what in pairs if change]
        if amounts:
            parts.append(locale.say(CHANGE, name=locale.name(seat), amounts=", ".join(amounts)))
    return joined_by_semicolons(parts, locale.lang)


def change_words(change: int, resource: str, lang: str = "en") -> str:
    """Return a change of gold or food with its sign.

    Examples
    --------
    >>> change_words(3, "gold"), change_words(-2, "food")
    ('+3 gold', '−2 food')
    """
    return ("+" if change > 0 else "") + counted(change, resource, lang)
