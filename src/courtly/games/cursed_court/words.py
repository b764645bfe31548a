"""Texts of Cursed Court in all languages: choices, questions and the log.

All texts are made from the events and the view of one audience, so they contain only information known to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import (
    cards_words,
    coin_words,
    is_exchange,
    noble_name,
    region_name,
    season_name,
    the_region,
    together,
)
from courtly.games.cursed_court.view import SEASON_IDS, View
from courtly.text.languages import marked
from courtly.text.locales import Locale

TITLE = "Cursed Court"
ABOUT = marked(
    "Bet on the nobles who will sway the court this year. You share each hidden card with a neighbour, bump crowns "
    "with twice their coins, and give something away with every bet. 2 to 6 players, four variants."
)

BET, BET_BUMP = marked("Bet on {region}"), marked("Bet on {region} with {coins} or more, bumping {owner}")
BET_FEINT = marked("Bet on {region} with your feint")
BET_FEINT_BUMP = marked("Bet on {region} with your feint and {coins} or more, bumping {owner}")
STAKE_NONE = {"coins": marked("Bet on {region} without coins"), "chips": marked("Bet on {region} without chips")}
STAKE, STAKE_BUMP = marked("Bet on {region} with {coins}"), marked("Bet on {region} with {coins}, bumping {owner}")
STAKE_FEINT = marked("Bet on {region} with your feint and {coins}")
STAKE_FEINT_BUMP = marked("Bet on {region} with your feint and {coins}, bumping {owner}")
COMPLETED_BY = {"bet": "stake"}
"""A bet is completed by its stake, whose words also name the region; see `courtly.scene.parts.Words`."""
BUMP = 2
"""Number of stakes in a single bump: the stake of the bumped crown and the new stake. A bidding war has more."""
DECISIONS = {
    "bet": marked("regions to bet on"),
    "stake": marked("coins on your bets"),
    "rebuy": marked("buying chips"),
}
"""Names of the kinds of decisions."""
ITEMS = {"region": marked("Regions")}
"""Names of the kinds of items with win rates; see `item_name`."""
ANSWERS = {"rebuy": marked("Buy 100 chips"), "stand": marked("Buy no more chips")}

ASKED, ASKED_REBUY = (
    marked("Your turn: choose a region to bet on."),
    marked("Between years: do you buy more chips?"),
)
ASKED_STAKE = {"coins": marked("How many coins on {region}?"), "chips": marked("How many chips on {region}?")}
WAITING, OVER = marked("Waiting for {name}."), marked("The match is over.")

PLACED = {"own": marked("You bet on {region}."), "other": marked("{name} bets on {region}.")}
"""Sentences by the viewer's part: `own` bet, a bet that bumps the viewer (`bumped`), or any other bet (`other`)."""
PLACED_BEHIND = {
    "own": marked("You bet on {region}, behind {owner}."),
    "other": marked("{name} bets on {region}, behind {owner}."),
}
PLACED_FEINT = {"own": marked("That crown is your feint."), "other": marked("That crown is the feint.")}
PLACED_WITH = {
    "own": marked("You bet on {region} with {coins}."),
    "other": marked("{name} bets on {region} with {coins}."),
}
PLACED_NONE = {
    "coins": {
        "own": marked("You bet on {region} without coins."),
        "other": marked("{name} bets on {region} without coins."),
    },
    "chips": {
        "own": marked("You bet on {region} without chips."),
        "other": marked("{name} bets on {region} without chips."),
    },
}
BUMPED = {
    "own": marked("You bet on {region} with {coins} and bump {owner}."),
    "bumped": marked("{name} bets on {region} with {coins} and bumps you."),
    "other": marked("{name} bets on {region} with {coins} and bumps {owner}."),
}
BUMPED_AGAIN = {
    "own": marked("You bet on {region} with {coins} and bump {owner}: {stakes}."),
    "bumped": marked("{name} bets on {region} with {coins} and bumps you: {stakes}."),
    "other": marked("{name} bets on {region} with {coins} and bumps {owner}: {stakes}."),
}
BOUGHT = {"own": marked("You buy 100 chips."), "other": marked("{name} buys 100 chips.")}
STOOD = {"own": marked("You buy no more chips."), "other": marked("{name} buys no more chips.")}
YOU, BEHIND_YOU = marked("You"), marked("you")

