"""The table of Cursed Court as a scene: regions with their crowns, cards, hands, the viewer's acts, the scores.

Places and pieces have the same ids as in the movements of `courtly.games.cursed_court.events`: `crown:king/2` is the
crown of seat 2 on the king, `coins:king` the coins there, `hand:2` the hand of seat 2, `gap:1` hole cards.
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
from courtly.games.cursed_court.outlook import CACHE, hides_memory, needs_words, odds_words, region_key, texts_key
from courtly.games.cursed_court.rules import Reason
from courtly.games.cursed_court.state import CROWNS
from courtly.games.cursed_court.view import SEASON_IDS, Crown, Gap, View
from courtly.games.cursed_court.words import TITLE, held_words, move_words, question
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import joined, victory
from courtly.text.locales import Locale

Log = Sequence[Mapping[str, Any]]
"""The events of a match from the first move on, as serialized for one audience."""

VARIANTS = ("court_remembers", "coinless", "great_exchange", "masquerade")
OPTIONS = {option.name: option for option in CursedCourtOptions.described()}

YEARS_SHOWN = 20
"""Maximum number of years that are listed one by one, counted from the last. The record has all years."""


def scene(view: View, log: Log, locale: Locale) -> Scene:
    """Return the table as one audience sees it."""
    regions = [*noble_ids(), *set_ids(view["options"]["regions"])]
    about = texts_key(view, locale)
    places = [
        CACHE.get_or_make((about, "place", region_key(region, view)), partial(_region, region, view, locale))
        for region in regions
    ]
    places += [
        *_cards(view, locale),
        *(_hand(seat, view, locale) for seat in range(view["players"])),
        *_stock(view, locale),
    ]
    return Scene(
        title=TITLE,
        question=question(view, locale),
        places=places,
        acts=list(_acts(view, regions, locale)),
        seats=[_seat(seat, view, log, locale) for seat in range(view["players"])],
        facts=list(_facts(view, locale)),
        sheet=_sheet(view, log, locale) if view["result"] else None,
    )


def variants(options: Mapping[str, Any], locale: Locale) -> list[str]:
    """Return the titles of the variants in play."""
    return [locale.worded(OPTIONS[name].description.title) for name in VARIANTS if options[name] not in (False, "off")]


def year_ends(log: Log) -> list[Mapping[str, Any]]:
    """Return the arguments of each year-end event. A year that was not dealt has only its number."""
    return [event["args"] for event in log if event["id"] in ("year-end", "idle-year")]


def year_words(view: View, locale: Locale) -> str:
    """Return the year in words, with the number of years if it is fixed."""
    if view["years"] is None:
        return locale.say("Year {year}", year=view["year"])
    if view["year"] > view["options"]["years"]:
        return locale.say("Year {year} (tiebreak)", year=view["year"])
    return locale.say("Year {year} of {years}", year=view["year"], years=view["years"])


def year_brief(view: View, locale: Locale) -> str:
    """Return the year in as few words as possible, for a narrow page."""
    if view["years"] is None or view["year"] > view["options"]["years"]:
        return locale.say("Year {year}", year=view["year"])
    return locale.say("Year {year}/{years}", year=view["year"], years=view["years"])


def standing(score: int, options: Mapping[str, Any], locale: Locale) -> str:
    """Return a score in words: points, all chips, or chips minus chips bought."""
    if options["great_exchange"] == "elimination":
        return locale.count("{n} chip total", "{n} chips total", score)
    if options["great_exchange"] == "cash":
        sign = "+" if score > 0 else ""
        return locale.count("{sign}{n} chip", "{sign}{n} chips", score, sign=sign)
    return locale.count("{n} point", "{n} points", score)


def headline(view: View, locale: Locale) -> str:
    """Return the winners in one sentence, with points or chips."""
    result = view["result"]
    assert result is not None
    if not is_exchange(view["options"]):
        return victory(result, locale)
    winners, best = result["winners"], max(result["scores"])
    names = joined([locale.name(seat) for seat in winners], locale)
    if winners == [locale.seat]:
        return locale.count("You win with {n} chip.", "You win with {n} chips.", best)
    if len(winners) > 1:
        return locale.count(
            "{names} share the win with {n} chip.", "{names} share the win with {n} chips.", best, names=names
        )
    return locale.count("{names} wins with {n} chip.", "{names} wins with {n} chips.", best, names=names)


def doing(seat: int, view: View, log: Log, locale: Locale) -> str:
    """Return a seat's current activity, or why it is skipped. It may be empty."""
    say, decides = locale.say, view["to_move"] == seat
    if view["phase"] in ("rebuy", "over"):
        return say("may buy chips") if decides else ""
    if not view["seated"][seat]:
        return say("is out") if view["options"]["great_exchange"] == "elimination" else say("sits out this year")
    missing = SEASON_IDS.index(view["season"]) + 1 - (CROWNS - view["crowns"][seat])
    if missing <= 0:
        return say("done this season") if view["options"]["coinless"] else say("done unless bumped")
    bumped = missing > 1 or seat in _bets_of_season(log)
    if decides:
        return say("bumped: bets again") if bumped else say("bets now")
    if bumped:
        return locale.count("bumped: {n} bet to make", "bumped: {n} bets to make", missing)
    return say("yet to bet")


