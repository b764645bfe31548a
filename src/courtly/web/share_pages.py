"""The page of somebody's links to a match, and what other sites show of them."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.tables.looking import Past
from courtly.tables.store.rows import Aim
from courtly.text.reader import Reader
from courtly.web.contexts.frame import Frame, Preview
from courtly.web.contexts.sharing import ShareChoice, ShareLink, SharePage
from courtly.web.games import pages_of
from courtly.web.pictures.drawing import caption_of
from courtly.web.table_pages import seen
from courtly.web.ways import eyes_name, shared_ways, table_ways


def share_page(past: Past, aim: Aim, links: Sequence[tuple[Aim, str]], reader: Reader, *, site: str) -> SharePage:
    """Return the page where links to a match, or to the move of an aim, are made and withdrawn."""
    assert past.look.match is not None
    ways = table_ways(aim.table, aim.match)
    shown = seen(past.look, reader)
    name = eyes_name(aim.eyes)
    moves = [aim.move] if aim.move is not None else []
    choices = [None, *moves]
    return SharePage(
        frame=Frame(title=reader.say("Share"), here=ways.share(name, aim.move), sheets=["player.css"]),
        called=pages_of(past.match.game).title(shown.reader),
        headline=pages_of(past.match.game).headline(shown),
        here_url=ways.share(),
        choices=[
            ShareChoice(
                "" if move is None else str(move),
                _about(past, Aim(aim.table, aim.match, move, aim.eyes), reader),
                chosen=move == aim.move,
            )
            for move in choices
        ],
        eyes=name,
        links=[
            ShareLink(code, f"{site}{shared_ways(code).base}", _about(past, each, reader), picture_url(code, each))
            for each, code in links
        ],
        back_url=ways.match if aim.move is None else ways.step(aim.move, name),
    )


def picture_url(code: str, aim: Aim) -> str:
    """Return the address of the picture of a link, in the language of whoever made it."""
    return f"{shared_ways(code).base}/picture.png?lang={aim.lang}"


def _about(past: Past, aim: Aim, reader: Reader) -> str:
    """Return what a link leads to, in words."""
    words = reader.say("The whole match") if aim.move is None else caption_of(past, aim, reader.lang).above
    return words if aim.named else reader.say("{words}, without names", words=words)


def preview_of(past: Past, aim: Aim, site: str) -> Preview:
    """Return what other sites show of a link, in the language of whoever made it."""
    caption = caption_of(past, aim, aim.lang)
    return Preview(
        title=f"{caption.game}: {caption.title}",
        about=" – ".join(words for words in (caption.above, caption.below) if words),
        url=f"{site}{shared_ways(past.code).base}",
        picture=f"{site}{picture_url(past.code, aim)}",
        lang=aim.lang,
    )
