"""Commands for players: play, watch, replay, verify."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

import courtly
from courtly.cli.app import app, fail, pairs
from courtly.cli.flags import GameCommand
from courtly.cli.language import Lang
from courtly.engine.errors import CourtlyError
from courtly.engine.sentences import said
from courtly.text.languages import CODES, ENGLISH


class PlayCommand(GameCommand):
    """The command class of `courtly play`, which takes a game, or a record with `--from`."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse a command line; the game is required unless `--from` is given."""
        (game,) = (param for param in self.params if param.name == "game")
        game.required = not any(word.partition("=")[0] == "--from" for word in args)
        return super().parse_args(ctx, args)


@app.command(cls=PlayCommand)
def play(
    game: Annotated[
        str | None, typer.Argument(help="Which game; `courtly games` lists them. With --from, the game of the record.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="Number of seats; default: as many as --bots needs, or 3.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; can be repeated.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Bots for the other seats, one for all or one per seat, separated by commas: novice, courtier, "
            "minister, regent; steward, random; or your own search, such as ismcts:2s or ismcts:sims=5000."
        ),
    ] = "steward",
    name: Annotated[str | None, typer.Option(help="Your name at the table.")] = None,
    lang: Lang = ENGLISH,
    seed: Annotated[int | None, typer.Option(help="Random seed of the deal and the bots.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch bots play in every seat.")] = False,
    chances: Annotated[
        bool, typer.Option("--chances/--no-chances", help="Show chances based on what you know, if the game has them.")
    ] = True,
    plain: Annotated[
        bool, typer.Option("--plain", help="Show the table as plain rows, in the same form for every game.")
    ] = False,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE[@MOVE]",
            help="Play on from a match record, after this many moves; default: from its end.",
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="With --from: your seat; default: the seat to move.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the match record here, with all secrets, even if you leave early.")
    ] = None,
) -> None:
    """Play a match against bots, or watch them.

    A game's options are flags too, such as --edition 2023; `courtly play GAME --help` shows them.
    """
    from courtly.bots import split_specs
    from courtly.settings import Settings
    from courtly.terminal.commands import PlayRequest, play_match

    chosen = [] if players is None else [f"players={players}"]
    play_match(
        PlayRequest(
            game=game,
            options=pairs([*chosen, *(option or [])]),
            bots=split_specs(bots),
            name=name,
            lang=lang,
            seed=seed,
            watch=watch,
            record=record,
            chances=chances,
            plain=plain,
            start=start,
            seat=seat,
            threads=Settings.read().cores,
        )
    )


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A match record; use - for standard input.")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Describe every move in words.")] = False,
    lang: Annotated[str, typer.Option(metavar=CODES, help="Language of --verbose.")] = ENGLISH,
) -> int:
    """Verify a match record.

    The exit status is 0 if the record is valid, otherwise 1 with the reason.
    """
    from courtly.terminal.commands import replay_record

    with_record(file, lang, lambda document: replay_record(document, verbose=verbose, lang=lang))
    return 0


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="A match record; use - for standard input.")],
    lang: Lang = ENGLISH,
) -> int:
    """Verify a match record, with the commitment and the deal of its fair shuffle.

    The exit status is 0 if the whole record is valid, otherwise 1 with the reason.
    """
    from courtly.terminal.commands import verify_record

    with_record(file, lang, lambda document: verify_record(document, lang=lang))
    return 0


def with_record(file: str, lang: str, work: Callable[[bytes], None]) -> None:
    """Call `work` with the record in a file; on an error, fail with the name of the file."""
    from courtly.text.languages import checked_language, worded

    checked_language(lang)
    try:
        work(_document(file))
    except CourtlyError as error:
        fail(worded(said("{file}: {reason}", file=repr(file), reason=error.sentence), lang), 1)


def _document(file: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than the allowed size."""
    from courtly.engine.play.records import MAX_BYTES

    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as source:
        return source.read(MAX_BYTES + 1)


@app.command()
def games(lang: Lang = ENGLISH) -> None:
    """List the games and their options."""
    from courtly.terminal.commands import list_games
    from courtly.text.languages import checked_language

    list_games(checked_language(lang))


@app.command()
def warmup() -> None:
    """Compile everything once, so that later starts are fast."""
    from courtly.arena.warm import WARM_UP_PARTS
    from courtly.settings import Settings
    from courtly.terminal.commands import warm

    warm(courtly.game_names(), WARM_UP_PARTS, always_say=True, processes=Settings.read().cores)
