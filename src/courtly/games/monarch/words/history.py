"""The history of a match of Monarch in words: each event as a sentence or several lines.

Two events have no text: "buy", because the next event describes the purchase and the card's destination, and "score",
because the score sheet shows the final count. A purchase and the place of its card have a caption each, since the buyer
may choose the place later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from courtly.games.monarch.cardset import CardSet
from courtly.games.monarch.words.names import card_name, cards_of, counted, joined_by_semicolons, price_words, the_card
from courtly.text.languages import ENGLISH, marked
from courtly.text.locales import Locale

Args = Mapping[str, Any]


class SeatSentence(NamedTuple):
    """An act of a seat as two sentences: one for all other viewers, one for the seat itself."""

    other: str
    own: str


SIMPLE = {
    "sweep": SeatSentence(marked("{name} sweeps the market."), marked("You sweep the market.")),
    "end": SeatSentence(marked("{name} ends the turn."), marked("You end your turn.")),
    "keep": SeatSentence(marked("{name} keeps all guests."), marked("You keep all your guests.")),
    "pass": SeatSentence(marked("{name} passes for now."), marked("You pass for now.")),
}
"""Texts of events that mention only the seat."""
HARVESTED = SeatSentence(marked("{name} harvests {food}."), marked("You harvest {food}."))
TAXED = SeatSentence(marked("{name} taxes the villages for {gold}."), marked("You tax the villages for {gold}."))
TAXED_FED = SeatSentence(
    marked("{name} feeds the villages {food} and taxes them for {gold}."),
    marked("You feed the villages {food} and tax them for {gold}."),
)
FLOWN = SeatSentence(marked("{name} flies {card}."), marked("You fly {card}."))
BARTERED = SeatSentence(
    marked("{name} barters with {card}: {give} for {get}."), marked("You barter with {card}: {give} for {get}.")
)
ACQUIRED = SeatSentence(marked("{name} buys {card}."), marked("You buy {card}."))
PAID_FOR = SeatSentence(marked("{name} buys {card} for {price}."), marked("You buy {card} for {price}."))
ACQUIRED_FREE = SeatSentence(
    marked("{name} takes {card} as a free improvement."), marked("You take {card} as a free improvement.")
)
ADDED = SeatSentence(
    marked("{name} buys {card} and adds it to the court."), marked("You buy {card} and add it to your court.")
)
REPLACED = SeatSentence(
    marked("{name} buys {card}, which replaces {old}."), marked("You buy {card}, which replaces {old}.")
)
BUILT = SeatSentence(
    marked("{name} buys {card} and builds it on {cell}."), marked("You buy {card} and build it on {cell}.")
)
BUILT_FREE = SeatSentence(
    marked("{name} takes {card} as a free improvement and builds it on {cell}."),
    marked("You take {card} as a free improvement and build it on {cell}."),
)
SENT = SeatSentence(
    marked("{name} buys {card} and sends it to {owner}."), marked("You buy {card} and send it to {owner}.")
)
DISMISSED = SeatSentence(marked("{name} dismisses the guest {card}."), marked("You dismiss your guest {card}."))
PUT = {
    "add": SeatSentence(marked("{name} adds {card} to the court."), marked("You add {card} to your court.")),
    "replace": SeatSentence(marked("{card} replaces {old}."), marked("{card} replaces {old}.")),
    "build": SeatSentence(marked("{name} builds {card} on {cell}."), marked("You build {card} on {cell}.")),
    "send": SeatSentence(marked("{name} sends {card} to {owner}."), marked("You send {card} to {owner}.")),
    "lose": SeatSentence(
        marked("{card} fits no land and is discarded."), marked("{card} fits no land and is discarded.")
    ),
}
"""Captions that say where a bought card goes. The caption of the purchase is gone by then, so they name the card."""
PLEDGED = SeatSentence(marked("{name} pledges {amount}."), marked("You pledge {amount}."))
PLEDGED_MORE = SeatSentence(
    marked("{name} pledges {amount} more ({total} in total)."), marked("You pledge {amount} more ({total} in total).")
)
BRIEF = {
    "harvest": marked("harvested {food}"),
    "tax": marked("taxed {gold}"),
    "sweep": marked("swept the market"),
    "fly": marked("flew {card}"),
    "barter": marked("bartered"),
    "buy": marked("bought {card}"),
    "add": marked("bought {card}"),
    "replace": marked("bought {card}"),
    "build": marked("built {card}"),
    "lose": marked("bought {card}"),
    "send": marked("sent {card}"),
    "dismiss": marked("dismissed {card}"),
    "keep": marked("kept all guests"),
    "pledge": marked("pledged {more}"),
    "pass": marked("passed"),
    "end": marked("ended the turn"),
}
"""Acts of a seat in a few words, to be shown next to the player's name. The other events are no acts."""
YOU = marked("you")
SENT_YOU = marked("sent you {card}")

