"""Play the same deals with and without a card, or with and without a change, until the figures are precise enough.

Both experiments use common random numbers: a deal has the same cards and the same random streams on both sides, so two
matches differ only from the first decision on that the card or the change affects.

- *A card that one player never takes.* Each seat in turn is played by a steward that never takes the card. The loss of
  that seat, summed over all seats and divided by the number of matches in which any seat took the card, is the worth of
  the card to its owner. No player is selected by success, so this is a cause and not a correlation.
- *A change for the whole table*, of a card or of options. Length, closeness and the value of each place change; for a
  card also the results of its owners. An owner counts on both sides, so that a lucky match in which someone could
  afford the card does not look like an effect of the change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from courtly.arena import kernels, random_streams
from courtly.arena.about import about
from courtly.arena.balance.seats import by_place
from courtly.arena.compiled import deals_of, play_span
from courtly.arena.effect.estimates import Outcome, false_discovery, outcome, standard_error, two_sided
from courtly.arena.intervals import Figure, ratio
from courtly.arena.plan import MAX_MATCHES, check_range
from courtly.arena.run import Progress, Resources
from courtly.arena.warm import WARM_UP_PARTS
from courtly.engine.arrays import Float64Array
from courtly.engine.contract.game import CardStudy, Setup, StudyCard, find_game, set_up
from courtly.engine.contract.layout import States
from courtly.engine.errors import BadOption, cannot_be, listing
from courtly.engine.play.match import MAX_SEED
from courtly.engine.play.warmup import ensure_warm
from courtly.engine.sentences import said

FORMAT = "courtly-effect/1"
BOT = "steward"
GROUP = 50
"""Deals of one group. The bootstrap resamples groups."""
FIRST_DEALS = 2_000
"""Deals before the first look at the intervals."""
TRACE = 1 << 14
"""The most decisions of a match in which cards are watched."""
ALL = "all"
FALSE_MARKS = 0.05
"""The share of false marks among the cards that stand out."""

Sums = dict[str, tuple[float, float]]
"""By figure, the sum over a group of deals, and the number of cases in it."""

Play = Callable[[int, int], Sums]
"""Plays the deals from the first number to the second, exclusive, and returns their sums."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The settings of a measurement.

    Attributes
    ----------
    game, options
        The game, and its options as in a match record.
    cards
        Ids of cards, or `all` alone.
    change
        The change of each card for the whole table; None to measure the worth of the card to one player.
    versus
        Changed options for the whole table; not together with cards.
    precision
        The half width of the 95 % interval of a victory share at which a measurement stops; None to play all deals.
    deals
        The most deals of each measurement.
    seed
        Seed of all deals and of the bots' randomness.
    """

    game: str
    options: dict[str, Any]
    cards: tuple[str, ...] = ()
    change: str | None = None
    versus: dict[str, Any] | None = None
    precision: float | None = 0.01
    deals: int = 100_000
    seed: int = 0


def measure(question: Question, *, workers: int | None = None, on_progress: Progress | None = None) -> dict[str, Any]:
    """Play the matches of a question and return its figures, a row for each card or one row for the changed options.

    Raises
    ------
    UnknownGame, BadOption, BadCards
    """
    resources = Resources(workers=workers)
    resources.check()
    setup = _checked(question)
    plays = list(_plays(question, setup))
    ensure_warm(question.game, warm_up_parts=WARM_UP_PARTS)
    rows = []
    with ThreadPoolExecutor(resources.worker_count) as pool:
        for number, (labels, play) in enumerate(plays):
            shown = partial(_report, on_progress, number * question.deals, len(plays) * question.deals)
            rows.append({**labels, **_until_precise(question, pool, play, shown)})
    is_worth = bool(question.cards) and question.change is None
    return {
        "format": FORMAT,
        "game": question.game,
        "about": about(setup, (BOT,)),
        "options": question.options,
        "versus": question.versus,
        "change": question.change,
        "bot": BOT,
        "seed": question.seed,
        "precision": question.precision,
        "rows": _ranked(rows) if is_worth else rows,
    }


def _report(on_progress: Progress | None, before: int, most: int, deals: int) -> None:
    if on_progress is not None:
        on_progress(before + deals, most)


def _checked(question: Question) -> Setup:
    """Return the setup of a valid question."""
    check_range("deals", question.deals, MAX_MATCHES)
    if not 0 <= question.seed <= MAX_SEED:
        raise cannot_be("seed", question.seed, said("a whole number from {low} to {high}", low=0, high=MAX_SEED))
    if question.precision is not None and not 0 < question.precision < 1:
        raise cannot_be("precision", question.precision, said("a share, more than 0 and less than 1"))
    if bool(question.cards) == (question.versus is not None):
        message = said("an effect needs either cards or changed options")
        raise BadOption(message, where="card", allowed=said("one of the two"), problem="together")
    if question.change is not None and not question.cards:
        raise BadOption(said("a change needs a card"), given=question.change, where="change", allowed=said("a card"))
    return set_up(question.game, question.options)


def _plays(question: Question, setup: Setup) -> Iterator[tuple[dict[str, Any], Play]]:
    """Yield the labels of each measurement and the function that plays it."""
    if question.versus is not None:
        yield {}, _table_wide(setup, set_up(question.game, question.versus), None, question.seed)
        return
    study = _study(question.game)
    for card in _chosen(question, study.cards(setup)):
        labels = {"card": card.id, "kind": card.kind, "names": dict(card.names)}
        if question.change is None:
            yield labels, _never_taken(setup, card, study, question.seed)
        else:
            changed = set_up(question.game, study.change(setup, card, question.change))
            yield labels, _table_wide(setup, changed, card, question.seed)


def _study(game: str) -> CardStudy:
    found = find_game(game).study.cards
    if found is None:
        message = said("the cards of {game} cannot be changed", game=game)
        raise BadOption(message, given=game, where="card", allowed=said("changed options"))
    return found


def _chosen(question: Question, known: Sequence[StudyCard]) -> list[StudyCard]:
    """Return the cards of a question in the order of the card set."""
    if question.cards == (ALL,):
        return list(known)
    ids = [card.id for card in known]
    for card in question.cards:
        if card not in ids:
            raise cannot_be("card", card, said("all, or one of {known}", known=listing(ids)))
    return [card for card in known if card.id in question.cards]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: a setup, its contents, the watched cards, and the seed of the deals."""

    setup: Setup
    contents: States
    cards: Sequence[StudyCard]
    seed: int

    def play(self, low: int, high: int, avoider: int | None = None) -> Outcome:
        """Play a span of deals once each; the seat `avoider` uses the second content."""
        setup = self.setup
        kinds = np.full((1, 1, setup.players), kernels.STEWARD, np.int32)
        if avoider is not None:
            kinds[0, 0, avoider] += 1
        columns = np.full(setup.codec.count if self.cards else 0, -1, np.int32)
        for column, card in enumerate(self.cards):
            columns[list(card.moves)] = column
        takers = np.full((high - low, len(self.cards)), -1, np.int32)
        watch = kernels.Watch(np.empty((TRACE if self.cards else 0, 2), np.int32), columns, takers)
        span = kernels.Span(low, high, random_streams.bots_family(self.seed), setup.max_legal, 1, 0)
        out = play_span(setup, self.contents, deals_of(self.seed, low, high, kinds), watch, span)
        return outcome(out.scores, out.counts, takers)


