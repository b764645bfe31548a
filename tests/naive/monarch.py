"""Monarch, the naive twin: the rules in plain Python, slow and meant to be obviously right.

It is written from the rulebook, the description of card sets, the rulings and the notation, without reference to the
engine, and imports nothing from the engine. `Table` computes prices, income and scores; `Market` has the market and the
Moons; this module has the turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.naive.monarch_market import Market
from tests.naive.monarch_table import Entry


class Naive(Market):
    """A match of Monarch, played by lines of notation.

    `document` is the card set as in its file. `decks(k)` returns reshuffled deck `k`, from 0; by default the deal
    provides it.
    """

    def __init__(
        self,
        options: dict[str, Any],
        document: dict[str, Any],
        deal: dict[str, Any],
        *,
        decks: Callable[[int], list[str]] | None = None,
    ) -> None:
        looked_up = decks or (lambda number: list(deal["reshuffles"][number]))
        super().__init__(
            document, looked_up, players=options["players"], lands=list(deal["lands"]), deck=list(deal["deck"])
        )
        self.max_rounds: int = options.get("max_rounds", 60)
        self.banners = [entry["id"] for entry in document.get("banner", [])] if options.get("banners", True) else []
        self.first = self.active = self.to_move = deal["first"]
        self.round = 1
        self.reached = False
        self.card: str | None = None
        self.bought: Entry = {}
        self.back: dict[str, int] = {}
        self.effects: list[Entry] = []
        self.dismissals = 0
        self.gained = self._none()
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.income_done = False
        self.bartered: list[str] = []
        self.credits = {"improvement": int(self.players == 2), "sweep": 0, "income": 0}

    @property
    def over(self) -> bool:
        return self.to_move is None

    def scores(self) -> list[int]:
        """Return the final scores by seat."""
        assert self.over
        return [self.standing(seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    # Legal moves

    def legal(self) -> list[str]:
        """Return the distinct legal moves in code point order; empty after the end."""
        choices = {
            "act": self._acts,
            "place": self._places,
            "build": lambda: [f"build {land.cell}" for land in self.boards_for(self._card())],
            "send": lambda: [f"send {seat}" for seat in range(self.players) if seat != self.active],
            "dismiss": lambda: ["keep", *(f"dismiss {guest}" for guest in self.sisters[self.active].guests)],
            "pledge": self._raises,
            "over": list,
        }
        return sorted(choices[self.phase]())

    def _acts(self) -> list[str]:
        seat, sister = self.active, self.sisters[self.active]
        acts = ["end"]
        if not self.income_done or self.credits["income"]:
            acts += ["harvest"] + ["tax"] * (sister.purse["food"] >= self.feed(seat))
        acts += ["sweep"] * (sister.purse["gold"] >= self.sweep_price(seat, credit=self.credits["sweep"] > 0))
        for card in filter(None, self.market):
            acts += [f"buy {card}"] * self.affords(seat, card)
            acts += [f"free {card}"] * (self.kinds[card] == "improvement" and self.credits["improvement"] > 0)
        if sister.banner is None:
            held = [other.banner for other in self.sisters]
            acts += [f"fly {banner}" for banner in self.banners if banner not in held and self.meets(seat, banner)]
        for card, power in self.powers(seat):
            if power["kind"] == "barter" and card not in self.bartered:
                acts += [f"barter {card}"] * (sister.purse[power["give"]] >= power["give_amount"])
        return acts

    def _places(self) -> list[str]:
        court = self.sisters[self.active].court
        return ["add"] * (len(court) < 7) + [f"replace {card}" for card in court]

    def _raises(self) -> list[str]:
        assert self.to_move is not None
        left = self.sisters[self.to_move].purse[self.pledge()["resource"]] - self.pledges[self.to_move]
        return ["pass", *(f"pledge {more}" for more in range(1, min(left, self.missing()) + 1))]

    def _card(self) -> str:
        assert self.card is not None
        return self.card

    # Moves

    def play(self, text: str) -> None:
        """Play one legal move."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal; legal are {self.legal()}")
        self._do(text)

    def _do(self, text: str) -> None:
        verb, _, what = text.partition(" ")
        getattr(self, f"_{verb}")(*[what] * bool(what))

    def _harvest(self) -> None:
        self._tell("harvest", seat=self.active, food=self.harvest(self.active))
        self._income({"food": self.harvest(self.active)})

    def _tax(self) -> None:
        gold, food = self.tax(self.active), self.feed(self.active)
        self._tell("tax", seat=self.active, gold=gold, food=food)
        self._income({"gold": gold, "food": -food})

    def _income(self, change: dict[str, int]) -> None:
        if self.income_done:
            self.credits["income"] -= 1
        self.income_done = True
        self._pay(self.active, change)

    def _sweep(self) -> None:
        credit = self.credits["sweep"] > 0
        gold = self.sweep_price(self.active, credit=credit)
        self._tell("sweep", seat=self.active, gold=gold, cards=[card for card in self.market if card])
        self._pay(self.active, {"gold": -gold})
        self.credits["sweep"] -= credit
        self._clear_market()
        self._fill()

    def _fly(self, banner: str) -> None:
        self._tell("fly", seat=self.active, banner=banner)
        self.sisters[self.active].banner = banner

    def _barter(self, card: str) -> None:
        power = next(power for owner, power in self.powers(self.active) if owner == card and power["kind"] == "barter")
        gave, got = {"gold": 0, "food": 0}, {"gold": 0, "food": 0}
        gave[power["give"]], got[power["get"]] = power["give_amount"], power["get_amount"]
        self._tell("barter", seat=self.active, card=card, gave=gave, got=got)
        self.bartered.append(card)
        self._pay(self.active, {power["give"]: -power["give_amount"]})
        self._pay(self.active, {power["get"]: power["get_amount"]})

    def _end(self) -> None:
        following = (self.active + 1) % self.players
        if following == self.first and (self.reached or self.round == self.max_rounds):
            self._tell("end", seat=self.active, next=None, round=self.round)
            self.phase, self.to_move = "over", None
            self._tell("score", **self._parts(), scores=self.scores(), winners=self.winners())
            return
        self.round += following == self.first
        self._tell("end", seat=self.active, next=following, round=self.round)
        self.active = self.to_move = following
        self._begin_turn()

    def _parts(self) -> dict[str, list[int]]:
        """Return the crowns from each sister's cards, by kind of card."""
        return {
            "court": [sum(self.crowns(seat, card) for card in each.court) for seat, each in enumerate(self.sisters)],
            "guests": [
                sum(self.guest_crowns(seat, guest) for guest in each.guests) for seat, each in enumerate(self.sisters)
            ],
            "banner": [self.crowns(seat, each.banner) if each.banner else 0 for seat, each in enumerate(self.sisters)],
        }

    # The steps of acquiring a card

    def _buy(self, card: str) -> None:
        self._acquire(card, self.price(self.active, card), free=False)

    def _free(self, card: str) -> None:
        self.credits["improvement"] -= 1
        self._acquire(card, {"gold": 0, "food": 0}, free=True)

    def _acquire(self, card: str, price: dict[str, int], *, free: bool) -> None:
        """Pay for a card and start to place it (steps 1 and 2). Rebates are calculated before the card is placed."""
        self.back = self.rebates(self.active, card)
        self._pay(self.active, {resource: -amount for resource, amount in price.items()})
        self.card = card
        self.bought = {"seat": self.active, "card": card, **price, "free": free}
        self._tell("buy", **self.bought)
        self.market[self.market.index(card)] = None
        self.effects = list(self.entries[card].get("on_acquire", []))
        self.gained = self._none()
        self.phase = {"court": "place", "improvement": "build", "guest": "send"}[self.kinds[card]]
        choices = self.legal()
        if len(choices) == 1:
            self._do(choices[0])
        elif not choices:
            self.discard.append(card)
            self._tell("lose", **self.bought)
            self._after_placing()

    def _add(self) -> None:
        court = self.sisters[self.active].court
        court.append(self._card())
        self._tell("add", **self.bought)
        if len(court) == 7 and not self.reached:
            self.reached = True
            self._tell("last-round", full=self.active)
        self._after_placing()

    def _replace(self, old: str) -> None:
        court = self.sisters[self.active].court
        court[court.index(old)] = self._card()
        self._tell("replace", **self.bought, old=old)
        self.discard.append(old)
        self._after_placing()

    def _build(self, cell: str) -> None:
        land = next(land for land in self.lands if land.cell == cell)
        land.pile.append(self.entries[self._card()])
        self._tell("build", **self.bought, cell=cell)
        self._after_placing()

    def _send(self, seat: str) -> None:
        self.sisters[int(seat)].guests.append(self._card())
        self._tell("send", **self.bought, to=int(seat))
        self._after_placing()

    def _after_placing(self) -> None:
        """Pay the rebates (step 4), then run the effects (step 5)."""
        for resource, amount in self.back.items():
            self._take(self.active, resource, amount)
        self._go_on()

    def _take(self, seat: int, resource: str, amount: int) -> None:
        self.sisters[seat].purse[resource] += amount
        self.gained[resource][seat] += amount

    def _go_on(self) -> None:
        """Run the effects (step 5) until a player must decide; after the last one fill the market (step 6)."""
        while self.effects:
            effect = self.effects.pop(0)
            if effect["kind"] == "dismiss_guest":
                if self.sisters[self.active].guests:
                    self.phase, self.dismissals = "dismiss", effect.get("up_to", 1)
                    self._report_gain()
                    return
            else:
                self._effect(effect)
        self._report_gain()
        self.card = None
        self._fill()

    def _effect(self, effect: Entry) -> None:
        kind = effect["kind"]
        if kind == "gain":
            self._take(self.active, effect["resource"], effect["amount"])
        elif kind == "collect":
            for seat, sister in enumerate(self.sisters):
                if seat != self.active:
                    given = min(effect["amount"], sister.purse[effect["resource"]])
                    self._take(seat, effect["resource"], -given)
                    self._take(self.active, effect["resource"], given)
        else:
            self.credits[
                {"free_improvement": "improvement", "free_sweep": "sweep", "extra_income": "income"}[kind]
            ] += 1

    def _report_gain(self) -> None:
        if any(self.gained["gold"]) or any(self.gained["food"]):
            self._tell("gain", card=self._card(), **self.gained)
        self.gained = self._none()

    def _dismiss(self, guest: str) -> None:
        sister = self.sisters[self.active]
        sister.guests.remove(guest)
        self.discard.append(guest)
        self._tell("dismiss", seat=self.active, card=guest)
        self.dismissals -= 1
        if not self.dismissals or not sister.guests:
            self._after_dismissing()

    def _keep(self) -> None:
        self._tell("keep", seat=self.active)
        self._after_dismissing()

    def _after_dismissing(self) -> None:
        self.dismissals = 0
        self._go_on()
