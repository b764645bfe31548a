"""Play a match in a terminal: one person against bots, or bots alone with the person as a spectator.

A bot gets only the knowledge of its seat. The screen shows only information from the person's view.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from courtly.bots import hint, hint_stream
from courtly.engine.errors import IllegalMove
from courtly.engine.sentences import Sentence
from courtly.scene.console import Drawer, Menu, View, hanging, heading, printable
from courtly.scene.parts import words_of
from courtly.terminal.drawers import find_renderer
from courtly.text.locales import Locale

if TYPE_CHECKING:
    from courtly.engine.play.match import Match

Chooser = Callable[["Match", int], str]
"""Returns the move of a bot in a seat."""


@dataclass(slots=True)
class TerminalSession:
    """One match in one terminal.

    Attributes
    ----------
    match, locale, console
        The match, the person's locale, and the output.
    bots
        The move chooser of each bot's seat; the remaining seat is the person's.
    ask
        Shows a prompt and returns the typed line; raises `EOFError` at the end of the input.
    plain
        Whether the game is rendered from its scene even if it has a board.
    """

    match: Match
    locale: Locale
    console: Console
    bots: Mapping[int, Chooser]
    ask: Callable[[str], str] = field(default_factory=lambda: prompt_line)
    plain: bool = False
    _shown: int = 0

    @property
    def audience(self) -> int | None:
        """The person's seat, None for a spectator."""
        return next((seat for seat in range(self.match.players) if seat not in self.bots), None)

    @property
    def drawer(self) -> Drawer:
        """The module that renders this game."""
        return find_renderer(self.match.game, plain=self.plain)

    def run(self) -> bool:
        """Play until the end and show the score sheet; return False if the person leaves first."""
        while not self.match.is_over:
            seat = self.match.to_move
            assert seat is not None
            if seat in self.bots:
                self._bot_moves(seat)
            elif not self._person_moves():
                return False
        self._show_log(self._view())
        self.console.print(self.drawer.ending(self._view(), self.locale))
        return True

    def _view(self) -> View:
        return seen(self.match, self.audience)

    def _bot_moves(self, seat: int) -> None:
        """Play a bot's move; a spectator sees the table at the start of a round."""
        if self.audience is None:
            view = self._view()
            self._show_log(view)
            if self.drawer.round_begins(view):
                self.console.print(Text(), self.drawer.position(view, self.locale))
        self.match.play(self.bots[seat](self.match, seat))

    def _show_log(self, view: View) -> None:
        """Print the new lines of the log."""
        for line in log_lines(self.drawer, view, self.locale, start=self._shown):
            self.console.print(Text.assemble(("• ", "dim"), line))
        self._shown = len(view["events"])

    def _question(self, view: View) -> str:
        """Return the question from the board, or from the game's words."""
        asked = getattr(self.drawer, "question", None) or words_of(self.match.game).question
        return str(asked(view, self.locale))

    def _person_moves(self) -> bool:
        """Show the position, ask until a legal move is typed and play it; return False if the person leaves."""
        view = self._view()
        self._show_log(view)
        menu = self.drawer.menu(view, self.locale)
        self.console.print(Text(), self.drawer.position(view, self.locale))
        self.console.print(heading(self._question(view)), menu.shown)
        while True:
            answer = self._answer()
            if answer is None:
                return False
            if self._played(answer, menu):
                return True

    def _answer(self) -> str | None:
        """Return the typed answer, None if the person leaves."""
        prompt = self.locale.say("Number or notation (?: help, q: quit): ")
        try:
            answer = " ".join(self.ask(prompt).split()).casefold()
        except EOFError:
            return None
        return None if answer in ("q", "quit") else answer

    def _played(self, answer: str, menu: Menu) -> bool:
        """Play the answer if it is a legal move; otherwise print help, a hint or the reason."""
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
        """Print why the answer cannot be played, and which answers can."""
        say, wanted = self.locale.say, menu.wanted
        if answer.isdecimal() and answer not in menu.moves:
            number = printable(answer)
            self.console.print(say("There is no choice {number}: type {wanted}.", number=number, wanted=wanted))
            return
        self.console.print(say("Not possible here: type {wanted}, or a move.", wanted=wanted))
        self.console.print(Text(f"({self.locale.worded(reason)})", style="dim"))

    def _hint(self, menu: Menu) -> None:
        """Print the move that a search suggests, and why; it gets only the person's knowledge."""
        assert self.audience is not None
        rng = hint_stream(self.match.version)
        found = hint(self.match.knowledge(self.audience), rng, lang=self.locale.lang)
        numbers = {move: number for number, move in menu.moves.items()}
        number, moves = numbers.get(found.choice.move), ", ".join(found.advised.moves)
        shown = moves if number is None else f"{number} ({moves})"
        self.console.print(self.locale.say("Hint: {choice}", choice=shown), markup=False)
        for line in found.lines:
            self.console.print(Text(f"  {line}"))

    def _help(self, menu: Menu) -> None:
        """Print how to answer."""
        say = self.locale.say
        self.console.print(say("Type {wanted}, or a move in notation.", wanted=menu.wanted))
        self.console.print(say("? shows this help; h gives a hint; q leaves the match."))
        notation = self.drawer.notation(self.locale)
        if notation:
            self.console.print(notation)


def seen(match: Match, audience: int | None) -> View:
    """Return the view of an audience with its events."""
    events = match.log(audience)
    return {**match.view(audience), "events": events}


def log_lines(drawer: Drawer, view: View, locale: Locale, *, start: int) -> list[Text]:
    """Return the log from event `start` on, by the board, or by the game's words if the board has no log."""
    renderer = getattr(drawer, "log_lines", None)
    if renderer is not None:
        return list(renderer(view, locale, start=start))
    lines = words_of(view["game"]).lines(view["events"][start:], view["options"], locale)
    return [Text(hanging(line.text)) for line in lines]


def prompt_line(prompt: str) -> str:
    """Show a prompt and return the typed line; if standard input is no terminal, the prompt ends with a newline."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, flush=True)
    return input()
