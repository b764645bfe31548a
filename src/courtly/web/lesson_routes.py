"""The routes of rules and lessons. The server stores nothing about a lesson: the position is in the address."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field, ValidationError

from courtly.engine.sentences import said
from courtly.teaching.course import LessonPosition, LessonState, answer, follow_all, lesson_state_at, parse_position
from courtly.teaching.errors import NotInLesson
from courtly.teaching.form import MAX_ACTS
from courtly.teaching.loading import lesson_of
from courtly.web import lessons, pages, rules_pages
from courtly.web.acting import act_of
from courtly.web.api.models import not_json
from courtly.web.errors import NoSuchPage, status_of
from courtly.web.lessons import NOTHING, Said, said_of, wrong_answer
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, Context, RequestContext, RequestLocale, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

MAX_FIELDS = 64
FOCUS = "focus.css"


class LessonAct(BaseModel):
    """A draft, as sent by the script: acts of one moment."""

    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=MAX_ACTS)]


@router.get("/rules/{game}", include_in_schema=False)
async def show_rules(game: str, context: Context) -> Response:
    """Show the rules of a game."""
    page = await context.runtime.read(lambda: rules_pages.rules_page(game, context.locale.of(game)))
    return render("rules.html", page, context.locale.of(page.game))


@router.get("/learn/{game}", include_in_schema=False)
async def learn(game: str, locale: RequestLocale) -> Response:
    """Show the introduction to a game."""
    page = pages.learn_page(game, locale)
    return render("learn.html", page, locale.of(page.game))


@router.get("/learn/{game}/{path:path}", include_in_schema=False)
async def show_place(game: str, path: str, context: Context, show: int = 0, told: str = "") -> Response:
    """Show a position of a lesson, or the style sheet that highlights its subject."""
    place, _, end = path.rpartition("/")
    if end != FOCUS:
        stop = await _stop(context, game, path)
        return await _shown(context, stop, said_of(told, stop, context.locale), shows=bool(show))
    stop = await _stop(context, game, place)
    sheet = lessons.focus_sheet(lessons.focused(stop, context.locale, shows=bool(show)))
    return Response(sheet, media_type="text/css", headers={"Cache-Control": "no-cache"})


@router.post("/learn/{game}/{path:path}", include_in_schema=False)
async def do_at_place(request: Request, game: str, path: str, context: Context) -> Response:
    """Handle an act at a position: redirect to the next position if the act is right, otherwise show the feedback."""
    place, _, what = path.rpartition("/")
    work = {"acts": _act, "answer": _answer, "draft": _draft}.get(what)
    if work is None:
        raise NoSuchPage(
            said("this address does not accept this kind of request"), given=request.url.path, where="address"
        )
    return await work(request, context, await _stop(context, game, place))


async def _stop(context: RequestContext, game: str, path: str) -> LessonState:
    place = parse_position(path)
    return await context.runtime.read(lambda: lesson_state_at(lesson_of(game), place))


async def _shown(
    context: RequestContext, stop: LessonState, told: Said = NOTHING, *, shows: bool = False, status: int = 200
) -> Response:
    """Return the page of a position, with the lesson's feedback on the last act."""
    page = await context.runtime.read(
        lambda: lessons.lesson_page(stop, context.locale, context.off, said=told, shows=shows)
    )
    return render(page.template, page, context.locale.of(stop.lesson.game), status=status)


async def _refused(context: RequestContext, stop: LessonState, error: NotInLesson) -> Response:
    """Return the page of a position after an act that the lesson does not accept."""
    return await _shown(
        context, stop, Said(context.locale.worded(error.sentence), is_right=False), status=status_of(error)
    )


async def _draft(request: Request, context: RequestContext, stop: LessonState) -> Response:
    """Return a draft as at a table: the acts that may follow it, and the regions that it changes."""
    moves = await _moves_in_json(request)
    return JSONResponse(await context.runtime.read(lambda: lessons.drafted(stop, moves, context.locale, context.off)))


async def _act(request: Request, context: RequestContext, stop: LessonState) -> Response:
    """Do acts. A form sends one act as form data, the script a draft as JSON."""
    is_json = request.headers.get("content-type", "").startswith("application/json")
    moves = await _moves_in_json(request) if is_json else [await _move_in_form(request)]
    lang = context.locale.lang
    try:
        followed = await context.runtime.read(lambda: follow_all(stop, moves, lang))
    except NotInLesson as error:
        if is_json:
            raise
        return await _refused(context, stop, error)
    url = _url(stop, followed.place) + ("?told=instead" if followed.instead else "")
    if followed.place.done and not followed.instead:
        # The text of a moment is read once; on a phone, its later acts begin with the table.
        url += "#main"
    if is_json:
        return JSONResponse({"version": stop.match.version + len(moves), "next": url})
    return RedirectResponse(url, SEE_OTHER)


async def _moves_in_json(request: Request) -> list[str]:
    try:
        return LessonAct.model_validate_json(await request.body()).moves
    except ValidationError:
        raise not_json() from None


async def _move_in_form(request: Request) -> str:
    moves: Any = act_of(await _fields(request)).get("moves", [""])
    return str(moves[0])


async def _fields(request: Request) -> dict[str, list[str]]:
    async with request.form(max_files=0, max_fields=MAX_FIELDS) as form:
        return {name: [text for text in form.getlist(name) if isinstance(text, str)] for name in form}


async def _answer(request: Request, context: RequestContext, stop: LessonState) -> Response:
    """Check an answer to a question. The page after the right answer gives the reason, and leads on."""
    label = next(iter((await _fields(request)).get("answer", [""])))
    try:
        answer(stop, label, context.locale.lang)
    except NotInLesson as error:
        if not (label.isdecimal() and int(label) < len(stop.moment.choice)):
            return await _refused(context, stop, error)
        told = wrong_answer(context.locale.worded(error.sentence), int(label), context.locale)
        return await _shown(context, stop, told, status=status_of(error))
    return RedirectResponse(f"{_url(stop, stop.place)}?told=right", SEE_OTHER)


def _url(stop: LessonState, place: LessonPosition) -> str:
    return lessons.lesson_url(stop.lesson, place.path)
