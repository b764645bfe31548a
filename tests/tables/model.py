"""A simple, slow model of tables: it describes their expected behaviour and is independent of the tested code.

Everything is a list or a dictionary, every act is one function, and values that can be recomputed are not stored. Legal
moves, views and events come from the engine. `Refused` is the expected error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from courtly.bots import Budget, Hint, bot_names, hint, hint_stream
from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import set_up
from courtly.engine.errors import BadOption
from courtly.engine.play.fair import FairShuffle
from courtly.engine.play.match import Match, Opening
from courtly.tables.document import ListedSeat, TableLine
from courtly.tables.journal import Player, Status
from courtly.tables.seating import COURT_NAMES

Json = dict[str, Any]

VISIT = timedelta(seconds=120)
"""How long a program with a seat counts as present after its last connection: it may connect only to look."""
SENTENCES = {"hello": "Hello!", "thanks": "Thank you."}
"""The English texts of the phrases that the test clients send."""


class Refused(Exception):
    """The expected refusal of an act: the code of the error, and its details."""

    def __init__(self, code: str, **details: int) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details


class House:
    """All tables. For each sender and command, also the act that was sent: its table, content and range of entries."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.sent: dict[tuple[str, str], tuple[str, Json, int, int]] = {}


class Table:
    """The model of one table.

    Parameters
    ----------
    house
        The house that contains the table.
    secret
        Returns the secret that the server drew last for a shuffle; no client learns it before the end.
    seed
        Returns the seed that the server drew last for a match whose deal was given in part.
    """

    def __init__(self, table: str, house: House, secret: Callable[[], bytes], seed: Callable[[], int]) -> None:
        self.id = table
        self.house = house
        self.draw_secret = secret
        self.draw_seed = seed
        self.opened: Json = {}
        self.entries: list[Json] = []
        self.seats: list[Json] = []
        self.matches: list[Json] = []
        self.host = ""
        self.status: Status = "waiting"
        self.number = 1
        self.secret: bytes | None = None
        self.admitted: dict[str, str] = {}
        self.removed: set[str] = set()
        self.codes: dict[str, list[str]] = {"join": [], "watch": []}
        self.stop_votes: set[int] = set()
        self.stand_in_votes: dict[int, set[int]] = {}
        self.ticks: list[tuple[datetime, int | None, bool]] = []
        self.time_off: list[tuple[int, int, int]] = []
        self.took_back: dict[int, tuple[int, int, datetime]] = {}
        self.taken_back = 0
        self.last: Json | None = None
        self.request: Json | None = None
        self.connected: set[str] = set()
        self.visits: dict[str, datetime] = {}
        self.left_at: dict[str, datetime] = {}
        self.lines: list[Json] = []

    @property
    def match(self) -> Match | None:
        """The present match, or the last one if there is no rematch yet."""
        found: Match | None = self.matches[-1]["match"] if len(self.matches) == self.number else None
        return found

    @property
    def to_move(self) -> int | None:
        """The seat to move."""
        return self.match.to_move if self.match and self.status == "playing" else None

    @property
    def turn(self) -> int:
        """The number of moves and take-backs of the match."""
        return len(self.match.moves) + self.taken_back if self.match else 0

    @property
    def minder(self) -> str:
        """The stand-in bot for absent players."""
        return str(self.opened["minder"]["bot"])

    @property
    def promise(self) -> str | None:
        """The commitment to the secret of the present or coming shuffle."""
        return hashlib.sha256(self.secret).hexdigest() if self.secret else None

    @property
    def here(self) -> set[str]:
        """The players who are connected, and programs that were connected recently."""
        return self.connected | self.visits.keys()

    @property
    def is_rematch(self) -> bool:
        """Whether the table waits for a rematch."""
        return self.status == "waiting" and self.number > 1

    @property
    def aids(self) -> bool:
        """Whether there are hints: as the host wants, by default only if all other seats are bots'."""
        given, others = self.opened["aids"], [seat for seat in self.seats if seat["kind"] != "bot"]
        return len(others) < 2 if given is None else bool(given)

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a player."""
        return next((n for n, seat in enumerate(self.seats) if player and seat["player"] == player), None)

    def held(self) -> list[int]:
        """Return the seats of persons and programs."""
        return [n for n, seat in enumerate(self.seats) if seat["player"]]

    def present(self) -> list[int]:
        """Return the seats of persons and programs without a stand-in."""
        return [n for n in self.held() if self.seats[n]["minded_by"] is None]

    def bot_at(self, seat: int) -> str | None:
        """Return the bot that plays a seat now, None without one."""
        found: str | None = self.seats[seat]["bot"] or self.seats[seat]["minded_by"]
        return found

    def is_bots_turn(self) -> bool:
        """Return whether a bot is to move."""
        return self.to_move is not None and self.bot_at(self.to_move) is not None

    def may_see(self, player: str | None) -> bool:
        """Return whether a player may see the table."""
        dealt = any(player in match["players"] for match in self.matches) and player not in self.removed
        if player and (player == self.host or self.seat_of(player) is not None or dealt):
            return True
        is_open = self.opened["watchers"] or self.status == "waiting"
        return is_open and (self.opened["listed"] or player in self.admitted)


def open_seat() -> Json:
    """Return an open seat."""
    return {
        "kind": "open", "name": "", "colour": None, "bot": None, "ready": False, "minded_by": None, "player": None,
        "word": "", "agreed": False,
    }  # fmt: skip


def bot_seat(spec: str, taken: list[str]) -> Json:
    """Return a seat of a bot with the first free court name."""
    name = next(name for name in COURT_NAMES if name not in taken)
    return open_seat() | {"kind": "bot", "bot": spec, "name": name}


def names(table: Table) -> list[str]:
    """Return the names in all seats."""
    return [seat["name"] for seat in table.seats]


def player_seat(player: Player) -> Json:
    """Return a seat of a player."""
    kind = "program" if player.is_program else "person"
    return open_seat() | {"kind": kind, "name": player.name, "colour": player.colour, "player": player.id}


def write(table: Table, at: datetime, act: str, seat: int | None, **args: Any) -> None:
    """Add an entry."""
    table.entries.append(
        {"n": len(table.entries), "at": at, "match": table.number, "turn": table.turn, "act": act, "seat": seat}
        | {"args": args}
    )


def tick(table: Table, at: datetime, *, moved: bool = False) -> None:
    """Record which clock runs from now on."""
    seat = table.to_move
    table.ticks.append((at, seat if seat is not None and table.bot_at(seat) is None else None, moved))


def open_table(table: Table, host: Player, wanted: Json, at: datetime) -> None:
    """Open a table; `wanted` is the request as sent."""
    table.house.tables.append(table)
    table.house.sent[host.id, wanted["command"]] = table.id, {}, 0, 1
    table.opened = wanted | {"options": {"players": len(wanted["seats"]), **wanted["options"]}}
    table.host = host.id
    table.seats = [player_seat(host) if seat["kind"] == "me" else open_seat() for seat in wanted["seats"]]
    for number, seat in enumerate(wanted["seats"]):
        if seat["kind"] == "bot":
            table.seats[number] = bot_seat(seat["bot"], names(table))
    table.secret = None if is_known(table) else table.draw_secret()
    public = {name: table.opened[name] for name in ("game", "options", "clock", "listed", "watchers", "minder")}
    seats = [shown_seat(seat, present=None) for seat in table.seats]
    write(table, at, "open", None, **public, seats=seats, known_deal=is_known(table))


def is_known(table: Table) -> bool:
    """Return whether the deal was given."""
    return table.opened["seed"] is not None


# The acts. Each function runs after the checks of the sender and the status.


def sit(table: Table, player: Player, act: Json, at: datetime) -> None:
    own, wanted = table.seat_of(player.id), act.get("seat")
    free = [n for n, seat in enumerate(table.seats) if seat["kind"] == "open"]
    if own is not None and own != wanted:
        raise Refused("seat-taken")
    if wanted is None and not free:
        raise Refused("seat-taken")
    seat = free[0] if wanted is None else wanted
    existing_seat(table, seat)
    if seat not in free and seat != own:
        raise Refused("seat-taken")
    table.seats[seat] = player_seat(player) | {"agreed": True}
    table.removed.discard(player.id)
    write(table, at, "sit", seat, **{name: table.seats[seat][name] for name in ("name", "colour", "kind")})


def rise(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = seat_of(table, player)
    if table.status == "playing":
        write(table, at, "rise", seat, bot=table.minder)
        begin_stand_in(table, seat, table.minder, at)
    else:
        table.seats[seat] = open_seat()
        write(table, at, "rise", seat)


def fill(table: Table, player: Player, act: Json, at: datetime) -> None:
    if existing_seat(table, act["seat"])["kind"] != "open":
        raise Refused("seat-taken")
    check_bot(act["bot"])
    table.seats[act["seat"]] = bot_seat(act["bot"], names(table))
    write(table, at, "fill", act["seat"], bot=act["bot"])


def clear(table: Table, player: Player, act: Json, at: datetime) -> None:
    if existing_seat(table, act["seat"])["kind"] != "bot":
        raise Refused("bad-act")
    table.seats[act["seat"]] = open_seat()
    write(table, at, "clear", act["seat"])


def remove(table: Table, player: Player, act: Json, at: datetime) -> None:
    if existing_seat(table, act["seat"])["player"] in (None, player.id):
        raise Refused("bad-act")
    table.removed.add(table.seats[act["seat"]]["player"])
    table.seats[act["seat"]] = open_seat()
    write(table, at, "remove", act["seat"])


def hand(table: Table, player: Player, act: Json, at: datetime) -> None:
    if existing_seat(table, act["seat"])["kind"] != "person":
        raise Refused("bad-act")
    table.host = table.seats[act["seat"]]["player"]
    write(table, at, "hand", act["seat"])


def change(table: Table, player: Player, act: Json, at: datetime) -> None:
    options = {"players": len(table.seats), **act["options"]}
    try:
        count = set_up(table.opened["game"], options).players
    except BadOption:
        raise Refused("bad-option") from None
    if any(seat["kind"] != "open" for seat in table.seats[count:]):
        raise Refused("not-now")
    table.opened = table.opened | {"options": options}
    table.seats = [*table.seats, *[open_seat() for _ in range(count)]][:count]
    for seat in table.seats:
        seat.update(ready=False, word="")
    write(table, at, "change", None, options=options)


def renew(table: Table, player: Player, act: Json, at: datetime) -> None:
    table.codes[act["code"]].append("")
    for gone in table.removed:
        # The old code must not readmit a removed player.
        table.admitted.pop(gone, None)
    write(table, at, "renew", None, code=act["code"])


def ready(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = seat_of(table, player)
    table.seats[seat].update(ready=True, word=act["word"], agreed=True)
    write(table, at, "ready", seat, word=act["word"])


def unready(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = seat_of(table, player)
    table.seats[seat].update(ready=False, word="")
    write(table, at, "unready", seat)


def start(table: Table, player: Player, act: Json, at: datetime) -> None:
    if any(seat["kind"] == "open" for seat in table.seats):
        raise Refused("not-now")
    if table.is_rematch and not all(table.seats[seat]["agreed"] for seat in table.held()):
        raise Refused("not-now")
    deal(table, at)


def move(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = seat_of(table, player)
    match = match_at(table, seat, act)
    if table.seats[seat]["minded_by"] is not None:
        raise Refused("not-now")
    _, is_revealing = draft_view(match, seat, act["moves"])
    last = {"seat": seat, "turn": table.turn, "before": match.copy(), "tick": len(table.ticks), "at": at}
    for line in act["moves"]:
        play(table, line, at)
    table.last = None if is_revealing else last


def match_at(table: Table, seat: int, act: Json) -> Match:
    """Return the present match; refuse if the act names another turn, or if the seat is not to move."""
    match = table.match
    if match is None or table.status != "playing" or (act["match"], act["turn"]) != (table.number, table.turn):
        raise Refused("stale", match=table.number, turn=table.turn)
    if match.to_move != seat:
        raise Refused("not-your-turn")
    return match


def draft_view(match: Match, seat: int, moves: list[str]) -> tuple[Match, bool]:
    """Return a match after a draft, and whether the last move would reveal information; refuse an illegal list."""
    tried, is_revealing = match.copy(), False
    for index, line in enumerate(moves):
        is_legal = tried.to_move == seat and line in tried.legal_moves()
        is_revealing = is_legal and match.setup.game.audience_view.reveals(tried.view(seat), line)
        if is_revealing and index + 1 < len(moves):
            raise Refused("ends-here", index=index)
        if not is_legal:
            raise Refused("illegal-move" if tried.to_move == seat else "not-your-turn", index=index)
        if is_revealing:
            return tried.preview(line), True
        tried.play(line)
    return tried, False


def mind(table: Table, player: Player, act: Json, at: datetime) -> None:
    held = existing_seat(table, act["seat"])
    is_there = held["player"] != player.id and held["player"] in table.here
    if held["player"] is None or held["minded_by"] is not None or is_there:
        raise Refused("bad-act")
    bot = act.get("bot") or table.minder
    check_bot(bot)
    write(table, at, "mind", act["seat"], bot=bot, by="self" if held["player"] == player.id else "host")
    begin_stand_in(table, act["seat"], bot, at)


def come_back(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = seat_of(table, player)
    if table.seats[seat]["minded_by"] is None or table.seats[seat].get("forfeited"):
        raise Refused("not-now")
    table.seats[seat]["minded_by"] = None
    write(table, at, "return", seat)
    tick(table, at)


def may_take_back(table: Table, seat: int | None) -> bool:
    """Return whether a seat may ask to take back its last moves."""
    if table.status != "playing" or table.last is None or table.request is not None or seat is None:
        return False
    return bool(table.last["seat"] == seat and table.seats[seat]["minded_by"] is None)


def others(table: Table, seat: int) -> list[int]:
    """Return the seats that must agree to a take-back of a seat."""
    return [each for each in table.present() if each != seat]


def about_last(table: Table, player: Player, act: Json) -> int:
    """Return the seat of a player who acts on the last moves."""
    seat = seat_of(table, player)
    if (act["match"], act["turn"]) != (table.number, table.turn):
        raise Refused("stale", match=table.number, turn=table.turn)
    if table.seats[seat]["minded_by"] is not None:
        raise Refused("not-now")
    return seat


def take_back(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = about_last(table, player, act)
    if not may_take_back(table, seat):
        raise Refused("not-now")
    if others(table, seat):
        write(table, at, "take_back", seat)
        table.request = {"seat": seat, "agreed": []}
    else:
        go_back(table, at)


def agree(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = about_last(table, player, act)
    if table.request is None or seat in (table.request["seat"], *table.request["agreed"]):
        raise Refused("not-now")
    write(table, at, "agree", seat)
    table.request["agreed"].append(seat)


def refuse(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat = about_last(table, player, act)
    if table.request is None or seat in (table.request["seat"], *table.request["agreed"]):
        raise Refused("not-now")
    write(table, at, "refuse", seat)
    table.last = table.request = None


def go_back(table: Table, at: datetime) -> None:
    """Take back the last moves."""
    last = table.last
    assert last is not None
    count = table.turn - last["turn"]
    write(table, at, "taken_back", last["seat"], turn=last["turn"], moves=count)
    table.matches[-1]["match"] = last["before"]
    table.taken_back += count + 1
    table.last = table.request = None
    table.took_back[len(table.ticks)] = last["tick"], last["tick"] + count, last["at"]
    tick(table, at)


def time_off(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat, days = seat_of(table, player), act["days"]
    taken = sum(more for _, taker, more in table.time_off if taker == seat)
    if not table.opened["clock"] or table.opened["clock"]["kind"] != "days" or taken + days > 30:
        raise Refused("not-now")
    table.time_off.append((len(table.ticks), seat, days))
    table.last = table.request = None
    write(table, at, "time_off", seat, days=days)


def vote(table: Table, player: Player, act: Json, at: datetime) -> None:
    seat, away = seat_of(table, player), act.get("seat")
    if act["what"] == "stop":
        table.stop_votes.add(seat)
        write(table, at, "vote", seat, what="stop", **{"for": None})
        return
    if away is None or away == seat or existing_seat(table, away)["player"] is None or table.seats[away]["minded_by"]:
        raise Refused("bad-act")
    table.stand_in_votes.setdefault(away, set()).add(seat)
    write(table, at, "vote", seat, what="mind", **{"for": away})


def stop(table: Table, player: Player, act: Json, at: datetime) -> None:
    if table.turn > 0:
        raise Refused("not-now")
    end(table, at, "host")


def again(table: Table, player: Player, act: Json, at: datetime) -> None:
    if table.is_rematch:
        own = table.seats[seat_of(table, player)]
        ready(table, player, {"word": own["word"] or act["command"][:16]}, at)
        return
    if table.status != "over":
        raise Refused("not-now")
    table.number += 1
    table.status = "waiting"
    table.seats = [*table.seats[1:], table.seats[0]]
    for seat in table.seats:
        seat.update(ready=False, word="", agreed=seat["player"] == player.id, minded_by=None, forfeited=False)
    table.secret = table.draw_secret()
    write(table, at, "again", None, promise=table.promise)


Function = Callable[[Table, Player, Json, datetime], None]

ACTS: Mapping[str, tuple[str, str | None, Function]] = {
    "sit": ("guest", "waiting", sit),
    "rise": ("seat", None, rise),
    "fill": ("host", "waiting", fill),
    "clear": ("host", "waiting", clear),
    "remove": ("host", "waiting", remove),
    "hand": ("host", None, hand),
    "change": ("host", "waiting", change),
    "renew": ("host", None, renew),
    "ready": ("seat", "waiting", ready),
    "unready": ("seat", "waiting", unready),
    "start": ("host", "waiting", start),
    "move": ("seat", None, move),
    "mind": ("host or own", "playing", mind),
    "return": ("seat", None, come_back),
    "take_back": ("seat", "playing", take_back),
    "agree": ("seat", "playing", agree),
    "refuse": ("seat", "playing", refuse),
    "time_off": ("seat", "playing", time_off),
    "vote": ("seat", "playing", vote),
    "stop": ("host", "playing", stop),
    "again": ("seat", None, again),
}
"""Every act: its allowed senders, the required status of the table, and its function."""


def act(table: Table, player: Player, body: Json, at: datetime) -> tuple[int, int]:
    """Run an act; return the number of its first entry, and the number after its last."""
    command, content = (player.id, body["command"]), {k: v for k, v in body.items() if k != "command"}
    is_new = command not in table.house.sent
    if is_new and body["act"] == "sit" and body.get("code") is not None:
        show(table.house, player.id, body["code"])
    if not table.may_see(player.id):
        raise Refused("no-such-table")
    if not is_new:
        where, before, first, last = table.house.sent[command]
        if (where, before) != (table.id, content):
            raise Refused("command-reused")
        return first, last
    who, when, does = ACTS[body["act"]]
    if not may(table, player.id, who, body):
        raise Refused("not-allowed")
    if when is not None and table.status != when:
        raise Refused("not-now")
    first = len(table.entries)
    does(table, player, body, at)
    table.house.sent[command] = table.id, content, first, len(table.entries)
    return first, len(table.entries)


def may(table: Table, player: str, who: str, body: Json) -> bool:
    """Return whether a player may send an act."""
    seat = table.seat_of(player)
    return {
        "host": player == table.host,
        "seat": seat is not None,
        "host or own": player == table.host or (seat is not None and seat == body.get("seat")),
        "guest": bool(table.opened["listed"])
        or player == table.host
        or seat is not None
        or table.admitted.get(player) == "join",
    }[who]


def show(house: House, player: str, code: str) -> tuple[str, str]:
    """Show a code and return its table and role; the role `join` is never reduced to `watch`."""
    found = [(table, role) for table in house.tables for role in table.codes if table.codes[role][-1:] == [code]]
    if not found:
        raise Refused("no-such-table")
    [(table, role)] = found
    if table.admitted.get(player) != "join":
        table.admitted[player] = role
    return table.id, role


def seat_of(table: Table, player: Player) -> int:
    """Return the seat of a seated player."""
    seat = table.seat_of(player.id)
    assert seat is not None
    return seat


def existing_seat(table: Table, seat: int) -> Json:
    """Return the seat with a number; refuse if it does not exist."""
    if seat >= len(table.seats):
        raise Refused("bad-act")
    return table.seats[seat]


def check_bot(name: str) -> None:
    """Refuse an unknown bot."""
    if name not in bot_names():
        raise Refused("unknown-bot")


# Requests that change no match: drafts, hints and talk.


def draft(table: Table, player: Player, body: Json) -> Json:
    """Return the legal moves and the view after a draft of the player to move."""
    seat = asking(table, player)
    tried, is_revealing = draft_view(imagined(match_at(table, seat, body), seat), seat, body["moves"])
    view = tried.view(seat)
    legal = [] if is_revealing else view["legal"]
    return {"legal": legal, "reveals": is_revealing, "view": view}


def advise(table: Table, player: Player, lang: str, laid: list[str]) -> Hint:
    """Return the hint for the position after a draft."""
    seat, match = asking(table, player), table.match
    if not table.aids:
        raise Refused("not-allowed")
    if match is None or table.to_move != seat:
        raise Refused("not-your-turn")
    tried, is_revealing = draft_view(imagined(match, seat), seat, laid)
    if is_revealing or tried.to_move != seat:
        raise Refused("not-your-turn")
    return short_hint(tried.knowledge(seat), hint_stream(table.turn), lang=lang)


def short_hint(*asked: Any, lang: str, **_: Any) -> Hint:
    """Return a hint from a short search."""
    return hint(*asked, lang=lang, budget=Budget(simulations=20), ends=2)


def imagined(match: Match, seat: int) -> Match:
    """Return a match that looks like the true one from a seat; the seat must get the same answers for both."""
    return match.imagined(seat, stream(7))


def asking(table: Table, player: Player) -> int:
    """Return the seat of a player; refuse a player without a seat, or who may not see the table."""
    if not table.may_see(player.id):
        raise Refused("no-such-table")
    if (seat := table.seat_of(player.id)) is None:
        raise Refused("not-allowed")
    return seat


def say(table: Table, player: Player, said: Json, at: datetime) -> int:
    """Add a line of talk and return its number; a repeated command adds it only once."""
    if not table.may_see(player.id):
        raise Refused("no-such-table")
    is_onlooker = table.seat_of(player.id) is None
    if not table.opened["talk"] or (is_onlooker and table.status == "playing"):
        raise Refused("not-allowed")
    line = {"text": None, "phrase": None, **said, "player": player.id}
    before = [each for each in table.lines if (each["player"], each["command"]) == (player.id, line["command"])]
    if before and (before[0]["text"], before[0]["phrase"]) != (line["text"], line["phrase"]):
        raise Refused("command-reused")
    if before:
        return int(before[0]["n"])
    table.lines.append(line | {"n": len(table.lines), "at": moment(at), "then": table.seat_of(player.id)})
    return len(table.lines) - 1


def serialize_line(line: Json, seat: int | None) -> Json:
    """Return a line of talk for output; `seat` is the seat of its sender, or None."""
    return {name: line[name] for name in ("n", "at", "text", "phrase")} | {"seat": seat}


def page_lines(table: Table, player: str | None, *, mutes: bool) -> list[tuple[int, str, bool]]:
    """Return the lines on a player's page of a table: number, text, and whether the player wrote them."""
    shown = [] if mutes or not table.opened["talk"] else table.lines[-50:]
    own = table.seat_of(player) is not None
    return [(line["n"], line["text"] or SENTENCES[line["phrase"]], own and line["player"] == player) for line in shown]


