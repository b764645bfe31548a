"""Entries of a table in words, for one subscriber: in their language, and only with facts they may know.

A narrator reads the entries that were serialized for one audience, from the first one on. It derives the seats and
options from them. So the words of an entry never depend on later entries.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from courtly.engine.contract.game import find_game
from courtly.engine.contract.options import read_options
from courtly.scene.parts import words_of
from courtly.tables.acts import ENTRIES, MAX_MOVES, EntryBody, matches, seats, take_back
from courtly.tables.acts.moves import Moved
from courtly.tables.journal import HeadSeat
from courtly.text.locales import Locale
from courtly.web.members import addressed, entry_words, names_of

Entry = Mapping[str, Any]


class NarratedEntry(TypedDict):
    """The words of an entry for a page.

    Attributes
    ----------
    sentence
        The event in words; for a move, one line for each event.
    event
        The event and those after it, each with its `caption`, the text to show on the table during the event, and with
        `begins` if this does not fit next to the captions before; absent if the captions are the lines of the sentence.
    headings
        For an entry in the log of the match: the heading of each line, or nothing in a game without headings.
    """

    sentence: str
    event: NotRequired[Mapping[str, Any]]
    headings: NotRequired[list[str]]


MAX_CAPTION = 130
"""Letters of a caption that fit the three lines of its band on a narrow phone."""

_BREAK = re.compile(r"\n|(?<=;) ")
"""The places where a long caption is divided."""

OPEN_SEAT = HeadSeat("open")


def _captioned(events: Sequence[Mapping[str, Any]], captions: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield events with their captions; one that does not fit the band of a phone with those before it `begins`.

    An event with a long text is followed by items without an id, which only have a caption.
    """
    room = MAX_CAPTION
    for event, text in zip(events, captions, strict=True):
        fits = len(text) <= room
        caption, *more = [" ".join(text.split("\n"))] if fits else _packed(_BREAK.split(text))
        yield {**event, "caption": caption, **({} if fits or room == MAX_CAPTION else {"begins": True})}
        yield from ({"caption": one, "begins": True} for one in more)
        room = 0 if more else (room if fits else MAX_CAPTION) - len(caption)


def _packed(parts: Sequence[str]) -> list[str]:
    """Return a text in as few captions as possible."""
    packed = [parts[0]]
    for part in parts[1:]:
        if len(packed[-1]) + len(part) < MAX_CAPTION:
            packed[-1] += f" {part}"
        else:
            packed.append(part)
    return packed


class Narrator:
    """Puts entries into words. Call `narrate` for each entry in order, from number 0 on."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._game = ""
        self._options: Mapping[str, Any] = {}
        self._seats: list[HeadSeat] = []
        self._heading = ""
        # The events under this heading, if the game has captions of whole turns.
        self._turn: list[Mapping[str, Any]] = []
        # The turns, the headings and the events before the last moves, which may be taken back.
        self._before: deque[tuple[int, str, list[Mapping[str, Any]]]] = deque(maxlen=MAX_MOVES)

    def narrate(self, entry: Entry, seat: int | None) -> NarratedEntry:
        """Return an entry in words; `seat` is the subscriber's seat in the match of the entry."""
        kind = ENTRIES[entry["act"]]
        if kind is Moved:
            return self._moved(entry, seat)
        args, own, before = entry["event"]["args"], entry["seat"], self._seats
        self._apply(kind, own, args)
        # A player who leaves is in the seats before the entry, a player who sits down in the seats after it.
        is_left = own is not None and self._seats[own].kind == "open"
        locale = Locale(self._lang, domain=self._game)
        names = names_of(before if is_left else self._seats, locale)
        name, other = _name(names, own), _name(names, args.get("for"))
        told = kind.sentence_of(args)
        sentence = addressed(told) if own is not None and own == seat else told
        narrated: NarratedEntry = {"sentence": entry_words(sentence, args, name, locale, other=other)}
        if kind.is_logged:
            narrated["headings"] = self._headings([self._heading])
        return narrated

    def _headings(self, lines: list[str]) -> list[str]:
        """Return the headings of lines, or an empty list in a game without headings."""
        return lines if self._heading else []

    def _moved(self, entry: Entry, seat: int | None) -> NarratedEntry:
        event = entry["event"]
        self._before.append((entry["turn"], self._heading, self._turn))
        plain = Locale(self._lang, domain=self._game)
        locale = Locale(self._lang, names_of(self._seats, plain), seat, self._game)
        first = {key: value for key, value in event.items() if key != "then"}
        then = event.get("then", [])
        events = [first, *then]
        words = words_of(self._game)
        lines = words.lines(events, self._options, locale, under=self._heading)
        if lines and lines[-1].heading != self._heading:
            self._heading, self._turn = lines[-1].heading, []
        split = [(text, line.heading) for line in lines for text in line.text.split("\n")]
        narrated: NarratedEntry = {"sentence": "\n".join(text for text, _ in split)}
        in_short = words.turn_caption([*self._turn, *events], self._options, locale)
        self._turn = [*self._turn, *events] if in_short else []
        captions = [in_short, *[""] * len(then)] if in_short else words.captions(events, self._options, locale)
        captioned = list(_captioned(events, captions))
        if any("begins" in each for each in captioned) or [text for text in captions if text] != [
            line.text for line in lines
        ]:
            first, *then = captioned
            narrated["event"] = {**first, "then": then}
        narrated["headings"] = self._headings([heading for _, heading in split])
        return narrated

    def _apply(self, kind: type[EntryBody], seat: int, args: Mapping[str, Any]) -> None:
        """Update the seats and the options."""
        match kind:
            case seats.Opened:
                self._game, self._seats = args["game"], _seats_of(args)
                self._options = self._whole(args["options"])
            case seats.Seated:
                self._put(seat, HeadSeat(args["kind"], args["name"]))
            case seats.Filled:
                self._put(seat, HeadSeat("bot"))
            case seats.Cleared | seats.Removed | seats.Vacated | seats.Left if "bot" not in args:
                self._put(seat, OPEN_SEAT)
            case seats.Changed:
                self._options = self._whole(args["options"])
                count = int(self._options["players"])
                self._seats = [*self._seats, *[OPEN_SEAT] * count][:count]
            case matches.Started:
                self._seats = _seats_of(args)
                self._heading = words_of(self._game).opening(Locale(self._lang, domain=self._game))
            case take_back.TakenBack:
                begun = next(each for each in self._before if each[0] == args["turn"])
                self._heading, self._turn = begun[1:]
            case matches.Rematched:
                self._seats = [*self._seats[1:], *self._seats[:1]]

    def _put(self, seat: int, held: HeadSeat) -> None:
        self._seats = [*self._seats[:seat], held, *self._seats[seat + 1 :]]

    def _whole(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return read_options(find_game(self._game).rules.options, options).model_dump(mode="json")


def _seats_of(args: Mapping[str, Any]) -> list[HeadSeat]:
    return [HeadSeat(seat["kind"], seat["name"]) for seat in args["seats"]]


def _name(names: list[str], seat: int | None) -> str:
    return names[seat] if seat is not None and seat < len(names) else ""
