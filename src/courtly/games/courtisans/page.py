"""The web pages of Courtisans: the table, the viewer's cards and choices, and the scoring.

The data comes from the scene of one audience. `page_table` builds the matrix, `page_cards` the cards, `page_missions`
the missions. `page_figures` computes the aids. `page_parts` splits the page into parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtly.games.courtisans import page_parts, words
from courtly.games.courtisans.content import NAME
from courtly.games.courtisans.page_cards import PageContext, context, face_up, news, signed
from courtly.games.courtisans.page_contexts import Area, Choice, HandCard, TableContext, Victim
from courtly.games.courtisans.page_count import steps_of_count
from courtly.games.courtisans.page_missions import edition_note, own_missions, scored_missions
from courtly.games.courtisans.page_reveal import revealed
from courtly.games.courtisans.page_table import table
from courtly.games.courtisans.page_templates import Final, Score, Turn
from courtly.games.courtisans.scene import Log
from courtly.scene.model import Line, Piece
from courtly.scene.page import Aid, GamePages, PageInput
from courtly.scene.page_parts import Parts
from courtly.scene.parts import words_of
from courtly.scene.verdict import headline
from courtly.text.languages import marked

AREAS = {
    "table": marked("Queen’s table"),
    "own": marked("Your domain"),
    "other": marked("An opponent’s domain"),
}
"""The titles of the three areas of a turn."""

AIDS = {
    "forecast": marked("Value of each domain, now and after a move"),
    "values": marked("Value of each pile now"),
    "progress": marked("Progress of your missions"),
    "unseen": marked("Cards you have not seen"),
}
"""The aids: values that the page computes for the viewer. A viewer can turn each aid off; a table can disable all."""

ALL_AIDS = "aids"
"""Key in `off` that turns all aids off. A table without aids sets it."""


class Courtisans(GamePages):
    """The pages of Courtisans; see `courtly.scene.page.GamePages`."""

    name = NAME
    called = words.TITLE
    about = words.ABOUT
    sheets: Sequence[str] = ("courtisans.css",)

    def drafted(self, page_input: PageInput) -> str:
        """Name the victim of an assassin, because an eliminated card leaves the table."""
        last = next((event for event in reversed(page_input.log) if event["id"] != "draw"), None)
        return words.victim(last, page_input.locale) if last else ""

    def log(self, page_input: PageInput) -> list[Line]:
        """Return the history of the match in sentences."""
        return _lines(page_input.log, page_input)

    def news(self, page_input: PageInput) -> list[Line]:
        """Return the events since the viewer's last turn in sentences."""
        return _lines(news(page_input), page_input)

    def headline(self, page_input: PageInput) -> str:
        """Return the outcome in one sentence."""
        return headline(page_input)

    def turn(self, page_input: PageInput) -> Turn:
        """Return the template context of the table during a match."""
        found = context(page_input, _aids(page_input))
        view, matrix = found.view, table(found)
        hand = _hand(found)
        return Turn(
            table=matrix,
            reveal=revealed(found, matrix),
            playing=any(held.value for held in hand),
            turn=view["turn"],
            turns=view["turns"],
            seat=view["seat"],
            hand=hand,
            areas=_areas(found),
            victims=_victims(matrix),
            spare=_spare(found),
            missions=own_missions(found),
            question=words.question(view, found.locale),
            note=edition_note(found),
            aids=() if ALL_AIDS in page_input.off else _switches(found),
        )

    def parts(self, context: Turn) -> Parts:
        """Return the parts of the table during a match."""
        return page_parts.parts(context)

    def final_parts(self, context: Final) -> Parts:
        """Return the parts of the table on the page of the scoring."""
        return page_parts.final_parts(context)

    def final(self, page_input: PageInput) -> Final:
        """Return the template context of the final scoring."""
        found = context(page_input, ())
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
            reveal=revealed(found, matrix),
            steps=steps_of_count(found, matrix, rows, settled=settled, headline=headline(page_input)),
        )


PAGE = Courtisans()


def _aids(page_input: PageInput) -> Sequence[str]:
    """Return the names of the aids shown to the viewer."""
    return () if ALL_AIDS in page_input.off else [aid for aid in AIDS if aid not in page_input.off]


