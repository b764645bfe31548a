"""The table of Courtisans as a scene: places with cards, acts, seats, facts and the score sheet.

Piece ids equal the ids in events (`courtly.games.courtisans.events`): `play:17` is a face-up card, `spy:3` a face-down
card, `hand:0/1` a slot of a hand, `missions:0/1` a mission.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from courtly.games.courtisans.content import KIND_OF
from courtly.games.courtisans.events import face_up_cards
from courtly.games.courtisans.moves import AREA_IDS, REASONS, TABLE
from courtly.games.courtisans.page_figures import status
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
    question,
)
from courtly.scene.model import Act, Fact, Piece, Place, Row, Scene, Seat, Sheet
from courtly.scene.verdict import victory
from courtly.text.languages import marked
from courtly.text.locales import Locale

Log = Sequence[Mapping[str, Any]]
"""The events of a match from the first move, as sent to one audience."""

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
"""The colours of a seat's two missions in edition 2024 (clause 2.4)."""


def scene(view: View, log: Log, locale: Locale) -> Scene:
    """Return the table as one audience sees it."""
    places = [*_areas(view, log, locale), *_held(view, locale), *_piles(view, log, locale)]
    return Scene(
        title=TITLE,
        question=question(view, locale),
        places=places,
        acts=list(_acts(view, log, locale)),
        seats=[_seat(view, seat, locale) for seat in range(view["players"])],
        facts=list(_facts(view, locale)),
        sheet=_sheet(view["result"], locale) if view["result"] else None,
        plan=_plan(view, locale),
    )


def offered(view: View) -> list[str]:
    """Return the legal moves in menu order: plays in the order of the hand, sparing last."""
    hand = view["hand"] or []

    def place(move: str) -> tuple[int, bool]:
        verb, *words = move.split(" ")
        return (hand.index(words[0]) if verb == "play" else 0), verb == "spare"

    return sorted(view["legal"], key=place)


def spy_title(spy: Spy, locale: Locale) -> str:
    """Return the name of a face-down card for this viewer, with its card if the viewer played it."""
    if spy["card"]:
        return locale.say("Your spy {n}: {card}", n=spy["n"], card=card_name(spy["card"], locale.lang))
    return locale.say("Spy {n}, played by {name}", n=spy["n"], name=locale.name(spy["by"]))


def standing_words(view: View, family: str, locale: Locale) -> str:
    """Return a family's standing at the Queen's table. Until the end only its face-up cards count."""
    sides: Sides | FamilyCount = view["standing"][family]
    if view["result"]:
        sides = next(each for each in view["result"]["families"] if each["family"] == family)
    sentences = STANDING_AT_THE_END if view["result"] else STANDING
    return locale.say(sentences[status(sides["above"], sides["below"])], above=sides["above"], below=sides["below"])


def mission_note(view: View, seat: int, place: int, locale: Locale) -> str:
    """Return the public note of a mission: during the match its colour, after the match whether it is met."""
    if view["result"]:
        met = view["result"]["missions"][seat][place]["met"]
        return locale.say("Met") if met else locale.say("Not met")
    if view["options"]["edition"] != "2024":
        return ""
    return locale.say(COLOURS[place])


def _areas(view: View, log: Log, locale: Locale) -> Iterator[Place]:
    """Yield both sides of the Queen's table and the domains, cards in column order."""
    lie: dict[str, list[tuple[int, int, Piece]]] = {area: [] for area in view["areas"]}
    for play, (card, place) in face_up_cards(_ids_and_args(log)).items():
        lie[place].append((KIND_OF[card], play, _face_up(f"play:{play}", card, locale.lang)))
    for spy in view["spies"]:
        if spy["area"]:
            lie[spy["area"]].append((_rank(_face(spy, view)), spy["n"], _spy(spy, view, locale)))
    for area, cards in lie.items():
        pieces = [piece for _, _, piece in sorted(cards, key=lambda each: each[:2])]
        yield Place(area, area_name(area, locale), pieces, owner=_owner(area))


@lru_cache(maxsize=8192)
def _face_up(piece: str, card: str, lang: str, note: str = "") -> Piece:
    return Piece(piece, "card", card_name(card, lang), card, note=note)


