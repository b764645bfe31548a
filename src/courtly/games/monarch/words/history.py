"""What happened in a match of Monarch, in words: each event in a sentence, or in several lines.

A purchase is told with where the card goes, so the event that it leaves the market says nothing; nor does the count at
the end, which the score sheet tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from courtly.games.monarch.cardset import CardSet
from courtly.games.monarch.words.names import cards_of, counted, in_a_row, price_words, the_card
from courtly.text.languages import marked
from courtly.text.reader import Reader

Args = Mapping[str, Any]

SIMPLE = {
    "sweep": marked("{name} sweeps the market."),
    "end": marked("{name} ends her turn."),
    "keep": marked("{name} discards no guest."),
    "pass": marked("{name} pledges nothing more for now."),
}
"""What is said of an event in a sentence that names nothing but its seat."""
HARVESTED, TAXED = marked("{name} harvests {food}."), marked("{name} taxes {gold}.")
TAXED_FED = marked("{name} feeds the villages with {food} and taxes {gold}.")
FLOWN = marked("{name} flies {card}.")
BARTERED = marked("{name} barters with {card}: {give} for {get}.")
ACQUIRED = marked("{name} acquires {card}.")
ACQUIRED_FREE = marked("{name} acquires {card} with a free improvement.")
ADDED = marked("{name} acquires {card} and adds it to her court.")
REPLACED = marked("{name} acquires {card} and puts it in the place of {old}.")
BUILT = marked("{name} acquires {card} and builds it on {cell}.")
BUILT_FREE = marked("{name} acquires {card} with a free improvement and builds it on {cell}.")
SENT = marked("{name} acquires {card} and sends it to {owner}.")
LOST = marked("No board can take {card}: it goes to the discard pile.")
DISMISSED = marked("{name} discards her guest {card}.")
PLEDGED, PLEDGED_MORE = marked("{name} pledges {amount}."), marked("{name} pledges {amount} more, {total} in all.")

REVEALED = marked("New in the market: {cards}.")
RESHUFFLED = marked("The discard pile is shuffled into a new deck: {cards}.")
LAST_ROUND = marked("A court has 7 Court Cards: the match ends with this round.")
MOON = {
    "moon": marked("{moon} rises."),
    "moon-asks": marked("{moon} rises. The sisters may pay {amount} together."),
    "moon-beyond": marked("{moon} rises. The sisters may pay {amount} together. They have too little."),
    "moon-met": marked("The sisters pay for {moon}: {paid}."),
    "moon-unmet": marked("The sisters do not pay for {moon}."),
}
CHANGED, CHANGE = marked("Gains and losses: {changes}."), marked("{name} {amounts}")
PAID = marked("{name} {amount}")
RUINED = marked("{card} on {cell} goes to the discard pile.")
FLUSHED = marked("All cards of the market are discarded.")


def event_words(event: Mapping[str, Any], options: Mapping[str, Any], reader: Reader) -> str:
    """Return what happened, in a sentence or several lines; nothing of what another event tells too.

    Examples
    --------
    >>> event = {"id": "harvest", "args": {"seat": 1, "food": 4}}
    >>> event_words(event, {"card_set": "house"}, Reader(names=["Ann", "Bo"], domain="monarch"))
    'Bo harvests 4 food.'
    """
    name, args = event["id"], event["args"]
    if name in SIMPLE:
        return reader.say(SIMPLE[name], name=reader.name(args["seat"]))
    told = _Telling(args, reader, cards_of(options))
    if name in MOON:
        return "\n".join(told.moon(name))
    return _TOLD[name](told) if name in _TOLD else ""


@dataclass(frozen=True, slots=True)
class _Telling:
    """An event that is being told: its arguments, to whom, and the card set of the match."""

    args: Args
    reader: Reader
    cards: CardSet

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence that may name the seat and the card of the event."""
        known = {key: self.card(self.args[key]) for key in ("card", "moon") if key in self.args}
        if "seat" in self.args:
            known["name"] = self.reader.name(self.args["seat"])
        return self.reader.say(sentence, **{**known, **places})

    def card(self, card: str) -> str:
        return the_card(card, self.cards, self.reader.lang)

    def amount(self, key: str, resource: str) -> str:
        return counted(self.args[key], resource, self.reader.lang)

    def changed(self) -> str:
        """Return who gained and lost what; nothing when nothing changed."""
        changes = changes_words(self.args["gold"], self.args["food"], self.reader)
        return self.reader.say(CHANGED, changes=changes) if changes else ""

    def moon(self, event: str) -> list[str]:
        """Return what became of a Moon, and what it did to holdings, lands and market."""
        args, reader = self.args, self.reader
        amount = self.amount("target", args["resource"]) if "target" in args else ""
        paid = [
            reader.say(PAID, name=reader.name(seat), amount=counted(count, args["resource"], reader.lang))
            for seat, count in enumerate(args.get("paid", ()))
            if count
        ]
        lines = [self.say(MOON[event], amount=amount, paid=", ".join(paid))]
        if event == "moon-asks":
            return lines
        lines += [changed] if (changed := self.changed()) else []
        lines += [reader.say(RUINED, card=self.card(ruin["card"]), cell=ruin["cell"]) for ruin in args["ruined"]]
        return [*lines, reader.say(FLUSHED)] if args["flushed"] else lines


