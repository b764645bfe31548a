"""The move notation of Courtisans and the reasons why a move is illegal. Moves are numbered as in `rules`."""

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
"""The two sides of the Queen's table. An assassin on either side reaches both (clause 5.2)."""

TARGET_IDS: tuple[str, ...] = tuple(CARD_IDS[kind] for kind in range(KINDS) if kind % ROLES in TARGET_ROLES)
"""Cards that can be a face-up target: no guards, which are never eliminated, and no spies, which are face down."""

REASONS: dict[int, str] = {
    Reason.OVER: "the match is over",
    Reason.KILL_FIRST: "first choose your assassin’s victim, or eliminate no one",
    Reason.NO_KILL: "no assassin of yours is choosing a victim",
    Reason.NO_SUCH_SEAT: "there is no such domain in this match",
    Reason.NOT_IN_HAND: "that card is not in your hand",
    Reason.PLACE_USED: "that area already has its card this turn: play one at the Queen’s table, "
    "one in your domain and one in an opponent’s domain",
    Reason.ELSEWHERE: "an assassin can only eliminate a card in its own area",
    Reason.NO_SUCH_CARD: "no such card is face up there",
    Reason.ITSELF: "an assassin cannot eliminate itself",
    Reason.NO_SUCH_SPY: "no spy with that number has been played",
    Reason.SPY_GONE: "that spy has already been eliminated",
    Reason.NO_MOVE: "there is no move with that number",
    # Lines with these two problems have no move number, so the `reason` kernel never sees them.
    Reason.GUARD: "guards can never be eliminated",
    Reason.FACE_DOWN: "a spy is face down: give its number, as in kill spy:1",
}

_NEVER = {"guard": Reason.GUARD, "spy": Reason.FACE_DOWN}
"""The reason why a role can never be a target, by role."""

_AREA = Words("<area>", AREA_IDS)


class CourtisansCodec(VerbCodec):
    """The move notation. A line that names an impossible target raises an error with the specific reason."""

    def explained(self, text: object, words: Sequence[str]) -> IllegalMove:
        """Return the error for an invalid line."""
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
"""The codec between move numbers and lines, shared by all setups."""


def make_codec(_options: CourtisansOptions) -> Codec:
    """Return the codec of a setup."""
    return CODEC


assert CODEC.starts == [0, KILLS, KILL_SPIES, SPARE]
assert CODEC.count == MOVES
