"""The language of the command line: which one the reader gets, and help in it.

`--lang` decides, on the command or before it; without it the first of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`
that is set: French when it begins with `fr`, else English. Help is written in English beside the commands and
translated, paragraph by paragraph, on its way to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import typer

from courtly.text.languages import LANGUAGES, marked, translator

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""What an environment says about the language, the strongest first."""

FLAG = "--lang"

_BUILT_IN = (
    (re.compile(r"^Usage:", re.MULTILINE), marked("Usage:")),
    (re.compile(r"^Arguments:$", re.MULTILINE), marked("Arguments:")),
    (re.compile(r"^Options:$", re.MULTILINE), marked("Options:")),
    (re.compile(r"^Commands:$", re.MULTILINE), marked("Commands:")),
    (re.compile(r"\[default:"), marked("[default:")),
    (re.compile(r"\[required\]"), marked("[required]")),
    (re.compile(r"Show\s+this\s+message\s+and\s+exit\."), marked("Show this message and exit.")),
)
"""What Typer itself writes into a page of help, and the sentence that stands for it."""


def chosen_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of a command line; one that nothing is written in is left to whoever reads `--lang`.

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
    spoken = next((lang for lang in LANGUAGES if wanted.startswith(lang)), LANGUAGES[0])
    return next((lang for lang in given if lang in LANGUAGES), spoken)


class HelpContext(typer.Context):
    """The context of a command whose page of help is in one language."""

    lang = LANGUAGES[0]

    def get_help(self) -> str:
        """Return the page of help, what Typer writes by itself translated too."""
        page, say = str(super().get_help()), translator(self.lang)
        for pattern, sentence in _BUILT_IN:
            page = pattern.sub(say(sentence), page)
        return page


def translate_help(command: Any, lang: str) -> None:
    """Put the help of a command, of its parameters and of the commands below it into a language."""
    if lang == LANGUAGES[0]:
        return
    say = translator(lang)
    context = type("Page", (HelpContext,), {"lang": lang})
    for part in _parts(command):
        part.help = _translated(part.help, say)
        if hasattr(part, "params"):
            part.context_class = context


def help_texts(command: Any) -> set[str]:
    """Return every sentence or paragraph of help: what has to be translated."""
    return {text for part in _parts(command) for text in _paragraphs(part.help)}


def defaults(command: Any, lang: str) -> dict[str, Any]:
    """Return the language as the default of every `--lang` below a command, in the form Typer takes."""
    below = getattr(command, "commands", {})
    own = {param.name: lang for param in command.params if param.name == "lang"}
    return own | {name: found for name, each in below.items() if (found := defaults(each, lang))}


def _parts(command: Any) -> Iterator[Any]:
    """Yield a command, its parameters, and those of the commands below it."""
    yield command
    yield from command.params
    for below in getattr(command, "commands", {}).values():
        yield from _parts(below)


def _paragraphs(text: str | None) -> list[str]:
    return [" ".join(part.split()) for part in (text or "").split("\n\n") if part.strip()]


def _translated(text: str | None, say: Callable[[str], str]) -> str:
    return "\n\n".join(say(paragraph) for paragraph in _paragraphs(text))
