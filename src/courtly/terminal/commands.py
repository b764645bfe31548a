"""Implementations of the commands, called with parsed arguments."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import courtly
from courtly.arena.entrants import check_bot, make_bot
from courtly.bots import Bot, choose
from courtly.bots.learned.net_store import WITHOUT_NET
from courtly.bots.registry import lacks_net
from courtly.bots.search import warm as search_warm
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import Game, Setup, broken_games, set_up
from courtly.engine.contract.options import Option, Options, allowed, read_options
from courtly.engine.errors import BadOption, cannot_write
from courtly.engine.play import warmup
from courtly.engine.play.match import Match, checked_seed, record_seat
from courtly.engine.play.position import BranchPoint
from courtly.engine.play.records import MAX_BYTES, game_of, write_record
from courtly.engine.play.warmup import WarmUpParts
from courtly.engine.sentences import Sentence, said
from courtly.scene.console import make_console, printable
from courtly.scene.parts import words_of
from courtly.terminal.drawers import find_renderer
from courtly.terminal.play import Chooser, TerminalSession, log_lines, seen
from courtly.text.languages import checked_language, marked, translator, worded
from courtly.text.locales import Locale

HEADS = (marked("option"), marked("description"), marked("values"), marked("default"))
LEFT: dict[str, Any] = {"title_justify": "left", "title_style": "bold"}

ORIGINS = {
    "position": marked("Played on from another match after {moves} moves: practice, as some cards may be known."),
    "deal": marked("This deal was played before: practice, as some cards may be known."),
    "day": marked("Deal of the day, the same for all players: practice, as some cards may be known."),
}
"""Descriptions of the origin of a match that was not freshly dealt."""

USUAL_PLAYERS = 3

BOT_STREAM = 0x626F74
"""Keeps the bots' random streams apart from the deal's."""


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """The arguments of `courtly play`; `options`, `bots` and `start` as typed."""

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
    """Play one match in this terminal; write its record if requested, even if the player leaves early."""
    match, bots = _prepared(request) if request.start is None else _resumed(request)
    seat = next((seat for seat in range(match.players) if seat not in bots), None)
    off = () if request.chances else ("odds",)
    locale = Locale(request.lang, [str(one["name"]) for one in match.seats or ()], seat, match.game, off)
    session = TerminalSession(match, locale, make_console(), bots, plain=request.plain)
    if any("lacks_net" in one for one in match.seats or ()):
        session.console.print(locale.say(WITHOUT_NET))
    try:
        if not session.run():
            session.console.print(locale.say("You have left the match."))
    except KeyboardInterrupt:
        session.console.print()
        raise
    finally:
        if request.record is not None:
            _write(request.record, match)
            session.console.print(locale.say("The match record is in {file}.", file=request.record))


def _prepared(request: PlayRequest) -> tuple[Match, dict[int, Chooser]]:
    """Check the request, compile the game, and return the match with a move chooser for each bot's seat."""
    checked_language(request.lang)
    checked_seed(request.seed)
    assert request.game is not None, "the request has a game"
    game = request.game
    if request.seat is not None:
        raise _conflict("seat", said("only with --from"))
    options = _chosen(request, game)
    specs = _bot_specs(request, options.players)
    bots = [make_bot(spec) for spec in specs]
    if request.record is not None:
        _check_writable(request.record)
    warm([game], [search_warm.WARM_UP_PART])
    seats = _seats(request, set_up(game, options.given()))
    match = courtly.new_match(game, seed=request.seed, seats=seats, **options.given())
    for bot in bots:
        check_bot(bot, match.setup)
    first = options.players - len(bots)
    return match, {seat: _chooser(bot, match, seat, request.threads) for seat, bot in enumerate(bots, first)}


