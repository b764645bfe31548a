"""Rules and lessons in a terminal: the same texts as on the pages, the table drawn by the game's board."""

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
from courtly.teaching.course import Place, Stop, answer, first, follow, stop_at
from courtly.teaching.errors import NotInLesson
from courtly.teaching.lesson import LEARNER, Lesson
from courtly.teaching.loading import lesson_of, load_lesson
from courtly.teaching.rules import Rules, rules_of
from courtly.terminal.drawers import find_drawer
from courtly.terminal.play import seen, typed
from courtly.text.languages import checked_language
from courtly.text.reader import Reader


def print_rules(game: str, *, lang: str) -> None:
    """Print the rules of a game for players, each paragraph with the clauses that it retells."""
    make_console().print(Markdown(as_markdown(rules_of(game, checked_language(lang)))))


def as_markdown(rules: Rules) -> str:
    """Return rules as Markdown; of a picture there is its caption."""
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
    """Play a lesson: that of a game, or of a file.

    Raises
    ------
    BadLesson, NoLesson, UnknownGame
        There is none that can be played.
    """
    lesson = find_lesson(what)
    reader = Reader(checked_language(lang), domain=lesson.game)
    Tutor(lesson, reader, make_console()).run()


def check_lesson(what: str, *, lang: str) -> None:
    """Say that a lesson holds; raises like `learn` where it does not."""
    lesson = find_lesson(what)
    reader = Reader(checked_language(lang), domain=lesson.game)
    steps = len(lesson.steps)
    told = reader.count(
        "{title}: one step, and all of it holds.",
        "{title}: {n} steps, and all of them hold.",
        steps,
        title=lesson.title(lang),
    )
    make_console().print(told, markup=False, soft_wrap=True)


def find_lesson(what: str) -> Lesson:
    """Return the lesson of a game or of a file, by its name."""
    if what in game_names():
        return lesson_of(what)
    path = Path(what)
    if path.suffix not in (".toml", ".json") and not path.exists():
        # Nobody names a file so: it was to be a game.
        find_game(what)
    return load_lesson(path)


@dataclass(slots=True)
class Tutor:
    """One lesson in one terminal.

    Attributes
    ----------
    lesson, reader, console
        What is learnt, by whom, and where it is shown.
    ask
        Shows a prompt and returns what was typed; raises `EOFError` when nothing more will come.
    """

    lesson: Lesson
    reader: Reader
    console: Console
    ask: Callable[[str], str] = field(default_factory=lambda: typed)

    def run(self) -> bool:
        """Go through the lesson, and return whether it came to its end."""
        self.console.print(heading(self.lesson.title(self.reader.lang)))
        place: Place | None = first()
        while place is not None:
            stop = stop_at(self.lesson, place)
            self._show(stop)
            if stop.is_last:
                return True
            found = self._next(stop)
            if found is None:
                return False
            place = found
        return True

    def _show(self, stop: Stop) -> None:
        """Show where one is, and what is said there."""
        view = seen(stop.match, LEARNER)
        reader = self._reader(stop)
        drawer = self._drawer()
        drawn = drawer.ending(view, reader) if stop.match.is_over else drawer.position(view, reader)
        self.console.print(Text(), drawn)
        step = self.reader.say("Step {number} of {steps}", number=stop.place.step, steps=len(self.lesson.steps))
        self.console.print(heading(f"{step}: {stop.step.title.told(self.reader.lang)}"))
        if stop.is_meanwhile:
            lines = words_of(self.lesson.game).lines(view["events"][stop.news :], view["options"], reader)
            self.console.print(Text("\n".join(hanging(f"• {line.text}") for line in lines)))
            return
        self._say(stop.moment.say.told(self.reader.lang))
        if stop.step.note is not None:
            self._say(stop.step.note.told(self.reader.lang))

    def _drawer(self) -> Drawer:
        return find_drawer(self.lesson.game)

    def _reader(self, stop: Stop) -> Reader:
        """Return the learner, who is called by no name."""
        names = [str(seat.get("name") or "") for seat in stop.match.seats or []] or [""] * stop.match.players
        shown = [printable(name) or self.reader.say("seat {number}", number=seat) for seat, name in enumerate(names)]
        shown[LEARNER] = self.reader.say("You")
        return Reader(self.reader.lang, shown, LEARNER, self.lesson.game)

    def _say(self, text: str) -> None:
        self.console.print(Text(text))

    def _next(self, stop: Stop) -> Place | None:
        """Ask until something leads on, and return where; None when the learner leaves."""
        if stop.is_question:
            return self._question(stop)
        if stop.asked:
            return self._act(stop)
        return stop.way_on if self._typed(self.reader.say("Enter goes on, q leaves: ")) is not None else None

    def _question(self, stop: Stop) -> Place | None:
        for number, choice in enumerate(stop.moment.choice, 1):
            self.console.print(f"{number:4} ", choice.text.told(self.reader.lang), sep="", markup=False)
        prompt = self.reader.say("Number of your answer (s shows it, q leaves): ")
        right = next(number for number, choice in enumerate(stop.moment.choice, 1) if choice.right)
        while (given := self._typed(prompt)) is not None:
            if given == "s":
                self._say(str(right))
                continue
            label = str(int(given) - 1) if given.isdecimal() and len(given) < 4 else given
            try:
                return answer(stop, label, self.reader.lang)
            except NotInLesson as error:
                self._say(self.reader.worded(error.sentence))
        return None

    def _act(self, stop: Stop) -> Place | None:
        view, reader = seen(stop.match, LEARNER), self._reader(stop)
        menu = self._drawer().menu(view, reader)
        self.console.print(heading(words_of(self.lesson.game).question(view, reader)), menu.shown)
        prompt = self.reader.say("Number or notation (s shows what to do, q leaves): ")
        while (given := self._typed(prompt)) is not None:
            if given == "s":
                self._say(" / ".join(words_of(self.lesson.game).move(lines[0], view, reader) for lines in stop.asked))
                continue
            place = self._followed(stop, given, menu)
            if place is not None:
                return place
        return None

    def _followed(self, stop: Stop, given: str, menu: Menu) -> Place | None:
        """Return where what was typed leads; None, and the reason said, where it leads nowhere."""
        try:
            followed = follow(stop, menu.moves.get(given, given), self.reader.lang)
        except NotInLesson as error:
            self._say(self.reader.worded(error.sentence))
        except IllegalMove as error:
            self._say(self.reader.worded(error.why))
        else:
            if followed.instead:
                self._say(
                    self.reader.say(
                        "Just as good. In this lesson it is played a little differently; on we go from there."
                    )
                )
            return followed.place
        return None

    def _typed(self, prompt: str) -> str | None:
        """Return what was typed, None when the learner leaves."""
        try:
            given = " ".join(self.ask(prompt).split()).casefold()
        except EOFError:
            return None
        return None if given in ("q", "quit") else given
