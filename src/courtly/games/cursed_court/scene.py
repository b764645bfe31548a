"""The table of Cursed Court as a scene: regions with their crowns, cards, hands, what the reader may do, the scores.

Places and pieces are named as in the steps of events (`courtly.games.cursed_court.events`): `crown:king/2` is seat 2's
crown in a region, `coins:king` what lies under it, `hand:2` what a seat has before it, `gap:1` hole cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from courtly.games.cursed_court.content import CursedCourtOptions
from courtly.games.cursed_court.events import crown_id
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.moves import REASONS
from courtly.games.cursed_court.names import (
    cards_words,
    coin_words,
    crown_name,
    is_exchange,
    noble_ids,
    noble_name,
    region_name,
    season_name,
    set_ids,
)
from courtly.games.cursed_court.outlook import MEMORY, hides_memory, needs_words, odds_words, said_in, said_of
from courtly.games.cursed_court.rules import Reason
from courtly.games.cursed_court.state import CROWNS
from courtly.games.cursed_court.view import SEASON_IDS, Crown, Gap, View
from courtly.games.cursed_court.words import TITLE, held_words, move_words, question
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import joined, victory
from courtly.text.reader import Reader

Log = Sequence[Mapping[str, Any]]
"""The events of a match, from the first move on, as an audience was told them."""

VARIANTS = ("court_remembers", "coinless", "great_exchange", "masquerade")
OPTIONS = {option.name: option for option in CursedCourtOptions.described()}

YEARS_SHOWN = 20
"""Of a longer match the last years only are counted one by one; the record has them all."""


def scene(view: View, log: Log, reader: Reader) -> Scene:
    """Return the table as one audience sees it."""
    regions = [*noble_ids(), *set_ids(view["options"]["regions"])]
    about = said_of(view, reader)
    places = [
        MEMORY.find((about, "place", said_in(region, view)), partial(_region, region, view, reader))
        for region in regions
    ]
    places += [
        *_cards(view, reader),
        *(_hand(seat, view, reader) for seat in range(view["players"])),
        *_stock(view, reader),
    ]
    return Scene(
        title=TITLE,
        question=question(view, reader),
        places=places,
        acts=list(_acts(view, regions, reader)),
        seats=[_seat(seat, view, log, reader) for seat in range(view["players"])],
        facts=list(_facts(view, reader)),
        sheet=_sheet(view, log, reader) if view["result"] else None,
    )


def variants(options: Mapping[str, Any], reader: Reader) -> list[str]:
    """Return the variants that are played."""
    return [reader.worded(OPTIONS[name].told.title) for name in VARIANTS if options[name] not in (False, "off")]


def year_ends(log: Log) -> list[Mapping[str, Any]]:
    """Return what was told of each year that is over; one that was not dealt has its number alone."""
    return [event["args"] for event in log if event["id"] in ("year-end", "idle-year")]


def year_words(view: View, reader: Reader) -> str:
    """Return which year it is, of how many."""
    if view["years"] is None:
        return reader.say("Year {year}", year=view["year"])
    if view["year"] > view["options"]["years"]:
        return reader.say("Year {year}, to break the tie", year=view["year"])
    return reader.say("Year {year} of {years}", year=view["year"], years=view["years"])


def standing(score: int, options: Mapping[str, Any], reader: Reader) -> str:
    """Return a score in words: points, chips in all, or chips less those bought."""
    if options["great_exchange"] == "elimination":
        return reader.count("{n} chip in all", "{n} chips in all", score)
    if options["great_exchange"] == "cash":
        sign = "+" if score > 0 else ""
        return reader.count("{sign}{n} chip", "{sign}{n} chips", score, sign=sign)
    return reader.count("{n} point", "{n} points", score)


def headline(view: View, reader: Reader) -> str:
    """Return who has won, in one sentence: by points, or by chips."""
    result = view["result"]
    assert result is not None
    if not is_exchange(view["options"]):
        return victory(result, reader)
    winners, best = result["winners"], max(result["scores"])
    names = joined([reader.name(seat) for seat in winners], reader)
    if winners == [reader.seat]:
        return reader.count("You win with {n} chip.", "You win with {n} chips.", best)
    if len(winners) > 1:
        return reader.count(
            "{names} share the win with {n} chip.", "{names} share the win with {n} chips.", best, names=names
        )
    return reader.count("{names} wins with {n} chip.", "{names} wins with {n} chips.", best, names=names)


def doing(seat: int, view: View, log: Log, reader: Reader) -> str:
    """Return what a seat does now, or why it is passed over; empty where there is nothing to say."""
    say, decides = reader.say, view["to_move"] == seat
    if view["phase"] in ("rebuy", "over"):
        return say("may buy chips") if decides else ""
    if not view["seated"][seat]:
        return say("is out") if view["options"]["great_exchange"] == "elimination" else say("sits out this year")
    missing = SEASON_IDS.index(view["season"]) + 1 - (CROWNS - view["crowns"][seat])
    if missing <= 0:
        return say("has bet this season") if view["options"]["coinless"] else say("has bet: skipped unless bumped")
    bumped = missing > 1 or seat in _bets_of_season(log)
    if decides:
        return say("bets again, having been bumped") if bumped else say("bets now")
    if bumped:
        return reader.count("bumped: {n} crown to place", "bumped: {n} crowns to place", missing)
    return say("still bets this season")


def _bets_of_season(log: Log) -> set[int]:
    """Return the seats that have placed a crown since the season began."""
    begun = max((i for i, event in enumerate(log) if event["id"] == "season"), default=-1)
    return {event["args"]["seat"] for event in log[begun + 1 :] if event["id"] == "place"}


def _region(region: str, view: View, reader: Reader) -> Place:
    """Return a region with its crowns, what it needs and takes."""
    crowns = view["board"].get(region, [])
    pieces = [_crown(region, crown, reader) for crown in crowns]
    if crowns and crowns[0]["coins"]:
        coins = crowns[0]["coins"]
        title = coin_words(coins, reader, exchange=is_exchange(view["options"]))
        pieces.append(Piece(f"coins:{region}", "coins", title, "coins", crowns[0]["seat"], coins))
    notes = [needs_words(region, view, reader), odds_words(region, view, reader), held_words(region, view, reader)]
    title = region_name(region, view["options"]["regions"], reader.lang)
    return Place(f"region:{region}", title, pieces, note=" ".join(filter(None, notes)))


def _crown(region: str, crown: Crown, reader: Reader) -> Piece:
    """Return a crown on the board; which one is the feint, its owner alone sees."""
    note = reader.say("your feint") if crown["feint"] else ""
    face = None if crown["feint"] is None else "feint" if crown["feint"] else "crown"
    title = crown_name(reader.name(crown["seat"]), reader)
    return Piece(crown_id(region, crown["seat"]), "crown", title, face, crown["seat"], note=note)


def _cards(view: View, reader: Reader) -> Iterator[Place]:
    """Yield the tableau, the gaps, the deck, and the cards that sit out."""
    lang = reader.lang
    up = [Piece(f"tableau/{i}", "card", noble_name(noble, lang), noble) for i, noble in enumerate(view["tableau"])]
    yield Place("tableau", reader.say("The tableau"), up)
    gaps = {gap["gap"]: gap for gap in view["holes"]}
    for number in range(view["players"]):
        yield _gap(number, gaps.get(number), view, reader)
    yield Place("deck", reader.say("The deck"), _face_down("deck", view["deck"], reader))
    if view["options"]["court_remembers"] != "off":
        yield Place("aside", reader.say("Sitting out"), _aside(view, reader))


def _gap(number: int, gap: Gap | None, view: View, reader: Reader) -> Place:
    """Return the hole cards of a gap, which is empty while fewer play or no year is played."""
    title = reader.say("Hole cards {number}", number=number + 1)
    if gap is None:
        return Place(f"gap:{number}", title)
    known: Sequence[str | None] = gap["cards"] or [None] * gap["count"]
    pieces = [
        Piece(f"gap:{number}/{i}", "card", noble_name(card, reader.lang) if card else reader.say("A hole card"), card)
        for i, card in enumerate(known)
    ]
    names = joined([reader.name(seat) for seat in gap["seats"]], reader)
    return Place(f"gap:{number}", title, pieces, note=reader.say("Seen by {names}.", names=names))


def _face_down(pile: str, count: int, reader: Reader) -> list[Piece]:
    title = reader.count("{n} card face down", "{n} cards face down", count)
    return [Piece(f"{pile}/cards", "card", title, count=count)] if count else []


def _aside(view: View, reader: Reader) -> list[Piece]:
    """Return the cards that sit out; which they are, where players have to remember it, is not shown."""
    if hides_memory(view):
        return _face_down("aside", len(view["aside"]), reader)
    counts = Counter(view["aside"])
    return [
        Piece(f"aside/{noble}", "card", cards_words([noble] * count, reader.lang), noble, count=count)
        for noble, count in counts.items()
    ]


def _hand(seat: int, view: View, reader: Reader) -> Place:
    """Return what a seat has before it: crowns, the feint apart for its owner, coins, the marker."""
    own_feint = seat == view["seat"] and view["feint"] == "hand"
    pieces = []
    if plain := view["crowns"][seat] - own_feint:
        title = reader.count("{n} crown in hand", "{n} crowns in hand", plain)
        pieces.append(Piece(f"hand:{seat}/crowns", "crown", title, owner=seat, count=plain))
    if own_feint:
        pieces.append(Piece(f"hand:{seat}/feint", "crown", reader.say("Your feint"), "feint", seat))
    if coins := view["purse"][seat]:
        title = coin_words(coins, reader, exchange=is_exchange(view["options"]))
        pieces.append(Piece(f"hand:{seat}/coins", "coins", title, "coins", seat, coins))
    if seat == view["marker"]:
        pieces.append(Piece("marker", "marker", reader.say("The first wager marker"), "marker"))
    return Place(f"hand:{seat}", reader.name(seat), pieces, owner=seat)


def _stock(view: View, reader: Reader) -> Iterator[Place]:
    """Yield where chips come from and meet."""
    if view["options"]["great_exchange"] == "cash":
        yield Place("bank", reader.say("Chips to buy"))
    if is_exchange(view["options"]):
        yield Place("pot", reader.say("The pot"))


def _acts(view: View, regions: Sequence[str], reader: Reader) -> Iterator[Act]:
    """Yield what the reader may do, and then what is closed now, with the reason."""
    if view["to_move"] is None or view["to_move"] != view["seat"]:
        return
    closed = [(move, reader.say(REASONS[reason])) for move, reason in _closed(view, regions)]
    for move, why_not in [*((move, "") for move in offered(view, regions)), *closed]:
        yield Act(move, move_words(move, view, reader), *_ends(move, view), why_not)


def offered(view: View, regions: Sequence[str]) -> list[str]:
    """Return the legal moves in the order in which they are offered: regions as on the board, coins by number."""

    def place(move: str) -> tuple[bool, int]:
        verb, *words = move.split(" ")
        if verb == "bet":
            return len(words) > 1, regions.index(words[0])
        return False, int(words[0]) if words else 0

    return sorted(view["legal"], key=place)


def _closed(view: View, regions: Sequence[str]) -> Iterator[tuple[str, Reason]]:
    """Yield bets and stakes that are closed now, each with the reason."""
    if view["phase"] == "stake":
        for coins in range(least_stake(view, str(view["pending"]))):
            yield f"stake {coins}", Reason.TOO_LITTLE
    elif view["phase"] == "bet":
        for ending in ("", " feint") if view["options"]["masquerade"] else ("",):
            for region in regions:
                move = f"bet {region}{ending}"
                if move not in view["legal"]:
                    yield move, _why_no_bet(region, view, feint=bool(ending))


def _why_no_bet(region: str, view: View, *, feint: bool) -> Reason:
    """Return why the seat that decides cannot bet on a region, in the order in which the rules ask."""
    if feint and view["feint"] != "hand":
        return Reason.FEINT_ON_BOARD
    if not feint and view["feint"] == "hand" and view["crowns"][view["seat"] or 0] == 1:
        return Reason.ONLY_FEINT
    mine = any(crown["seat"] == view["seat"] for crown in view["board"].get(region, ()))
    return Reason.OWN_CROWN if mine else Reason.TOO_POOR


def _ends(move: str, view: View) -> tuple[str | None, str | None]:
    """Return from where a move goes, and to where."""
    verb, *words = move.split(" ")
    hand = f"hand:{view['seat']}"
    if verb == "stand":
        return None, None
    if verb == "rebuy":
        return "bank", hand
    if verb == "stake":
        return f"{hand}/coins", f"region:{view['pending']}"
    in_hand = view["feint"] == "hand"
    if words[1:]:
        return f"{hand}/feint" if in_hand else hand, f"region:{words[0]}"
    plain = view["crowns"][view["seat"] or 0] - in_hand
    return f"{hand}/crowns" if plain else hand, f"region:{words[0]}"


def _seat(seat: int, view: View, log: Log, reader: Reader) -> Seat:
    say, options = reader.say, view["options"]
    exchange = is_exchange(options)
    facts = [Fact(say("Crowns in hand"), str(view["crowns"][seat]))]
    if not options["coinless"]:
        facts.append(Fact(say("Chips in hand") if exchange else say("Coins in hand"), str(view["purse"][seat])))
    facts.append(Fact(say("Score"), standing(view["score"][seat], options, reader)))
    if options["great_exchange"] == "cash":
        facts.append(Fact(say("Chips bought"), str(view["bought"][seat])))
    if seat == view["marker"]:
        facts.append(Fact(say("Order of play"), say("First wager marker")))
    if now := doing(seat, view, log, reader):
        facts.append(Fact(say("Now"), now))
    return Seat(seat, reader.name(seat), seat == view["seat"], seat == view["to_move"], facts)


def _facts(view: View, reader: Reader) -> Iterator[Fact]:
    yield Fact(reader.say("Year"), year_words(view, reader))
    if view["phase"] in ("bet", "stake"):
        yield Fact(reader.say("Season"), season_name(view["season"], reader.lang))
        yield Fact(reader.say("Cards in the deck"), str(view["deck"]))
    if played := variants(view["options"], reader):
        yield Fact(reader.say("Variants"), ", ".join(played))


def _sheet(view: View, log: Log, reader: Reader) -> Sheet:
    """Return the points of each year, and the standing by which the match was won."""
    result, years = view["result"], year_ends(log)[-YEARS_SHOWN:]
    assert result is not None
    ranking = sorted(range(view["players"]), key=lambda seat: (-result["scores"][seat], seat))
    rows = [
        Row(
            seat,
            reader.name(seat),
            [_points(year, seat) for year in years],
            result["scores"][seat],
            seat in result["winners"],
        )
        for seat in ranking
    ]
    columns = [reader.say("Year {year}", year=year["year"]) for year in years]
    notes = [reader.say("Chips that were bought are taken off.")] if view["options"]["great_exchange"] == "cash" else []
    return Sheet(headline(view, reader), columns, rows, notes)


def _points(year: Mapping[str, Any], seat: int) -> str:
    return str(year["gained"][seat]) if "gained" in year else "–"
