"""The building stones from which the schema of a card set is put together.

A `Field` says what one key of a table takes and its default. A reader never stops at a problem: it notes it and hands
on a blank of the right type, so one pass over a document finds everything; a set with errors never leaves `cardset`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from courtly.engine.errors import Allowed, listed, shown
from courtly.games.monarch.problems import LONGEST_ID, Note, Steps, cannot, is_id

REQUIRED: Final = object()
"""The default of a field that has none."""

MOST_READ = 200
"""So many entries of a list are looked at, far more than any list may have."""

MOST_HINTS = 200
"""After so many errors nobody is told any more what may have been meant: finding it takes its time."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would steer a terminal, turn a line round or cannot be written as UTF-8."""


@dataclass(slots=True)
class Reading:
    """What is gathered while one document is read."""

    languages: tuple[str, ...] = ()
    errors: list[Note] = field(default_factory=list)
    warnings: list[Note] = field(default_factory=list)
    ids: list[Node] = field(default_factory=list)
    references: list[tuple[str, Node]] = field(default_factory=list)
    """Names of cards and emblems, to be looked for once everything is read."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document, with the way to it."""

    value: Any
    steps: Steps
    reading: Reading

    def child(self, step: str | int) -> Node:
        """Return a value below this one, None where there is none."""
        below = self.value
        found = below.get(step) if isinstance(below, dict) else below[step] if isinstance(step, int) else None
        return Node(found, (*self.steps, step), self.reading)

    def wrong(self, code: str, sentence: str, *, allowed: Allowed = None) -> None:
        """Note an error here."""
        self.reading.errors.append(Note(code, self.steps, sentence, self.value, allowed))

    def refuse(self, code: str, allowed: str) -> None:
        """Note that this value is not one of those allowed."""
        self.wrong(code, cannot(self.value, allowed), allowed=allowed)

    def warn(self, code: str, sentence: str) -> None:
        """Note a warning here."""
        self.reading.warnings.append(Note(code, self.steps, sentence, self.value))


@dataclass(frozen=True, slots=True)
class Field:
    """What a key of a table takes.

    Attributes
    ----------
    read
        Notes what is wrong with a value and returns it, or a blank.
    says
        What it takes, in words.
    blank
        What stands in for a value that is not there.
    default
        The value when the key is absent; `REQUIRED` when it may not be.
    into
        The name in `cards`, where it is another than the key.
    code
        The code of the error when a required key is absent.
    """

    read: Callable[[Node], Any]
    says: str
    blank: Any
    default: Any = REQUIRED
    into: str | None = None
    code: str = "missing"


Fields = Mapping[str, Field]


def read_table(node: Node, fields: Fields, *, unknown: str = "unknown-key") -> dict[str, Any]:
    """Return the fields of a table under their names in `cards`, what is absent at its default or a blank."""
    given = node.value if isinstance(node.value, dict) else None
    if given is None:
        node.refuse("type", f"a table of {listed(list(fields))}")
    for key in given or ():
        if key not in fields:
            _unknown(node.child(key), list(fields), code=unknown)
    return {taken.into or key: _field(node, key, taken, known=given is not None) for key, taken in fields.items()}


def _field(node: Node, key: str, taken: Field, *, known: bool) -> Any:
    """Return one field of a table; of what is no table at all nothing is said to be missing."""
    if known and key in node.value:
        return taken.read(node.child(key))
    if taken.default is not REQUIRED:
        return taken.default
    if known:
        node.child(key).wrong(taken.code, f"there must be {key}: {taken.says}", allowed=taken.says)
    return taken.blank


def _unknown(node: Node, keys: list[str], *, code: str) -> None:
    name = node.steps[-1]
    few = len(node.reading.errors) < MOST_HINTS and isinstance(name, str)
    close = get_close_matches(str(name), keys, 1) if few else []
    hint = f"; perhaps {close[0]} is meant" if close else ""
    node.wrong(
        code, f"there is no {shown(name, limit=40)} here; there are {listed(keys, limit=20)}{hint}", allowed=keys
    )


def whole(low: int, high: int, *, default: Any = REQUIRED, into: str | None = None) -> Field:
    """Return a field that takes a whole number."""
    return Field(partial(_whole, low, high), f"a whole number from {low} to {high}", low, default, into)


def _whole(low: int, high: int, node: Node) -> int:
    says = f"a whole number from {low} to {high}"
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        node.refuse("type", says)
        return low
    if not low <= node.value <= high:
        node.refuse("range", says)
    return node.value


def word(*words: str, default: Any = REQUIRED, into: str | None = None) -> Field:
    """Return a field that takes one of a few words."""
    return Field(partial(_word, words), listed(words), "", default, into)


def _word(words: tuple[str, ...], node: Node) -> str:
    if not isinstance(node.value, str):
        node.refuse("type", listed(words))
    elif node.value in words:
        return node.value
    else:
        node.refuse("value", listed(words))
    return ""


