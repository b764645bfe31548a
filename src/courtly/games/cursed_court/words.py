"""Cursed Court in words: choices as their chooser reads them, questions, and what happened, in every language.

What is said here comes from events and the view of one audience, so it holds no more than that audience knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import (
    cards_words,
    coin_words,
    is_exchange,
    region_name,
    the_region,
    together,
)
from courtly.games.cursed_court.view import View
from courtly.text.languages import marked
from courtly.text.reader import Reader

TITLE = "Cursed Court"
ABOUT = marked(
    "Bet on the nobles who will sway the court this year. Each hidden card is shared with a neighbour, crowns "
    "are bumped by twice their coins, and every crown tells the others something. 2 to 6 players, four "
    "variants."
)

BET, BET_BUMP = marked("Bet on {region}"), marked("Bet on {region} with {coins} or more, bumping {owner}")
BET_FEINT = marked("Bet on {region} with your feint")
BET_FEINT_BUMP = marked("Bet on {region} with your feint and {coins} or more, bumping {owner}")
STAKE_NONE = {"coins": marked("Bet on {region} without coins"), "chips": marked("Bet on {region} without chips")}
STAKE, STAKE_BUMP = marked("Bet on {region} with {coins}"), marked("Bet on {region} with {coins}, bumping {owner}")
BUMP = 2
"""Stakes of one bump: a crown that was bumped, and its bumper. A war has more."""
DECISIONS = {
    "bet": marked("regions for crowns"),
    "stake": marked("coins on crowns"),
    "rebuy": marked("more chips or none"),
}
"""What the kinds of decisions are called."""
ANSWERS = {"rebuy": marked("Buy 100 chips"), "stand": marked("Buy no more chips")}

ASKED, ASKED_REBUY = (
    marked("Your turn: choose a region for a crown."),
    marked("Between two years: do you buy more chips?"),
)
ASKED_STAKE = {"coins": marked("How many coins on {region}?"), "chips": marked("How many chips on {region}?")}
WAITING, OVER = marked("Waiting for {name}."), marked("The match is over.")

PLACED = marked("{name} bets on {region}.")
PLACED_BEHIND = marked("{name} bets on {region}, behind {owner}.")
PLACED_FEINT = marked("That crown is the feint.")
PLACED_WITH = marked("{name} bets on {region} with {coins}.")
PLACED_NONE = {
    "coins": marked("{name} bets on {region} without coins."),
    "chips": marked("{name} bets on {region} without chips."),
}
BUMPED = marked("{name} bets on {region} with {coins} and bumps {owner}.")
BUMPED_AGAIN = marked("{name} bets on {region} with {coins} and bumps {owner}: {stakes}.")
BOUGHT, STOOD = marked("{name} buys 100 chips."), marked("{name} buys no more chips.")

YEAR_ENDS = marked("Year {year} ends. Face up: {cards}. Hole cards: {holes}.")
YEAR_IDLE = marked("Year {year} is not played: fewer than two players have chips.")
YEAR_OVER = marked("Year {year} is over.")
CROWN, CROWN_FEINT = marked("{region} {points}"), marked("{region} 0 (feint)")
SEAT_POINTS = {
    "off": marked("{name}: {crowns} = {points}; in all {score}"),
    "elimination": marked("{name}: {crowns} = {points}; chips {score}"),
    "cash": marked("{name}: {crowns} = {points}; balance {score}"),
}
POT_ONE = marked("{names} scores most and takes the pot: {coins}.")
POT_SHARED = marked("{names} score most and share the pot: {coins}.")
POT_BACK = marked("Nobody scores: all take their own chips back.")

NOBODY, NOBODY_YET = marked("Nobody is there: no coins are needed."), marked("Nobody is there yet.")
HELD, HELD_BARE = (
    marked("{name} is there with {coins}."),
    {
        "coins": marked("{name} is there without coins."),
        "chips": marked("{name} is there without chips."),
    },
)
MINE, MINE_BARE = (
    marked("Your crown lies there with {coins}."),
    {
        "coins": marked("Your crown lies there without coins."),
        "chips": marked("Your crown lies there without chips."),
    },
)
FEINT_IN_HAND, FEINT_LIES = marked("Your feint is in your hand."), marked("Your feint lies on {region}.")
FEINT_LEFT, FEINT_ASKED = marked("The crown you have left is your feint."), marked("This crown is your feint.")

Options = Mapping[str, Any]
"""The options of a match, as `view["options"]` has them."""


def move_words(move: str, view: View, reader: Reader) -> str:
    """Return a choice as the seat that has it reads it.

    Parameters
    ----------
    move
        A move of the seat that decides, legal or not.
    view
        What the seat knows.
    reader
        Whom it is for.
    """
    if move in ANSWERS:
        return reader.say(ANSWERS[move])
    verb, what, *feint = move.split(" ")
    if verb == "stake":
        return _stake_words(int(what), view, reader)
    options = view["options"]
    crowns = [] if options["coinless"] else view["board"].get(what, [])
    sentence = (BET_FEINT_BUMP if feint else BET_BUMP) if crowns else (BET_FEINT if feint else BET)
    return reader.say(
        sentence,
        region=the_region(what, options["regions"], reader.lang),
        coins=coin_words(least_stake(view, what), reader, exchange=is_exchange(options)),
        owner=reader.name(crowns[0]["seat"]) if crowns else "",
    )


def _stake_words(count: int, view: View, reader: Reader) -> str:
    """Return a number of coins on the region that waits for them."""
    region, options = str(view["pending"]), view["options"]
    crowns = view["board"].get(region)
    sentence = STAKE_BUMP if crowns else STAKE if count else STAKE_NONE[money(options)]
    return reader.say(
        sentence,
        region=the_region(region, options["regions"], reader.lang),
        coins=coin_words(count, reader, exchange=is_exchange(options)),
        owner=reader.name(crowns[0]["seat"]) if crowns else "",
    )


def question(view: View, reader: Reader) -> str:
    """Return what is asked, and of whom."""
    if view["to_move"] is None:
        return reader.say(OVER)
    if view["to_move"] != reader.seat:
        return reader.say(WAITING, name=reader.name(view["to_move"]))
    if view["phase"] == "rebuy":
        return reader.say(ASKED_REBUY)
    if view["pending"] is None:
        return reader.say(ASKED)
    region = the_region(view["pending"], view["options"]["regions"], reader.lang)
    return reader.say(ASKED_STAKE[money(view["options"])], region=region)


def note(view: View, reader: Reader) -> str:
    """Return what the seat that decides has to know for its answer: what it has, whom it bumps, where its feint is."""
    seat = view["to_move"]
    assert seat is not None
    exchange = is_exchange(view["options"])
    have = coin_words(view["purse"][seat], reader, exchange=exchange)
    if view["phase"] == "rebuy":
        return reader.say(
            "You have {have}. So far you have bought {bought}; they count against your score.",
            have=have,
            bought=coin_words(view["bought"][seat], reader, exchange=exchange),
        )
    if view["pending"] is None:
        return feint_words(view, reader)
    parts = [reader.say("You have {coins}.", coins=have)]
    parts += [held_words(view["pending"], view, reader)] if view["pending"] in view["board"] else []
    parts += [reader.say(FEINT_ASKED)] if view["pending_feint"] else []
    return " ".join(parts)


def feint_words(view: View, reader: Reader) -> str:
    """Return where the reader's feint is; empty where there is none."""
    if view["feint"] is None:
        return ""
    if view["feint"] != "hand":
        region = the_region(view["feint"], view["options"]["regions"], reader.lang)
        return reader.say(FEINT_LIES, region=region)
    only = view["legal"] and all(move.endswith(" feint") for move in view["legal"])
    return reader.say(FEINT_LEFT if only else FEINT_IN_HAND)