def _resumed(request: PlayRequest) -> tuple[Match, dict[int, Chooser]]:
    """Return a match that continues a record, with a move chooser for each bot's seat."""
    assert request.start is not None
    checked_language(request.lang)
    for name, given in (("option", request.options), ("seed", request.seed)):
        if given or given == 0:
            raise _conflict(name, said("not with --from, which takes this from the record"))
    file, _, move = request.start.rpartition("@")
    has_move = bool(file) and move.isdecimal()
    with Path(file if has_move else request.start).open("rb") as source:
        document = source.read(MAX_BYTES + 1)
    game = game_of(document)
    if request.game not in (None, game):
        raise _conflict("game", said("not with --from, which takes this from the record"))
    if request.record is not None:
        _check_writable(request.record)
    warm([game], [search_warm.WARM_UP_PART])
    whole = courtly.read_record(document)
    place = BranchPoint(whole, int(move) if has_move else whole.version)
    own = None if request.watch else place.seat(request.seat)
    bots = [make_bot(spec) for spec in _bot_specs(request, whole.players)]
    for bot in bots:
        check_bot(bot, whole.setup)
    people = _seats(request, whole.setup)
    if own is not None:
        people.insert(own, people.pop(0))
    match = place.position().open(whole.setup, people, place.origin())
    seats = [seat for seat in range(match.players) if seat != own]
    return match, {seat: _chooser(bot, match, seat, request.threads) for seat, bot in zip(seats, bots, strict=True)}


def _conflict(name: str, allowed: Sentence) -> BadOption:
    """Return the error for an option that conflicts with the others."""
    message = said("{name} cannot be used here: {allowed}", name=name, allowed=allowed)
    return BadOption(message, where=name, allowed=allowed, problem="together")


def _chosen(request: PlayRequest, game: str) -> Options:
    """Return the checked options, with the content of any files they name."""
    model, typed = courtly.find_game(game).rules.options, _options(request)
    read = {name: value for name, value in model.load_documents(typed).items() if value is not typed.get(name)}
    options = read_options(model, {name: text for name, text in typed.items() if name not in read}, from_text=True)
    return read_options(model, {**options.given(), **read}) if read else options


def _options(request: PlayRequest) -> dict[str, str]:
    """Return the options as typed, with a default number of players."""
    listed = len(request.bots) if request.watch else len(request.bots) + 1
    players = listed if len(request.bots) > 1 else USUAL_PLAYERS
    return {"players": str(players), **request.options}


def _bot_specs(request: PlayRequest, players: int) -> list[str]:
    """Return a bot specification for each bot's seat."""
    seats = players if request.watch else players - 1
    specs = list(request.bots) * seats if len(request.bots) == 1 else list(request.bots)
    if len(specs) == seats:
        return specs
    places = {"count": len(specs), "seats": seats}
    message = said("--bots lists {count} bots for {seats} seats; give 1 bot for all seats, or {seats} bots", **places)
    raise BadOption(message, given=",".join(specs), where="bots", allowed=said("1 or {seats} bots", seats=seats))


def _seats(request: PlayRequest, setup: Setup) -> list[dict[str, Any]]:
    """Return the seats for the record, the person's first; bots of one kind are numbered."""
    person = printable(request.name or "") or translator(request.lang)(marked("Guest"))
    specs = [*([] if request.watch else [None]), *_bot_specs(request, setup.players)]
    names = [spec or person for spec in specs]
    named = [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]
    return [record_seat(name, lacks_net=lacks_net(spec, setup)) for name, spec in zip(named, specs, strict=True)]


def _chooser(bot: Bot, match: Match, seat: int, threads: int | None) -> Chooser:
    """Return a function that chooses a bot's moves. Its random stream depends only on the match's seed and the seat."""
    rng = stream(match.seed or 0, seat, BOT_STREAM)
    return lambda match, seat: choose(bot, match.knowledge(seat), rng, threads=threads).move


def _check_writable(file: Path) -> None:
    """Raise an error before the match starts if the file cannot be written."""
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise cannot_write(file, where="record")


def _write(file: Path, match: Match) -> None:
    """Write a match record atomically."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text(write_record(match), encoding="utf-8")
    draft.replace(file)


def replay_record(document: bytes, *, verbose: bool, lang: str) -> None:
    """Verify a match record and print a summary, with every move if `verbose`."""
    console, match = make_console(), courtly.read_record(document)
    locale = _locale_of(match, lang)
    if verbose:
        _print_moves(match, locale, console)
    console.print(_summary(match, locale), soft_wrap=True)


def verify_record(document: bytes, *, lang: str) -> None:
    """Verify a match record with its fair shuffle, and print the results and the values that players can compare."""
    console, match = make_console(), courtly.read_record(document)
    locale = _locale_of(match, lang)
    for line in (_summary(match, locale), *_shuffle_lines(match, locale)):
        console.print(line, soft_wrap=True)


def _locale_of(match: Match, lang: str) -> Locale:
    """Return a locale with the names in a record; a seat without a name gets its number."""
    seats = match.record().get("seats") or [{}] * match.players
    unnamed = translator(lang)(marked("Seat {number}"))
    names = [printable(seat.get("name", "")) or unnamed.format(number=number) for number, seat in enumerate(seats)]
    return Locale(lang, names, domain=match.game)


def _shuffle_lines(match: Match, locale: Locale) -> Iterator[str]:
    """Yield the facts about a record's shuffle, which were verified when it was read."""
    if match.origin is not None:
        yield locale.say(ORIGINS[match.origin.kind], moves=match.origin.moves)
    if match.fair is None:
        yield locale.say("No fair shuffle: nothing proves that the deal was random.")
        return
    yield locale.say("The commitment is valid, and the whole deal follows from the secret and the shuffle seeds.")
    yield locale.say("Commitment: {promise}", promise=match.fair.promise)
    for name, word in zip(locale.names, match.fair.words, strict=True):
        if word:
            yield locale.say("Shuffle seed of {name}: {word}", name=name, word=printable(word))


