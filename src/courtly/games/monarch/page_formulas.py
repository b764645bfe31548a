"""Crown formulas in short form, as printed on a card: numbers, and a symbol for the things that they count."""

from __future__ import annotations

from collections.abc import Collection

from courtly.games.monarch.cardset import Banner, Court, Entry, Formula, Guest
from courtly.games.monarch.page_contexts import Term
from courtly.games.monarch.words import number


def formula_terms(entry: Entry, drawn: Collection[str]) -> tuple[Term, ...]:
    """Return the crown formula of a card as terms; empty for a card without crowns.

    `drawn` holds the emblems that have a picture.
    """
    if not isinstance(entry, Court | Guest | Banner):
        return ()
    formula = entry.crowns
    if formula.kind == "fixed":
        return (Term("words", number(formula.value)),)
    if formula.kind == "if_count":
        low, high = sorted((formula.then, formula.otherwise))
        return (Term("words", f"{number(low)} / {number(high)}"),)
    return Term("words", _factor(formula)), _counted(formula, drawn)


def _factor(formula: Formula) -> str:
    """Return the numbers before the symbol, as "4 + 1 ×". A crown for every 2 things gives "1/2 ×"."""
    per = number(abs(formula.per)) + (f"/{formula.each}" if formula.each > 1 else "")
    if not formula.base:
        return f"{'−' if formula.per < 0 else ''}{per} ×"
    return f"{number(formula.base)} {'−' if formula.per < 0 else '+'} {per} ×"


def _counted(formula: Formula, drawn: Collection[str]) -> Term:
    if formula.path:
        return Term("path", formula.path)
    if formula.emblem in drawn:
        return Term("emblem", str(formula.emblem))
    if formula.resource:
        return Term("coin", formula.resource)
    if formula.terrain and formula.terrain != "any":
        return Term("land", formula.terrain)
    return Term("variety", formula.of) if formula.of else Term("guest", "")
