"""Builds the page of a player's links to a match, and the previews of such links on other sites."""

from __future__ import annotations

from collections.abc import Sequence

from courtly.tables.store.rows import Aim
from courtly.tables.table_views import FinishedMatch
from courtly.text.locales import Locale
from courtly.web.contexts.frame import Frame, Preview
from courtly.web.contexts.sharing import ShareChoice, ShareLink, SharePage
from courtly.web.games import pages_of
from courtly.web.pictures.drawing import caption_of
from courtly.web.share_links import perspective_name, shared_links, table_links
from courtly.web.table_pages import page_input


def share_page(
    finished_match: FinishedMatch, aim: Aim, links: Sequence[tuple[Aim, str]], locale: Locale, *, site: str
) -> SharePage:
    """Return the page where a player makes and withdraws links to a match; `aim` is the target of a new link."""
    assert finished_match.table_view.match is not None
    share_links = table_links(aim.table, aim.match)
    shown = page_input(finished_match.table_view, locale)
    name = perspective_name(aim.eyes)
    moves = [aim.move] if aim.move is not None else []
    choices = [None, *moves]
    return SharePage(
        frame=Frame(title=locale.say("Share match"), here=share_links.share(name, aim.move), sheets=["player.css"]),
        called=pages_of(finished_match.match.game).title(shown.locale),
        headline=pages_of(finished_match.match.game).headline(shown),
        here_url=share_links.share(),
        choices=[
            ShareChoice(
                "" if move is None else str(move),
                _about(finished_match, Aim(aim.table, aim.match, move, aim.eyes), locale),
                chosen=move == aim.move,
            )
            for move in choices
        ],
        eyes=name,
        links=[
            ShareLink(
                code, f"{site}{shared_links(code).base}", _about(finished_match, each, locale), picture_url(code, each)
            )
            for each, code in links
        ],
        back_url=share_links.match if aim.move is None else share_links.step(aim.move, name),
    )


def picture_url(code: str, aim: Aim) -> str:
    """Return the address of a link's picture, in the language of the link's owner."""
    return f"{shared_links(code).base}/picture.png?lang={aim.lang}"


def _about(finished_match: FinishedMatch, aim: Aim, locale: Locale) -> str:
    """Return the target of a link, in words."""
    words = locale.say("The whole match") if aim.move is None else caption_of(finished_match, aim, locale.lang).above
    return words if aim.named else locale.say("{words}, without names", words=words)


def preview_of(finished_match: FinishedMatch, aim: Aim, site: str) -> Preview:
    """Return the preview of a link on other sites, in the language of the link's owner."""
    caption = caption_of(finished_match, aim, aim.lang)
    return Preview(
        title=Locale(aim.lang).say("{title}: {value}", title=caption.game, value=caption.title),
        about=" – ".join(words for words in (caption.above, caption.below) if words),
        url=f"{site}{shared_links(finished_match.code).base}",
        picture=f"{site}{picture_url(finished_match.code, aim)}",
        lang=aim.lang,
    )
