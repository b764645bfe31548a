"""The table of Monarch for one reader: the card set of the match, who is who, and cards as they are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Literal, cast

from courtly.games.monarch import words
from courtly.games.monarch.cardset import Banner, CardSet, Court, Entry, Guest, Improvement, Power
from courtly.games.monarch.page_contexts import Amount, Emblem, Face, Gain, Held, Reason, Resource
from courtly.games.monarch.page_formulas import formula_terms
from courtly.games.monarch.rules.view import Price, Sister, View
from courtly.scene.marks import Mark, marks
from courtly.scene.page import Seen
from courtly.text.languages import marked

DRAWN = frozenset({"beast", "garment", "advisor", "treasure", "spectacle"})
"""Emblems that there is a picture of."""

Log = Sequence[Mapping[str, Any]]
"""Events, as a seat was told them."""

GAINS: dict[str, Resource] = {"village": "gold", "farm": "food"}
"""What a board of each terrain yields."""

AIDS = {
    "values": marked("What each card and each land would bring you"),
    "forecast": marked("The race of crowns"),
    "odds": marked("What either outcome of a Moon brings you"),
}
"""What is worked out for the reader, who may switch each of it off; a table without aids has none of it."""

WITHHELD = "aids"
"""What is switched off for everybody at a table without aids."""

_TALL = re.compile(r" (?=[;:!?»])|(?<=«) ")


@dataclass(frozen=True)
class Table:
    """A position as one reader sees it, with what several parts of the page need."""

    seen: Seen

    @property
    def view(self) -> View:
        """The reader's view."""
        return cast(View, self.seen.view)

    @property
    def lang(self) -> str:
        """The reader's language."""
        return self.seen.reader.lang

    @cached_property
    def cards(self) -> CardSet:
        """The card set of the match."""
        return words.cards_of(self.view["options"])

    @cached_property
    def marks(self) -> list[Mark]:
        """How each seat is marked."""
        return marks(self.seen.names, self.seen.seat)

    @cached_property
    def legal(self) -> frozenset[str]:
        """What the reader may play."""
        return frozenset(self.view["legal"])

    @cached_property
    def shelf(self) -> words.Shelf:
        """What is made of the cards of the match for the reader's language."""
        return words.shelf_of(self.cards, self.lang)

    @cached_property
    def aids(self) -> frozenset[str]:
        """What is worked out for the reader."""
        off = self.seen.off
        return frozenset() if WITHHELD in off or self.seen.seat is None else frozenset(AIDS).difference(off)

    @property
    def mine(self) -> Sister:
        """What the reader's seat holds."""
        return self.view["seats"][self.seen.first]

    @property
    def asks(self) -> bool:
        """Whether the reader is to decide."""
        return self.seen.seat is not None and self.view["to_move"] == self.seen.seat

    @property
    def acts(self) -> bool:
        """Whether the reader may choose any act of a turn."""
        return self.asks and self.view["phase"] == "act"

    @cached_property
    def news(self) -> Log:
        """The events after the reader's last turn; what that end led to is news."""
        return self.seen.log[self.last_turn :]

    @cached_property
    def last_turn(self) -> int:
        """The first event of the log after the reader's last turn; for a spectator that of the last round."""
        log, seat = self.seen.log, self.seen.seat
        if seat is None:
            turns = [i for i, event in enumerate(log) if event["id"] == "end"][-self.view["players"] :]
            return turns[0] + 1 if len(turns) == self.view["players"] else 0
        ends = (i for i in range(len(log) - 1, -1, -1) if log[i]["id"] == "end" and log[i]["args"]["seat"] == seat)
        return next((i + 1 for i in ends), 0)

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence of the pages in the reader's language."""
        return self.seen.reader.say(sentence, **places)

    def name_of(self, card: str) -> str:
        """Return the name of a card, a banner or a land board."""
        return self.shelf.find(("name", card), lambda: typeset(words.card_name(card, self.cards, self.lang), self.lang))

    def amount(self, resource: Resource, count: int, *, was: int | None = None) -> Amount:
        """Return so much gold or food."""
        return Amount(resource, count, words.counted(count, resource, self.lang), None if was == count else was)

    def amounts(self, price: Price, cost: Price | None = None) -> tuple[Amount, ...]:
        """Return a price, with the printed cost where it differs; what is for nothing has none."""
        printed = cost or price
        resources: tuple[Resource, Resource] = ("gold", "food")
        there = [what for what in resources if price[what] or printed[what]]
        return tuple(self.amount(what, price[what], was=printed[what]) for what in there)

    def crowns(self, count: int) -> str:
        """Return a number of crowns in words."""
        return words.counted(count, "crowns", self.lang)

    def gain(self, count: int) -> Gain:
        """Return what is added to somebody's crowns; less than nothing is taken away."""
        tone: Literal["gain", "loss", "nil"] = "gain" if count > 0 else "loss" if count else "nil"
        text = f"+{count}" if count > 0 else words.number(count) if count else "±0"
        told = self.crowns(count)
        return Gain(count, text, f"+{told}" if count > 0 else told, tone)

    def path(self, entry: Entry) -> str:
        """Return the path of a card, `none` for one that has none."""
        return str(getattr(entry, "path", "none"))

    def path_words(self, path: str) -> str:
        """Return the name of a path; nothing for none."""
        return words.path_name(path, self.cards, self.lang) if path != "none" else ""

    def face(self, card: str) -> Face:
        """Return a card as it is printed."""
        return self.shelf.find(("face", card, self.view["players"]), lambda: self._face(card))

    def _face(self, card: str) -> Face:
        entry = self.cards.entries[card]
        terrain = entry.terrain if isinstance(entry, Improvement) else ""
        path = self.path(entry)
        return Face(
            id=card,
            name=self.name_of(card),
            kind=type(entry).__name__.lower(),  # type: ignore[arg-type]
            sort=self._sort(entry),
            path=path,
            path_name=self.path_words(path),
            emblems=[self._emblem(emblem) for emblem in getattr(entry, "emblems", ())],
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
        """Return in a few words how crowns are counted where they depend, and what a card does; else its own text."""
        lines = self._does(entry)
        if isinstance(entry, Court | Guest) and entry.crowns.kind != "fixed":
            crowns = words.crowns_words(entry.id, self.cards, self.lang)
            lines.insert(0, f"{crowns[0].upper()}{crowns[1:]}.")
        return " ".join(lines) or words.card_text(entry.id, self.cards, self.lang)

    def _does(self, entry: Entry) -> list[str]:
        """Return what a card does beside its crowns."""
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

    def _emblem(self, emblem: str) -> Emblem:
        return Emblem(emblem, words.emblem_name(emblem, self.cards, self.lang), emblem in DRAWN)

    def _abilities(self, entry: Entry) -> list[str]:
        """Return what a card does here, where its own text is missing or is not what is played."""
        if words.card_text(entry.id, self.cards, self.lang) and not entry.incomplete:
            return []
        worth = words.crowns_words(entry.id, self.cards, self.lang)
        lines = [self.say("Crowns: {worth}.", worth=worth)] if worth else []
        return lines + words.ability_lines(entry.id, self.cards, self.lang, players=self.view["players"])

    def reason(self, card: str, crowns: int, holding: words.Holding) -> Reason:
        """Return a Court Card, a guest or a banner of a seat, with the crowns that it brings now and why."""
        entry = self.cards.entries[card]
        assert isinstance(entry, Court | Guest | Banner)
        always = entry.crowns.kind == "fixed" and crowns == entry.crowns.value
        return Reason(
            face=self.face(card),
            crowns=crowns,
            worth="" if always else typeset(words.crowns_words(card, self.cards, self.lang), self.lang),
            why="" if always else typeset(words.why(card, holding, self.lang), self.lang),
            powers=[words.power_words(power, self.cards, self.lang) for power in powers_of(entry)],
        )

    def held(self, card: str, crowns: int) -> Held:
        """Return a Court Card, a guest or a banner of a seat, with the crowns that it brings now."""
        return Held(face=self.face(card), crowns=crowns)


@cache
def pictures() -> frozenset[str]:
    """Return the names of the drawings of cards that there are."""
    art = files("courtly.games.monarch").joinpath("static", "art.svg").read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([^"]+)"', art))


def powers_of(entry: Entry) -> Sequence[Power]:
    """Return the lasting powers of a Court Card or a banner."""
    if isinstance(entry, Banner):
        return [entry.power] if entry.power else []
    return entry.powers if isinstance(entry, Court) else []


def printed_crowns(entry: Entry) -> str:
    """Return the crowns that stand on a card: a number, "?" where they depend, nothing where there are none."""
    if not isinstance(entry, Court | Guest | Banner):
        return ""
    return words.number(entry.crowns.value) if entry.crowns.kind == "fixed" else "?"


def typeset(text: str, lang: str) -> str:
    r"""Return a text of a card set with the narrow spaces that French has before tall signs.

    Examples
    --------
    >>> typeset("Vaut 3 couronnes ; et plus", "fr")
    'Vaut 3 couronnes\u202f; et plus'
    """
    return _TALL.sub("\u202f", text) if lang == "fr" else text


def names_of(table: Table, cards: Sequence[str]) -> list[str]:
    """Return cards by name, in the order of the alphabet."""
    return sorted(map(table.name_of, cards), key=str.casefold)
