"""Monarch in words: what a seat is asked, and its choices as it reads them, from what its view shows."""

from __future__ import annotations

from courtly.games.monarch.cardset import Banner, CardSet, Court
from courtly.games.monarch.rules.view import Credits, Sister, View
from courtly.games.monarch.words.names import cards_of, counted, owner_form, price_words, the_card
from courtly.text.languages import marked
from courtly.text.reader import Reader

PLAIN = {
    "end": marked("End your turn"),
    "keep": marked("Discard no guest"),
    "pass": marked("Pledge nothing more for now"),
}
DECISIONS = {
    "acquire": marked("which cards to acquire"),
    "income": marked("whether to harvest or to tax"),
    "place": marked("where cards go"),
    "pledge": marked("pledges for Moons"),
    "guest": marked("whom to send Unwanted Guests, and which to discard"),
    "turn": marked("banners, barter, sweeps and when to end a turn"),
}
"""What the kinds of decisions are called; see `decision`."""

_KINDS = {
    "acquire": ("buy", "free"),
    "income": ("harvest", "tax"),
    "place": ("build", "add", "replace"),
    "pledge": ("pledge", "pass"),
    "guest": ("send", "dismiss", "keep"),
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

OVER, WAITING = marked("The match is over."), marked("Waiting for {name}.")
ACT = marked("Your turn: what do you do?")
PLACE = marked("Where does {card} go? Your court has {count} of 7 cards.")
PLACE_FULL = marked("Whose place does {card} take?")
ON_VILLAGE = marked("On which village do you build {card}?")
ON_FARM = marked("On which farm do you build {card}?")
TO_WHOM = marked("To whom do you send {card}?")
HOW_MUCH = marked("{card} still asks for {missing}. How much do you add to your pledge?")


def decision(move: str, _seat: int) -> str:
    """Return which kind of decision a move was, as a key of `DECISIONS`."""
    verb = move.split(" ", 1)[0]
    return next((kind for kind, verbs in _KINDS.items() if verb in verbs), "turn")


def move_words(move: str, view: View, reader: Reader) -> str:
    """Return a choice as the seat that has it reads it; one that is closed now is said too."""
    verb, _, what = move.partition(" ")
    if verb in PLAIN:
        return reader.say(PLAIN[verb])
    if verb in ("harvest", "tax", "sweep"):
        return _income_words(verb, view, reader)
    if verb == "pledge":
        return _pledge_words(int(what), view, reader)
    if verb in ("add", "replace", "build", "send"):
        return _follow_words(verb, what, view, reader)
    cards = cards_of(view["options"])
    card = the_card(what, cards, reader.lang)
    if verb in ("buy", "free"):
        return _buy_words(verb, what, view, reader)
    if verb == "barter":
        give, get = barter_words(what, cards, reader.lang)
        return reader.say(BARTER, card=card, give=give, get=get)
    return reader.say(FLY if verb == "fly" else DISMISS, card=card)


def question(view: View, reader: Reader) -> str:
    """Return what is asked, and of whom."""
    seat, phase, lang = view["to_move"], view["phase"], reader.lang
    if seat is None:
        return reader.say(OVER)
    if seat != reader.seat:
        return reader.say(WAITING, name=reader.name(seat))
    if phase == "act":
        return reader.say(ACT)
    cards, moon = cards_of(view["options"]), view["moon"]
    if moon is not None:
        missing = counted(moon["missing"], moon["resource"], lang)
        return reader.say(HOW_MUCH, card=the_card(moon["moon"], cards, lang), missing=missing)
    assert view["pending"] is not None
    return _about_card(view["pending"]["card"], view, cards, reader)


def _about_card(pending: str, view: View, cards: CardSet, reader: Reader) -> str:
    """Return what is asked about the card just bought."""
    phase, card = view["phase"], the_card(pending, cards, reader.lang)
    if phase == "dismiss":
        return reader.count(
            "{card}: which of your guests do you discard?",
            "{card}: which of your guests do you discard? At most {n}.",
            view["dismissals"],
            card=card,
        )
    if phase == "place":
        full = "add" not in view["legal"]
        assert reader.seat is not None
        count = len(view["seats"][reader.seat]["court"])
        return reader.say(PLACE_FULL if full else PLACE, card=card, count=count)
    if phase == "build":
        village = getattr(cards.entries[pending], "terrain", "") == "village"
        return reader.say(ON_VILLAGE if village else ON_FARM, card=card)
    return reader.say(TO_WHOM, card=card)


def credit_words(left: Credits, reader: Reader) -> list[str]:
    """Return what the seat whose turn it is may do at no cost, or once more, this turn."""
    count = reader.count
    told = [
        (left["improvement"], count("{n} improvement is free", "{n} improvements are free", left["improvement"])),
        (left["sweep"], count("{n} sweep is free", "{n} sweeps are free", left["sweep"])),
        (left["income"], count("{n} more harvest or tax", "{n} more harvests or taxes", left["income"])),
    ]
    return [text for number, text in told if number]


def last_round_words(view: View, reader: Reader) -> str:
    """Return that the match ends with this round, and whose turn is the last; nothing when it goes on."""
    if view["result"] or not (view["last_round"] or view["round"] == view["options"]["max_rounds"]):
        return ""
    seat = (view["first"] - 1) % view["players"]
    if seat == reader.seat:
        return reader.say("Last round: the match ends after your turn.")
    return reader.say(
        "Last round: the match ends after {owner} turn.", owner=owner_form(reader.name(seat), reader.lang)
    )


def barter_words(card: str, cards: CardSet, lang: str = "en") -> tuple[str, str]:
    """Return what the barter of a Court Card or a banner gives away, and what it takes."""
    entry = cards.entries[card]
    powers = entry.powers if isinstance(entry, Court) else (entry.power,) if isinstance(entry, Banner) else ()
    power = next(power for power in powers if power and power.kind == "barter")
    return counted(power.amount, str(power.resource), lang), counted(power.get_amount, str(power.get), lang)


def _income_words(verb: str, view: View, reader: Reader) -> str:
    """Return a harvest, a tax or a sweep with what it brings or costs."""
    own, lang = _own(view), reader.lang
    if verb == "sweep":
        gold = counted(view["sweep_price"], "gold", lang)
        return reader.say(SWEEP if view["sweep_price"] else SWEEP_FREE, gold=gold)
    if verb == "harvest":
        return reader.say(HARVEST, food=counted(own["harvest"], "food", lang))
    food, gold = counted(own["feed"], "food", lang), counted(own["tax"], "gold", lang)
    return reader.say(TAX if own["feed"] else TAX_UNFED, food=food, gold=gold)


def _own(view: View) -> Sister:
    assert view["seat"] is not None
    return view["seats"][view["seat"]]


def _pledge_words(count: int, view: View, reader: Reader) -> str:
    """Return a pledge, and what the seat has pledged with it."""
    moon, seat = view["moon"], view["seat"]
    assert moon is not None
    assert seat is not None
    before = moon["pledges"][seat]
    amount = counted(count, moon["resource"], reader.lang)
    return reader.say(PLEDGE_MORE if before else PLEDGE, amount=amount, total=before + count)


def _buy_words(verb: str, what: str, view: View, reader: Reader) -> str:
    """Return a purchase with its price."""
    card = the_card(what, cards_of(view["options"]), reader.lang)
    price = next(spot["price"] for spot in view["market"] if spot is not None and spot["card"] == what)
    sentence = FREE if verb == "free" else BUY if any(price.values()) else BUY_UNPAID
    return reader.say(sentence, card=card, price=price_words(price, reader.lang))


def _follow_words(verb: str, what: str, view: View, reader: Reader) -> str:
    """Return where the card just acquired goes."""
    assert view["pending"] is not None
    cards, lang = cards_of(view["options"]), reader.lang
    card = the_card(view["pending"]["card"], cards, lang)
    if verb == "add":
        return reader.say(ADD, card=card)
    if verb == "replace":
        return reader.say(REPLACE, card=card, old=the_card(what, cards, lang))
    if verb == "send":
        return reader.say(SEND, card=card, owner=reader.name(int(what)))
    land = next(land for land in view["lands"] if land["cell"] == what)
    top = the_card(land["improvement"] or land["land"], cards, lang)
    return reader.say(BUILD, card=card, cell=what, land=top, **{"yield": land["yield"]})
