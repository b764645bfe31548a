"""Monarch's table for one viewer: the card set of the match, the seat marks, and the printed cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Literal, cast

from courtly.games.monarch import words
from courtly.games.monarch.cardset import Banner, CardSet, Court, Entry, Guest, Improvement, Power
from courtly.games.monarch.cardset.cards import CardTextCache
from courtly.games.monarch.page_contexts import Amount, CardDetail, CardFace, Emblem, Gain, HeldCard, Resource, SeatMark
from courtly.games.monarch.page_formulas import formula_terms
from courtly.games.monarch.rules.view import Price, Sister, View
from courtly.scene.page import PageInput
from courtly.text.languages import language_of, marked

DRAWN = frozenset({"beast", "garment", "advisor", "treasure", "spectacle"})
"""Emblems that have a picture."""

Log = Sequence[Mapping[str, Any]]
"""Events as serialized for a seat."""

GAINS: dict[str, Resource] = {"village": "gold", "farm": "food"}
"""The resource that a board of each terrain yields."""

AIDS = {
    "values": marked("Value of cards and lands"),
    "forecast": marked("Crown race"),
    "odds": marked("Your outcomes of a Moon"),
}
"""Optional aids, computed for the viewer. Each has its own switch, except at a table without aids."""

ALL_AIDS = "aids"
"""Name in `off` that switches off all aids. A table without aids sets it."""


@dataclass(frozen=True)
class TableInput:
    """A position for one viewer, with values that several parts of the page share."""

    page_input: PageInput

    @property
    def view(self) -> View:
        """The viewer's view."""
        return cast(View, self.page_input.view)

    @property
    def lang(self) -> str:
        """The viewer's language."""
        return self.page_input.locale.lang

    @cached_property
    def cards(self) -> CardSet:
        """The card set of the match."""
        return words.cards_of(self.view["options"])

    @cached_property
    def marks(self) -> tuple[SeatMark, ...]:
        """The mark of each seat."""
        signed = enumerate(zip(self.page_input.names, self.page_input.pennants, strict=True))
        return tuple(SeatMark(seat, name, seat == self.page_input.seat, sign) for seat, (name, sign) in signed)

    def is_active(self, seat: int) -> bool:
        """Return whether it is a seat's turn. After a complete draft it is no seat's turn until the draft is sent."""
        return self.view["to_move"] is not None and self.view["active"] == seat

    @cached_property
    def legal(self) -> frozenset[str]:
        """The viewer's legal moves."""
        return frozenset(self.view["legal"])

    def send_move(self, seat: int) -> str:
        """Return the move that sends the pending guest to a seat; empty if it is not legal."""
        move = f"send {seat}"
        return move if move in self.legal else ""

    @cached_property
    def shelf(self) -> CardTextCache:
        """The cached card texts of this card set and language."""
        return self.cards.texts[self.lang]

    @cached_property
    def aids(self) -> frozenset[str]:
        """The aids that are switched on."""
        off = self.page_input.off
        return frozenset() if ALL_AIDS in off or self.page_input.seat is None else frozenset(AIDS).difference(off)

    @property
    def mine(self) -> Sister:
        """The holdings of the viewer's seat; of seat 0 for a spectator."""
        return self.view["seats"][self.page_input.first]

    @property
    def asks(self) -> bool:
        """Whether it is the viewer's turn to decide."""
        return self.page_input.seat is not None and self.view["to_move"] == self.page_input.seat

    @property
    def acts(self) -> bool:
        """Whether the viewer may choose any act of a turn."""
        return self.asks and self.view["phase"] == "act"

    @property
    def is_waiting(self) -> bool:
        """Whether an act of the viewer's turn still needs a place or Confirm."""
        return self.page_input.seat is not None and self.view["active"] == self.page_input.seat and not self.acts

    @cached_property
    def news(self) -> Log:
        """The events since the viewer's last turn."""
        return self.page_input.log[self.last_turn :]

    @cached_property
    def last_turn(self) -> int:
        """The index of the first event after the viewer's last turn; for a spectator, of the last round."""
        log, seat = self.page_input.log, self.page_input.seat
        if seat is None:
            turns = [i for i, event in enumerate(log) if event["id"] == "end"][-self.view["players"] :]
            return turns[0] + 1 if len(turns) == self.view["players"] else 0
        ends = (i for i in range(len(log) - 1, -1, -1) if log[i]["id"] == "end" and log[i]["args"]["seat"] == seat)
        return next((i + 1 for i in ends), 0)

    def say(self, sentence: str, **places: object) -> str:
        """Return a text of the pages in the viewer's language."""
        return self.page_input.locale.say(sentence, **places)

    def name_of(self, card: str) -> str:
        """Return the name of a card, a banner or a land board."""
        return self.shelf.find(("name", card), lambda: typeset(words.card_name(card, self.cards, self.lang), self.lang))

    def amount(self, resource: Resource, count: int, *, was: int | None = None) -> Amount:
        """Return an amount of gold or food."""
        return Amount(resource, count, words.counted(count, resource, self.lang), None if was == count else was)

    def amounts(self, price: Price, cost: Price | None = None) -> tuple[Amount, ...]:
        """Return a price, each resource with its printed cost if the two differ. Omit resources where both are 0."""
        printed = cost or price
        resources: tuple[Resource, Resource] = ("gold", "food")
        there = [what for what in resources if price[what] or printed[what]]
        return tuple(self.amount(what, price[what], was=printed[what]) for what in there)

    def crowns(self, count: int) -> str:
        """Return a number of crowns in words."""
        return words.counted(count, "crowns", self.lang)

    def gain(self, count: int) -> Gain:
        """Return a change of crowns; a negative count is a loss."""
        tone: Literal["gain", "loss", "nil"] = "gain" if count > 0 else "loss" if count else "nil"
        text = f"+{count}" if count > 0 else words.number(count) if count else "±0"
        told = self.crowns(count)
        return Gain(count, text, f"+{told}" if count > 0 else told, tone)

    def path(self, entry: Entry) -> str:
        """Return the path of a card, "none" for a card without one."""
        return str(getattr(entry, "path", "none"))

    def path_words(self, path: str) -> str:
        """Return the name of a path; empty for "none"."""
        return words.path_name(path, self.cards, self.lang) if path != "none" else ""

    def face(self, card: str) -> CardFace:
        """Return a card as printed."""
        return self.shelf.find(("face", card, self.view["players"]), lambda: self._face(card))

    def _face(self, card: str) -> CardFace:
        entry = self.cards.entries[card]
        terrain = entry.terrain if isinstance(entry, Improvement) else ""
        path = self.path(entry)
        return CardFace(
            id=card,
            name=self.name_of(card),
            kind=type(entry).__name__.lower(),  # type: ignore[arg-type]
            sort=self._sort(entry),
            path=path,
            path_name=self.path_words(path),
            emblems=tuple(self.emblem(emblem) for emblem in getattr(entry, "emblems", ())),
            crowns=printed_crowns(entry),
            terrain=terrain,
            yields=self.amount(GAINS[terrain], entry.yields) if isinstance(entry, Improvement) else None,
            text=typeset(words.card_text(card, self.cards, self.lang), self.lang),
            abilities=self._abilities(entry),
            incomplete=entry.incomplete,
            formula=formula_terms(entry, DRAWN),
            says=typeset(self._says(entry), self.lang),
            does=typeset(" ".join(self._does(entry)), self.lang),
            picture=next((f"{kind}-{card}" for kind in "ag" if f"{kind}-{card}" in pictures()), ""),
        )

    def _says(self, entry: Entry) -> str:
        """Return a short text of the crown formula and the abilities; the set's own text if there are none."""
        lines = self._does(entry)
        if isinstance(entry, Court | Guest) and entry.crowns.kind != "fixed":
            crowns = words.crowns_words(entry.id, self.cards, self.lang)
            lines.insert(0, f"{crowns[0].upper()}{crowns[1:]}.")
        return " ".join(lines) or words.card_text(entry.id, self.cards, self.lang)

    def _does(self, entry: Entry) -> list[str]:
        """Return the abilities of a card, without its crowns."""
        return words.ability_lines(entry.id, self.cards, self.lang, players=self.view["players"])

    def _sort(self, entry: Entry) -> str:
        """Return the kind of a card in words."""
        if isinstance(entry, Improvement):
            village = entry.terrain == "village"
            return self.say("Village Improvement") if village else self.say("Farm Improvement")
        sorts = {
            "Court": self.say("Court Card"),
            "Guest": self.say("Unwanted Guest"),
            "Moon": self.say("Moon"),
            "Banner": self.say("Banner"),
        }
        return sorts[type(entry).__name__]

    def emblem(self, emblem: str) -> Emblem:
        """Return an emblem with its name."""
        return Emblem(emblem, words.emblem_name(emblem, self.cards, self.lang), emblem in DRAWN)

    def _abilities(self, entry: Entry) -> tuple[str, ...]:
        """Return the abilities of a card if its own text is missing or incomplete."""
        if words.card_text(entry.id, self.cards, self.lang) and not entry.incomplete:
            return ()
        worth = words.crowns_words(entry.id, self.cards, self.lang)
        lines = [self.say("Crowns: {worth}.", worth=worth)] if worth else []
        return *lines, *words.ability_lines(entry.id, self.cards, self.lang, players=self.view["players"])

    def reason(self, card: str, crowns: int, holding: words.Holding) -> CardDetail:
        """Return a Court Card, a guest or a banner of a seat with its current crowns and their explanation."""
        entry = self.cards.entries[card]
        assert isinstance(entry, Court | Guest | Banner)
        always = entry.crowns.kind == "fixed" and crowns == entry.crowns.value
        return CardDetail(
            face=self.face(card),
            crowns=crowns,
            worth="" if always else self._worth(card),
            why="" if always else typeset(words.why(card, holding, self.lang), self.lang),
            powers=self._powers(entry),
        )

    def _worth(self, card: str) -> str:
        """Return the crown formula of a card in words."""
        return self.shelf.find(
            ("worth", card), lambda: typeset(words.crowns_words(card, self.cards, self.lang), self.lang)
        )

    def _powers(self, entry: Court | Guest | Banner) -> tuple[str, ...]:
        """Return the lasting powers of a card in words."""
        return self.shelf.find(
            ("powers", entry.id),
            lambda: tuple(words.power_words(power, self.cards, self.lang) for power in powers_of(entry)),
        )

    def held(self, card: str, crowns: int) -> HeldCard:
        """Return a Court Card, a guest or a banner of a seat with its current crowns."""
        return HeldCard(face=self.face(card), crowns=crowns)


@cache
def pictures() -> frozenset[str]:
    """Return the names of all card drawings."""
    art = files("courtly.games.monarch").joinpath("static", "art.svg").read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([^"]+)"', art))


def powers_of(entry: Entry) -> Sequence[Power]:
    """Return the lasting powers of a Court Card or a banner."""
    if isinstance(entry, Banner):
        return [entry.power] if entry.power else []
    return entry.powers if isinstance(entry, Court) else []


def printed_crowns(entry: Entry) -> str:
    """Return the crowns printed on a card: a number, "?" if they vary, empty without crowns."""
    if not isinstance(entry, Court | Guest | Banner):
        return ""
    return words.number(entry.crowns.value) if entry.crowns.kind == "fixed" else "?"


def typeset(text: str, lang: str) -> str:
    """Return a text of a card set with the spaces that its language needs around punctuation."""
    return language_of(lang).typeset(text)


def names_of(table: TableInput, cards: Sequence[str]) -> list[str]:
    """Return the names of cards in alphabetical order."""
    return sorted(map(table.name_of, cards), key=str.casefold)
