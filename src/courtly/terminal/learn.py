"""Rules and lessons in a terminal: the texts of the web pages, with the table rendered by the game's board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from courtly.engine.contract.game import find_game, game_names
from courtly.engine.errors import IllegalMove
from courtly.scene.console import Drawer, Menu, hanging, heading, make_console, printable
from courtly.scene.parts import words_of
from courtly.teaching.course import LessonPosition, LessonState, answer, first, follow, lesson_state_at
from courtly.teaching.errors import NotInLesson
from courtly.teaching.lesson import LEARNER, Lesson, reason_of
from courtly.teaching.loading import lesson_of, load_lesson
from courtly.teaching.rules import Rules, rules_of
from courtly.terminal.drawers import find_renderer
from courtly.terminal.play import prompt_line, seen
from courtly.text.languages import checked_language
from courtly.text.locales import Locale


def print_rules(game: str, *, lang: str) -> None:
    """Print the rules of a game for players; each paragraph names its clauses."""
    make_console().print(Markdown(as_markdown(rules_of(game, checked_language(lang)))))


def as_markdown(rules: Rules) -> str:
    """Return rules as Markdown; a figure becomes its caption."""
    lines = [f"# {rules.title}"]
    for section in rules.sections:
        lines.append(f"## {section.title}")
        for block in section.blocks:
            clauses = f" *({', '.join(block.clauses)})*" if block.clauses else ""
            lines.append(f"> {block.text}" if block.kind == "figure" else _begun(block.kind) + block.text + clauses)
    return "\n\n".join(lines)


def _begun(kind: str) -> str:
    return "- " if kind == "entry" else ""


def learn(what: str, *, lang: str) -> None:
    """Play the lesson of a game or of a file.

    Raises
    ------
    BadLesson, NoLesson, UnknownGame
        The lesson is missing or cannot be played.
    """
    lesson = find_lesson(what)
    locale = Locale(checked_language(lang), domain=lesson.game)
    Tutor(lesson, locale, make_console()).run()


def check_lesson(what: str, *, lang: str) -> None:
    """Print that a lesson is valid; raise like `learn` if it is not."""
    lesson = find_lesson(what)
    locale = Locale(checked_language(lang), domain=lesson.game)
    steps = len(lesson.steps)
    in_language = locale.count(
        "{title}: one step, all correct.",
        "{title}: {n} steps, all correct.",
        steps,
        title=lesson.title(lang),
    )
    make_console().print(in_language, markup=False, soft_wrap=True)


def find_lesson(what: str) -> Lesson:
    """Return the lesson of a game name or a file path."""
    if what in game_names():
        return lesson_of(what)
    path = Path(what)
    if path.suffix not in (".toml", ".json") and not path.exists():
        # No lesson file has such a name, so it must be a mistyped game: raise the error for that.
        find_game(what)
    return load_lesson(path)


@dataclass(slots=True)
class Tutor:
    """One lesson in one terminal.

    Attributes
    ----------
    lesson, locale, console
        The lesson, the learner's locale, and the output.
    ask
        Shows a prompt and returns the typed line; raises `EOFError` at the end of the input.
    """

    lesson: Lesson
    locale: Locale
    console: Console
    ask: Callable[[str], str] = field(default_factory=lambda: prompt_line)

    def run(self) -> bool:
        """Go through the lesson, and return whether it was finished."""
        self.console.print(heading(self.lesson.title(self.locale.lang)))
        position: LessonPosition | None = first()
        while position is not None:
            state = lesson_state_at(self.lesson, position)
            self._show(state)
            if state.is_last:
                return True
            found = self._next(state)
            if found is None:
                return False
            position = found
        return True

    def _show(self, state: LessonState) -> None:
        """Show the table of a lesson state, and its text."""
        view = seen(state.match, LEARNER)
        locale = self._locale(state)
        drawer = self._drawer()
        drawn = drawer.ending(view, locale) if state.match.is_over else drawer.position(view, locale)
        self.console.print(Text(), drawn)
        step = self.locale.say("Step {number} of {steps}", number=state.place.step, steps=len(self.lesson.steps))
        self.console.print(heading(f"{step}: {state.step.title.in_language(self.locale.lang)}"))
        if state.is_interlude:
            lines = words_of(self.lesson.game).lines(view["events"][state.news :], view["options"], locale)
            self.console.print(Text("\n".join(hanging(f"• {line.text}") for line in lines)))
            return
        self._say(state.moment.say.in_language(self.locale.lang))
        if state.step.note is not None:
            self._say(state.step.note.in_language(self.locale.lang))

    def _drawer(self) -> Drawer:
        return find_renderer(self.lesson.game)

    def _locale(self, state: LessonState) -> Locale:
        """Return the learner's locale; the learner's seat is called "You"."""
        names = [str(seat.get("name") or "") for seat in state.match.seats or []] or [""] * state.match.players
        shown = [printable(name) or self.locale.say("seat {number}", number=seat) for seat, name in enumerate(names)]
        shown[LEARNER] = self.locale.say("You")
        return Locale(self.locale.lang, shown, LEARNER, self.lesson.game)

    def _say(self, text: str) -> None:
        self.console.print(Text(text))

    def _next(self, state: LessonState) -> LessonPosition | None:
        """Ask until an answer leads to another position, and return that position; None if the learner leaves."""
        if state.is_question:
            return self._question(state)
        if state.accepted_moves:
            return self._act(state)
        return state.next_position if self._typed(self.locale.say("Enter: continue; q: quit: ")) is not None else None

    def _question(self, state: LessonState) -> LessonPosition | None:
        for number, choice in enumerate(state.moment.choice, 1):
            self.console.print(f"{number:4} ", choice.text.in_language(self.locale.lang), sep="", markup=False)
        prompt = self.locale.say("Number of your answer (s: show it, q: quit): ")
        right = next(number for number, choice in enumerate(state.moment.choice, 1) if choice.right)
        while (given := self._typed(prompt)) is not None:
            if given == "s":
                self._say(str(right))
                continue
            label = str(int(given) - 1) if given.isdecimal() and len(given) < 4 else given
            try:
                found = answer(state, label, self.locale.lang)
            except NotInLesson as error:
                self._say(self.locale.worded(error.sentence))
            else:
                self._say(f"{self.locale.say('Correct.')} {reason_of(state.moment, self.locale.lang)}".rstrip())
                return found
        return None

    def _act(self, state: LessonState) -> LessonPosition | None:
        view, locale = seen(state.match, LEARNER), self._locale(state)
        menu = self._drawer().menu(view, locale)
        self.console.print(heading(words_of(self.lesson.game).question(view, locale)), menu.shown)
        prompt = self.locale.say("Number or notation (s: show the answer, q: quit): ")
        while (given := self._typed(prompt)) is not None:
            if given == "s":
                self._say(
                    " / ".join(words_of(self.lesson.game).move(each[0], view, locale) for each in state.accepted_moves)
                )
                continue
            position = self._followed(state, given, menu)
            if position is not None:
                return position
        return None

    def _followed(self, state: LessonState, given: str, menu: Menu) -> LessonPosition | None:
        """Return the position that an answer leads to; print the reason and return None if the answer is wrong."""
        try:
            followed = follow(state, menu.moves.get(given, given), self.locale.lang)
        except NotInLesson as error:
            self._say(self.locale.worded(error.sentence))
        except IllegalMove as error:
            self._say(self.locale.worded(error.why))
        else:
            if followed.instead:
                self._say(
                    self.locale.say("Just as good. This lesson plays it a little differently; let’s go on from there.")
                )
            return followed.place
        return None

    def _typed(self, prompt: str) -> str | None:
        """Return the typed line, None if the learner leaves."""
        try:
            given = " ".join(self.ask(prompt).split()).casefold()
        except EOFError:
            return None
        return None if given in ("q", "quit") else given