YEAR_ENDS = marked("Year {year} ends. Face up: {cards}. Hole cards: {holes}.")
YEAR_IDLE = marked("Year {year} is not played: fewer than two players have chips.")
YEAR_OVER = marked("Year {year} is over.")
YEAR_BEGINS = marked("Year {year} begins.")
HEADING = marked("Year {year} · {season}")
SEASON = {
    "own": marked("{season}: {card}. You bet first."),
    "other": marked("{season}: {card}. {name} bets first."),
}
CROWN, CROWN_FEINT = marked("{region} {points}"), marked("{region} 0 (feint)")
SEAT_POINTS = {
    "off": marked("{name}: {crowns} = {points}; total {score}"),
    "elimination": marked("{name}: {crowns} = {points}; chips {score}"),
    "cash": marked("{name}: {crowns} = {points}; balance {score}"),
}
POT_ONE = {
    "own": marked("You score the most and take the pot: {coins}."),
    "other": marked("{names} scores the most and takes the pot: {coins}."),
}
POT_SHARED = {
    "own": marked("You tie with {names} for the most points and share the pot: {coins}."),
    "other": marked("{names} score the most and share the pot: {coins}."),
}
POT_BACK = marked("No one scores, so all players take back their own chips.")

NOBODY, NOBODY_YET = marked("Empty: no coins needed."), marked("No crown here yet.")
HELD, HELD_BARE = (
    marked("{name} is here with {coins}."),
    {
        "coins": marked("{name} is here without coins."),
        "chips": marked("{name} is here without chips."),
    },
)
MINE, MINE_BARE = (
    marked("Your crown is here with {coins}."),
    {
        "coins": marked("Your crown is here without coins."),
        "chips": marked("Your crown is here without chips."),
    },
)
LASTS_UNTIL = marked(
    "You have four crowns and begin with 100 chips. The match lasts until only one player has chips: that player wins."
)
HAS_COINS = marked("You have four crowns and 20 coins. The player with the most points wins.")
HAS_CROWNS = marked("You have four crowns and no coins. The player with the most points wins.")
HAS_CHIPS = marked(
    "You have four crowns and begin with 100 chips. The player with the most chips, less those bought, wins."
)

FEINT_IN_HAND, FEINT_LIES = marked("Your feint is in hand."), marked("Your feint is on {region}.")
FEINT_LEFT, FEINT_ASKED = marked("Your last crown is your feint."), marked("This crown is your feint.")

Options = Mapping[str, Any]
"""Type of the options of a match, as in `view["options"]`."""


def move_words(move: str, view: View, locale: Locale) -> str:
    """Return the text of a choice, addressed to the deciding seat.

    Parameters
    ----------
    move
        A move of the deciding seat, legal or illegal.
    view
        The seat's view.
    locale
        Language and names for the text.
    """
    if move in ANSWERS:
        return locale.say(ANSWERS[move])
    verb, what, *feint = move.split(" ")
    if verb == "stake":
        return _stake_words(int(what), view, locale)
    options = view["options"]
    crowns = [] if options["coinless"] else view["board"].get(what, [])
    sentence = (BET_FEINT_BUMP if feint else BET_BUMP) if crowns else (BET_FEINT if feint else BET)
    return locale.say(
        sentence,
        region=the_region(what, options["regions"], locale.lang),
        coins=coin_words(least_stake(view, what), locale, exchange=is_exchange(options)),
        owner=locale.name(crowns[0]["seat"]) if crowns else "",
    )


