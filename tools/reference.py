"""Write the pages of commands, of lessons, of the API of a server, and the French glossary.

The commands come from the command line and the games' options. The requests come from the server's OpenAPI document,
the error codes from the error classes, and the metrics from the server's registry. The steps of lessons come from the
games, and the French terms from docs/glossary.md. `python -m tools.reference` writes the pages. With `--check` it
writes nothing and fails if a page is out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from os.path import relpath
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import normalize

import typer
from fastapi import FastAPI
from fastapi.testclient import TestClient

import courtly
from courtly.cli import app as commands
from courtly.cli.language import BUILT_IN
from courtly.engine.contract.game import find_game, game_names
from courtly.engine.contract.options import Option
from courtly.engine.errors import CourtlyError
from courtly.scene.parts import words_of
from courtly.settings import Settings
from courtly.teaching.loading import outline_of
from courtly.terminal.commands import values_of
from courtly.text.languages import translator
from courtly.text.locales import Locale
from courtly.web.api.description import ABOUT, Field, description
from courtly.web.app import create_app
from courtly.web.errors import STATUS
from courtly.web.games import pages_of
from courtly.web.rules_text import rule_links

DOCS = Path(__file__).resolve().parent.parent / "docs"

COMMANDS = {"en": "commands.md", "fr": "fr/commandes.md"}

COMMANDS_HEAD = {
    "en": """\
# Commands

`courtly --help` lists all commands, and `courtly COMMAND --help` the options of one. With `--lang fr`, help and
messages are in French. The options of a game are also options of the commands that play it: the last sections list
them. `make docs` generates this page from the commands.
""",
    "fr": """\
# Les commandes

`courtly --lang fr --help` donne toutes les commandes, et `courtly COMMANDE --lang fr --help` les options de l’une
d’elles. Les options d’un jeu, données à la fin, sont aussi des options des commandes qui y jouent.
`make docs` écrit cette page d’après les commandes.
""",
}

COLUMNS = {"en": ("argument or option", "meaning"), "fr": ("argument ou option", "sens")}
OPTIONS = {
    "en": ("Options of {game}", "option", "meaning", "values", "default"),
    "fr": ("Options de {game}", "option", "sens", "valeurs", "par défaut"),
}

LESSONS = {"en": "learn.md", "fr": "fr/lecons.md"}

LESSONS_HEAD = {
    "en": """\
# Lessons

Each game has a lesson at a real table. It shows a position, says which move to play, and answers if you try another
one. You can stop and come back at any step. In a browser press *Learn*; in a terminal use `courtly learn GAME`. Each
step links to the rules that it teaches. `make docs` generates this page from the lessons.
""",
    "fr": """\
# Les leçons

Chaque jeu a une leçon, à une vraie table. Elle montre une position, dit quel coup jouer et répond si vous en essayez un
autre. Vous pouvez vous arrêter et reprendre à chaque étape. Dans le navigateur, choisissez *Apprendre*. Dans un
terminal, tapez `courtly learn JEU --lang fr`. Chaque étape renvoie aux règles qu’elle enseigne. `make docs` écrit cette
page d’après les leçons.
""",
}

GLOSSARY = "fr/glossaire.md"

GLOSSARY_HEAD = """\
# Glossaire

Les termes des jeux, d’après les éditions françaises, avec leur traduction en anglais. L’identifiant est le mot des
coups et des enregistrements. `make docs` écrit cette page d’après le [glossaire anglais](../glossary.md), qui explique
aussi les termes du logiciel.
"""

TITLES = {"All games": "Tous les jeux"}

API = "http-api.md"

API_HEAD = f"""\
# The API of a server

{ABOUT}

Every server describes its API at `/api`, and as an OpenAPI document at `/api/openapi.json`.
[An example bot](../examples/house_bot.py) uses it, and [settings](settings.md) lists the limits. `make docs` generates
this page from the server.

## The live connection

