"""The players of Cursed Court for one viewer: pieces in hand, current activity, and the controls of a decision."""

from __future__ import annotations

from collections.abc import Mapping

from courtly.games.cursed_court import words
from courtly.games.cursed_court.forecast import least_stake
from courtly.games.cursed_court.names import the_region, together
from courtly.games.cursed_court.outlook import pays_words, short_odds_words
from courtly.games.cursed_court.page_board import Board, gap
from courtly.games.cursed_court.page_contexts import Button, Circle, CirclePlace, Dock, PlayerPanel, StakeStep
from courtly.games.cursed_court.scene import doing, standing
from courtly.games.cursed_court.state import CROWNS
from courtly.text.languages import marked

BUMPED, BUMPED_LAST = marked("{name} bumped you from {region}."), marked("{name} bumped you from {region}: bet again.")

SIDES = {2: (0, 1), 3: (1, 0), 4: (1, 1), 5: (1, 2), 6: (2, 1)}
"""Number of opponents on the west and the north side, by number of players. The others are on the east side."""


def own(board: Board) -> PlayerPanel:
    """Return the player at the bottom of the table: the viewer, or the first seat for a spectator."""
    return _player(board.page_input.first, board)


def circle(board: Board) -> Circle:
    """Return the other players clockwise, with the hole cards between neighbours."""
    count, (left, above) = board.view["players"], SIDES[board.view["players"]]
    order = [(board.page_input.first + step) % count for step in range(count)]
    hole_cards = _hole_cards_after(board, order)
    around = [[CirclePlace(player=_player(seat, board)), *hole_cards[seat]] for seat in order[1:]]
    west, north, east = around[:left], around[left : left + above], around[left + above :]
    sides = [hole_cards[order[0]], *west], north, east
    return Circle(*_balanced_sides(*([place for places in side for place in places] for side in sides), players=count))


def _balanced_sides(
    west: list[CirclePlace], north: list[CirclePlace], east: list[CirclePlace], *, players: int
) -> list[list[CirclePlace]]:
    """Return the sides, with hole cards at a corner moved to the side that has space for them."""
    last = west if players == 3 else north if players > 3 else []
    moved = [last.pop()] if last and last[-1].gap else []
    return [west, moved, east] if players == 3 else [west, north, [*moved, *east]]


def _hole_cards_after(board: Board, order: list[int]) -> dict[int, list[CirclePlace]]:
    """Return, by seat, the hole cards between it and the next seat that plays this year."""
    playing = [seat for seat in order if board.view["seated"][seat]]
    after = dict(zip(playing, [*playing[1:], *playing[:1]], strict=True))
    hole_cards: dict[int, list[CirclePlace]] = {seat: [] for seat in order}
    for found in board.view["holes"]:
        seat = next(seat for seat in found["seats"] if len(found["seats"]) == 1 or after[seat] in found["seats"])
        hole_cards[seat].append(CirclePlace(gap=gap(found, board)))
    return hole_cards


def _player(seat: int, board: Board) -> PlayerPanel:
    view, say = board.view, board.locale.say
    feints = [seat == board.page_input.seat and view["feint"] == "hand"]
    crowns = view["crowns"][seat]
    # In a complete draft no seat is to move; the viewer's turn is not over until it is sent.
    is_draft = view["to_move"] is None and view["result"] is None and seat == board.page_input.seat
    return PlayerPanel(
        mark=board.marks[seat],
        to_move=view["to_move"] == seat,
        holds_marker=view["marker"] == seat,
        out=not view["seated"][seat],
        crowns=(*[False] * (crowns - 1), *feints) if crowns else (),
        spent=CROWNS - crowns,
        purse=None if board.options["coinless"] else view["purse"][seat],
        coins="" if board.options["coinless"] else board.money(view["purse"][seat]),
        points=view["score"][seat],
        score=standing(view["score"][seat], board.options, board.locale),
        doing="" if is_draft else doing(seat, view, board.page_input.log, board.locale) or say("waiting"),
        has_clues=board.has_aids,
    )


