"""Cursed Court as a subject of the contract tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from courtly.engine.contract.game import Record
from courtly.engine.play.match import Match
from courtly.engine.play.records import read_record
from courtly.games.cursed_court.components import NOBLE_IDS
from courtly.games.cursed_court.content import region_ids
from courtly.games.cursed_court.state import COPIES, CROWNS, NOBLES, NONE, SEASONS, Phase
from courtly.games.cursed_court.view import SEASON_IDS
from courtly.testing import Slot, Subject, Unknown

YEARS_ENDS = ("year-end", "idle-year")

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
    """Check all cards and crowns. Return the coins or chips of all seats minus the chips bought."""
    if s.deck_size:
        cards = Counter(int(noble) for noble in s.deck[: s.deck_size]) + Counter(
            {noble: int(count) for noble, count in enumerate(s.aside)}
        )
        assert cards == Counter(dict.fromkeys(range(NOBLES), COPIES)), "the cards differ from the box"
    crowns = Counter(int(seat) for seat in s.crowns.ravel() if seat != NONE)
    for seat, placed in enumerate(s.placed):
        assert crowns[seat] == placed <= CROWNS, "the crowns on the board and in hand must be four"
        assert s.feint[seat] == NONE or seat in s.crowns[s.feint[seat]], "a feint without a crown of its owner"
    return int(s.purse.sum() + s.stack.sum() - s.bought.sum())


def follows_up(_content: Record, s: Record) -> bool:
    return bool(s.phase == Phase.STAKE)


@dataclass
class Bet:
    """A bet of this year. If its crown was bumped, `left` is the number of bets that its seat had made by then."""

    move: int
    region: str
    feint: bool
    left: int | None = None


@dataclass
class Year:
    """The bets of the current year by seat, the crowns on the board, and the bet that waits for its stake."""

    bets: dict[int, list[Bet]] = field(default_factory=dict)
    board: dict[str, tuple[int, Bet]] = field(default_factory=dict)
    waiting: Bet | None = None

    def place(self, seat: int, bet: Bet, *, shared: bool) -> None:
        """Put a crown on the board. Unless crowns can share a region, it bumps the crown in its region."""
        if bet.region in self.board and not shared:
            owner, bumped = self.board[bet.region]
            bumped.left = len(self.bets[owner])
        self.board[bet.region] = (seat, bet)


def retell(match: Match, s: Record) -> dict[str, Any]:
    """Return a record of the match with this year's deck and feints replaced by those in `s`."""
    record, ids = match.record(), region_ids(match.setup.options)  # type: ignore[arg-type]
    moves, deal = list(match.moves), record["deal"]
    if s.deck_size:
        deal = {**deal, "years": [*deal["years"][:-1], [NOBLE_IDS[noble] for noble in s.deck[: s.deck_size]]]}
    year = this_year(match)
    for seat, bets in year.bets.items() if match.options["masquerade"] else ():
        waiting = bool(s.pending_feint) if year.waiting is bets[-1] else None
        lying = ids[s.feint[seat]] if s.feint[seat] != NONE else None
        marks = next(found for found in markings(bets) if agrees(bets, found, lying, waiting))
        for bet, feint in zip(bets, marks, strict=True):
            moves[bet.move] = f"bet {bet.region}{' feint' if feint else ''}"
    return {**{key: record[key] for key in ("format", "game", "rules", "options")}, "deal": deal, "moves": moves}


def this_year(match: Match) -> Year:
    """Return the bets of this year."""
    year = Year()
    shared = bool(match.options["coinless"])
    for number, move in enumerate(match.moves):
        told = match.log(since=number)
        seat = int(told[0]["args"]["seat"])
        verb, *words = move.split(" ")
        if verb == "bet":
            year.waiting = Bet(number, words[0], words[1:] == ["feint"])
            year.bets.setdefault(seat, []).append(year.waiting)
        if year.waiting and not (verb == "bet" and _is_asked(match, number)):
            year.place(seat, year.waiting, shared=shared)
            year.waiting = None
        if any(event["id"] in YEARS_ENDS for event in told[: len(told) - len(match.log(since=number + 1))]):
            year = Year()
    return year


def _is_asked(match: Match, number: int) -> bool:
    """Return whether the stake of a bet is a separate move, already made or still to come."""
    if number + 1 < match.version:
        return match.moves[number + 1].startswith("stake ")
    return bool(match.view(None)["phase"] == "stake")


