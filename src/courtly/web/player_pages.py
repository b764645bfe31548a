"""Builds the contexts of a player's private pages from the data in the store."""

from __future__ import annotations

from collections.abc import Sequence

from babel.numbers import format_decimal

from courtly.review.words import percent
from courtly.scene.parts import words_of
from courtly.tables.history import Mistake, Played
from courtly.tables.journal import HeadSeat, Player
from courtly.tables.store.players import MATCHES_PAGE, Against
from courtly.tables.store.rows import ResultRow
from courtly.text.languages import DOT, marked
from courtly.text.locales import Locale
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.player import LeavePage, Level, PlayedMatch, PlayedPage, Recurring
from courtly.web.games import offered, title_of
from courtly.web.measures import ago_words
from courtly.web.members import bot_name, isolated, names_of, pennant, person_name
from courtly.web.share_links import table_links

HERE = "/me/matches"
NO_MISTAKE = marked("No recurring mistake yet.")
NO_REVIEW = marked("No recurring mistake yet: that takes a few matches with reviews.")
FIGURES = marked(
    "{cost}% each on average ({low} to {high}), in {count} decisions; your other decisions cost {others}%."
)


def played_page(player: Player, played: Played, locale: Locale, *, page: int = 0) -> PlayedPage:
    """Return the page of a player's history."""
    name = person_name(player.name, locale)
    known = {pages.name for pages in offered()}
    mistakes = [_recurring(one, locale) for one in played.mistakes if one.game in known]
    return PlayedPage(
        frame=Frame(
            title=locale.say("Your matches"), here=f"{HERE}?page={page}" if page else HERE, sheets=["player.css"]
        ),
        name=name,
        pennant=pennant(name, player.colour),
        summary=_summary(played, locale),
        streak=_streak(played, locale),
        matches=[_match(match, player, locale) for match in played.matches],
        levels=[_level(one, locale) for one in played.against if one.game in known],
        mistakes=mistakes,
        no_mistake="" if mistakes else locale.say(NO_MISTAKE if played.reviewed else NO_REVIEW),
        earlier_url=f"{HERE}?page={page + 1}" if (page + 1) * MATCHES_PAGE < played.count else "",
        later_url=f"{HERE}?page={page - 1}" if page else "",
    )


def _summary(played: Played, locale: Locale) -> str:
    if not played.count:
        return ""
    matches = locale.count("{n} match", "{n} matches", played.count)
    won = locale.count("{n} won", "{n} won", played.won)
    return f"{matches}, {won}"


def _streak(played: Played, locale: Locale) -> str:
    if played.streak.longest < 2:
        return ""
    present, longest = played.streak.present, played.streak.longest
    if present > 1:
        return locale.say("Winning streak: {present} now, {longest} at most.", present=present, longest=longest)
    return locale.say("Longest winning streak: {longest}.", longest=longest)


def _match(results: Sequence[ResultRow], player: Player, locale: Locale) -> PlayedMatch:
    own = next(one for one in results if one.player == player.id)
    seats = [HeadSeat("bot" if one.bot else "person", one.name) for one in results]
    ranked = sorted(zip(results, names_of(seats, locale), strict=True), key=lambda each: -each[0].score)
    share_links = table_links(own.table, own.match)
    return PlayedMatch(
        game=own.game,
        called=title_of(own.game, locale),
        ended=_ended(own, locale),
        since=ago_words(own.finished.isoformat(), locale),
        won=own.share > 0,
        players=DOT.join(f"{name} {str(one.score).replace('-', '−')}" for one, name in ranked),
        url=share_links.match,
        review_url=share_links.review(),
    )


def _ended(own: ResultRow, locale: Locale) -> str:
    if own.share == 1:
        return locale.say("won")
    return locale.say("shared victory") if own.share > 0 else locale.say("lost")


def _level(one: Against, locale: Locale) -> Level:
    share = locale.say("{percent}%", percent=percent(one.share / one.matches))
    return Level(title_of(one.game, locale), bot_name(one.bot, locale), one.matches, one.won, share)


def _recurring(one: Mistake, locale: Locale) -> Recurring:
    words, own = words_of(one.game), locale.of(one.game)
    kind = own.say(words.decisions[one.kind]) if one.kind in words.decisions else one.kind

    def shown(share: float) -> str:
        return str(format_decimal(round(100 * share, 1), locale=locale.lang))

    figures = locale.say(
        FIGURES,
        cost=shown(one.cost),
        low=shown(one.low),
        high=shown(one.high),
        count=one.decisions,
        others=shown(one.others),
    )
    return Recurring(title_of(one.game, locale), kind[:1].upper() + kind[1:], figures)


def leave_page(player: Player, locale: Locale, *, is_sure: bool = False, is_done: bool = False) -> LeavePage:
    """Return the page for leaving: the explanation, the confirmation, or the result."""
    return LeavePage(
        frame=Frame(title=locale.say("Delete your data"), here="/me/leave", sheets=["player.css"]),
        name=isolated(person_name(player.name, locale)),
        is_sure=is_sure,
        is_done=is_done,
    )
