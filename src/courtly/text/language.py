"""The grammar of a language that a catalogue cannot express. Each language is a class in a module of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar


class Language(ABC):
    """A language of the texts: its code, its name, and its grammar.

    Attributes
    ----------
    code
        The code in addresses, file names and catalogues, as in the HTML attribute `lang`.
    name
        The name of the language in the language itself, for the switch on the pages.
    yes
        Answers in the terminal that mean yes.
    decimal_mark, percent_sign
        The mark before the decimals of a number, and the text after a number of percent.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    yes: ClassVar[tuple[str, ...]]
    decimal_mark: ClassVar[str] = "."
    percent_sign: ClassVar[str] = "%"

    @abstractmethod
    def of(self, name: str) -> str:
        """Return the possessive form of a name, such as "Bo's"."""

    @abstractmethod
    def than(self, name: str) -> str:
        """Return a name after the word of a comparison, such as "than Bo"."""

    def plural_of(self, number: float) -> int:
        """Return an integer with the plural form of a number that is shown with decimals."""
        return 2

    def decimal(self, value: float) -> str:
        """Return a number with one decimal."""
        return f"{value:.1f}".replace(".", self.decimal_mark)

    def percent(self, number: str) -> str:
        """Return a number of percent with its sign."""
        return f"{number}{self.percent_sign}"

    def typeset(self, text: str) -> str:
        """Return a text with the spaces and apostrophes of the typography of the language."""
        return text
