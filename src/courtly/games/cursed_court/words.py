"""Cursed Court in words: choices as their chooser reads them, and what happened, in every language.

A log keeps a bet and its stake apart, as they were decided; `told` joins them again and says who was bumped. What is
said here comes from the log and the view of one seat, so it holds no more than that seat knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from courtly.engine.words import marked, translator
from courtly.games.cursed_court.names import (
    DOMAIN,
    Regions,
    cards_words,
    coin_words,
    noble_ids,
    noble_name,
    option_help,
    option_name,
    region_name,
    region_nobles,
    season_name,
    set_ids,
    the_noble,
    the_region,
    together,
    value_name,
)

__all__ = [
    "DOMAIN",
    "Regions",
    "annotated",
    "cards_words",
    "coin_words",
    "least_stake",
    "log_words",
    "move_words",
    "noble_ids",
    "noble_name",
    "option_help",
    "option_name",
    "region_name",
    "region_nobles",
    "report_lines",
    "season_name",
    "set_ids",
    "the_noble",
    "the_region",
    "together",
    "told",
    "value_name",
]

BET, BET_BUMP = marked("Bet on {region}"), marked("Bet on {region} with {coins} or more, bumping {owner}")
BET_FEINT = marked("Bet on {region} with your feint")
BET_FEINT_BUMP = marked("Bet on {region} with your feint and {coins} or more, bumping {owner}")
STAKE_NONE = {"coins": marked("Bet on {region} without coins"), "chips": marked("Bet on {region} without chips")}
STAKE, STAKE_BUMP = marked("Bet on {region} with {coins}"), marked("Bet on {region} with {coins}, bumping {owner}")
REBUY, STAND = marked("Buy 100 chips"), marked("Buy no more chips")
SEAT = marked("seat {number}")

LOG_BET = marked("{name} bets on {region}.")
LOG_BEHIND = marked("{name} bets on {region}, behind {owner}.")
LOG_FEINT = marked("That crown is the feint.")
LOG_STAKE = marked("{name} bets on {region} with {coins}.")
LOG_NONE = {
    "coins": marked("{name} bets on {region} without coins."),
    "chips": marked("{name} bets on {region} without chips."),
}
LOG_BUMP = marked("{name} bets on {region} with {coins} and bumps {owner}.")
LOG_COINS = marked("{name} stakes {coins}.")
LOG_REBUY, LOG_STAND = marked("{name} buys 100 chips."), marked("{name} buys no more chips.")

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

Options = Mapping[str, Any]
"""The options of a match, as `view["options"]` has them."""


def move_words(move: str, view: Mapping[str, Any], lang: str = "en", *, names: Sequence[str] = ()) -> str:
    """Return a choice as the seat that has it reads it.

    Parameters
    ----------
    move
        A legal move of the view.
    view
        What the seat knows.
    lang
        One of `courtly.engine.words.LANGUAGES`.
    names
        The names of the seats; without them a seat is called by its number.
    """
    verb, region, feint = _parts(move)
    if verb in ("rebuy", "stand"):
        return translator(lang, DOMAIN)(REBUY if verb == "rebuy" else STAND)
    if verb == "stake":
        return _stake_words(int(region), view, lang, names)
    bumped = view["board"].get(region) and not view["options"]["coinless"]
    sentence = (BET_FEINT_BUMP if feint else BET_BUMP) if bumped else (BET_FEINT if feint else BET)
    owner = _name(view["board"][region][0]["seat"], names, lang) if bumped else ""
    return translator(lang, DOMAIN)(sentence).format(
        region=the_region(region, view["options"]["regions"], lang),
        coins=coin_words(least_stake(view, region), lang, exchange=_exchange(view["options"])),
        owner=owner,
    )


def _stake_words(count: int, view: Mapping[str, Any], lang: str, names: Sequence[str]) -> str:
    """Return a number of coins on the region that waits for them."""
    region, options = view["pending"], view["options"]
    crowns = view["board"].get(region)
    sentence = STAKE_BUMP if crowns else STAKE if count else STAKE_NONE[_money(options)]
    return translator(lang, DOMAIN)(sentence).format(
        region=the_region(region, options["regions"], lang),
        coins=coin_words(count, lang, exchange=_exchange(options)),
        owner=_name(crowns[0]["seat"], names, lang) if crowns else "",
    )


def least_stake(view: Mapping[str, Any], region: str) -> int:
    """Return the fewest coins that a crown needs in a region (clauses 5.2 to 5.4)."""
    crowns = view["board"].get(region)
    return 0 if not crowns or view["options"]["coinless"] else max(1, 2 * int(crowns[0]["coins"]))


def annotated(log: Sequence[Mapping[str, Any]], options: Options) -> list[dict[str, Any]]:
    """Return the lines of a log, each with what the lines before it say about it.

    A `stake` gets `bet` (the bet that it belongs to, as the audience may know it) and `owner` (the seat whose crown it
    bumps, or None); with The Coinless Court a `bet` gets `behind` (the seats whose crowns lay there before).
    """
    board: dict[str, list[int]] = {}
    lines, bet = list[dict[str, Any]](), ""
    for entry in log:
        line = dict(entry)
        verb, region, _ = _parts(entry.get("move", ""))
        if "report" in entry:
            board.clear()
        elif verb == "bet" and options["coinless"]:
            line["behind"] = list(board.get(region, []))
            board.setdefault(region, []).append(entry["seat"])
        elif verb == "bet":
            bet = entry["move"]
        elif verb == "stake":
            region = _parts(bet)[1]
            line |= {"bet": bet, "owner": board.get(region, [None])[0]}
            board[region] = [entry["seat"]]
        lines.append(line)
    return lines


def told(view: Mapping[str, Any], names: Sequence[str], lang: str = "en", *, start: int = 0) -> list[str]:
    """Return what happened from line `start` of the log on; a bet that waits for its stake is told with it.

    With `court_remembers` `hidden`, of a running match only the newest year's end is told in full.
    """
    options, lines = view["options"], annotated(view["log"], view["options"])
    reports = [i for i, line in enumerate(lines) if "report" in line]
    veiled = set(reports[:-1]) if options["court_remembers"] == "hidden" and view["result"] is None else set()
    sentences = []
    for i, line in enumerate(lines[start:], start):
        if i in veiled:
            sentences.append(translator(lang, DOMAIN)(YEAR_OVER).format(year=line["report"]["year"]))
        elif options["coinless"] or not str(line.get("move", "")).startswith("bet "):
            sentences.append(log_words(line, names, lang, options=options))
    return sentences


def log_words(entry: Mapping[str, Any], names: Sequence[str], lang: str = "en", *, options: Options) -> str:
    """Return a line of a log, as it stands in a view or with what `annotated` adds; a report has several lines.

    Examples
    --------
    >>> options = {"regions": "printed", "great_exchange": "off", "coinless": False}
    >>> log_words({"seat": 1, "move": "bet king"}, ["Ann", "Bo"], "fr", options=options)
    'Bo parie sur le Roi.'
    """
    if "report" in entry:
        return "\n".join(report_lines(entry["report"], names, lang, options=options))
    verb, region, feint = _parts(entry["move"])
    translate, name = translator(lang, DOMAIN), _name(entry["seat"], names, lang)
    if verb in ("rebuy", "stand"):
        return translate(LOG_REBUY if verb == "rebuy" else LOG_STAND).format(name=name)
    if verb == "stake":
        return _told_stake(entry, names, lang, options)
    behind = [_name(seat, names, lang) for seat in entry.get("behind", ())]
    sentence = translate(LOG_BEHIND if behind else LOG_BET).format(
        name=name, region=the_region(region, options["regions"], lang), owner=together(behind, lang)
    )
    return f"{sentence} {translate(LOG_FEINT)}" if feint else sentence


def _told_stake(entry: Mapping[str, Any], names: Sequence[str], lang: str, options: Options) -> str:
    """Return a stake with the bet that it belongs to, where the entry knows it."""
    translate, count = translator(lang, DOMAIN), int(_parts(entry["move"])[1])
    _, region, feint = _parts(entry.get("bet", ""))
    owner = entry.get("owner")
    if not region:
        sentence = LOG_COINS
    elif owner is not None:
        sentence = LOG_BUMP
    else:
        sentence = LOG_STAKE if count else LOG_NONE[_money(options)]
    text = translate(sentence).format(
        name=_name(entry["seat"], names, lang),
        region=the_region(region, options["regions"], lang) if region else "",
        coins=coin_words(count, lang, exchange=_exchange(options)),
        owner="" if owner is None else _name(owner, names, lang),
    )
    return f"{text} {translate(LOG_FEINT)}" if feint else text


def report_lines(report: Mapping[str, Any], names: Sequence[str], lang: str = "en", *, options: Options) -> list[str]:
    """Return the end of a year: the tableau, what each seat's crowns scored, and where the chips went."""
    translate = translator(lang, DOMAIN)
    if not report["dealt"]:
        return [translate(YEAR_IDLE).format(year=report["year"])]
    cards, holes = cards_words(report["tableau"], lang), cards_words(report["holes"], lang)
    lines = [translate(YEAR_ENDS).format(year=report["year"], cards=cards, holes=holes)]
    playing = sorted({crown["seat"] for crown in report["crowns"]})
    lines += [_seat_points(report, seat, names, (lang, options)) for seat in playing]
    return lines if options["great_exchange"] == "off" else [*lines, *_pot(report, names, lang)]


