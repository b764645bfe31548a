"""Reviews and finished matches in a terminal: `courtly review` and `courtly show`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from courtly.engine.errors import BadOption, NotOver, shown
from courtly.engine.play.match import Match
from courtly.engine.play.records import read_record
from courtly.engine.play.warmup import ensure_warm
from courtly.engine.sentences import said
from courtly.review import Effort, Review, review
from courtly.review.warm import ROOMS
from courtly.review.words import (
    GAVE,
    NO_MISTAKE,
    PARTS,
    MoveWords,
    decided,
    how,
    moment,
    move_words,
    percent,
    signed,
    verdict,
)
from courtly.scene.console import heading, make_console
from courtly.terminal.drawers import find_drawer
from courtly.terminal.play import log_lines, seen, typed
from courtly.text.reader import Reader


def review_record(document: bytes, effort: Effort, *, lang: str, as_json: bool) -> None:
    """Print the review of a record, as JSON or in words."""
    match = finished(document)
    ensure_warm(match.game, rooms=ROOMS)
    console = make_console()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=match.version)
        found = review(match, effort, lambda done, _all: bar.update(task, completed=done))
    if as_json:
        print(found.model_dump_json(indent=1))
        return
    _print_review(found, match, Reader(lang, names_of(match, lang), domain=match.game), console)


def finished(document: bytes) -> Match:
    """Return the match of a record; raise `NotOver` for one that is not over."""
    match = read_record(document)
    if not match.is_over:
        message = said("the match is not over: it has {count} moves", count=match.version)
        raise NotOver(message, where=f"move {match.version}", allowed=said("the record of a finished match"))
    return match


def names_of(match: Match, lang: str) -> list[str]:
    """Return the names in a record, or the numbers of the seats."""
    reader = Reader(lang)
    return (
        [str(seat["name"]) for seat in match.seats] if match.seats else [reader.name(n) for n in range(match.players)]
    )


def _print_review(found: Review, match: Match, reader: Reader, console: Console) -> None:
    words = move_words(match, reader)
    console.print(heading(verdict(found, reader)), Text(decided(found, reader)), Text())
    console.print(_parts(found, reader), Text())
    console.print(heading(reader.say("The moments that mattered most")))
    for line in _moments(found, words, reader):
        console.print(Text(line))
    console.print(Text(), Text(how(found, reader), style="dim"))


def _parts(found: Review, reader: Reader) -> Table:
    """Return why each seat won or not."""
    table = Table(title=reader.say("Share of the victory, in %"), title_justify="left", title_style="bold")
    heads = [reader.say("even share"), *(reader.say(PARTS[kind]) for kind in PARTS), reader.say("result")]
    table.add_column(reader.say("player"))
    for head in heads:
        table.add_column(head, justify="right")
    table.add_column(reader.say("given away"))
    for seat, one in enumerate(found.seats):
        cells = [
            f"{signed(getattr(one.parts, kind))} ± {percent(getattr(one.parts, f'{kind}_error'))}" for kind in PARTS
        ]
        gave = ", ".join(
            reader.say("{kind} {bits} bits", kind=reader.say(GAVE.get(each.kind, each.kind)), bits=f"{each.bits:.1f}")
            for each in one.gave
        )
        table.add_row(reader.name(seat), percent(one.parts.even), *cells, percent(one.parts.result), gave)
    return table


def _moments(found: Review, words: MoveWords, reader: Reader) -> list[str]:
    """Return the dearest clear mistakes, a few lines each."""
    lines: list[str] = []
    for number in found.moments:
        one = moment(found.decision(number), words, reader)
        lines += [
            reader.say(
                "Move {number}, {name}: {cost} % (± {error})", **_places(one.number, one.name, one.cost, one.error)
            ),
            "  " + reader.say("Played: {move}", move=one.played),
            "  " + reader.say("Better: {move}", move=one.better),
            f"  {one.why}",
        ]
    return lines or [reader.say(NO_MISTAKE)]


def _places(number: int, name: str, cost: str, error: str) -> dict[str, object]:
    return {"number": number, "name": name, "cost": cost, "error": error}


@dataclass(slots=True)
class Stepper:
    """Steps through a finished match in a terminal.

    Attributes
    ----------
    match, reader, console
        What is shown, to whom, and where; the reader's seat is whose eyes it is seen through, None for open hands.
    ask
        Shows a prompt and returns what was typed; raises `EOFError` when nothing more will come.
    """

    match: Match
    reader: Reader
    console: Console
    ask: Callable[[str], str] = typed

    def run(self, number: int) -> None:
        """Show the table after a move, and after others as long as somebody asks for them."""
        positions = _positions(self.match)
        while True:
            self.show(positions[number], number)
            try:
                answer = self.ask(self.reader.say("Enter or n: next; p: back; a number: that move; q: quit: "))
            except EOFError:
                return
            wanted = self._wanted(answer.strip().casefold(), number)
            if wanted is None:
                return
            number = wanted

    def show(self, here: Match, number: int) -> None:
        """Print the table after so many moves, and what the last of them did."""
        view, drawer = seen(here, self.reader.seat), find_drawer(here.game)
        title = self.reader.say("Move {number} of {count}", number=number, count=self.match.version)
        self.console.print(heading(title))
        before = len(here.log(self.reader.seat, until=max(0, number - 1)))
        for line in log_lines(drawer, view, self.reader, start=before):
            self.console.print(Text.assemble(("• ", "dim"), line))
        drawn = drawer.ending(view, self.reader) if here.is_over else drawer.position(view, self.reader)
        self.console.print(drawn)

    def _wanted(self, answer: str, number: int) -> int | None:
        """Return the number of the move that was asked for, None to leave."""
        if answer in ("q", "quit") or (answer in ("", "n") and number == self.match.version):
            return None
        if answer.isdecimal():
            return min(int(answer), self.match.version)
        return max(0, number - 1) if answer == "p" else min(self.match.version, number + 1)


def _positions(match: Match) -> list[Match]:
    from courtly.review.walk import positions_of

    return positions_of(match)


def show_record(document: bytes, *, move: int | None, seat: int | None, lang: str) -> None:
    """Show a finished match at one move, or step through it where somebody types."""
    match = finished(document)
    if seat is not None and not 0 <= seat < match.players:
        allowed = said("{low} to {high}", low=0, high=match.players - 1)
        message = said("there is no seat {given}; there are {known}", given=shown(seat), known=allowed)
        raise BadOption(message, given=seat, where="seat", allowed=allowed)
    reader = Reader(lang, names_of(match, lang), seat, match.game)
    stepper = Stepper(match, reader, make_console())
    if move is None:
        stepper.run(0)
    else:
        stepper.show(match.at(move), move)
