"""A report for game designers: seats, match length, items, skill and luck, with a confidence interval for each figure.

`settings` lists the options to study. `seats`, `items` and `skill` each compute one part. `report` combines them, for
one set of options or for two sets to compare. `page` renders them with `charts` as one HTML page.
"""

from courtly.arena.balance.page import as_html
from courtly.arena.balance.report import Question, as_document, report

__all__ = ["Question", "as_document", "as_html", "report"]
