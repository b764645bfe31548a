"""The group of all commands: its help, and what becomes of errors.

An error is one line on standard error, never a traceback: exit status 2 for wrong arguments, 1 for what failed, 130
when interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

import courtly
from courtly.engine.errors import BadOption, CourtlyError

WRONG_ARGUMENTS = {"unknown-game", "unknown-bot", "unknown-language", "bad-option", "bad-budget"}
"""Codes of errors that lie in what was typed; any other means that something failed."""

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

DEBUG = "COURTLY_DEBUG"
"""The environment variable that lets a defect end in a traceback."""


def fail(message: str, status: int, *, more: Sequence[str] = ()) -> NoReturn:
    """Say in one line what went wrong, more problems on a line each, and end with this exit status."""
    print(f"courtly: {' '.join(message.split())}", *more, sep="\n", file=sys.stderr)
    sys.exit(status)


class Commands(TyperGroup):
    """The group of all commands, which turns every error into one line."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command line and end the process with its exit status."""
        try:
            status = super().main(*args, **{**options, "standalone_mode": False})
        except CourtlyError as error:
            first, *more = str(error).splitlines()
            fail(first, 2 if error.code in WRONG_ARGUMENTS else 1, more=more)
        except typer.TyperException as error:
            fail(self.usage(error), 2)
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
        except typer.Abort:
            fail("interrupted", 130)
        except Exception as error:
            if DEBUG in os.environ:
                raise
            fail(f"this is a defect of Courtly: {type(error).__name__}: {error}; {DEBUG}=1 shows where", 1)
        sys.exit(status if isinstance(status, int) else 0)

    def usage(self, error: typer.TyperException) -> str:
        """Return what is wrong with a command line, and what is right."""
        said = str(getattr(error, "format_message", error.__str__)()).rstrip(".").replace("Value error, ", "")
        said, context = f"{said[:1].lower()}{said[1:]}", getattr(error, "ctx", None)
        if context is not None and context.parent is not None:
            return f"{said}; see {context.command_path} --help"
        return f"{said}; the commands are {', '.join(self.commands)}"


app = typer.Typer(
    cls=Commands,
    help="Games of court intrigue, in a terminal or a browser.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
)


def _show_version(value: bool) -> None:
    if value:
        print(f"courtly {courtly.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Games of court intrigue, in a terminal or a browser."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def pairs(texts: list[str]) -> dict[str, str]:
    """Return options typed as `key=value` by name; each may be given once."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise BadOption(f"--option takes KEY=VALUE, not {text!r}", given=text, where="option", allowed="KEY=VALUE")
        if key in found:
            raise BadOption(f"option {key} is given twice", given=text, where=key, allowed="one value")
        found[key] = value
    return found
