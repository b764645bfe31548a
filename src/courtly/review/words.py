"""Texts of a review in every language, shared by the pages and the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NoReturn

from babel.numbers import format_decimal

from courtly.engine.play.match import Match
from courtly.review.model import Decision, Review, rank, turn_starts
from courtly.review.walk import positions_of
from courtly.scene.parts import scene_of, words_of
from courtly.scene.verdict import joined
from courtly.text.languages import marked
from courtly.text.locales import Locale

HOW = marked(
    "Estimated from {count} simulated matches that simple rules played to the end; all cards that a player could not "
    "see were equally likely. In 19 of 20 cases the true figure lies within its ±. The search may miss a better move: "
    "a mistake then costs more than shown here."
)
NO_MISTAKE = marked("No clear mistake.")
NOTHING = marked("No single thing decided the match.")
DECIDED = {
    "mistake": marked(
        "Turning point ({when}): one move lowered {name}’s chance of winning by {percent} percentage points."
    ),
    "luck": marked("Decisive: the cards raised {name}’s chance of winning by {percent} percentage points."),
    "others": marked("Decisive: the others’ moves raised {name}’s chance of winning by {percent} percentage points."),
    "play": marked("Decisive: {name}’s own moves raised the chance of winning by {percent} percentage points."),
}
DECIDED_FOR_YOU = {
    "mistake": marked(
        "Turning point ({when}): one move lowered your chance of winning by {percent} percentage points."
    ),
    "luck": marked("Decisive: the cards raised your chance of winning by {percent} percentage points."),
    "others": marked("Decisive: the others’ moves raised your chance of winning by {percent} percentage points."),
    "play": marked("Decisive: your own moves raised your chance of winning by {percent} percentage points."),
}
DECIDED_MOST = {
    "luck": marked("What helped {name} most: the cards."),
    "others": marked("What helped {name} most: the moves of the others."),
    "play": marked("What helped {name} most: their own moves."),
}
DECIDED_MOST_FOR_YOU = {
    "luck": marked("What helped you most: the cards."),
    "others": marked("What helped you most: the moves of the others."),
    "play": marked("What helped you most: your own moves."),
}
"""Sentences for a part that is larger than 1, a whole victory. This occurs if the lead changes often."""
GAVE = {
    "mission": marked("missions"),
    "spy": marked("spies"),
    "hole": marked("hole cards"),
}
"""Names of the kinds of hidden cards that moves can give away."""

PARTS = {"luck": marked("luck"), "others": marked("others"), "play": marked("play")}
SHARED = marked("{names} share the victory.")


@dataclass(frozen=True, slots=True)
class MoveWords:
    """Describes the moves of a match, addressed to the player who makes them."""

    positions: Sequence[Match]
    locale: Locale

    def when(self, version: int) -> str:
        """Return the time of the position after `version` moves as the table shows it, or else its turn."""
        here = self.positions[version]
        shown = words_of(here.game).when(here.view(self.locale.seat), replace(self.locale, domain=here.game))
        turn = len(turn_starts([position.to_move for position in self.positions[: version + 1]]))
        return shown or self.locale.say("Turn {turn}", turn=turn)

    def say(self, version: int, move: str) -> str:
        """Return a move in words, in the position after `version` moves."""
        here = self.positions[version]
        seat = here.to_move
        locale = replace(self.locale, seat=seat, domain=here.game)
        view = {**here.view(seat), "events": []}
        return words_of(here.game).move(move, view, locale)

    def played(self, version: int) -> str:
        """Return a move of the match in words, with the move of the same turn that completes it."""
        at = version + self._is_completed(version)
        return self.say(at, self.positions[-1].moves[at])

    def whole_moves(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Return the decisions, with one for a move and the next move that completes it: the costlier of the two."""
        found: list[Decision] = []
        for each in decisions:
            if found and found[-1].number + 1 == each.number and self._is_completed(found[-1].number - 1):
                found[-1] = min(found[-1], each, key=rank)
            else:
                found.append(each)
        return found

    def _is_completed(self, version: int) -> bool:
        """Return whether the next move of the match completes the move after `version` moves."""
        move, *rest = self.positions[-1].moves[version : version + 2]
        verb = words_of(self.positions[version].game).completed_by.get(move.split(" ")[0])
        return bool(rest) and rest[0].split(" ")[0] == verb

    def effect(self, version: int, move: str) -> str:
        """Return the effect of a move, as the table and hints tell its player; empty if the game has no such text."""
        here = self.positions[version]
        seat, view = here.to_move, here.view(here.to_move)
        scene = scene_of(here.game, view, here.log(seat), replace(self.locale, seat=seat, domain=here.game))
        changes = next((act.changes for act in scene.acts if act.move == move), "")
        return changes or _odds(here, move, self.locale.lang)


def _odds(here: Match, move: str, lang: str) -> str:
    """Return the first sentence of a hint on a move that needs no simulated matches; empty if there is none."""
    advice = here.setup.game.audience_view.advice
    try:
        lines = advice(here.view(here.to_move), move, _no_ends, lang) if advice else []
    except _NeedsEndsError:
        return ""
    return next(iter(lines), "")


class _NeedsEndsError(Exception):
    """Raised by advice that needs simulated ends. They take seconds, which is too long for a page."""


def _no_ends() -> NoReturn:
    raise _NeedsEndsError


def move_words(match: Match, locale: Locale) -> MoveWords:
    """Return a `MoveWords` for a match."""
    return MoveWords(positions_of(match), locale)


def percent(share: float) -> str:
    """Return a share in whole percent, with a typographic minus sign.

    Examples
    --------
    >>> percent(0.126), percent(-0.031)
    ('13', '−3')
    """
    return str(round(100 * share)).replace("-", "−")


