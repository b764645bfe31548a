"""The commands, after their arguments are parsed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import courtly
from courtly.bots import Bot, choose, find_bot
from courtly.bots.search import warm as search_warm
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Game, broken_games
from courtly.engine.contract.options import Option, Options, allowed, read_options
from courtly.engine.errors import BadOption, cannot_write
from courtly.engine.play import warmup
from courtly.engine.play.match import Match, checked_seed
from courtly.engine.play.position import Place
from courtly.engine.play.records import MAX_BYTES, game_of, write_record
from courtly.engine.play.warmup import Rooms
from courtly.engine.sentences import Sentence, said
from courtly.review import warm as review_warm
from courtly.runtime import Runtime
from courtly.scene.console import make_console, printable
from courtly.scene.parts import words_of
from courtly.settings import Settings
from courtly.terminal.drawers import find_drawer
from courtly.terminal.play import Chooser, Sitting, log_lines, seen
from courtly.text.languages import checked_language, marked, translator, worded
from courtly.text.reader import Reader

HEADS = (marked("option"), marked("what it is"), marked("takes"), marked("default"))
LEFT: dict[str, Any] = {"title_justify": "left", "title_style": "bold"}

ORIGINS = {
    "position": marked(
        "It is played on from another match, after {moves} moves: practice, with cards that may be known."
    ),
    "deal": marked("Its deal was played before: practice, with cards that may be known."),
    "day": marked("Its deal is that of a day, which everybody played: practice, with cards that may be known."),
}
"""Where a match comes from that was not dealt afresh."""

USUAL_PLAYERS = 3

BOTS_LUCK = 0x626F74
"""Tells the bots' random streams from those of the deal."""


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What `courtly play` was asked for; `options`, `bots` and `start` as they were typed."""

    game: str | None
    options: Mapping[str, str]
    bots: Sequence[str]
    name: str | None
    lang: str
    seed: int | None
    watch: bool
    record: Path | None
    chances: bool = True
    threads: int | None = None
    plain: bool = False
    start: str | None = None
    seat: int | None = None


def play_match(request: PlayRequest) -> None:
    """Play one match in this terminal, and write its record if asked to, also when the person leaves."""
    match, bots = _prepared(request) if request.start is None else _resumed(request)
    seat = next((seat for seat in range(match.players) if seat not in bots), None)
    off = () if request.chances else ("odds",)
    reader = Reader(request.lang, [str(one["name"]) for one in match.seats or ()], seat, match.game, off)
    sitting = Sitting(match, reader, make_console(), bots, plain=request.plain)
    try:
        if not sitting.run():
            sitting.console.print(reader.say("You have left the match."))
    except KeyboardInterrupt:
        sitting.console.print()
        raise
    finally:
        if request.record is not None:
            _write(request.record, match)
            sitting.console.print(reader.say("The record of the match is in {file}.", file=request.record))


def _prepared(request: PlayRequest) -> tuple[Match, dict[int, Chooser]]:
    """Check the request, compile what it needs, and return the match and who chooses for the bots' seats."""
    checked_language(request.lang)
    checked_seed(request.seed)
    assert request.game is not None, "a game is named, or a record"
    game = request.game
    if request.seat is not None:
        raise _together("seat", said("only with --from"))
    options = _chosen(request, game)
    specs = _bot_specs(request, options.players)
    bots = [find_bot(spec) for spec in specs]
    if request.record is not None:
        _check_writable(request.record)
    warm([game], [search_warm.ROOM])
    seats = [{"name": name} for name in _names(request, options.players)]
    match = courtly.new_match(game, seed=request.seed, seats=seats, **options.given())
    first = options.players - len(bots)
    return match, {seat: _chooser(bot, match, seat, request.threads) for seat, bot in enumerate(bots, first)}


def _resumed(request: PlayRequest) -> tuple[Match, dict[int, Chooser]]:
    """Return a match that is played on from a record, and who chooses for the bots' seats."""
    assert request.start is not None
    checked_language(request.lang)
    for name, given in (("option", request.options), ("seed", request.seed)):
        if given or given == 0:
            raise _together(name, said("not with --from, which takes the record's"))
    file, _, move = request.start.rpartition("@")
    has_move = bool(file) and move.isdecimal()
    with Path(file if has_move else request.start).open("rb") as source:
        document = source.read(MAX_BYTES + 1)
    game = game_of(document)
    if request.game not in (None, game):
        raise _together("game", said("not with --from, which takes the record's"))
    if request.record is not None:
        _check_writable(request.record)
    warm([game], [search_warm.ROOM])
    whole = courtly.read_record(document)
    place = Place(whole, int(move) if has_move else whole.version)
    own = None if request.watch else place.seat(request.seat)
    bots = [find_bot(spec) for spec in _bot_specs(request, whole.players)]
    person, *others = _names(request, whole.players) if own is not None else ["", *_names(request, whole.players)]
    names = [*others[:own], person, *others[own:]] if own is not None else others
    match = place.position().open(whole.setup, [{"name": name} for name in names], place.origin())
    seats = [seat for seat in range(match.players) if seat != own]
    return match, {seat: _chooser(bot, match, seat, request.threads) for seat, bot in zip(seats, bots, strict=True)}