def flag() -> Field:
    """Return a field that takes true or false, false by default."""
    return Field(_flag, "true or false", blank=False, default=False)


def _flag(node: Node) -> bool:
    if not isinstance(node.value, bool):
        node.refuse("type", "true or false")
    return node.value is True


def line(*, says: str = "a text", default: Any = REQUIRED) -> Field:
    """Return a field that takes a text without control characters."""
    return Field(partial(read_line, says), says, "", default)


def read_line(says: str, node: Node) -> str:
    """Return a text that can be shown and written."""
    if not isinstance(node.value, str):
        node.refuse("type", says)
        return ""
    if _UNPRINTABLE.search(node.value):
        node.refuse("value", f"{says} without control characters")
    return node.value


def identity() -> Field:
    """Return the field `id`."""
    return Field(_identity, "an id in kebab-case", "")


def _identity(node: Node) -> str:
    if not isinstance(node.value, str):
        node.refuse("type", "an id in kebab-case")
        return ""
    if not is_id(node.value):
        node.refuse("id", f"small letters, digits and single hyphens, such as old-nurse, at most {LONGEST_ID}")
    node.reading.ids.append(node)
    return node.value


def reference(to: str, *, default: Any = REQUIRED) -> Field:
    """Return a field that names a `card` or an `emblem` of the set."""
    return Field(partial(_reference, to), f"the id of a {to} of this set", "", default)


def _reference(to: str, node: Node) -> str:
    if not isinstance(node.value, str):
        node.refuse("type", f"the id of a {to} of this set")
        return ""
    node.reading.references.append((to, node))
    return node.value


def names() -> Field:
    """Return a field that takes a name in every language of the set."""
    return Field(_names, "a table with a text for each language", {})


def _names(node: Node) -> dict[str, str]:
    texts = _texts(node)
    for language in node.reading.languages if isinstance(node.value, dict) else ():
        if language not in node.value:
            node.child(language).wrong("missing", f"the name lacks its text for language {language}")
        elif isinstance(node.value[language], str) and not node.value[language].strip():
            node.child(language).wrong("missing", f"the name is empty in language {language}")
    return texts


def texts() -> Field:
    """Return a field that takes a sentence for readers; a language without one is worth a warning."""
    return Field(_readable, "a table with a text for each language", {}, default={})


def _readable(node: Node) -> dict[str, str]:
    texts = _texts(node)
    if isinstance(node.value, dict):
        for language in node.reading.languages:
            if not texts.get(language, "").strip():
                node.child(language).warn("text", f"the text is empty in language {language}")
    return texts


def _texts(node: Node) -> dict[str, str]:
    """Return texts by language, those in no language of the set refused."""
    languages = node.reading.languages
    if not isinstance(node.value, dict):
        node.refuse("type", "a table with a text for each language")
        return {}
    for key in node.value:
        if languages and key not in languages:
            _unknown(node.child(key), list(languages), code="unknown-key")
    kept = [key for key in node.value if isinstance(key, str) and (not languages or key in languages)]
    return {key: read_line("a text", node.child(key)) for key in kept}


def several(read: Callable[[Node], Any], *, at_most: int, says: str, default: Any = ()) -> Field:
    """Return a field that takes a list of a few things."""
    return Field(partial(_several, read, at_most, says), f"a list of {says}", (), default)


def _several(read: Callable[[Node], Any], at_most: int, says: str, node: Node) -> tuple[Any, ...]:
    if not isinstance(node.value, list):
        node.refuse("type", f"a list of {says}")
        return ()
    if len(node.value) > at_most:
        node.wrong("limit", f"these are {len(node.value)} {says}; there may be {at_most}", allowed=f"up to {at_most}")
    return tuple(read(node.child(i)) for i in range(min(len(node.value), MOST_READ)))


def read_kind(node: Node, kinds: Mapping[str, Fields]) -> tuple[str, dict[str, Any]]:
    """Return the kind of a table and its fields; the kind is empty when it cannot be told, the fields with it."""
    if not isinstance(node.value, dict):
        node.refuse("type", "a table with a kind")
        return "", {}
    kind, choices = node.child("kind"), listed(list(kinds), limit=20)
    if "kind" not in node.value:
        kind.wrong("missing", f"there must be kind: {choices}", allowed=list(kinds))
    elif not isinstance(kind.value, str):
        kind.refuse("type", choices)
    elif kind.value not in kinds:
        kind.wrong(
            "kind", f"there is no kind {shown(kind.value, limit=40)} here; there are {choices}", allowed=list(kinds)
        )
    else:
        values = read_table(node, {"kind": Field(_kind, choices, ""), **kinds[kind.value]})
        values.pop("kind")
        return kind.value, values
    return "", {}


def _kind(node: Node) -> str:
    return str(node.value)