def _print_moves(match: Match, locale: Locale, console: Console) -> None:
    """Print every move from the view of the seat that made it."""
    record, drawer = match.record(), find_renderer(match.game)
    replayed = courtly.new_match(match.game, seed=match.seed, deal=record["deal"], **record["options"])
    shown_events = 0
    for number, move in enumerate(match.moves, 1):
        seat = replayed.to_move
        replayed.play(move)
        view = seen(replayed, seat)
        for line in log_lines(drawer, view, locale, start=shown_events):
            console.print(f"{number:4} ", line, sep="", soft_wrap=True)
        shown_events = len(view["events"])


def _summary(match: Match, locale: Locale) -> str:
    """Return a one-line summary of a verified record."""
    places = {"game": match.game, "players": match.players, "moves": len(match.moves)}
    if not match.is_over:
        assert match.to_move is not None
        unfinished = marked("Valid record: {game}, {players} seats, {moves} moves; not finished, {name} to move.")
        return locale.say(unfinished, **places, name=locale.names[match.to_move])
    scores = ", ".join(f"{name} {score}" for name, score in zip(locale.names, match.scores(), strict=True))
    winners = ", ".join(locale.names[seat] for seat in match.winners())
    finished = marked("Valid record: {game}, {players} seats, {moves} moves; scores: {scores}; won by {winners}.")
    return locale.say(finished, **places, scores=scores, winners=winners)


def list_games(lang: str) -> None:
    """Print every game with its options, their values and defaults."""
    console = make_console()
    for name in courtly.game_names():
        game, locale = courtly.find_game(name), Locale(lang, domain=name)
        table = Table(*(locale.say(head) for head in HEADS), title=_title(game, locale), **LEFT)
        for option in game.rules.options.described():
            default = locale.say(marked("(required)")) if option.required else option.text(option.default)
            table.add_row(
                option.name, locale.worded(option.description.title), values_of(game, option, locale), default
            )
        console.print(table)
    for error in broken_games().values():
        make_console(stderr=True).print(f"courtly: {worded(error.sentence, lang)}", soft_wrap=True)


def _title(game: Game, locale: Locale) -> str:
    return f"{locale.say(words_of(game).title)} ({game.name})"


def values_of(game: Game, option: Option, locale: Locale) -> str:
    """Return the values of an option, each with its title if it differs from the value."""
    named = [value for value in option.values if value in option.description.values]
    if not named:
        model = game.rules.options
        return locale.worded(allowed(model.model_fields[option.name], domain=model.domain))
    titles = ((value, locale.worded(option.value_title(value))) for value in option.values)
    return "\n".join(title if title.startswith(value) else f"{value} – {title}" for value, title in titles)


def warm(
    names: Sequence[str], warm_up_parts: WarmUpParts = (), *, always_say: bool = False, processes: int | None = None
) -> None:
    """Compile the uncompiled parts of these games and of `warm_up_parts`, with a progress bar on standard error."""
    console = make_console(stderr=True)
    cold = [name for name in names if not warmup.is_warm(name, warm_up_parts)]
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

            warmup.warm(cold, tell, warm_up_parts=warm_up_parts, processes=processes)
    elif cold:
        console.print(f"Compiling {', '.join(cold)}, once for this machine; this takes up to a minute.")
        warmup.warm(cold, warm_up_parts=warm_up_parts, processes=processes)
    if always_say:
        console.print("Everything is compiled.")
