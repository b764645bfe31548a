"""Errors of the environments. They are also subclasses of `ValueError` or `RuntimeError`, as other libraries expect.

IllegalMove, ValueError
└── IllegalAction     an action that is invalid or illegal now
BadOption, ValueError
└── BadValue          an invalid option, seed or number of actions
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
from courtly.envs.words import legal_in_words, locale_of
from courtly.scene.parts import words_of
from courtly.text.languages import ENGLISH


class IllegalAction(IllegalMove, ValueError):
    """The action is illegal. Nothing has changed."""

    code = "illegal-action"


class BadValue(BadOption, ValueError):
    """An option, a seed or a list of actions is invalid."""


class EpisodeOver(CourtlyError, RuntimeError):
    """The match is over or has not begun."""

    code = "episode-over"


@contextmanager
def as_value_errors() -> Iterator[None]:
    """Convert `BadOption` to `BadValue`, which is also a `ValueError`."""
    try:
        yield
    except BadValue:
        raise
    except BadOption as error:
        details: Details = {"given": error.given, "where": error.where, "allowed": error.allowed}
        raise BadValue(error.sentence, option=error.option, problem=error.problem, **details) from error


def as_seed(seed: object) -> int | None:
    """Return a seed, or None for a random one; raise `BadValue` unless it is a whole number of at least 0."""
    with as_value_errors():
        return checked_seed(seed)


def illegal_action(match: Match, action: object, *, where: str = "", lang: str = ENGLISH) -> IllegalAction:
    """Return the error for an illegal action, with the position and the legal moves in words."""
    seat = match.to_move
    assert seat is not None, "the caller checked that the match is not over"
    legal = legal_in_words(match, lang)
    question = words_of(match.setup.game).question(match.view(seat), locale_of(match, seat, lang))
    places = {
        "given": shown(action),
        "reason": _reason(match, action),
        "seat": seat,
        "where": where or f"move {match.version + 1}",
        "question": question,
        "legal": listing([f"{number} ({words})" for number, words in legal.items()]),
    }
    message = said(
        "{where}: seat {seat} cannot take action {given}: {reason}. {question} Legal actions: {legal}", **places
    )
    return IllegalAction(message, given=action, where=str(places["where"]), allowed=list(legal))


def _reason(match: Match, action: object) -> object:
    count = match.setup.codec.count
    if not isinstance(action, int | np.integer) or isinstance(action, bool) or not 0 <= action < count:
        return said("an action must be a whole number from {low} to {high}", low=0, high=count - 1)
    setup, number = match.setup, int(action)
    code = int(setup.game.rules.kernels.reason(setup.content, match.state()[0], number))
    return setup.game.reason(code)[1]
