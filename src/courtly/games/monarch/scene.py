"""The table of Monarch as a scene: lands, market, courts, purses, piles, acts and score sheet.

Pieces and places have the names that the movements of events use (`courtly.games.monarch.events`): a card has its id, a
board its cell, and gold and food have the seat that holds them. `scene_acts` has the acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from courtly.games.monarch.cardset import Banner, CardSet, Court, Moon
from courtly.games.monarch.events import card_piece
from courtly.games.monarch.rules.view import Land, Offer, ScoredCard, View
from courtly.games.monarch.scene_acts import acts
from courtly.games.monarch.state import COURT
from courtly.games.monarch.words import (
    TITLE,
    Holding,
    ability_lines,
    card_name,
    cards_of,
    counted,
    credit_words,
    crowns_words,
    emblem_name,
    end_words,
    kind_name,
    number,
    path_name,
    price_words,
    question,
    requirement_words,
    resource_name,
    set_name,
    terrain_name,
    why,
)
from courtly.scene.model import Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import joined
from courtly.text.locales import Locale

RESOURCES: tuple[Literal["gold"], Literal["food"]] = ("gold", "food")


def scene(view: View, _log: Sequence[Mapping[str, Any]], locale: Locale) -> Scene:
    """Return the table as seen by one audience."""
    cards = cards_of(view["options"])
    parts = (_market, _lands, _seats, _banners, _piles)
    return Scene(
        title=TITLE,
        question=question(view, locale),
        places=[place for part in parts for place in part(view, cards, locale)],
        acts=acts(view, locale),
        seats=[_seat(view, seat, locale) for seat in range(view["players"])],
        facts=list(_facts(view, cards, locale)),
        sheet=_sheet(view, locale) if view["result"] else None,
    )


def victory(view: View, locale: Locale) -> str:
    """Return a sentence that names the winner."""
    assert view["result"] is not None
    winners, best = view["result"]["winners"], max(view["result"]["scores"])
    names = joined([locale.name(seat) for seat in winners], locale)
    if winners == [locale.seat]:
        return locale.count("You win the throne with {n} crown.", "You win the throne with {n} crowns.", best)
    if len(winners) > 1:
        return locale.count(
            "{names} share the throne with {n} crown.", "{names} share the throne with {n} crowns.", best, names=names
        )
    return locale.count(
        "{names} wins the throne with {n} crown.", "{names} wins the throne with {n} crowns.", best, names=names
    )


def ended(view: View, locale: Locale) -> str:
    """Return why the match ended."""
    full = [locale.name(seat) for seat, held in enumerate(view["seats"]) if len(held["court"]) == COURT]
    if not full:
        return locale.count(
            "The match reached its limit of {n} round.", "The match reached its limit of {n} rounds.", view["round"]
        )
    names = ", ".join(full)
    return locale.say("The match ended in round {n}, with a full court: {names}.", n=view["round"], names=names)


def card_words(card: str, view: View, cards: CardSet, locale: Locale) -> tuple[str, ...]:
    """Return the crowns and abilities of a card from its data, a sentence each."""
    key = ("card words", card, view["players"])
    return cards.texts[locale.lang].find(key, lambda: _card_words(card, view, cards, locale))


def _card_words(card: str, view: View, cards: CardSet, locale: Locale) -> tuple[str, ...]:
    crowns, lang = crowns_words(card, cards, locale.lang), locale.lang
    lines = [locale.say("Crowns: {crowns}.", crowns=crowns)] if crowns else []
    return (*lines, *ability_lines(card, cards, lang, players=view["players"]))


def _sort(card: str, cards: CardSet, locale: Locale) -> str:
    """Return the kind, terrain, path and emblems of a card."""
    return cards.texts[locale.lang].find(("sort", card), lambda: _sort_words(card, cards, locale))


def _sort_words(card: str, cards: CardSet, locale: Locale) -> str:
    entry, lang = cards.entries[card], locale.lang
    told = [kind_name(card, cards, lang)]
    path = getattr(entry, "path", "none")
    if terrain := getattr(entry, "terrain", ""):
        told.append(terrain_name(terrain, lang))
    if path != "none":
        told.append(path_name(path, cards, lang))
    if isinstance(entry, Court):
        told += [emblem_name(emblem, cards, lang) for emblem in entry.emblems]
    return ", ".join(told)


def _card(card: str, cards: CardSet, locale: Locale, *, owner: int | None = None, note: str = "") -> Piece:
    return Piece(card_piece(card), "card", card_name(card, cards, locale.lang), card, owner, note=note)


def _market(view: View, cards: CardSet, locale: Locale) -> Iterator[Place]:
    """Yield the five spots of the market row."""
    for spot, offer in enumerate(view["market"]):
        title = locale.say("Market, spot {n}", n=spot + 1)
        if offer is None:
            yield Place(f"market:{spot}", title, note=locale.say("empty spot"))
        else:
            note = " ".join(
                [f"{_sort(offer['card'], cards, locale)}.", *card_words(offer["card"], view, cards, locale)]
            )
            yield Place(
                f"market:{spot}", title, [_card(offer["card"], cards, locale, note=note)], note=_price(offer, locale)
            )


def _price(offer: Offer, locale: Locale) -> str:
    """Return the price of a card, with notes."""
    notes = [price_words(offer["price"], locale.lang)]
    if offer["price"] != offer["cost"]:
        notes.append(locale.say("printed: {price}", price=price_words(offer["cost"], locale.lang)))
    if offer["free"]:
        notes.append(locale.say("or free"))
    if not offer["fits"]:
        notes.append(locale.say("fits no land now"))
    return "; ".join(notes)


def _lands(view: View, cards: CardSet, locale: Locale) -> Iterator[Place]:
    """Yield the nine boards, each with its top card first."""
    for land in view["lands"]:
        cell, lang = land["cell"], locale.lang
        pile = [land["improvement"], *land["covered"]] if land["improvement"] else []
        pieces = [_card(card, cards, locale, note=_sort(card, cards, locale)) for card in pile]
        pieces.append(Piece(f"board:{cell}", "land", card_name(land["land"], cards, lang), land["land"]))
        terrain = terrain_name(land["terrain"], lang)
        yield Place(f"cell:{cell}", f"{cell}, {terrain}", pieces, note=_yields(land, locale))


def _yields(land: Land, locale: Locale) -> str:
    resource = "gold" if land["terrain"] == "village" else "food"
    return locale.say("yields {amount}", amount=counted(land["yield"], resource, locale.lang))


def _seats(view: View, cards: CardSet, locale: Locale) -> Iterator[Place]:
    """Yield the places in front of each sister: purse, court, guests and banner."""
    for seat, held in enumerate(view["seats"]):
        mine, owner = seat == view["seat"], locale.owner(seat)
        own = Holding(view, seat, cards)
        title = locale.say("Your gold and food") if mine else locale.say("{owner} gold and food", owner=owner)
        purse = [_coins(f"{what}:{seat}", what, locale, owner=seat, count=held[what]) for what in RESOURCES]
        yield Place(f"purse:{seat}", title, purse, seat)
        title = locale.say("Your court") if mine else locale.say("{owner} court", owner=owner)
        yield Place(f"court:{seat}", title, [_held(worth, own, locale) for worth in held["court"]], seat)
        title = locale.say("Your guests") if mine else locale.say("{owner} guests", owner=owner)
        yield Place(f"guests:{seat}", title, [_held(worth, own, locale) for worth in held["guests"]], seat)
        if view["banners"]:
            flown = held["banner"]
            title = locale.say("Your banner") if mine else locale.say("{owner} banner", owner=owner)
            worth = [_flag(flown["banner"], own, locale, flown["crowns"])] if flown else []
            yield Place(f"flown:{seat}", title, worth, seat)


def _coins(piece: str, resource: str, locale: Locale, *, owner: int | None = None, count: int = 1) -> Piece:
    return Piece(piece, resource, resource_name(resource, locale.lang), resource, owner, count)


def _held(worth: ScoredCard, own: Holding, locale: Locale) -> Piece:
    """Return a Court Card or a guest with its current crowns and their explanation."""
    card, cards = worth["card"], own.cards
    notes = [_sort(card, cards, locale), _worth(card, worth["crowns"], own, locale)]
    lines = cards.texts[locale.lang].find(("lines", card), lambda: tuple(ability_lines(card, cards, locale.lang)))
    note = ". ".join([*notes, *lines])
    return _card(card, cards, locale, owner=own.seat, note=note)


def _worth(card: str, crowns: int, own: Holding, locale: Locale) -> str:
    return f"{counted(crowns, 'crowns', locale.lang)} ({why(card, own, locale.lang)})"


def _flag(banner: str, own: Holding, locale: Locale, crowns: int) -> Piece:
    """Return the banner that a seat flies."""
    note = ". ".join([_worth(banner, crowns, own, locale), *ability_lines(banner, own.cards, locale.lang)])
    return Piece(f"banner:{banner}", "banner", card_name(banner, own.cards, locale.lang), banner, own.seat, note=note)


def _banners(view: View, cards: CardSet, locale: Locale) -> Iterator[Place]:
    """Yield the place of the free banners with their requirements and bonuses; nothing in a match without banners."""
    if not view["banners"]:
        return
    pieces = []
    for row in view["banners"]:
        entry = cards.entries[row["banner"]]
        if row["holder"] is None and isinstance(entry, Banner):
            needs = requirement_words(entry, cards, locale.lang)
            note = " ".join([needs, *card_words(entry.id, view, cards, locale)])
            pieces.append(
                Piece(f"banner:{entry.id}", "banner", card_name(entry.id, cards, locale.lang), entry.id, note=note)
            )
    yield Place("banners", locale.say("Banners"), pieces)


def _piles(view: View, cards: CardSet, locale: Locale) -> Iterator[Place]:
    """Yield the pending card, the deck, the piles and the supply."""
    waiting = [view["pending"]["card"]] if view["pending"] and view["phase"] in ("place", "build", "send") else []
    asking = [view["moon"]["moon"]] if view["moon"] else []
    pieces = [_card(card, cards, locale, note=_waits(card, view, cards, locale)) for card in waiting + asking]
    yield Place("aside", locale.say("Waiting"), pieces)
    unseen = ", ".join(sorted(card_name(card, cards, locale.lang) for card in view["unseen"]))
    title = locale.count("{n} card face down", "{n} cards face down", view["deck"])
    hidden = [Piece("deck/cards", "card", title, count=view["deck"])] if view["deck"] else []
    yield Place(
        "deck",
        locale.say("The deck"),
        hidden,
        note=locale.say("In unknown order: {cards}", cards=unseen) if unseen else "",
    )
    yield Place("discard", locale.say("Discard pile"), [_card(card, cards, locale) for card in view["discard"]])
    yield Place("gone", locale.say("Moons that are over"), [_card(card, cards, locale) for card in view["gone"]])
    yield Place("supply", locale.say("Supply"), [_coins(f"supply/{what}", what, locale) for what in RESOURCES])


def _waits(card: str, view: View, cards: CardSet, locale: Locale) -> str:
    """Return the abilities of a pending card; for a Moon with joint payment, also the missing amount."""
    lines = list(card_words(card, view, cards, locale))
    if isinstance(cards.entries[card], Moon) and view["moon"]:
        missing = counted(view["moon"]["missing"], view["moon"]["resource"], locale.lang)
        lines += [locale.say("Still missing: {missing}.", missing=missing), passes_words(view, locale)]
    return " ".join(lines)


def passes_words(view: View, locale: Locale) -> str:
    """Return a sentence that says how many more passes in a row make a Moon's joint payment fail."""
    assert view["moon"] is not None
    return locale.count(
        "{n} more pass and the offer fails.",
        "{n} more passes in a row and the offer fails.",
        view["players"] - view["moon"]["passes"],
    )