def _spy(spy: Spy, view: View, locale: Locale) -> Piece:
    """Return a spy as a piece. It is face down until the match is over. An eliminated spy stays face down."""
    name, face = f"spy:{spy['n']}", _face(spy, view)
    if face:
        return _face_up(name, face, locale.lang, locale.say("was face down"))
    return Piece(name, "card", spy_title(spy, locale))


def _face(spy: Spy, view: View) -> str | None:
    return spy["card"] if view["result"] and spy["area"] else None


def _rank(card: str | None) -> int:
    """Return the sort key of a card in column order. A face-down card comes last."""
    return len(KIND_OF) if card is None else KIND_OF[card]


def _held(view: View, locale: Locale) -> Iterator[Place]:
    """Yield the hand of every seat, and its missions if missions are dealt (clause 12.2)."""
    for seat, count in enumerate(view["hands"]):
        mine = seat == view["seat"]
        owner = locale.owner(seat)
        title = locale.say("Your hand") if mine else locale.say("{owner} hand", owner=owner)
        yield Place(f"hand:{seat}", title, _hand(view, seat, count, locale), owner=seat)
        if view["options"].get("mini"):
            continue
        title = locale.say("Your missions") if mine else locale.say("{owner} missions", owner=owner)
        yield Place(f"missions:{seat}", title, [_mission(view, seat, i, locale) for i in range(2)], owner=seat)


def _hand(view: View, seat: int, count: int, locale: Locale) -> list[Piece]:
    own = view["hand"] if seat == view["seat"] else None
    if own is None:
        return [Piece(f"hand:{seat}/{i}", "card", locale.say("A card in hand"), owner=seat) for i in range(count)]
    return [Piece(f"hand:{seat}/{i}", "card", card_name(card, locale.lang), card, seat) for i, card in enumerate(own)]


def _mission(view: View, seat: int, place: int, locale: Locale) -> Piece:
    known = view["missions"][seat]
    mission = known[place] if known else None
    title = mission_text(mission, locale.lang) if mission else locale.say("A secret mission")
    note = mission_note(view, seat, place, locale)
    return Piece(f"missions:{seat}/{place}", "mission", title, mission, seat, note=note)


def _piles(view: View, log: Log, locale: Locale) -> Iterator[Place]:
    """Yield the deck, the removed cards, and the eliminated cards in order of elimination."""
    yield Place("deck", locale.say("The deck"), _face_down("deck", view["deck"], locale))
    yield Place("removed", locale.say("Not in play"), _face_down("removed", view["removed"], locale))
    gone = [args for event, args in _ids_and_args(log) if event == "eliminate"]
    yield Place("eliminated", locale.say("Eliminated"), [_eliminated(args, view, locale) for args in gone])


def _face_down(pile: str, count: int, locale: Locale) -> list[Piece]:
    title = locale.count("{n} card face down", "{n} cards face down", count)
    return [Piece(f"{pile}/cards", "card", title, count=count)] if count else []


def _eliminated(args: Mapping[str, Any], view: View, locale: Locale) -> Piece:
    if args["spy"]:
        return _spy(view["spies"][args["spy"] - 1], view, locale)
    return _face_up(f"play:{args['play']}", args["card"], locale.lang)


def _acts(view: View, log: Log, locale: Locale) -> Iterator[Act]:
    """Yield the viewer's open acts, then the closed acts with the reason."""
    if view["to_move"] is None or view["to_move"] != view["seat"]:
        return
    asking = _Assassin(view, log) if view["pending"] else None
    open_moves = offered(view)
    closed = [(move, why) for move, why in _closed(view, asking) if move not in open_moves]
    changes = WhatIf(view, locale)
    for move in open_moves:
        yield _act(move, view, locale, asking, changes=changes(move))
    for move, why_not in closed:
        yield _act(move, view, locale, asking, why_not=locale.say(why_not))


def _act(move: str, view: View, locale: Locale, asking: _Assassin | None, **more: str) -> Act:
    """Return the act of a move. `more` holds its remaining fields."""
    (source, *alike), targets = _ends(move, view, asking)
    target, words = next(iter(targets), None), move_words(move, view, locale)
    return Act(move, words, source, target, alike=alike, targets_alike=targets[1:], **more)


