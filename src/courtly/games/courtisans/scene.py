"""The table of Courtisans as a scene: places with their cards, what the reader may do, who sits where, the score sheet.

Cards are named as in the steps of events (`courtly.games.courtisans.events`): `play:17` lies face up, `spy:3` face
down, `hand:0/1` is a slot of a hand, `missions:0/1` a mission.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from courtly.games.courtisans.content import KIND_OF
from courtly.games.courtisans.events import lying
from courtly.games.courtisans.moves import AREA_IDS, REASONS, TABLE
from courtly.games.courtisans.page_reckoning import status
from courtly.games.courtisans.rules import Reason
from courtly.games.courtisans.view import FamilyCount, Result, Sides, Spy, View
from courtly.games.courtisans.what_if import WhatIf
from courtly.games.courtisans.words import (
    TITLE,
    area_name,
    card_name,
    family_name,
    mission_text,
    move_words,
    owner_form,
    question,
)
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import victory
from courtly.text.languages import marked
from courtly.text.reader import Reader

Log = Sequence[Mapping[str, Any]]
"""The events of a match, from the first move on, as an audience was told them."""

STANDING = {
    "esteemed": marked("{above} above, {below} below; esteemed so far"),
    "fallen": marked("{above} above, {below} below; fallen from grace so far"),
    "neutral": marked("{above} above, {below} below; neutral so far"),
}
STANDING_AT_THE_END = {
    "esteemed": marked("{above} above, {below} below; esteemed"),
    "fallen": marked("{above} above, {below} below; fallen from grace"),
    "neutral": marked("{above} above, {below} below; neutral"),
}
COLOURS = (marked("white"), marked("blue"))
"""Of a seat's two missions in the edition of 2024 (clause 2.4)."""


def scene(view: View, log: Log, reader: Reader) -> Scene:
    """Return the table as one audience sees it."""
    places = [*_areas(view, log, reader), *_held(view, reader), *_piles(view, log, reader)]
    return Scene(
        title=TITLE,
        question=question(view, reader),
        places=places,
        acts=list(_acts(view, log, reader)),
        seats=[_seat(view, seat, reader) for seat in range(view["players"])],
        facts=list(_facts(view, reader)),
        sheet=_sheet(view["result"], reader) if view["result"] else None,
    )


def offered(view: View) -> list[str]:
    """Return the legal moves in the order in which they are offered: plays as the hand lies, sparing last."""
    hand = view["hand"] or []

    def place(move: str) -> tuple[int, bool]:
        verb, *words = move.split(" ")
        return (hand.index(words[0]) if verb == "play" else 0), verb == "spare"

    return sorted(view["legal"], key=place)


def spy_title(spy: Spy, reader: Reader) -> str:
    """Return what a card that lies face down is called by this reader, who may have played it."""
    if spy["card"]:
        return reader.say("Spy {n}, yours: {card}", n=spy["n"], card=card_name(spy["card"], reader.lang))
    return reader.say("Spy {n}, played by {name}", n=spy["n"], name=reader.name(spy["by"]))


def standing_words(view: View, family: str, reader: Reader) -> str:
    """Return how a family stands at the Queen's table, by its face-up cards until the spies are turned up."""
    sides: Sides | FamilyCount = view["standing"][family]
    if view["result"]:
        sides = next(each for each in view["result"]["families"] if each["family"] == family)
    sentences = STANDING_AT_THE_END if view["result"] else STANDING
    return reader.say(sentences[status(sides["above"], sides["below"])], above=sides["above"], below=sides["below"])


def mission_note(view: View, seat: int, place: int, reader: Reader) -> str:
    """Return what is to be seen of one of a seat's missions: its colour; at the end, whether it is met."""
    if view["result"]:
        met = view["result"]["missions"][seat][place]["met"]
        return reader.say("Met") if met else reader.say("Not met")
    if view["options"]["edition"] != "2024":
        return ""
    return reader.say(COLOURS[place])


