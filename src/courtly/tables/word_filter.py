"""The word filter: words that the chat shows as asterisks, and that no name can contain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from courtly.engine.errors import BadOption, reason_of
from courtly.engine.sentences import said

MAX_BYTES = 1024 * 1024
"""The largest size of a file of words, in bytes."""

_WORD = re.compile(r"\w+")


class WordFilter:
    """A set of words, compared without regard to case and to compatible characters. Only whole words count.

    Examples
    --------
    >>> found = WordFilter(["Drat"])
    >>> found.hide("DRAT! A dratted day."), found.accepts("Ann Drat"), found.accepts("Ann")
    ('****! A dratted day.', False, True)
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words = frozenset(_folded(word.strip()) for word in words) - {""}

    @classmethod
    def read(cls, file: Path | None) -> WordFilter:
        """Return the filter of a file with one word on each line; empty lines and lines with `#` are comments.

        Raises
        ------
        BadOption
            The file cannot be read, is too large, or a line has more than one word.
        """
        if file is None:
            return cls()
        try:
            content = file.read_bytes()[: MAX_BYTES + 1]
            text = content.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            message = said("the file of words {file} cannot be read: {reason}", file=file, reason=reason_of(error))
            raise BadOption(message, where="words", allowed=_ALLOWED, problem="file") from None
        words = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        wrong = next((word for word in words if not _WORD.fullmatch(unicodedata.normalize("NFKC", word))), None)
        if len(content) > MAX_BYTES or wrong is not None:
            message = said("the file of words {file} needs {allowed}", file=file, allowed=_ALLOWED)
            raise BadOption(message, given=wrong, where="words", allowed=_ALLOWED, problem="file")
        return cls(words)

    def hide(self, text: str) -> str:
        """Return a text with asterisks in place of the letters of each word of the filter."""
        if not self._words:
            return text
        return _WORD.sub(lambda found: "*" * len(found[0]) if _folded(found[0]) in self._words else found[0], text)

    def accepts(self, name: str) -> bool:
        """Return whether a name contains no word of the filter."""
        return not self._words or all(_folded(word) not in self._words for word in _WORD.findall(name))


_ALLOWED = said("one word on each line, in UTF-8, at most {most} bytes", most=MAX_BYTES)


def _folded(word: str) -> str:
    """Return the form of a word in which it is compared."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
