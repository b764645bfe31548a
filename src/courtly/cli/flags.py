"""The options of a game as flags of a command: `--edition 2023`, `--coinless`, `--card-set FILE`.

The flags are created from the game's described options when the game is known. A flag is short for
`--option NAME=VALUE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

import courtly
from courtly.text.languages import ENGLISH
from courtly.text.locales import Locale

if TYPE_CHECKING:
    from courtly.engine.contract.game import Game
    from courtly.engine.contract.options import Option

OPTION = "--option"
YES, NO = "true", "false"


class GameCommand(TyperCommand):
    """A command whose first argument is a game; the game's options become flags and appear in its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse a command line after rewriting the game's flags as `--option`."""
        game = next((courtly.find_game(word) for word in args if word in courtly.game_names()), None)
        if game is None:
            return super().parse_args(ctx, args)
        ctx.meta["game"] = game
        return super().parse_args(ctx, list(expand_flags(args, self.flags_of(game))))

    def flags_of(self, game: Game) -> list[Option]:
        """Return the options of a game, except options for which the command has a flag of its own."""
        own = {flag for param in self.params for flag in (*param.opts, *param.secondary_opts)}
        return [option for option in game.rules.options.described() if option.flag not in own]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the command's own options, then the options of the game."""
        super().format_options(ctx, formatter)
        if (game := ctx.meta.get("game")) is not None:
            locale = Locale(getattr(ctx, "lang", ENGLISH), domain=game.name)
            from courtly.scene.parts import words_of

            with formatter.section(locale.say("Options of {game}", game=locale.say(words_of(game).title))):
                formatter.write_dl([_described(game, option, locale) for option in self.flags_of(game)])


def expand_flags(args: Sequence[str], options: Sequence[Option]) -> Iterator[str]:
    """Yield a command line with each flag of a game rewritten as `--option NAME=VALUE`.

    Examples
    --------
    >>> options = courtly.find_game("cursed_court").rules.options.described()
    >>> list(expand_flags(["--years", "2", "--coinless", "--tie=shared"], options))
    ['--option', 'years=2', '--option', 'coinless=true', '--option', 'tie=shared']
    """
    flags = {option.flag: option for option in options}
    switches = {f"--no-{option.flag[2:]}": option for option in options if _is_switch(option)}
    words = iter(args)
    for word in words:
        flag, equals, value = word.partition("=")
        if flag in flags:
            given = value if equals else YES if _is_switch(flags[flag]) else next(words, "")
            yield from (OPTION, f"{flags[flag].name}={given}")
        elif flag in switches:
            yield from (OPTION, f"{switches[flag].name}={NO}")
        else:
            yield word


def _is_switch(option: Option) -> bool:
    return option.values == (NO, YES)


def _described(game: Game, option: Option, locale: Locale) -> tuple[str, str]:
    """Return the flag of an option as typed, and its help."""
    from courtly.terminal.commands import values_of

    title = locale.worded(option.description.title)
    help_text = f"{title}. {locale.worded(option.description.help)}" if option.description.help else f"{title}."
    value_list = values_of(game, option, locale).replace("\n", "; ")
    default = "" if option.required else " " + locale.say("(default: {value})", value=option.text(option.default))
    if _is_switch(option):
        return f"{option.flag} / --no-{option.flag[2:]}", f"{help_text}{default}"
    return f"{option.flag} {'FILE' if option.kind == 'document' else 'VALUE'}", f"{help_text} {value_list}{default}"