LOST = marked("{card} fits no land and is discarded.")
REVEALED = marked("New in the market: {cards}.")
RESHUFFLED = marked("The discard pile is shuffled into a new deck: {cards}.")
LAST_ROUND = marked("A court is full: this is the last round.")
MOON = {
    "moon": marked("{moon} rises."),
    "moon-asks": marked("{moon} rises. The sisters may together pay {amount}."),
    "moon-beyond": marked("{moon} rises. Together the sisters have less than {amount}, so no one pays."),
    "moon-met": marked("The sisters pay for {moon}."),
    "moon-unmet": marked("The sisters do not pay for {moon}."),
}
CHANGED, CHANGE = marked("Gains and losses: {changes}."), marked("{name} {amounts}")
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
    name = event["id"]
    text = _EventText(event["args"], locale, cards_of(options))
    if name in SIMPLE:
        return text.act(SIMPLE[name])
    if name in MOON:
        return "\n".join(text.moon(name))
    return _EVENT_TEXTS[name](text) if name in _EVENT_TEXTS else ""


def caption(event: Mapping[str, Any], options: Mapping[str, Any], locale: Locale) -> str:
    """Return a purchase with its price, or where the card goes, in words; empty for other events."""
    name, args, text = event["id"], event["args"], _EventText(event["args"], locale, cards_of(options))
    if name in PUT:
        return text.act(PUT[name], **text.places())
    if name != "buy":
        return ""
    if args["free"]:
        return text.act(ACQUIRED_FREE)
    if not args["gold"] and not args["food"]:
        return text.act(ACQUIRED)
    return text.act(PAID_FOR, price=price_words(args, locale.lang))


def moon_outcome_words(event: Mapping[str, Any], options: Mapping[str, Any], locale: Locale) -> list[str]:
    """Return how a Moon was decided, and its effects on lands and market, without payments, gains and losses."""
    text = _EventText(event["args"], locale, cards_of(options))
    return [text.moon_decided(event["id"]), *text.moon_effects()]


def brief_words(event: Mapping[str, Any], options: Mapping[str, Any], locale: Locale) -> str:
    """Return an act of a seat, one of `BRIEF`, in a few words without the player's name.

    Examples
    --------
    >>> event = {"id": "harvest", "args": {"seat": 1, "food": 4}}
    >>> brief_words(event, {"card_set": "house"}, Locale(names=["Ann", "Bo"], domain="monarch"))
    'harvested 4'
    """
    args = event["args"]
    card = args.get("card") or args.get("banner")
    name = card_name(card, cards_of(options), locale.lang) if card else ""
    is_to_viewer = "to" in args and args["to"] == locale.seat
    return locale.say(SENT_YOU if is_to_viewer else BRIEF[event["id"]], **{**args, "card": name})


