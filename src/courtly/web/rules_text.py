"""The text of rules as pages show it: sections, the addresses of clauses, and links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby

from markupsafe import Markup

from courtly.engine.errors import CourtlyError, IllegalMove
from courtly.teaching.links import clause_of, clauses_by_words
from courtly.teaching.rules import Block, Rules, has_rules, places_of, rules_of
from courtly.text.reader import Reader
from courtly.web.contexts.learning import RuleBlock, RuleLink, RuleSection

Picture = Callable[[Block], Markup]


def rules_url(game: str, clause: str = "") -> str:
    """Return the address of the rules of a game, or of the paragraph that retells a clause; empty where none does."""
    if not has_rules(game):
        return ""
    if not clause:
        return f"/rules/{game}"
    return f"/rules/{game}#{anchor_of(clause)}" if clause in places_of(game, "en") else ""


def anchor_of(clause: str) -> str:
    """Return the id of the place of a clause, on the page of the rules and in the drawer of a table."""
    return f"rule-{clause}"


def rule_links(game: str, clauses: Iterable[str], reader: Reader) -> list[RuleLink]:
    """Return links to the paragraphs that retell clauses, one for each title that stands above them."""
    if not has_rules(game):
        return []
    places = places_of(game, reader.lang)
    found = {places[clause][1]: clause for clause in reversed(list(clauses)) if clause in places}
    return [RuleLink(rules_url(game, clause), title) for title, clause in reversed(found.items())]


@cache
def drawer_rules(game: str, lang: str) -> tuple[RuleSection, ...]:
    """Return the rules as the drawer of a table has them, without pictures; none where there are none."""
    return tuple(sections_of(rules_of(game, lang))) if has_rules(game) else ()


@cache
def refusal_links(game: str, lang: str) -> Mapping[str, str]:
    """Return by what is said of a refused move the id of the paragraph that says why, in the drawer of a table."""
    if not has_rules(game):
        return {}
    told = places_of(game, lang)
    return {words: anchor_of(clause) for words, clause in clauses_by_words(game, lang).items() if clause in told}


def refusal_url(error: CourtlyError) -> str:
    """Return the address of the paragraph that says why a move is refused; empty for any other error."""
    found = clause_of(error) if isinstance(error, IllegalMove) else None
    return rules_url(*found) if found else ""


def sections_of(rules: Rules, picture: Picture | None = None) -> list[RuleSection]:
    """Return the parts of rules; without `picture`, which draws one, there are none of them."""
    seen: set[str] = set()
    return [
        RuleSection(f"rules-{section.id}", section.title, _groups(section.blocks, seen, picture))
        for section in rules.sections
    ]


def _groups(blocks: Sequence[Block], seen: set[str], picture: Picture | None) -> list[tuple[str, Sequence[RuleBlock]]]:
    drawn = [_block(block, seen, picture) for block in blocks if picture or block.kind != "figure"]
    return [(kind, list(group)) for kind, group in groupby(drawn, key=lambda block: block.kind)]


def _block(block: Block, seen: set[str], picture: Picture | None) -> RuleBlock:
    """Return a block as it is drawn; the first that retells a clause has its address."""
    anchors = [anchor_of(clause) for clause in block.clauses if clause not in seen]
    seen.update(block.clauses)
    # It comes from our own Markdown, in which no HTML is let through.
    text = Markup(block.html)  # noqa: S704
    drawing = picture(block) if picture and block.kind == "figure" else Markup()
    return RuleBlock(block.kind, text, anchors, drawing, bool(block.regions))