def _areas(view: View, log: Log, reader: Reader) -> Iterator[Place]:
    """Yield both sides of the Queen's table and the domains, cards in the order of the columns."""
    lie: dict[str, list[tuple[int, int, Piece]]] = {area: [] for area in view["areas"]}
    for play, (card, place) in lying(_told(log)).items():
        lie[place].append((KIND_OF[card], play, _face_up(f"play:{play}", card, reader.lang)))
    for spy in view["spies"]:
        if spy["area"]:
            lie[spy["area"]].append((_rank(_face(spy, view)), spy["n"], _spy(spy, view, reader)))
    for area, cards in lie.items():
        pieces = [piece for _, _, piece in sorted(cards, key=lambda each: each[:2])]
        yield Place(area, area_name(area, reader), pieces, owner=_owner(area))


@lru_cache(maxsize=8192)
def _face_up(piece: str, card: str, lang: str, note: str = "") -> Piece:
    return Piece(piece, "card", card_name(card, lang), card, note=note)


def _spy(spy: Spy, view: View, reader: Reader) -> Piece:
    """Return a spy as it lies: face down until the match is over, and for ever once it is eliminated."""
    name, face = f"spy:{spy['n']}", _face(spy, view)
    if face:
        return _face_up(name, face, reader.lang, reader.say("(was face down)"))
    return Piece(name, "card", spy_title(spy, reader))


def _face(spy: Spy, view: View) -> str | None:
    return spy["card"] if view["result"] and spy["area"] else None


def _rank(card: str | None) -> int:
    """Return the place of a card in the order of the columns; what lies face down comes last."""
    return len(KIND_OF) if card is None else KIND_OF[card]


def _held(view: View, reader: Reader) -> Iterator[Place]:
    """Yield every seat's hand, and its missions where any were dealt (clause 12.2)."""
    for seat, count in enumerate(view["hands"]):
        mine = seat == view["seat"]
        owner = owner_form(reader.name(seat), reader.lang)
        title = reader.say("Your hand") if mine else reader.say("{owner} hand", owner=owner)
        yield Place(f"hand:{seat}", title, _hand(view, seat, count, reader), owner=seat)
        if view["options"].get("mini"):
            continue
        title = reader.say("Your missions") if mine else reader.say("{owner} missions", owner=owner)
        yield Place(f"missions:{seat}", title, [_mission(view, seat, i, reader) for i in range(2)], owner=seat)


def _hand(view: View, seat: int, count: int, reader: Reader) -> list[Piece]:
    own = view["hand"] if seat == view["seat"] else None
    if own is None:
        return [Piece(f"hand:{seat}/{i}", "card", reader.say("A card in hand"), owner=seat) for i in range(count)]
    return [Piece(f"hand:{seat}/{i}", "card", card_name(card, reader.lang), card, seat) for i, card in enumerate(own)]


def _mission(view: View, seat: int, place: int, reader: Reader) -> Piece:
    known = view["missions"][seat]
    mission = known[place] if known else None
    title = mission_text(mission, reader.lang) if mission else reader.say("A secret mission")
    note = mission_note(view, seat, place, reader)
    return Piece(f"missions:{seat}/{place}", "mission", title, mission, seat, note=note)


def _piles(view: View, log: Log, reader: Reader) -> Iterator[Place]:
    """Yield the deck, what was put aside, and what was eliminated, in the order in which it went."""
    yield Place("deck", reader.say("The deck"), _face_down("deck", view["deck"], reader))
    yield Place("removed", reader.say("Put aside unseen"), _face_down("removed", view["removed"], reader))
    gone = [args for event, args in _told(log) if event == "eliminate"]
    yield Place("eliminated", reader.say("Eliminated"), [_eliminated(args, view, reader) for args in gone])


def _face_down(pile: str, count: int, reader: Reader) -> list[Piece]:
    title = reader.count("{n} card face down", "{n} cards face down", count)
    return [Piece(f"{pile}/cards", "card", title, count=count)] if count else []


def _eliminated(args: Mapping[str, Any], view: View, reader: Reader) -> Piece:
    if args["spy"]:
        return _spy(view["spies"][args["spy"] - 1], view, reader)
    return _face_up(f"play:{args['play']}", args["card"], reader.lang)