def _harvest(told: _Telling) -> str:
    return told.say(HARVESTED, food=told.amount("food", "food"))


def _tax(told: _Telling) -> str:
    sentence = TAXED_FED if told.args["food"] else TAXED
    return told.say(sentence, food=told.amount("food", "food"), gold=told.amount("gold", "gold"))


def _fly(told: _Telling) -> str:
    return told.say(FLOWN, card=told.card(told.args["banner"]))


def _barter(told: _Telling) -> str:
    give, get = (price_words(told.args[key], told.reader.lang) for key in ("gave", "got"))
    return told.say(BARTERED, give=give, get=get)


def _add(told: _Telling) -> str:
    return told.say(ADDED)


def _replace(told: _Telling) -> str:
    return told.say(REPLACED, old=told.card(told.args["old"]))


def _build(told: _Telling) -> str:
    return told.say(BUILT_FREE if told.args["free"] else BUILT, cell=told.args["cell"])


def _send(told: _Telling) -> str:
    return told.say(SENT, owner=told.reader.name(told.args["to"]))


def _lose(told: _Telling) -> str:
    return f"{told.say(ACQUIRED_FREE if told.args['free'] else ACQUIRED)}\n{told.say(LOST)}"


def _dismiss(told: _Telling) -> str:
    return told.say(DISMISSED)


def _pledge(told: _Telling) -> str:
    """Return a pledge, and what its seat has pledged with it."""
    sentence = PLEDGED if told.args["total"] == told.args["more"] else PLEDGED_MORE
    return told.say(sentence, amount=told.amount("more", told.args["resource"]), total=told.args["total"])


def _reveal(told: _Telling) -> str:
    return told.say(REVEALED, cards=", ".join(map(told.card, told.args["cards"])))


def _reshuffle(told: _Telling) -> str:
    return told.say(RESHUFFLED, cards=told.amount("cards", "cards"))


def _last_round(told: _Telling) -> str:
    return told.say(LAST_ROUND)


_TOLD: dict[str, Callable[[_Telling], str]] = {
    "harvest": _harvest,
    "tax": _tax,
    "fly": _fly,
    "barter": _barter,
    "add": _add,
    "replace": _replace,
    "build": _build,
    "send": _send,
    "lose": _lose,
    "gain": _Telling.changed,
    "dismiss": _dismiss,
    "pledge": _pledge,
    "reveal": _reveal,
    "reshuffle": _reshuffle,
    "last-round": _last_round,
}


def changes_words(gold: Sequence[int], food: Sequence[int], reader: Reader) -> str:
    """Return who gained and lost what, as a phrase; nothing when nothing changed."""
    told = []
    for seat, changes in enumerate(zip(gold, food, strict=True)):
        pairs = zip(changes, ("gold", "food"), strict=True)
        amounts = [change_words(change, what, reader.lang) for change, what in pairs if change]
        if amounts:
            told.append(reader.say(CHANGE, name=reader.name(seat), amounts=", ".join(amounts)))
    return in_a_row(told, reader.lang)


def change_words(change: int, resource: str, lang: str = "en") -> str:
    """Return a change of gold or food with its sign.

    Examples
    --------
    >>> change_words(3, "gold"), change_words(-2, "food")
    ('+3 gold', '−2 food')
    """
    return ("+" if change > 0 else "") + counted(change, resource, lang)
