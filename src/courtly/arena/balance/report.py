"""The complete study of a game: the plans to play, and their figures as one document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from courtly.arena.about import about
from courtly.arena.balance.items import item_figures
from courtly.arena.balance.seats import seat_figures
from courtly.arena.balance.settings import Setting, settings
from courtly.arena.balance.skill import step_figures
from courtly.arena.intervals import Figure, difference
from courtly.arena.plan import MAX_MATCHES, Plan, check_range
from courtly.arena.run import Progress, Resources, Results, play
from courtly.engine.contract.game import find_game, set_up
from courtly.engine.errors import BadOption
from courtly.engine.sentences import said

FORMAT = "courtly-balance/1"


@dataclass(frozen=True, slots=True)
class Question:
    """The settings of a study.

    Attributes
    ----------
    game, options
        The game, and its options as in a match record.
    versus
        A second set of options to compare with the first.
    bot
        The bot in every seat.
    ladder
        Bots of rising strength, the weakest first.
    deals
        Number of deals for each setting.
    ladder_deals
        Number of deals for each step of the ladder; small, because searching bots are slow.
    told
        Number of matches that are replayed move by move to collect the items used.
    seed
        Seed of all deals and of the bots' randomness. Both sets of options play the same deals.
    """

    game: str
    options: dict[str, Any]
    versus: dict[str, Any] | None = None
    bot: str = "steward"
    ladder: tuple[str, ...] = ("random", "novice", "courtier", "minister")
    deals: int = 500
    ladder_deals: int = 20
    told: int = 200
    seed: int = 0


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """One plan of a study: its side, its heading, and the function that computes its figures."""

    side: int
    heading: str
    labels: dict[str, Any]
    plan: Plan
    uses: bool
    compute: Callable[[Results], Any]


def report(
    question: Question, resources: Resources | None = None, on_progress: Progress | None = None
) -> dict[str, Any]:
    """Play the matches of a study and return its figures.

    Raises
    ------
    UnknownGame, UnknownBot, BadOption
    """
    sides: list[dict[str, Any]] = [
        {"options": options, "settings": [], "items": [], "skill": []} for options in _sides(question)
    ]
    parts = list(_parts(question))
    total, done = sum(part.plan.matches for part in parts), 0
    for part in parts:
        told = _shifted(on_progress, done, total)
        found = part.compute(play(part.plan, replace(resources or Resources(), uses=part.uses), told))
        done += part.plan.matches
        if part.heading == "items":
            sides[part.side]["items"] = found
        else:
            sides[part.side][part.heading].append({**part.labels, **found})
    facts = {name: getattr(question, name) for name in ("bot", "deals", "ladder_deals", "told", "seed")}
    facts["ladder"] = list(question.ladder)
    facts["about"] = about(parts[0].plan.setup, (question.bot, *question.ladder))
    rules = find_game(question.game).version
    compared = _compared(*sides) if len(sides) == 2 else None
    facts["changed_cards"] = _changed_cards(question)
    return {"format": FORMAT, "game": question.game, "rules": rules, **facts, "sides": sides, "differences": compared}


def _changed_cards(question: Question) -> list[str]:
    """Return the ids of the cards that differ between the two sides, of a game whose cards can be changed."""
    study = find_game(question.game).study.cards
    if study is None or question.versus is None:
        return []
    return list(study.differing(set_up(question.game, question.options), set_up(question.game, question.versus)))


def as_document(found: Any) -> Any:
    """Return a report as a value fit for JSON."""
    if isinstance(found, Figure):
        return found.as_dict()
    if isinstance(found, dict):
        return {key: as_document(value) for key, value in found.items()}
    return [as_document(value) for value in found] if isinstance(found, list) else found


def _sides(question: Question) -> list[dict[str, Any]]:
    return [question.options] if question.versus is None else [question.options, question.versus]


def _parts(question: Question) -> Iterator[StudyPlan]:
    """Yield the plans of a study. All plans are checked before the first match."""
    if len(question.ladder) < 2:
        message = said("a ladder needs at least two levels, not {count}", count=len(question.ladder))
        raise BadOption(message, where="ladder", allowed=said("two bots or more"))
    for name in ("deals", "ladder_deals", "told"):
        check_range(name, getattr(question, name), MAX_MATCHES)
    for side, options in enumerate(_sides(question)):
        for setting in settings(question.game, options):
            plan = Plan(question.game, setting.options, (question.bot,), question.deals, question.seed, repeats=2)
            yield StudyPlan(side, "settings", _labels(setting), plan, uses=False, compute=seat_figures)
        told = Plan(question.game, options, (question.bot,), question.told, question.seed)
        yield StudyPlan(side, "items", {}, told, uses=True, compute=item_figures)
        for pair in _steps(question.ladder):
            plan = Plan(question.game, options, pair, question.ladder_deals, question.seed)
            yield StudyPlan(side, "skill", {}, plan, uses=False, compute=step_figures)


def _labels(setting: Setting) -> dict[str, Any]:
    return {"label": setting.label, "kind": setting.kind, "options": setting.options}


def _steps(ladder: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each pair of neighbouring levels, and the pair of the lowest and the highest."""
    steps = list(pairwise(ladder))
    return steps if len(steps) == 1 else [*steps, (ladder[0], ladder[-1])]


def _shifted(on_progress: Progress | None, before: int, total: int) -> Progress:
    return lambda done, _total: on_progress(before + done, total) if on_progress else None


def _compared(one: dict[str, Any], other: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every figure that both sides have, with the difference: second side minus first."""
    mine, theirs = dict(_figures(one)), dict(_figures(other))
    return [
        {"figure": name, "a": mine[name], "b": theirs[name], "difference": difference(theirs[name], mine[name])}
        for name in mine
        if name in theirs
    ]


def _figures(side: dict[str, Any]) -> Iterator[tuple[str, Figure]]:
    """Yield the comparable figures of a side with their names."""
    base = side["settings"][0]
    for place in base["places"]:
        for name in ("share", "score"):
            yield f"place {place['place']}: {name}", place[name]
    for name in ("decisions", "turns", "lead", "shared", "deal"):
        yield name, base[name]
    for step in side["skill"]:
        for name in ("ahead", "rating", "skill"):
            yield f"{step['lower']} to {step['upper']}: {name}", step[name]
    for item in side["items"]:
        for name in ("rate", "share", "points"):
            yield f"{item['kind']} {item['item']}: {name}", item[name]
