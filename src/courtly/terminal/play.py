"""A match played in a terminal: people are asked, bots are given what their seat knows, everything shown is a view.

One person plays against bots, or nobody does and the match is watched as a spectator sees it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from courtly.bots import hint, hint_luck
from courtly.engine.errors import IllegalMove
from courtly.engine.sentences import Sentence
from courtly.scene.console import Drawer, Menu, View, hanging, heading, printable
from courtly.scene.parts import words_of
from courtly.terminal.drawers import find_drawer
from courtly.text.reader import Reader

if TYPE_CHECKING:
    from courtly.engine.play.match import Match

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
    plain
        Whether the game is drawn from its scene, whatever board it brings.
    """

    match: Match
    reader: Reader
    console: Console
    bots: Mapping[int, Chooser]
    ask: Callable[[str], str] = field(default_factory=lambda: typed)
    plain: bool = False
    _shown: int = 0

    @property
    def audience(self) -> int | None:
        """The person's seat, None when the match is only watched."""
        return next((seat for seat in range(self.match.players) if seat not in self.bots), None)

    @property
    def drawer(self) -> Drawer:
        """The module that draws this game."""
        return find_drawer(self.match.game, plain=self.plain)

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
        return seen(self.match, self.audience)

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
        for line in log_lines(self.drawer, view, self.reader, start=self._shown):
            self.console.print(Text.assemble(("• ", "dim"), line))
        self._shown = len(view["events"])

    def _question(self, view: View) -> str:
        """Return what is asked, by the board or by the game's words."""
        asked = getattr(self.drawer, "question", None) or words_of(self.match.game).question
        return str(asked(view, self.reader))

    def _person_moves(self) -> bool:
        """Show the position, ask until a legal move comes and play it; return False when the person leaves."""
        view = self._view()
        self._show_log(view)
        menu = self.drawer.menu(view, self.reader)
        self.console.print(Text(), self.drawer.position(view, self.reader))
        self.console.print(heading(self._question(view)), menu.shown)
        while True:
            answer = self._answer()
            if answer is None:
                return False
            if self._played(answer, menu):
                return True

    def _answer(self) -> str | None:
        """Return what the person typed, None when they leave."""
        prompt = self.reader.say("Number or notation (? help, q quit): ")
        try:
            answer = " ".join(self.ask(prompt).split()).casefold()
        except EOFError:
            return None
        return None if answer in ("q", "quit") else answer

    def _played(self, answer: str, menu: Menu) -> bool:
        """Play what was typed if it is a legal move; otherwise say what is asked for."""
        if answer in ("", "?", "help"):
            self._help(menu)
            return False
        if answer in ("h", "hint"):
            self._hint(menu)
            return False
        try:
            self.match.play(menu.moves.get(answer, answer))
        except IllegalMove as error:
            self._refuse(answer, error.why, menu)
            return False
        return True

    def _refuse(self, answer: str, reason: Sentence, menu: Menu) -> None:
        """Say that this cannot be played, and what can."""
        say, wanted = self.reader.say, menu.wanted
        if answer.isdecimal() and answer not in menu.moves:
            number = printable(answer)
            self.console.print(say("There is no choice {number}: type {wanted}.", number=number, wanted=wanted))
            return
        self.console.print(say("Not possible here: type {wanted}, or a move.", wanted=wanted))
        self.console.print(Text(f"({self.reader.worded(reason)})", style="dim"))

    def _hint(self, menu: Menu) -> None:
        """Say what a search would play here, and why: it is told what the person knows, and no more."""
        assert self.audience is not None
        luck = hint_luck(self.match.version)
        found = hint(self.match.knowledge(self.audience), luck, lang=self.reader.lang)
        numbers = {move: number for number, move in menu.moves.items()}
        choice = found.choice.move
        number = numbers.get(choice)
        shown = choice if number is None else f"{number} ({choice})"
        self.console.print(self.reader.say("Hint: {choice}", choice=shown), markup=False)
        for line in found.lines:
            self.console.print(Text(f"  {line}"))

    def _help(self, menu: Menu) -> None:
        """Say how to answer."""
        say = self.reader.say
        self.console.print(say("Type {wanted}, or a move in notation.", wanted=menu.wanted))
        self.console.print(say("? shows this help; h gives a hint; q leaves the match."))
        notation = self.drawer.notation(self.reader)
        if notation:
            self.console.print(notation)


def seen(match: Match, audience: int | None) -> View:
    """Return a view with its events, and with the lines of its log."""
    events = match.log(audience)
    return {**match.view(audience), "events": events}


def log_lines(drawer: Drawer, view: View, reader: Reader, *, start: int) -> list[Text]:
    """Return what has happened from event `start` on, by the board, or by the game's words where it leaves that."""
    told = getattr(drawer, "log_lines", None)
    if told is not None:
        return list(told(view, reader, start=start))
    lines = words_of(view["game"]).lines(view["events"][start:], view["options"], reader)
    return [Text(hanging(line.text)) for line in lines]


def typed(prompt: str) -> str:
    """Show a prompt and return the line typed; where no person types, the prompt ends its line by itself."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, flush=True)
    return input()
