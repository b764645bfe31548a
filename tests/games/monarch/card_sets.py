"""Random card sets within the limits of a custom set: every kind, every field, unusual numbers of cards.

A small set has only a few more cards than the courts can hold, so its deck runs out. A large set has the maximum
number of cards.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Table = dict[str, Any]

PATHS = ("might", "culture", "wisdom", "bounty")
TERRAINS = ("village", "farm")
RESOURCES = ("gold", "food")
SIZES = {"small": (28, 4, 2, 8), "bare": (33, 1, 0, 0), "middle": (34, 16, 8, 8), "large": (64, 64, 32, 32)}
"""Numbers of Court Cards, improvements, guests and Moons."""


class SetDice(random.Random):
    """A random generator for card sets. If `lavish`, it often uses the largest amounts."""

    lavish = False

    def some(self, chance: float, **fields: Any) -> Table:
        """Return the fields or an empty table, at random."""
        return fields if self.random() < chance else {}

    def resource(self) -> str:
        return self.choice(RESOURCES)

    def not_zero(self, low: int, high: int) -> int:
        return self.choice([number for number in range(low, high + 1) if number])

    def amount(self, most: int) -> int:
        return 99 if self.lavish and self.random() < 0.4 else self.randint(1, most)

    def many(self, most: int, make: Callable[[], Table]) -> list[Table]:
        return [make() for _ in range(self.randint(0, most))]


def card_set(seed: int, *, size: str = "middle") -> Table:
    """Return a random card set as a document."""
    dice = SetDice(seed)
    dice.lavish = dice.random() < 0.2
    return {key: value for key, value in _document(seed, dice, size).items() if value or key == "emblems"}


def _document(seed: int, dice: SetDice, size: str) -> Table:
    """Return the tables of a set. Some may be empty."""
    courts, improvements, guests, moons = SIZES[size]
    emblems = [f"emblem-{number}" for number in range(dice.choice([0, 1, 3, 16]))]
    ids = [f"court-{number}" for number in range(courts)]
    paths = [dice.choice((*PATHS, *PATHS, "none")) for _ in ids]
    return {
        "schema": 1,
        "set": {"id": f"chance-{seed}", "version": "1", **_named("A set by chance"), **_notice(), "languages": ["en"]},
        "paths": {path: {"en": path.title()} for path in PATHS},
        "emblems": {emblem: {"en": emblem} for emblem in emblems},
        "land": _lands(dice),
        "court": [_court(dice, card, path, emblems, ids) for card, path in zip(ids, paths, strict=True)],
        "improvement": [_improvement(dice, number) for number in range(improvements)],
        "guest": [_guest(dice, number, emblems, ids) for number in range(guests)],
        "moon": [_moon(dice, number) for number in range(moons)],
        "banner": _banners(dice, paths, emblems, ids),
    }


def _named(name: str) -> Table:
    return {"name": {"en": name}}


def _notice() -> Table:
    return {"notice": {"en": "Made by chance."}}


def _lands(dice: SetDice) -> list[Table]:
    """Return nine or more boards, of both terrains."""
    terrains = [*TERRAINS, *(dice.choice(TERRAINS) for _ in range(dice.randint(0, 3)))]
    copies = [1] * len(terrains)
    for _ in range(dice.randint(9, 16) - len(terrains)):
        copies[dice.randrange(len(terrains))] += 1
    return [
        {
            "id": f"land-{number}",
            **_named(f"Land {number}"),
            "terrain": terrain,
            **dice.some(0.5, **{"yield": dice.choice([1, 1, 2, 3, 9])}),
            **({"copies": copies[number]} if copies[number] > 1 else {}),
        }
        for number, terrain in enumerate(terrains)
    ]


def _court(dice: SetDice, card: str, path: str, emblems: list[str], ids: list[str]) -> Table:
    food = dice.randint(0, 5) if path == "bounty" or dice.random() < 0.2 else 0
    bears = dice.sample(emblems, min(len(emblems), dice.choice([0, 1, 1, 2, 3])))
    return {
        "id": card,
        **_named(card.title()),
        "path": path,
        **({"emblems": bears} if bears else {}),
        "cost": {"gold": dice.randint(0, 7), **({"food": food} if food else {})},
        "crowns": formula(dice, emblems, ids),
        **dice.some(0.5, on_acquire=dice.many(3, lambda: _on_acquire(dice))),
        **dice.some(0.6, powers=_powers(dice)),
    }


def _improvement(dice: SetDice, number: int) -> Table:
    return {
        "id": f"improvement-{number}",
        **_named(f"Improvement {number}"),
        "terrain": dice.choice(TERRAINS),
        "yield": dice.choice([1, 2, 2, 3, 4, 9]),
        **dice.some(0.7, path=dice.choice((*PATHS, "none"))),
        "cost": {"food": dice.randint(0, 6)},
    }


def _guest(dice: SetDice, number: int, emblems: list[str], ids: list[str]) -> Table:
    costs = [{"gold": dice.randint(0, 4)}, {"food": dice.randint(0, 4)}, {"gold": 1, "food": 2}]
    return {
        "id": f"guest-{number}",
        **_named(f"Guest {number}"),
        "cost": dice.choice(costs),
        "crowns": formula(dice, emblems, ids, guest=True),
    }


# Formulas


def formula(dice: SetDice, emblems: list[str], ids: list[str], *, guest: bool = False) -> int | Table:
    """Return a random value for a card's crowns, never positive for a guest."""
    kinds = ["number", "fixed", "per_path", "per_variety", "per_land", "per_resource", "per_guest", "if_count"]
    kind = dice.choice(kinds + ["per_emblem"] * bool(emblems))
    low, high = (-8, 0) if guest else (-3, 8)
    if kind == "number":
        return dice.randint(low, high)
    if kind == "fixed":
        return {"kind": kind, "value": dice.randint(low, high)}
    if kind == "if_count":
        worth = {"then": dice.randint(low, high), "otherwise": dice.randint(low, high)}
        return {"kind": kind, **_condition(dice, emblems, ids), **dice.some(0.7, at_least=dice.randint(1, 5)), **worth}
    per = dice.not_zero(-3, 1) if guest else dice.choice([-2, -1, dice.amount(3)])
    return {
        "kind": kind,
        **_counted(dice, kind, emblems),
        "per": per,
        **dice.some(0.6, base=dice.randint(-5, 0 if guest else 5)),
        **_bounds(dice, guest=guest),
    }


