"""Monarch, the naive twin: the lands, the possessions of the sisters, and all numbers that follow from these.

It is written from the rulebook and the description of card sets, without reference to the engine, and imports nothing
from the engine. Cards keep the form of the card set's document; counts are made on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Entry = dict[str, Any]

PATHS = ("might", "culture", "wisdom", "bounty")
CELLS = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
KINDS = ("court", "improvement", "guest", "moon", "banner", "land")
COUNTING = ("per_path", "per_emblem", "per_variety", "per_land", "per_resource", "per_guest")


@dataclass(eq=False)
class Sister:
    """The possessions of one sister."""

    purse: dict[str, int] = field(default_factory=lambda: {"gold": 5, "food": 5})
    court: list[str] = field(default_factory=list)
    guests: list[str] = field(default_factory=list)
    banner: str | None = None


@dataclass(eq=False)
class Land:
    """A land board of the grid and its improvements, the visible one last."""

    cell: str
    board: Entry
    pile: list[Entry] = field(default_factory=list)

    @property
    def terrain(self) -> str:
        return str(self.board["terrain"])

    @property
    def yields(self) -> int:
        return int(self.pile[-1]["yield"] if self.pile else self.board.get("yield", 1))

    @property
    def path(self) -> str:
        return str(self.pile[-1].get("path", "none")) if self.pile else "none"


class Table:
    """The public table: lands, sisters, market, and the piles of cards."""

    def __init__(self, document: dict[str, Any], *, players: int, lands: list[str]) -> None:
        self.entries: dict[str, Entry] = {}
        self.kinds: dict[str, str] = {}
        for kind in KINDS:
            for entry in document.get(kind, []):
                self.entries[entry["id"]] = entry
                self.kinds[entry["id"]] = kind
        self.players = players
        self.lands = [Land(cell, self.entries[land]) for cell, land in zip(CELLS, lands, strict=True)]
        self.sisters = [Sister() for _ in range(players)]
        self.market: list[str | None] = [None] * 5
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.gone: list[str] = []
        self.credits = {"improvement": 0, "sweep": 0, "income": 0}

    # Powers and prices

    def powers(self, seat: int) -> Iterator[tuple[str, Entry]]:
        """Yield each ongoing power of a sister with its card: the powers of her Court Cards, then of her banner."""
        sister = self.sisters[seat]
        for card in sister.court:
            for power in self.entries[card].get("powers", []):
                yield card, power
        if sister.banner and "power" in self.entries[sister.banner]:
            yield sister.banner, self.entries[sister.banner]["power"]

    def total(self, seat: int, kind: str, **wanted: str) -> int:
        """Return the sum of the amounts of a sister's powers of one kind."""
        return sum(
            power["amount"]
            for _, power in self.powers(seat)
            if power["kind"] == kind and all(power[key] == value for key, value in wanted.items())
        )

    def matches(self, power: Entry, card: str) -> bool:
        """Return whether a discount or a rebate applies to a card."""
        if power["on"] != self.kinds[card]:
            return False
        return "path" not in power or power["path"] == self.entries[card].get("path", "none")

    def cost(self, card: str) -> dict[str, int]:
        """Return the printed cost."""
        cost = self.entries[card]["cost"]
        return {"gold": cost.get("gold", 0), "food": cost.get("food", 0)}

    def price(self, seat: int, card: str) -> dict[str, int]:
        """Return a sister's current price: the cost less the sum of her discounts, at least 0."""
        price = self.cost(card)
        usual = "food" if self.kinds[card] == "improvement" else "gold"
        off = {"gold": 0, "food": 0}
        for _, power in self.powers(seat):
            if power["kind"] == "discount" and self.matches(power, card):
                off[power.get("resource", usual)] += power["amount"]
        return {resource: max(0, price[resource] - off[resource]) for resource in price}

    def affords(self, seat: int, card: str) -> bool:
        price = self.price(seat, card)
        return all(self.sisters[seat].purse[resource] >= price[resource] for resource in price)

    def sweep_price(self, seat: int, *, credit: bool) -> int:
        """Return the price of a sweep: three gold less discounts, or nothing with a credit."""
        return 0 if credit else max(0, 3 - self.total(seat, "discount", on="sweep"))

    def rebates(self, seat: int, card: str) -> dict[str, int]:
        """Return a sister's rebates for acquiring a card now."""
        back = {"gold": 0, "food": 0}
        for _, power in self.powers(seat):
            if power["kind"] == "rebate" and self.matches(power, card):
                back[power["resource"]] += power["amount"]
        return back

    # Income

    def yields(self, terrain: str) -> int:
        return sum(land.yields for land in self.lands if land.terrain == terrain)

    def harvest(self, seat: int) -> int:
        return self.yields("farm") + self.total(seat, "income_bonus", when="harvest")

    def tax(self, seat: int) -> int:
        return self.yields("village") + self.total(seat, "income_bonus", when="tax")

    def feed(self, seat: int) -> int:
        """Return the food that a tax costs."""
        villages = sum(land.terrain == "village" for land in self.lands)
        return max(0, villages - self.total(seat, "tax_relief"))

    def boards_for(self, card: str) -> list[Land]:
        """Return the boards on which an improvement may be built."""
        entry = self.entries[card]
        return [land for land in self.lands if land.terrain == entry["terrain"] and land.yields <= entry["yield"]]

    # Counters and crowns

    def court_paths(self, seat: int) -> list[str]:
        return [self.entries[card]["path"] for card in self.sisters[seat].court]

    def court_emblems(self, seat: int) -> list[str]:
        return [emblem for card in self.sisters[seat].court for emblem in self.entries[card].get("emblems", [])]

    def path_count(self, seat: int, path: str, where: str) -> int:
        count = 0
        if where in {"court", "court+board"}:
            count += self.court_paths(seat).count(path)
        if where in {"board", "court+board"}:
            count += sum(land.path == path for land in self.lands)
        return count

    def variety(self, seat: int, of: str) -> int:
        return len(set(self.court_emblems(seat)) if of == "emblem" else set(self.court_paths(seat)) - {"none"})

    def count(self, seat: int, formula: Entry) -> int:
        """Return the count that a formula refers to."""
        kind, sister = formula["kind"], self.sisters[seat]
        if "path" in formula:
            return self.path_count(seat, formula["path"], formula.get("where", "court"))
        if "emblem" in formula:
            return self.court_emblems(seat).count(formula["emblem"])
        if "card" in formula:
            return sister.court.count(formula["card"])
        if kind == "per_variety":
            return self.variety(seat, formula["of"])
        if kind == "per_land":
            terrains = ("village", "farm") if formula["terrain"] == "any" else (formula["terrain"],)
            least = formula.get("min_yield", 1)
            return sum(land.terrain in terrains and land.yields >= least for land in self.lands)
        if kind == "per_resource":
            return sister.purse[formula["resource"]] // int(formula.get("each", 1))
        own = len(sister.guests)
        return own if formula["whose"] == "own" else sum(len(other.guests) for other in self.sisters) - own

    def crowns(self, seat: int, card: str) -> int:
        """Return the crowns of a Court Card, guest or banner, from its formula and a sister's counts."""
        formula = self.entries[card]["crowns"]
        if isinstance(formula, int):
            return formula
        if formula["kind"] == "fixed":
            return int(formula["value"])
        count = self.count(seat, formula)
        if formula["kind"] == "if_count":
            return int(formula["then"] if count >= formula.get("at_least", 1) else formula["otherwise"])
        assert formula["kind"] in COUNTING
        crowns = formula.get("base", 0) + formula.get("per", 1) * count
        default = (None, 0) if self.kinds[card] == "guest" else (0, None)
        low, high = formula.get("min", default[0]), formula.get("max", default[1])
        crowns = crowns if low is None else max(low, crowns)
        return int(crowns if high is None else min(high, crowns))

    def guest_crowns(self, seat: int, guest: str) -> int:
        """Return the crowns of a guest after relief; at most 0."""
        return min(0, self.crowns(seat, guest) + self.total(seat, "guest_relief"))

    def standing(self, seat: int) -> int:
        """Return a sister's score as if the match ended now."""
        sister = self.sisters[seat]
        banner = self.crowns(seat, sister.banner) if sister.banner else 0
        guests = sum(self.guest_crowns(seat, guest) for guest in sister.guests)
        return sum(self.crowns(seat, card) for card in sister.court) + banner + guests

    def meets(self, seat: int, banner: str) -> bool:
        """Return whether a sister's court meets the requirement of a banner."""
        need = self.entries[banner]["requirement"]
        if need["kind"] == "path_variety":
            return self.variety(seat, "path") >= int(need["at_least"])
        return self.path_count(seat, need["path"], "court") >= int(need.get("at_least", 2))