# The acts of the server.


def deal(table: Table, at: datetime) -> None:
    """Deal and start the match."""
    setup = set_up(table.opened["game"], table.opened["options"])
    seats = [{"name": seat["name"] or seat["bot"]} for seat in table.seats]
    words = [seat["word"] for seat in table.seats]
    given = table.opened["seed"] if table.number == 1 else None
    if table.secret:
        opening = Opening(seats=seats, fair=FairShuffle(table.secret, words, table.id, table.number))
    else:
        opening = Opening(seats=seats, seed=table.draw_seed() if given is None else given)
    sat = [{name: seat[name] for name in ("kind", "name", "bot")} for seat in table.seats]
    write(table, at, "start", None, seats=sat, promise=table.promise)
    players = [seat["player"] for seat in table.seats]
    table.matches.append({"match": Match(setup, opening), "players": players, "secret": table.secret})
    table.status = "playing"
    table.stop_votes, table.stand_in_votes, table.ticks, table.time_off = set(), {}, [], []
    table.took_back, table.taken_back, table.last, table.request = {}, 0, None, None
    tick(table, at, moved=True)


def play(table: Table, line: str, at: datetime) -> None:
    """Make a move for the seat to move, for a person or a bot."""
    match, seat = table.match, table.to_move
    assert match is not None
    assert seat is not None
    assert line in match.legal_moves(), line
    write(table, at, "move", seat)
    match.play(line)
    table.entries[-1]["after"] = match.copy()
    table.last = table.request = None
    if match.is_over:
        table.status = "over"
    if match.to_move != seat:
        # A player who has finished a turn is not absent.
        table.stand_in_votes.pop(seat, None)
    tick(table, at, moved=True)


