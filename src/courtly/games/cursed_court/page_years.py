"""Ends of years in Cursed Court: every crown with its points and the reason for them, and the final scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from courtly.games.cursed_court import names, words
from courtly.games.cursed_court.memory import cache_text
from courtly.games.cursed_court.outlook import NOBLE_POINTS, SET_POINTS
from courtly.games.cursed_court.page_board import CACHE, Board, cards
from courtly.games.cursed_court.page_contexts import Final, ScoredCrown, SeatYear, YearCount, YearRow
from courtly.games.cursed_court.scene import YEARS_SHOWN, standing, year_ends
from courtly.scene.page import CountStep
from courtly.text.languages import marked

Report = Mapping[str, Any]
"""Arguments of a year-end event. For a year that was not dealt, the only argument is its number."""

STANDINGS = {
    "off": marked("Total"),
    "elimination": marked("Total chips"),
    "cash": marked("Chips, less those bought"),
}


def reports(board: Board, start: int = 0) -> list[Report]:
    """Return the ends of years from position `start` of the log."""
    return year_ends(board.page_input.log[start:])


def counts(found: Sequence[Report], board: Board) -> tuple[YearCount, ...]:
    """Return the contexts of years' ends, the last year first."""
    who = (board.page_input.seat, tuple(board.page_input.names), board.page_input.pennants)
    about = (board.lang, *who, cache_text(board.options))
    return tuple(
        CACHE.get_or_make((*about, cache_text(one)), partial(year_count, one, board)) for one in reversed(found)
    )


def year_count(report: Report, board: Board) -> YearCount:
    """Return one year's end, crown by crown."""
    say = board.locale.say
    if not was_dealt(report):
        title = say("Year {year}: not played (fewer than two players had chips)", year=report["year"])
        return YearCount(
            title=title,
            brief=say("Year {year}", year=report["year"]),
            dealt=False,
            holes=(),
            turned=(),
            seats=(),
            pot=(),
        )
    _, holes = _cards(report)
    order = sorted(range(len(report["gained"])), key=lambda seat: (-report["gained"][seat], seat))
    return YearCount(
        title=say("Year {year}: scoring", year=report["year"]),
        brief=say("Year {year}", year=report["year"]),
        dealt=True,
        holes=cards(holes, board),
        turned=tuple(card for noble in report["tableau"] for card in cards({noble: 1}, board)),
        seats=tuple(_seat_year(seat, report, board) for seat in order),
        pot=tuple(words.pot_lines(report, board.locale)),
    )


def was_dealt(report: Report) -> bool:
    """Return whether a year was dealt."""
    return "crowns" in report


def _cards(report: Report) -> tuple[Counter[str], Counter[str]]:
    """Return the face-up cards and the hole cards of a year."""
    return Counter(report["tableau"]), Counter(report["holes"])


def _seat_year(seat: int, report: Report, board: Board) -> SeatYear:
    crowns = [_scored(crown, report, board) for crown in report["crowns"] if crown["seat"] == seat]
    crowns.sort(key=lambda crown: -crown.points)
    total, is_chips = report["score"][seat], names.is_exchange(board.options)
    say = board.locale.say
    score = standing(total, board.options, board.locale) if is_chips else say("total {score}", score=total)
    return SeatYear(board.marks[seat], tuple(crowns), report["gained"][seat], score)


def _scored(crown: Mapping[str, Any], report: Report, board: Board) -> ScoredCrown:
    region, (face_up, holes) = crown["region"], _cards(report)
    return ScoredCrown(
        region=board.name_of(region),
        noble=region if region in board.nobles else "",
        dots=board.dots(region, face_up, holes),
        coins="" if board.options["coinless"] else board.money(crown["coins"]),
        points=crown["points"],
        why=_why(crown, face_up + holes, board),
        feint=crown["feint"],
    )


def _why(crown: Mapping[str, Any], counted: Counter[str], board: Board) -> str:
    """Return the reason for a crown's points."""
    locale, region = board.locale, crown["region"]
    if crown["feint"]:
        return locale.say("feint: does not score")
    nobles = names.region_nobles(region, board.options["regions"])
    missing = [names.noble_name(noble, board.lang) for noble in nobles if not counted[noble]]
    if missing:
        return locale.say("missing: {nobles}", nobles=", ".join(missing))
    value = NOBLE_POINTS[min(counted[region], 4)] if region in board.nobles else SET_POINTS[len(nobles)]
    whole = locale.count("{n} card", "{n} cards", counted[region]) if region in board.nobles else locale.say("complete")
    if board.options["coinless"] and (before := _before(crown, value)):
        return f"{whole}; {before_words(before, value, board)}"
    return whole


def _before(crown: Mapping[str, Any], value: int) -> int:
    return value - int(crown["points"])


def before_words(less: int, value: int, board: Board) -> str:
    """Return the points that a crown lost to earlier crowns, in words. It never loses more than the region's value."""
    if less == value:
        return board.locale.say("no points left after earlier crowns")
    return board.locale.count("{n} earlier crown", "{n} earlier crowns", less)


def final(board: Board, variants: list[str], *, headline: str) -> Final:
    """Return the context of the final scoring; `headline` names the winners."""
    found = reports(board)
    shown, say = found[-YEARS_SHOWN:], board.locale.say
    left_out = say("Only the last {count} years are shown. The record has all of them.", count=YEARS_SHOWN)
    result, counted = board.view["result"], STANDINGS[board.options["great_exchange"]]
    assert result is not None
    return Final(
        marks=board.marks,
        rows=[_row(report, board) for report in shown],
        standing=say(counted),
        scores=[str(score).replace("-", "−") for score in result["scores"]],
        winners=list(result["winners"]),
        counts=counts(shown, board),
        variants=variants,
        length=words.length_words(board.options, board.locale),
        left_out=left_out if len(found) > YEARS_SHOWN else "",
        steps=steps_of_count(shown, board, headline=headline),
    )


TOTALS = ".years tfoot td"
"""CSS selector of the totals. The last step shows them and the last year's crowns."""


def steps_of_count(shown: Sequence[Report], board: Board, *, headline: str) -> list[CountStep]:
    """Return the steps of the scoring: the points of each year, then the winners."""
    steps = list[CountStep]()
    for number, report in enumerate(shown, start=1):
        points, crowns = f".years tbody tr:nth-child({number}) td", f".year-{number}"
        is_last = number == len(shown)
        steps.append(CountStep(says=_year_words(report, board), shows=points if is_last else f"{points}, {crowns}"))
    return [*steps, CountStep(says=headline, shows=f"{TOTALS}, .year-{len(shown)}")]


def _year_words(report: Report, board: Board) -> str:
    """Return the points of all players in a year, as a sentence."""
    if not was_dealt(report):
        return year_count(report, board).title
    names, title = board.page_input.names, board.locale.say("Year {year}", year=report["year"])
    points = ", ".join(f"{name} {gained}" for name, gained in zip(names, report["gained"], strict=True))
    return board.locale.say("{year}: {points}", year=title, points=points)


def _row(report: Report, board: Board) -> YearRow:
    title = board.locale.say("Year {year}", year=report["year"])
    return YearRow(title, list(report["gained"]) if was_dealt(report) else [None] * len(board.marks))
