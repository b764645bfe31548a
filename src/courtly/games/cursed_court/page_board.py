"""The board of Cursed Court for one viewer: the seats' marks, the 27 regions with crowns and chances, and the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Literal, cast

from courtly.games.cursed_court import names, outlook, view, words
from courtly.games.cursed_court.events import crown_id
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.memory import ViewCache, cache_text
from courtly.games.cursed_court.page_contexts import (
    About,
    Bid,
    Card,
    Crown,
    Dot,
    Gap,
    Odds,
    Region,
    RegionTile,
    SeatMark,
    Stakes,
)
from courtly.scene.page import PageInput
from courtly.text.locales import Locale

SLOTS = (
    "CMP", "CMPQ", "CMK", "MKQD", "MKD",
    "CQA", "KQJ", "CPJ", "KDA", "PQD", "MQS", "CKJA", "MPDS",
    "PJS", "PQJS", "JSA", "QDSA", "DSA",
)  # fmt: skip
"""The printed set regions by their position around the nobles, row by row. A letter is a noble (see `LETTERS`)."""
LETTERS = "CMKPQDJSA"

SHOWN_BIDS = 5
"""Maximum number of stakes of a bidding war that a region shows; the caption has all of them."""

CACHE = ViewCache()


@dataclass(frozen=True)
class Board:
    """A position as one viewer sees it, with values that several parts of the page use."""

    page_input: PageInput

    @property
    def view(self) -> view.View:
        """The viewer's view."""
        return cast(view.View, self.page_input.view)

    @property
    def locale(self) -> Locale:
        """The viewer's locale."""
        return self.page_input.locale

    @property
    def lang(self) -> str:
        """The viewer's language."""
        return self.page_input.locale.lang

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match."""
        options: Mapping[str, Any] = self.view["options"]
        return options

    @cached_property
    def marks(self) -> list[SeatMark]:
        """The marks of the seats."""
        signs = zip(self.page_input.names, self.page_input.pennants, strict=True)
        return [SeatMark(seat, name, sign, seat == self.page_input.seat) for seat, (name, sign) in enumerate(signs)]

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
        """The hole cards that the viewer sees."""
        return outlook.known_holes(self.view)

    @cached_property
    def printed(self) -> str:
        """The set regions of the match, as a text for cache keys."""
        return cache_text(self.options["regions"])

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each region on the page."""
        return {region: number for number, (region, _) in enumerate(_placed(self))}

    @cached_property
    def about(self) -> Hashable:
        """The cache key of the texts that do not depend on the crowns of a region."""
        return outlook.texts_key(self.view, self.locale), self.page_input.pennants

    @cached_property
    def wealth(self) -> list[int]:
        """The coins of each seat, including those under its crowns."""
        wealth = list(self.view["purse"])
        for crowns in self.view["board"].values():
            wealth[crowns[0]["seat"]] += crowns[0]["coins"]
        return wealth

    @cached_property
    def unbeatable_stakes(self) -> list[int]:
        """By seat, the smallest stake that no other seat could double, even if it had all of its coins in hand."""
        return [_unbeatable_stake(seat, self) for seat in range(self.view["players"])]

    @property
    def has_aids(self) -> bool:
        """Whether the page shows conclusions about the opponents' hole cards and crowns (the aid `unseen`)."""
        return not {"aids", "unseen"} & {*self.page_input.off}

    @cached_property
    def fresh(self) -> set[tuple[str, int]]:
        """Region and seat of the crowns that other seats have placed since the viewer's last turn."""
        start, end = self.page_input.news_lines
        placed = [event["args"] for event in self.page_input.log[start:end] if event["id"] == "place"]
        return {(args["region"], args["seat"]) for args in placed}

    @cached_property
    def war(self) -> tuple[str, tuple[Bid, ...]]:
        """The region and the stakes of the current bidding war. Both are empty if there is none."""
        log = self.page_input.log
        past = log[:-1] if log and log[-1]["id"] == "bet" else log
        if not past or past[-1]["id"] != "place":
            return "", ()
        region, stakes = past[-1]["args"]["region"], past[-1]["args"]["stakes"]
        if len(stakes) <= words.BUMP or log[-1]["args"]["region"] != region:
            return "", ()
        places = (event["args"] for event in reversed(past) if event["id"] == "place")
        seats = [*islice((place["seat"] for place in places if place["region"] == region), len(stakes))]
        return region, tuple(Bid(self.marks[seat], coins) for seat, coins in zip(reversed(seats), stakes, strict=True))

    def name_of(self, region: str) -> str:
        """Return the name of a region."""
        return names.region_name(region, self.options["regions"], self.lang)

    def money(self, count: int) -> str:
        """Return a number of coins or chips in words."""
        return names.coin_words(count, self.locale, exchange=names.is_exchange(self.options))

    def nobles_of(self, region: str) -> list[str]:
        """Return the nobles that a region needs."""
        return names.region_nobles(region, self.options["regions"])

    def shape(self, region: str) -> tuple[str, ...]:
        """Return the grid with the ids of the nobles of a set region; empty for a noble region."""
        needed = () if region in self.nobles else self.nobles_of(region)
        return tuple(noble if noble in needed else "" for noble in self.nobles) if needed else ()

    def dots(self, region: str, face_up: Mapping[str, int], known: Mapping[str, int]) -> tuple[Dot, ...]:
        """Return the grid of a set region with the state of each noble; empty for a noble region."""
        if region in self.nobles:
            return ()
        needed = set(self.nobles_of(region))
        return tuple(_dot(noble, needed, face_up, known) for noble in self.nobles)


