"""A review in words, in every language; the pages and the terminal say the same sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from babel.numbers import format_decimal

from courtly.engine.play.match import Match
from courtly.review.model import Decision, Review
from courtly.review.walk import positions_of
from courtly.scene.parts import words_of
from courtly.text.languages import marked
from courtly.text.reader import Reader

HOW = marked(
    "Estimated from {count} imagined matches, played on by rules of thumb; whatever a seat had not seen was taken as "
    "equally likely. Chance alone moves a figure beyond its ± once in twenty times. A search may overlook a better "
    "move: a mistake then costs more than is said here."
)
NO_MISTAKE = marked("No clear mistake.")
DECIDED = {
    "mistake": marked("What decided it: with move {number}, {name} gave away {percent} % of the victory."),
    "luck": marked("What decided it: the cards brought {name} {percent} % of the victory."),
    "others": marked("What decided it: the others’ moves brought {name} {percent} % of the victory."),
    "play": marked("What decided it: {name} gained {percent} % of the victory by play alone."),
    "nothing": marked("No single thing decided it."),
}
DECIDED_MOST = {
    "luck": marked("What decided it: above all the cards, for {name}."),
    "others": marked("What decided it: above all the others’ moves, for {name}."),
    "play": marked("What decided it: above all how {name} played."),
}
"""Where what one thing brought was more than a whole victory, as it is when a match turns again and again."""
GAVE = {
    "mission": marked("missions"),
    "spy": marked("spies"),
    "hole": marked("hole cards"),
}
"""What the kinds of hidden cards are called that moves tell of."""

PARTS = {"luck": marked("luck"), "others": marked("others"), "play": marked("play")}
WINS = marked("{name} wins by {points}.")
SHARED = marked("{names} share the victory.")


@dataclass(frozen=True, slots=True)
class MoveWords:
    """Says the moves of a match as whoever made them reads them."""

    positions: Sequence[Match]
    reader: Reader

    def say(self, version: int, move: str) -> str:
        """Return a move in words, in the position after so many moves."""
        here = self.positions[version]
        seat = here.to_move
        reader = replace(self.reader, seat=seat, domain=here.game)
        view = {**here.view(seat), "events": []}
        return words_of(here.game).move(move, view, reader)


def move_words(match: Match, reader: Reader) -> MoveWords:
    """Return what says the moves of a match."""
    return MoveWords(positions_of(match), reader)


def percent(share: float) -> str:
    """Return a share in whole per cent, with a true minus.

    Examples
    --------
    >>> percent(0.126), percent(-0.031)
    ('13', '−3')
    """
    return str(round(100 * share)).replace("-", "−")


def signed(share: float) -> str:
    """Return a change in whole per cent with its sign."""
    rounded = round(100 * share)
    return f"{'−' if rounded < 0 else '+'}{abs(rounded)}"


def verdict(review: Review, reader: Reader) -> str:
    """Return who won, and by how much."""
    winners = [reader.name(seat) for seat in review.winners]
    if len(winners) > 1:
        return reader.say(SHARED, names=", ".join(winners))
    margin = round(review.positions[-1].known[review.winners[0]].margin)
    points = reader.count("one point", "{n} points", margin)
    return reader.say(WINS, name=winners[0], points=points)


def decided(review: Review, reader: Reader) -> str:
    """Return what decided the match."""
    what = review.decided
    name = "" if what.seat is None else reader.name(what.seat)
    sentences = DECIDED | DECIDED_MOST if what.value > 1 else DECIDED
    return reader.say(sentences[what.kind], name=name, number=what.number, percent=percent(what.value))


def how(review: Review, reader: Reader) -> str:
    """Return what a review rests on, and how sure it is."""
    return reader.say(HOW, count=review.imagined)


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


WHY = marked(
    "It wins {better} % instead of {played} % of the matches that could be, and ends {points} better on average."
)
WHY_ONLY = marked("It wins {better} % instead of {played} % of the matches that could be.")


def moment(decision: Decision, words: MoveWords, reader: Reader) -> Moment:
    """Return a decision as a moment: what was played, what the search would have, and why."""
    version = decision.number - 1
    played, better = percent(decision.played.win), percent(decision.better.win)
    gained = round(decision.better.margin - decision.played.margin, 1)
    why = reader.say(WHY_ONLY, better=better, played=played)
    if gained >= 0.1:
        points = reader.say("{points} points", points=format_decimal(gained, locale=reader.lang))
        why = reader.say(WHY, better=better, played=played, points=points)
    return Moment(
        number=decision.number,
        seat=decision.seat,
        name=reader.name(decision.seat),
        played=words.say(version, decision.move),
        better=words.say(version, decision.best),
        played_chance=played,
        better_chance=better,
        cost=signed(-decision.cost),
        error=percent(decision.cost_high - decision.cost),
        why=why,
    )