def _bets_of_season(log: Log) -> set[int]:
    """Return the seats that have placed a crown since the season began."""
    begun = max((i for i, event in enumerate(log) if event["id"] == "season"), default=-1)
    return {event["args"]["seat"] for event in log[begun + 1 :] if event["id"] == "place"}


def _region(region: str, view: View, locale: Locale) -> Place:
    """Return a region with its crowns, the nobles it needs and the cost of a crown there."""
    crowns = view["board"].get(region, [])
    pieces = [_crown(region, crown, locale) for crown in crowns]
    if crowns and crowns[0]["coins"]:
        coins = crowns[0]["coins"]
        title = coin_words(coins, locale, exchange=is_exchange(view["options"]))
        pieces.append(Piece(f"coins:{region}", "coins", title, "coins", crowns[0]["seat"], coins))
    notes = [needs_words(region, view, locale), odds_words(region, view, locale), held_words(region, view, locale)]
    title = region_name(region, view["options"]["regions"], locale.lang)
    return Place(f"region:{region}", title, pieces, note=" ".join(filter(None, notes)))


def _crown(region: str, crown: Crown, locale: Locale) -> Piece:
    """Return a crown on the board. Only its owner sees whether it is the feint."""
    note = locale.say("your feint") if crown["feint"] else ""
    face = None if crown["feint"] is None else "feint" if crown["feint"] else "crown"
    title = crown_name(locale.name(crown["seat"]), locale)
    return Piece(crown_id(region, crown["seat"]), "crown", title, face, crown["seat"], note=note)


def _cards(view: View, locale: Locale) -> Iterator[Place]:
    """Yield the tableau, the gaps, the deck, and the cards that sit out."""
    lang = locale.lang
    up = [Piece(f"tableau/{i}", "card", noble_name(noble, lang), noble) for i, noble in enumerate(view["tableau"])]
    yield Place("tableau", locale.say("The tableau"), up)
    gaps = {gap["gap"]: gap for gap in view["holes"]}
    for number in range(view["players"]):
        yield _gap(number, gaps.get(number), view, locale)
    yield Place("deck", locale.say("The deck"), _face_down("deck", view["deck"], locale))
    if view["options"]["court_remembers"] != "off":
        yield Place("aside", locale.say("Sitting out"), _aside(view, locale))


def _gap(number: int, gap: Gap | None, view: View, locale: Locale) -> Place:
    """Return the hole cards of a gap. The place is empty between years, and in a year with fewer gaps."""
    title = locale.say("Hole cards {number}", number=number + 1)
    if gap is None:
        return Place(f"gap:{number}", title)
    known: Sequence[str | None] = gap["cards"] or [None] * gap["count"]
    pieces = [
        Piece(f"gap:{number}/{i}", "card", noble_name(card, locale.lang) if card else locale.say("A hole card"), card)
        for i, card in enumerate(known)
    ]
    names = joined([locale.name(seat) for seat in gap["seats"]], locale)
    return Place(f"gap:{number}", title, pieces, note=locale.say("Seen by {names}.", names=names))


def _face_down(pile: str, count: int, locale: Locale) -> list[Piece]:
    title = locale.count("{n} card face down", "{n} cards face down", count)
    return [Piece(f"{pile}/cards", "card", title, count=count)] if count else []


def _aside(view: View, locale: Locale) -> list[Piece]:
    """Return the cards that sit out, face down if players have to remember them."""
    if hides_memory(view):
        return _face_down("aside", len(view["aside"]), locale)
    counts = Counter(view["aside"])
    return [
        Piece(f"aside/{noble}", "card", cards_words([noble] * count, locale.lang), noble, count=count)
        for noble, count in counts.items()
    ]


def _hand(seat: int, view: View, locale: Locale) -> Place:
    """Return the hand of a seat: crowns, coins and the marker. Its owner sees the feint as a separate piece."""
    own_feint = seat == view["seat"] and view["feint"] == "hand"
    pieces = []
    if plain := view["crowns"][seat] - own_feint:
        title = locale.count("{n} crown in hand", "{n} crowns in hand", plain)
        pieces.append(Piece(f"hand:{seat}/crowns", "crown", title, owner=seat, count=plain))
    if own_feint:
        pieces.append(Piece(f"hand:{seat}/feint", "crown", locale.say("Your feint"), "feint", seat))
    if coins := view["purse"][seat]:
        title = coin_words(coins, locale, exchange=is_exchange(view["options"]))
        pieces.append(Piece(f"hand:{seat}/coins", "coins", title, "coins", seat, coins))
    if seat == view["marker"]:
        pieces.append(Piece("marker", "marker", locale.say("The first wager marker"), "marker"))
    return Place(f"hand:{seat}", locale.name(seat), pieces, owner=seat)


