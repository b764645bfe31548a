"""A designer's report on a game: seats, lengths, what things are worth, skill and luck, each figure with its interval.

`settings` lists the options that are studied, `seats`, `items` and `skill` each compute a part, `report` puts them
together, for one set of options or for two side by side, and `page` shows them with `charts` on one HTML page.
"""

from courtly.arena.balance.page import as_html
from courtly.arena.balance.report import Question, as_document, report

__all__ = ["Question", "as_document", "as_html", "report"]
