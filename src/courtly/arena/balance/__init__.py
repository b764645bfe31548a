"""A report for game designers: seats, match length, value of items, skill and luck, each figure with its interval.

`settings` lists the options to study. `seats`, `items` and `skill` compute one part each. `report` combines them, for
one set of options or for two to compare. `page` renders them with `charts` as one HTML page.
"""

from courtly.arena.balance.page import as_html
from courtly.arena.balance.report import Question, as_document, report

__all__ = ["Question", "as_document", "as_html", "report"]