def _acts(view: View, log: Log, reader: Reader) -> Iterator[Act]:
    """Yield what the reader may do, and then what would be done if another choice were not closed now."""
    if view["to_move"] is None or view["to_move"] != view["seat"]:
        return
    asking = _Assassin(view, log) if view["pending"] else None
    open_moves = offered(view)
    closed = [(move, why) for move, why in _closed(view, asking) if move not in open_moves]
    changes = WhatIf(view, reader)
    for move in open_moves:
        (source, *alike), target = _ends(move, view, asking)
        yield Act(move, move_words(move, view, reader), source, target, changes=changes(move), alike=alike)
    for move, why_not in closed:
        (source, *alike), target = _ends(move, view, asking)
        yield Act(move, move_words(move, view, reader), source, target, reader.say(why_not), alike=alike)


class _Assassin:
    """An assassin that asks for a target: its own piece, and what lies face up where it reaches.

    `reached` has the piece of each card, its own and guards too, by the line of notation that would name it.
    """

    def __init__(self, view: View, log: Log) -> None:
        face_up = lying(_told(log))
        areas = TABLE if view["pending"] in TABLE else (view["pending"],)
        self.piece = f"play:{max(face_up)}"
        self.reached: dict[str, str] = {}
        for play, (card, area) in face_up.items():
            if area in areas:
                self.reached.setdefault(f"kill {card} {area}", f"play:{play}")


def _closed(view: View, asking: _Assassin | None) -> Iterator[tuple[str, str]]:
    """Yield plays that are closed, and cards that the waiting assassin passes over, each with the reason."""
    for card in dict.fromkeys(view["hand"] or []):
        for area in view["areas"]:
            yield f"play {card} {area}", REASONS[Reason.KILL_FIRST if asking else Reason.PLACE_USED]
    for move in asking.reached if asking else ():
        yield move, REASONS[Reason.GUARD if ".guard " in move else Reason.ITSELF]


def _ends(move: str, view: View, asking: _Assassin | None) -> tuple[list[str], str | None]:
    """Return from which pieces a move may go, slots of the hand or the assassin, and to which piece or place."""
    verb, *words = move.split(" ")
    if verb == "play":
        return [f"hand:{view['seat']}/{i}" for i, card in enumerate(view["hand"] or []) if card == words[0]], words[1]
    assert asking is not None
    return [asking.piece], asking.reached.get(move, words[0] if words else None)


def _seat(view: View, seat: int, reader: Reader) -> Seat:
    facts = [Fact(reader.say("Cards in hand"), str(view["hands"][seat]))]
    if seat == view["first"]:
        facts.append(Fact(reader.say("Order of play"), reader.say("First player")))
    return Seat(seat, reader.name(seat), seat == view["seat"], seat == view["to_move"], facts)


def _facts(view: View, reader: Reader) -> Iterator[Fact]:
    yield Fact(reader.say("Turn"), reader.say("{turn} of {turns}", turn=view["turn"], turns=view["turns"]))
    yield Fact(reader.say("Cards in the deck"), str(view["deck"]))
    yield Fact(reader.say("Edition"), str(view["options"]["edition"]))
    for family in view["standing"]:
        yield Fact(family_name(family, reader.lang), standing_words(view, family, reader))


def _sheet(result: Result, reader: Reader) -> Sheet:
    """Return how every seat came to its points, the best first."""
    ranking = sorted(range(len(result["scores"])), key=lambda seat: (-result["scores"][seat], seat))
    columns = [reader.say("Domain"), reader.say("Missions")]
    return Sheet(victory(result, reader), columns, [_row(result, seat, reader) for seat in ranking])


def _row(result: Result, seat: int, reader: Reader) -> Row:
    points = [sum(card["points"] for card in result["domains"][seat])]
    points.append(sum(mission["points"] for mission in result["missions"][seat]))
    cells = [f"{point:+d}".replace("-", "−") if point else "0" for point in points]
    return Row(seat, reader.name(seat), cells, result["scores"][seat], seat in result["winners"])


def _told(log: Log) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((event["id"], event["args"]) for event in log)


def _owner(area: str) -> int | None:
    """Return whose domain an area is."""
    return None if area in TABLE else AREA_IDS.index(area) - len(TABLE)
