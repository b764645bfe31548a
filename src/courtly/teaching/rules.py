"""The rules of a game for players: Markdown in the game's folder `teaching`, one file per language.

    # Courtisans
    ## Your turn
    Play all three cards. **No one passes.** [3.2, 3.3: 1a2b3c]
    ![Three cards, three areas.](position:A@9 "matrix")

A paragraph or list entry ends with the numbers of the `RULES.md` clauses that it explains, and a digest of these
clauses. If a clause changes, the digest no longer matches, and a person must review the paragraph (`stale`). A picture
names a position of the game's lesson and the regions of the table to render.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from courtly.engine.sentences import said
from courtly.teaching.clauses import clauses_of, digest_of
from courtly.teaching.errors import NoRules
from courtly.teaching.files import teaching_file
from courtly.text.languages import ENGLISH, checked_language

MARK = re.compile(r"\s*\[(?P<clauses>\d+\.\d+(?:, \d+\.\d+)*)(?:: (?P<digest>[0-9a-f]+))?\]$")

POSITION = "position:"
"""Prefix of a picture's address."""

Kind = Literal["paragraph", "entry", "figure"]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a list entry, or a picture with its caption.

    Attributes
    ----------
    text, html
        The content, as Markdown and as HTML.
    clauses, digest
        The numbers of the clauses that the block explains, and the recorded digest of these clauses.
    position, regions
        For a picture: a position in the lesson's records, and the regions of the table to render.
    """

    kind: Kind
    text: str
    html: str
    clauses: Sequence[str] = ()
    digest: str = ""
    position: str = ""
    regions: Sequence[str] = ()


@dataclass(slots=True)
class Section:
    """A part of the rules under a heading; `id` is its number, equal in all languages."""

    id: str
    title: str
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game for players."""

    game: str
    title: str
    sections: Sequence[Section]

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of all sections."""
        for section in self.sections:
            yield from section.blocks

    def clauses(self) -> set[str]:
        """Return all clauses that the rules explain."""
        return {clause for block in self.blocks() for clause in block.clauses}


def rules_file(game: str, lang: str) -> Path | None:
    """Return the path of a game's rules in a language, None if there is no such file."""
    return teaching_file(game, f"rules.{checked_language(lang)}.md")


@cache
def has_rules(game: str) -> bool:
    """Return whether a game has rules for players. It is looked up once per process."""
    return rules_file(game, ENGLISH) is not None


@cache
def rules_of(game: str, lang: str) -> Rules:
    """Return the rules of a game in a language, with English as the fallback. They are read once per process.

    Raises
    ------
    NoRules
        If the game has no rules for players.
    """
    path = rules_file(game, lang) or rules_file(game, ENGLISH)
    if path is None:
        raise NoRules(said("there are no rules for players of {game}", game=game), given=game, where="game")
    return read_rules(game, path.read_text(encoding="utf-8"))


def read_rules(game: str, text: str) -> Rules:
    """Parse the rules from a Markdown text.

    Examples
    --------
    >>> lines = ["# Courtisans", "## The turn", "Play *three* cards. [3.2: 1a2b3c]"]
    >>> rules = read_rules("courtisans", chr(10).join(lines))
    >>> rules.sections[0].blocks[0].html, rules.sections[0].blocks[0].clauses
    ('Play <em>three</em> cards.', ['3.2'])
    """
    title = ""
    sections: list[Section] = []
    for kind, token in _parts(_markdown().parse(text)):
        if kind == "h1":
            title = token.content
        elif kind == "h2":
            sections.append(Section(f"s{len(sections) + 1}", token.content))
        elif sections:
            sections[-1].blocks.append(_block(kind, token))
    return Rules(game, title, sections)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """Yield each inline token with its tag: `h1`, `h2`, `p` or `li`."""
    tag, depth = "", 0
    for token in tokens:
        depth += {"bullet_list_open": 1, "bullet_list_close": -1}.get(token.type, 0)
        if token.type in ("heading_open", "paragraph_open"):
            tag = "li" if depth and token.tag == "p" else token.tag
        elif token.type == "inline":
            yield tag, token


def _block(tag: str, token: Token) -> Block:
    images = [child for child in token.children or () if child.type == "image"]
    if images:
        position = str(images[0].attrGet("src")).removeprefix(POSITION)
        regions = str(images[0].attrGet("title") or "")
        caption = images[0].content
        return Block("figure", caption, _inline(caption), position=position, regions=regions.split())
    found = MARK.search(token.content)
    text = token.content[: found.start()] if found else token.content
    clauses = found["clauses"].split(", ") if found else []
    kind: Kind = "entry" if tag == "li" else "paragraph"
    return Block(kind, text, _inline(text), clauses, (found["digest"] or "") if found else "")


def _inline(text: str) -> str:
    return str(_markdown().renderInline(text))


@dataclass(frozen=True, slots=True)
class Stale:
    """A paragraph that needs a review, since its clauses have changed; `digest` is their current digest."""

    block: Block
    digest: str


def stale(rules: Rules, clauses: Mapping[str, str] | None = None) -> list[Stale]:
    """Return the paragraphs to review because a clause that they explain has changed or no longer exists."""
    known = clauses_of(rules.game) if clauses is None else clauses
    return [
        Stale(block, now)
        for block in rules.blocks()
        if block.clauses and block.digest != (now := digest_of(block.clauses, known))
    ]


@cache
def clause_anchors(game: str, lang: str) -> Mapping[str, tuple[str, str]]:
    """Return, by clause, the id of the first paragraph that explains it and the title of its section."""
    found: dict[str, tuple[str, str]] = {}
    for section in rules_of(game, lang).sections:
        for number, block in enumerate(section.blocks, 1):
            for clause in block.clauses:
                found.setdefault(clause, (f"{section.id}-{number}", section.title))
    return found