def _together(name: str, allowed: Sentence) -> BadOption:
    """Return the error of an option that does not go with the others."""
    message = said("{name} cannot be given here: {allowed}", name=name, allowed=allowed)
    return BadOption(message, where=name, allowed=allowed, problem="together")


def _chosen(request: PlayRequest, game: str) -> Options:
    """Return the checked options: those typed, and what stands in the files that they name."""
    model, typed = courtly.find_game(game).rules.options, _options(request)
    read = {name: value for name, value in model.at_home(typed).items() if value is not typed.get(name)}
    options = read_options(model, {name: text for name, text in typed.items() if name not in read}, from_text=True)
    return read_options(model, {**options.given(), **read}) if read else options


def _options(request: PlayRequest) -> dict[str, str]:
    """Return the options as typed, with a number of players if none was."""
    listed = len(request.bots) if request.watch else len(request.bots) + 1
    players = listed if len(request.bots) > 1 else USUAL_PLAYERS
    return {"players": str(players), **request.options}


def _bot_specs(request: PlayRequest, players: int) -> list[str]:
    """Return one bot per seat that a bot takes."""
    seats = players if request.watch else players - 1
    specs = list(request.bots) * seats if len(request.bots) == 1 else list(request.bots)
    if len(specs) == seats:
        return specs
    places = {"count": len(specs), "seats": seats}
    message = said("--bots names {count} bots for {seats} seats; give one name for all, or {seats} names", **places)
    raise BadOption(message, given=",".join(specs), where="bots", allowed=said("1 or {seats} names", seats=seats))


def _names(request: PlayRequest, players: int) -> list[str]:
    """Return a name for every seat, bots of one kind told apart by a number."""
    person = [] if request.watch else [printable(request.name or "") or translator(request.lang)(marked("Guest"))]
    names = [*person, *_bot_specs(request, players)]
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]


def _chooser(bot: Bot, match: Match, seat: int, threads: int | None) -> Chooser:
    """Return what lets a bot decide from what its seat knows, its luck fixed by the match's seed."""
    luck = stream(match.seed or 0, seat, BOTS_LUCK)
    return lambda match, seat: choose(bot, match.knowledge(seat), luck, threads=threads).move


def _check_writable(file: Path) -> None:
    """Refuse a file that cannot be written before anybody plays."""
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise cannot_write(file, where="record")


def _write(file: Path, match: Match) -> None:
    """Write a match record in one step: a reader finds the old file or the new one, whole."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text(write_record(match), encoding="utf-8")
    draft.replace(file)


def replay_record(document: bytes, *, verbose: bool, lang: str) -> None:
    """Verify a match record and say what it holds, every move too if `verbose`."""
    console, match = make_console(), courtly.read_record(document)
    reader = _reader_of(match, lang)
    if verbose:
        _tell_moves(match, reader, console)
    console.print(_summary(match, reader), soft_wrap=True)


def verify_record(document: bytes, *, lang: str) -> None:
    """Verify a match record with its fair shuffle, and say what holds and what everybody can compare."""
    console, match = make_console(), courtly.read_record(document)
    reader = _reader_of(match, lang)
    for line in (_summary(match, reader), *_shuffle_lines(match, reader)):
        console.print(line, soft_wrap=True)


def _reader_of(match: Match, lang: str) -> Reader:
    """Return a reader who knows the names in a record; a seat without one has its number."""
    seats = match.record().get("seats") or [{}] * match.players
    unnamed = translator(lang)(marked("Seat {number}"))
    names = [printable(seat.get("name", "")) or unnamed.format(number=number) for number, seat in enumerate(seats)]
    return Reader(lang, names, domain=match.game)


def _shuffle_lines(match: Match, reader: Reader) -> Iterator[str]:
    """Yield what holds of a record's shuffle: its reading has checked it."""
    if match.origin is not None:
        yield reader.say(ORIGINS[match.origin.kind], moves=match.origin.moves)
    if match.fair is None:
        yield reader.say("It has no fair shuffle: nothing shows that its deal was not chosen.")
        return
    yield reader.say("The promise holds, and the whole deal follows from the secret and the words.")
    yield reader.say("Promise: {promise}", promise=match.fair.promise)
    for name, word in zip(reader.names, match.fair.words, strict=True):
        if word:
            yield reader.say("Word of {name}: {word}", name=name, word=printable(word))