def held_words(region: str, view: View, reader: Reader) -> str:
    """Return who holds a region, and what a crown there takes."""
    crowns, options = view["board"].get(region, []), view["options"]
    if options["coinless"]:
        if not crowns:
            return reader.say(NOBODY_YET)
        return reader.count(
            "{n} crown lies there: yours would score {n} less.",
            "{n} crowns lie there: yours would score {n} less.",
            len(crowns),
        )
    if not crowns:
        return reader.say(NOBODY)
    return f"{_holder_words(crowns[0], options, reader)} {_bump_words(least_stake(view, region), options, reader)}"


def _holder_words(crown: Mapping[str, Any], options: Options, reader: Reader) -> str:
    """Return whose crown lies in a region, and with how much."""
    mine, bare = crown["seat"] == reader.seat, not crown["coins"]
    held = (MINE_BARE if mine else HELD_BARE)[money(options)] if bare else (MINE if mine else HELD)
    coins = coin_words(crown["coins"], reader, exchange=is_exchange(options))
    return reader.say(held, name=reader.name(crown["seat"]), coins=coins)


def _bump_words(least: int, options: Options, reader: Reader) -> str:
    """Return how much bumps a crown."""
    if is_exchange(options):
        return reader.count("One chip is enough to bump it.", "{n} or more chips will bump it.", least)
    return reader.count("One coin is enough to bump it.", "{n} or more coins will bump it.", least)


def event_words(event: Mapping[str, Any], options: Options, reader: Reader) -> str:
    """Return what happened; a bet is told with its stake, and the end of a year has several lines.

    Examples
    --------
    >>> options = {"regions": "printed", "great_exchange": "off", "coinless": True}
    >>> args = {"seat": 1, "region": "king", "coins": None, "bumped": None, "stakes": []}
    >>> args |= {"behind": [], "feint": False}
    >>> event_words({"id": "place", "args": args}, options, Reader("fr", ["Ann", "Bo"], domain="cursed_court"))
    'Bo parie sur le Roi.'
    """
    tell = _TOLD.get(event["id"])
    return tell(event["args"], options, reader) if tell else ""