def _seat_points(report: Mapping[str, Any], seat: int, names: Sequence[str], how: tuple[str, Options]) -> str:
    """Return what each crown of a seat scored, and the sum."""
    lang, options = how
    translate = translator(lang, DOMAIN)
    crowns = [
        translate(CROWN_FEINT if crown["feint"] else CROWN).format(
            region=region_name(crown["region"], options["regions"], lang), points=crown["points"]
        )
        for crown in report["crowns"]
        if crown["seat"] == seat
    ]
    return translate(SEAT_POINTS[options["great_exchange"]]).format(
        name=_name(seat, names, lang),
        crowns=", ".join(crowns),
        points=report["gained"][seat],
        score=report["score"][seat],
    )


def _pot(report: Mapping[str, Any], names: Sequence[str], lang: str) -> list[str]:
    """Return who takes the chips on the board (clauses 12.2 to 12.4, 13.7)."""
    translate, best = translator(lang, DOMAIN), max(report["gained"])
    if best == 0:
        return [translate(POT_BACK)]
    pot = sum(crown["coins"] for crown in report["crowns"] if not crown["feint"])
    winners = [_name(seat, names, lang) for seat, points in enumerate(report["gained"]) if points == best]
    sentence = POT_ONE if len(winners) == 1 else POT_SHARED
    chips = coin_words(pot, lang, exchange=True)
    return [translate(sentence).format(names=together(winners, lang), coins=chips)] if pot else []


def _parts(move: str) -> tuple[str, str, bool]:
    """Split a move into verb, region or number, and whether it is the feint."""
    verb, what, feint, *_ = [*move.split(" "), "", ""]
    return verb, what, feint == "feint"


def _name(seat: int, names: Sequence[str], lang: str) -> str:
    """Return the name of a seat."""
    return names[seat] if names else translator(lang, DOMAIN)(SEAT).format(number=seat)


def _exchange(options: Options) -> bool:
    """Tell whether chips are used in the place of coins."""
    return bool(options["great_exchange"] != "off")


def _money(options: Options) -> str:
    return "chips" if _exchange(options) else "coins"