def _unbeatable_stake(seat: int, board: Board) -> int:
    others = [coins for other, coins in enumerate(board.wealth) if other != seat and board.view["seated"][other]]
    return max(max(others, default=0) // 2 + 1, 1)


def _dot(noble: str, needed: set[str], face_up: Mapping[str, int], known: Mapping[str, int]) -> Dot:
    if noble not in needed:
        return ""
    return "seen" if face_up.get(noble) else "known" if known.get(noble) else "missing"


def regions(board: Board) -> list[Region]:
    """Return the nobles in the order of the grid, then the set regions in the order of their positions around it."""
    return [_region_of(number, region, slot, board) for number, (region, slot) in enumerate(_placed(board))]


def _placed(board: Board) -> tuple[tuple[str, int], ...]:
    """Return the regions in the order of the page, each with its position around the grid (0 for a noble)."""
    return CACHE.get_or_make((board.printed, "ring"), lambda: _places(board))


def _places(board: Board) -> tuple[tuple[str, int], ...]:
    slots = ring(names.set_ids(board.options["regions"]), board)
    return (*((noble, 0) for noble in board.nobles), *sorted(slots.items(), key=lambda pair: pair[1]))


def ring(sets: Sequence[str], board: Board) -> dict[str, int]:
    """Return each set region's position around the grid, from 1. A custom set takes the next free position."""
    letters = dict(zip(board.nobles, LETTERS, strict=True))
    left = dict(enumerate(SLOTS, 1))
    shapes = {region: {letters[noble] for noble in board.nobles_of(region)} for region in sets}
    found = dict[str, int]()
    for region, shape in shapes.items():
        slot = next((slot for slot, letters_of in left.items() if set(letters_of) == shape), 0)
        if slot:
            found[region] = slot
            del left[slot]
    return found | dict(zip((region for region in sets if region not in found), left, strict=True))


def _region_of(number: int, region: str, slot: int, board: Board) -> Region:
    """Return the context of one region, from the cache if its inputs are unchanged."""
    view, seat = board.view, board.page_input.seat
    lying = view["board"].get(region, [])
    piles = tuple(
        ((region, one["seat"]) in board.fresh, one["coins"] >= board.unbeatable_stakes[one["seat"]]) for one in lying
    )
    laid = (view["to_move"], bool(view["pending_feint"])) if view["pending"] == region else None
    poor = seat is not None and not board.options["coinless"] and view["purse"][seat] < least_stake(view, region)
    is_played = seat is not None and view["phase"] in ("bet", "stake") and view["seated"][seat]
    war = board.war[1] if board.war[0] == region else ()
    key = (board.about, outlook.region_key(region, view), number, slot, piles, laid, poor, is_played, war)
    return CACHE.get_or_make(key, lambda: _region(number, region, slot, war, board))


def _region(number: int, region: str, slot: int, war: tuple[Bid, ...], board: Board) -> Region:
    view, locale = board.view, board.locale
    closed, needs = _closed(region, board), outlook.needs_words(region, view, locale)
    tile = RegionTile(
        number=number,
        id=region,
        name=board.name_of(region),
        nobles=" ".join(board.nobles_of(region)),
        shape=board.shape(region),
        seen=board.face_up[region],
        known=board.known[region],
        slot=slot,
        closed=closed,
        needs="" if closed else needs,
        summary=outlook.summary_words(region, view, locale),
    )
    stakes = Stakes(
        region=region,
        crowns=tuple(_crown(region, crown, board) for crown in view["board"].get(region, [])),
        laid=_pending_crown(region, board) if region == view["pending"] else None,
        war=war[-SHOWN_BIDS:],
        held="" if closed else words.held_words(region, view, locale),
    )
    return Region(tile, stakes, _odds(region, board), About(needs, outlook.odds_words(region, view, locale), closed))


def _crown(region: str, crown: view.Crown, board: Board) -> Crown:
    """Return a crown on the board."""
    mark, say = board.marks[crown["seat"]], board.locale.say
    coins = None if board.options["coinless"] else int(crown["coins"])
    label = names.crown_name(mark.name, board.locale)
    if coins is not None:
        label = say("{crown}, {coins}", crown=label, coins=board.money(coins))
    if crown["feint"]:
        label = say("{crown}, your feint", crown=label)
    return Crown(
        id=crown_id(region, mark.seat),
        mark=mark,
        coins=coins,
        pile=_pile(coins or 0, mark.seat, board),
        feint=bool(crown["feint"]),
        fresh=not mark.mine and (region, mark.seat) in board.fresh,
        label=label,
    )


def _pending_crown(region: str, board: Board) -> Crown:
    """Return the crown in a region whose stake is still due."""
    seat = board.view["to_move"]
    assert seat is not None
    mark = board.marks[seat]
    return Crown(
        id=crown_id(region, seat),
        mark=mark,
        coins=None,
        pile="none",
        feint=bool(board.view["pending_feint"]),
        fresh=False,
        label=names.crown_name(mark.name, board.locale),
    )


def _pile(coins: int, seat: int, board: Board) -> Literal["none", "few", "some", "much", "bound"]:
    """Return the height of a pile of coins, or "bound" if no other seat can double it."""
    if not coins:
        return "none"
    if coins >= board.unbeatable_stakes[seat]:
        return "bound"
    return "few" if coins < 3 else "some" if coins < 8 else "much"


def _odds(region: str, board: Board) -> Odds | None:
    """Return a region's chance; None if it is not shown."""
    if not outlook.shows_odds(board.view, board.locale):
        return None
    assert board.view["prospects"] is not None
    found, language = board.view["prospects"][region], board.locale.language
    chance = found["chance"]
    return Odds(outlook.percent(chance, language), language.decimal(found["points"]), round(100 * chance))


def _closed(region: str, board: Board) -> str:
    """Return why the viewer cannot place a crown in a region now or on the next turn. If it is possible, return ""."""
    say, seat, now = board.locale.say, board.page_input.seat, board.view
    if seat is None or now["phase"] not in ("bet", "stake") or not now["seated"][seat]:
        return ""
    if any(crown["seat"] == seat for crown in now["board"].get(region, [])):
        return say("your crown")
    least = least_stake(now, region)
    return say("needs {coins}", coins=board.money(least)) if now["purse"][seat] < least else ""


def cards(counts: Mapping[str, int], board: Board, known: Mapping[str, int] | None = None) -> tuple[Card, ...]:
    """Return the nobles with at least one card, with their counts, in the order of the grid."""
    hidden = known or {}
    totals = {noble: counts.get(noble, 0) + hidden.get(noble, 0) for noble in board.nobles}
    return tuple(
        Card(noble, names.noble_name(noble, board.lang), total, hidden.get(noble, 0))
        for noble, total in totals.items()
        if total
    )


def shared_words(name: str, count: int, locale: Locale) -> str:
    """Return the words for hole cards that the viewer shares with a player; `count` is the number of cards."""
    return locale.count("shared with {name}", "shared with {name}", count, name=name)


def gap(found: view.Gap, board: Board) -> Gap:
    """Return the hole cards of a gap, face down unless the viewer sees them."""
    say, own = board.locale.say, board.page_input.seat
    others = [board.page_input.names[seat] for seat in found["seats"] if seat != own]
    count = found["count"]
    shared = shared_words(others[0], count, board.locale) if others else say("yours only")
    return Gap(
        id=f"gap:{found['gap']}",
        count=count,
        cards=tuple(Card(noble, names.noble_name(noble, board.lang), 1, 1) for noble in found["cards"] or ()),
        shared=shared if found["cards"] else "",
        between=names.together([board.page_input.names[seat] for seat in found["seats"]], board.lang),
    )
