"""English, the language of the source."""

from __future__ import annotations

from courtly.text.language import Language


class English(Language):
    """English.

    Examples
    --------
    >>> English().of("Bo"), English().decimal(0.75), English().percent("<1")
    ('Bo’s', '0.8', '<1%')
    """

    code = "en"
    name = "English"
    yes = ("y", "yes")

    def of(self, name: str) -> str:
        """Return a name with ’s."""
        return f"{name}’s"

    def than(self, name: str) -> str:
        """Return a name after "than"."""
        return f"than {name}"