def begin_stand_in(table: Table, seat: int, bot: str, at: datetime) -> None:
    """Let a bot substitute for a player."""
    table.seats[seat]["minded_by"] = bot
    table.stand_in_votes.pop(seat, None)
    if table.request is not None and seat not in table.request["agreed"]:
        table.request = None
    tick(table, at)


def end(table: Table, at: datetime, reason: str) -> None:
    """Stop a match before its end."""
    write(table, at, "stop", None, reason=reason)
    table.status = "over"
    table.request = None
    tick(table, at)


def serve(table: Table, now: datetime) -> None:
    """Do everything that is due on the server, except moves of bots."""
    table.visits = {player: until for player, until in table.visits.items() if until > now}
    while serve_one(table, now):
        pass
    count_absent(table, now)


def serve_one(table: Table, now: datetime) -> bool:
    """Do one thing that is due on the server; return whether anything was due."""
    if table.status == "waiting":
        is_due = all(seat["kind"] == "bot" or seat["ready"] for seat in table.seats) and bool(table.held())
        if is_due:
            deal(table, now)
        return is_due
    if table.status == "over":
        table.left_at.clear()
        is_due = bool(table.entries[-1]["act"] == "move")
        if is_due:
            secret = table.matches[-1]["secret"]
            write(table, now, "reveal", None, secret=secret and secret.hex(), record=f"record?match={table.number}")
        return is_due
    if table.present() and table.stop_votes >= set(table.present()):
        end(table, now, "vote")
        return True
    found = next(due_stand_ins(table, now), None)
    if found is None and table.request and {*others(table, table.request["seat"])} <= {*table.request["agreed"]}:
        go_back(table, now)
        return True
    if found is not None:
        seat, by = found
        if by == "forfeit":
            write(table, now, "forfeit", seat, bot=table.minder)
            table.seats[seat]["forfeited"] = True
        else:
            write(table, now, "mind", seat, bot=table.minder, by=by)
        begin_stand_in(table, seat, table.minder, now)
    return found is not None


