"""The board of Cursed Court for one reader: who is who, the 27 regions, their crowns and chances, and the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from courtly.games.cursed_court import words
from courtly.web.games.cursed_court_contexts import About, Card, Crown, Dot, Gap, Odds, Region
from courtly.web.marks import Mark, marks
from courtly.web.seen import Seen

NOBLE_POINTS = (0, 1, 2, 5, 8)
SET_POINTS = {3: 3, 4: 4}

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
    def view(self) -> Mapping[str, Any]:
        """The reader's view."""
        return self.seen.view

    @property
    def lang(self) -> str:
        """The reader's language."""
        return self.seen.speaker.lang

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match."""
        options: Mapping[str, Any] = self.view["options"]
        return options

    @property
    def exchange(self) -> bool:
        """Whether chips stand in the place of coins."""
        return bool(self.options["great_exchange"] != "off")

    @property
    def hides_memory(self) -> bool:
        """Whether the reader has to remember what earlier years showed."""
        return bool(self.options["court_remembers"] == "hidden" and self.view["result"] is None)

    @property
    def withholds_odds(self) -> bool:
        """Whether chances would tell which cards sit out, which the reader has to remember."""
        return self.hides_memory and bool(self.view["aside"])

    @property
    def shows_odds(self) -> bool:
        """Whether chances are shown."""
        return "odds" not in self.seen.off and not self.withholds_odds and self.view["prospects"] is not None

    @cached_property
    def marks(self) -> list[Mark]:
        """How each seat is marked."""
        return marks(self.seen.names, self.seen.seat)

    @cached_property
    def nobles(self) -> list[str]:
        """The nobles in the order of the grid."""
        return words.noble_ids()

    @cached_property
    def face_up(self) -> Counter[str]:
        """The cards of the tableau."""
        return Counter(self.view["tableau"])

    @cached_property
    def known(self) -> Counter[str]:
        """The hole cards that the reader sees."""
        return Counter(card for gap in self.view["holes"] for card in gap["cards"] or ())

    @cached_property
    def fresh(self) -> set[tuple[str, int]]:
        """Region and seat of the crowns that others have placed since the reader's last turn."""
        start, end = self.seen.news_lines
        lines = words.annotated(self.view["log"], self.options)[start:end]
        bets = [(line.get("bet") or line.get("move") or "", line.get("seat")) for line in lines]
        return {(bet.split(" ")[1], seat) for bet, seat in bets if bet.startswith("bet ") and seat is not None}

    def name_of(self, region: str) -> str:
        """Return the name of a region."""
        return words.region_name(region, self.options["regions"], self.lang)

    def money(self, count: int) -> str:
        """Return a number of coins or chips in words."""
        return words.coin_words(count, self.lang, exchange=self.exchange)

    def dots(self, region: str, face_up: Mapping[str, int], known: Mapping[str, int]) -> list[Dot]:
        """Return the shape of a set region; a noble has none."""
        if region in self.nobles:
            return []
        needed = set(words.region_nobles(region, self.options["regions"]))
        return [_dot(noble, needed, face_up, known) for noble in self.nobles]


def _dot(noble: str, needed: set[str], face_up: Mapping[str, int], known: Mapping[str, int]) -> Dot:
    if noble not in needed:
        return ""
    return "seen" if face_up.get(noble) else "known" if known.get(noble) else "missing"


def regions(board: Board) -> list[Region]:
    """Return the nobles in the order of the grid, then the set regions in the order of the ring."""
    legal = {move.split(" ")[1] for move in board.view["legal"] if move.startswith("bet ")}
    sets = words.set_ids(board.options["regions"])
    slots = ring(sets, board)
    placed = [*((noble, 0) for noble in board.nobles), *sorted(slots.items(), key=lambda pair: pair[1])]
    return [_region(number, region, board, (slot, region in legal)) for number, (region, slot) in enumerate(placed)]


def ring(sets: Sequence[str], board: Board) -> dict[str, int]:
    """Return the place of each set region in the ring, from 1: that of its shape, or one that is left."""
    letters = dict(zip(board.nobles, LETTERS, strict=True))
    left = dict(enumerate(SLOTS, 1))
    shapes = {
        region: {letters[noble] for noble in words.region_nobles(region, board.options["regions"])} for region in sets
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
        worth=_worth(region, board),
        crowns=crowns,
        legal=legal,
        closed="" if legal else _closed(region, board),
        pending=region == board.view["pending"],
        odds=odds,
        about=About(needs(region, board), _odds_words(odds, board), _held(region, board)),
        summary=_summary(region, board),
    )


def _worth(region: str, board: Board) -> str:
    if region in board.nobles:
        return "1·2·5·8"
    return str(SET_POINTS[len(words.region_nobles(region, board.options["regions"]))])


def _crown(region: str, crown: Mapping[str, Any], board: Board) -> Crown:
    """Return a crown on the board."""
    mark, say = board.marks[crown["seat"]], board.seen.speaker.say
    coins = None if board.options["coinless"] else int(crown["coins"])
    label = say("Crown of {name}", name=mark.name)
    if coins is not None:
        label = say("Crown of {name}, {coins}", name=mark.name, coins=board.money(coins))
    if crown["feint"]:
        label = say("{crown}, your feint", crown=label)
    fresh = not mark.mine and (region, mark.seat) in board.fresh
    return Crown(mark=mark, coins=coins, feint=bool(crown["feint"]), fresh=fresh, label=label)


