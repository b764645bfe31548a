"""Moves as numbers and as lines of notation, made from a table of verbs.

A form is a verb and its slots, `play <card> <area>`; each slot has a closed list of words, or whole numbers up to a
limit. Forms are numbered one after the other, and within a form the last slot counts fastest, so a kernel computes
move numbers with the same constants as the codec.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from courtly.engine.errors import IllegalMove, UnknownMove, listed, shown
from courtly.engine.sentences import said

MAX_DIGITS = 9


@dataclass(frozen=True)
class Words:
    """A slot filled by one word of a list."""

    name: str
    words: Sequence[str]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @property
    def size(self) -> int:
        """How many words may stand here."""
        return len(self.words)

    def read(self, word: str) -> int | None:
        """Return the place of a word in the list, None when it is not there."""
        return self._places.get(word)

    def write(self, place: int) -> str:
        """Return the word at a place."""
        return self.words[place]

    @property
    def allowed(self) -> list[str]:
        """What may stand here, for an error."""
        return list(self.words)


@dataclass(frozen=True)
class Numbers:
    """A slot filled by a whole number from 0 to `most`, without leading zeros."""

    name: str
    most: int

    @property
    def size(self) -> int:
        """How many numbers may stand here."""
        return self.most + 1

    def read(self, word: str) -> int | None:
        """Return the number, None when it is none or too large."""
        plain = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS and word == str(int(word))
        return int(word) if plain and int(word) <= self.most else None

    def write(self, place: int) -> str:
        """Return the number as text."""
        return str(place)

    @property
    def allowed(self) -> list[str]:
        """What may stand here, for an error."""
        return [f"0 to {self.most}"]


FormSlot = Words | Numbers


@dataclass(frozen=True)
class Form:
    """A verb and what follows it; `gap` numbers are left free behind its own."""

    verb: str
    slots: Sequence[FormSlot] = ()
    gap: int = 0

    @property
    def size(self) -> int:
        """How many moves have this form."""
        return prod(slot.size for slot in self.slots)

    def __str__(self) -> str:
        return " ".join([self.verb, *(slot.name for slot in self.slots)])

    def read(self, words: Sequence[str]) -> int | None:
        """Return the number, within the form, of the words after the verb; None when they are not of this form."""
        if len(words) != len(self.slots):
            return None
        number = 0
        for slot, word in zip(self.slots, words, strict=True):
            place = slot.read(word)
            if place is None:
                return None
            number = number * slot.size + place
        return number

    def write(self, number: int) -> str:
        """Return the line of a number within the form."""
        words = []
        for slot in reversed(self.slots):
            number, place = divmod(number, slot.size)
            words.append(slot.write(place))
        return " ".join([self.verb, *reversed(words)])


class VerbCodec:
    """The codec of a table of forms.

    Examples
    --------
    >>> codec = VerbCodec([Form("take", [Words("<card>", ["fox", "owl"]), Numbers("<coins>", 2)]), Form("pass")])
    >>> codec.count, codec.parse("take owl 1"), codec.format(4), codec.format(6)
    (7, 4, 'take owl 1', 'pass')
    """

    def __init__(self, forms: Sequence[Form]) -> None:
        self.forms = tuple(forms)
        self.starts: list[int] = []
        end = 0
        for form in self.forms:
            self.starts.append(end)
            end += form.size + form.gap
        self.count = end

    def parse(self, text: str) -> int:
        """Return the number of a line of notation; raise `UnknownMove` when it is none."""
        words = text.split(" ") if isinstance(text, str) else [""]
        for start, form in zip(self.starts, self.forms, strict=True):
            if form.verb == words[0] and (number := form.read(words[1:])) is not None:
                return start + number
        raise self.explained(text, words)

    def format(self, move: int) -> str:
        """Return the line of notation of a move number."""
        for start, form in zip(reversed(self.starts), reversed(self.forms), strict=True):
            if start <= move < start + form.size:
                return form.write(move - start)
        raise ValueError(f"there is no move of number {move}")

    def explained(self, text: object, words: Sequence[str]) -> IllegalMove:
        """Return the error for a line that is no move: the first word that does not fit, where one form has as many."""
        begun = [form for form in self.forms if form.verb == words[0]]
        meant = [form for form in begun if len(words) == len(form.slots) + 1]
        forms = [str(form) for form in begun or self.forms]
        if len(meant) == 1:
            wrong = next(i for i, slot in enumerate(meant[0].slots, 1) if slot.read(words[i]) is None)
            slot = meant[0].slots[wrong - 1]
            message = said(
                "{text}: {word} is no {slot}; there are {allowed}",
                text=shown(text),
                word=shown(words[wrong]),
                slot=slot.name,
                allowed=listed(slot.allowed, limit=40),
            )
            return UnknownMove(message, given=text, allowed=slot.allowed)
        message = said("{text} is not a move; a move is one of: {forms}", text=shown(text), forms=listed(forms))
        return UnknownMove(message, given=text, allowed=forms)