def ruled_out(bits: float) -> float:
    """Return the share of the possibilities that are ruled out if the uncertainty falls by some bits.

    Examples
    --------
    >>> ruled_out(1.0), ruled_out(2.0), ruled_out(0.0), ruled_out(-1.0)
    (0.5, 0.75, 0.0, -1.0)
    """
    return 1.0 - math.exp2(-bits)


def signed(share: float) -> str:
    """Return a change in whole percent with its sign."""
    rounded = round(100 * share)
    return f"{'−' if rounded < 0 else '+'}{abs(rounded)}"


def shown_cost(decision: Decision) -> str:
    """Return the cost of a decision in whole percent: the difference of the two chances as they are shown.

    The difference of the exact chances may round to a number that does not fit the two rounded chances next to it.
    """
    return str(round(100 * decision.better.win) - round(100 * decision.played.win)).replace("-", "−")


def verdict(review: Review, locale: Locale) -> str:
    """Return a sentence with the winners, and with the margin if there is one winner."""
    winners = [locale.name(seat) for seat in review.winners]
    if len(winners) > 1:
        return locale.say(SHARED, names=joined(winners, locale))
    margin = round(review.positions[-1].known[review.winners[0]].margin)
    return locale.count("{name} wins by {n} point.", "{name} wins by {n} points.", margin, name=winners[0])


def decided(review: Review, words: MoveWords, locale: Locale) -> str:
    """Return what decided the match; a player is addressed as "you"."""
    what = review.decided
    if what.seat is None:
        return locale.say(NOTHING)
    is_yours = what.seat == locale.seat
    sentences = DECIDED_FOR_YOU if is_yours else DECIDED
    if what.value > 1:
        sentences = sentences | (DECIDED_MOST_FOR_YOU if is_yours else DECIDED_MOST)
    when, value = "", percent(what.value)
    if what.number is not None:
        when, value = words.when(what.number - 1), shown_cost(review.decision(what.number))
    return locale.say(sentences[what.kind], name=locale.name(what.seat), when=when, percent=value)


@dataclass(frozen=True, slots=True)
class Rise:
    """A turn during which a seat's chance of winning rose; `mover` is the seat whose turn it is."""

    turn: int
    mover: int
    before: float
    after: float
    end: int
    """Number of moves up to the end of the turn."""


LEAST_RISE = 0.05
"""Smallest rise of a chance that is worth showing."""


def rises(review: Review, seat: int) -> list[Rise]:
    """Return the turns during which a seat's chance of winning rose, the largest rise first."""
    ends, at = [*review.turns, review.positions[-1].version], review.positions
    found = [
        Rise(turn, at[start].seat or 0, at[start].known[seat].win, at[end].known[seat].win, end)
        for turn, (start, end) in enumerate(pairwise(ends), 1)
    ]
    large = [rise for rise in found if rise.after - rise.before >= LEAST_RISE]
    return sorted(large, key=lambda rise: (rise.before - rise.after, rise.turn))


def decisive_rise(review: Review) -> Rise | None:
    """Return the turn that contributed most to what decided the match, if moves decided it."""
    what = review.decided
    if what.seat is None or what.kind not in ("others", "play"):
        return None
    is_own = what.kind == "play"
    return next((rise for rise in rises(review, what.seat) if _is_by_player(review, rise, what.seat) == is_own), None)


def _is_by_player(review: Review, rise: Rise, seat: int) -> bool:
    """Return whether the turn of a rise was played by the seat's player, not by another player or a stand-in."""
    return rise.mover == seat and not review.decision(review.turns[rise.turn - 1] + 1).by_stand_in


def how(review: Review, locale: Locale) -> str:
    """Return a note on the method of a review and its accuracy."""
    return locale.say(HOW, count=format_decimal(review.imagined, locale=locale.lang))


@dataclass(frozen=True, slots=True)
class Moment:
    """A clear mistake in words."""

    number: int
    seat: int
    name: str
    played: str
    better: str
    played_chance: str
    better_chance: str
    cost: str
    error: str
    why: str
    played_effect: str
    better_effect: str


WHY = marked(
    "It wins {better}% of the simulated matches instead of {played}%. On average, the score at the end is {points} "
    "better, compared with the best other player."
)
WHY_ONLY = marked("It wins {better}% of the simulated matches instead of {played}%.")


def why(decision: Decision, locale: Locale) -> str:
    """Return the reason why the search's move is better: the chances, and the points if they are better too."""
    played, better = percent(decision.played.win), percent(decision.better.win)
    gained = round(decision.better.margin - decision.played.margin, 1)
    if gained < 0.1:
        return locale.say(WHY_ONLY, better=better, played=played)
    points = locale.say("{points} points", points=format_decimal(gained, locale=locale.lang))
    return locale.say(WHY, better=better, played=played, points=points)


def moment(decision: Decision, words: MoveWords, locale: Locale) -> Moment:
    """Return a decision in words: the move played, the search's move, the reason, and what each move changes."""
    version = decision.number - 1
    effects = [words.effect(version, move) for move in (decision.move, decision.best)]
    if effects[0] == effects[1]:
        effects = ["", ""]
    return Moment(
        number=decision.number,
        seat=decision.seat,
        name=locale.name(decision.seat),
        played=words.played(version),
        better=words.say(version, decision.best),
        played_chance=percent(decision.played.win),
        better_chance=percent(decision.better.win),
        cost=f"−{shown_cost(decision)}",
        error=percent(decision.cost_high - decision.cost),
        why=why(decision, locale),
        played_effect=effects[0],
        better_effect=effects[1],
    )
