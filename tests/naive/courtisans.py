"""Courtisans, the naive twin: the rules of RULES.md in plain Python, slow and meant to be obviously right.

It is written from the rulebooks, the rulings and the notation, without reference to the engine, and imports nothing
from the engine. A match consists of lists of cards. Nothing is packed or cached, and counts are made on demand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

FAMILIES = ("butterfly", "toad", "nightingale", "hare", "stag", "carp")
ROLES = ("plain", "noble", "spy", "assassin", "guard")
TABLE = ("above", "below")


@dataclass(eq=False)
class Courtier:
    """One card on the table; seat `by` played it as card number `play` of the match.

    `spy` is the number of a spy in order of play, None for a face-up card.
    """

    card: str
    by: int
    play: int
    spy: int | None = None

    @property
    def face(self) -> str | None:
        """The face that all other seats see."""
        return self.card if self.spy is None else None

    @property
    def piece(self) -> str:
        return f"play:{self.play}" if self.spy is None else f"spy:{self.spy}"

    @property
    def family(self) -> str:
        return self.card.split(".")[0]

    @property
    def role(self) -> str:
        return self.card.split(".")[1]

    @property
    def weight(self) -> int:
        """Clause 4.2: a noble counts as two cards."""
        return 2 if self.role == "noble" else 1


class Naive:
    """A match of Courtisans with a complete deal, played by lines of notation."""

    def __init__(self, options: dict[str, Any], deal: dict[str, Any]) -> None:
        self.players: int = options["players"]
        self.edition: str = options.get("edition", "2024")
        self.mission_count: str = options.get("mission_count", "nobles-double")
        deck = list(deal["deck"])
        self.hands = [[deck.pop(0) for _ in range(3)] for _ in range(self.players)]
        self.deck = deck
        self.missions = [list(pair) for pair in deal["missions"]]
        self.areas: dict[str, list[Courtier]] = {"above": [], "below": []}
        self.areas |= {f"domain:{seat}": [] for seat in range(self.players)}
        self.used: list[str] = []
        self.eliminated: list[Courtier] = []
        self.spies: list[Courtier] = []
        self.played = 0
        self.told: list[tuple[set[int | None], dict[str, Any]]] = []
        self.pending: str | None = None
        self.assassin: Courtier | None = None
        self.to_move: int | None = deal["first"]

    # Legal moves

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    def legal_moves(self) -> list[str]:
        """Return the distinct legal moves in code point order; empty after the end."""
        if self.to_move is None:
            return []
        if self.pending is not None:
            return sorted(["spare", *self._targets()])
        plays = set()
        for card in self.hands[self.to_move]:
            for area in self.areas:
                if self._kind(area) not in self.used:
                    plays.add(f"play {card} {area}")
        return sorted(plays)

    def _kind(self, area: str) -> str:
        """Return the kind of an area for the seat to move: one of the three kinds of a turn (clause 3.3)."""
        if area in TABLE:
            return "table"
        return "own" if area == f"domain:{self.to_move}" else "other"

    def _targets(self) -> dict[str, tuple[str, Courtier]]:
        """Return the targets of the waiting assassin: the move, the area and the card (clauses 5.1 to 5.10)."""
        assert self.pending is not None
        found: dict[str, tuple[str, Courtier]] = {}
        for area in TABLE if self.pending in TABLE else (self.pending,):
            for courtier in self.areas[area]:
                if courtier is self.assassin or courtier.role == "guard":
                    continue
                text = f"kill {courtier.card} {area}" if courtier.spy is None else f"kill spy:{courtier.spy}"
                found.setdefault(text, (area, courtier))
        return found

    # Moves

    def play(self, text: str) -> None:
        """Play one legal move."""
        if text not in self.legal_moves():
            raise ValueError(f"{text!r} is not legal; legal are {self.legal_moves()}")
        verb, *rest = text.split(" ")
        if verb == "play":
            self._place(*rest)
        else:
            self._resolve(text)

    def _place(self, card: str, area: str) -> None:
        assert self.to_move is not None
        self.hands[self.to_move].remove(card)
        self.used.append(self._kind(area))
        self.played += 1
        courtier = Courtier(card, by=self.to_move, play=self.played)
        if courtier.role == "spy":
            self.spies.append(courtier)
            courtier.spy = len(self.spies)
        self.areas[area].append(courtier)
        self._tell_play(courtier, area)
        if courtier.role == "assassin":
            self.assassin, self.pending = courtier, area
            if self._targets():
                return
        self._go_on()

    def _resolve(self, text: str) -> None:
        if text == "spare":
            self._tell("spare", {"seat": self.to_move, "area": self.pending})
        else:
            area, victim = self._targets()[text]
            self.areas[area].remove(victim)
            self.eliminated.append(victim)
            self._tell_kill(victim, area)
        self._go_on()

    def _go_on(self) -> None:
        """Continue after a card and its assassin's action: the same turn, the next turn, or the end of the match."""
        assert self.to_move is not None
        self.assassin = self.pending = None
        if len(self.used) < 3:
            return
        self.used = []
        for _ in range(3):
            if self.deck:
                self.hands[self.to_move].append(self.deck.pop(0))
        if self.hands[self.to_move]:
            self._tell_draw(self.to_move)
        self.to_move = (self.to_move + 1) % self.players
        if not self.deck and not any(self.hands):
            self.to_move = None
            self._tell_end()

    # Events

    @property
    def everybody(self) -> set[int | None]:
        return {None, *range(self.players)}

    def log(self, audience: int | None) -> list[dict[str, Any]]:
        """Return the events that a seat (None: a spectator) has seen so far."""
        return [event for audiences, event in self.told if audience in audiences]

    def _tell(self, name: str, args: dict[str, Any], *steps: dict[str, Any], to: set[int | None] | None = None) -> None:
        event = {"id": name, "args": args, "steps": list(steps)}
        self.told.append((self.everybody if to is None else to, event))

    def _tell_play(self, courtier: Courtier, area: str) -> None:
        """Log a played card; only its player sees the face of a spy (clauses 10.5 and 10.9)."""
        seat, step = courtier.by, _step(courtier.piece, f"hand:{courtier.by}", area, courtier.face)
        for to, card in (({seat}, courtier.card), (self.everybody - {seat}, courtier.face)):
            args = {"seat": seat, "play": courtier.play, "card": card, "spy": courtier.spy, "area": area}
            self._tell("play", args, step, to={*to})

    def _tell_kill(self, victim: Courtier, area: str) -> None:
        play = victim.play if victim.spy is None else None
        args = {"seat": self.to_move, "area": area, "card": victim.face, "play": play, "spy": victim.spy}
        self._tell("eliminate", args, _step(victim.piece, area, "eliminated", victim.face))

    def _tell_draw(self, seat: int) -> None:
        hand = sorted(self.hands[seat], key=_rank)
        for to, cards in (({seat}, hand), (self.everybody - {seat}, None)):
            args = {"to": seat, "count": len(hand), "deck": len(self.deck), "cards": cards}
            steps = [
                _step(f"hand:{seat}/{i}", "deck", f"hand:{seat}", card) for i, card in enumerate(cards or [None] * 3)
            ]
            self._tell("draw", args, *steps, to={*to})

    def _tell_end(self) -> None:
        """Reveal spies and missions, then count everything (clauses 6.6, 10.3 and 10.6)."""
        where = [(spy, area) for spy in self.spies for area, cards in self.areas.items() if spy in cards]
        spies = [{"spy": spy.spy, "by": spy.by, "area": area, "card": spy.card} for spy, area in where]
        self._tell("reveal", {"spies": spies}, *(_step(spy.piece, area, area, spy.card) for spy, area in where))
        missions = [sorted(pair) for pair in self.missions]
        self._tell("missions", {"missions": missions})
        self._tell("score", {"scores": self.scores(), "winners": self.winners()})

    # Scoring

    def status(self, family: str) -> str:
        """Return esteemed, fallen or neutral, with every spy revealed (clauses 7.3 to 7.6)."""
        above, below = (sum(c.weight for c in self.areas[side] if c.family == family) for side in TABLE)
        if above > below:
            return "esteemed"
        return "fallen" if below > above else "neutral"

    def scores(self) -> list[int]:
        """Return the final scores by seat (section 8)."""
        assert self.is_over
        worth = {"esteemed": 1, "neutral": 0, "fallen": -1}
        bonus = 3 if self.edition == "2024" else 2
        scores = []
        for seat in range(self.players):
            score = sum(worth[self.status(c.family)] * c.weight for c in self.areas[f"domain:{seat}"])
            score += bonus * sum(self.is_met(mission, seat) for mission in self.missions[seat])
            scores.append(score)
        return scores

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    def is_met(self, mission: str, seat: int) -> bool:
        """Return whether a seat's mission is met at the end (section 9)."""
        mine, left = self.areas[f"domain:{seat}"], self.areas[f"domain:{(seat + 1) % self.players}"]
        statuses = [self.status(family) for family in FAMILIES]
        if mission == "below-every-family":
            return {c.family for c in self.areas["below"]} == set(FAMILIES)
        if mission == "below-5":
            return any(self._count(self.areas["below"], family) >= 5 for family in FAMILIES)
        if mission == "esteemed-at-most-3":
            return statuses.count("esteemed") <= 3
        if mission == "fallen-at-least-2":
            return statuses.count("fallen") >= 2
        if mission.startswith("fallen-either-"):
            return any(self.status(family) == "fallen" for family in mission.split("-")[2:])
        word, what = mission.split("-")
        if word == "fallen":
            return self.status(what) == "fallen"
        if word == "fewer":
            return self._count(mine, what) < self._count(left, what)
        role = {"nobles": "noble", "assassins": "assassin", "spies": "spy", "guards": "guard"}[word]
        return sum(c.role == role for c in mine) >= int(what)

    def _count(self, cards: list[Courtier], family: str) -> int:
        """Return the number of cards of a family for missions (clauses 9.16 and 11.4)."""
        double = self.mission_count == "nobles-double"
        return sum(c.weight if double else 1 for c in cards if c.family == family)

    # Views

    def view_facts(self, seat: int | None) -> dict[str, Any]:
        """Return the knowledge of a seat (None: a spectator), under the keys of its view."""
        return {
            "to_move": self.to_move,
            "deck": len(self.deck),
            "removed": 90 - 3 * self.players * {2: 10, 3: 8, 4: 7, 5: 6}[self.players],
            "hands": [len(hand) for hand in self.hands],
            "hand": None if seat is None else sorted(self.hands[seat], key=_rank),
            "pending": self.pending,
            "areas": {area: self._lying(area) for area in self.areas},
            "eliminated": [c.card if c.spy is None else f"spy:{c.spy}" for c in self.eliminated],
            "missions": [pair if self.is_over or owner == seat else None for owner, pair in enumerate(self.missions)],
            "spies": [self._spy_facts(spy, seat) for spy in self.spies],
            "legal": self.legal_moves() if seat is not None and seat == self.to_move else [],
        }

    def _lying(self, area: str) -> list[str]:
        """Return an area's cards in column order; spies are last, by number, until the end reveals them."""
        face_up = sorted((c.card for c in self.areas[area] if c.spy is None or self.is_over), key=_rank)
        hidden = sorted(c.spy for c in self.areas[area] if c.spy is not None and not self.is_over)
        return face_up + [f"spy:{number}" for number in hidden]

    def _spy_facts(self, spy: Courtier, seat: int | None) -> dict[str, Any]:
        where = next((area for area, cards in self.areas.items() if spy in cards), None)
        known = spy.by == seat or (self.is_over and where is not None)
        return {"n": spy.spy, "by": spy.by, "area": where, "card": spy.card if known else None}


def _step(piece: str, source: str, target: str, face: str | None) -> dict[str, Any]:
    return {"kind": "card", "piece": piece, "from": source, "to": target, "face": face, "count": 1}


def _rank(card: str) -> tuple[int, int]:
    family, role = card.split(".")
    return FAMILIES.index(family), ROLES.index(role)