def count_absent(table: Table, now: datetime) -> None:
    """Start counting the absence of each absent player who is not counted yet."""
    if table.status == "playing":
        for player in [table.seats[seat]["player"] for seat in table.present()]:
            if player not in table.here:
                table.left_at.setdefault(player, now)


def acted(table: Table, player: str, now: datetime) -> None:
    """Restart the absence of a player who acted without being connected."""
    if table.left_at.pop(player, None) is not None:
        count_absent(table, now)


def due_stand_ins(table: Table, now: datetime) -> Any:
    """Yield every seat that needs a stand-in now, with the reason."""
    for seat, voters in table.stand_in_votes.items():
        others = set(table.present()) - {seat}
        if others and voters >= others and seat in table.present():
            yield seat, "vote"
    ends = [(at, seat_number(table, player), player) for player, at in table.left_at.items()]
    for player in [player for at, _, player in sorted(ends) if absent_until(table, at) <= now]:
        del table.left_at[player]
        if table.seat_of(player) in table.present():
            yield table.seat_of(player), "server"
    runs_out = clock_ends(table)
    if runs_out is not None and runs_out <= now and table.opened["timeout"] != "vote":
        yield table.to_move, "forfeit" if table.opened["timeout"] == "forfeit" else "server"


def leave(table: Table, player: str, now: datetime) -> None:
    """Close the last connection of a player. During a match, the absence counts from now, or of a program later."""
    table.connected.discard(player)
    seat = table.seat_of(player)
    if seat is not None and table.seats[seat]["kind"] == "program":
        table.visits[player] = now + VISIT
    count_absent(table, now)


