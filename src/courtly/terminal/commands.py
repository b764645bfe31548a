"""What the commands do once their arguments are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import courtly
from courtly.bots import Bot, find_bot
from courtly.engine import warmup
from courtly.engine.errors import BadOption
from courtly.engine.match import Match
from courtly.engine.options import Options, allowed, read_options
from courtly.engine.records import write_record
from courtly.engine.rng import stream
from courtly.engine.words import checked_language, marked, translator
from courtly.terminal.play import Chooser, Sitting
from courtly.terminal.screen import Reader, find_drawer, make_console, printable

USUAL_PLAYERS = 3

BOTS_LUCK = 0x626F74
"""Tells the bots' random streams from those of the deal."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What `courtly play` was asked for; `options` and `bots` as they were typed."""

    game: str
    options: Mapping[str, str]
    bots: Sequence[str]
    name: str | None
    lang: str
    seed: int | None
    watch: bool
    record: Path | None
    files: Mapping[str, Path] = field(default_factory=dict)
    chances: bool = True


FILES = {
    "cursed_court": {"regions": "courtly.games.cursed_court.regions:read_regions"},
    "monarch": {"card_set": "courtly.games.monarch.cardset:read_card_file"},
}
"""By game, the options whose value is read from a file, and what reads it."""


def play_match(wishes: Wishes) -> None:
    """Play one match in this terminal, and write its record if that was wished, also when the person leaves."""
    match, bots = _prepared(wishes)
    domain = find_drawer(match.game).DOMAIN
    reader = Reader(wishes.lang, _names(wishes, match.players), domain, wishes.chances)
    sitting = Sitting(match, reader, make_console(), bots)
    try:
        if not sitting.run():
            sitting.console.print(reader.say("You have left the match."))
    except KeyboardInterrupt:
        sitting.console.print()
        raise
    finally:
        if wishes.record is not None:
            _write(wishes.record, match)
            sitting.console.print(reader.say("The record of the match is in {file}.", file=wishes.record))


def _prepared(wishes: Wishes) -> tuple[Match, dict[int, Chooser]]:
    """Check every wish, compile what is needed, and return the match and who chooses for the bots' seats."""
    checked_language(wishes.lang)
    options = _chosen(wishes)
    specs = _bot_specs(wishes, options.players)
    bots = [find_bot(spec) for spec in specs]
    if wishes.record is not None:
        _check_writable(wishes.record)
    warm([wishes.game])
    seats = [{"name": name} for name in _names(wishes, options.players)]
    match = courtly.new_match(wishes.game, seed=wishes.seed, seats=seats, **options.given())
    first = options.players - len(bots)
    return match, {seat: _chooser(bot, match, seat) for seat, bot in enumerate(bots, first)}


def _chosen(wishes: Wishes) -> Options:
    """Return the checked options: those typed, and what stands in the files that they or their own flags name."""
    model, typed = courtly.find_game(wishes.game).options, _options(wishes)
    read = {name: value for name, value in model.at_home(typed).items() if value is not typed.get(name)}
    options = read_options(model, {name: text for name, text in typed.items() if name not in read}, from_text=True)
    read |= _filed(wishes)
    return read_options(model, {**options.given(), **read}) if read else options


def _options(wishes: Wishes) -> dict[str, str]:
    """Return the options as typed, with a number of players if none was."""
    listed = len(wishes.bots) if wishes.watch else len(wishes.bots) + 1
    players = listed if len(wishes.bots) > 1 else USUAL_PLAYERS
    return {"players": str(players), **wishes.options}


def _filed(wishes: Wishes) -> dict[str, Any]:
    """Return the options that were given as files."""
    return {option: _read_file(wishes.game, option, file) for option, file in wishes.files.items()}


def _read_file(game: str, option: str, file: Path) -> Any:
    """Return the value of an option that stands in a file."""
    known = FILES.get(game, {})
    if option not in known:
        message = f"{game} takes no file of {option}"
        raise BadOption(message, given=str(file), where=option, allowed=list(known))
    module, _, function = known[option].partition(":")
    return getattr(import_module(module), function)(file)


def _bot_specs(wishes: Wishes, players: int) -> list[str]:
    """Return one bot per seat that a bot takes."""
    seats = players if wishes.watch else players - 1
    specs = list(wishes.bots) * seats if len(wishes.bots) == 1 else list(wishes.bots)
    if len(specs) == seats:
        return specs
    message = f"--bots names {len(specs)} bots for {seats} seats; give one name for all, or {seats} names"
    raise BadOption(message, given=",".join(specs), where="bots", allowed=f"1 or {seats} names")