def _odds(region: str, board: Board) -> Odds | None:
    """Return a region's chance, unless it is not shown."""
    if not board.shows_odds:
        return None
    found = board.view["prospects"][region]
    return Odds(
        percent(found["chance"], board.lang), decimal(found["points"], board.lang), round(100 * found["chance"])
    )


def percent(chance: float, lang: str) -> str:
    """Return a chance in hundredths; what is merely near nothing or certain is not said to be so.

    Examples
    --------
    >>> percent(0.9999, "en"), percent(1, "en")
    ('>99%', '100%')
    """
    number = round(100 * chance)
    text = "<1" if number == 0 and chance > 0 else ">99" if number == 100 and chance < 1 else str(number)
    return f"{text}\u202f%" if lang == "fr" else f"{text}%"


def decimal(value: float, lang: str) -> str:
    """Return a number with one decimal."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if lang == "fr" else text


def needs(region: str, board: Board) -> str:
    """Return what must appear for a region to score, and what of it has."""
    say, lang = board.seen.speaker.say, board.lang
    if region in board.nobles:
        seen, known = board.face_up[region], board.known[region]
        copies = say("1, 2, 5 or 8 points for one, two, three or four cards.")
        there = say("In the tableau: {seen}; among your hole cards: {known}.", seen=seen, known=known)
        return f"{copies} {there}"
    nobles = words.region_nobles(region, board.options["regions"])
    everybody = words.together([words.the_noble(noble, lang) for noble in nobles], lang)
    missing = [words.the_noble(noble, lang) for noble in nobles if not board.face_up[noble] + board.known[noble]]
    whole = say("{points} points if {nobles} all appear.", points=SET_POINTS[len(nobles)], nobles=everybody)
    rest = say("They are all there.")
    if missing:
        rest = say("As far as you know, still missing: {nobles}.", nobles=words.together(missing, lang))
    return f"{whole} {rest}"


def _odds_words(odds: Odds | None, board: Board) -> str:
    if odds is None:
        return ""
    return board.seen.speaker.say(
        "From what you know: {chance} to score, {points} points on average.", chance=odds.chance, points=odds.points
    )


def _held(region: str, board: Board) -> str:
    """Return who holds a region, and what a crown there takes."""
    say, crowns = board.seen.speaker.say, board.view["board"].get(region, [])
    if not crowns:
        return (
            say("Nobody is there yet.") if board.options["coinless"] else say("Nobody is there: no coins are needed.")
        )
    if board.options["coinless"]:
        return board.seen.speaker.count(
            "{n} crown lies there: yours would score {n} less.",
            "{n} crowns lie there: yours would score {n} less.",
            len(crowns),
        )
    coins, least = board.money(crowns[0]["coins"]), words.least_stake(board.view, region)
    if crowns[0]["seat"] == board.seen.seat:
        return say("Your crown lies there with {coins}; {least} would bump it.", coins=coins, least=board.money(least))
    name = board.seen.names[crowns[0]["seat"]]
    return say("{name} is there with {coins}; {least} or more bump that crown.", name=name, coins=coins, least=least)


def _closed(region: str, board: Board) -> str:
    """Return why no crown can be placed in a region; nothing when it is not the reader's time to bet."""
    say, crowns = board.seen.speaker.say, board.view["board"].get(region, [])
    if board.view["to_move"] != board.seen.seat or board.view["phase"] != "bet":
        return ""
    if any(crown["seat"] == board.seen.seat for crown in crowns):
        return say("your crown")
    return say("takes {coins}", coins=board.money(words.least_stake(board.view, region)))


def _summary(region: str, board: Board) -> str:
    """Return what a picture of the region shows, in words."""
    say, lang = board.seen.speaker.say, board.lang
    if region in board.nobles:
        return say(
            "{seen} in the tableau, {known} in your hole cards", seen=board.face_up[region], known=board.known[region]
        )
    nobles = words.region_nobles(region, board.options["regions"])
    return words.together([words.noble_name(noble, lang) for noble in nobles], lang)


def cards(counts: Mapping[str, int], board: Board, known: Mapping[str, int] | None = None) -> list[Card]:
    """Return the cards of each noble of which there are any, in the order of the grid."""
    hidden = known or {}
    totals = {noble: counts.get(noble, 0) + hidden.get(noble, 0) for noble in board.nobles}
    return [
        Card(noble, words.noble_name(noble, board.lang), total, hidden.get(noble, 0))
        for noble, total in totals.items()
        if total
    ]


def gaps(board: Board) -> list[Gap]:
    """Return the hole cards that the reader sees."""
    return [_gap(gap, board) for gap in board.view["holes"] if gap["cards"]]


def _gap(gap: Mapping[str, Any], board: Board) -> Gap:
    say = board.seen.speaker.say
    others = [board.seen.names[seat] for seat in gap["seats"] if seat != board.seen.seat]
    shared = say("shared with {name}", name=others[0]) if others else say("yours alone")
    found = [Card(noble, words.noble_name(noble, board.lang), 1, 1) for noble in gap["cards"]]
    return Gap(found, shared)