def come(table: Table, player: str) -> None:
    """Connect a player."""
    table.connected.add(player)
    table.visits.pop(player, None)
    table.left_at.pop(player, None)


def seat_number(table: Table, player: str) -> int:
    """Return the seat of a player, or the number of seats for a player who has left."""
    seat = table.seat_of(player)
    return len(table.seats) if seat is None else seat


def absent_until(table: Table, left: datetime) -> datetime:
    """Return the time when a player who left at a given time gets a stand-in."""
    return left + timedelta(seconds=table.opened["minder"]["after"])


def next_due(table: Table) -> datetime | None:
    """Return the time of the server's next act if no player acts, None without one."""
    absent = [absent_until(table, at) for at in table.left_at.values()]
    runs_out = None if table.opened["timeout"] == "vote" else clock_ends(table)
    ends = [runs_out, *absent, *table.visits.values()]
    return min((at for at in ends if at is not None), default=None)


# The clocks, recomputed from the beginning of the match on each call.


def clocks(table: Table) -> tuple[list[timedelta], int | None, datetime | None]:
    """Return the remaining time of every seat, the seat whose clock runs, and the time when it started."""
    left, _, running, since = clocks_after(table, len(table.ticks))
    return left, running, since


def clocks_after(table: Table, ticks: int) -> tuple[list[timedelta], list[timedelta], int | None, datetime | None]:
    """Return the clocks after some ticks; the second list has the days off for the next turn of each seat."""
    terms = table.opened["clock"]
    whole = timedelta(seconds=terms.get("seconds", 0), days=terms.get("days", 0))
    left, running, since = [whole] * len(table.matches[-1]["players"]), None, None
    later = [timedelta(0)] * len(left)
    for number, (at, runs, moved) in enumerate([*table.ticks[:ticks], (None, None, False)]):
        if at is not None and number in table.took_back:
            before, after, moved_at = table.took_back[number]
            had, kept = (left_at(table, each, moved_at) for each in (before, after))
            now = left_at(table, number, at)
            left = [max(timedelta(0), a - (b - c)) for a, b, c in zip(had, kept, now, strict=True)]
            later, running, since = clocks_after(table, before)[1], runs, at if runs is not None else None
            continue
        for _, seat, days in (each for each in table.time_off if each[0] == number):
            (left if seat == running else later)[seat] += timedelta(days=days)
        if at is None or (runs == running and not moved):
            continue
        if running is not None and since is not None:
            left[running] = max(timedelta(0), left[running] - (at - since))
        if runs is not None and moved and terms["kind"] != "bank":
            left[runs], later[runs] = whole + later[runs], timedelta(0)
        if runs is not None and moved and terms["kind"] == "bank" and runs != running:
            left[runs] += timedelta(seconds=terms["increment"])
        running, since = runs, at if runs is not None else None
    return left, later, running, since