def _names(wishes: Wishes, players: int) -> list[str]:
    """Return a name for every seat, bots of one kind told apart by a number."""
    person = [] if wishes.watch else [printable(wishes.name or "") or translator(wishes.lang)(marked("Guest"))]
    names = [*person, *_bot_specs(wishes, players)]
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]


def _chooser(bot: Bot, match: Match, seat: int) -> Chooser:
    """Return what lets a bot decide from what its seat knows, its luck fixed by the match's seed."""
    luck = stream(match.seed or 0, seat, BOTS_LUCK)
    return lambda match, seat: bot.choose(match.knowledge(seat), luck).move


def _check_writable(file: Path) -> None:
    """Refuse a file that cannot be written before anybody plays."""
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise BadOption(f"cannot write {file}", given=str(file), where="record", allowed="a file that can be written")


def _write(file: Path, match: Match) -> None:
    """Write a match record in one step: a reader finds the old file or the new one, whole."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text(write_record(match), encoding="utf-8")
    draft.replace(file)


def replay_record(document: bytes, *, verbose: bool, lang: str) -> None:
    """Verify a match record and say what it holds, every move too if `verbose`."""
    console = make_console()
    match = courtly.read_record(document)
    seats = match.record().get("seats") or [{}] * match.players
    unnamed = translator(lang)(marked("Seat {number}"))
    names = [printable(seat.get("name", "")) or unnamed.format(number=number) for number, seat in enumerate(seats)]
    reader = Reader(lang, names, find_drawer(match.game).DOMAIN)
    if verbose:
        _tell_moves(match, reader, console)
    console.print(_summary(match, reader), soft_wrap=True)


def _tell_moves(match: Match, reader: Reader, console: Console) -> None:
    """Print every move as the seat that made it knows it."""
    record, drawer = match.record(), find_drawer(match.game)
    retold = courtly.new_match(match.game, seed=match.seed, deal=record["deal"], **record["options"])
    told = 0
    for number, move in enumerate(match.moves, 1):
        seat = retold.to_move
        retold.play(move)
        view = retold.view(seat)
        for line in drawer.log_lines(view, reader, start=told):
            console.print(f"{number:4} ", line, sep="", soft_wrap=True)
        told = len(view["log"])


def _summary(match: Match, reader: Reader) -> str:
    """Return in one line what a verified record holds."""
    places = {"game": match.game, "players": match.players, "moves": len(match.moves)}
    if not match.is_over:
        assert match.to_move is not None
        unfinished = marked(
            "The record holds: {game}, {players} seats, {moves} moves; not finished, {name} is to move."
        )
        return reader.say(unfinished, **places, name=reader.names[match.to_move])
    scores = ", ".join(f"{name} {score}" for name, score in zip(reader.names, match.scores(), strict=True))
    winners = ", ".join(reader.names[seat] for seat in match.winners())
    finished = marked("The record holds: {game}, {players} seats, {moves} moves; scores: {scores}; won by {winners}.")
    return reader.say(finished, **places, scores=scores, winners=winners)


def list_games() -> None:
    """Print every game with its options, what each takes and its default."""
    console = make_console()
    for name in courtly.game_names():
        table = Table("option", "takes", "default", title=name, title_justify="left", title_style="bold")
        for option, info in courtly.find_game(name).options.model_fields.items():
            table.add_row(option, allowed(info), "(must be given)" if info.is_required() else str(info.default))
        console.print(table)


def warm(names: Sequence[str], *, always_say: bool = False, rooms: bool = True) -> None:
    """Compile what is cold, with a progress bar on standard error; only the rules when `rooms` is false."""
    console = make_console(stderr=True)
    cold = [name for name in names if not warmup.is_warm(name, rooms=rooms)]
    if cold and (always_say or console.is_terminal):
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(20),
            TimeElapsedColumn(),
            TextColumn("{task.fields[step]}"),
            console=console,
        ) as progress:
            task = progress.add_task("Compiling, once:", step="")

            def tell(done: int, total: int, label: str) -> None:
                progress.update(task, completed=done, total=total, step=label)

            warmup.warm(cold, tell, rooms=rooms)
    elif cold:
        console.print(f"Compiling {', '.join(cold)}, once for this machine; this takes up to a minute.")
        warmup.warm(cold, rooms=rooms)
    if always_say:
        console.print("Everything is compiled.")


def serve_pages(host: str, port: int, *, make_application: Callable[[], Any]) -> None:
    """Serve an application, made once its address is had and the rules are compiled, until interrupted."""
    from courtly.terminal.serve import address_of, listen, serve

    opened = listen(host, port)
    try:
        warm(courtly.game_names(), rooms=False)
        warmup.warm_beside(courtly.game_names())
        serve(make_application(), opened, address=address_of(host, opened))
    finally:
        opened.close()
