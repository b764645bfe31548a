"""Moves of Courtisans: number <-> line of notation, and the lines a log keeps of them."""

from __future__ import annotations

from typing import Any

from courtly.engine.errors import IllegalMove, UnknownMove, listed, shown
from courtly.engine.game import Codec, Event, Setup
from courtly.games.courtisans.content import CARD_IDS, FAMILY_IDS, ROLE_IDS, CourtisansOptions
from courtly.games.courtisans.rules import KILL_SPIES, KILLS, MOVES, SPARE, TARGET_ROLES, Reason
from courtly.games.courtisans.state import AREAS, KINDS, ROLES, SEATS, Role

AREA_IDS: tuple[str, ...] = ("above", "below", *(f"domain:{seat}" for seat in range(SEATS)))

REASONS: dict[int, str] = {
    Reason.OVER: "the match is over",
    Reason.KILL_FIRST: "the assassin just placed first asks whom to eliminate",
    Reason.NO_KILL: "no assassin is waiting for a target",
    Reason.NO_SUCH_SEAT: "no player of this match has that domain",
    Reason.NOT_IN_HAND: "that card is not in hand",
    Reason.PLACE_USED: "a card has already been played there this turn: one goes to the Queen's table, "
    "one to the own domain, one to another player's",
    Reason.ELSEWHERE: "an assassin reaches only the area in which it was placed",
    Reason.NO_SUCH_CARD: "no such card lies there face up",
    Reason.ITSELF: "the only such card there is the assassin itself",
    Reason.NO_SUCH_SPY: "no spy of that number has been played",
    Reason.SPY_GONE: "that spy has already been eliminated",
    Reason.NO_MOVE: "there is no move of that number",
}

_NEVER = {
    "guard": "guards are never eliminated",
    "spy": "a spy lies face down and is named by its number, as in kill spy:1",
}
_FORMS = ["play <card> <area>", "kill <card> <area>", "kill spy:<n>", "spare"]


def _kill_text(target: int, area: int) -> str:
    card = CARD_IDS[target // 3 * ROLES + TARGET_ROLES[target % 3]]
    return f"kill {card} {AREA_IDS[area]}"


def _all_texts() -> list[str]:
    """Return the line of notation of every move, by number."""
    plays = [f"play {card} {area}" for card in CARD_IDS for area in AREA_IDS]
    kills = [_kill_text(target, area) for target in range(len(FAMILY_IDS) * 3) for area in range(AREAS)]
    spies = [f"kill spy:{n + 1}" for n in range(SPARE - KILL_SPIES)]
    return [*plays, *kills, *spies, "spare"]


TEXTS = _all_texts()
_NUMBERS = {text: number for number, text in enumerate(TEXTS)}


class CourtisansCodec:
    """Moves as numbers and lines; the same for every setup."""

    count = MOVES

    def parse(self, text: str) -> int:
        """Return the number of a line of notation.

        Raises
        ------
        UnknownMove
            When the line is not a move of this game.
        IllegalMove
            When it names a target that can never be one.
        """
        number = _NUMBERS.get(text) if isinstance(text, str) else None
        if number is None:
            raise _explained(text)
        return number

    def format(self, move: int) -> str:
        """Return the line of notation of a move number."""
        return TEXTS[move]


def make_codec(_options: CourtisansOptions) -> Codec:
    """Return the codec of a setup."""
    return CourtisansCodec()


def _explained(text: object) -> IllegalMove:
    """Return the error for a line that is no move, as exact as can be."""
    words = text.split(" ") if isinstance(text, str) else []
    if not words or words[0] not in {"play", "kill", "spare"}:
        return UnknownMove(
            f"{shown(text)} is not a move; a move is one of: {listed(_FORMS)}", given=text, allowed=_FORMS
        )
    problem, allowed = _problem(words)
    return (IllegalMove if problem in _NEVER.values() else UnknownMove)(
        f"{shown(text)}: {problem}", given=text, allowed=allowed
    )


def _problem(words: list[str]) -> tuple[str, list[str]]:
    """Return what is wrong with the words of a line that begins with a verb, and what is allowed there."""
    if words[0] == "spare":
        return "spare stands alone", ["spare"]
    if words[0] == "kill" and words[1:] and words[1].startswith("spy:"):
        return "a spy is named by its number, spy:1 to spy:12, and nothing follows", ["kill spy:<n>"]
    if len(words) != 3:
        return "a card and an area follow, with single spaces", _FORMS[:2]
    if words[1] not in CARD_IDS:
        return f"there is no card {shown(words[1])}; a card is <family>.<role>", [*FAMILY_IDS, *ROLE_IDS]
    if words[2] not in AREA_IDS:
        return f"there is no area {shown(words[2])}; there are {listed(AREA_IDS)}", list(AREA_IDS)
    return _NEVER[words[1].partition(".")[2]], _FORMS[1:]


def events(setup: Setup, before: Any, move: int, _after: Any) -> list[Event]:
    """Return the log line of one move: others see of a spy only that one was played, and where (clause 10.9)."""
    own = setup.codec.format(move)
    others = own
    if move < KILLS and move // AREAS % ROLES == Role.SPY:
        others = f"play spy:{int(before.spies) + 1} {AREA_IDS[move % AREAS]}"
    return [Event(int(before.to_move), own, others)]


assert len(CARD_IDS) == KINDS
assert len(TEXTS) == MOVES