def _tell_moves(match: Match, reader: Reader, console: Console) -> None:
    """Print every move as the seat that made it knows it."""
    record, drawer = match.record(), find_drawer(match.game)
    retold = courtly.new_match(match.game, seed=match.seed, deal=record["deal"], **record["options"])
    told = 0
    for number, move in enumerate(match.moves, 1):
        seat = retold.to_move
        retold.play(move)
        view = seen(retold, seat)
        for line in log_lines(drawer, view, reader, start=told):
            console.print(f"{number:4} ", line, sep="", soft_wrap=True)
        told = len(view["events"])


def _summary(match: Match, reader: Reader) -> str:
    """Return in one line what a verified record holds."""
    places = {"game": match.game, "players": match.players, "moves": len(match.moves)}
    if not match.is_over:
        assert match.to_move is not None
        unfinished = marked("Valid record: {game}, {players} seats, {moves} moves; not finished, {name} is to move.")
        return reader.say(unfinished, **places, name=reader.names[match.to_move])
    scores = ", ".join(f"{name} {score}" for name, score in zip(reader.names, match.scores(), strict=True))
    winners = ", ".join(reader.names[seat] for seat in match.winners())
    finished = marked("Valid record: {game}, {players} seats, {moves} moves; scores: {scores}; won by {winners}.")
    return reader.say(finished, **places, scores=scores, winners=winners)


def list_games(lang: str) -> None:
    """Print every game with its options, what each takes and its default."""
    console = make_console()
    for name in courtly.game_names():
        game, reader = courtly.find_game(name), Reader(lang, domain=name)
        table = Table(*(reader.say(head) for head in HEADS), title=_title(game, reader), **LEFT)
        for option in game.rules.options.described():
            default = reader.say(marked("(must be given)")) if option.required else option.text(option.default)
            table.add_row(option.name, reader.worded(option.told.title), values_of(game, option, reader), default)
        console.print(table)
    for error in broken_games().values():
        make_console(stderr=True).print(f"courtly: {worded(error.sentence, lang)}", soft_wrap=True)


def _title(game: Game, reader: Reader) -> str:
    return f"{reader.say(words_of(game).title)} ({game.name})"


def values_of(game: Game, option: Option, reader: Reader) -> str:
    """Return what an option takes, each value with what it is called, where that is more than the value itself."""
    named = [value for value in option.values if value in option.told.values]
    if not named:
        model = game.rules.options
        return reader.worded(allowed(model.model_fields[option.name], domain=model.domain))
    titles = ((value, reader.worded(option.value_title(value))) for value in option.values)
    return "\n".join(title if title.startswith(value) else f"{value} – {title}" for value, title in titles)


def warm(names: Sequence[str], rooms: Rooms = (), *, always_say: bool = False, processes: int | None = None) -> None:
    """Compile what is cold of these games and of `rooms`, with a progress bar on standard error."""
    console = make_console(stderr=True)
    cold = [name for name in names if not warmup.is_warm(name, rooms)]
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

            warmup.warm(cold, tell, rooms=rooms, processes=processes)
    elif cold:
        console.print(f"Compiling {', '.join(cold)}, once for this machine; this takes up to a minute.")
        warmup.warm(cold, rooms=rooms, processes=processes)
    if always_say:
        console.print("Everything is compiled.")


def serve_pages(
    settings: Settings,
    *,
    make_application: Callable[[Settings, Runtime], Any],
    log_config: dict[str, Any] | None = None,
) -> None:
    """Serve an application, made once its address is had, until interrupted; the rules are compiled meanwhile."""
    from courtly.terminal.serve import address_of, listen, serve

    opened = listen(settings.host, settings.port)
    try:
        with Runtime(settings, review_warm.ROOMS) as runtime:
            application = make_application(settings, runtime)
            runtime.warm_beside(courtly.game_names(), ahead=settings.warm_up)
            address = settings.base_url or address_of(settings.host, opened)
            serve(application, opened, address=address, proxies=settings.proxies, log_config=log_config)
    finally:
        opened.close()
