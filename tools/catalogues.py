"""Update the translation catalogues from the source, and list sentences without a translation.

`python -m tools.catalogues` rewrites every `.po` file of every language. It removes unused sentences. A sentence that
moves to another catalogue keeps its translation. The tool only prints the sentences without a translation, and its exit
status is then 1: add them to the `.po` file by hand, with their translation.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from courtly.text.languages import ENGLISH, LANGUAGES, languages_of, po_path
from tests.text.sentences import domains, held, messages, texts, wanted

KEPT = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:")
"""The header fields that stay in a catalogue."""


def main() -> int:
    """Rewrite all catalogues; return 1 if a sentence has no translation."""
    return 1 if sum(update(lang) for lang in LANGUAGES if lang != ENGLISH) else 0


def update(lang: str) -> int:
    """Rewrite the catalogues of a language; return the number of sentences without a translation."""
    held_domains = [domain for domain in domains() if lang in languages_of(domain)]
    known = {
        held(message): message for domain in held_domains for message in messages(domain, lang) if all(texts(message))
    }
    missing = 0
    for domain in held_domains:
        sentences = wanted(domain)
        _write(po_path(lang, domain), [known[each] for each in sorted(sentences & known.keys())])
        for sentence in sorted(sentences - known.keys()):
            missing += 1
            print(f"{lang}, {domain}: {sentence.text}" + (f" | {sentence.plural}" if sentence.plural else ""))
    return missing


def _write(path: Path, found: list[Message]) -> None:
    """Write a catalogue with these messages under its old header."""
    with path.open("rb") as source:
        catalogue = read_po(source)
    fresh = Catalog(locale=catalogue.locale, header_comment=catalogue.header_comment, fuzzy=False)
    fresh.mime_headers = catalogue.mime_headers
    for message in found:
        fresh.add(message.id, message.string, context=message.context)
    text = BytesIO()
    write_po(text, fresh, width=0)
    path.write_text(_plain_header(text.getvalue().decode()), encoding="utf-8")


def _plain_header(text: str) -> str:
    """Remove the header fields that `KEPT` does not name, such as dates, names and programs."""
    head, gap, body = text.partition("\n\n")
    lines = [line for line in head.split("\n") if not line.startswith('"') or line[1:].startswith(KEPT)]
    return "\n".join(lines) + gap + body


if __name__ == "__main__":
    sys.exit(main())