def _stock(view: View, locale: Locale) -> Iterator[Place]:
    """Yield the bank and the pot of chips."""
    if view["options"]["great_exchange"] == "cash":
        yield Place("bank", locale.say("The bank"))
    if is_exchange(view["options"]):
        yield Place("pot", locale.say("The pot"))


def _acts(view: View, regions: Sequence[str], locale: Locale) -> Iterator[Act]:
    """Yield the viewer's legal acts, then the unavailable ones with the reason."""
    if view["to_move"] is None or view["to_move"] != view["seat"]:
        return
    closed = [(move, _reason_words(move, reason, view, locale)) for move, reason in _closed(view, regions)]
    for move, why_not in [*((move, "") for move in offered(view, regions)), *closed]:
        yield Act(move, move_words(move, view, locale), *_ends(move, view), why_not)


def _reason_words(move: str, reason: Reason, view: View, locale: Locale) -> str:
    """Return why an act is unavailable; for a bet that costs too much, also the number of missing coins."""
    words = locale.say(REASONS[reason])
    if reason != Reason.TOO_POOR:
        return words
    missing = least_stake(view, move.split(" ")[1]) - view["purse"][view["seat"] or 0]
    coins = coin_words(missing, locale, exchange=is_exchange(view["options"]))
    return locale.say("{coins} missing: {reason}", coins=coins, reason=words)


def offered(view: View, regions: Sequence[str]) -> list[str]:
    """Return the legal moves in display order: regions as on the board, stakes by number."""

    def place(move: str) -> tuple[bool, int]:
        verb, *words = move.split(" ")
        if verb == "bet":
            return len(words) > 1, regions.index(words[0])
        return False, int(words[0]) if words else 0

    return sorted(view["legal"], key=place)


def _closed(view: View, regions: Sequence[str]) -> Iterator[tuple[str, Reason]]:
    """Yield the illegal bets and stakes, each with the reason."""
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
    """Return why the deciding seat cannot bet on a region, in the order of the rules' checks."""
    if feint and view["feint"] != "hand":
        return Reason.FEINT_ON_BOARD
    if not feint and view["feint"] == "hand" and view["crowns"][view["seat"] or 0] == 1:
        return Reason.ONLY_FEINT
    mine = any(crown["seat"] == view["seat"] for crown in view["board"].get(region, ()))
    return Reason.OWN_CROWN if mine else Reason.TOO_POOR


def _ends(move: str, view: View) -> tuple[str | None, str | None]:
    """Return the source and the target of a move."""
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


def _seat(seat: int, view: View, log: Log, locale: Locale) -> Seat:
    say, options = locale.say, view["options"]
    exchange = is_exchange(options)
    facts = [Fact(say("Crowns in hand"), str(view["crowns"][seat]))]
    if not options["coinless"]:
        facts.append(Fact(say("Chips in hand") if exchange else say("Coins in hand"), str(view["purse"][seat])))
    facts.append(Fact(say("Score"), standing(view["score"][seat], options, locale)))
    if options["great_exchange"] == "cash":
        facts.append(Fact(say("Chips bought"), str(view["bought"][seat])))
    if seat == view["marker"]:
        facts.append(Fact(say("Order of play"), say("First wager marker")))
    if now := doing(seat, view, log, locale):
        facts.append(Fact(say("Now"), now))
    return Seat(seat, locale.name(seat), seat == view["seat"], seat == view["to_move"], facts)


def _facts(view: View, locale: Locale) -> Iterator[Fact]:
    yield Fact(locale.say("Year"), year_words(view, locale))
    if view["phase"] in ("bet", "stake"):
        yield Fact(locale.say("Season"), season_name(view["season"], locale.lang))
        yield Fact(locale.say("Cards in the deck"), str(view["deck"]))
    if played := variants(view["options"], locale):
        yield Fact(locale.say("Variants"), ", ".join(played))


def _sheet(view: View, log: Log, locale: Locale) -> Sheet:
    """Return the points of each year, and the final standing."""
    result, years = view["result"], year_ends(log)[-YEARS_SHOWN:]
    assert result is not None
    ranking = sorted(range(view["players"]), key=lambda seat: (-result["scores"][seat], seat))
    rows = [
        Row(
            seat,
            locale.name(seat),
            [_points(year, seat) for year in years],
            result["scores"][seat],
            seat in result["winners"],
        )
        for seat in ranking
    ]
    columns = [locale.say("Year {year}", year=year["year"]) for year in years]
    notes = [locale.say("Chips bought are subtracted.")] if view["options"]["great_exchange"] == "cash" else []
    return Sheet(headline(view, locale), columns, rows, notes)


def _points(year: Mapping[str, Any], seat: int) -> str:
    return str(year["gained"][seat]) if "gained" in year else "–"