@dataclass(frozen=True, slots=True)
class _EventText:
    """An event with its arguments, the locale and the card set of the match."""

    args: Args
    locale: Locale
    cards: CardSet

    def say(self, sentence: str, **places: object) -> str:
        """Return a text that may name the card of the event."""
        known = {key: self.card(self.args[key]) for key in ("card", "moon") if key in self.args}
        return self.locale.say(sentence, **{**known, **places})

    def act(self, sentence: SeatSentence, **places: object) -> str:
        """Return the act of the event's seat as a sentence, in the second person if the viewer has this seat."""
        seat = self.args["seat"]
        if seat == self.locale.seat:
            return self.say(sentence.own, **places)
        return self.say(sentence.other, name=self.locale.name(seat), **places)

    def card(self, card: str) -> str:
        return the_card(card, self.cards, self.locale.lang)

    def places(self) -> dict[str, str]:
        """Return where a bought card goes, as parts of a sentence."""
        args = self.args
        return {
            "old": self.card(args["old"]) if "old" in args else "",
            "cell": args.get("cell", ""),
            "owner": _name(args["to"], self.locale) if "to" in args else "",
        }

    def amount(self, key: str, resource: str) -> str:
        return counted(self.args[key], resource, self.locale.lang)

    def changed(self) -> str:
        """Return the gains and losses of each seat; empty if nothing changed."""
        changes = changes_words(self.args["gold"], self.args["food"], self.locale)
        return self.locale.say(CHANGED, changes=changes) if changes else ""

    def moon(self, event: str) -> list[str]:
        """Return the outcome of a Moon and its effects on holdings, lands and market."""
        decided = self.moon_decided(event)
        if event == "moon-asks":
            return [decided]
        return [decided, *filter(None, [self.changed()]), *self.moon_effects()]

    def moon_decided(self, event: str) -> str:
        """Return how a Moon is decided: by itself, or by the payments of all seats."""
        amount = self.amount("target", self.args["resource"]) if "target" in self.args else ""
        return self.say(MOON[event], amount=amount)

    def moon_effects(self) -> list[str]:
        """Return the effects of a Moon on lands and market."""
        ruined = self.args["ruined"]
        lines = [self.locale.say(RUINED, card=self.card(ruin["card"]), cell=ruin["cell"]) for ruin in ruined]
        return [*lines, self.locale.say(FLUSHED)] if self.args["flushed"] else lines


def _harvest(text: _EventText) -> str:
    return text.act(HARVESTED, food=text.amount("food", "food"))


def _tax(text: _EventText) -> str:
    sentence = TAXED_FED if text.args["food"] else TAXED
    return text.act(sentence, food=text.amount("food", "food"), gold=text.amount("gold", "gold"))


def _fly(text: _EventText) -> str:
    return text.act(FLOWN, card=text.card(text.args["banner"]))


def _barter(text: _EventText) -> str:
    give, get = (price_words(text.args[key], text.locale.lang) for key in ("gave", "got"))
    return text.act(BARTERED, give=give, get=get)


def _add(text: _EventText) -> str:
    return text.act(ADDED)


def _replace(text: _EventText) -> str:
    return text.act(REPLACED, **text.places())


def _build(text: _EventText) -> str:
    return text.act(BUILT_FREE if text.args["free"] else BUILT, **text.places())


def _send(text: _EventText) -> str:
    return text.act(SENT, **text.places())


def _lose(text: _EventText) -> str:
    return f"{text.act(ACQUIRED_FREE if text.args['free'] else ACQUIRED)}\n{text.say(LOST)}"


def _dismiss(text: _EventText) -> str:
    return text.act(DISMISSED)


def _pledge(text: _EventText) -> str:
    """Return a pledge, with the seat's total including it."""
    sentence = PLEDGED if text.args["total"] == text.args["more"] else PLEDGED_MORE
    return text.act(sentence, amount=text.amount("more", text.args["resource"]), total=text.args["total"])


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


def _name(seat: int, locale: Locale) -> str:
    """Return the name of a seat inside a sentence; the viewer's seat is "you"."""
    return locale.say(YOU) if seat == locale.seat else locale.name(seat)


def changes_words(gold: Sequence[int], food: Sequence[int], locale: Locale) -> str:
    """Return the gains and losses of each seat as a phrase; empty if nothing changed."""
    parts = []
    for seat, changes in enumerate(zip(gold, food, strict=True)):
        pairs = zip(changes, ("gold", "food"), strict=True)
        amounts = [change_words(change, what, locale.lang) for change, what in pairs if change]
        if amounts:
            parts.append(locale.say(CHANGE, name=_name(seat, locale), amounts=", ".join(amounts)))
    return joined_by_semicolons(parts, locale.lang)


def change_words(change: int, resource: str, lang: str = ENGLISH) -> str:
    """Return a change of gold or food with its sign.

    Examples
    --------
    >>> change_words(3, "gold"), change_words(-2, "food")
    ('+3 gold', '−2 food')
    """
    return ("+" if change > 0 else "") + counted(change, resource, lang)
