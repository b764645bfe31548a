"""Moves as numbers and as lines of notation, generated from a table of verbs.

A form is a verb with slots, such as `play <card> <area>`. Each slot takes a word from a closed list, or a whole number
up to a limit. Move numbers run through the forms in order; within a form the last slot varies fastest. Kernels compute
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
    """A slot for one word from a list."""

    name: str
    words: Sequence[str]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @property
    def size(self) -> int:
        """The number of allowed words."""
        return len(self.words)

    def read(self, word: str) -> int | None:
        """Return the index of a word in the list, None for an unknown word."""
        return self._places.get(word)

    def write(self, place: int) -> str:
        """Return the word at an index."""
        return self.words[place]

    @property
    def allowed(self) -> list[str]:
        """The allowed words, for an error."""
        return list(self.words)


@dataclass(frozen=True)
class Numbers:
    """A slot for a whole number from 0 to `most`, without leading zeros."""

    name: str
    most: int

    @property
    def size(self) -> int:
        """The number of allowed values."""
        return self.most + 1

    def read(self, word: str) -> int | None:
        """Return the number, or None for other text and for a number that is too large."""
        plain = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS and word == str(int(word))
        return int(word) if plain and int(word) <= self.most else None

    def write(self, place: int) -> str:
        """Return the number as text."""
        return str(place)

    @property
    def allowed(self) -> list[str]:
        """The allowed range, for an error."""
        return [f"0 to {self.most}"]


FormSlot = Words | Numbers


@dataclass(frozen=True)
class Form:
    """A verb with its slots; `gap` move numbers after the form stay unused."""

    verb: str
    slots: Sequence[FormSlot] = ()
    gap: int = 0

    @property
    def size(self) -> int:
        """The number of moves of this form."""
        return prod(slot.size for slot in self.slots)

    def __str__(self) -> str:
        return " ".join([self.verb, *(slot.name for slot in self.slots)])

    def read(self, words: Sequence[str]) -> int | None:
        """Return the index within the form for the words after the verb, None if they do not fit."""
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
        """Return the line of notation for an index within the form."""
        words = []
        for slot in reversed(self.slots):
            number, place = divmod(number, slot.size)
            words.append(slot.write(place))
        return " ".join([self.verb, *reversed(words)])


class VerbCodec:
    """A codec for a table of forms.

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
        """Return the move number of a line of notation; raise `UnknownMove` if it is not a move."""
        words = text.split(" ") if isinstance(text, str) else [""]
        for start, form in zip(self.starts, self.forms, strict=True):
            if form.verb == words[0] and (number := form.read(words[1:])) is not None:
                return start + number
        raise self.explained(text, words)

    def format(self, move: int) -> str:
        """Return the line of notation for a move number."""
        for start, form in zip(reversed(self.starts), reversed(self.forms), strict=True):
            if start <= move < start + form.size:
                return form.write(move - start)
        raise ValueError(f"there is no move of number {move}")

    def explained(self, text: object, words: Sequence[str]) -> IllegalMove:
        """Return the error for an invalid line. If only one form has as many words, the error names the wrong word."""
        begun = [form for form in self.forms if form.verb == words[0]]
        meant = [form for form in begun if len(words) == len(form.slots) + 1]
        forms = [str(form) for form in begun or self.forms]
        if len(meant) == 1:
            wrong = next(i for i, slot in enumerate(meant[0].slots, 1) if slot.read(words[i]) is None)
            slot = meant[0].slots[wrong - 1]
            message = said(
                "{text}: {word} is not a valid {slot}; choose from {allowed}",
                text=shown(text),
                word=shown(words[wrong]),
                slot=slot.name,
                allowed=listed(slot.allowed, limit=40),
            )
            return UnknownMove(message, given=text, allowed=slot.allowed)
        message = said("{text} is not a move; use one of: {forms}", text=shown(text), forms=listed(forms))
        return UnknownMove(message, given=text, allowed=forms)