def left_at(table: Table, ticks: int, at: datetime) -> list[timedelta]:
    """Return the remaining times at a moment after the first ticks."""
    left, _, running, since = clocks_after(table, ticks)
    if running is not None and since is not None:
        left[running] = max(timedelta(0), left[running] - (at - since))
    return left


TURNS = "start", "move", "taken_back"


def turn_since(table: Table) -> datetime:
    """Return the time of the last move, take-back or deal."""
    found: datetime = next(entry["at"] for entry in reversed(table.entries) if entry["act"] in TURNS)
    return found


def clock_ends(table: Table) -> datetime | None:
    """Return the time when the running clock runs out, None without a running clock."""
    if not table.opened["clock"] or table.match is None:
        return None
    left, running, since = clocks(table)
    return since + left[running] if since is not None and running is not None else None


# Serialization for one viewer.


def moment(at: datetime) -> str:
    """Return a time for output."""
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"


def audience(table: Table, player: str | None, number: int) -> int | None:
    """Return the seat that a player had in a match, None for a spectator."""
    players = table.matches[number - 1]["players"] if number <= len(table.matches) else []
    return players.index(player) if player and player in players else None


def told(table: Table, entry: Json, player: str | None) -> Json:
    """Return an entry as a player may see it."""
    seat = audience(table, player, entry["match"])
    event: Json = {"id": entry["act"], "args": entry["args"], "steps": []}
    if entry["act"] == "start":
        event["args"] = entry["args"] | {"view": table.matches[entry["match"] - 1]["match"].at(0).view(seat)}
    if entry["act"] == "move":
        first, *rest = entry["after"].log(seat, since=entry["after"].version - 1)
        event = first | {"then": rest}
    plain = {name: entry[name] for name in ("n", "match", "turn", "act", "seat")}
    return plain | {"at": moment(entry["at"]), "event": event}