def _seat(view: View, seat: int, locale: Locale) -> Seat:
    """Return a sister with her public facts."""
    held, lang = view["seats"][seat], locale.lang
    told = [(resource_name(what, lang).capitalize(), str(held[what])) for what in RESOURCES]
    told.append((locale.say("Court"), locale.say("{count} of {most}", count=len(held["court"]), most=COURT)))
    told.append((locale.say("Guests"), str(len(held["guests"]))))
    told.append((locale.say("Crowns now"), number(held["score"])))
    told.append((locale.say("Harvest"), counted(held["harvest"], "food", lang)))
    tax, feed = counted(held["tax"], "gold", lang), counted(held["feed"], "food", lang)
    told.append((locale.say("Tax"), locale.say("{gold} for {food}", gold=tax, food=feed)))
    if view["moon"]:
        told.append((locale.say("Pledged"), counted(view["moon"]["pledges"][seat], view["moon"]["resource"], lang)))
    if seat == view["first"]:
        told.append((locale.say("Order of play"), locale.say("First player")))
    facts = [Fact(title, value) for title, value in told]
    return Seat(seat, locale.name(seat), seat == view["seat"], seat == view["to_move"], facts)


def _facts(view: View, cards: CardSet, locale: Locale) -> Iterator[Fact]:
    yield Fact(locale.say("Round"), str(view["round"]))
    yield Fact(locale.say("Turn"), locale.name(view["active"]))
    if end := end_words(view, locale):
        yield Fact(locale.say("The end"), end)
    if free := credit_words(view["credits"], locale):
        yield Fact(locale.say("This turn"), ", ".join(free))
    if view["income_done"] and not view["credits"]["income"] and view["to_move"] is not None:
        yield Fact(locale.say("Income"), locale.say("taken this turn"))
    yield Fact(locale.say("Cards in the deck"), str(view["deck"]))
    yield Fact(locale.say("Cards in the discard pile"), str(len(view["discard"])))
    yield Fact(locale.say("Sweep price"), counted(view["sweep_price"], "gold", locale.lang))
    yield Fact(locale.say("Card set"), set_name(cards, locale.lang))


def _sheet(view: View, locale: Locale) -> Sheet:
    """Return the score sheet with each sister's crowns, the best first."""
    assert view["result"] is not None
    scores, winners = view["result"]["scores"], view["result"]["winners"]
    columns = [locale.say("Court"), locale.say("Banner"), locale.say("Guests")]
    rows = [
        Row(seat, locale.name(seat), [number(part) for part in parts_of(view, seat)], scores[seat], seat in winners)
        for seat in sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    ]
    return Sheet(victory(view, locale), columns, rows, [ended(view, locale)])


def parts_of(view: View, seat: int) -> tuple[int, int, int]:
    """Return the crowns of a seat's court, banner and guests."""
    held = view["seats"][seat]
    court, guests = (sum(worth["crowns"] for worth in cards) for cards in (held["court"], held["guests"]))
    return court, held["banner"]["crowns"] if held["banner"] else 0, guests
