"""A match played in a terminal: people are asked, bots are given what their seat knows, everything shown is a view.

One person plays against bots, or nobody does and the match is watched as a spectator sees it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from courtly.engine.errors import IllegalMove
from courtly.engine.words import translator
from courtly.terminal.screen import Drawer, Reader, View, find_drawer, heading, printable

if TYPE_CHECKING:
    from courtly.engine.match import Match

Chooser = Callable[["Match", int], str]
"""Returns the move of a bot that sits on a seat."""


@dataclass(slots=True)
class Sitting:
    """One match in one terminal.

    Attributes
    ----------
    match, reader, console
        What is played, whom it is shown to, and where.
    bots
        Who chooses for which seat; a seat without one is the person's.
    ask
        Shows a prompt and returns what was typed; raises `EOFError` when nothing more will come.
    """

    match: Match
    reader: Reader
    console: Console
    bots: Mapping[int, Chooser]
    ask: Callable[[str], str] = field(default_factory=lambda: typed)
    _shown: int = 0

    @property
    def audience(self) -> int | None:
        """The person's seat, None when the match is only watched."""
        return next((seat for seat in range(self.match.players) if seat not in self.bots), None)

    @property
    def drawer(self) -> Drawer:
        """The module that draws this game."""
        return find_drawer(self.match.game)

    def run(self) -> bool:
        """Play until the end and show the scoring page, or return False when the person leaves first."""
        while not self.match.is_over:
            seat = self.match.to_move
            assert seat is not None
            if seat in self.bots:
                self._bot_moves(seat)
            elif not self._person_moves():
                return False
        self._show_log(self._view())
        self.console.print(self.drawer.ending(self._view(), self.reader))
        return True

    def _view(self) -> View:
        return self.match.view(self.audience)

    def _bot_moves(self, seat: int) -> None:
        """Let a bot play; a spectator sees the table when a round begins."""
        if self.audience is None:
            view = self._view()
            self._show_log(view)
            if self.drawer.round_begins(view):
                self.console.print(Text(), self.drawer.position(view, self.reader))
        self.match.play(self.bots[seat](self.match, seat))

    def _show_log(self, view: View) -> None:
        """Print the lines of the log that have not been shown yet."""
        for entry in view["log"][self._shown :]:
            self.console.print(Text.assemble(("• ", "dim"), self.drawer.log_line(entry, self.reader)))
        self._shown = len(view["log"])

    def _person_moves(self) -> bool:
        """Show the position, ask until a legal move comes and play it; return False when the person leaves."""
        view = self._view()
        self._show_log(view)
        choices = self.drawer.choices(view)
        self.console.print(Text(), self.drawer.position(view, self.reader))
        self.console.print(heading(self.drawer.question(view, self.reader)), self._listed(choices, view))
        while True:
            answer = self._answer(choices)
            if answer is None:
                return False
            if self._played(answer, choices):
                return True

    def _listed(self, choices: list[str], view: View) -> Table:
        """Return the legal moves, numbered, in words."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right", width=4, style="bold")
        for number, move in enumerate(choices, 1):
            grid.add_row(str(number), *self.drawer.choice(move, view, self.reader))
        return grid

    def _answer(self, choices: list[str]) -> str | None:
        """Return what the person typed, None when they leave."""
        prompt = self.reader.say("Number or notation (? help, q quit): ")
        try:
            answer = " ".join(self.ask(prompt).split()).casefold()
        except EOFError:
            return None
        return None if answer in ("q", "quit") else answer

    def _played(self, answer: str, choices: list[str]) -> bool:
        """Play what was typed if it is a legal move; otherwise say what is asked for."""
        if answer in ("", "?", "help"):
            self._help(choices)
            return False
        numbered = {str(number): move for number, move in enumerate(choices, 1)}
        try:
            self.match.play(numbered.get(answer, answer))
        except IllegalMove as error:
            self._refuse(answer, str(error).rpartition("cannot be played: ")[2], choices)
            return False
        return True

    def _refuse(self, answer: str, reason: str, choices: list[str]) -> None:
        """Say that this cannot be played, and what can."""
        say, count = self.reader.say, len(choices)
        if answer.isdecimal():
            number = printable(answer)
            self.console.print(say("There is no choice {number}: type 1 to {count}.", number=number, count=count))
            return
        self.console.print(say("That cannot be played here: type 1 to {count}, or a move.", count=count))
        self.console.print(Text(f"({translator(self.reader.lang)(reason)})", style="dim"))

    def _help(self, choices: list[str]) -> None:
        """Say how to answer."""
        say = self.reader.say
        self.console.print(say("Type the number of a choice, 1 to {count}, or a move in notation.", count=len(choices)))
        self.console.print(say("? shows this help; q leaves the match."))
        notation = self.drawer.notation(self.reader)
        if notation:
            self.console.print(notation)


def typed(prompt: str) -> str:
    """Show a prompt and return the line typed; where no person types, the prompt ends its line by itself."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, flush=True)
    return input()
