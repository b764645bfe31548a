"""The values of a card set: the result of loading a file, from which `rules.tables` compiles the content of a match.

Values are as in the file, with defaults filled in. `docs/card-sets.md` gives the meaning of each kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

# All viewers share a cached value, so it must not be modified. Only hashable types, which are immutable, are allowed.
T = TypeVar("T", bound=Hashable)

Names = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The formula for a card's crowns. Fields that its kind does not use keep their defaults.

    `kind` is one of fixed, per_path, per_emblem, per_variety, per_land, per_resource, per_guest, if_count.
    """

    kind: str
    value: int = 0
    path: str | None = None
    where: str = "court"
    emblem: str | None = None
    card: str | None = None
    of: str | None = None
    terrain: str | None = None
    min_yield: int = 1
    resource: str | None = None
    whose: str | None = None
    each: int = 1
    per: int = 1
    base: int = 0
    at_least: int = 1
    then: int = 0
    otherwise: int = 0
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Power:
    """A lasting power: discount, rebate, income_bonus, tax_relief, guest_relief or barter.

    In a barter, a sister pays `amount` of `resource` and gets `get_amount` of `get`.
    """

    kind: str
    on: str | None = None
    when: str | None = None
    path: str | None = None
    resource: str | None = None
    amount: int = 0
    get: str | None = None
    get_amount: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """A one-time effect of acquiring a card or drawing a Moon. `amount` also holds the `up_to` of `dismiss_guest`."""

    kind: str
    resource: str | None = None
    amount: int = 0
    who: str = "all"
    measure: str | None = None
    terrain: str = "any"


@dataclass(frozen=True, slots=True)
class Pledge:
    """The joint payment of the sisters for a Moon: base + per_sister for each sister."""

    resource: str
    per_sister: int = 0
    base: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Fields of every card."""

    id: str
    name: Names
    text: Names = field(default_factory=dict)
    source: Any = None
    incomplete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(Entry):
    """A land board and its number of copies."""

    terrain: str
    yields: int = 1
    copies: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Court(Entry):
    """A Court Card."""

    path: str
    emblems: tuple[str, ...]
    gold: int
    food: int
    crowns: Formula
    on_acquire: tuple[Effect, ...] = ()
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement(Entry):
    """A Land Improvement, paid in food."""

    terrain: str
    yields: int
    path: str
    food: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest(Entry):
    """An Unwanted Guest."""

    gold: int
    food: int
    crowns: Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Moon(Entry):
    """A Moon: immediate effects, or a pledge with the effects of meeting and of missing it."""

    tone: str | None = None
    effects: tuple[Effect, ...] = ()
    pledge: Pledge | None = None
    met: tuple[Effect, ...] = ()
    unmet: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner(Entry):
    """A banner. `requires` is path_cards (of `required_path`) or path_variety, with the minimum in `at_least`."""

    path: str
    requires: str
    required_path: str | None
    at_least: int
    crowns: Formula
    power: Power | None = None


@dataclass(frozen=True, eq=False)
class CardTextCache:
    """A cache of texts for each card of a set, in one language."""

    kept: dict[Hashable, Any] = field(default_factory=dict)

    def find(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key; compute and cache it if it is missing."""
        if key not in self.kept:
            self.kept[key] = make()
        found: T = self.kept[key]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSet:
    """A whole card set, validated."""

    id: str
    version: str
    name: Names
    notice: Names
    languages: tuple[str, ...]
    paths: Mapping[str, Names]
    emblems: Mapping[str, Names]
    lands: tuple[Land, ...]
    courts: tuple[Court, ...]
    improvements: tuple[Improvement, ...]
    guests: tuple[Guest, ...]
    moons: tuple[Moon, ...]
    banners: tuple[Banner, ...]
    entries: Mapping[str, Entry] = field(init=False, repr=False, compare=False)
    """Every card, land board and banner by its id."""
    texts: defaultdict[str, CardTextCache] = field(
        init=False, repr=False, compare=False, default_factory=lambda: defaultdict(CardTextCache)
    )
    """Cached texts about the cards, by language."""

    def __post_init__(self) -> None:
        groups = (self.courts, self.improvements, self.guests, self.moons, self.banners, self.lands)
        object.__setattr__(self, "entries", {entry.id: entry for group in groups for entry in group})