def markings(bets: list[Bet], marks: tuple[bool, ...] = ()) -> Iterator[tuple[bool, ...]]:
    """Yield every way to mark a seat's bets as plain or feint that the rules allow. The true way comes first."""
    if len(marks) == len(bets):
        yield marks
        return
    lying = [feint for bet, feint in zip(bets, marks, strict=False) if bet.left is None or bet.left > len(marks)]
    for feint in (bets[len(marks)].feint, not bets[len(marks)].feint):
        if lying.count(feint) < (1 if feint else CROWNS - 1):
            yield from markings(bets, (*marks, feint))


def agrees(bets: list[Bet], marks: tuple[bool, ...], lying: str | None, waiting: bool | None) -> bool:
    """Return whether these marks leave the feint in the region `lying`, or in hand if `lying` is None.

    If the last bet waits for its stake, `waiting` is the mark that it must have.
    """
    if waiting is not None:
        *bets, _ = bets
        *_, last = marks
        if last != waiting:
            return False
    feints = [bet.region for bet, feint in zip(bets, marks, strict=False) if feint and bet.left is None]
    return feints == ([] if lying is None else [lying])


def unknown(match: Match, audience: int | None) -> Unknown:
    """Return the hidden cards by year (14.2, 14.4), and the crowns of the other seats, each with a feint (14.3)."""
    groups: list[list[Slot]] = [
        [(("deal", "years", year, place),) for place in range(len(deck)) if place not in shown]
        for year, (deck, shown) in enumerate(zip(match.record()["deal"]["years"], seen(match, audience), strict=True))
    ]
    words: list[str] = []
    for seat, bets in this_year(match).bets.items() if match.options["masquerade"] else ():
        if seat != audience:
            groups.append(crowns(bets, words))
    return Unknown(groups, words)


def views(match: Match) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of years dealt and the public view, before the first move and after every move."""
    record = match.record()
    again = read_record({**{key: each for key, each in record.items() if key != "result"}, "moves": []})
    for move in [*match.moves, None]:
        yield len(again.record()["deal"]["years"]), again.view(None)
        if move is not None:
            again.play(move)


def seen(match: Match, audience: int | None) -> list[set[int]]:
    """Return, for each year, the indices of its deck that the audience has seen: the whole tableau after its end."""
    found: list[set[int]] = []
    tableau: set[int] = set()
    for years, view in views(match):
        if years > len(found):
            found = [*found[:-1], tableau, set()] if found else [set()]
        seated = [seat for seat, sits in enumerate(view["seated"]) if sits]
        holes = 2 * len(seated) if len(seated) < 4 else len(seated)
        tableau = set(range(holes + SEASONS))
        turned_up = set(range(holes, holes + SEASON_IDS.index(view["season"]) + 1))
        ended = view["phase"] in ("rebuy", "over")
        found[-1] = tableau if ended else turned_up | own_holes(seated, audience)
    return found


def own_holes(seated: list[int], audience: int | None) -> set[int]:
    """Return the deck indices of the hole cards that a seat sees: in two gaps, or in its own with two players.

    Clauses 3.1 to 3.4 and 14.8.
    """
    if audience not in seated:
        return set()
    place, count = seated.index(audience), len(seated)
    gaps = {place} if count == 2 else {place, (place - 1) % count}
    each = 2 if count < 4 else 1
    return {gap * each + card for gap in gaps for card in range(each)}


def crowns(bets: list[Bet], words: list[str]) -> list[Slot]:
    """Return one slot for each of a seat's four crowns: the words of its bets that mark the crown as the feint.

    Any of the crowns could be the feint. A crown that was not bet this year has its word in `words` instead.
    """
    made: list[list[Bet]] = [[] for _ in range(CROWNS)]
    for number, bet in enumerate(bets):
        crown = next(crown for crown in (made[:1] if bet.feint else made[1:]) if in_hand(crown, number))
        crown.append(bet)
    slots: list[Slot] = []
    for number, crown in enumerate(made):
        if not crown:
            words.append("" if number else "feint")
        slots.append(tuple(("moves", bet.move, 2) for bet in crown) or (("spare", len(words) - 1),))
    return slots


def in_hand(crown: list[Bet], number: int) -> bool:
    """Return whether a crown was in its owner's hand for bet `number`: not used this year, or bumped before."""
    return not crown or (crown[-1].left is not None and crown[-1].left <= number)


SUBJECT = Subject(
    "cursed_court", census, OPTIONS, follows_up=follows_up, retell=retell, unknown=unknown, luck=("luck",)
)
