"""The players of Cursed Court for one reader: what each has in hand, does now, or is passed over for; and the dock."""

from __future__ import annotations

from collections.abc import Mapping

from courtly.games.cursed_court import words
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import is_exchange, together
from courtly.games.cursed_court.outlook import odds_words
from courtly.games.cursed_court.page_board import Board, gap
from courtly.games.cursed_court.page_contexts import Button, Circle, Dock, Player, Step, Stop
from courtly.games.cursed_court.scene import doing, standing
from courtly.games.cursed_court.state import CROWNS

SIDES = {2: (0, 1), 3: (1, 0), 4: (1, 1), 5: (1, 2), 6: (2, 1)}
"""By number of players: how many of the others sit to the west and to the north; the rest sit to the east."""


def own(board: Board) -> Player:
    """Return the player at the lower side of the table: the reader, or for a spectator the first seat."""
    return _player(board.seen.first, board)


def circle(board: Board) -> Circle:
    """Return the other players in turn order, with the hole cards between neighbours."""
    count, (left, above) = board.view["players"], SIDES[board.view["players"]]
    order = [(board.seen.first + step) % count for step in range(count)]
    lying = _lying(board, order)
    around = [[Stop(player=_player(seat, board)), *lying[seat]] for seat in order[1:]]
    west, north, east = around[:left], around[left : left + above], around[left + above :]
    sides = [lying[order[0]], *west], north, east
    return Circle(*_settled(*([stop for stops in side for stop in stops] for side in sides), players=count))


def _settled(west: list[Stop], north: list[Stop], east: list[Stop], *, players: int) -> list[list[Stop]]:
    """Return the sides with the cards at a corner where there is room for them."""
    last = west if players == 3 else north if players > 3 else []
    moved = [last.pop()] if last and last[-1].gap else []
    return [west, moved, east] if players == 3 else [west, north, [*moved, *east]]


def _lying(board: Board, order: list[int]) -> dict[int, list[Stop]]:
    """Return by seat the hole cards between it and the next that plays this year."""
    playing = [seat for seat in order if board.view["seated"][seat]]
    after = dict(zip(playing, [*playing[1:], *playing[:1]], strict=True))
    lying: dict[int, list[Stop]] = {seat: [] for seat in order}
    for found in board.view["holes"]:
        seat = next(seat for seat in found["seats"] if len(found["seats"]) == 1 or after[seat] in found["seats"])
        lying[seat].append(Stop(gap=gap(found, board)))
    return lying


def _player(seat: int, board: Board) -> Player:
    view, say = board.view, board.reader.say
    feints = [seat == board.seen.seat and view["feint"] == "hand"]
    crowns = view["crowns"][seat]
    return Player(
        mark=board.marks[seat],
        to_move=view["to_move"] == seat,
        holds_marker=view["marker"] == seat,
        out=not view["seated"][seat],
        crowns=(*[False] * (crowns - 1), *feints) if crowns else (),
        spent=CROWNS - crowns,
        purse=None if board.options["coinless"] else view["purse"][seat],
        coins="" if board.options["coinless"] else board.money(view["purse"][seat]),
        points=view["score"][seat],
        score=standing(view["score"][seat], board.options, board.reader),
        doing=doing(seat, view, board.seen.log, board.reader) or say("waiting"),
    )


def dock(board: Board) -> Dock:
    """Return what is asked of the reader."""
    view = board.view
    if board.seen.seat is None or view["to_move"] != board.seen.seat:
        return Dock(phase="wait")
    note = words.note(view, board.reader)
    if view["phase"] == "stake":
        return _dial(note, board)
    if view["phase"] == "rebuy":
        buttons = tuple(Button(move, words.move_words(move, view, board.reader)) for move in view["legal"])
        return Dock(phase="rebuy", note=note, buttons=buttons)
    feint = any(move.endswith(" feint") for move in view["legal"])
    plain = not all(move.endswith(" feint") for move in view["legal"])
    return Dock(phase="bet", note=note, plain=plain, feint=feint)


def _dial(note: str, board: Board) -> Dock:
    """Return how many coins are asked for, with the numbers that mean something."""
    view, reader, seat = board.view, board.reader, board.seen.seat
    assert seat is not None
    region, most = str(view["pending"]), view["purse"][seat]
    least = least_stake(view, region)
    return Dock(
        phase="stake",
        note=note,
        buttons=_marks(least, most, board),
        unit=reader.say("chips") if is_exchange(board.options) else reader.say("coins"),
        least=least,
        most=most,
        region=board.name_of(region),
        outlook=odds_words(region, view, reader),
        steps=steps(least, most, board) if board.has_aids else (),
    )


def _marks(least: int, most: int, board: Board) -> tuple[Button, ...]:
    """Return the numbers of coins that mean something: the fewest, the first that nobody can bump, and all."""
    say, seat, crowns = board.reader.say, board.seen.seat, board.view["board"].get(str(board.view["pending"]))
    assert seat is not None
    safe = max(board.beyond[seat], least)
    fewest = say("bumps {name}", name=board.seen.names[crowns[0]["seat"]]) if crowns else say("minimum")
    hints = {most: say("all"), safe: say("cannot be bumped"), least: fewest}
    return tuple(Button(f"stake {n}", str(n), hints[n]) for n in sorted(hints) if n <= most)


def steps(least: int, most: int, board: Board) -> tuple[Step, ...]:
    """Return from how many coins on which of the others could bump the stake at once, or nobody ever could."""
    view, seat = board.view, board.seen.seat
    assert seat is not None
    purses = {other: coins for other, coins in enumerate(view["purse"]) if other != seat and view["seated"][other]}
    for bumped in view["board"].get(str(view["pending"]), ())[:1]:
        purses[bumped["seat"]] += bumped["coins"]
    starts = {least, board.beyond[seat], *(coins // 2 + 1 for coins in purses.values())}
    found = list[Step]()
    for coins in sorted(start for start in starts if least <= start <= most):
        sentence = _bumpers(coins, purses, board)
        if not found or found[-1].words != sentence:
            found.append(Step(coins, sentence))
    return tuple(found)


def _bumpers(coins: int, purses: Mapping[int, int], board: Board) -> str:
    """Return who has enough in hand to double a stake."""
    say, seat = board.reader.say, board.seen.seat
    assert seat is not None
    if coins >= board.beyond[seat]:
        return say("Nobody can bump that any more.")
    able = [board.seen.names[other] for other, purse in purses.items() if purse >= max(1, 2 * coins)]
    if not able:
        return say("Nobody has enough in hand to bump that now.")
    return say("Enough in hand to bump that: {names}.", names=together(able, board.lang))