def shown_seat(seat: Json, *, present: bool | None) -> Json:
    """Return a seat in its public form."""
    return {name: seat[name] for name in ("kind", "name", "colour", "bot", "ready", "minded_by")} | {"present": present}


def line(table: Table, player: str | None) -> TableLine:
    """Return the line of a table in a player's list, or in the public list."""
    return TableLine(
        id=table.id,
        game=table.opened["game"],
        status=table.status,
        to_move=table.to_move,
        yours=table.seat_of(player),
        seats=[ListedSeat(seat["kind"], seat["name"], seat["bot"]) for seat in table.seats],
        updated=moment(table.entries[-1]["at"]),
        turn_since=moment(turn_since(table)) if table.to_move is not None else None,
        due=moment(ends) if (ends := clock_ends(table)) is not None else None,
    )


def document(table: Table, player: str | None) -> Json:
    """Return the table document for a player, without codes."""
    seat, opened, view = table.seat_of(player), table.opened, None
    if table.match is not None:
        view = table.match.view(audience(table, player, table.number))
        if table.status == "over":
            view = view | {"to_move": None, "legal": []}
    shown_clocks = None
    if opened["clock"] and table.match is not None:
        left, running, since = clocks(table)
        seconds = [round(time.total_seconds(), 3) for time in left]
        shown_clocks = {"left": seconds, "running": running, "since": moment(since) if since else None}
    return {
        "id": table.id,
        "version": len(table.entries),
        "status": table.status,
        "game": opened["game"],
        "options": set_up(opened["game"], opened["options"]).options.model_dump(mode="json"),
        "seats": [
            shown_seat(s, present=s["kind"] == "bot" or s["player"] in table.here)
            | {"substituted_by": s["minded_by"], "forfeited": s.get("forfeited", False), "shows_hand": False}
            for s in table.seats
        ],
        "you": seat if seat is not None else "watch" if opened["watchers"] else None,
        "host": table.seat_of(table.host),
        **{name: opened[name] for name in ("clock", "minder", "timeout", "listed", "watchers", "talk")},
        "aids": table.aids,
        "stand_in": opened["minder"],
        "clocks": shown_clocks,
        "rated": False,
        "delay": None,
        "event": None,
        "known_deal": is_known(table),
        "commitment": table.promise,
        "promise": table.promise,
        "origin": None,
        "match": table.number,
        "rematch": [n for n in table.held() if table.seats[n]["agreed"]] if table.is_rematch else None,
        "turn": table.turn,
        "to_move": table.to_move,
        "take_back": table.request
        and {
            "seat": table.request["seat"],
            "waiting_for": [n for n in others(table, table.request["seat"]) if n not in table.request["agreed"]],
        },
        "may_take_back": may_take_back(table, seat),
        "view": view,
    }
