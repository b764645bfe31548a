"""What callers of an environment can get wrong, as its interface expects to be told: also `ValueError` and the like.

IllegalMove, ValueError
└── IllegalAction     an action that is none, or that cannot be taken now
BadOption, ValueError
└── BadValue          an option, a seed or a number of actions that cannot be
CourtlyError, RuntimeError
└── EpisodeOver       a step after the end, or before the first reset
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from courtly.engine.errors import BadOption, CourtlyError, Details, IllegalMove, listing, shown
from courtly.engine.play.match import Match, checked_seed
from courtly.engine.sentences import said
from courtly.envs.words import legal_in_words, reader_of
from courtly.scene.parts import words_of


class IllegalAction(IllegalMove, ValueError):
    """An action that cannot be taken; nothing has changed."""

    code = "illegal-action"


class BadValue(BadOption, ValueError):
    """An option, a seed or a list of actions that an environment does not take."""


class EpisodeOver(CourtlyError, RuntimeError):
    """A step in a match that is over, or that has not begun."""

    code = "episode-over"


@contextmanager
def as_values() -> Iterator[None]:
    """Raise what is wrong with an option as a `ValueError` too."""
    try:
        yield
    except BadValue:
        raise
    except BadOption as error:
        details: Details = {"given": error.given, "where": error.where, "allowed": error.allowed}
        raise BadValue(error.sentence, option=error.option, problem=error.problem, **details) from error


def as_seed(seed: object) -> int | None:
    """Return a seed, None for one by chance; raise `BadValue` when it is no whole number from 0 on."""
    with as_values():
        return checked_seed(seed)


def illegal_action(match: Match, action: object, *, where: str = "", lang: str = "en") -> IllegalAction:
    """Return the error of an action, with the position and the legal moves in words."""
    seat = match.to_move
    assert seat is not None, "a match that is over refuses steps, not actions"
    legal = legal_in_words(match, lang)
    question = words_of(match.setup.game).question(match.view(seat), reader_of(match, seat, lang))
    places = {
        "given": shown(action),
        "reason": _reason(match, action),
        "seat": seat,
        "where": where or f"move {match.version + 1}",
        "question": question,
        "legal": listing([f"{number} ({words})" for number, words in legal.items()]),
    }
    message = said(
        "{where}: seat {seat} cannot take action {given}: {reason}. {question} It may take: {legal}", **places
    )
    return IllegalAction(message, given=action, where=str(places["where"]), allowed=list(legal))


def _reason(match: Match, action: object) -> object:
    count = match.setup.codec.count
    if not isinstance(action, int | np.integer) or isinstance(action, bool) or not 0 <= action < count:
        return said("an action is a whole number, {low} to {high}", low=0, high=count - 1)
    setup, number = match.setup, int(action)
    code = int(setup.game.rules.kernels.reason(setup.content, match.state()[0], number))
    return setup.game.reason(code)[1]
