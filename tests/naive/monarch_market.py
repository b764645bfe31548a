"""Monarch, the naive twin: the market, its deck, and the Moons that are revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.naive.monarch_table import CELLS, Entry, Table

Change = dict[str, list[int]]


class Market(Table):
    """The table with its market: filling the spots, the Moons and the pledges.

    `deck` has the top card first; `decks(k)` returns reshuffled deck `k`, from 0.
    """

    def __init__(
        self,
        document: dict[str, Any],
        decks: Callable[[int], list[str]],
        *,
        players: int,
        lands: list[str],
        deck: list[str],
    ) -> None:
        super().__init__(document, players=players, lands=lands)
        self.deck = list(deck)
        self.decks = decks
        self.reshuffled = 0
        self.log: list[dict[str, Any]] = []
        self.phase = "act"
        self.active = 0
        self.to_move: int | None = None
        self.moon: str | None = None
        self.pledges: list[int] = []
        self.passes = 0
        self._set_up_market()

    def _set_up_market(self) -> None:
        while None in self.market:
            card = self.deck.pop(0)
            if self.kinds[card] == "moon":
                self.discard.append(card)
            else:
                self.market[self.market.index(None)] = card

    def _clear_market(self) -> None:
        self.discard += filter(None, self.market)
        self.market = [None] * 5

    def _tell(self, event: str, **args: Any) -> None:
        self.log.append({"id": event, "args": args})

    def _tell_reveal(self, card: str, spot: int) -> None:
        """Add a card to the last event if that event is a reveal, otherwise start a new event."""
        if self.log[-1]["id"] != "reveal":
            self._tell("reveal", cards=[], spots=[])
        self.log[-1]["args"]["cards"].append(card)
        self.log[-1]["args"]["spots"].append(spot)

    def _pay(self, seat: int, change: dict[str, int]) -> None:
        for resource, amount in change.items():
            self.sisters[seat].purse[resource] += amount
            assert self.sisters[seat].purse[resource] >= 0

    def _none(self) -> Change:
        return {"gold": [0] * self.players, "food": [0] * self.players}

    def _fill(self) -> None:
        """Fill the empty spots from the left, up to a Moon that asks for pledges; called again after the pledges."""
        self.phase, self.to_move = "act", self.active
        while None in self.market:
            card = self._draw()
            if card is None:
                return
            if self.kinds[card] != "moon":
                spot = self.market.index(None)
                self.market[spot] = card
                self._tell_reveal(card, spot)
            elif self._moon_asks(card):
                return

    def _draw(self) -> str | None:
        if not self.deck and self.discard:
            self.deck = self.decks(self.reshuffled)
            assert Counter(self.deck) == Counter(self.discard), "this deck differs from the discard pile"
            self.reshuffled += 1
            self.discard = []
            self._tell("reshuffle", cards=len(self.deck))
        return self.deck.pop(0) if self.deck else None

    def _moon_asks(self, moon: str) -> bool:
        """Apply a Moon and return False, or start its pledges and return True."""
        self.moon = moon
        if "pledge" not in self.entries[moon]:
            self._finish_moon("moon", self.entries[moon]["effects"])
            return False
        self.pledges = [0] * self.players
        if sum(sister.purse[self.pledge()["resource"]] for sister in self.sisters) < self.target():
            self._finish_moon("moon-beyond", self.entries[moon]["unmet"], **self._asked())
            return False
        self.phase, self.passes = "pledge", 0
        self._tell("moon-asks", moon=moon, **self._asked())
        return True

    def pledge(self) -> Entry:
        """Return the pledge that the Moon asks for."""
        assert self.moon is not None
        return dict(self.entries[self.moon]["pledge"])

    def target(self) -> int:
        return int(self.pledge().get("base", 0) + self.pledge().get("per_sister", 0) * self.players)

    def _asked(self) -> Entry:
        return {"resource": self.pledge()["resource"], "target": self.target()}

    def missing(self) -> int:
        return self.target() - sum(self.pledges)

    def _pass(self) -> None:
        self.passes += 1
        self._tell_pledge("pass")
        if self.passes == self.players:
            self._after_pledges("unmet")
        else:
            self._next_speaker()

    def _pledge(self, more: str) -> None:
        assert self.to_move is not None
        self.pledges[self.to_move] += int(more)
        self.passes = 0
        self._tell_pledge("pledge", more=int(more))
        if self.missing() == 0:
            self._after_pledges("met")
        else:
            self._next_speaker()

    def _tell_pledge(self, event: str, **more: int) -> None:
        assert self.to_move is not None
        told = {"moon": self.moon, "resource": self.pledge()["resource"], "missing": self.missing(), **more}
        self._tell(event, seat=self.to_move, total=self.pledges[self.to_move], **told)

    def _next_speaker(self) -> None:
        assert self.to_move is not None
        self.to_move = (self.to_move + 1) % self.players

    def _after_pledges(self, outcome: str) -> None:
        assert self.moon is not None
        paid = {"paid": list(self.pledges)} if outcome == "met" else {}
        self._finish_moon(f"moon-{outcome}", self.entries[self.moon][outcome], **self._asked(), **paid)
        self._fill()

    def _finish_moon(self, event: str, effects: list[Entry], **asked: Any) -> None:
        assert self.moon is not None
        before = [dict(sister.purse) for sister in self.sisters]
        for seat, amount in enumerate(asked.get("paid", [])):
            self._pay(seat, {self.pledge()["resource"]: -amount})
        ruins: list[dict[str, str]] = []
        flushed: list[str] = []
        for effect in effects:
            if effect["kind"] == "ruin":
                ruins += self._ruin(effect.get("terrain", "any"))
            elif effect["kind"] == "flush":
                flushed += filter(None, self.market)
                self._clear_market()
            else:
                self._befall(effect)
        change = {
            resource: [sister.purse[resource] - old[resource] for sister, old in zip(self.sisters, before, strict=True)]
            for resource in ("gold", "food")
        }
        ruined = sorted(ruins, key=lambda ruin: CELLS.index(ruin["cell"]))
        self._tell(event, moon=self.moon, **asked, **change, ruined=ruined, flushed=flushed)
        self.gone.append(self.moon)
        self.moon, self.pledges, self.passes = None, [], 0

    def _ruin(self, terrain: str) -> list[dict[str, str]]:
        """Remove the first improvement with the highest yield; the one beneath is visible again."""
        built = [land for land in self.lands if land.pile and terrain in {"any", land.terrain}]
        if not built:
            return []
        land = max(built, key=lambda land: land.yields)
        card = str(land.pile.pop()["id"])
        self.discard.append(card)
        return [{"cell": land.cell, "card": card}]

    def _befall(self, effect: Entry) -> None:
        """Apply one effect of a Moon to the players that the effect concerns."""
        kind = effect["kind"]
        for seat in self._whom(effect):
            purse = self.sisters[seat].purse
            if kind == "harvest":
                purse["food"] += self.yields("farm")
            elif kind == "gain":
                purse[effect["resource"]] += effect["amount"]
            elif kind == "lose":
                purse[effect["resource"]] -= min(effect["amount"], purse[effect["resource"]])
            else:
                assert kind == "halve"
                purse[effect["resource"]] -= purse[effect["resource"]] // 2

    def _whom(self, effect: Entry) -> list[int]:
        who = effect.get("who", "all")
        if who == "all":
            return list(range(self.players))
        if who == "top_pledger":
            measures = self.pledges
        else:
            measures = [self._measure(seat, effect["measure"]) for seat in range(self.players)]
        wanted = min(measures) if who == "fewest" else max(measures)
        return [seat for seat, measure in enumerate(measures) if measure == wanted]

    def _measure(self, seat: int, measure: str) -> int:
        sister = self.sisters[seat]
        held = {"court": len(sister.court), "guests": len(sister.guests), **sister.purse}
        return held[measure]
