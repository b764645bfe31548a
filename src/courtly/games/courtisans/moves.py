"""Moves of Courtisans: the forms of their notation, numbered as `rules` counts them, and why one cannot be played."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.engine.contract.codec import Form, VerbCodec, Words
from courtly.engine.contract.game import Codec
from courtly.engine.errors import IllegalMove, reason_code, shown
from courtly.engine.sentences import Sentence, said
from courtly.games.courtisans.content import CARD_IDS, NAME, CourtisansOptions
from courtly.games.courtisans.rules import KILL_SPIES, KILLS, MOVES, SPARE, TARGET_ROLES, Reason
from courtly.games.courtisans.state import KINDS, ROLES, SEATS, SPIES

AREA_IDS: tuple[str, ...] = ("above", "below", *(f"domain:{seat}" for seat in range(SEATS)))
TABLE = AREA_IDS[:2]
"""The two sides of the Queen's table, which are one area to an assassin (clause 5.2)."""

TARGET_IDS: tuple[str, ...] = tuple(CARD_IDS[kind] for kind in range(KINDS) if kind % ROLES in TARGET_ROLES)
"""The cards that can be eliminated face up: a guard never can, and a spy lies face down."""

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
    # These two lines of notation have no number, so they never reach the kernel that finds reasons.
    Reason.GUARD: "guards are never eliminated",
    Reason.FACE_DOWN: "a spy lies face down and is named by its number, as in kill spy:1",
}

_NEVER = {"guard": Reason.GUARD, "spy": Reason.FACE_DOWN}
"""Why a card of a role can be no target in any position."""

_AREA = Words("<area>", AREA_IDS)


class CourtisansCodec(VerbCodec):
    """The forms of notation; a line that names a target which can never be one is refused for what it is."""

    def explained(self, text: object, words: Sequence[str]) -> IllegalMove:
        """Return the error for a line that is no move."""
        verb, card, area, *more = [*words, "", "", ""]
        never = _NEVER.get(card.partition(".")[2]) if card in CARD_IDS and area in AREA_IDS and not any(more) else None
        if verb != "kill" or never is None:
            return super().explained(text, words)
        why = Sentence(REASONS[never], {}, NAME)
        message = said("{move}: {problem}", move=shown(text), problem=why)
        allowed = [str(form) for form in self.forms if form.verb != "play"]
        return IllegalMove(message, given=text, allowed=allowed, reason=reason_code(never), why=why)


CODEC = CourtisansCodec(
    [
        Form("play", [Words("<card>", CARD_IDS), _AREA]),
        Form("kill", [Words("<target>", TARGET_IDS), _AREA]),
        Form("kill", [Words("<spy>", [f"spy:{n + 1}" for n in range(SPIES)])]),
        Form("spare"),
    ]
)
"""Moves as numbers and lines, the same for every setup."""


def make_codec(_options: CourtisansOptions) -> Codec:
    """Return the codec of a setup."""
    return CODEC


assert CODEC.starts == [0, KILLS, KILL_SPIES, SPARE]
assert CODEC.count == MOVES
