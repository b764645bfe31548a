"""Courtisans on the pages: the table, the choices and the scoring, drawn from one seat's scene and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from courtly.games.courtisans import words
from courtly.games.courtisans.content import NAME, OURS
from courtly.games.courtisans.moves import TABLE
from courtly.games.courtisans.page_contexts import (
    Chip,
    Choice,
    Column,
    Domain,
    Final,
    HandCard,
    Mission,
    SeatScore,
    Turn,
    Zone,
)
from courtly.games.courtisans.scene import Log, scene, standing_words, status
from courtly.games.courtisans.view import ScoredCard, View
from courtly.scene.model import Act, Line, Piece, Place, Scene, Seat
from courtly.scene.page import GamePages, Seen
from courtly.scene.parts import words_of
from courtly.scene.verdict import headline
from courtly.text.languages import marked
from courtly.text.reader import Reader

COLUMNS = ("butterfly", "toad", "nightingale", "queen", "hare", "stag", "carp")
"""The columns of the mat from left to right; spies wait in the Queen's."""

ZONES = {
    "table": marked("Queen's table"),
    "own": marked("Your domain"),
    "other": marked("An opponent's domain"),
}


class Courtisans(GamePages):
    """The pages of Courtisans; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT

    def log(self, seen: Seen) -> list[Line]:
        """Return what has happened, in sentences."""
        return _lines(seen.log, seen)

    def news(self, seen: Seen) -> list[Line]:
        """Return what has happened since the reader's last turn."""
        return _lines(_news(seen), seen)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        return headline(seen)

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        drawn = _drawn(seen)
        view, reader = drawn.view, drawn.reader
        return Turn(
            asked=drawn.scene.question,
            columns=_columns(drawn),
            domains=_domains(drawn),
            hand=_hand(drawn),
            zones=_zones(drawn),
            targets=_targets(drawn),
            spare=_spare(drawn),
            missions=[_mission(mission, drawn) for mission in view["missions"][seen.first] or []],
            note=reader.worded(OURS) if view["options"]["edition"] == "2023" else "",
            eliminated=_chips("eliminated", drawn),
            deck=reader.count("{n} card in the deck", "{n} cards in the deck", view["deck"]),
            turn=reader.say("Turn {turn} of {turns}", turn=view["turn"], turns=view["turns"]),
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        drawn = _drawn(seen)
        result = drawn.view["result"]
        assert result is not None
        assert drawn.scene.sheet is not None
        return Final(
            columns=_columns(drawn),
            seats=[_seat_score(row.seat, drawn) for row in drawn.scene.sheet.rows],
            eliminated=_chips("eliminated", drawn),
            missions_most=max(len(missions) for missions in result["missions"]),
        )


PAGE = Courtisans()


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What the parts of a page are drawn from; `fresh` names the pieces that others played since the reader's turn."""

    view: View
    scene: Scene
    places: Mapping[str, Place]
    reader: Reader
    fresh: Collection[str]


def _drawn(seen: Seen) -> _Drawn:
    view = cast(View, seen.view)
    table = scene(view, seen.log, seen.reader)
    news = () if view["result"] else _news(seen)
    fresh = {step["piece"] for event in news if event["id"] == "play" for step in event["steps"]}
    return _Drawn(view, table, {place.id: place for place in table.places}, seen.reader, fresh)


def _news(seen: Seen) -> Log:
    """Return the events since the reader's last turn."""
    start, end = seen.news_lines
    return seen.log[start:end]


def _lines(log: Log, seen: Seen) -> list[Line]:
    """Return events as sentences."""
    return words_of(NAME).lines(log, seen.view["options"], seen.reader)


def _columns(drawn: _Drawn) -> list[Column]:
    """Return the seven columns of the mat; the Queen's counts the spies that wait there."""
    above, below = (_by_column(area, drawn) for area in TABLE)
    waiting = (len(above["queen"]), len(below["queen"]))
    counts = _counts(drawn.view)
    return [_column(family, above[family], below[family], drawn, counts.get(family, waiting)) for family in COLUMNS]


def _counts(view: View) -> dict[str, tuple[int, int]]:
    """Return each family's count above and below the mat, of cards that lie face up."""
    if view["result"]:
        return {row["family"]: (row["above"], row["below"]) for row in view["result"]["families"]}
    return {family: (sides["above"], sides["below"]) for family, sides in view["standing"].items()}


def _column(family: str, above: list[Chip], below: list[Chip], drawn: _Drawn, counts: tuple[int, int]) -> Column:
    """Return one column."""
    lang, say = drawn.reader.lang, drawn.reader.say
    name = words.family_name(family, lang)
    if family == "queen":
        return Column(family, name, "", above, below, *counts, "queen", "", "")
    state, letter = status(*counts), words.family_letter(family, lang)
    summary = say("{title}: {value}.", title=name, value=standing_words(drawn.view, family, drawn.reader))
    return Column(family, name, letter, above, below, *counts, state, words.status_name(state, lang), summary)


def _by_column(area: str, drawn: _Drawn) -> dict[str, list[Chip]]:
    """Return the cards of one side of the Queen's table by the column they lie in."""
    columns: dict[str, list[Chip]] = {family: [] for family in COLUMNS}
    for chip in _chips(area, drawn):
        columns[chip.family or "queen"].append(chip)
    return columns


def _chips(place: str, drawn: _Drawn) -> list[Chip]:
    """Return the cards that lie at a place."""
    return [_chip(piece, drawn) for piece in drawn.places[place].pieces]


def _chip(piece: Piece, drawn: _Drawn) -> Chip:
    """Return a card, or a spy by its number, as it is drawn for this reader."""
    fresh = piece.id in drawn.fresh
    if piece.face is None:
        return _spy_chip(piece, drawn, fresh=fresh)
    return replace(_card_chip(piece.face, drawn.reader.lang), fresh=fresh)


def _card_chip(card: str, lang: str) -> Chip:
    """Return a card that lies face up."""
    family, _, role = card.partition(".")
    letter = words.family_letter(family, lang)
    return Chip(family=family, role="" if role == "plain" else role, letter=letter, label=words.card_name(card, lang))


def _spy_chip(piece: Piece, drawn: _Drawn, *, fresh: bool) -> Chip:
    """Return a card that lies face down, with what this reader knows of it."""
    number = piece.id.partition(":")[2]
    chip = Chip(family=None, role="", letter=number, label=piece.title, fresh=fresh)
    card = drawn.view["spies"][int(number) - 1]["card"]
    if card is None:
        return chip
    family = card.partition(".")[0]
    return replace(chip, known=family, known_letter=words.family_letter(family, drawn.reader.lang))


def _domains(drawn: _Drawn) -> list[Domain]:
    """Return the domains, the reader's first and the others in turn order after it."""
    seats = drawn.scene.seats
    first = drawn.reader.seat or 0
    return [_domain(seats[(first + step) % len(seats)], drawn) for step in range(len(seats))]


def _domain(seat: Seat, drawn: _Drawn) -> Domain:
    """Return what lies before one seat."""
    area = f"domain:{seat.number}"
    return Domain(
        seat=seat.number,
        name=seat.name,
        title=drawn.places[area].title,
        mine=seat.mine,
        to_move=seat.decides,
        first=seat.number == drawn.view["first"],
        hand=drawn.view["hands"][seat.number],
        chips=_chips(area, drawn),
    )


def _hand(drawn: _Drawn) -> list[HandCard]:
    """Return the reader's cards; a single one is chosen already."""
    hand, lang = drawn.view["hand"] or [], drawn.reader.lang
    return [HandCard(f"play {card}", _card_chip(card, lang), len(hand) == 1) for card in hand]


def _zones(drawn: _Drawn) -> list[Zone]:
    """Return the three areas of a turn, each with the places in it that are legal now."""
    if not drawn.scene.acts or drawn.view["phase"] != "play":
        return []
    choices: dict[str, list[Choice]] = {zone: [] for zone in ZONES}
    for place in dict.fromkeys(act.target for act in drawn.scene.acts if act.open and act.target):
        choices[_zone(place, drawn)].append(_place(place, drawn))
    used = drawn.view["used"]
    return [Zone(drawn.reader.say(title), zone in used, choices[zone]) for zone, title in ZONES.items()]


def _zone(place: str, drawn: _Drawn) -> str:
    """Return which of the three areas of a turn a place belongs to."""
    if place in TABLE:
        return "table"
    return "own" if drawn.places[place].owner == drawn.reader.seat else "other"


def _place(place: str, drawn: _Drawn) -> Choice:
    """Return the button of a place."""
    say, hint, owner = drawn.reader.say, drawn.places[place].title, drawn.places[place].owner
    if owner is None:
        return Choice(place, say("Above") if place == "above" else say("Below"), hint)
    return Choice(place, hint if owner == drawn.reader.seat else drawn.reader.name(owner), hint)


def _targets(drawn: _Drawn) -> list[Choice]:
    """Return the cards that an assassin may eliminate."""
    lies = {piece.id: (place, piece) for place, piece in drawn.scene.pieces()}
    acts = [act for act in drawn.scene.acts if act.open and act.move.startswith("kill ")]
    return [_target(act, *lies[act.target or ""], drawn) for act in acts]


def _target(act: Act, place: Place, piece: Piece, drawn: _Drawn) -> Choice:
    """Return the button of a target; where it lies is said when it may lie on either side."""
    name = words.card_name(act.move.split(" ")[1], drawn.reader.lang)
    sides = {"above": drawn.reader.say("above"), "below": drawn.reader.say("below")}
    side = sides.get(place.id, "")
    return Choice(act.move, name[:1].upper() + name[1:], act.words, _chip(piece, drawn), side)


def _spare(drawn: _Drawn) -> Choice | None:
    """Return the button that eliminates nobody, when that is a choice."""
    act = next((act for act in drawn.scene.acts if act.move == "spare"), None)
    return Choice(act.move, act.words, act.words) if act else None


def _mission(mission: str, drawn: _Drawn, *, met: bool = False, points: int = 0) -> Mission:
    """Return a mission card."""
    colour = words.mission_colour(mission, drawn.view["options"]["edition"]) or ""
    return Mission(words.mission_text(mission, drawn.reader.lang), colour, met, points)


def _seat_score(seat: int, drawn: _Drawn) -> SeatScore:
    """Return how one seat came to its points."""
    result = drawn.view["result"]
    assert result is not None
    domain = [_scored(entry, drawn.reader.lang) for entry in result["domains"][seat]]
    missions = [_mission(e["mission"], drawn, met=e["met"], points=e["points"]) for e in result["missions"][seat]]
    return SeatScore(
        name=drawn.reader.name(seat),
        mine=seat == drawn.reader.seat,
        winner=seat in result["winners"],
        domain=domain,
        domain_points=_sum(chip.points for chip in domain),
        missions=missions,
        mission_points=_sum(mission.points for mission in missions),
        total=result["scores"][seat],
    )


def _scored(entry: ScoredCard, lang: str) -> Chip:
    """Return a card of a domain with its points."""
    return replace(_card_chip(entry["card"], lang), points=entry["points"], spied=entry["spy"] is not None)


def _sum(points: Iterable[int | None]) -> int:
    """Return the sum of points that are known."""
    return sum(p for p in points if p is not None)