def _stake_words(count: int, view: View, locale: Locale) -> str:
    """Return the text of a stake on the pending region."""
    region, options = str(view["pending"]), view["options"]
    crowns = view["board"].get(region)
    sentence = STAKE_BUMP if crowns else STAKE if count else STAKE_NONE[money(options)]
    if view["pending_feint"]:
        sentence = STAKE_FEINT_BUMP if crowns else STAKE_FEINT if count else BET_FEINT
    return locale.say(
        sentence,
        region=the_region(region, options["regions"], locale.lang),
        coins=coin_words(count, locale, exchange=is_exchange(options)),
        owner=locale.name(crowns[0]["seat"]) if crowns else "",
    )


def question(view: View, locale: Locale) -> str:
    """Return the current question, or whose turn it is."""
    if view["to_move"] is None:
        return locale.say(OVER)
    if view["to_move"] != locale.seat:
        return locale.say(WAITING, name=locale.name(view["to_move"]))
    if view["phase"] == "rebuy":
        return locale.say(ASKED_REBUY)
    if view["pending"] is None:
        return locale.say(ASKED)
    region = the_region(view["pending"], view["options"]["regions"], locale.lang)
    return locale.say(ASKED_STAKE[money(view["options"])], region=region)


def note(view: View, locale: Locale) -> str:
    """Return the information that the deciding seat needs: its purse, the crown it bumps, the location of its feint."""
    seat = view["to_move"]
    assert seat is not None
    exchange = is_exchange(view["options"])
    have = coin_words(view["purse"][seat], locale, exchange=exchange)
    if view["phase"] == "rebuy":
        return locale.say(
            "You have {have}. Bought so far: {bought}, subtracted from your score.",
            have=have,
            bought=coin_words(view["bought"][seat], locale, exchange=exchange),
        )
    if view["pending"] is None:
        return feint_words(view, locale)
    parts = [locale.say("You have {coins}.", coins=have)]
    parts += [held_words(view["pending"], view, locale)] if view["pending"] in view["board"] else []
    parts += [locale.say(FEINT_ASKED)] if view["pending_feint"] else []
    return " ".join(parts)


def feint_words(view: View, locale: Locale) -> str:
    """Return the location of the viewer's feint, or an empty text if there is no feint."""
    if view["feint"] is None:
        return ""
    if view["feint"] != "hand":
        region = the_region(view["feint"], view["options"]["regions"], locale.lang)
        return locale.say(FEINT_LIES, region=region)
    only = view["legal"] and all(move.endswith(" feint") for move in view["legal"])
    return locale.say(FEINT_LEFT if only else FEINT_IN_HAND)


def held_words(region: str, view: View, locale: Locale) -> str:
    """Return who holds a region, and the price of a crown there."""
    crowns, options = view["board"].get(region, []), view["options"]
    if options["coinless"]:
        if not crowns:
            return locale.say(NOBODY_YET)
        return locale.count(
            "{n} crown is here already: yours would score {n} less.",
            "{n} crowns are here already: yours would score {n} less.",
            len(crowns),
        )
    if not crowns:
        return locale.say(NOBODY)
    return f"{_holder_words(crowns[0], options, locale)} {bump_words(least_stake(view, region), options, locale)}"


def _holder_words(crown: Mapping[str, Any], options: Options, locale: Locale) -> str:
    """Return whose crown is in a region, with its stake."""
    mine, bare = crown["seat"] == locale.seat, not crown["coins"]
    held = (MINE_BARE if mine else HELD_BARE)[money(options)] if bare else (MINE if mine else HELD)
    coins = coin_words(crown["coins"], locale, exchange=is_exchange(options))
    return locale.say(held, name=locale.name(crown["seat"]), coins=coins)


def bump_words(least: int, options: Options, locale: Locale) -> str:
    """Return how many coins bump a crown."""
    if is_exchange(options):
        return locale.count("One chip bumps it.", "{n} or more chips bump it.", least)
    return locale.count("One coin bumps it.", "{n} or more coins bump it.", least)


