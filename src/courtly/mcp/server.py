"""The Model Context Protocol tools with which a language model plays.

An error is an answer with `isError`, never a protocol error, and changes nothing. After a refused move, the answer also
contains the position and the legal moves in words. Every call names its table, so a client needs no session.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Annotated, Any, cast

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError
from starlette.requests import HTTPConnection

import courtly
from courtly.bots import level_names
from courtly.engine.contract.game import find_game, game_names, set_up
from courtly.engine.errors import CourtlyError, listing, shown
from courtly.engine.sentences import Sentence, said, verbatim
from courtly.mcp.bots import BotOpening, open_bot_table
from courtly.mcp.live import Site, sit_down
from courtly.mcp.seats import Seat, SeatRegistry, SeatView
from courtly.runtime import Runtime
from courtly.scene.parts import words_of
from courtly.scene.prose import rules_in_words
from courtly.text.languages import CODES, ENGLISH
from courtly.text.locales import Locale
from courtly.web.limits import address_of

MAX_WAIT = 300.0
"""Maximum wait of a look, in seconds."""

INSTRUCTIONS = """\
Board games of court intrigue. Call `list_games`, then `read_rules` of a game. `open_table` starts a match against \
bots. `sit_down`, if available, joins a live table with other players. Both return a table id: pass it to `look` and \
`play`. A position ends with the question to answer and, if it is your turn, your legal moves by number. Pass such a \
number to `play`. You do not see hidden information of other players."""

Game = Annotated[str, Field(description="The name of the game, as listed by `list_games`.")]
Code = Annotated[str, Field(pattern=f"^({CODES})$")]
Lang = Annotated[Code | None, Field(description="The language of texts.")]
Table = Annotated[str, Field(description="The table id from `open_table` or `sit_down`.")]
Wait = Annotated[
    float, Field(ge=0, le=MAX_WAIT, description="At a live table: maximum seconds to wait for your turn, at most 300.")
]
CallContext = Context[Any, Any] | None
READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(destructive_hint=False)
Call = Callable[..., Awaitable[CallToolResult]]


class Tools:
    """The tools that a model can call. Their docstrings are the descriptions sent to the model.

    Parameters
    ----------
    runtime
        Runs the bots.
    site
        The server of live tables, None to offer no live tables.
    lang
        The default language of texts.
    """

    def __init__(self, runtime: Runtime, site: Site | None, lang: str) -> None:
        self.seats = SeatRegistry()
        self._runtime, self._site, self._lang = runtime, site, lang

    async def list_games(self, lang: Lang = None) -> CallToolResult:
        """List the games with their options, and the available bots."""
        locale = Locale(lang or self._lang)
        lines = [line for name in game_names() for line in _described(name, locale.of(name))]
        return _text("\n".join([*lines, locale.say("Bots, weakest first: {bots}", bots=", ".join(_bots()))]))

    async def read_rules(self, game: Game, lang: Lang = None) -> CallToolResult:
        """Read the rules of a game: a description in the given language, and all clauses in English."""
        return _text(rules_in_words(find_game(game), Locale(lang or self._lang, domain=game)))

    async def open_table(
        self,
        game: Game,
        players: Annotated[int | None, Field(description="Number of players, including you.")] = None,
        bots: Annotated[
            list[str] | None,
            Field(description="Bots for the other seats, in seat order; a single name is for all seats."),
        ] = None,
        options: Annotated[dict[str, Any] | None, Field(description="Options of the game, by name.")] = None,
        seat: Annotated[int, Field(description="Your seat; the first seat is 0.")] = 0,
        seed: Annotated[
            int | None, Field(ge=0, le=2**53, description="Seed of the deal; equal seeds give equal deals.")
        ] = None,
        lang: Lang = None,
        context: CallContext = None,
    ) -> CallToolResult:
        """Open a table against bots and deal a match. Return the table id and the position."""
        given = {**(options or {}), **({} if players is None else {"players": players})}
        if "players" not in given:
            given["players"] = len(bots) + 1 if bots and len(bots) > 1 else _least_players(game)
        address = _address_of(context)
        setup, is_local = set_up(game, given), not address
        wanted = BotOpening(setup, bots or ["courtier"], seat, seed, lang or self._lang, nets=is_local)
        with self.seats.reserve(address):
            return await self._seated(await open_bot_table(wanted, self._runtime), address)

    async def sit_down(
        self,
        code: Annotated[str, Field(description="The code of the table, from its host.")],
        name: Annotated[
            str, Field(description="Your name as shown to other players, 1 to 40 characters.")
        ] = "Language model",
        lang: Lang = None,
        context: CallContext = None,
    ) -> CallToolResult:
        """Join a live table as a program and become ready. Return the table id and the position."""
        assert self._site is not None, "the tool is not offered without a site"
        address = _address_of(context)
        with self.seats.reserve(address):
            return await self._seated(await sit_down(self._site, code, name, lang or self._lang), address)

    async def look(self, table: Table, wait: Wait = 0.0) -> CallToolResult:
        """Return the position, the events since your last look, the question, and your legal moves by number."""
        return self._answer(table, await self.seats.find(table).look(wait))

    async def play(
        self,
        table: Table,
        move: Annotated[str | int, Field(description="A legal move, by its number or in notation.")],
        wait: Wait = 0.0,
    ) -> CallToolResult:
        """Play a move. Return the position after the bots of your table have moved."""
        seat = self.seats.find(table)
        try:
            await seat.play(str(move))
        except CourtlyError as error:
            self.seats.answered(table, is_refused=True)
            return self._answer(table, await seat.look(again=True), refused=seat.locale.worded(error.sentence))
        self.seats.answered(table, is_refused=False)
        return self._answer(table, await seat.look(wait))

    async def leave_table(self, table: Table) -> CallToolResult:
        """Leave a table permanently. At a live table a bot takes over your seat until the match ends."""
        seat = self.seats.find(table)
        if not seat.is_over:
            await seat.leave()
        self.seats.remove(table)
        return _text(seat.locale.say("You have left the table."))

    async def _seated(self, seat: Seat, address: str) -> CallToolResult:
        seen = await seat.look()
        return self._answer(self.seats.add(seat, address), seen)

    def _answer(self, table: str, seen: SeatView, *, refused: str = "") -> CallToolResult:
        """Return the view of a seat, preceded by the error message of a rejected move."""
        plain: dict[str, Any] = {
            "table": table,
            "your_turn": seen.is_yours,
            "over": seen.is_over,
            "legal": {str(number): words for number, words in seen.legal.items()},
        }
        if seen.result is not None:
            spent = self.seats.spent(table)
            plain |= seen.result
            plain["spent"] = {name: getattr(spent, name) for name in ("answers", "refused", "seconds", "slowest")}
        if seen.is_yours:
            self.seats.asks(table)
        text = "\n".join(filter(None, [refused, f"[{table}]", seen.text]))
        return CallToolResult(content=_content(text), structured_content=plain, is_error=bool(refused))


def create_server(runtime: Runtime, *, site: Site | None = None, lang: str = ENGLISH) -> MCPServer:
    """Return a server, ready to run over standard input and output or over HTTP."""
    tools = Tools(runtime, site, lang)
    reading: list[Call] = [tools.list_games, tools.read_rules, tools.look]
    acting: list[Call] = [tools.open_table, *([] if site is None else [tools.sit_down]), tools.play, tools.leave_table]
    server = MCPServer(
        "courtly",
        title="Courtly",
        instructions=INSTRUCTIONS,
        version=courtly.__version__,
        tools=[*(_tool(each, lang, READS) for each in reading), *(_tool(each, lang, ACTS) for each in acting)],
        log_level="WARNING",
    )
    for game in game_names():
        title = f"Rules of {words_of(game).title}"
        named = server.resource(f"courtly://rules/{game}", name=f"rules_{game}", title=title, mime_type="text/markdown")
        named(partial(rules_in_words, find_game(game), Locale(lang, domain=game)))
    return server


class CheckedTool(Tool):
    """A tool that names a wrong argument in words, without the text of the library that checks it."""

    lang: str = ENGLISH

    async def run(
        self,
        arguments: dict[str, Any],
        context: Any,
        convert_result: bool = False,  # noqa: FBT001, FBT002 - the signature of `Tool`
    ) -> Any:
        """Run the tool, or return an error answer if an argument is unknown, missing or invalid."""
        try:
            self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            message = _wrong_argument(problem, list(self.fn_metadata.arg_model.model_fields))
            return CallToolResult(content=_content(Locale(self.lang).worded(message)), is_error=True)
        return await super().run(arguments, context, convert_result)


def _wrong_argument(problem: Mapping[str, Any], names: Sequence[str]) -> Sentence:
    name = ".".join(map(str, problem["loc"]))
    if problem["type"] == "extra_forbidden":
        return said("there is no argument {name}; choose from {known}", name=shown(name), known=listing(names))
    if problem["type"] == "missing":
        return said("argument {name} is missing", name=name)
    reason = verbatim(problem["msg"])
    return said("argument {name} cannot be {given}: {reason}", name=name, given=shown(problem["input"]), reason=reason)


def _tool(call: Call, lang: str, kind: ToolAnnotations) -> Tool:
    """Return a tool that rejects unknown arguments and returns errors as answers."""

    @wraps(call)
    async def answered(**given: Any) -> CallToolResult:
        try:
            return await call(**given)
        except CourtlyError as error:
            locale = Locale(given.get("lang") or lang)
            return CallToolResult(content=_content(locale.worded(error.sentence)), is_error=True)

    tool = cast(CheckedTool, CheckedTool.from_function(answered, annotations=kind))
    tool.lang = lang
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters = arguments.model_json_schema(by_alias=True)
    return tool


def _address_of(context: CallContext) -> str:
    """Return the address of the client of a call; empty if the server is not reached over HTTP."""
    request = context.request_context.request if context is not None else None
    return address_of(request) if isinstance(request, HTTPConnection) else ""


def _text(text: str) -> CallToolResult:
    return CallToolResult(content=_content(text))


def _content(text: str) -> list[Any]:
    return [TextContent(type="text", text=text)]


def _described(game: str, locale: Locale) -> list[str]:
    """Return a game in words: its name, its description and its options."""
    found, words = find_game(game), words_of(game)
    lines = [f"{game}: {locale.say(words.title)}. {locale.say(words.about) if words.about else ''}".rstrip()]
    for option in found.rules.options.described():
        values = [option.text(value) for value in found.rules.options.choices(option.name) or option.values]
        takes = listing(values, limit=len(values)) if values else f"{option.least}–{option.most}"
        default = "" if option.required else " " + locale.say("(default: {value})", value=option.text(option.default))
        lines.append(f"  {option.name}: {locale.worded(option.description.title)}; {takes}{default}")
    return lines


def _bots() -> list[str]:
    return ["random", "steward", *level_names()]


def _least_players(game: str) -> int:
    described = find_game(game).rules.options.described()
    return next(option.least for option in described if option.name == "players") or 2