def avoiding(setup: Setup, card: StudyCard, study: CardStudy, seed: int) -> Side:
    """Return the side whose second content has the card out of reach."""
    contents = setup.game.rules.content.empty(2)
    contents[:] = setup.contents
    study.avoid(contents[1], card)
    return Side(setup, contents, [card], seed)


def _never_taken(setup: Setup, card: StudyCard, study: CardStudy, seed: int) -> Play:
    """Return the function that plays each deal once as it is, and once for each seat that never takes the card."""
    side = avoiding(setup, card, study, seed)

    def play(low: int, high: int) -> Sums:
        before = side.play(low, high)
        share = points = 0.0
        for seat in range(setup.players):
            after = side.play(low, high, avoider=seat)
            share += float((before.shares - after.shares)[:, seat].sum())
            points += float((before.points - after.points)[:, seat].sum())
        taken = float((before.takers >= 0).sum())
        return {"taken": (taken, high - low), "share": (share, taken), "points": (points, taken)}

    return play


def _table_wide(setup: Setup, changed: Setup, card: StudyCard | None, seed: int) -> Play:
    """Return the function that plays each deal as it is and with the change."""
    if setup.players != changed.players:
        raise cannot_be("versus", f"players={changed.players}", said("options with the same number of players"))
    sides = [Side(of, of.contents, _same_card(of, card), seed) for of in (setup, changed)]

    def play(low: int, high: int) -> Sums:
        before, after = (side.play(low, high) for side in sides)
        return _table_sums(before, after) | (_owner_sums(before, after) if card else {})

    return play


