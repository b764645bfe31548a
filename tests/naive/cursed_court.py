"""Cursed Court, the naive twin: the rules of RULES.md in plain Python, slow and meant to be obviously right.

It is written from the rulebook, the rulings and the notation, without reference to the engine, and imports nothing from
the engine. A year has a deck, a tableau, and crowns in regions. Nothing is packed or cached, and counts are made on
demand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

NOBLES = ("courtesan", "merchant", "king", "priestess", "queen", "duke", "jester", "sorceress", "assassin")
LETTERS = dict(zip("CMKPQDJSA", NOBLES, strict=True))
PRINTED = {
    "affair": "CMK",
    "wedding": "PQD",
    "conspiracy": "JSA",
    "procession": "CPJ",
    "salon": "MQS",
    "regicide": "KDA",
    "scandal": "CQA",
    "feast": "KQJ",
    "opera": "CMPQ",
    "council": "MKQD",
    "carnival": "PQJS",
    "trial": "QDSA",
    "masquerade": "CKJA",
    "church": "MPDS",
    "dowry": "CMP",
    "alliance": "MKD",
    "pilgrimage": "PJS",
    "duel": "DSA",
}
BOX = Counter(NOBLES * 4)
SEASONS = ("spring", "summer", "autumn", "winter")
STACK = 100


@dataclass(eq=False)
class Crown:
    """One crown on the board and its coins."""

    seat: int
    coins: int
    feint: bool


class Naive:
    """A match of Cursed Court, played by lines of notation.

    `decks(k)` returns the deck of year `k`, from 0; by default the deal provides it.
    """

    def __init__(
        self, options: dict[str, Any], deal: dict[str, Any], *, decks: Callable[[int], list[str]] | None = None
    ) -> None:
        self.players: int = options["players"]
        self.years: int = options.get("years", 3)
        self.tie: str = options.get("tie", "shared")
        self.remembers = options.get("court_remembers", "off") != "off"
        self.coinless: bool = options.get("coinless", False)
        self.exchange: str = options.get("great_exchange", "off")
        self.masquerade: bool = options.get("masquerade", False)
        self.sets = _sets(options.get("regions", "printed"))
        self.decks = decks or (lambda number: list(deal["years"][number]))
        start = 0 if self.coinless else 20 if self.exchange == "off" else STACK
        self.purse = [start] * self.players
        self.bought = [0] * self.players
        self.points = [0] * self.players
        self.gained = [0] * self.players
        self.marker: int = deal["first"]
        self.aside: list[str] = []
        self.told: list[tuple[set[int | None], dict[str, Any]]] = []
        self.stakes: dict[str, list[int]] = {}
        self.year = self.dealt = 0
        self.to_move: int | None = None
        self.phase = "bet"
        self._begin_year()

    # Years and seasons

    def _begin_year(self) -> None:
        self.year += 1
        self.phase = "bet"
        self.board: dict[str, list[Crown]] = {region: [] for region in (*NOBLES, *self.sets)}
        self.tableau: list[str] = []
        self.holes: list[list[str]] = []
        self.deck: list[str] = []
        self.pending: tuple[str, bool] | None = None
        self.season = 0
        self.seated = [seat for seat in range(self.players) if self.exchange == "off" or self.purse[seat] > 0]
        if len(self.seated) < 2:  # clause 12.7
            self.gained = [0] * self.players
            self._tell("idle-year", {"year": self.year})
            self._after_year()
            return
        self.deck = self.decks(self.dealt)
        self.dealt += 1
        assert Counter(self.deck) == BOX - Counter(self.aside), "this deck differs from the remaining cards"
        self.holes = [[self.deck.pop(0) for _ in range(self._hole_cards())] for _ in self.seated]
        if self.dealt > 1:
            self._tell_deal()
        self._begin_season()

    def _hole_cards(self) -> int:
        """Return the number of cards in each gap; for two players, of each player (clauses 3.1, 3.3, 3.4)."""
        return 2 if len(self.seated) in (2, 3) else 1

    def _neighbours(self, gap: int) -> list[int]:
        """Return the seats that see a gap's cards."""
        if len(self.seated) == 2:
            return [self.seated[gap]]
        return [self.seated[gap], self.seated[(gap + 1) % len(self.seated)]]

    def _begin_season(self) -> None:
        self.season += 1
        rests = self.season == 1 and len(self.seated) in (2, 4) and self.marker in self.seated
        if not rests:
            self.marker = self._next_seated(self.marker)
        self.tableau.append(self.deck.pop(0))
        self.to_move = self.marker
        if self.dealt > 1 or self.season > 1:
            season = {"season": SEASONS[self.season - 1], "marker": self.marker, "card": self.tableau[-1]}
            self._tell("season", {"year": self.year, **season})

    def _next_seated(self, seat: int) -> int:
        """Return the next seat clockwise that plays this year."""
        while True:
            seat = (seat + 1) % self.players
            if seat in self.seated:
                return seat

    def crowns_of(self, seat: int) -> list[Crown]:
        """Return a seat's crowns on the board."""
        return [crown for crowns in self.board.values() for crown in crowns if crown.seat == seat]

    # Legal moves

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    def legal_moves(self) -> list[str]:
        """Return the distinct legal moves in code point order; empty after the end."""
        if self.to_move is None:
            return []
        if self.phase == "rebuy":
            return ["rebuy", "stand"]
        if self.pending is not None:
            least = self._least(self.pending[0])
            return sorted(f"stake {coins}" for coins in range(least, self.purse[self.to_move] + 1))
        bets = []
        for region in self.board:
            if self._open(region):
                bets += [f"bet {region}"] * self._holds_plain() + [f"bet {region} feint"] * self._holds_feint()
        return sorted(bets)

    def _least(self, region: str) -> int:
        """Return the smallest legal stake in a region (clauses 5.2 to 5.4)."""
        if self.coinless or not self.board[region]:
            return 0
        return max(1, 2 * self.board[region][0].coins)

    def _open(self, region: str) -> bool:
        """Return whether the seat to move can place any crown in a region."""
        assert self.to_move is not None
        if any(crown.seat == self.to_move for crown in self.board[region]):
            return False
        return self._least(region) <= self.purse[self.to_move]

    def _holds_feint(self) -> bool:
        assert self.to_move is not None
        return self.masquerade and not any(crown.feint for crown in self.crowns_of(self.to_move))

    def _holds_plain(self) -> bool:
        assert self.to_move is not None
        return 4 - len(self.crowns_of(self.to_move)) - self._holds_feint() > 0

    # Moves

    def play(self, text: str) -> None:
        """Play one legal move."""
        if text not in self.legal_moves():
            raise ValueError(f"{text!r} is not legal; legal are {self.legal_moves()}")
        assert self.to_move is not None
        verb, *rest = text.split(" ")
        if verb == "bet":
            self._bet(rest[0], feint=rest[1:] == ["feint"])
        elif verb == "stake":
            assert self.pending is not None
            region, feint = self.pending
            self.pending = None
            self._place(region, int(rest[0]), feint=feint)
        else:
            self._answer(verb)

    def _bet(self, region: str, *, feint: bool) -> None:
        assert self.to_move is not None
        least = self._least(region)
        if self.coinless:
            self._place(region, 0, feint=feint)
        elif least == self.purse[self.to_move]:  # clause 5.6
            self._place(region, least, feint=feint)
        else:
            self.phase = "stake"
            self.pending = (region, feint)
            self._tell_by_owner("bet", {"seat": self.to_move, "region": region}, feint=feint)

    def _place(self, region: str, coins: int, *, feint: bool) -> None:
        assert self.to_move is not None
        there, bumped = self.board[region], None
        if not self.coinless:
            for crown in there:
                self.purse[crown.seat] += crown.coins
                bumped = {"seat": crown.seat, "coins": crown.coins}
            self.board[region] = []
            self.stakes[region] = [*(self.stakes[region] if bumped else ()), coins]
        behind = [crown.seat for crown in self.board[region]]
        placed = {"seat": self.to_move, "region": region, "coins": None if self.coinless else coins}
        placed |= {"bumped": bumped, "stakes": self.stakes.get(region, []), "behind": behind}
        self._tell_by_owner("place", placed, feint=feint)
        self.purse[self.to_move] -= coins
        self.board[region].append(Crown(self.to_move, coins, feint))
        self.phase = "bet"
        self._go_on()

    def _go_on(self) -> None:
        """Continue with the next seat that must still bet this season, then the next season, then the year's end."""
        assert self.to_move is not None
        seat = self.to_move
        for _ in self.seated:
            seat = self._next_seated(seat)
            if len(self.crowns_of(seat)) < self.season:
                self.to_move = seat
                return
        if self.season < 4:
            self._begin_season()
        else:
            self._end_year()

    # The year's end

    def _end_year(self) -> None:
        self.tableau += [card for cards in self.holes for card in cards]
        rows = self._rows()
        self.gained = [sum(row["points"] for row in rows if row["seat"] == seat) for seat in range(self.players)]
        self.points = [old + new for old, new in zip(self.points, self.gained, strict=True)]
        shares = self._return_coins()
        self._tell("year-end", self._report(rows, shares))
        self.aside = list(self.tableau) if self.remembers else []
        self._after_year()

    def worth(self, region: str) -> int:
        """Return the points that the whole tableau gives a crown in a region, before deductions (7.2, 7.3)."""
        if region in NOBLES:
            return [0, 1, 2, 5, 8][self.tableau.count(region)]
        nobles = self.sets[region]
        return {3: 3, 4: 4}[len(nobles)] if all(noble in self.tableau for noble in nobles) else 0

    def _rows(self) -> list[dict[str, Any]]:
        """Return all crowns with their points."""
        rows = []
        for region, crowns in self.board.items():
            for before, crown in enumerate(crowns):
                points = 0 if crown.feint else max(0, self.worth(region) - before)
                rows.append({"region": region, **vars(crown), "points": points})
        return rows

    def _return_coins(self) -> list[int]:
        """Pay out all coins or chips on the board, and return each seat's share (clauses 7.6, 12.2 to 12.4, 13.7)."""
        pot = 0
        for crown in [crown for crowns in self.board.values() for crown in crowns]:
            if self.exchange == "off" or crown.feint or max(self.gained) == 0:
                self.purse[crown.seat] += crown.coins
            else:
                pot += crown.coins
        self.board = {region: [] for region in self.board}
        order = [(self.marker + step) % self.players for step in range(self.players)]
        tied = [seat for seat in order if self.gained[seat] == max(self.gained) and seat in self.seated]
        shares = [0] * self.players
        for number, seat in enumerate(tied):
            shares[seat] = pot // len(tied) + (number < pot % len(tied))
            self.purse[seat] += shares[seat]
        return shares

    def _report(self, rows: list[dict[str, Any]], shares: list[int]) -> dict[str, Any]:
        return {
            "year": self.year,
            "tableau": self.tableau[:4],
            "holes": self.tableau[4:],
            "crowns": rows,
            "gained": list(self.gained),
            "score": self.standing(),
            "pot": None if self.exchange == "off" else sum(shares),
            "shares": shares,
        }

    def _after_year(self) -> None:
        if self._is_last_year():
            self.phase, self.to_move = "over", None
            self._tell("score", {"scores": self.scores(), "winners": self.winners()})
        elif self.exchange == "cash":
            self.phase = "rebuy"
            self.asking = [(self.marker + step) % self.players for step in range(self.players)]
            self.stacks = 0
            self.to_move = self.asking[0]
        else:
            self._begin_year()

    def _is_last_year(self) -> bool:
        if self.exchange == "elimination":
            return self.year == 200 or sum(chips > 0 for chips in self.purse) == 1
        if self.year < self.years:
            return False
        scores = self.standing()
        broken = scores.count(max(scores)) == 1
        return broken or self.tie == "shared" or self.year == self.years + 10

    def _answer(self, verb: str) -> None:
        """Handle a seat's choice between two years of a cash match (clause 12.6)."""
        assert self.to_move is not None
        if verb == "rebuy":
            self.purse[self.to_move] += STACK
            self.bought[self.to_move] += STACK
            self.stacks += 1
            self._tell("buy", {"seat": self.to_move, "chips": STACK, "bought": self.bought[self.to_move]})
        else:
            self._tell("stand", {"seat": self.to_move})
        if verb == "stand" or self.stacks == 10:
            self.stacks = 0
            self.asking.pop(0)
        if self.asking:
            self.to_move = self.asking[0]
        else:
            self._begin_year()

    # Scoring

    def standing(self) -> list[int]:
        """Return the scores so far by seat: points, chips, or chips less chips bought (clause 12.8)."""
        if self.exchange == "off":
            return list(self.points)
        chips = [self.purse[seat] + sum(crown.coins for crown in self.crowns_of(seat)) for seat in range(self.players)]
        if self.exchange == "elimination":
            return chips
        return [mine - bought - STACK for mine, bought in zip(chips, self.bought, strict=True)]

    def scores(self) -> list[int]:
        """Return the final scores by seat."""
        assert self.is_over
        return self.standing()

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    # Views

    def view_facts(self, seat: int | None) -> dict[str, Any]:
        """Return the knowledge of a seat (None: a spectator) during a year, under the keys of its view."""
        hidden = [
            {"gap": gap, "seats": self._neighbours(gap), "cards": cards if seat in self._neighbours(gap) else None}
            for gap, cards in enumerate(self.holes)
        ]
        return {
            "to_move": self.to_move,
            "phase": self.phase,
            "year": self.year,
            "season": SEASONS[self.season - 1],
            "marker": self.marker,
            "seated": [player in self.seated for player in range(self.players)],
            "tableau": self.tableau,
            "holes": [hole | {"count": self._hole_cards()} for hole in hidden],
            "aside": sorted(self.aside, key=NOBLES.index),
            "board": {region: self._shown(region, seat) for region in self.board if self.board[region]},
            "purse": self.purse,
            "crowns": [4 - len(self.crowns_of(player)) for player in range(self.players)],
            "feint": self._own_feint(seat),
            "pending_feint": self.pending[1] if self.pending and seat == self.to_move else None,
            "pending": self.pending and self.pending[0],
            "score": self.standing(),
            "gained": self.gained,
            "bought": self.bought,
            "deck": len(self.deck),
            "legal": self.legal_moves() if seat is not None and seat == self.to_move else [],
        }

    def _shown(self, region: str, seat: int | None) -> list[dict[str, Any]]:
        return [
            {
                "seat": crown.seat,
                "coins": crown.coins,
                "feint": crown.feint if crown.seat == seat or not self.masquerade else None,
            }
            for crown in self.board[region]
        ]

    def _own_feint(self, seat: int | None) -> str | None:
        if seat is None or not self.masquerade:
            return None
        mine = [region for region, crowns in self.board.items() if any(c.feint and c.seat == seat for c in crowns)]
        return mine[0] if mine else "hand"

    # Events

    def log_for(self, seat: int | None) -> list[dict[str, Any]]:
        """Return the events that a seat (None: a spectator) has seen so far, as ids and arguments."""
        return [event for audience, event in self.told if seat in audience]

    @property
    def _everybody(self) -> set[int | None]:
        return {None, *range(self.players)}

    def _tell(self, name: str, args: dict[str, Any], *, to: set[int | None] | None = None) -> None:
        self.told.append((self._everybody if to is None else to, {"id": name, "args": args}))

    def _tell_by_owner(self, name: str, args: dict[str, Any], *, feint: bool) -> None:
        """Log an event about a crown. With `masquerade`, only its owner sees whether it is the feint (13.3, 13.8)."""
        owner: set[int | None] = {args["seat"]} if self.masquerade else self._everybody
        self._tell(name, {**args, "feint": feint}, to=owner)
        self._tell(name, {**args, "feint": None}, to=self._everybody - owner)

    def _tell_deal(self) -> None:
        """Log a deal; only the seats at a gap see its cards (clauses 3.2 and 14.8)."""
        for seat in self._everybody:
            seen = [cards if seat in self._neighbours(gap) else None for gap, cards in enumerate(self.holes)]
            year = {"year": self.year, "seated": self.seated, "aside": len(self.aside)}
            self._tell("deal", {**year, "holes": seen, "deck": len(self.deck)}, to={seat})


def _sets(regions: str | list[dict[str, Any]]) -> dict[str, list[str]]:
    """Return the nobles of each set region."""
    if isinstance(regions, str):
        return {name: [LETTERS[letter] for letter in letters] for name, letters in PRINTED.items()}
    return {entry["id"]: list(entry["nobles"]) for entry in regions}
