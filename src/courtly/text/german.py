"""German: `von` before a name, decimal commas, and a narrow space before the percent sign."""

from __future__ import annotations

from courtly.text.language import Language


class German(Language):
    r"""German.

    Examples
    --------
    >>> German().of("Bo"), German().decimal(0.75), German().percent("<1")
    ('von Bo', '0,8', '<1\u202f%')
    """

    code = "de"
    name = "Deutsch"
    yes = ("j", "ja")
    decimal_mark = ","
    percent_sign = "\u202f%"

    def of(self, name: str) -> str:
        """Return a name after "von", which fits names with any ending."""
        return f"von {name}"

    def than(self, name: str) -> str:
        """Return a name after "als"."""
        return f"als {name}"
