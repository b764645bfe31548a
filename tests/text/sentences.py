"""All sentences of the source with the catalogue of each sentence, and the messages in the catalogues."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from typer.main import get_command

import courtly
from courtly.cli import app
from courtly.cli.language import help_texts
from courtly.engine.sentences import SHARED
from courtly.text.languages import ENGLISH, languages_of, po_path

SOURCE = Path(courtly.__file__).parent
TEMPLATES = [("**/templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"say": None, "count": (1, 2)}
CALLS = {
    "marked": ("text",),
    "say": ("text",),
    "said": ("text",),
    "count": ("text", "plural"),
    "pgettext": ("context", "text"),
}
"""The meaning of the first arguments of a call, by the name of the function."""


class Sentence(NamedTuple):
    """A sentence as in a catalogue; `plural` and `context` may be empty."""

    text: str
    plural: str = ""
    context: str = ""


def domains() -> list[str]:
    """Return the shared catalogue and the catalogues of all games."""
    return [SHARED, *courtly.game_names()]


def used() -> dict[Sentence, set[str]]:
    """Return every sentence of the source with its owners: games or the shared code."""
    found: dict[Sentence, set[str]] = {}
    for sentence, owner in (*_in_python(), *_in_templates()):
        found.setdefault(sentence, set()).add(owner)
    for text, owner in (*_in_tables(), *((text, SHARED) for text in help_texts(get_command(app)))):
        found.setdefault(Sentence(text), set()).add(owner)
    return found


def in_templates() -> set[Sentence]:
    """Return the sentences of all templates."""
    return {sentence for sentence, _ in _in_templates()}


def _in_tables() -> Iterator[tuple[str, str]]:
    """Yield the sentences in tables of games: reasons of refused moves, values of options."""
    for game in courtly.game_names():
        rules = courtly.find_game(game).rules
        yield from ((reason, game) for reason in rules.reasons.values())
        yield from ((info.description, game) for info in rules.options.model_fields.values() if info.description)


def wanted(domain: str) -> set[Sentence]:
    """Return the sentences that a catalogue must contain: the sentences of only that game, or all shared sentences."""
    return {sentence for sentence, owners in used().items() if home(owners) == domain}


def home(owners: set[str]) -> str:
    """Return the catalogue of a sentence: the game's catalogue if there is one owner, else the shared catalogue."""
    return next(iter(owners)) if len(owners) == 1 else SHARED


def _in_python() -> Iterator[tuple[Sentence, str]]:
    """Yield the sentences in Python code with their owners; calls of the engine's own `said` are shared."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        shared = _says_shared(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (name := _name(node.func)) in CALLS:
                parts = dict(zip(CALLS[name], map(_literal, node.args), strict=False))
                if len(parts) == len(CALLS[name]) and all(parts.values()):
                    yield Sentence(**parts), SHARED if name == "said" and shared else _owner(path.relative_to(SOURCE))


def _says_shared(tree: ast.Module) -> bool:
    """Return whether a module imports `said` from the engine, for the shared catalogue."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return any(node.module == "courtly.engine.sentences" and "said" in {a.name for a in node.names} for node in imports)


def _name(function: ast.expr) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _in_templates() -> Iterator[tuple[Sentence, str]]:
    """Yield the sentences in templates with their owners."""
    for name, _, message, _, context in extract_from_dir(SOURCE, TEMPLATES, keywords=KEYWORDS):
        yield _sentence(message, context), _owner(Path(str(name)))


def _owner(path: Path) -> str:
    parts = path.parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else SHARED


def _sentence(message: object, context: str | None) -> Sentence:
    one, many = message if isinstance(message, tuple | list) else (message, "")
    return Sentence(str(one), str(many), context or "")


def catalogues() -> list[tuple[str, str]]:
    """Return the domain and the language of every catalogue."""
    return [(domain, lang) for domain in domains() for lang in languages_of(domain) if lang != ENGLISH]


def messages(domain: str, lang: str) -> list[Message]:
    """Return the messages in a catalogue."""
    with po_path(lang, domain).open("rb") as source:
        return [message for message in read_po(source, abort_invalid=True) if message.id]


def held(message: Message) -> Sentence:
    """Return the sentence that a message translates."""
    return _sentence(message.id, message.context)


def texts(message: Message) -> list[str]:
    """Return the translations of a message, one per plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def places(text: str) -> set[str]:
    """Return the names of a sentence's placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
