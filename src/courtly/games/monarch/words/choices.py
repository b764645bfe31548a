"""The questions to a seat and its choices in words, made from its view."""

from __future__ import annotations

from courtly.games.monarch.cardset import Banner, CardSet, Court
from courtly.games.monarch.rules.view import Credits, Sister, View
from courtly.games.monarch.words.names import cards_of, counted, price_words, the_card
from courtly.text.languages import ENGLISH, marked
from courtly.text.locales import Locale

PLAIN = {
    "end": marked("End turn"),
    "keep": marked("Keep all guests"),
    "pass": marked("Pass for now"),
}
DECISIONS = {
    "acquire": marked("cards to buy"),
    "income": marked("harvest or tax"),
    "place": marked("placing cards"),
    "pledge": marked("Moon pledges"),
    "guest": marked("sending and dismissing guests"),
    "turn": marked("banners, barters, sweeps and ending your turn"),
}
"""Names of the kinds of decisions; see `decision`."""

_KINDS = {
    "acquire": ("buy", "free"),
    "income": ("harvest", "tax"),
    "place": ("build", "add", "replace"),
    "pledge": ("pledge", "pass"),
    "guest": ("send", "dismiss", "keep"),
}
HARVEST = marked("Harvest: gain {food}")
TAX, TAX_UNFED = marked("Tax: feed the villages {food}, gain {gold}"), marked("Tax: gain {gold}")
SWEEP, SWEEP_FREE = marked("Sweep the market for {gold}"), marked("Sweep the market for free")
FLY = marked("Fly {card}")
BARTER = marked("Barter with {card}: {give} for {get}")
BUY, BUY_UNPAID = marked("Buy {card} for {price}"), marked("Take {card} for free")
FREE = marked("Take {card} as a free improvement")
ADD, REPLACE = marked("Add {card} to your court"), marked("Replace {old} with {card}")
BUILD = marked("Build {card} on {cell} ({land}, yield {yield})")
SEND = marked("Send {card} to {owner}")
DISMISS = marked("Dismiss {card}")
PLEDGE, PLEDGE_MORE = marked("Pledge {amount}"), marked("Pledge {amount} more ({total} in total)")

OVER, WAITING = marked("The match is over."), marked("Waiting for {name}.")
ACT = marked("Your turn: choose an action.")
ACT_OF_TWO = marked("Your turn: choose an action. With two players, one improvement per turn is free.")
PLACE = marked("Where does {card} go? Choose a free space, or a card of your court to give up.")
PLACE_FULL = marked("Your court is full: choose the card that {card} replaces.")
ON_VILLAGE = marked("Choose a village for {card}.")
ON_FARM = marked("Choose a farm for {card}.")
TO_WHOM = marked("Choose a sister for {card}.")
HOW_MUCH = marked("{card} still needs {missing}. How much more do you pledge?")
ALL_PLEDGED = marked("{card} still needs {missing}. You have nothing more to pledge.")


def decision(move: str, _seat: int) -> str:
    """Return the kind of decision of a move, a key of `DECISIONS`."""
    verb = move.split(" ", 1)[0]
    return next((kind for kind, verbs in _KINDS.items() if verb in verbs), "turn")


def move_words(move: str, view: View, locale: Locale) -> str:
    """Return a move in words for its player. The move may be illegal, because scenes show closed acts too."""
    verb, _, what = move.partition(" ")
    if verb in PLAIN:
        return locale.say(PLAIN[verb])
    if verb in ("harvest", "tax", "sweep"):
        return _income_words(verb, view, locale)
    if verb == "pledge":
        return _pledge_words(int(what), view, locale)
    if verb in ("add", "replace", "build", "send"):
        return _follow_words(verb, what, view, locale)
    cards = cards_of(view["options"])
    card = the_card(what, cards, locale.lang)
    if verb in ("buy", "free"):
        return _buy_words(verb, what, view, locale)
    if verb == "barter":
        give, get = barter_words(what, cards, locale.lang)
        return locale.say(BARTER, card=card, give=give, get=get)
    return locale.say(FLY if verb == "fly" else DISMISS, card=card)


def question(view: View, locale: Locale) -> str:
    """Return the question to the deciding seat. For other viewers, return whose decision it is."""
    seat, phase, lang = view["to_move"], view["phase"], locale.lang
    if seat is None:
        return locale.say(OVER)
    if seat != locale.seat:
        return locale.say(WAITING, name=locale.name(seat))
    if phase == "act":
        return locale.say(ACT_OF_TWO if view["players"] == 2 and view["credits"]["improvement"] else ACT)
    cards, moon = cards_of(view["options"]), view["moon"]
    if moon is not None:
        missing = counted(moon["missing"], moon["resource"], lang)
        asked = ALL_PLEDGED if list(view["legal"]) == ["pass"] else HOW_MUCH
        return locale.say(asked, card=the_card(moon["moon"], cards, lang), missing=missing)
    assert view["pending"] is not None
    return _about_card(view["pending"]["card"], view, cards, locale)