def _condition(dice: SetDice, emblems: list[str], ids: list[str]) -> Table:
    what = dice.choice(["path", "card"] + ["emblem"] * bool(emblems))
    if what == "path":
        return {"path": dice.choice(PATHS), **_where(dice)}
    return {what: dice.choice(emblems if what == "emblem" else ids)}


def _where(dice: SetDice) -> Table:
    return dice.some(0.7, where=dice.choice(["court", "board", "court+board"]))


def _counted(dice: SetDice, kind: str, emblems: list[str]) -> Table:
    if kind == "per_path":
        return {"path": dice.choice(PATHS), **_where(dice)}
    if kind == "per_emblem":
        return {"emblem": dice.choice(emblems)}
    if kind == "per_variety":
        return {"of": dice.choice(["path", "emblem"])}
    if kind == "per_land":
        return {"terrain": dice.choice((*TERRAINS, "any")), **dice.some(0.7, min_yield=dice.randint(1, 9))}
    if kind == "per_resource":
        return {"resource": dice.resource(), **dice.some(0.6, each=dice.randint(1, 5))}
    return {"whose": dice.choice(["own", "others"])}


def _bounds(dice: SetDice, *, guest: bool) -> Table:
    """Return random bounds that are valid together with the defaults: at least 0, or at most 0 for a guest."""
    low, high = sorted([dice.randint(-9, 0), dice.randint(-9, 0) if guest else dice.randint(0, 12)])
    return {**dice.some(0.3, min=low), **dice.some(0.3, max=high)}


# Effects and powers


def _on_acquire(dice: SetDice) -> Table:
    kind = dice.choice(["gain", "collect", "dismiss_guest", "dismiss_guest", "free_improvement", "free_sweep", "extra"])
    if kind in {"gain", "collect"}:
        return {"kind": kind, "resource": dice.resource(), "amount": dice.amount(4)}
    if kind == "dismiss_guest":
        return {"kind": kind, **dice.some(0.6, up_to=dice.randint(1, 3))}
    return {"kind": "extra_income" if kind == "extra" else kind}


