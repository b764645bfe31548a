"""Deal documents, built from parts (a first seat, piles of cards), and the shuffles of a fair deal.

A part defines one key of the document: the allowed values, and the list that is shuffled to make a value. `DealForm`
reads a whole document part by part. The game only has to copy the parts into its state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from courtly.engine.errors import BadDeal, listed, shown
from courtly.engine.sentences import said

if TYPE_CHECKING:
    from courtly.engine.contract.game import Setup


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One list that is shuffled; only its first `kept` items are used.

    Attributes
    ----------
    name
        The key of the deal, such as `deck`. If the list is only a part of the value, a dot and the name of the part
        follow: `missions.white`.
    items
        The whole list, in any order.
    kept
        Number of items that are dealt or stay in the deck; the others are set aside.
    """

    name: str
    items: Sequence[str | int]
    kept: int


class Part(Protocol):
    """One key of a deal document."""

    @property
    def name(self) -> str:
        """The key."""
        ...

    def read(self, setup: Setup, value: Any) -> Any:
        """Return the checked value; raise `BadDeal` for a value that the components do not allow."""
        ...

    def shuffles(self, setup: Setup) -> list[Shuffle]:
        """Return the lists to shuffle for this key."""
        ...


@dataclass(frozen=True, slots=True)
class SeatPart:
    """A seat, such as the first player: a whole number from 0."""

    name: str

    def read(self, setup: Setup, value: Any) -> int:
        """Return the seat."""
        allowed = f"0 to {setup.players - 1}"
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < setup.players:
            where = f"deal.{self.name}"
            message = said("{where} cannot be {given}; use a seat, {allowed}", **_places(where, value, allowed))
            raise BadDeal(message, given=value, where=where, allowed=allowed)
        return value

    def shuffles(self, setup: Setup) -> list[Shuffle]:
        """Return the list of all seats, of which one is kept."""
        return [Shuffle(self.name, range(setup.players), 1)]


@dataclass(frozen=True, slots=True)
class PilePart:
    """A pile of cards, top card first.

    Attributes
    ----------
    name
        The key.
    cards
        `cards(setup)`: the ids of all cards, one for each copy.
    kept
        `kept(setup)`: the number of cards in the pile; all cards by default.
    """

    name: str
    cards: Callable[[Setup], Sequence[str]]
    kept: Callable[[Setup], int] | None = None

    def read(self, setup: Setup, value: Any) -> list[str]:
        """Return the cards."""
        where, there = f"deal.{self.name}", Counter(self.cards(setup))
        count = self._count(setup)
        if not isinstance(value, list) or len(value) != count:
            given = said("{count} cards", count=len(value)) if isinstance(value, list) else shown(value)
            message = said(
                "{where} cannot be {given}; use a list of {count} cards", where=where, given=given, count=count
            )
            raise BadDeal(message, given=shown(value), where=where, allowed=f"a list of {count} cards")
        for i, card in enumerate(value):
            if not isinstance(card, str) or card not in there:
                place, allowed = f"{where}[{i}]", sorted(there)
                message = said(
                    "{where} cannot be {given}; choose from {allowed}", **_places(place, card, listed(allowed))
                )
                raise BadDeal(message, given=card, where=place, allowed=allowed)
        card, most = next(((card, n) for card, n in Counter(value).items() if n > there[card]), ("", 0))
        if most:
            message = said(
                "{where} holds {card} {count} times; there are only {copies}",
                where=where,
                card=card,
                count=most,
                copies=there[card],
            )
            raise BadDeal(message, given=most, where=where, allowed=f"at most {there[card]} of {card}")
        return list(value)

    def shuffles(self, setup: Setup) -> list[Shuffle]:
        """Return the list of all cards of the pile."""
        return [Shuffle(self.name, tuple(self.cards(setup)), self._count(setup))]

    def _count(self, setup: Setup) -> int:
        return len(self.cards(setup)) if self.kept is None else self.kept(setup)


@dataclass(frozen=True, slots=True)
class DealForm:
    """All keys of a deal document."""

    parts: Sequence[Part]

    def read(self, setup: Setup, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return the checked parts of a complete deal by key; raise `BadDeal` for the first invalid part."""
        return {part.name: part.read(setup, document[part.name]) for part in self.parts}

    def shuffles(self, setup: Setup) -> list[Shuffle]:
        """Return all lists to shuffle for a deal."""
        return [shuffle for part in self.parts for shuffle in part.shuffles(setup)]


def _places(where: str, given: object, allowed: str) -> dict[str, object]:
    return {"where": where, "given": shown(given), "allowed": allowed}