def _same_card(setup: Setup, card: StudyCard | None) -> list[StudyCard]:
    """Return the card with its number in a setup; nothing if the setup does not have the card."""
    study = setup.game.study.cards
    return [each for each in study.cards(setup) if each.id == card.id] if card is not None and study is not None else []


def _table_sums(before: Outcome, after: Outcome) -> Sums:
    """Return the sums of what changes for the whole table."""
    deals = len(before.shares)
    values = {
        "decisions": after.counts[:, 0] - before.counts[:, 0],
        "turns": after.counts[:, 1] - before.counts[:, 1],
        "lead": _lead(after) - _lead(before),
    }
    one, other = (by_place(each.shares, each.counts[:, 2]) for each in (before, after))
    places = {f"place {place}": other[:, place] - one[:, place] for place in range(one.shape[1])}
    return {name: (float(each.sum()), deals) for name, each in (values | places).items()}


def _lead(found: Outcome) -> Float64Array:
    """Return the points of the best seat above the second best."""
    ranked = np.sort(found.points, axis=1)
    lead: Float64Array = ranked[:, -1] - ranked[:, -2]
    return lead


def _owner_sums(before: Outcome, after: Outcome) -> Sums:
    """Return the sums of what changes for the owners of a card, on either side."""
    deals, seats = before.shares.shape
    takers = [each.takers[:, :1] if each.takers.shape[1] else np.full((deals, 1), -1) for each in (before, after)]
    weight = sum((taker == np.arange(seats)).astype(np.float64) for taker in takers)
    cases = float(np.sum(weight))
    return {
        "taken": (float((takers[0] >= 0).sum()), deals),
        "taken after": (float((takers[1] >= 0).sum()), deals),
        "share": (float((weight * (after.shares - before.shares)).sum()), cases),
        "points": (float((weight * (after.points - before.points)).sum()), cases),
    }


def _until_precise(
    question: Question, pool: ThreadPoolExecutor, play: Play, on_progress: Callable[[int], None]
) -> dict[str, Any]:
    """Play groups of deals until the interval is narrow enough, and return the figures."""
    groups: list[Sums] = []
    wanted, done = min(FIRST_DEALS, question.deals), 0
    while done < wanted:
        spans = [(low, min(low + GROUP, wanted)) for low in range(done, wanted, GROUP)]
        groups += pool.map(lambda span: play(*span), spans)
        done = wanted
        on_progress(done)
        figures = {name: _figure(groups, name) for name in groups[0]}
        wanted = min(question.deals, _enough(figures, question.precision, done))
    return {"deals": done, **figures}


def _figure(groups: Sequence[Sums], name: str) -> Figure:
    sums, cases = np.array([group[name] for group in groups], np.float64).T
    return ratio(sums, cases)


def _enough(figures: dict[str, Figure], precision: float | None, done: int) -> int:
    """Return the number of deals after which all intervals of victory shares are expected to be narrow enough."""
    if precision is None:
        return MAX_MATCHES
    shares = [figure for name, figure in figures.items() if name == "share" or name.startswith("place")]
    wide = max(_half_width(figure) for figure in shares)
    if wide <= precision:
        return done
    return 4 * done if wide == np.inf else min(4 * done, ceil(1.1 * done * (wide / precision) ** 2))


def _half_width(figure: Figure) -> float:
    return np.inf if figure.low is None or figure.high is None else (figure.high - figure.low) / 2


def _ranked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort the cards by their worth, and mark as strong or weak those that stand out from the mean of all cards.

    `false_discovery` is the share of false marks among all cards that stand out at least as much.
    """
    known = [row for row in rows if row["share"].value is not None]
    known.sort(key=lambda row: -row["share"].value)
    mean = sum(row["share"].value for row in known) / max(1, len(known))
    above = [row["share"].value - mean for row in known]
    bounds = false_discovery(
        [two_sided(each, standard_error(row["share"])) for each, row in zip(above, known, strict=True)]
    )
    marked = [
        {
            **row,
            "false_discovery": bound,
            "stands_out": None if bound > FALSE_MARKS else "strong" if each > 0 else "weak",
        }
        for row, bound, each in zip(known, bounds, above, strict=True)
    ]
    rest = [row for row in rows if row["share"].value is None]
    return marked + [{**row, "false_discovery": None, "stands_out": None} for row in rest]