def caption(event: Mapping[str, Any], options: Options, reader: Reader) -> str:
    """Return of a year's end only that it has come, and where the chips went; nothing of other events."""
    if event["id"] != "year-end":
        return ""
    year = event["args"]
    return " ".join([reader.say(YEAR_OVER, year=year["year"]), *pot_lines(year, reader)])


def year_lines(year: Mapping[str, Any], options: Options, reader: Reader) -> list[str]:
    """Return the end of a year: the tableau, what each seat's crowns scored, and where the chips went."""
    cards, holes = cards_words(year["tableau"], reader.lang), cards_words(year["holes"], reader.lang)
    lines = [reader.say(YEAR_ENDS, year=year["year"], cards=cards, holes=holes)]
    playing = sorted({crown["seat"] for crown in year["crowns"]})
    lines += [_seat_points(year, seat, options, reader) for seat in playing]
    return [*lines, *pot_lines(year, reader)]


def pot_lines(year: Mapping[str, Any], reader: Reader) -> list[str]:
    """Return who takes the chips on the board (clauses 12.2 to 12.4, 13.7)."""
    best = max(year["gained"])
    if year["pot"] is None:
        return []
    if best == 0:
        return [reader.say(POT_BACK)]
    winners = [reader.name(seat) for seat, points in enumerate(year["gained"]) if points == best]
    chips = coin_words(year["pot"], reader, exchange=True)
    names = together(winners, reader.lang)
    return [reader.say(POT_ONE if len(winners) == 1 else POT_SHARED, names=names, coins=chips)] if year["pot"] else []


def money(options: Options) -> str:
    """Return which sentences fit, by what crowns are placed with: `coins` or `chips`."""
    return "chips" if is_exchange(options) else "coins"


def _placed(args: Mapping[str, Any], options: Options, reader: Reader) -> str:
    """Return a crown that was placed, with its stake; within a war the stakes of all its crowns are counted."""
    owners = args["behind"] if args["bumped"] is None else [args["bumped"]["seat"]]
    text = reader.say(
        _placed_sentence(args, options),
        name=reader.name(args["seat"]),
        region=the_region(args["region"], options["regions"], reader.lang),
        coins=coin_words(args["coins"] or 0, reader, exchange=is_exchange(options)),
        owner=together([reader.name(owner) for owner in owners], reader.lang),
        stakes=", ".join(map(str, args["stakes"])),
    )
    return f"{text} {reader.say(PLACED_FEINT)}" if args["feint"] else text


def _placed_sentence(args: Mapping[str, Any], options: Options) -> str:
    if args["coins"] is None:
        return PLACED_BEHIND if args["behind"] else PLACED
    if args["bumped"]:
        return BUMPED_AGAIN if len(args["stakes"]) > BUMP else BUMPED
    return PLACED_WITH if args["coins"] else PLACED_NONE[money(options)]


def _year_ended(args: Mapping[str, Any], options: Options, reader: Reader) -> str:
    return "\n".join(year_lines(args, options, reader))


def _year_passed(args: Mapping[str, Any], _options: Options, reader: Reader) -> str:
    return reader.say(YEAR_IDLE, year=args["year"])


def _bought(args: Mapping[str, Any], _options: Options, reader: Reader) -> str:
    return reader.say(BOUGHT, name=reader.name(args["seat"]))


def _stood(args: Mapping[str, Any], _options: Options, reader: Reader) -> str:
    return reader.say(STOOD, name=reader.name(args["seat"]))


_TOLD: dict[str, Callable[[Mapping[str, Any], Options, Reader], str]] = {
    "place": _placed,
    "year-end": _year_ended,
    "idle-year": _year_passed,
    "buy": _bought,
    "stand": _stood,
}


def _seat_points(year: Mapping[str, Any], seat: int, options: Options, reader: Reader) -> str:
    """Return what each crown of a seat scored, and the sum."""
    crowns = [
        reader.say(
            CROWN_FEINT if crown["feint"] else CROWN,
            region=region_name(crown["region"], options["regions"], reader.lang),
            points=crown["points"],
        )
        for crown in year["crowns"]
        if crown["seat"] == seat
    ]
    return reader.say(
        SEAT_POINTS[options["great_exchange"]],
        name=reader.name(seat),
        crowns=", ".join(crowns),
        points=year["gained"][seat],
        score=year["score"][seat],
    )


def decision(move: str, _seat: int) -> str:
    """Return which kind of decision a move was, as a key of `DECISIONS`."""
    verb = move.split(" ", 1)[0]
    return "rebuy" if verb == "stand" else verb
