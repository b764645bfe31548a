"""The addresses of rules and lessons. A lesson keeps nothing: where one stands is in the address."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, Field, ValidationError

from courtly.engine.sentences import said
from courtly.teaching.course import Place, Stop, answer, follow, read_place, stop_at
from courtly.teaching.errors import NotInLesson
from courtly.teaching.loading import lesson_of
from courtly.web import lessons, pages, rules_pages
from courtly.web.acting import act_of
from courtly.web.api.models import not_json
from courtly.web.errors import NoSuchPage, status_of
from courtly.web.lessons import NOTHING, Said
from courtly.web.render import render
from courtly.web.visitors import SEE_OTHER, AtDesk, Desk, ForReader, VisitorRoute

router = APIRouter(route_class=VisitorRoute)

MOST_FIELDS = 64
FOCUS = "focus.css"


class LessonAct(BaseModel):
    """What a script sends: one act."""

    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=1)]


@router.get("/rules/{game}", include_in_schema=False)
async def show_rules(game: str, desk: AtDesk) -> Response:
    """Show the rules of a game."""
    # Pictures are positions, and a game that is still being compiled can show none.
    has_pictures = not desk.runtime.is_cold(game)
    page = await desk.runtime.read(
        lambda: rules_pages.rules_page(game, desk.reader.of(game), has_pictures=has_pictures)
    )
    return render("rules.html", page, desk.reader.of(page.game))


@router.get("/learn/{game}", include_in_schema=False)
async def learn(game: str, reader: ForReader) -> Response:
    """Show the way into a game."""
    page = pages.learn_page(game, reader)
    return render("learn.html", page, reader.of(page.game))


@router.get("/learn/{game}/{path:path}", include_in_schema=False)
async def show_place(game: str, path: str, desk: AtDesk, show: int = 0, instead: int = 0) -> Response:
    """Show a place of a lesson, or the style sheet that points at what it is about."""
    place, _, end = path.rpartition("/")
    if end != FOCUS:
        stop = await _stop(desk, game, path)
        return await _shown(desk, stop, _instead(desk) if instead else NOTHING, shows=bool(show))
    stop = await _stop(desk, game, place)
    sheet = lessons.focus_sheet(lessons.focused(stop, desk.reader, shows=bool(show)))
    return Response(sheet, media_type="text/css", headers={"Cache-Control": "no-cache"})


@router.post("/learn/{game}/{path:path}", include_in_schema=False)
async def do_at_place(request: Request, game: str, path: str, desk: AtDesk) -> Response:
    """Do what is asked at a place, and send on to the next; or say what the lesson says to anything else."""
    place, _, what = path.rpartition("/")
    work = {"acts": _act, "answer": _answer, "draft": _draft}.get(what)
    if work is None:
        raise NoSuchPage(said("this address does not take such a request"), given=request.url.path, where="address")
    return await work(request, desk, await _stop(desk, game, place))


async def _stop(desk: Desk, game: str, path: str) -> Stop:
    place = read_place(path)
    desk.check_ready(game)
    return await desk.runtime.read(lambda: stop_at(lesson_of(game), place))


async def _shown(desk: Desk, stop: Stop, told: Said = NOTHING, *, shows: bool = False, status: int = 200) -> Response:
    """Return the page of a place, with what the lesson says to what was done just now."""
    page = await desk.runtime.read(lambda: lessons.lesson_page(stop, desk.reader, desk.off, said=told, shows=shows))
    return render(page.template, page, desk.reader.of(stop.lesson.game), status=status)


async def _refused(desk: Desk, stop: Stop, error: NotInLesson) -> Response:
    """Return the page of a place where something else was done than what is asked."""
    return await _shown(desk, stop, Said(desk.reader.worded(error.sentence), is_right=False), status=status_of(error))


async def _draft(_request: Request, _desk: Desk, _stop: Stop) -> Response:
    """Tell a script that nothing is laid out in a lesson: each act is sent at once."""
    return JSONResponse({"legal": []})


async def _act(request: Request, desk: Desk, stop: Stop) -> Response:
    """Do an act that comes as a form or, from a script, as JSON."""
    is_json = request.headers.get("content-type", "").startswith("application/json")
    move = await _move_in_json(request) if is_json else await _move_in_form(request)
    lang = desk.reader.lang
    try:
        followed = await desk.runtime.read(lambda: follow(stop, move, lang))
    except NotInLesson as error:
        if is_json:
            raise
        return await _refused(desk, stop, error)
    url = _url(stop, followed.place) + ("?instead=1" if followed.instead else "")
    if is_json:
        return JSONResponse({"version": stop.match.version + 1, "next": url})
    return RedirectResponse(url, SEE_OTHER)


async def _move_in_json(request: Request) -> str:
    try:
        return LessonAct.model_validate_json(await request.body()).moves[0]
    except ValidationError:
        raise not_json() from None


async def _move_in_form(request: Request) -> str:
    moves: Any = act_of(await _fields(request)).get("moves", [""])
    return str(moves[0])


async def _fields(request: Request) -> dict[str, list[str]]:
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return {name: [text for text in form.getlist(name) if isinstance(text, str)] for name in form}


async def _answer(request: Request, desk: Desk, stop: Stop) -> Response:
    """Take an answer to a question."""
    label = next(iter((await _fields(request)).get("answer", [""])))
    try:
        place = answer(stop, label, desk.reader.lang)
    except NotInLesson as error:
        return await _refused(desk, stop, error)
    return RedirectResponse(_url(stop, place), SEE_OTHER)


def _url(stop: Stop, place: Place) -> str:
    return lessons.lesson_url(stop.lesson, place.path)


def _instead(desk: Desk) -> Said:
    """Return what is said where another of several free acts was chosen than the one that the lesson plays."""
    return Said(desk.reader.say("Just as good. In this lesson it is played a little differently; on we go from there."))
