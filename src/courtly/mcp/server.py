"""The tools by which a language model plays, as the Model Context Protocol has them.

Whatever goes wrong is an answer with `isError`, never a protocol error: what it was, then the position and the legal
moves in words, with nothing changed. A table is named in every call, so that a client needs no session.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

import courtly
from courtly.bots import level_names
from courtly.engine.contract.game import find_game, game_names, set_up
from courtly.engine.errors import CourtlyError, listing
from courtly.mcp.bots import BotOpening, open_bot_table
from courtly.mcp.live import Site, sit_down
from courtly.mcp.seats import Seat, SeatRoom, Sight
from courtly.runtime import Runtime
from courtly.scene.parts import words_of
from courtly.scene.prose import rules_in_words
from courtly.text.reader import Reader

MOST_WAIT = 300.0
"""Seconds that a look may wait."""

INSTRUCTIONS = """\
Games of court intrigue. Read `list_games`, then `read_rules` of a game. `open_table` seats you against bots; \
`sit_down`, where it is offered, at a live table with people. Each answers with a table: name it in `look` and `play`. \
A position ends with what is asked and, when it is your turn, with your moves by number; `play` takes such a number. \
What others hide is hidden from you too."""

Game = Annotated[str, Field(description="The game, as `list_games` names it.")]
Lang = Annotated[Literal["en", "fr"] | None, Field(description="The language of words: en or fr.")]
Table = Annotated[str, Field(description="The table, as `open_table` or `sit_down` named it.")]
Wait = Annotated[
    float, Field(ge=0, le=MOST_WAIT, description="At a live table: seconds to wait until it is your turn, 300 at most.")
]
READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(destructive_hint=False)
Call = Callable[..., Awaitable[CallToolResult]]


class Tools:
    """What a model can call.

    Parameters
    ----------
    runtime
        What bots think with.
    site
        The server of live tables, None for none.
    lang
        The language of words where a call names none.
    """

    def __init__(self, runtime: Runtime, site: Site | None, lang: str) -> None:
        self.seats = SeatRoom()
        self._runtime, self._site, self._lang = runtime, site, lang

    async def list_games(self, lang: Lang = None) -> CallToolResult:
        """List the games with their options, and the bots that can be played against."""
        reader = Reader(lang or self._lang)
        lines = [line for name in game_names() for line in _described(name, reader.of(name))]
        return _text("\n".join([*lines, reader.say("Bots, the weakest first: {bots}", bots=", ".join(_bots()))]))

    async def read_rules(self, game: Game, lang: Lang = None) -> CallToolResult:
        """Read the rules of a game: what it is, in the language asked for, and every clause, in English."""
        return _text(rules_in_words(find_game(game), Reader(lang or self._lang, domain=game)))

    async def open_table(
        self,
        game: Game,
        players: Annotated[int | None, Field(description="How many sit at the table, you among them.")] = None,
        bots: Annotated[
            list[str] | None, Field(description="Who sits in the other seats, in their order; one name is for all.")
        ] = None,
        options: Annotated[dict[str, Any] | None, Field(description="Options of the game by name.")] = None,
        seat: Annotated[int, Field(description="Your seat, from 0.")] = 0,
        seed: Annotated[int | None, Field(ge=0, le=2**53, description="A number that repeats a deal.")] = None,
        lang: Lang = None,
    ) -> CallToolResult:
        """Open a table against bots and deal a match; answers with the table and what you see."""
        given = {**(options or {}), **({} if players is None else {"players": players})}
        if "players" not in given:
            given["players"] = len(bots) + 1 if bots and len(bots) > 1 else _least_players(game)
        self.seats.make_room()
        wanted = BotOpening(set_up(game, given), bots or ["courtier"], seat, seed, lang or self._lang)
        return await self._seated(await open_bot_table(wanted, self._runtime))

    async def sit_down(
        self,
        code: Annotated[str, Field(description="The code of the table, as its host gave it to you.")],
        name: Annotated[str, Field(description="What the others read, 1 to 40 characters.")] = "Language model",
        lang: Lang = None,
    ) -> CallToolResult:
        """Sit down at a live table, shown as a program, and be ready; answers with the table and what you see."""
        assert self._site is not None, "the tool is not offered without a site"
        self.seats.make_room()
        return await self._seated(await sit_down(self._site, code, name, lang or self._lang))

    async def look(self, table: Table, wait: Wait = 0.0) -> CallToolResult:
        """Look at a table: the position, what happened since you looked last, what is asked, your moves by number."""
        return _seen(table, await self.seats.find(table).look(wait))

    async def play(
        self,
        table: Table,
        move: Annotated[str | int, Field(description="The number of one of your moves, or its line of notation.")],
        wait: Wait = 0.0,
    ) -> CallToolResult:
        """Play a move; answers with what you see once the bots of your table have moved."""
        seat = self.seats.find(table)
        try:
            await seat.play(str(move))
        except CourtlyError as error:
            seen = await seat.look(again=True)
            return _seen(table, seen, refused=seat.reader.worded(error.sentence))
        return _seen(table, await seat.look(wait))

    async def leave_table(self, table: Table) -> CallToolResult:
        """Leave a table for good; at a live table a bot minds your seat until the match ends."""
        seat = self.seats.find(table)
        if not seat.is_over:
            await seat.leave()
        self.seats.remove(table)
        return _text(seat.reader.say("You have left the table."))

    async def _seated(self, seat: Seat) -> CallToolResult:
        seen = await seat.look()
        return _seen(self.seats.add(seat), seen)


def create_server(runtime: Runtime, *, site: Site | None = None, lang: str = "en") -> MCPServer:
    """Return a server, to be run over standard input and output or served over HTTP."""
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
        named(partial(rules_in_words, find_game(game), Reader(lang, domain=game)))
    return server


def _tool(call: Call, lang: str, kind: ToolAnnotations) -> Tool:
    """Return a tool that refuses arguments it does not have, and whose errors are answers."""

    @wraps(call)
    async def answered(**given: Any) -> CallToolResult:
        try:
            return await call(**given)
        except CourtlyError as error:
            reader = Reader(given.get("lang") or lang)
            return CallToolResult(content=_content(reader.worded(error.sentence)), is_error=True)

    tool = Tool.from_function(answered, annotations=kind)
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters = arguments.model_json_schema(by_alias=True)
    return tool


def _seen(table: str, seen: Sight, *, refused: str = "") -> CallToolResult:
    """Return what is seen from a seat, after why a move was refused if it was."""
    plain = {
        "table": table,
        "your_turn": seen.is_yours,
        "over": seen.is_over,
        "legal": {str(number): words for number, words in seen.legal.items()},
    }
    text = "\n".join(filter(None, [refused, f"[{table}]", seen.text]))
    return CallToolResult(content=_content(text), structured_content=plain, is_error=bool(refused))


def _text(text: str) -> CallToolResult:
    return CallToolResult(content=_content(text))


def _content(text: str) -> list[Any]:
    return [TextContent(type="text", text=text)]


def _described(game: str, reader: Reader) -> list[str]:
    """Return a game in words: its name, what it is, its options."""
    found, words = find_game(game), words_of(game)
    lines = [f"{game}: {reader.say(words.title)}. {reader.say(words.about) if words.about else ''}".rstrip()]
    for option in found.rules.options.described():
        values = [option.text(value) for value in found.rules.options.choices(option.name) or option.values]
        takes = listing(values, limit=len(values)) if values else f"{option.least}–{option.most}"
        default = "" if option.required else " " + reader.say("(default: {value})", value=option.text(option.default))
        lines.append(f"  {option.name}: {reader.worded(option.told.title)}; {takes}{default}")
    return lines


def _bots() -> list[str]:
    return ["random", "steward", *level_names()]


def _least_players(game: str) -> int:
    described = find_game(game).rules.options.described()
    return next(option.least for option in described if option.name == "players") or 2