def _switches(context: PageContext) -> tuple[Aid, ...]:
    return tuple(Aid(name, context.locale.say(title), name in context.aids) for name, title in AIDS.items())


def _lines(log: Log, page_input: PageInput) -> list[Line]:
    """Return events as sentences."""
    return words_of(NAME).lines(log, page_input.view["options"], page_input.locale)


def _hand(context: PageContext) -> tuple[HandCard, ...]:
    """Return the viewer's hand. If it has a single playable card, that card is preselected."""
    seat = context.view["seat"]
    if seat is None:
        return ()
    pieces = context.places[f"hand:{seat}"].pieces
    acts = [act for act in context.scene.acts if act.open]
    begins = {source: act.move.rpartition(" ")[0] for act in acts for source in (act.source, *act.alike)}
    return tuple(_held(piece, begins, context, alone=len(pieces) == 1) for piece in pieces)


EFFECTS = {
    "noble": marked("{card}: counts as two cards."),
    "spy": marked("{card}: stays face down until the end."),
    "assassin": marked("{card}: may eliminate a card where you play it."),
    "guard": marked("{card}: cannot be eliminated."),
}
"""The effect of each role in a sentence (clauses 4.2, 6.6, 5.1, 4.3)."""


def _held(piece: Piece, begins: Mapping[str | None, str], context: PageContext, *, alone: bool) -> HandCard:
    """Return one card of the hand, with the prefix of the move that plays it."""
    face, lang = piece.face or "", context.locale.lang
    family, _, role = face.partition(".")
    value = begins.get(piece.id, "")
    names = words.family_name(family, lang), words.short_role(role, lang)
    card = face_up(piece.id, face, lang)
    says = context.locale.say(EFFECTS[role], card=card.label) if role in EFFECTS else card.label
    return HandCard(value, card, *names, bool(value) and alone, says)


def _areas(context: PageContext) -> tuple[Area, ...]:
    """Return the three areas of the viewer's turn, or no area while another seat is to move."""
    view = context.view
    if view["to_move"] is None or view["to_move"] != view["seat"]:
        return ()
    return tuple(Area(context.locale.say(title), area in view["used"]) for area, title in AREAS.items())


def _victims(matrix: TableContext) -> tuple[Victim, ...]:
    """Return the cards that the viewer's assassin may eliminate, in table order; of identical cards, only one."""
    lines = [(side.piles, side.id) for side in (matrix.above, matrix.below)]
    lines += [(domain.piles, "") for domain in matrix.domains]
    found = [Victim(card, side) for piles, side in lines for pile in piles for card in pile.cards if card.move]
    return tuple({victim.card.move: victim for victim in reversed(found)}.values())[::-1]


def _spare(context: PageContext) -> Choice | None:
    """Return the button that spares all cards, if sparing is a legal move."""
    act = next((act for act in context.scene.acts if act.move == "spare"), None)
    return Choice(act.move, act.words) if act else None


def _score(seat: int, context: PageContext) -> Score:
    """Return the score of one seat, broken down."""
    result = context.view["result"]
    assert result is not None
    return Score(
        seat=seat,
        name=words.shown_name(seat, context.locale),
        mine=seat == context.locale.seat,
        winner=seat in result["winners"],
        cards=signed(sum(card["points"] for card in result["domains"][seat])),
        missions=scored_missions(seat, context),
        total=str(result["scores"][seat]).replace("-", "−"),
    )


def _heads(context: PageContext) -> list[str]:
    """Return the column headings of the score table."""
    say = context.locale.say
    if context.view["options"]["edition"] == "2024":
        return [say("Cards"), say("White mission"), say("Blue mission"), say("Total")]
    return [say("Cards"), say("First mission"), say("Second mission"), say("Total")]


def _settled(context: PageContext) -> str:
    """Return a sentence or two on the final status of the families."""
    result, locale = context.view["result"], context.locale
    assert result is not None
    sentences = {"esteemed": marked("Esteemed: {families}."), "fallen": marked("Fallen from grace: {families}.")}
    ended = {
        status: [words.family_name(row["family"], locale.lang) for row in result["families"] if row["status"] == status]
        for status in sentences
    }
    texts = [locale.say(sentences[status], families=", ".join(names)) for status, names in ended.items() if names]
    return " ".join(texts) or locale.say("All families are neutral.")
