"""The kinds of crown formulas, powers, effects and requirements, each with its fields, and what holds beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from courtly.games.monarch.cards import Effect, Formula, Power
from courtly.games.monarch.fields import Field, Fields, Node, read_kind, reference, several, whole, word

PATHS = ("might", "culture", "wisdom", "bounty")
RESOURCES = ("gold", "food")
TERRAINS = ("village", "farm")
CROWNS = 99
"""Figures of crowns go from this below zero to this above."""

_WHERE = word("court", "board", "court+board", default="court")
_CROWNS = whole(-CROWNS, CROWNS)
_BASE = whole(-CROWNS, CROWNS, default=0)
_BOUND = whole(-CROWNS, CROWNS, default=None)
_AMOUNT = whole(1, 99)
_COUNTING: Fields = {"base": _BASE, "min": _BOUND, "max": _BOUND}

FORMULAS: Mapping[str, Fields] = {
    "fixed": {"value": _CROWNS},
    "per_path": {"path": word(*PATHS), "where": _WHERE, "per": _CROWNS, **_COUNTING},
    "per_emblem": {"emblem": reference("emblem"), "per": _CROWNS, **_COUNTING},
    "per_variety": {"of": word("path", "emblem"), "per": _CROWNS, **_COUNTING},
    "per_land": {
        "terrain": word(*TERRAINS, "any"),
        "min_yield": whole(1, 9, default=1),
        "per": _CROWNS,
        **_COUNTING,
    },
    "per_resource": {
        "resource": word(*RESOURCES),
        "each": whole(1, 99, default=1),
        "per": whole(-CROWNS, CROWNS, default=1),
        **_COUNTING,
    },
    "per_guest": {"whose": word("own", "others"), "per": _CROWNS, **_COUNTING},
    "if_count": {
        "path": word(*PATHS, default=None),
        "where": word("court", "board", "court+board", default=None),
        "emblem": reference("emblem", default=None),
        "card": reference("card", default=None),
        "at_least": whole(1, 99, default=1),
        "then": _CROWNS,
        "otherwise": _CROWNS,
    },
}

POWERS: Mapping[str, Fields] = {
    "discount": {
        "on": word("court", "improvement", "guest", "sweep"),
        "amount": _AMOUNT,
        "resource": word(*RESOURCES, default=None),
        "path": word(*PATHS, default=None),
    },
    "rebate": {
        "on": word("court", "improvement", "guest"),
        "resource": word(*RESOURCES),
        "amount": _AMOUNT,
        "path": word(*PATHS, default=None),
    },
    "income_bonus": {"when": word("harvest", "tax"), "amount": _AMOUNT},
    "tax_relief": {"amount": _AMOUNT},
    "guest_relief": {"amount": _AMOUNT},
    "barter": {
        "give": word(*RESOURCES, into="resource"),
        "give_amount": whole(1, 99, into="amount"),
        "get": word(*RESOURCES),
        "get_amount": _AMOUNT,
    },
}

EFFECTS: Mapping[str, Fields] = {
    "gain": {"resource": word(*RESOURCES), "amount": _AMOUNT},
    "collect": {"resource": word(*RESOURCES), "amount": _AMOUNT},
    "dismiss_guest": {"up_to": whole(1, 99, default=1, into="amount")},
    "free_improvement": {},
    "free_sweep": {},
    "extra_income": {},
}


def _moon_effects(*who: str) -> Mapping[str, Fields]:
    """Return the kinds of effects of a Moon for those whom they may touch."""
    whom: Fields = {
        "who": word("all", "most", "fewest", *who, default="all"),
        "measure": word(*RESOURCES, "court", "guests", default=None),
    }
    return {
        "gain": {**whom, "resource": word(*RESOURCES), "amount": _AMOUNT},
        "lose": {**whom, "resource": word(*RESOURCES), "amount": _AMOUNT},
        "halve": {**whom, "resource": word(*RESOURCES)},
        "harvest": whom,
        "ruin": {"terrain": word(*TERRAINS, "any", default="any")},
        "flush": {},
    }


MOON_EFFECTS = _moon_effects()
MET_EFFECTS = _moon_effects("top_pledger")

REQUIREMENTS: Mapping[str, Fields] = {
    "path_cards": {"path": word(*PATHS, into="required_path"), "at_least": whole(1, 99, default=2)},
    "path_variety": {"at_least": whole(1, 99)},
}


def crowns(*, guest: bool = False) -> Field:
    """Return the field `crowns`; those of a guest never add any."""
    says = "a whole number, or a table with a kind"
    return Field(partial(_guest_crowns if guest else _court_crowns, says), says, Formula("fixed"))


def _court_crowns(says: str, node: Node) -> Formula:
    return _formula(says, node, bounds=(0, None))


def _guest_crowns(says: str, node: Node) -> Formula:
    formula = _formula(says, node, bounds=(None, 0))
    if highest(formula) > 0:
        node.wrong(
            "sign", f"this guest could add {highest(formula)} crowns; a guest adds none", allowed="never above 0"
        )
    return formula


def _formula(says: str, node: Node, *, bounds: tuple[int | None, int | None]) -> Formula:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return Formula("fixed", value=_CROWNS.read(node))
    if not isinstance(node.value, dict):
        node.refuse("type", says)
        return Formula("fixed")
    kind, values = read_kind(node, FORMULAS)
    if kind == "if_count":
        _one_count(node, values)
    elif kind.startswith("per_"):
        _bounded(node, values, bounds)
    return Formula(kind or "fixed", **values)


def _one_count(node: Node, values: dict[str, Any]) -> None:
    """Note unless exactly one thing is counted, and `where` only beside a path."""
    counted = [key for key in ("path", "emblem", "card") if key in node.value]
    if len(counted) != 1:
        what = f"it has {' and '.join(counted)}" if counted else "it has none"
        node.wrong("choice", f"if_count takes exactly one of path, emblem and card; {what}")
    if "where" in node.value and "path" not in node.value:
        node.child("where").wrong("unknown-key", "where goes with path alone")
    values["where"] = values["where"] or "court"


def _bounded(node: Node, values: dict[str, Any], bounds: tuple[int | None, int | None]) -> None:
    """Fill in the usual bounds where none are given, and note when they contradict each other."""
    low, high = bounds
    values["min"] = low if values["min"] is None else values["min"]
    values["max"] = high if values["max"] is None else values["max"]
    low, high = values["min"], values["max"]
    if low is not None and high is not None and low > high:
        usual = "" if "min" in node.value and "max" in node.value else ", one of them by default"
        node.wrong("range", f"min {low} is above max {high}{usual}", allowed="min no higher than max")


def highest(formula: Formula) -> int:
    """Return the most crowns that the formula of a guest can bring, whatever is counted."""
    if formula.kind == "fixed":
        return formula.value
    if formula.kind == "if_count":
        return max(formula.then, formula.otherwise)
    assert formula.max is not None  # it is 0 where none is given
    most = min(formula.max, formula.base if formula.per <= 0 else formula.base + CROWNS * formula.per)
    return most if formula.min is None else max(most, formula.min)


def read_power(node: Node) -> Power:
    """Return a lasting power."""
    kind, values = read_kind(node, POWERS)
    if kind in ("discount", "rebate"):
        _on(node, kind, values)
    elif kind == "barter" and values["resource"] and values["resource"] == values["get"]:
        node.child("get").wrong("value", f"a barter of {values['get']} for itself gives nothing")
    return Power(kind, **values)


def _on(node: Node, kind: str, values: dict[str, Any]) -> None:
    """Note what does not go with the thing whose price a power is about."""
    on = values["on"]
    if on in ("guest", "sweep") and "path" in node.value:
        node.child("path").wrong("unknown-key", f"a {on} has no path; path goes with court or improvement")
    if kind == "discount":
        if values["resource"] is None:
            values["resource"] = "food" if on == "improvement" else "gold"
        never = {"improvement": "gold", "sweep": "food"}.get(on)
        if values["resource"] == never:
            other = "food" if never == "gold" else "gold"
            node.child("resource").wrong(
                "value", f"the price of a {on} never has {never}; it has {other}", allowed=[other]
            )


def power() -> Field:
    """Return the field `power` of a banner."""
    return Field(read_power, "a table with a kind", None, default=None)


def powers() -> Field:
    """Return the field `powers` of a Court Card."""
    return several(read_power, at_most=2, says="powers")


def on_acquire() -> Field:
    """Return the field `on_acquire` of a Court Card."""
    return several(_effect, at_most=3, says="effects")


def _effect(node: Node) -> Effect:
    kind, values = read_kind(node, EFFECTS)
    return Effect(kind, **values)


def moon_effects(*, met: bool = False) -> Field:
    """Return a field for what a Moon does, at once or when its pledge is met or is not."""
    return several(partial(_moon_effect, MET_EFFECTS if met else MOON_EFFECTS), at_most=4, says="effects")


def _moon_effect(kinds: Mapping[str, Fields], node: Node) -> Effect:
    kind, values = read_kind(node, kinds)
    who = values.get("who")
    if who in ("most", "fewest") and "measure" not in node.value:
        node.child("measure").wrong("missing", f"{who} of what: there must be measure: gold, food, court or guests")
    if who in ("all", "top_pledger") and "measure" in node.value:
        node.child("measure").wrong("unknown-key", "measure goes with who = most or fewest alone")
    return Effect(kind, **values)
