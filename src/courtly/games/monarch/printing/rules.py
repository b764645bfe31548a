"""The rules for players as blocks for the printed page: headings, paragraphs and list entries, without pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import TypedDict

from markdown_it import MarkdownIt
from markdown_it.token import Token

from courtly.text.languages import ENGLISH

_CLAUSES = re.compile(r"\s*\[\d+\.\d+[^\]]*\]$")


class Block(TypedDict):
    """A block of the rules: its kind (`h1`, `h2`, `p` or `li`) and its text in spans, each with its weight."""

    kind: str
    spans: list[tuple[str, bool]]


def printed_rules(lang: str) -> list[Block]:
    """Return the blocks of the rules in a language, with English as the fallback."""
    folder = files("courtly.games.monarch").joinpath("teaching")
    names = (f"rules.{lang}.md", f"rules.{ENGLISH}.md")
    file = next(file for name in names if (file := folder.joinpath(name)).is_file())
    return [*_blocks(MarkdownIt("commonmark").parse(file.read_text(encoding="utf-8")))]


def _blocks(tokens: Sequence[Token]) -> Iterator[Block]:
    """Yield the blocks of parsed Markdown; a paragraph in a list is an entry."""
    listed = False
    for number, token in enumerate(tokens):
        if token.type in ("bullet_list_open", "bullet_list_close"):
            listed = token.type == "bullet_list_open"
        if token.type == "inline" and not any(child.type == "image" for child in token.children or []):
            yield {"kind": "li" if listed else tokens[number - 1].tag, "spans": [*_spans(token.children or [])]}


def _spans(children: Sequence[Token]) -> Iterator[tuple[str, bool]]:
    """Yield the text of a block, without the numbers of its clauses at the end."""
    bold = False
    for child in children:
        bold = child.type == "strong_open" or (bold and child.type != "strong_close")
        text = " " if child.type == "softbreak" else _CLAUSES.sub("", child.content)
        if text:
            yield text, bold
