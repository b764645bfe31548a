"""The rules on pages for players: sections, the URLs of clauses, and links to the clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby

from markupsafe import Markup

from courtly.engine.errors import CourtlyError, IllegalMove
from courtly.teaching.links import clause_of, clauses_by_words
from courtly.teaching.rules import Block, Rules, clause_anchors, has_rules
from courtly.text.languages import ENGLISH
from courtly.text.locales import Locale
from courtly.web.contexts.learning import RuleBlock, RuleLink, RuleSection

Picture = Callable[[Block], Markup]


def rules_url(game: str, clause: str = "") -> str:
    """Return the URL of a game's rules, or of the paragraph that explains a clause; empty if there is none."""
    if not has_rules(game):
        return ""
    if not clause:
        return f"/rules/{game}"
    return f"/rules/{game}#{anchor_of(clause)}" if clause in clause_anchors(game, ENGLISH) else ""


def anchor_of(clause: str) -> str:
    """Return the element id of a clause, on the rules page and in the rules drawer of a table."""
    return f"rule-{clause}"


def rule_links(game: str, clauses: Iterable[str], locale: Locale) -> list[RuleLink]:
    """Return links to the paragraphs that explain clauses: one link per section, to the first of its clauses."""
    if not has_rules(game):
        return []
    places = clause_anchors(game, locale.lang)
    found = {places[clause][1]: clause for clause in reversed(list(clauses)) if clause in places}
    return [RuleLink(rules_url(game, clause), title) for title, clause in reversed(found.items())]


@cache
def refusal_links(game: str, lang: str) -> Mapping[str, str]:
    """Return a mapping from error messages of illegal moves to the ids of the paragraphs that explain them."""
    if not has_rules(game):
        return {}
    explained, clauses = clause_anchors(game, lang), clauses_by_words(game, lang)
    return {message: anchor_of(clause) for message, clause in clauses.items() if clause in explained}


def refusal_url(error: CourtlyError) -> str:
    """Return the URL of the paragraph that explains why a move is illegal; empty for any other error."""
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
    rendered = [_block(block, seen, picture) for block in blocks if picture or block.kind != "figure"]
    return [(kind, list(group)) for kind, group in groupby(rendered, key=lambda block: block.kind)]


def _block(block: Block, seen: set[str], picture: Picture | None) -> RuleBlock:
    """Return the template data of a block. Only the first block that explains a clause gets the clause's element id."""
    anchors = [anchor_of(clause) for clause in block.clauses if clause not in seen]
    seen.update(block.clauses)
    # The HTML is safe: it is rendered from our own Markdown, with raw HTML disabled.
    text = Markup(block.html)  # noqa: S704
    figure = picture(block) if picture and block.kind == "figure" else Markup()
    return RuleBlock(block.kind, text, anchors, figure, bool(block.regions))
