"""The group of all commands: its help and its error handling.

An error is one line on standard error, never a traceback. The exit status is 2 for wrong arguments, 1 for a failure,
130 after an interrupt.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

import courtly
from courtly.cli.language import chosen_language, defaults, translate_help
from courtly.engine.errors import BadOption, CourtlyError, listing, reason_of, shown
from courtly.engine.sentences import Sentence, said
from courtly.text.languages import CODES, ENGLISH, checked_language, worded

WRONG_ARGUMENTS = {"unknown-game", "unknown-bot", "unknown-language", "bad-option", "bad-budget"}
"""Codes of errors caused by the arguments; any other code is a failure."""

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

DEBUG = "COURTLY_DEBUG"
"""Environment variable that shows the traceback of a defect."""


def fail(message: str, status: int, *, more: Sequence[str] = ()) -> NoReturn:
    """Print an error on one line and each further problem on its own line; exit with this status."""
    # Keep no-break spaces: French puts them before punctuation.
    line = re.sub(r"[ \t\r\n]+", " ", message).strip()
    print(f"courtly: {line}", *more, sep="\n", file=sys.stderr)
    sys.exit(status)


class Commands(TyperGroup):
    """The group of all commands; it translates its help and turns every error into one line."""

    lang = ENGLISH

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run a command line and end the process with its exit status."""
        given = args[0] if args else settings.pop("args", None)
        arguments = sys.argv[1:] if given is None else list(given)
        self.lang = chosen_language(arguments, os.environ)
        translate_help(self, self.lang)
        settings |= {"standalone_mode": False, "default_map": defaults(self, self.lang)}
        try:
            status = super().main(arguments, **settings)
        except CourtlyError as error:
            first, *more = self.word(error.sentence).splitlines()
            fail(first, 2 if error.code in WRONG_ARGUMENTS else 1, more=more)
        except typer.TyperException as error:
            fail(self.word(self.usage(error)), 2)
        except OSError as error:
            fail(self.word(_system(error)), 1)
        except typer.Abort:
            fail(self.word(said("interrupted")), 130)
        except Exception as error:
            if DEBUG in os.environ:
                raise
            fail(self.word(_defect(error)), 1)
        sys.exit(status if isinstance(status, int) else 0)

    def word(self, sentence: Sentence) -> str:
        """Return a sentence in the chosen language."""
        return worded(sentence, self.lang)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the typed command. An unknown command raises an error that lists the known commands."""
        if self.get_command(ctx, args[0]) is None:
            places = {"given": shown(args[0]), "known": listing(list(self.commands), limit=len(self.commands))}
            message = said("there is no command {given}; choose from {known}", **places)
            raise BadOption(message, given=args[0], where="command", allowed=list(self.commands), problem="unknown")
        return super().resolve_command(ctx, args)

    def usage(self, error: typer.TyperException) -> Sentence:
        """Return the problem of a command line, with a pointer to the help."""
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "courtly"
        return said("{problem}; see {command} --help", problem=_problem(error), command=path)


def _system(error: OSError) -> Sentence:
    if error.filename:
        return said("{file}: {reason}", file=error.filename, reason=reason_of(error))
    return said("system error: {reason}", reason=reason_of(error))


def _problem(error: Any) -> Sentence:
    """Return Typer's error as a translatable sentence, or in Typer's English if the error has no details."""
    if hasattr(error, "possibilities"):
        return said("there is no option {name}", name=error.option_name)
    if hasattr(error, "param_type"):
        return said("{name} is missing", name=error.param.get_error_hint())
    if hasattr(error, "option_name"):
        return said("option {name} needs a value, or has one that it does not accept", name=error.option_name)
    if getattr(error, "param", None) is not None:
        places = {"name": error.param.get_error_hint(), "kind": error.param.display_type(error.ctx)}
        return said("{name} cannot have this value; use {kind}", **places)
    return said("this command line cannot be read: {reason}", reason=error.format_message().rstrip("."))


def _defect(error: Exception) -> Sentence:
    places = {"error": f"{type(error).__name__}: {error}", "variable": DEBUG}
    return said("this is a bug in Courtly: {error}; set {variable}=1 to see where", **places)


app = typer.Typer(
    cls=Commands,
    help="Games of court intrigue, in a terminal or a browser.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
)


GAMES = "courtly.games"
"""The entry point group of games."""


def add_commands_of_games() -> None:
    """Add the commands of games: the Typer app named `app` in the module `cli` of a game's package.

    The module is loaded from its file without importing the game, so that help does not wait for the compiler.
    """
    for point in sorted(entry_points(group=GAMES), key=lambda point: point.name):
        file = _package_folder(point.module) / "cli.py"
        if file.is_file():
            spec = spec_from_file_location(f"{point.module}.commands", file)
            assert spec is not None
            assert spec.loader is not None
            module: Any = module_from_spec(spec)
            spec.loader.exec_module(module)
            app.add_typer(module.app)


def _package_folder(package: str) -> Path:
    """Return the folder of a package without importing it."""
    top, *inner = package.split(".")
    spec = find_spec(top)
    folders = (spec.submodule_search_locations if spec else None) or ["."]
    return Path(next(iter(folders)), *inner)


def _show_version(value: bool) -> None:
    if value:
        print(f"courtly {courtly.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    lang: Annotated[
        str, typer.Option(metavar=CODES, help="Language of help and messages; also accepted after the command.")
    ] = ENGLISH,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Games of court intrigue, in a terminal or a browser."""
    checked_language(lang)
    if context.invoked_subcommand is None:
        print(context.get_help())


def pairs(texts: list[str]) -> dict[str, str]:
    """Return options typed as `key=value` as a dictionary; raise an error if a key repeats."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key or not equals:
            message = said("--option takes KEY=VALUE, not {given}", given=shown(text))
            raise BadOption(message, given=text, where="option", allowed="KEY=VALUE")
        if key in found:
            message = said("option {name} is given twice", name=key)
            raise BadOption(message, given=text, where=key, allowed=said("one value"), problem="twice")
        found[key] = value
    return found