def _plan(view: View, locale: Locale) -> list[list[Act]]:
    """Return the plays of the viewer's next turn while another seat is to move: one list for each zone of a turn."""
    hand, seat = view["hand"], view["seat"]
    if not hand or view["to_move"] is None or view["to_move"] == seat:
        return []
    zones: dict[int, list[Act]] = {}
    for area in view["areas"]:
        owner = _owner(area)
        acts = zones.setdefault(0 if owner is None else 1 if owner == seat else 2, [])
        for place, card in enumerate(hand):
            move = f"play {card} {area}"
            acts.append(Act(move, move_words(move, view, locale), f"hand:{seat}/{place}", area))
    return list(zones.values())


class _Assassin:
    """An assassin that waits for a target: its own piece, and the face-up cards in its area.

    `reached` has the pieces of these cards, by the move that would eliminate one of them: identical cards have one
    move. It includes guards and the assassin itself, although these moves are illegal.
    """

    def __init__(self, view: View, log: Log) -> None:
        face_up = face_up_cards(_ids_and_args(log))
        areas = TABLE if view["pending"] in TABLE else (view["pending"],)
        self.piece = f"play:{max(face_up)}"
        self.reached: dict[str, list[str]] = {}
        for play, (card, area) in face_up.items():
            if area in areas:
                self.reached.setdefault(f"kill {card} {area}", []).append(f"play:{play}")
        for pieces in self.reached.values():
            # The assassin was played last. It cannot eliminate itself, but an identical card.
            if len(pieces) > 1 and pieces[-1] == self.piece:
                pieces.pop()


def _closed(view: View, asking: _Assassin | None) -> Iterator[tuple[str, str]]:
    """Yield the closed plays, and the cards that the waiting assassin cannot eliminate, each with the reason."""
    for card in dict.fromkeys(view["hand"] or []):
        for area in view["areas"]:
            yield f"play {card} {area}", REASONS[Reason.KILL_FIRST if asking else Reason.PLACE_USED]
    for move in asking.reached if asking else ():
        yield move, REASONS[Reason.GUARD if ".guard " in move else Reason.ITSELF]


def _ends(move: str, view: View, asking: _Assassin | None) -> tuple[list[str], list[str]]:
    """Return the possible sources of a move (hand slots or the assassin), and its targets (cards or a place)."""
    verb, *words = move.split(" ")
    if verb == "play":
        return [f"hand:{view['seat']}/{i}" for i, card in enumerate(view["hand"] or []) if card == words[0]], words[1:]
    assert asking is not None
    return [asking.piece], asking.reached.get(move, words[:1])


def _seat(view: View, seat: int, locale: Locale) -> Seat:
    facts = [Fact(locale.say("Cards in hand"), str(view["hands"][seat]))]
    if seat == view["first"]:
        facts.append(Fact(locale.say("Order of play"), locale.say("First player")))
    return Seat(seat, locale.name(seat), seat == view["seat"], seat == view["to_move"], facts)


def _facts(view: View, locale: Locale) -> Iterator[Fact]:
    yield Fact(locale.say("Turn"), locale.say("{turn} of {turns}", turn=view["turn"], turns=view["turns"]))
    yield Fact(locale.say("Cards in the deck"), str(view["deck"]))
    yield Fact(locale.say("Edition"), str(view["options"]["edition"]))
    for family in view["standing"]:
        yield Fact(family_name(family, locale.lang), standing_words(view, family, locale))


def _sheet(result: Result, locale: Locale) -> Sheet:
    """Return the score sheet of all seats, best first."""
    ranking = sorted(range(len(result["scores"])), key=lambda seat: (-result["scores"][seat], seat))
    columns = [locale.say("Domain"), locale.say("Missions")]
    return Sheet(victory(result, locale), columns, [_row(result, seat, locale) for seat in ranking])


def _row(result: Result, seat: int, locale: Locale) -> Row:
    points = [sum(card["points"] for card in result["domains"][seat])]
    points.append(sum(mission["points"] for mission in result["missions"][seat]))
    cells = [f"{point:+d}".replace("-", "−") if point else "0" for point in points]
    return Row(seat, locale.name(seat), cells, result["scores"][seat], seat in result["winners"])


def _ids_and_args(log: Log) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((event["id"], event["args"]) for event in log)


def _owner(area: str) -> int | None:
    """Return the seat that owns an area, None for the Queen's table."""
    return None if area in TABLE else AREA_IDS.index(area) - len(TABLE)
