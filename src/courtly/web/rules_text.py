"""The text of rules on pages: sections, the addresses of clauses, and links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby

from markupsafe import Markup

from courtly.engine.errors import CourtlyError, IllegalMove
from courtly.teaching.links import clause_of, clauses_by_words
from courtly.teaching.rules import Block, Rules, clause_anchors, has_rules, rules_of
from courtly.text.locales import Locale
from courtly.web.contexts.learning import RuleBlock, RuleLink, RuleSection

Picture = Callable[[Block], Markup]


def rules_url(game: str, clause: str = "") -> str:
    """Return the address of a game's rules, or of the paragraph that explains a clause; empty if there is none."""
    if not has_rules(game):
        return ""
    if not clause:
        return f"/rules/{game}"
    return f"/rules/{game}#{anchor_of(clause)}" if clause in clause_anchors(game, "en") else ""


def anchor_of(clause: str) -> str:
    """Return the element id of a clause, on the rules page and in the drawer of a table."""
    return f"rule-{clause}"


def rule_links(game: str, clauses: Iterable[str], locale: Locale) -> list[RuleLink]:
    """Return links to the paragraphs that explain clauses, one for each title above them."""
    if not has_rules(game):
        return []
    places = clause_anchors(game, locale.lang)
    found = {places[clause][1]: clause for clause in reversed(list(clauses)) if clause in places}
    return [RuleLink(rules_url(game, clause), title) for title, clause in reversed(found.items())]


@cache
def drawer_rules(game: str, lang: str) -> tuple[RuleSection, ...]:
    """Return the rules for the drawer of a table, without pictures; empty for a game without rules."""
    return tuple(sections_of(rules_of(game, lang))) if has_rules(game) else ()


@cache
def refusal_links(game: str, lang: str) -> Mapping[str, str]:
    """Return the id of the paragraph in the drawer that explains each rejection of a move, by its message."""
    if not has_rules(game):
        return {}
    told = clause_anchors(game, lang)
    return {words: anchor_of(clause) for words, clause in clauses_by_words(game, lang).items() if clause in told}


def refusal_url(error: CourtlyError) -> str:
    """Return the address of the paragraph that explains a rejected move; empty for any other error."""
    found = clause_of(error) if isinstance(error, IllegalMove) else None
    return rules_url(*found) if found else ""


def sections_of(rules: Rules, picture: Picture | None = None) -> list[RuleSection]:
    """Return the sections of rules; figures are included if `picture` renders them."""
    seen: set[str] = set()
    return [
        RuleSection(f"rules-{section.id}", section.title, _groups(section.blocks, seen, picture))
        for section in rules.sections
    ]


def _groups(blocks: Sequence[Block], seen: set[str], picture: Picture | None) -> list[tuple[str, Sequence[RuleBlock]]]:
    drawn = [_block(block, seen, picture) for block in blocks if picture or block.kind != "figure"]
    return [(kind, list(group)) for kind, group in groupby(drawn, key=lambda block: block.kind)]


def _block(block: Block, seen: set[str], picture: Picture | None) -> RuleBlock:
    """Return a block; the first block that explains a clause gets the clause's id."""
    anchors = [anchor_of(clause) for clause in block.clauses if clause not in seen]
    seen.update(block.clauses)
    # It comes from our own Markdown, which allows no HTML.
    text = Markup(block.html)  # noqa: S704
    drawing = picture(block) if picture and block.kind == "figure" else Markup()
    return RuleBlock(block.kind, text, anchors, drawing, bool(block.regions))