def _about_card(pending: str, view: View, cards: CardSet, locale: Locale) -> str:
    """Return the question about the card just bought."""
    phase, card = view["phase"], the_card(pending, cards, locale.lang)
    if phase == "dismiss":
        return locale.count(
            "{card}: choose a guest to dismiss.",
            "{card}: choose guests to dismiss, at most {n}.",
            view["dismissals"],
            card=card,
        )
    if phase == "place":
        full = "add" not in view["legal"]
        return locale.say(PLACE_FULL if full else PLACE, card=card)
    if phase == "build":
        village = getattr(cards.entries[pending], "terrain", "") == "village"
        return locale.say(ON_VILLAGE if village else ON_FARM, card=card)
    return locale.say(TO_WHOM, card=card)


def credit_words(left: Credits, locale: Locale) -> list[str]:
    """Return the credits of the active seat: free improvements, free sweeps and extra incomes."""
    count = locale.count
    told = [
        (left["improvement"], count("{n} improvement is free", "{n} improvements are free", left["improvement"])),
        (left["sweep"], count("{n} sweep is free", "{n} sweeps are free", left["sweep"])),
        (left["income"], count("{n} extra harvest or tax", "{n} extra harvests or taxes", left["income"])),
    ]
    return [text for number, text in told if number]


def when(view: View, locale: Locale) -> str:
    """Return the number of the round."""
    return locale.say("Round {n}", n=view["round"])


def is_last_round(view: View) -> bool:
    """Return whether the match ends with the present round."""
    return bool(view["last_round"]) or view["round"] == view["options"]["max_rounds"]


def last_round_words(view: View, locale: Locale) -> str:
    """Return a sentence that announces the last round and whose turn ends the match. Earlier rounds have none."""
    if view["result"] or not is_last_round(view):
        return ""
    seat = (view["first"] - 1) % view["players"]
    if seat == locale.seat:
        return locale.say("Last round: the match ends after your turn.")
    return locale.say("Last round: the match ends after {owner} turn.", owner=locale.owner(seat))


def end_words(view: View, locale: Locale) -> str:
    """Return when the match ends: whose turn is the last one, or how full the fullest court is. Empty after the end."""
    if view["result"]:
        return ""
    fullest = max(len(held["court"]) for held in view["seats"])
    return last_round_words(view, locale) or locale.say(
        "The round in which a court gets 7 cards is the last. Fullest court: {n} of 7.", n=fullest
    )


def barter_words(card: str, cards: CardSet, lang: str = ENGLISH) -> tuple[str, str]:
    """Return the price and the gain of the barter of a Court Card or a banner."""
    entry = cards.entries[card]
    powers = entry.powers if isinstance(entry, Court) else (entry.power,) if isinstance(entry, Banner) else ()
    power = next(power for power in powers if power and power.kind == "barter")
    return counted(power.amount, str(power.resource), lang), counted(power.get_amount, str(power.get), lang)


def _income_words(verb: str, view: View, locale: Locale) -> str:
    """Return a harvest, a tax or a sweep with its gain or cost."""
    own, lang = _own(view), locale.lang
    if verb == "sweep":
        gold = counted(view["sweep_price"], "gold", lang)
        return locale.say(SWEEP if view["sweep_price"] else SWEEP_FREE, gold=gold)
    if verb == "harvest":
        return locale.say(HARVEST, food=counted(own["harvest"], "food", lang))
    food, gold = counted(own["feed"], "food", lang), counted(own["tax"], "gold", lang)
    return locale.say(TAX if own["feed"] else TAX_UNFED, food=food, gold=gold)


def _own(view: View) -> Sister:
    assert view["seat"] is not None
    return view["seats"][view["seat"]]


def _pledge_words(count: int, view: View, locale: Locale) -> str:
    """Return a pledge, with the seat's total including it."""
    moon, seat = view["moon"], view["seat"]
    assert moon is not None
    assert seat is not None
    before = moon["pledges"][seat]
    amount = counted(count, moon["resource"], locale.lang)
    return locale.say(PLEDGE_MORE if before else PLEDGE, amount=amount, total=before + count)


def _buy_words(verb: str, what: str, view: View, locale: Locale) -> str:
    """Return a purchase with its price."""
    card = the_card(what, cards_of(view["options"]), locale.lang)
    price = next(spot["price"] for spot in view["market"] if spot is not None and spot["card"] == what)
    sentence = FREE if verb == "free" else BUY if any(price.values()) else BUY_UNPAID
    return locale.say(sentence, card=card, price=price_words(price, locale.lang))


def _follow_words(verb: str, what: str, view: View, locale: Locale) -> str:
    """Return the placement of the card just acquired."""
    assert view["pending"] is not None
    cards, lang = cards_of(view["options"]), locale.lang
    card = the_card(view["pending"]["card"], cards, lang)
    if verb == "add":
        return locale.say(ADD, card=card)
    if verb == "replace":
        return locale.say(REPLACE, card=card, old=the_card(what, cards, lang))
    if verb == "send":
        return locale.say(SEND, card=card, owner=locale.name(int(what)))
    land = next(land for land in view["lands"] if land["cell"] == what)
    top = the_card(land["improvement"] or land["land"], cards, lang)
    return locale.say(BUILD, card=card, cell=what, land=top, **{"yield": land["yield"]})