def event_words(event: Mapping[str, Any], options: Options, locale: Locale) -> str:
    """Return the text of an event. The text of a bet includes its stake; a year's end has several lines.

    Examples
    --------
    >>> options = {"regions": "printed", "great_exchange": "off", "coinless": True}
    >>> args = {"seat": 1, "region": "king", "coins": None, "bumped": None, "stakes": []}
    >>> args |= {"behind": [], "feint": False}
    >>> event_words({"id": "place", "args": args}, options, Locale("fr", ["Ann", "Bo"], domain="cursed_court"))
    'Bo parie sur le Roi.'
    """
    writer = _WRITERS.get(event["id"])
    return writer(event["args"], options, locale) if writer else ""


def caption(event: Mapping[str, Any], options: Options, locale: Locale) -> str:
    """Return a text for the beginning and the end of a year; empty for other events."""
    args = event["args"]
    match event["id"]:
        case "year-end":
            return " ".join([locale.say(YEAR_OVER, year=args["year"]), *pot_lines(args, locale)])
        case "deal":
            return locale.say(YEAR_BEGINS, year=args["year"])
    return ""


def opening(locale: Locale) -> str:
    """Return the heading of the first season."""
    return heading({"id": "season", "args": {"year": 1, "season": SEASON_IDS[0]}}, {}, locale)


def heading(event: Mapping[str, Any], _options: Options, locale: Locale) -> str:
    """Return the heading of a season's beginning: its year and season. The heading of all other events is empty.

    Examples
    --------
    >>> heading({"id": "season", "args": {"year": 2, "season": "autumn"}}, {}, Locale())
    'Year 2 · Autumn'
    """
    if event["id"] != "season":
        return ""
    args = event["args"]
    return locale.say(HEADING, year=args["year"], season=season_name(args["season"], locale.lang))


def when(view: Mapping[str, Any], locale: Locale) -> str:
    """Return the year and the season, or only the year while players may buy chips before it."""
    if view["phase"] == "rebuy":
        return locale.say("Year {year}", year=view["year"])
    return locale.say(HEADING, year=view["year"], season=season_name(view["season"], locale.lang))


def year_lines(year: Mapping[str, Any], options: Options, locale: Locale) -> list[str]:
    """Return the lines of a year's end: the tableau, the points of each seat's crowns, the winners of the chips."""
    cards, holes = cards_words(year["tableau"], locale.lang), cards_words(year["holes"], locale.lang)
    lines = [locale.say(YEAR_ENDS, year=year["year"], cards=cards, holes=holes)]
    playing = sorted({crown["seat"] for crown in year["crowns"]})
    lines += [_seat_points(year, seat, options, locale) for seat in playing]
    return [*lines, *pot_lines(year, locale)]


def pot_lines(year: Mapping[str, Any], locale: Locale) -> list[str]:
    """Return who wins the chips on the board (clauses 12.2 to 12.4, 13.7)."""
    best = max(year["gained"])
    if year["pot"] is None:
        return []
    if best == 0:
        return [locale.say(POT_BACK)]
    winners = [seat for seat, points in enumerate(year["gained"]) if points == best]
    chips = coin_words(year["pot"], locale, exchange=True)
    names = together([locale.name(seat) for seat in winners if seat != locale.seat], locale.lang)
    sentence = (POT_ONE if len(winners) == 1 else POT_SHARED)["own" if locale.seat in winners else "other"]
    return [locale.say(sentence, names=names, coins=chips)] if year["pot"] else []


def money(options: Options) -> str:
    """Return the key of the sentences to use: `coins` or `chips`."""
    return "chips" if is_exchange(options) else "coins"


def _placed(args: Mapping[str, Any], options: Options, locale: Locale) -> str:
    """Return the text of a placed crown with its stake. In a bidding war, list the stakes of all its crowns."""
    seat, bumped = args["seat"], [args["bumped"]["seat"]] if args["bumped"] else []
    part = "bumped" if locale.seat in bumped else _part(seat, locale)
    text = locale.say(
        _placed_sentences(args, options)[part],
        name=locale.name(seat),
        region=the_region(args["region"], options["regions"], locale.lang),
        coins=coin_words(args["coins"] or 0, locale, exchange=is_exchange(options)),
        owner=together([_name(owner, BEHIND_YOU, locale) for owner in bumped or args["behind"]], locale.lang),
        stakes=", ".join(map(str, args["stakes"])),
    )
    return f"{text} {locale.say(PLACED_FEINT[_part(seat, locale)])}" if args["feint"] else text


