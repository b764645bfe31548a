"""Compilation of a card set into flat tables: formulas, powers and effects as rows of numbers. Runs once per set."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.games.monarch.cardset import Banner, CardSet, Court, Formula, Moon, Power
from courtly.games.monarch.cardset import Effect as CardEffect
from courtly.games.monarch.rules import scoring
from courtly.games.monarch.rules.scoring import BOUND, Op
from courtly.games.monarch.state import (
    ANY,
    COURTS,
    FIRST_GUEST,
    FIRST_IMPROVEMENT,
    FIRST_MOON,
    FOOD,
    GOLD,
    NONE,
    PATHS,
    TOP_YIELD,
    Content,
    Effect,
    EffectList,
    Measure,
    Path,
    Sums,
    Terrain,
    Who,
)

Row = list[int]
_RESOURCES = {"gold": GOLD, "food": FOOD, None: NONE}
_TERRAINS = {"village": int(Terrain.VILLAGE), "farm": int(Terrain.FARM), "any": ANY}
_NO_PATH = PATHS
_LISTS = {
    ("discount", "court", GOLD): Sums.COURT_GOLD,
    ("discount", "court", FOOD): Sums.COURT_FOOD,
    ("discount", "improvement", FOOD): Sums.IMPROVEMENT_FOOD,
    ("rebate", "court", GOLD): Sums.COURT_GOLD_BACK,
    ("rebate", "court", FOOD): Sums.COURT_FOOD_BACK,
    ("rebate", "improvement", GOLD): Sums.IMPROVEMENT_GOLD_BACK,
    ("rebate", "improvement", FOOD): Sums.IMPROVEMENT_FOOD_BACK,
}
"""By power, the first of its five sums. Each of the first four is for cards of one path, the last for no path."""
_SINGLES = {
    ("discount", "guest", GOLD): Sums.GUEST_GOLD,
    ("discount", "guest", FOOD): Sums.GUEST_FOOD,
    ("discount", "sweep", GOLD): Sums.SWEEP,
    ("rebate", "guest", GOLD): Sums.GUEST_GOLD_BACK,
    ("rebate", "guest", FOOD): Sums.GUEST_FOOD_BACK,
}


def card_numbers(cards: CardSet) -> dict[str, int]:
    """Return the numbers of all cards of the market deck by id, ascending."""
    numbers = {card.id: number for number, card in enumerate(cards.courts)}
    numbers |= {card.id: number for number, card in enumerate(cards.improvements, FIRST_IMPROVEMENT)}
    numbers |= {card.id: number for number, card in enumerate(cards.guests, FIRST_GUEST)}
    return numbers | {card.id: number for number, card in enumerate(cards.moons, FIRST_MOON)}


def fill_tables(content: Content, cards: CardSet) -> None:
    """Fill an empty content record with the data of a card set, in place."""
    numbers = card_numbers(cards)
    content.cards[:] = NONE
    content.cards[: len(numbers)] = list(numbers.values())
    content.in_play = len(numbers)
    content.price_at[:], content.rebate_at[:] = Sums.NOTHING, Sums.NOTHING
    content.path[:], content.effects[:], content.moon_effects[:] = NONE, NONE, NONE
    content.pledge[:], content.requirement[:], content.barters[:] = NONE, NONE, NONE
    _fill_lands(content, cards)
    formulas = _Formulas(cards, numbers)
    for number, court in enumerate(cards.courts):
        _fill_court(content, number, court, formulas)
    _fill_improvements(content, cards)
    _fill_guests(content, cards, formulas)
    for number, moon in enumerate(cards.moons):
        _fill_moon(content, number, moon)
    for number, banner in enumerate(cards.banners):
        _fill_banner(content, number, banner, formulas)
    content.banner_count = len(cards.banners)
    bartering = [which for which, row in enumerate(content.barter) if row.any()]
    content.barters[: len(bartering)] = bartering
    content.barter_count = len(bartering)


def _fill_lands(content: Content, cards: CardSet) -> None:
    content.boards[:] = NONE
    boards = [number for number, land in enumerate(cards.lands) for _ in range(land.copies)]
    content.boards[: len(boards)] = boards
    content.board_count = len(boards)
    for number, land in enumerate(cards.lands):
        content.land_terrain[number] = _TERRAINS[land.terrain]
        content.land_yield[number] = land.yields


def path_number(path: str | None) -> int:
    """Return the number of a path, or `NONE` for no path."""
    return NONE if path in (None, "none") else int(Path[str(path).upper()])


def _fill_court(content: Content, number: int, court: Court, formulas: _Formulas) -> None:
    path = path_number(court.path)
    at = _NO_PATH if path == NONE else path
    content.path[number] = path
    content.cost[number] = court.gold, court.food
    content.price_at[number] = Sums.COURT_GOLD + at, Sums.COURT_FOOD + at
    content.rebate_at[number] = Sums.COURT_GOLD_BACK + at, Sums.COURT_FOOD_BACK + at
    content.emblems[number] = sum(1 << formulas.emblems.index(emblem) for emblem in court.emblems)
    content.formula[number] = formulas.row(court.crowns, guest=False)
    for i, effect in enumerate(court.on_acquire):
        content.effects[number, i] = _effect_row(effect)[:3]
    for power in court.powers:
        _add_power(content.powers[number], content.barter[number], power)


def _fill_improvements(content: Content, cards: CardSet) -> None:
    for i, improvement in enumerate(cards.improvements):
        number, path = FIRST_IMPROVEMENT + i, path_number(improvement.path)
        at = _NO_PATH if path == NONE else path
        content.path[number] = path
        content.cost[number] = 0, improvement.food
        content.price_at[number] = Sums.NOTHING, Sums.IMPROVEMENT_FOOD + at
        content.rebate_at[number] = Sums.IMPROVEMENT_GOLD_BACK + at, Sums.IMPROVEMENT_FOOD_BACK + at
        content.terrain[i] = _TERRAINS[improvement.terrain]
        content.yields[i] = improvement.yields


def _fill_guests(content: Content, cards: CardSet, formulas: _Formulas) -> None:
    for number, guest in enumerate(cards.guests, FIRST_GUEST):
        content.cost[number] = guest.gold, guest.food
        content.price_at[number] = Sums.GUEST_GOLD, Sums.GUEST_FOOD
        content.rebate_at[number] = Sums.GUEST_GOLD_BACK, Sums.GUEST_FOOD_BACK
        content.formula[number] = formulas.row(guest.crowns, guest=True)


def _fill_moon(content: Content, number: int, moon: Moon) -> None:
    if moon.pledge:
        content.pledge[number, 0] = _RESOURCES[moon.pledge.resource]
    lists: dict[int, Sequence[CardEffect]] = {
        EffectList.EFFECTS: moon.effects,
        EffectList.MET: moon.met,
        EffectList.UNMET: moon.unmet,
    }
    for which, effects in lists.items():
        for i, effect in enumerate(effects):
            content.moon_effects[number, which, i] = _effect_row(effect)


def _fill_banner(content: Content, number: int, banner: Banner, formulas: _Formulas) -> None:
    content.requirement[number] = path_number(banner.required_path), banner.at_least
    content.banner_formula[number] = formulas.row(banner.crowns, guest=False)
    if banner.power:
        _add_power(content.banner_powers[number], content.barter[COURTS + number], banner.power)


def _effect_row(effect: CardEffect) -> Row:
    who = Who[effect.who.upper()]
    measure = NONE if effect.measure is None else int(Measure[effect.measure.upper()])
    resource = _RESOURCES[effect.resource]
    return [Effect[effect.kind.upper()], resource, effect.amount, who, measure, _TERRAINS[effect.terrain]]


def _add_power(sums: Row, barter: Row, power: Power) -> None:
    """Add a power to the sums of its card, or to its barter."""
    if power.kind == "barter":
        barter[_RESOURCES[power.resource]] += power.amount
        barter[2 + _RESOURCES[power.get]] += power.get_amount
    elif power.kind == "income_bonus":
        sums[Sums.HARVEST if power.when == "harvest" else Sums.TAX] += power.amount
    elif power.kind == "tax_relief":
        sums[Sums.TAX_RELIEF] += power.amount
    elif power.kind == "guest_relief":
        sums[Sums.GUEST_RELIEF] += power.amount
    else:
        key = (power.kind, str(power.on), _RESOURCES[power.resource])
        path = path_number(power.path)
        if key in _SINGLES:
            sums[_SINGLES[key]] += power.amount
        else:
            for at in range(PATHS + 1) if path == NONE else [path]:
                sums[_LISTS[key] + at] += power.amount


class _Formulas:
    """Compiles the formulas of a card set into rows of eight numbers (see `scoring`)."""

    def __init__(self, cards: CardSet, numbers: dict[str, int]) -> None:
        self.emblems = list(cards.emblems)
        self._numbers = numbers

    def row(self, formula: Formula, *, guest: bool) -> Row:
        """Return the row of a formula. By default a guest's crowns are at most 0, all others at least 0."""
        if formula.kind == "fixed":
            return [Op.FIXED, 0, 0, 1, 0, formula.value, 0, 0]
        if formula.kind == "if_count":
            return self._threshold(formula)
        low = formula.min if formula.min is not None else -BOUND if guest else 0
        high = formula.max if formula.max is not None else 0 if guest else BOUND
        return [Op.LINEAR, *self._counted(formula), formula.each, formula.per, formula.base, low, high]

    def _threshold(self, formula: Formula) -> Row:
        if formula.card is not None:
            op, counted = Op.CARD, (self._numbers[formula.card], 0)
        else:
            op, counted = Op.COUNT, self._counted(formula)
        return [op, *counted, formula.at_least, formula.then, formula.otherwise, 0, 0]

    def _counted(self, formula: Formula) -> tuple[int, int]:
        """Return the two counters that a formula sums."""
        if formula.path is not None:
            path = path_number(formula.path)
            court, board = scoring.IN_COURT + path, scoring.ON_BOARD + path
            return {
                "court": (court, scoring.ZERO),
                "board": (board, scoring.ZERO),
                "court+board": (court, board),
            }[formula.where]
        return self._single(formula), scoring.ZERO

    def _single(self, formula: Formula) -> int:
        if formula.emblem is not None:
            return scoring.OF_EMBLEM + self.emblems.index(formula.emblem)
        if formula.kind == "per_variety":
            return scoring.PATH_VARIETY if formula.of == "path" else scoring.EMBLEM_VARIETY
        if formula.kind == "per_land":
            return scoring.YIELDING + _TERRAINS[str(formula.terrain)] * TOP_YIELD + formula.min_yield - 1
        if formula.kind == "per_resource":
            return scoring.HELD + _RESOURCES[formula.resource]
        return scoring.GUESTS_OWN if formula.whose == "own" else scoring.GUESTS_OTHERS
