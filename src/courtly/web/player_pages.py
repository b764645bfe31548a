"""From what the store knows of a player to the pages that they alone see."""

from __future__ import annotations

from collections.abc import Sequence

from babel.numbers import format_decimal

from courtly.review.words import percent
from courtly.scene.parts import words_of
from courtly.tables.history import Mistake, Played
from courtly.tables.journal import Player
from courtly.tables.store.players import MATCHES_PAGE, Against
from courtly.tables.store.rows import Result
from courtly.text.languages import marked
from courtly.text.reader import Reader
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.player import LeavePage, Level, PlayedMatch, PlayedPage, Recurring
from courtly.web.games import offered, pages_of
from courtly.web.measures import ago_words
from courtly.web.members import bot_name, names_of, pennant, person_name
from courtly.web.ways import table_ways

HERE = "/me/matches"
NO_MISTAKE = marked("No mistake stands out yet.")
NO_REVIEW = marked("No mistake stands out yet: that takes some matches with reviews.")
FIGURES = marked("{cost} % each on average ({low} to {high}), in {count} decisions; your others cost {others} %.")


def played_page(player: Player, played: Played, reader: Reader, *, page: int = 0) -> PlayedPage:
    """Return the page of what a player has behind them."""
    name = person_name(player.name, reader)
    known = {pages.name for pages in offered()}
    mistakes = [_recurring(one, reader) for one in played.mistakes if one.game in known]
    return PlayedPage(
        frame=Frame(
            title=reader.say("Your matches"), here=f"{HERE}?page={page}" if page else HERE, sheets=["player.css"]
        ),
        name=name,
        pennant=pennant(name, player.colour),
        summary=_summary(played, reader),
        streak=_streak(played, reader),
        matches=[_match(match, player, reader) for match in played.matches],
        levels=[_level(one, reader) for one in played.against if one.game in known],
        mistakes=mistakes,
        no_mistake="" if mistakes else reader.say(NO_MISTAKE if played.reviewed else NO_REVIEW),
        earlier_url=f"{HERE}?page={page + 1}" if (page + 1) * MATCHES_PAGE < played.count else "",
        later_url=f"{HERE}?page={page - 1}" if page else "",
    )


def _summary(played: Played, reader: Reader) -> str:
    if not played.count:
        return ""
    matches = reader.count("{n} match", "{n} matches", played.count)
    won = reader.count("{n} won", "{n} won", played.won)
    return f"{matches}, {won}"


def _streak(played: Played, reader: Reader) -> str:
    if played.streak.longest < 2:
        return ""
    present, longest = played.streak.present, played.streak.longest
    if present > 1:
        return reader.say("{present} victories in a row now; {longest} at most.", present=present, longest=longest)
    return reader.say("{longest} victories in a row at most.", longest=longest)


def _called(game: str, reader: Reader) -> str:
    known = {pages.name for pages in offered()}
    return pages_of(game).title(reader.of(game)) if game in known else reader.say("A game unknown here")


def _match(results: Sequence[Result], player: Player, reader: Reader) -> PlayedMatch:
    own = next(one for one in results if one.player == player.id)
    seats = [{"kind": "bot" if one.bot else "person", "name": one.name} for one in results]
    ranked = sorted(zip(results, names_of(seats, reader), strict=True), key=lambda each: -each[0].score)
    ways = table_ways(own.table, own.match)
    return PlayedMatch(
        game=own.game,
        called=_called(own.game, reader),
        ended=_ended(own, reader),
        since=ago_words(own.finished.isoformat(), reader),
        won=own.share > 0,
        players=" · ".join(f"{name} {str(one.score).replace('-', '−')}" for one, name in ranked),
        url=ways.match,
        review_url=ways.review(),
    )


def _ended(own: Result, reader: Reader) -> str:
    if own.share == 1:
        return reader.say("won")
    return reader.say("shared victory") if own.share > 0 else reader.say("lost")


def _level(one: Against, reader: Reader) -> Level:
    share = f"{percent(one.share / one.matches)} %"
    return Level(_called(one.game, reader), bot_name(one.bot, reader), one.matches, one.won, share)


def _recurring(one: Mistake, reader: Reader) -> Recurring:
    words, own = words_of(one.game), reader.of(one.game)
    kind = own.say(words.decisions[one.kind]) if one.kind in words.decisions else one.kind

    def shown(share: float) -> str:
        return str(format_decimal(round(100 * share, 1), locale=reader.lang))

    figures = reader.say(
        FIGURES,
        cost=shown(one.cost),
        low=shown(one.low),
        high=shown(one.high),
        count=one.decisions,
        others=shown(one.others),
    )
    # No line breaks before a sign of per cent.
    return Recurring(_called(one.game, reader), kind[:1].upper() + kind[1:], figures.replace(" %", "\u00a0%"))


def leave_page(player: Player, reader: Reader, *, is_sure: bool = False, is_done: bool = False) -> LeavePage:
    """Return what it means to leave, asked once or twice, or that it is done."""
    return LeavePage(
        frame=Frame(title=reader.say("Leave"), here="/me/leave", sheets=["player.css"]),
        name=person_name(player.name, reader),
        is_sure=is_sure,
        is_done=is_done,
    )
