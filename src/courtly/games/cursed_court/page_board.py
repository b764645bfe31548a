"""The board of Cursed Court for one reader: who is who, the 27 regions, their crowns and chances, and the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast

from courtly.games.cursed_court import names, outlook, view, words
from courtly.games.cursed_court.events import crown_id
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.page_contexts import About, Card, Crown, Dot, Gap, Odds, Region
from courtly.scene.marks import Mark, marks
from courtly.scene.page import Seen
from courtly.text.reader import Reader

SLOTS = (
    "CMP", "CMPQ", "CMK", "MKQD", "MKD",
    "CQA", "KQJ", "CPJ", "KDA", "PQD", "MQS", "CKJA", "MPDS",
    "PJS", "PQJS", "JSA", "QDSA", "DSA",
)  # fmt: skip
"""Where the shapes of the printed set regions lie in the ring around the nobles, row by row."""
LETTERS = "CMKPQDJSA"


@dataclass(frozen=True)
class Board:
    """A position as one reader sees it, with what several parts of the page need."""

    seen: Seen

    @property
    def view(self) -> view.View:
        """The reader's view."""
        return cast(view.View, self.seen.view)

    @property
    def reader(self) -> Reader:
        """Whom the page is for."""
        return self.seen.reader

    @property
    def lang(self) -> str:
        """The reader's language."""
        return self.seen.reader.lang

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match."""
        options: Mapping[str, Any] = self.view["options"]
        return options

    @cached_property
    def marks(self) -> list[Mark]:
        """How each seat is marked."""
        return marks(self.seen.names, self.seen.seat)

    @cached_property
    def nobles(self) -> list[str]:
        """The nobles in the order of the grid."""
        return names.noble_ids()

    @cached_property
    def face_up(self) -> Counter[str]:
        """The cards of the tableau."""
        return Counter(self.view["tableau"])

    @cached_property
    def known(self) -> Counter[str]:
        """The hole cards that the reader sees."""
        return outlook.known_holes(self.view)

    @cached_property
    def fresh(self) -> set[tuple[str, int]]:
        """Region and seat of the crowns that others have placed since the reader's last turn."""
        start, end = self.seen.news_lines
        placed = [event["args"] for event in self.seen.log[start:end] if event["id"] == "place"]
        return {(args["region"], args["seat"]) for args in placed}

    def name_of(self, region: str) -> str:
        """Return the name of a region."""
        return names.region_name(region, self.options["regions"], self.lang)

    def money(self, count: int) -> str:
        """Return a number of coins or chips in words."""
        return names.coin_words(count, self.reader, exchange=names.is_exchange(self.options))

    def dots(self, region: str, face_up: Mapping[str, int], known: Mapping[str, int]) -> list[Dot]:
        """Return the shape of a set region; a noble has none."""
        if region in self.nobles:
            return []
        needed = set(names.region_nobles(region, self.options["regions"]))
        return [_dot(noble, needed, face_up, known) for noble in self.nobles]


def _dot(noble: str, needed: set[str], face_up: Mapping[str, int], known: Mapping[str, int]) -> Dot:
    if noble not in needed:
        return ""
    return "seen" if face_up.get(noble) else "known" if known.get(noble) else "missing"


def regions(board: Board) -> list[Region]:
    """Return the nobles in the order of the grid, then the set regions in the order of the ring."""
    legal = {move.split(" ")[1] for move in board.view["legal"] if move.startswith("bet ")}
    sets = names.set_ids(board.options["regions"])
    slots = ring(sets, board)
    placed = [*((noble, 0) for noble in board.nobles), *sorted(slots.items(), key=lambda pair: pair[1])]
    return [_region(number, region, board, (slot, region in legal)) for number, (region, slot) in enumerate(placed)]


def ring(sets: Sequence[str], board: Board) -> dict[str, int]:
    """Return the place of each set region in the ring, from 1: that of its shape, or one that is left."""
    letters = dict(zip(board.nobles, LETTERS, strict=True))
    left = dict(enumerate(SLOTS, 1))
    shapes = {
        region: {letters[noble] for noble in names.region_nobles(region, board.options["regions"])} for region in sets
    }
    found = dict[str, int]()
    for region, shape in shapes.items():
        slot = next((slot for slot, letters_of in left.items() if set(letters_of) == shape), 0)
        if slot:
            found[region] = slot
            del left[slot]
    return found | dict(zip((region for region in sets if region not in found), left, strict=True))


