"""The table of Monarch as a scene: lands, market, courts, purses and piles, what the reader may do, the score sheet.

Pieces and places are named as in the steps of events (`courtly.games.monarch.events`): cards by their ids, boards by
their cells, gold and food by the seat that holds them. Why an act is closed stands in `scene_acts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from courtly.games.monarch.cardset import Banner, CardSet, Court, Moon
from courtly.games.monarch.events import card_piece
from courtly.games.monarch.rules.view import Land, Offer, View, Worth
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
    kind_name,
    last_round_words,
    number,
    owner_form,
    path_name,
    price_words,
    question,
    requirement_words,
    resource_name,
    set_name,
    shelf_of,
    terrain_name,
    why,
)
from courtly.scene.model import Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import joined
from courtly.text.reader import Reader

RESOURCES: tuple[Literal["gold"], Literal["food"]] = ("gold", "food")


def scene(view: View, _log: Sequence[Mapping[str, Any]], reader: Reader) -> Scene:
    """Return the table as one audience sees it."""
    cards = cards_of(view["options"])
    parts = (_market, _lands, _seats, _banners, _piles)
    return Scene(
        title=TITLE,
        question=question(view, reader),
        places=[place for part in parts for place in part(view, cards, reader)],
        acts=acts(view, reader),
        seats=[_seat(view, seat, reader) for seat in range(view["players"])],
        facts=list(_facts(view, cards, reader)),
        sheet=_sheet(view, reader) if view["result"] else None,
    )


def victory(view: View, reader: Reader) -> str:
    """Return who has won, in one sentence."""
    assert view["result"] is not None
    winners, best = view["result"]["winners"], max(view["result"]["scores"])
    names = joined([reader.name(seat) for seat in winners], reader)
    if winners == [reader.seat]:
        return reader.count("You win the throne with {n} crown.", "You win the throne with {n} crowns.", best)
    if len(winners) > 1:
        return reader.count(
            "{names} share the throne with {n} crown.", "{names} share the throne with {n} crowns.", best, names=names
        )
    return reader.count(
        "{names} wins the throne with {n} crown.", "{names} wins the throne with {n} crowns.", best, names=names
    )


def ended(view: View, reader: Reader) -> str:
    """Return why the match is over."""
    full = [reader.name(seat) for seat, held in enumerate(view["seats"]) if len(held["court"]) == COURT]
    if not full:
        return reader.count(
            "The match ended after {n} round, as agreed.", "The match ended after {n} rounds, as agreed.", view["round"]
        )
    names = ", ".join(full)
    return reader.say(
        "The match ended with round {n}, in which a court was full: {names}.", n=view["round"], names=names
    )


def card_words(card: str, view: View, cards: CardSet, reader: Reader) -> tuple[str, ...]:
    """Return what a card brings and does, a sentence each, from its data."""
    key = ("card words", card, view["players"])
    return shelf_of(cards, reader.lang).find(key, lambda: _card_words(card, view, cards, reader))


def _card_words(card: str, view: View, cards: CardSet, reader: Reader) -> tuple[str, ...]:
    crowns, lang = crowns_words(card, cards, reader.lang), reader.lang
    lines = [reader.say("Crowns: {crowns}.", crowns=crowns)] if crowns else []
    return (*lines, *ability_lines(card, cards, lang, players=view["players"]))


def _sort(card: str, cards: CardSet, reader: Reader) -> str:
    """Return what a card is: its kind, path and emblems."""
    return shelf_of(cards, reader.lang).find(("sort", card), lambda: _sort_words(card, cards, reader))


def _sort_words(card: str, cards: CardSet, reader: Reader) -> str:
    entry, lang = cards.entries[card], reader.lang
    told = [kind_name(card, cards, lang)]
    path = getattr(entry, "path", "none")
    if terrain := getattr(entry, "terrain", ""):
        told.append(terrain_name(terrain, lang))
    if path != "none":
        told.append(path_name(path, cards, lang))
    if isinstance(entry, Court):
        told += [emblem_name(emblem, cards, lang) for emblem in entry.emblems]
    return ", ".join(told)


def _card(card: str, cards: CardSet, reader: Reader, *, owner: int | None = None, note: str = "") -> Piece:
    return Piece(card_piece(card), "card", card_name(card, cards, reader.lang), card, owner, note=note)


def _market(view: View, cards: CardSet, reader: Reader) -> Iterator[Place]:
    """Yield the five spots of the market row."""
    for spot, offer in enumerate(view["market"]):
        title = reader.say("Market, spot {n}", n=spot + 1)
        if offer is None:
            yield Place(f"market:{spot}", title, note=reader.say("an empty spot"))
        else:
            note = " ".join(
                [f"{_sort(offer['card'], cards, reader)}.", *card_words(offer["card"], view, cards, reader)]
            )
            yield Place(
                f"market:{spot}", title, [_card(offer["card"], cards, reader, note=note)], note=_price(offer, reader)
            )


def _price(offer: Offer, reader: Reader) -> str:
    """Return what a card costs, and what to know of that."""
    notes = [price_words(offer["price"], reader.lang)]
    if offer["price"] != offer["cost"]:
        notes.append(reader.say("printed: {price}", price=price_words(offer["cost"], reader.lang)))
    if offer["free"]:
        notes.append(reader.say("or nothing"))
    if not offer["fits"]:
        notes.append(reader.say("no board can take it now"))
    return "; ".join(notes)


def _lands(view: View, cards: CardSet, reader: Reader) -> Iterator[Place]:
    """Yield the nine boards, what lies on top first."""
    for land in view["lands"]:
        cell, lang = land["cell"], reader.lang
        pile = [land["improvement"], *land["covered"]] if land["improvement"] else []
        pieces = [_card(card, cards, reader, note=_sort(card, cards, reader)) for card in pile]
        pieces.append(Piece(f"board:{cell}", "land", card_name(land["land"], cards, lang), land["land"]))
        terrain = terrain_name(land["terrain"], lang)
        yield Place(f"cell:{cell}", f"{cell}, {terrain}", pieces, note=_yields(land, reader))


def _yields(land: Land, reader: Reader) -> str:
    resource = "gold" if land["terrain"] == "village" else "food"
    return reader.say("yields {amount}", amount=counted(land["yield"], resource, reader.lang))


def _seats(view: View, cards: CardSet, reader: Reader) -> Iterator[Place]:
    """Yield what lies before every sister: purse, court, guests and banner."""
    for seat, held in enumerate(view["seats"]):
        mine, owner = seat == view["seat"], owner_form(reader.name(seat), reader.lang)
        own = Holding(view, seat, cards)
        title = reader.say("Your gold and food") if mine else reader.say("{owner} gold and food", owner=owner)
        purse = [_coins(f"{what}:{seat}", what, reader, owner=seat, count=held[what]) for what in RESOURCES]
        yield Place(f"purse:{seat}", title, purse, seat)
        title = reader.say("Your court") if mine else reader.say("{owner} court", owner=owner)
        yield Place(f"court:{seat}", title, [_held(worth, own, reader) for worth in held["court"]], seat)
        title = reader.say("Your guests") if mine else reader.say("{owner} guests", owner=owner)
        yield Place(f"guests:{seat}", title, [_held(worth, own, reader) for worth in held["guests"]], seat)
        if view["banners"]:
            flown = held["banner"]
            title = reader.say("Your banner") if mine else reader.say("{owner} banner", owner=owner)
            worth = [_flag(flown["banner"], own, reader, flown["crowns"])] if flown else []
            yield Place(f"flown:{seat}", title, worth, seat)


def _coins(piece: str, resource: str, reader: Reader, *, owner: int | None = None, count: int = 1) -> Piece:
    return Piece(piece, resource, resource_name(resource, reader.lang), resource, owner, count)


def _held(worth: Worth, own: Holding, reader: Reader) -> Piece:
    """Return a Court Card or a guest with the crowns that it brings now, and why."""
    card, cards = worth["card"], own.cards
    notes = [_sort(card, cards, reader), _worth(card, worth["crowns"], own, reader)]
    lines = shelf_of(cards, reader.lang).find(("lines", card), lambda: tuple(ability_lines(card, cards, reader.lang)))
    note = ". ".join([*notes, *lines])
    return _card(card, cards, reader, owner=own.seat, note=note)


def _worth(card: str, crowns: int, own: Holding, reader: Reader) -> str:
    return f"{counted(crowns, 'crowns', reader.lang)} ({why(card, own, reader.lang)})"


def _flag(banner: str, own: Holding, reader: Reader, crowns: int) -> Piece:
    """Return the banner of a seat."""
    note = ". ".join([_worth(banner, crowns, own, reader), *ability_lines(banner, own.cards, reader.lang)])
    return Piece(f"banner:{banner}", "banner", card_name(banner, own.cards, reader.lang), banner, own.seat, note=note)


def _banners(view: View, cards: CardSet, reader: Reader) -> Iterator[Place]:
    """Yield the banners that nobody flies, with what they ask for and bring; nothing where there are none."""
    if not view["banners"]:
        return
    pieces = []
    for row in view["banners"]:
        entry = cards.entries[row["banner"]]
        if row["holder"] is None and isinstance(entry, Banner):
            needs = requirement_words(entry, cards, reader.lang)
            note = " ".join([needs, *card_words(entry.id, view, cards, reader)])
            pieces.append(
                Piece(f"banner:{entry.id}", "banner", card_name(entry.id, cards, reader.lang), entry.id, note=note)
            )
    yield Place("banners", reader.say("The banners"), pieces)


def _piles(view: View, cards: CardSet, reader: Reader) -> Iterator[Place]:
    """Yield the card that waits, the deck and what left it, and the supply."""
    waiting = [view["pending"]["card"]] if view["pending"] and view["phase"] in ("place", "build", "send") else []
    asking = [view["moon"]["moon"]] if view["moon"] else []
    pieces = [_card(card, cards, reader, note=_waits(card, view, cards, reader)) for card in waiting + asking]
    yield Place("aside", reader.say("Waiting to be settled"), pieces)
    unseen = ", ".join(sorted(card_name(card, cards, reader.lang) for card in view["unseen"]))
    title = reader.count("{n} card face down", "{n} cards face down", view["deck"])
    hidden = [Piece("deck/cards", "card", title, count=view["deck"])] if view["deck"] else []
    yield Place(
        "deck",
        reader.say("The deck"),
        hidden,
        note=reader.say("In some order: {cards}", cards=unseen) if unseen else "",
    )
    yield Place("discard", reader.say("The discard pile"), [_card(card, cards, reader) for card in view["discard"]])
    yield Place("gone", reader.say("Moons that are over"), [_card(card, cards, reader) for card in view["gone"]])
    yield Place("supply", reader.say("The supply"), [_coins(f"supply/{what}", what, reader) for what in RESOURCES])


def _waits(card: str, view: View, cards: CardSet, reader: Reader) -> str:
    """Return what a card that waits does; of a Moon that is paid together, what is missing."""
    lines = list(card_words(card, view, cards, reader))
    if isinstance(cards.entries[card], Moon) and view["moon"]:
        missing = counted(view["moon"]["missing"], view["moon"]["resource"], reader.lang)
        lines += [reader.say("Still missing: {missing}.", missing=missing), passes_words(view, reader)]
    return " ".join(lines)


def passes_words(view: View, reader: Reader) -> str:
    """Return after how many passes a Moon is not paid."""
    assert view["moon"] is not None
    return reader.count(
        "{n} more pass and the offer fails.",
        "{n} more passes in a row and the offer fails.",
        view["players"] - view["moon"]["passes"],
    )


def _seat(view: View, seat: int, reader: Reader) -> Seat:
    """Return a sister with all that is counted of her."""
    held, lang = view["seats"][seat], reader.lang
    told = [(resource_name(what, lang).capitalize(), str(held[what])) for what in RESOURCES]
    told.append((reader.say("Court"), reader.say("{count} of {most}", count=len(held["court"]), most=COURT)))
    told.append((reader.say("Guests"), str(len(held["guests"]))))
    told.append((reader.say("Crowns now"), number(held["score"])))
    told.append((reader.say("Harvest"), counted(held["harvest"], "food", lang)))
    tax, feed = counted(held["tax"], "gold", lang), counted(held["feed"], "food", lang)
    told.append((reader.say("Tax"), reader.say("{gold} for {food}", gold=tax, food=feed)))
    if view["moon"]:
        told.append((reader.say("Pledged"), counted(view["moon"]["pledges"][seat], view["moon"]["resource"], lang)))
    if seat == view["first"]:
        told.append((reader.say("Order of play"), reader.say("First player")))
    facts = [Fact(title, value) for title, value in told]
    return Seat(seat, reader.name(seat), seat == view["seat"], seat == view["to_move"], facts)


def _facts(view: View, cards: CardSet, reader: Reader) -> Iterator[Fact]:
    yield Fact(reader.say("Round"), str(view["round"]))
    yield Fact(reader.say("Turn"), reader.name(view["active"]))
    if last := last_round_words(view, reader):
        yield Fact(reader.say("The end"), last)
    if free := credit_words(view["credits"], reader):
        yield Fact(reader.say("This turn"), ", ".join(free))
    if view["income_done"] and not view["credits"]["income"] and view["to_move"] is not None:
        yield Fact(reader.say("Income"), reader.say("done this turn"))
    yield Fact(reader.say("Cards in the deck"), str(view["deck"]))
    yield Fact(reader.say("Cards in the discard pile"), str(len(view["discard"])))
    yield Fact(reader.say("A sweep costs"), counted(view["sweep_price"], "gold", reader.lang))
    yield Fact(reader.say("Card set"), set_name(cards, reader.lang))


def _sheet(view: View, reader: Reader) -> Sheet:
    """Return how every sister came to her crowns, the best first."""
    assert view["result"] is not None
    scores, winners = view["result"]["scores"], view["result"]["winners"]
    columns = [reader.say("Court"), reader.say("Banner"), reader.say("Guests")]
    rows = [
        Row(seat, reader.name(seat), [number(part) for part in parts_of(view, seat)], scores[seat], seat in winners)
        for seat in sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    ]
    return Sheet(victory(view, reader), columns, rows, [ended(view, reader)])


def parts_of(view: View, seat: int) -> tuple[int, int, int]:
    """Return the crowns of a seat's court, of its banner, and of its guests."""
    held = view["seats"][seat]
    court, guests = (sum(worth["crowns"] for worth in cards) for cards in (held["court"], held["guests"]))
    return court, held["banner"]["crowns"] if held["banner"] else 0, guests