def _placed_sentences(args: Mapping[str, Any], options: Options) -> Mapping[str, str]:
    """Return the sentences for a placed crown, by the viewer's part."""
    if args["coins"] is None:
        return PLACED_BEHIND if args["behind"] else PLACED
    if args["bumped"]:
        return BUMPED_AGAIN if len(args["stakes"]) > BUMP else BUMPED
    return PLACED_WITH if args["coins"] else PLACED_NONE[money(options)]


def _part(seat: int, locale: Locale) -> str:
    """Return the key of the sentence for an act of `seat`."""
    return "own" if seat == locale.seat else "other"


def _name(seat: int, you: str, locale: Locale) -> str:
    """Return the name of a seat, or the sentence `you` for the viewer."""
    return locale.say(you) if seat == locale.seat else locale.name(seat)


def _season_begun(args: Mapping[str, Any], _options: Options, locale: Locale) -> str:
    """Return the season, its card, and who bets first."""
    first, card = args["marker"], noble_name(args["card"], locale.lang)
    season = season_name(args["season"], locale.lang)
    return locale.say(SEASON[_part(first, locale)], season=season, card=card, name=locale.name(first))


def _year_ended(args: Mapping[str, Any], options: Options, locale: Locale) -> str:
    return "\n".join(year_lines(args, options, locale))


def _year_passed(args: Mapping[str, Any], _options: Options, locale: Locale) -> str:
    return locale.say(YEAR_IDLE, year=args["year"])


def _bought(args: Mapping[str, Any], _options: Options, locale: Locale) -> str:
    return locale.say(BOUGHT[_part(args["seat"], locale)], name=locale.name(args["seat"]))


def _stood(args: Mapping[str, Any], _options: Options, locale: Locale) -> str:
    return locale.say(STOOD[_part(args["seat"], locale)], name=locale.name(args["seat"]))


_WRITERS: dict[str, Callable[[Mapping[str, Any], Options, Locale], str]] = {
    "season": _season_begun,
    "place": _placed,
    "year-end": _year_ended,
    "idle-year": _year_passed,
    "buy": _bought,
    "stand": _stood,
}


def _seat_points(year: Mapping[str, Any], seat: int, options: Options, locale: Locale) -> str:
    """Return the points of each crown of a seat, and their sum."""
    crowns = [
        locale.say(
            CROWN_FEINT if crown["feint"] else CROWN,
            region=region_name(crown["region"], options["regions"], locale.lang),
            points=crown["points"],
        )
        for crown in year["crowns"]
        if crown["seat"] == seat
    ]
    return locale.say(
        SEAT_POINTS[options["great_exchange"]],
        name=_name(seat, YOU, locale),
        crowns=", ".join(crowns),
        points=year["gained"][seat],
        score=year["score"][seat],
    )


def length_words(options: Options, locale: Locale) -> str:
    """Return how long the match lasts, what a player begins with, and who wins (clauses 1.6, 2.3, 8.1, 11.1, 12)."""
    if options["great_exchange"] == "elimination":
        return locale.say(LASTS_UNTIL)
    lasts = locale.count(
        "This match lasts one year of four seasons.",
        "This match lasts {n} years of four seasons each.",
        options["years"],
    )
    has = HAS_CHIPS if is_exchange(options) else HAS_CROWNS if options["coinless"] else HAS_COINS
    return f"{lasts} {locale.say(has)}"


def decision(move: str, _seat: int) -> str:
    """Return the kind of decision of a move, as a key of `DECISIONS`."""
    verb = move.split(" ", 1)[0]
    return "rebuy" if verb == "stand" else verb


def item_name(region: str, locale: Locale) -> str:
    """Return the name of a printed region."""
    return region_name(region, lang=locale.lang)
