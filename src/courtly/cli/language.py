"""The language of the command line, and the translation of its help.

The option `--lang`, before or after the name of the command, sets the language. Without it, the first environment
variable that is set decides, of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`: the language whose code begins its
value, otherwise English. Help is written in English in the commands and translated paragraph by paragraph when it is
shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any

import typer

from courtly.text.languages import CODES, ENGLISH, LANGUAGES, marked, translator

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the language, in order of precedence."""

FLAG = "--lang"

Lang = Annotated[str, typer.Option(metavar=CODES, help="Language of texts.")]
"""The option `--lang` of a command."""

BUILT_IN = (
    (re.compile(r"^Usage:", re.MULTILINE), marked("Usage:")),
    (re.compile(r"^Arguments:$", re.MULTILINE), marked("Arguments:")),
    (re.compile(r"^Options:$", re.MULTILINE), marked("Options:")),
    (re.compile(r"^Commands:$", re.MULTILINE), marked("Commands:")),
    (re.compile(r"\[default:"), marked("[default:")),
    (re.compile(r"\[required\]"), marked("[required]")),
    (re.compile(r"Show\s+this\s+message\s+and\s+exit\."), marked("Show this message and exit.")),
)
"""Texts that Typer writes into a help page, and their translatable sentences."""


def chosen_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of a command line. An unknown language is ignored here and rejected later.

    Examples
    --------
    >>> chosen_language(["games"], {"LC_ALL": "fr_CA.UTF-8", "LANG": "en"})
    'fr'
    >>> chosen_language(["play", "courtisans", "--lang=en"], {"LANG": "fr_FR"})
    'en'
    """
    given = [after for argument, after in pairwise([*arguments, ""]) if argument == FLAG]
    given += [argument.removeprefix(f"{FLAG}=") for argument in arguments if argument.startswith(f"{FLAG}=")]
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    spoken = next((lang for lang in LANGUAGES if wanted.startswith(lang)), ENGLISH)
    return next((lang for lang in given if lang in LANGUAGES), spoken)


class HelpContext(typer.Context):
    """The context of a command whose help page is in one language."""

    lang = ENGLISH

    def get_help(self) -> str:
        """Return the help page with Typer's own texts translated."""
        page, say = str(super().get_help()), translator(self.lang)
        for pattern, sentence in BUILT_IN:
            page = pattern.sub(say(sentence), page)
        return page


def translate_help(command: Any, lang: str) -> None:
    """Translate the help of a command, its parameters and its subcommands."""
    if lang == ENGLISH:
        return
    say = translator(lang)
    context = type("Page", (HelpContext,), {"lang": lang})
    for part in _parts(command):
        part.help = _translated(part.help, say)
        if hasattr(part, "params"):
            part.context_class = context


def help_texts(command: Any) -> set[str]:
    """Return every paragraph of help that must be translated."""
    return {text for part in _parts(command) for text in _paragraphs(part.help)}


def defaults(command: Any, lang: str) -> dict[str, Any]:
    """Return the language as the default of every `--lang` of a command and its subcommands, in Typer's form."""
    below = getattr(command, "commands", {})
    own = {param.name: lang for param in command.params if param.name == "lang"}
    return own | {name: found for name, each in below.items() if (found := defaults(each, lang))}


def _parts(command: Any) -> Iterator[Any]:
    """Yield a command and its parameters, then its subcommands recursively."""
    yield command
    yield from command.params
    for below in getattr(command, "commands", {}).values():
        yield from _parts(below)


def _paragraphs(text: str | None) -> list[str]:
    return [" ".join(part.split()) for part in (text or "").split("\n\n") if part.strip()]


def _translated(text: str | None, say: Callable[[str], str]) -> str:
    return "\n\n".join(say(paragraph) for paragraph in _paragraphs(text))
