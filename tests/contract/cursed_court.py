"""Cursed Court as a subject of the contract suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from courtly.engine.game import Record
from courtly.engine.match import Match
from courtly.games.cursed_court.content import NOBLE_IDS, region_ids
from courtly.games.cursed_court.state import CROWNS, NOBLES, NONE, Phase
from courtly.games.cursed_court.years import COPIES
from courtly.testing import Subject

OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "years": 2, "court_remembers": "hidden"},
    {"players": 4, "years": 2, "coinless": True, "masquerade": True},
    {"players": 6, "years": 1, "masquerade": True},
    {"players": 4, "years": 1, "tie": "extra-year", "court_remembers": "open"},
    {"players": 3, "great_exchange": "elimination"},
    {"players": 2, "years": 2, "great_exchange": "cash", "court_remembers": "open", "masquerade": True},
]


def census(_content: Record, s: Record) -> int:
    """The coins or chips there were from the start, whoever has them now; cards and crowns are all there."""
    if s.deck_size:
        cards = Counter(int(noble) for noble in s.deck[: s.deck_size]) + Counter(
            {noble: int(count) for noble, count in enumerate(s.aside)}
        )
        assert cards == Counter(dict.fromkeys(range(NOBLES), COPIES)), "not the cards of the box"
    crowns = Counter(int(seat) for seat in s.crowns.ravel() if seat != NONE)
    for seat, placed in enumerate(s.placed):
        assert crowns[seat] == placed <= CROWNS, "crowns on the board and in hand are not four"
        assert s.feint[seat] == NONE or seat in s.crowns[s.feint[seat]], "a feint where its owner has no crown"
    return int(s.purse.sum() + s.stack.sum() - s.bought.sum())


def follows_up(_content: Record, s: Record) -> bool:
    return bool(s.phase == Phase.STAKE)


@dataclass
class Bet:
    """One bet of this year: which of the match's moves it is, where, and after how many bets it was bumped, if so."""

    move: int
    region: str
    feint: bool
    left: int | None = None


@dataclass
class Year:
    """The bets of the running year by seat, as they came and went."""

    bets: dict[int, list[Bet]] = field(default_factory=dict)
    board: dict[str, tuple[int, Bet]] = field(default_factory=dict)
    waiting: Bet | None = None

    def place(self, seat: int, bet: Bet, *, shared: bool) -> None:
        """Put a crown on the board; without coins it bumps nobody."""
        if bet.region in self.board and not shared:
            owner, bumped = self.board[bet.region]
            bumped.left = len(self.bets[owner])
        self.board[bet.region] = (seat, bet)


def retell(match: Match, s: Record) -> dict[str, Any]:
    """The record of a match in which this year's deck, and who bet a feint when, had been what `s` says."""
    record, ids = match.record(), region_ids(match.setup.options)  # type: ignore[arg-type]
    moves, deal = list(match.moves), record["deal"]
    if s.deck_size:
        deal = {**deal, "years": [*deal["years"][:-1], [NOBLE_IDS[noble] for noble in s.deck[: s.deck_size]]]}
    year = this_year(match)
    for seat, bets in year.bets.items() if match.options["masquerade"] else ():
        waiting = bool(s.pending_feint) if year.waiting is bets[-1] else None
        lying = ids[s.feint[seat]] if s.feint[seat] != NONE else None
        marks = next(found for found in markings(bets) if ends_so(bets, found, lying, waiting))
        for bet, feint in zip(bets, marks, strict=True):
            moves[bet.move] = f"bet {bet.region}{' feint' if feint else ''}"
    return {**{key: record[key] for key in ("format", "game", "rules", "options")}, "deal": deal, "moves": moves}


def this_year(match: Match) -> Year:
    """What was bet this year."""
    year, seat, events = Year(), NONE, iter(match._events)
    shared = bool(match.options["coinless"])
    for number, move in enumerate(match.moves):
        for event in events:
            if event.report is not None:
                year = Year()
            elif event.own == move:
                seat = int(event.seat or 0)
                break
        verb, *words = move.split(" ")
        if verb == "bet":
            year.waiting = Bet(number, words[0], words[1:] == ["feint"])
            year.bets.setdefault(seat, []).append(year.waiting)
        if year.waiting and not (verb == "bet" and _is_asked(match, number)):
            year.place(seat, year.waiting, shared=shared)
            year.waiting = None
    return year if all(event.report is None for event in events) else Year()


def _is_asked(match: Match, number: int) -> bool:
    """Whether the stake of a bet was, or is, asked for."""
    if number + 1 < match.version:
        return match.moves[number + 1].startswith("stake ")
    return bool(match.view(None)["phase"] == "stake")


def markings(bets: list[Bet], marks: tuple[bool, ...] = ()) -> Iterator[tuple[bool, ...]]:
    """Every way in which a seat's bets can have been plain or the feint, what is true first."""
    if len(marks) == len(bets):
        yield marks
        return
    lying = [feint for bet, feint in zip(bets, marks, strict=False) if bet.left is None or bet.left > len(marks)]
    for feint in (bets[len(marks)].feint, not bets[len(marks)].feint):
        if lying.count(feint) < (1 if feint else CROWNS - 1):
            yield from markings(bets, (*marks, feint))


def ends_so(bets: list[Bet], marks: tuple[bool, ...], lying: str | None, waiting: bool | None) -> bool:
    """Whether bets so marked leave the feint in this region, or none, and a bet that waits for its stake as said."""
    if waiting is not None:
        *bets, _ = bets
        *_, last = marks
        if last != waiting:
            return False
    feints = [bet.region for bet, feint in zip(bets, marks, strict=False) if feint and bet.left is None]
    return feints == ([] if lying is None else [lying])


SUBJECT = Subject("cursed_court", census, OPTIONS, follows_up=follows_up, retell=retell, luck=("luck",))
