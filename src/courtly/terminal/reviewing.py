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
from courtly.review.warm import WARM_UP_PARTS
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
    ruled_out,
    signed,
    verdict,
)
from courtly.scene.console import heading, make_console
from courtly.terminal.drawers import find_renderer
from courtly.terminal.play import log_lines, prompt_line, seen
from courtly.text.locales import Locale


def review_record(document: bytes, effort: Effort, *, lang: str, as_json: bool) -> None:
    """Print the review of a record in words or as JSON."""
    match = finished(document)
    ensure_warm(match.game, warm_up_parts=WARM_UP_PARTS)
    console = make_console()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=match.version)
        found = review(match, effort, lambda done, _all: bar.update(task, completed=done))
    if as_json:
        print(found.model_dump_json(indent=1))
        return
    _print_review(found, match, Locale(lang, names_of(match, lang), domain=match.game), console)


def finished(document: bytes) -> Match:
    """Return the match of a record; raise `NotOver` if it is unfinished."""
    match = read_record(document)
    if not match.is_over:
        message = said("the match is not over: it has {count} moves so far", count=match.version)
        raise NotOver(message, where=f"move {match.version}", allowed=said("the record of a finished match"))
    return match


def names_of(match: Match, lang: str) -> list[str]:
    """Return the names in a record, or default names made from seat numbers."""
    locale = Locale(lang)
    return (
        [str(seat["name"]) for seat in match.seats] if match.seats else [locale.name(n) for n in range(match.players)]
    )


def _print_review(found: Review, match: Match, locale: Locale, console: Console) -> None:
    words = move_words(match, locale)
    console.print(heading(verdict(found, locale)), Text(decided(found, words, locale)), Text())
    console.print(_parts(found, locale), Text())
    console.print(heading(locale.say("The moments that mattered most")))
    for line in _moments(found, words, locale):
        console.print(Text(line))
    console.print(Text(), Text(how(found, locale), style="dim"))


def _parts(found: Review, locale: Locale) -> Table:
    """Return a table with the parts of each seat's victory share."""
    table = Table(title=locale.say("Win share, in %"), title_justify="left", title_style="bold")
    heads = [locale.say("even share"), *(locale.say(PARTS[kind]) for kind in PARTS), locale.say("result")]
    table.add_column(locale.say("player"))
    for head in heads:
        table.add_column(head, justify="right")
    table.add_column(locale.say("revealed"))
    for seat, one in enumerate(found.seats):
        cells = [
            f"{signed(getattr(one.parts, kind))} ± {percent(getattr(one.parts, f'{kind}_error'))}" for kind in PARTS
        ]
        gave = ", ".join(
            f"{locale.say(GAVE.get(each.kind, each.kind))} {locale.say('{percent}%', percent=share)}"
            for each, share in ((each, percent(ruled_out(each.bits))) for each in one.gave)
        )
        table.add_row(locale.name(seat), percent(one.parts.even), *cells, percent(one.parts.result), gave)
    return table


def _moments(found: Review, words: MoveWords, locale: Locale) -> list[str]:
    """Return the costliest clear mistakes, a few lines each."""
    lines: list[str] = []
    for number in found.moments:
        one = moment(found.decision(number), words, locale)
        lines += [
            locale.say(
                "{when}, {name}, move {number}: {cost}% (± {error})",
                when=words.when(one.number - 1),
                name=one.name,
                number=one.number,
                cost=one.cost,
                error=one.error,
            ),
            "  " + locale.say("Played: {move}", move=one.played),
            *([f"    {one.played_effect}"] if one.played_effect else []),
            "  " + locale.say("Better: {move}", move=one.better),
            *([f"    {one.better_effect}"] if one.better_effect else []),
            f"  {one.why}",
        ]
    return lines or [locale.say(NO_MISTAKE)]


@dataclass(slots=True)
class Stepper:
    """Step through a finished match in a terminal.

    Attributes
    ----------
    match, locale, console
        The match, the viewer's locale, and the output. The locale's seat selects the view, None for a spectator's.
    ask
        Shows a prompt and returns the typed line; raises `EOFError` at the end of the input.
    """

    match: Match
    locale: Locale
    console: Console
    ask: Callable[[str], str] = prompt_line

    def run(self, number: int) -> None:
        """Show the table after a move, then after other moves until the viewer quits."""
        positions = _positions(self.match)
        while True:
            self.show(positions[number], number)
            try:
                answer = self.ask(self.locale.say("Enter or n: next; p: back; a number: that move; q: quit: "))
            except EOFError:
                return
            wanted = self._wanted(answer.strip().casefold(), number)
            if wanted is None:
                return
            number = wanted

    def show(self, here: Match, number: int) -> None:
        """Print the table after `number` moves, and the log of the last move."""
        view, drawer = seen(here, self.locale.seat), find_renderer(here.game)
        title = self.locale.say("Move {number} of {count}", number=number, count=self.match.version)
        self.console.print(heading(title))
        before = len(here.log(self.locale.seat, until=max(0, number - 1)))
        for line in log_lines(drawer, view, self.locale, start=before):
            self.console.print(Text.assemble(("• ", "dim"), line))
        drawn = drawer.ending(view, self.locale) if here.is_over else drawer.position(view, self.locale)
        self.console.print(drawn)

    def _wanted(self, answer: str, number: int) -> int | None:
        """Return the requested move number, None to quit."""
        if answer in ("q", "quit") or (answer in ("", "n") and number == self.match.version):
            return None
        if answer.isdecimal():
            return min(int(answer), self.match.version)
        return max(0, number - 1) if answer == "p" else min(self.match.version, number + 1)


def _positions(match: Match) -> list[Match]:
    from courtly.review.walk import positions_of

    return positions_of(match)


def show_record(document: bytes, *, move: int | None, seat: int | None, lang: str) -> None:
    """Show a finished match after one move, or step through it interactively."""
    match = finished(document)
    if seat is not None and not 0 <= seat < match.players:
        allowed = said("{low} to {high}", low=0, high=match.players - 1)
        message = said("there is no seat {given}; choose from {known}", given=shown(seat), known=allowed)
        raise BadOption(message, given=seat, where="seat", allowed=allowed)
    locale = Locale(lang, names_of(match, lang), seat, match.game)
    stepper = Stepper(match, locale, make_console())
    if move is None:
        stepper.run(0)
    else:
        stepper.show(match.at(move), move)