def _region(number: int, region: str, board: Board, place: tuple[int, bool]) -> Region:
    """Return one region; `place` is its slot and whether a crown can be placed there now."""
    slot, legal = place
    crowns = [_crown(region, crown, board) for crown in board.view["board"].get(region, [])]
    odds = _odds(region, board)
    return Region(
        number=number,
        id=region,
        name=board.name_of(region),
        dots=board.dots(region, board.face_up, board.known),
        seen=board.face_up[region],
        known=board.known[region],
        slot=slot,
        crowns=crowns,
        legal=legal,
        closed="" if legal else _closed(region, board),
        pending=region == board.view["pending"],
        odds=odds,
        about=_about(region, board),
        summary=outlook.summary_words(region, board.view, board.reader),
    )


def _about(region: str, board: Board) -> About:
    """Return what is said of a region once it is chosen."""
    view, reader = board.view, board.reader
    return About(
        outlook.needs_words(region, view, reader),
        outlook.odds_words(region, view, reader),
        words.held_words(region, view, reader),
    )


def _crown(region: str, crown: view.Crown, board: Board) -> Crown:
    """Return a crown on the board."""
    mark, say = board.marks[crown["seat"]], board.reader.say
    coins = None if board.options["coinless"] else int(crown["coins"])
    label = names.crown_name(mark.name, board.reader)
    if coins is not None:
        label = say("{crown}, {coins}", crown=label, coins=board.money(coins))
    if crown["feint"]:
        label = say("{crown}, your feint", crown=label)
    fresh = not mark.mine and (region, mark.seat) in board.fresh
    return Crown(
        id=crown_id(region, mark.seat),
        mark=mark,
        coins=coins,
        pile=_pile(coins or 0, mark.seat, board),
        feint=bool(crown["feint"]),
        fresh=fresh,
        label=label,
    )


def _pile(coins: int, seat: int, board: Board) -> Literal["none", "few", "some", "much", "bound"]:
    """Return how high a pile of coins stands."""
    if not coins:
        return "none"
    if coins >= beyond_bumping(board, seat):
        return "bound"
    return "few" if coins < 3 else "some" if coins < 8 else "much"


def _odds(region: str, board: Board) -> Odds | None:
    """Return a region's chance, unless it is not shown."""
    if not outlook.shows_odds(board.view, board.reader):
        return None
    assert board.view["prospects"] is not None
    found = board.view["prospects"][region]
    chance = found["chance"]
    return Odds(outlook.percent(chance, board.lang), names.decimal(found["points"], board.lang), round(100 * chance))


def _closed(region: str, board: Board) -> str:
    """Return why no crown can be placed in a region; nothing when it is not the reader's time to bet."""
    say, crowns = board.reader.say, board.view["board"].get(region, [])
    if board.view["to_move"] != board.seen.seat or board.view["phase"] != "bet":
        return ""
    if any(crown["seat"] == board.seen.seat for crown in crowns):
        return say("your crown")
    return say("needs {coins}", coins=board.money(least_stake(board.view, region)))


def cards(counts: Mapping[str, int], board: Board, known: Mapping[str, int] | None = None) -> list[Card]:
    """Return the cards of each noble of which there are any, in the order of the grid."""
    hidden = known or {}
    totals = {noble: counts.get(noble, 0) + hidden.get(noble, 0) for noble in board.nobles}
    return [
        Card(noble, names.noble_name(noble, board.lang), total, hidden.get(noble, 0))
        for noble, total in totals.items()
        if total
    ]


def gap(found: view.Gap, board: Board) -> Gap:
    """Return the hole cards of a gap, face down unless the reader sees them."""
    say, own = board.reader.say, board.seen.seat
    others = [board.seen.names[seat] for seat in found["seats"] if seat != own]
    shared = say("shared with {name}", name=others[0]) if others else say("yours alone")
    return Gap(
        id=f"gap:{found['gap']}",
        count=found["count"],
        cards=[Card(noble, names.noble_name(noble, board.lang), 1, 1) for noble in found["cards"] or ()],
        shared=shared if found["cards"] else "",
        between=names.together([board.seen.names[seat] for seat in found["seats"]], board.lang),
    )


def beyond_bumping(board: Board, seat: int | None) -> int:
    """Return the fewest coins of a seat that no other could double, even with all its coins back in hand."""
    position = board.view
    wealth = list(position["purse"])
    for crowns in position["board"].values():
        wealth[crowns[0]["seat"]] += crowns[0]["coins"]
    others = [coins for other, coins in enumerate(wealth) if other != seat and position["seated"][other]]
    return max(max(others, default=0) // 2 + 1, 1)