| frame from the server | when |
|---|---|
| `table` | first: the whole table, as `GET /api/tables/{{table}}` returns it |
| `entry` | for each entry of the table's journal |
| `state` | after the entries: the new state, with the regions of the page if the client asked for them |
| `presence` | when a person comes or goes, or a bot begins or stops to think |
| `line` | a chat message |
| `ack` | the answer to an act or a chat message that was accepted, with its command id |
| `error` | the answer to a message that was refused, with the error below |

A client sends `act`, `say` and `shown`; `shown` reports the version that the page shows now.

## Webhooks

Instead of asking again and again, a program can let the server call it when it is the program's turn. It sends
`POST /api/me/devices` with `{{"kind": "webhook", "address": "https://…"}}`, and keeps the `secret` of the answer, which
is shown only once. The address must be public. The server then sends a `POST` request for each turn, and a reminder
before the time of a long turn runs out:

```json
{{"id": "5c0d…", "kind": "turn", "turns": ["9f3a…"], "tables": [
  {{"id": "eBR_…", "url": "https://…/tables/eBR_…", "game": "courtisans",
  "players": ["Ann", "Bea"], "turn_since": "2026-05-04T12:00:00+00:00", "due": "2026-05-07T12:00:00+00:00"}}]}}
```

`tables` are all tables that wait for the program, except those where it has a live connection. The request contains
nothing about the cards. It is signed as in [Standard Webhooks](https://www.standardwebhooks.com/), which has libraries
for many languages. In Python, this function is enough:

```python
import base64, hashlib, hmac, time


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    sent, key = headers["webhook-timestamp"], base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{{headers['webhook-id']}}.{{sent}}.".encode() + body
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_equal = any(hmac.compare_digest(one, f"v1,{{digest}}") for one in headers["webhook-signature"].split())
    return is_equal and abs(time.time() - int(sent)) < 300
```

Answer with a status from 200 to 299 within ten seconds. A message that is sent again has the same
`webhook-id`, or, if it concerns fewer tables by then, only `turns` that the program has seen before. Status
410 deletes the webhook. After any other answer, the server tries again after 30 seconds, and then more and more rarely,
while the turn lasts and for two days at most. It follows no redirects. After 20 failures in a row, it deletes the
webhook.
"""

ERRORS_HEAD = """\
## Errors

Every error has the form `{"error": {"code": …, "message": …}}`. The message is in the language of the client. The
document `ErrorBody` lists the other fields. A move against the rules has the code `illegal-move` and one of the
[reasons](#reasons). A rejected option has the code `bad-option` and a `problem`:

| problem | meaning |
|---|---|
| `unknown` | the option does not exist |
| `missing` | a required option has no value |
| `value` | the value is not allowed |
| `together` | the option conflicts with other options |
| `twice` | the option occurs twice |
| `file` | the named file cannot be read, written or used |
| `library` | the option needs a library that is not installed |
"""

SERVED = ("bots", "documents", "engine", "review", "tables", "teaching", "text", "web")
"""The packages whose errors a server can send."""

START = "courtly.web.server"
"""The module whose errors stop a server before it can send any."""


def main() -> int:
    """Write the pages, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is out of date")
    only_check = parser.parse_args().check
    pages = {COMMANDS[lang]: "\n".join(command_page(lang)) for lang in COMMANDS}
    pages |= {LESSONS[lang]: "\n".join(lesson_page(lang)) for lang in LESSONS}
    pages |= {API: "\n".join(api_page()), GLOSSARY: "\n".join(glossary_page())}
    old = [name for name, page in pages.items() if not _is_current(DOCS / name, page)]
    for name in old:
        if only_check:
            print(f"docs/{name} is out of date: run `make docs`", file=sys.stderr)
        else:
            (DOCS / name).parent.mkdir(exist_ok=True)
            (DOCS / name).write_text(pages[name], encoding="utf-8")
    return 1 if only_check and old else 0


def _is_current(path: Path, page: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == page


def command_page(lang: str) -> Iterator[str]:
    """Yield the lines of the page of commands in a language."""
    yield COMMANDS_HEAD[lang]
    yield from _command(typer.main.get_command(commands), "courtly", lang)
    for game in game_names():
        title, *columns = OPTIONS[lang]
        yield f"## {title.format(game=words_of(find_game(game)).title)}\n"
        yield from _table(
            columns, (_option(game, option, lang) for option in find_game(game).rules.options.described())
        )


def _command(command: Any, path: str, lang: str) -> Iterator[str]:
    """Yield the section of a command, then those of its subcommands."""
    say = translator(lang)
    yield f"## {path}\n"
    for paragraph in (command.help or "").split("\n\n"):
        yield f"{say(' '.join(paragraph.split()))}\n"
    context = typer.Context(command, info_name=path)
    yield from _table(COLUMNS[lang], (_parameter(each, context, say) for each in command.get_params(context)))
    for name, each in getattr(command, "commands", {}).items():
        yield from _command(each, f"{path} {name}", lang)


def _parameter(parameter: Any, context: typer.Context, say: Callable[[str], str]) -> tuple[str, str]:
    """Return an argument or option and its help, as the help page has them."""
    name, text = parameter.get_help_record(context)
    text = text.replace(parameter.help or "", say(parameter.help or ""))
    for pattern, sentence in BUILT_IN:
        text = pattern.sub(say(sentence), text)
    return f"`{name}`", text


def _option(game: str, option: Option, lang: str) -> tuple[str, ...]:
    """Return the row of a game's option."""
    locale, about = Locale(lang, domain=game), option.description
    text = ". ".join(locale.worded(each) for each in (about.title, about.help) if each)
    values = "; ".join(values_of(find_game(game), option, locale).splitlines())
    default = "" if option.required else f"`{option.text(option.default)}`"
    return f"`--{option.name.replace('_', '-')}`", text, values, default


def api_page() -> Iterator[str]:
    """Yield the lines of the page of the API."""
    yield API_HEAD
    with TemporaryDirectory() as folder:
        server = create_app(Settings(database=f"{folder}/reference.sqlite3", warm_up=False))
        measured = metrics(server)
    page = description(server.openapi(), Locale("en"))
    yield "## Requests\n"
    for request in page.requests:
        answers = [f"{status} `{answer}`" for status, answer in request.answers if answer != "ErrorAnswer"]
        errors = [status for status, answer in request.answers if answer == "ErrorAnswer"]
        given = [f"`{each.name}` ({each.type})" for each in request.parameters]
        given += [f"body `{request.body}`"] if request.body else []
        yield f"### {request.method} {request.path}\n"
        yield f"{' '.join(request.about.split())}\n"
        yield from _table(("request", "answers", "errors"), [[", ".join(each) for each in (given, answers, errors)]])
    yield "## Documents\n\nAn asterisk marks a field that is always present.\n"
    for document in page.documents:
        yield f"### {document.name}\n"
        yield f"{' '.join(document.about.split())}\n"
        fields = [(_field(each), f"`{each.type}`", each.about) for each in document.fields]
        width = 3 if any(about for _, _, about in fields) else 2
        yield from _table(("field", "type", "content")[:width], [row[:width] for row in fields]) if fields else ()
    yield ERRORS_HEAD
    yield from _table(("code", "status", "meaning"), error_codes())
    yield "### Reasons\n"
    for game in game_names():
        yield f"{words_of(find_game(game)).title}:\n"
        yield from _table(("reason", "message"), reasons(game))
    yield "## Metrics\n\n`GET /metrics` answers in the format of Prometheus. All counts are per process.\n"
    yield from _table(("metric", "type", "meaning"), measured)


def _field(field: Field) -> str:
    return f"`{field.name}`" + (r"\*" if field.required else "")


def error_codes() -> list[tuple[str, str, str]]:
    """Return each code that a server can send, its status, and the meaning from its class."""
    for found in walk_packages(courtly.__path__, "courtly."):
        if found.name.split(".")[1] in SERVED and "migrations" not in found.name:
            import_module(found.name)
    sendable = [each for each in _below(CourtlyError) if each.__module__ != START]
    classes = [each for each in sendable if each.__module__.split(".")[1] in SERVED]
    statuses = {each.code: {status(other) for other in classes if other.code == each.code} for each in classes}
    meanings = {each.code: (each.__doc__ or "").split("\n\n")[0] for each in classes if "code" in vars(each)}
    return [(f"`{code}`", ", ".join(sorted(statuses[code])), meanings[code]) for code in sorted(meanings)]


def status(kind: type[CourtlyError]) -> str:
    """Return the HTTP status of an error class."""
    return str(next((STATUS[each] for each in kind.__mro__ if each in STATUS), 422))


def _below(parent: type[CourtlyError]) -> Iterator[type[CourtlyError]]:
    for each in parent.__subclasses__():
        yield each
        yield from _below(each)


def reasons(game: str) -> list[tuple[str, str]]:
    """Return each reason why a move of a game is illegal, with its message."""
    told = [find_game(game).reason(number) for number in find_game(game).rules.reasons]
    return [(f"`{code}`", str(sentence)) for code, sentence in told]


def metrics(server: FastAPI) -> list[tuple[str, str, str]]:
    """Return the name, the type and the meaning of each metric of a running server."""
    with TestClient(server):
        found = sorted(server.state.metrics.registry.collect(), key=lambda metric: str(metric.name))
    return [(f"`{each.name}`", each.type, each.documentation) for each in found]


def lesson_page(lang: str) -> Iterator[str]:
    """Yield the lines of the page of lessons: the steps of each game's lesson, with links to the rules."""
    yield LESSONS_HEAD[lang]
    for game in game_names():
        lesson, pages, locale = outline_of(game), pages_of(game), Locale(lang, domain=game)
        assert lesson, game
        yield f"## {pages.title(locale)}\n"
        yield f"{pages.pitch(locale)}\n"
        yield f"*{lesson.title.in_language(lang)}*\n"
        file = relpath(f"/src/courtly/games/{game}/teaching/rules.{lang}.md", Path("/docs", LESSONS[lang]).parent)
        for number, step in enumerate(lesson.step, 1):
            links = rule_links(game, step.learns, locale)
            rules = ", ".join(f"[{link.title}]({file}#{link.url.partition('#')[2]})" for link in links)
            yield f"{number}. {step.title.in_language(lang)}" + (f" ({rules})" if rules else "")
        yield ""


def glossary_page() -> Iterator[str]:
    """Yield the lines of the French glossary: the French terms of each game, in alphabetical order."""
    yield GLOSSARY_HEAD
    text = (Path(__file__).parents[1] / "docs/glossary.md").read_text(encoding="utf-8").partition("## The software")[0]
    for section in text.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        head, _, *rows = [re.split(r" *\| *", line)[1:-1] for line in lines if line.startswith("|")]
        terms = [dict(zip(head, row, strict=True)) for row in rows]
        yield f"## {TITLES.get(title, title)}\n"
        columns = {"French": "français", "English": "anglais"} | ({"id": "identifiant"} if "id" in head else {})
        terms.sort(key=lambda term: _alphabetical(term["French"]))
        yield from _table(columns.values(), ([term[column] for column in columns] for term in terms))


def _alphabetical(term: str) -> str:
    """Return a French term without its accents, as the key of its place."""
    return normalize("NFD", term).encode("ascii", "ignore").decode().lower()


def _table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table, and an empty line."""
    head = list(columns)
    for row in [head, ["---"] * len(head), *rows]:
        # The no-break spaces of French stay.
        yield "| " + " | ".join(re.sub(r"[ \n]+", " ", cell).strip(" ").replace("|", r"\|") for cell in row) + " |"
    yield ""


if __name__ == "__main__":
    sys.exit(main())
