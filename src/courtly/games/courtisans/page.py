"""Courtisans on the pages: the table, what the reader holds and may do, and the count, from one seat's scene alone.

The matrix is drawn in `page_table`, cards in `page_cards`, missions in `page_missions`; what is worked out for the
reader comes from `page_reckoning`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtly.games.courtisans import words
from courtly.games.courtisans.content import NAME, OURS
from courtly.games.courtisans.page_cards import Drawn, drawn, face_up, news, signed
from courtly.games.courtisans.page_contexts import Aid, Area, Choice, Final, HandCard, Score, Table, Turn, Victim
from courtly.games.courtisans.page_count import steps_of_count
from courtly.games.courtisans.page_missions import own_missions, scored_missions
from courtly.games.courtisans.page_table import table
from courtly.games.courtisans.scene import Log
from courtly.scene.model import Line, Piece
from courtly.scene.page import GamePages, Seen
from courtly.scene.parts import words_of
from courtly.scene.verdict import headline
from courtly.text.languages import marked

AREAS = {
    "table": marked("Queen's table"),
    "own": marked("Your domain"),
    "other": marked("An opponent's domain"),
}
"""The three areas of a turn."""

AIDS = {
    "forecast": marked("What each domain would be worth, now and after a move"),
    "values": marked("What each pile would be worth now"),
    "progress": marked("How far your missions are"),
    "unseen": marked("Which cards you have not seen"),
}
"""What is worked out for the reader, who may switch each of it off; a table without aids has none of it."""

WITHHELD = "aids"
"""What is switched off for everybody at a table without aids."""


class Courtisans(GamePages):
    """The pages of Courtisans; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT
    sheets: Sequence[str] = ("courtisans.css",)

    def log(self, seen: Seen) -> list[Line]:
        """Return what has happened, in sentences."""
        return _lines(seen.log, seen)

    def news(self, seen: Seen) -> list[Line]:
        """Return what has happened since the reader's last turn."""
        return _lines(news(seen), seen)

    def headline(self, seen: Seen) -> str:
        """Return who has won, in one sentence."""
        return headline(seen)

    def turn(self, seen: Seen) -> Turn:
        """Return the context of the table during a match."""
        found = drawn(seen, _aids(seen))
        view, reader, matrix = found.view, found.reader, table(found)
        hand = _hand(found)
        return Turn(
            table=matrix,
            playing=any(held.value for held in hand),
            turn=view["turn"],
            turns=view["turns"],
            seat=view["seat"],
            hand=tuple(hand),
            areas=_areas(found),
            victims=_victims(matrix),
            spare=_spare(found),
            missions=own_missions(found),
            note=reader.worded(OURS) if view["options"]["edition"] == "2023" else "",
            aids=[] if WITHHELD in seen.off else _switches(found),
        )

    def final(self, seen: Seen) -> Final:
        """Return the context of the scoring."""
        found = drawn(seen, ())
        matrix = table(found)
        scores = {domain.seat: _score(domain.seat, found) for domain in matrix.domains}
        assert found.scene.sheet is not None
        rows, settled = list(scores.values()), _settled(found)
        return Final(
            table=matrix,
            scores=rows,
            ranking=[scores[row.seat] for row in found.scene.sheet.rows],
            heads=_heads(found),
            settled=settled,
            steps=steps_of_count(found, matrix, rows, settled=settled, headline=headline(seen)),
        )


PAGE = Courtisans()


def _aids(seen: Seen) -> Sequence[str]:
    """Return what is worked out for the reader."""
    return () if WITHHELD in seen.off else [aid for aid in AIDS if aid not in seen.off]


def _switches(drawn: Drawn) -> list[Aid]:
    return [Aid(name, drawn.reader.say(title), name in drawn.aids) for name, title in AIDS.items()]


def _lines(log: Log, seen: Seen) -> list[Line]:
    """Return events as sentences."""
    return words_of(NAME).lines(log, seen.view["options"], seen.reader)


def _hand(drawn: Drawn) -> list[HandCard]:
    """Return the reader's cards; a single one that can be played is chosen already."""
    seat = drawn.view["seat"]
    if seat is None:
        return []
    pieces = drawn.places[f"hand:{seat}"].pieces
    acts = [act for act in drawn.scene.acts if act.open]
    begins = {source: act.move.rpartition(" ")[0] for act in acts for source in (act.source, *act.alike)}
    return [_held(piece, begins, drawn, alone=len(pieces) == 1) for piece in pieces]


def _held(piece: Piece, begins: Mapping[str | None, str], drawn: Drawn, *, alone: bool) -> HandCard:
    """Return one card of the hand, and how the move begins that plays it."""
    face, lang = piece.face or "", drawn.reader.lang
    family, _, role = face.partition(".")
    value = begins.get(piece.id, "")
    names = words.family_name(family, lang), words.short_role(role, lang)
    return HandCard(value, face_up(piece.id, face, lang), *names, bool(value) and alone)


def _areas(drawn: Drawn) -> list[Area]:
    """Return the three areas of a turn of the reader's."""
    view = drawn.view
    if view["to_move"] is None or view["to_move"] != view["seat"]:
        return []
    return [Area(drawn.reader.say(title), area in view["used"]) for area, title in AREAS.items()]


def _victims(matrix: Table) -> list[Victim]:
    """Return the cards that the reader's assassin may eliminate, in the order in which they lie."""
    lines = [(side.piles, side.id) for side in (matrix.above, matrix.below)]
    lines += [(domain.piles, "") for domain in matrix.domains]
    return [Victim(card, side) for piles, side in lines for pile in piles for card in pile.cards if card.move]


def _spare(drawn: Drawn) -> Choice | None:
    """Return the button that eliminates nobody, when that is a choice."""
    act = next((act for act in drawn.scene.acts if act.move == "spare"), None)
    return Choice(act.move, act.words) if act else None


def _score(seat: int, drawn: Drawn) -> Score:
    """Return how one seat came to its points."""
    result = drawn.view["result"]
    assert result is not None
    return Score(
        seat=seat,
        name=drawn.reader.name(seat),
        mine=seat == drawn.reader.seat,
        winner=seat in result["winners"],
        cards=signed(sum(card["points"] for card in result["domains"][seat])),
        missions=scored_missions(seat, drawn),
        total=str(result["scores"][seat]).replace("-", "−"),
    )


def _heads(drawn: Drawn) -> list[str]:
    """Return what stands above the figures of the count."""
    say = drawn.reader.say
    if drawn.view["options"]["edition"] == "2024":
        return [say("Cards"), say("White mission"), say("Blue mission"), say("Total")]
    return [say("Cards"), say("First mission"), say("Second mission"), say("Total")]


def _settled(drawn: Drawn) -> str:
    """Return how the families ended, in a sentence or two."""
    result, reader = drawn.view["result"], drawn.reader
    assert result is not None
    sentences = {"esteemed": marked("Esteemed: {families}."), "fallen": marked("Fallen from grace: {families}.")}
    ended = {
        status: [words.family_name(row["family"], reader.lang) for row in result["families"] if row["status"] == status]
        for status in sentences
    }
    told = [reader.say(sentences[status], families=", ".join(names)) for status, names in ended.items() if names]
    return " ".join(told) or reader.say("No family is esteemed, and none has fallen.")
