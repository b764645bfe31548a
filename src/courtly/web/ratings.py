"""The pages of ratings: the explanation, and a leaderboard for each game, number of players and season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import Response

from courtly.bots.registry import level_names
from courtly.engine.contract.game import find_game
from courtly.tables.journal import Player
from courtly.tables.leaderboards import Leaderboard, Line, Pool
from courtly.tables.opponents import seat_numbers
from courtly.tables.ratings import Rating, anchors, season_name
from courtly.text.locales import Locale
from courtly.web import forms
from courtly.web.api.ratings import Page, Season, Seats, pool_of, ratings_of
from courtly.web.contexts.frame import Frame
from courtly.web.contexts.ratings import AnchorGame, AnchorLine, LeaderboardPage, PoolLink, RatingLine, RatingsPage
from courtly.web.contexts.setup import GuestPage, NewPage, OwnRating
from courtly.web.games import offered, pages_of, title_of
from courtly.web.members import bot_name, person_name
from courtly.web.pages import game_links
from courtly.web.render import render
from courtly.web.visitors import Context, RequestContext, VisitorRoute

router = APIRouter(route_class=VisitorRoute)
SHEETS = ("ratings.css",)


@router.get("/ratings", include_in_schema=False)
async def show_ratings(context: Context) -> Response:
    """Show the page that explains ratings."""
    ratings_of(context.lobby)
    return render("ratings.html", ratings_page(context.locale), context.locale)


@router.get("/ratings/{game}", include_in_schema=False)
async def show_leaderboard(
    context: Context, game: str, seats: Seats = None, season: Season = None, page: Page = 0
) -> Response:
    """Show a leaderboard."""
    pools, pool = await pool_of(context.lobby, game, seats, season)
    found = await ratings_of(context.lobby).page(pool, page) if pool else None
    shown = leaderboard_page(game, pools, found, context.locale, page=page)
    return render("leaderboard.html", shown, context.locale)


async def with_ratings(page: GuestPage, context: RequestContext, player: Player | None) -> GuestPage:
    """Return the page of the viewer's name with the viewer's ratings, unless the server has none."""
    if context.lobby.ratings is None or player is None:
        return page
    found = await context.lobby.ratings.of_player(player.id)
    last = {(pool.game, pool.seats): (pool, rating) for pool, rating in reversed(found)}
    own = [own_rating(pool, rating, context.locale) for _, (pool, rating) in sorted(last.items())]
    return replace(page, ratings=own)


def with_choice(page: NewPage, context: RequestContext) -> NewPage:
    """Return the form of a new table without the choices that the server does not offer: rated tables, shown hands.

    The explanation of a problem is the error itself if the choice was made: it names what a rated table demands.
    """
    if not context.lobby.opener.has_stage:
        page = replace(page, terms=replace(page.terms, delay=()))
    if context.lobby.ratings is None:
        return replace(page, terms=replace(page.terms, rated=None))
    if page.problem is None or not page.terms.rated:
        return page
    return replace(page, problem=replace(page.problem, explanation=page.problem.message))


def with_levels(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form; for a rated table, other bots are replaced by a level, so that they are accepted."""
    if chosen.get("rated") != "true":
        return dict(chosen)
    allowed = {*level_names(), forms.OPEN}
    return {
        name: forms.DEFAULT_STAND_IN if name.startswith("bot-") and value not in allowed else value
        for name, value in chosen.items()
    }


def ratings_page(locale: Locale) -> RatingsPage:
    """Return the page that explains ratings."""
    return RatingsPage(
        frame=Frame(title=locale.say("Ratings"), here="/ratings", sheets=SHEETS),
        games=game_links(offered()[0], locale),
        levels=[bot_name(level, locale) for level in level_names()],
        anchors=[AnchorGame(title_of(pages.name, locale), _anchor_lines(pages.name, locale)) for pages in offered()],
    )


def _anchor_lines(game: str, locale: Locale) -> list[AnchorLine]:
    """Return the fixed ratings in a game; numbers of players with equal ratings share a line."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for seats in seat_numbers(game):
        groups.setdefault(tuple(round(points) for points in anchors(game, seats).values()), []).append(seats)
    return [AnchorLine(_range_words(numbers, locale), points) for points, numbers in groups.items()]


def _range_words(numbers: Sequence[int], locale: Locale) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return locale.say("{low} to {high}", low=numbers[0], high=numbers[-1])


def leaderboard_page(
    game: str, pools: Sequence[Pool], found: Leaderboard | None, locale: Locale, *, page: int = 0
) -> LeaderboardPage:
    """Return a page of a leaderboard; `found` is None for a game without ratings."""
    pool = found.pool if found else None
    called = title_of(find_game(game).name, locale)
    seasons = dict.fromkeys(each.season for each in pools)
    return LeaderboardPage(
        frame=Frame(
            title=locale.say("{game}: ratings", game=called),
            here=pool_url(pool, page) if pool else f"/ratings/{game}",
            sheets=SHEETS,
        ),
        games=game_links(pages_of(game), locale),
        called=called,
        seats=[
            PoolLink(_players(each.seats, locale), pool_url(each), each == pool)
            for each in pools
            if pool and each.season == pool.season
        ],
        seasons=[
            PoolLink(
                locale.say("Season {season}", season=season_name(season)),
                _season_url(pools, season, pool),
                season == pool.season,
            )
            for season in seasons
            if pool
        ],
        lines=[_line(line, locale) for line in found.lines] if found else [],
        earlier_url=pool_url(pool, page - 1) if pool and page else "",
        later_url=pool_url(pool, page + 1) if pool and found and found.has_more else "",
    )


def _season_url(pools: Sequence[Pool], season: int, pool: Pool) -> str:
    """Return the address of another season, if possible with the same number of players."""
    there = [each for each in pools if each.season == season]
    return pool_url(next((each for each in there if each.seats == pool.seats), there[0]))


def pool_url(pool: Pool, page: int = 0) -> str:
    """Return the address of a leaderboard."""
    query = {"seats": pool.seats, "season": season_name(pool.season), **({"page": page} if page else {})}
    return f"/ratings/{pool.game}?{urlencode(query)}"


def _players(count: int, locale: Locale) -> str:
    return locale.count("{n} player", "{n} players", count)


def _line(line: Line, locale: Locale) -> RatingLine:
    if line.rating is None:
        return RatingLine("", bot_name(line.bot, locale), str(line.points), "", is_bot=True)
    return RatingLine(
        place="" if line.place is None else str(line.place),
        name=person_name(line.name, locale),
        figures=figures_of(line.rating, locale),
        matches=str(line.rating.matches),
        is_provisional=line.rating.is_provisional,
    )


def figures_of(rating: Rating, locale: Locale) -> str:
    """Return a rating with its uncertainty, such as 1620 ± 140."""
    return locale.say("{points} ± {uncertainty}", points=rating.points, uncertainty=rating.uncertainty)


def own_rating(pool: Pool, rating: Rating, locale: Locale) -> OwnRating:
    """Return a rating for the page of the viewer's name."""
    return OwnRating(
        called=title_of(pool.game, locale),
        players=_players(pool.seats, locale),
        figures=figures_of(rating, locale),
        url=pool_url(pool),
        is_provisional=rating.is_provisional,
    )
