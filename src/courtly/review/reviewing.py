"""The function `review`: walks through a match and assembles the figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict

from courtly.engine.errors import NotOver
from courtly.engine.play.match import Match
from courtly.engine.sentences import said
from courtly.review.deciding import decided_by
from courtly.review.effort import Effort
from courtly.review.given import given_away
from courtly.review.imagining import known_chance
from courtly.review.model import Decision, Given, Review, ReviewPosition, SeatReview, rank
from courtly.review.parts import parts_of
from courtly.review.walk import ReviewStep, Walk

LEAST_COST = 0.03
"""Smallest cost of a clear mistake; a share of victory."""

MOMENTS = 3

Progress = Callable[[int, int], None]
"""Callback with the number of moves judged and the total."""


def review(
    match: Match,
    effort: Effort | None = None,
    progress: Progress = lambda _done, _all: None,
    *,
    on_decision: Callable[[Decision], None] = lambda _: None,
    stand_ins: Collection[int] = (),
) -> Review:
    """Return the review of a finished match; equal efforts give equal reviews.

    `on_decision` gets each decision when it is judged, the last of the match first. `stand_ins` are the numbers of the
    moves, from 1, that stand-ins made for absent players: they do not count as moves of these players.

    Raises
    ------
    NotOver
        If the match is not over.
    """
    if not match.is_over:
        message = said("only a match that is over can be reviewed")
        raise NotOver(message, where=f"move {match.version}", allowed=said("after the last move"))
    effort = effort or Effort()
    walk = Walk(match, effort, stand_ins)
    decisions: list[Decision] = []

    def judged(step: ReviewStep) -> None:
        decisions.insert(0, _decision(match, step))
        on_decision(decisions[0])
        progress(len(decisions), match.version)

    steps = walk.steps(judged)
    gave = given_away(walk, steps)
    seats = tuple(
        _seat(
            match, seat, [each for each in decisions if each.seat == seat and not each.by_stand_in], steps, gave[seat]
        )
        for seat in range(match.players)
    )
    return Review(
        game=match.game,
        rules=match.setup.game.version,
        players=match.players,
        winners=tuple(match.winners()),
        effort=asdict(effort),
        imagined=walk.imagination.imagined,
        positions=(*(_position(step) for step in steps), _end(match)),
        decisions=tuple(decisions),
        seats=seats,
        moments=key_moments(decisions),
        decided=decided_by(match, decisions, [seat.parts for seat in seats]),
    )


def _position(step: ReviewStep) -> ReviewPosition:
    return ReviewPosition(
        version=step.version,
        seat=step.seat,
        known=tuple(each.chance() for each in step.known),
        opened=tuple(each.chance() for each in step.opened),
    )


def shares(match: Match) -> list[float]:
    """Return each seat's share of the victory."""
    winners = match.winners()
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(match.players)]


def _end(match: Match) -> ReviewPosition:
    scores = match.scores()
    ends = tuple(
        known_chance(share, scores[seat] - max(scores[:seat] + scores[seat + 1 :]))
        for seat, share in enumerate(shares(match))
    )
    return ReviewPosition(version=match.version, seat=None, known=ends, opened=ends)


def _decision(match: Match, step: ReviewStep) -> Decision:
    judged, codec = step.judged, match.setup.codec
    cost, error = judged.cost
    low = max(0.0, cost - error)
    return Decision(
        number=step.version + 1,
        seat=step.seat,
        move=match.moves[step.version],
        best=codec.format(judged.best),
        choices=judged.choices,
        played=judged.played.chance(),
        better=judged.better.chance(),
        cost=round(cost, 5),
        cost_low=round(low, 5),
        cost_high=round(cost + error, 5),
        clear=cost >= LEAST_COST and low > 0,
        by_stand_in=step.by_stand_in,
    )


def key_moments(decisions: Sequence[Decision]) -> tuple[int, ...]:
    """Return the move numbers of the costliest clear mistakes, at most one of each turn.

    A turn is all moves of a seat in a row, such as the region and the stake of a bet.
    """
    costliest: list[Decision] = []
    last: Decision | None = None
    for each in decisions:
        is_same_turn = last is not None and (each.seat, each.number) == (last.seat, last.number + 1)
        last = each
        if not is_same_turn:
            costliest.append(each)
        elif rank(each) < rank(costliest[-1]):
            costliest[-1] = each
    clear = sorted((each for each in costliest if each.clear), key=rank)
    return tuple(each.number for each in clear[:MOMENTS])


def _seat(
    match: Match, seat: int, decisions: Sequence[Decision], steps: Sequence[ReviewStep], gave: tuple[Given, ...]
) -> SeatReview:
    real = [each.cost for each in decisions if each.choices > 1]
    return SeatReview(
        name=(match.seats[seat]["name"] if match.seats else ""),
        score=match.scores()[seat],
        parts=parts_of(seat, steps, match.players, shares(match)[seat]),
        cost=sum(real) / len(real) if real else 0.0,
        decisions=len(real),
        moments=key_moments(decisions),
        gave=gave,
    )