def _powers(dice: SetDice) -> list[Table]:
    """Return one or two powers, with at most one barter, because a barter move names only the card."""
    kinds = ["discount", "discount", "rebate", "income_bonus", "tax_relief", "guest_relief", "barter"]
    chosen = dice.choices(kinds, k=dice.randint(1, 2))
    return [_power(dice, kind) for kind in (chosen[:1] if chosen == ["barter", "barter"] else chosen)]


def _power(dice: SetDice, kind: str) -> Table:
    amount = dice.amount(3)
    if kind == "barter":
        give, get = dice.sample(RESOURCES, 2)
        return {"kind": kind, "give": give, "give_amount": amount, "get": get, "get_amount": dice.amount(3)}
    if kind == "income_bonus":
        return {"kind": kind, "when": dice.choice(["harvest", "tax"]), "amount": amount}
    if kind not in {"discount", "rebate"}:
        return {"kind": kind, "amount": amount}
    on = dice.choice(["court", "improvement", "guest"] + ["sweep"] * (kind == "discount"))
    path = dice.some(0.4, path=dice.choice(PATHS)) if on in {"court", "improvement"} else {}
    if kind == "rebate":
        return {"kind": kind, "on": on, "resource": dice.resource(), "amount": amount, **path}
    fits = {"improvement": "food", "sweep": "gold"}.get(on) or dice.resource()
    return {"kind": kind, "on": on, "amount": amount, **dice.some(0.6, resource=fits), **path}


def _moon(dice: SetDice, number: int) -> Table:
    moon = {"id": f"moon-{number}", **_named(f"Moon {number}"), "tone": dice.choice(["good", "bad"])}
    if dice.random() < 0.4:
        return {**moon, "effects": [_moon_effect(dice), *dice.many(3, lambda: _moon_effect(dice))]}
    per_sister, base = dice.choice([(0, 1), (1, 0), (1, 1), (2, 0), (2, 3), (0, 40)])
    pledge = {"resource": dice.resource(), "per_sister": per_sister, "base": base}
    met = dice.many(4, lambda: _moon_effect(dice, met=True))
    return {**moon, "pledge": pledge, "met": met, "unmet": [_moon_effect(dice)] * (not met) + _unmet(dice)}


def _unmet(dice: SetDice) -> list[Table]:
    return dice.many(3, lambda: _moon_effect(dice))


def _moon_effect(dice: SetDice, *, met: bool = False) -> Table:
    kind = dice.choice(["gain", "gain", "lose", "lose", "halve", "harvest", "ruin", "flush"])
    if kind == "flush":
        return {"kind": kind}
    if kind == "ruin":
        return {"kind": kind, **dice.some(0.6, terrain=dice.choice((*TERRAINS, "any")))}
    amount = {"amount": dice.amount(5)} if kind in {"gain", "lose"} else {}
    resource = {} if kind == "harvest" else {"resource": dice.resource()}
    return {"kind": kind, **_who(dice, met=met), **resource, **amount}


def _who(dice: SetDice, *, met: bool) -> Table:
    who = dice.choice(["all", "most", "fewest", ""] + ["top_pledger"] * (2 * met))
    if who in {"most", "fewest"}:
        return {"who": who, "measure": dice.choice(["gold", "food", "court", "guests"])}
    return {"who": who} if who else {}


# Banners


def _banners(dice: SetDice, paths: list[str], emblems: list[str], ids: list[str]) -> list[Table]:
    """Return banners that can be flown."""
    banners = []
    for path in dice.sample((*PATHS, "balance"), dice.randint(0, 5)):
        banner = {"id": f"banner-{path}", **_named(path.title()), "path": path, "requirement": _needs(dice, paths)}
        banners.append({**banner, "crowns": formula(dice, emblems, ids), **_banner_power(dice)})
    return banners


def _needs(dice: SetDice, paths: list[str]) -> Table:
    found = sorted(set(paths) - {"none"})
    if dice.random() < 0.4:
        return {"kind": "path_variety", "at_least": dice.randint(1, min(3, len(found)))}
    path = dice.choice(found)
    if paths.count(path) < 2:
        return {"kind": "path_cards", "path": path, "at_least": 1}
    return {"kind": "path_cards", "path": path, **dice.some(0.5, at_least=dice.randint(1, 2))}


def _banner_power(dice: SetDice) -> Table:
    return dice.some(0.8, power=_powers(dice)[0])