def dock(board: Board) -> Dock:
    """Return the controls of the viewer's decision. The phase is `wait` if the viewer has none."""
    view = board.view
    if board.page_input.seat is None or view["to_move"] != board.page_input.seat:
        return Dock(phase="wait")
    note = words.note(view, board.locale)
    if view["phase"] == "stake":
        return _stake_controls(note, board)
    if view["phase"] == "rebuy":
        buttons = tuple(Button(move, words.move_words(move, view, board.locale)) for move in view["legal"])
        return Dock(phase="rebuy", note=note, buttons=buttons)
    feint = any(move.endswith(" feint") for move in view["legal"])
    plain = not all(move.endswith(" feint") for move in view["legal"])
    bumped = _bumped(board)
    legend = "" if bumped else board.locale.say("Legend")
    return Dock(phase="bet", note=note, bumped=bumped, legend=legend, plain=plain, feint=feint)


def _bumped(board: Board) -> str:
    """Return who bumped the viewer from where since their last turn; empty if no one did."""
    places = [event["args"] for event in board.page_input.news if event["id"] == "place"]
    bumps = [place for place in places if (place["bumped"] or {}).get("seat") == board.page_input.seat]
    sentences = [BUMPED] * (len(bumps) - 1) + [BUMPED_LAST] * bool(bumps)
    return " ".join(
        board.locale.say(
            sentence,
            name=board.page_input.names[bump["seat"]],
            region=the_region(bump["region"], board.options["regions"], board.lang),
        )
        for sentence, bump in zip(sentences, bumps, strict=True)
    )


def _stake_controls(note: str, board: Board) -> Dock:
    """Return the controls of a stake, with buttons for notable stakes."""
    view, locale, seat = board.view, board.locale, board.page_input.seat
    assert seat is not None
    region, most = str(view["pending"]), view["purse"][seat]
    least = least_stake(view, region)
    return Dock(
        phase="stake",
        note=note,
        buttons=_marks(least, most, board),
        least=least,
        most=most,
        region=board.name_of(region),
        outlook=short_odds_words(region, view, locale),
        pays=pays_words(region, view, locale),
        steps=steps(least, most, board) if board.has_aids else (),
    )


def _marks(least: int, most: int, board: Board) -> tuple[Button, ...]:
    """Return buttons for notable stakes: the minimum, the lowest stake that no one can bump, and all coins."""
    say, seat, crowns = board.locale.say, board.page_input.seat, board.view["board"].get(str(board.view["pending"]))
    assert seat is not None
    safe = max(board.unbeatable_stakes[seat], least)
    fewest = say("bumps {name}", name=board.page_input.names[crowns[0]["seat"]]) if crowns else say("minimum")
    hints = {most: say("all"), safe: say("safe"), least: fewest}
    return tuple(Button(f"stake {n}", str(n), hints[n]) for n in sorted(hints) if n <= most)


def steps(least: int, most: int, board: Board) -> tuple[StakeStep, ...]:
    """Return texts about the players who could bump the stake, each text with the stake from which it applies."""
    view, seat = board.view, board.page_input.seat
    assert seat is not None
    purses = {other: coins for other, coins in enumerate(view["purse"]) if other != seat and view["seated"][other]}
    for bumped in view["board"].get(str(view["pending"]), ())[:1]:
        purses[bumped["seat"]] += bumped["coins"]
    starts = {least, board.unbeatable_stakes[seat], *(coins // 2 + 1 for coins in purses.values())}
    found = list[StakeStep]()
    for coins in sorted(start for start in starts if least <= start <= most):
        sentence = _bumpers(coins, purses, board)
        if not found or found[-1].words != sentence:
            found.append(StakeStep(coins, sentence))
    return tuple(found)


def _bumpers(coins: int, purses: Mapping[int, int], board: Board) -> str:
    """Return the players who have enough coins in hand to double a stake, and the stake that is safe, in words.

    A safe stake stays safe until the end of the year: until then the coins of each player change only between the purse
    and the board (clauses 5.9 and 5.12).
    """
    say, seat = board.locale.say, board.page_input.seat
    assert seat is not None
    safe = board.unbeatable_stakes[seat]
    if coins >= safe:
        return say("Safe all year: no one can bump you.")
    able = [board.page_input.names[other] for other, purse in purses.items() if purse >= max(1, 2 * coins)]
    now = say("Can bump you: {names}.", names=together(able, board.lang)) if able else say("No one can bump you now.")
    if safe > board.view["purse"][seat]:
        return f"{now} {say('Only {coins} or more would be safe all year.', coins=board.money(safe))}"
    return f"{now} {say('Safe all year from {coins}.', coins=safe)}"
