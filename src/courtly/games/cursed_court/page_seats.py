"""The players of Cursed Court for one reader: what each has in hand, does now, or is passed over for; and the dock."""

from __future__ import annotations

from courtly.games.cursed_court import words
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import is_exchange
from courtly.games.cursed_court.page_board import Board
from courtly.games.cursed_court.page_contexts import Button, Dock, Player
from courtly.games.cursed_court.scene import doing, standing


def players(board: Board) -> list[Player]:
    """Return the players, the reader first and the others in turn order after."""
    count = board.view["players"]
    return [_player((board.seen.first + step) % count, board) for step in range(count)]


def _player(seat: int, board: Board) -> Player:
    view, say = board.view, board.reader.say
    feints = [seat == board.seen.seat and view["feint"] == "hand"]
    crowns = view["crowns"][seat]
    return Player(
        mark=board.marks[seat],
        to_move=view["to_move"] == seat,
        holds_marker=view["marker"] == seat,
        out=not view["seated"][seat],
        crowns=[*[False] * (crowns - 1), *feints] if crowns else [],
        coins="" if board.options["coinless"] else board.money(view["purse"][seat]),
        score=standing(view["score"][seat], board.options, board.reader),
        doing=doing(seat, view, board.seen.log, board.reader) or say("waiting"),
    )


def dock(board: Board) -> Dock:
    """Return what is asked of the reader."""
    view, asked = board.view, words.question(board.view, board.reader)
    if board.seen.seat is None or view["to_move"] != board.seen.seat:
        return Dock(asked=asked, phase="wait")
    note = words.note(view, board.reader)
    if view["phase"] == "stake":
        least, most = least_stake(view, str(view["pending"])), view["purse"][board.seen.seat]
        buttons = _quick(least, most, board)
        return Dock(asked=asked, phase="stake", note=note, buttons=buttons, least=least, most=most)
    if view["phase"] == "rebuy":
        buttons = [Button(move, words.move_words(move, view, board.reader)) for move in view["legal"]]
        return Dock(asked=asked, phase="rebuy", note=note, buttons=buttons)
    feint = any(move.endswith(" feint") for move in view["legal"])
    plain = not all(move.endswith(" feint") for move in view["legal"])
    return Dock(asked=asked, phase="bet", note=note, plain=plain, feint=feint)


def _quick(least: int, most: int, board: Board) -> list[Button]:
    """Return a few numbers of coins, among them the fewest, the first that nobody can bump, and all."""
    say, safe = board.reader.say, beyond_bumping(board)
    steps = (5, 10, 20) if is_exchange(board.options) else (1, 2, 4)
    numbers = sorted({least, *(least + step for step in steps), max(safe, least), most})
    hints = {most: say("all"), max(safe, least): say("cannot be bumped"), least: say("minimum")}
    return [Button(f"stake {n}", str(n), hints.get(n, "")) for n in numbers if n <= most]


def beyond_bumping(board: Board) -> int:
    """Return the fewest coins that no other seat could double, even with all its coins back in hand."""
    view = board.view
    wealth = list(view["purse"])
    for crowns in view["board"].values():
        wealth[crowns[0]["seat"]] += crowns[0]["coins"]
    others = [coins for seat, coins in enumerate(wealth) if seat != board.seen.seat and view["seated"][seat]]
    return max(max(others, default=0) // 2 + 1, 1)
