"""The players of Cursed Court for one reader: what each has in hand, does now, or is passed over for; and the dock."""

from __future__ import annotations

from courtly.games.cursed_court import words
from courtly.web.games.cursed_court_board import Board
from courtly.web.games.cursed_court_contexts import Button, Dock, Player

SEASONS = ("spring", "summer", "autumn", "winter")
CROWNS = 4


def players(board: Board) -> list[Player]:
    """Return the players, the reader first and the others in turn order after."""
    count = board.view["players"]
    return [_player((board.seen.seat + step) % count, board) for step in range(count)]


def _player(seat: int, board: Board) -> Player:
    view, say = board.view, board.seen.speaker.say
    feints = [seat == board.seen.seat and view["feint"] == "hand"]
    crowns = view["crowns"][seat]
    return Player(
        mark=board.marks[seat],
        to_move=view["to_move"] == seat,
        holds_marker=view["marker"] == seat,
        out=not view["seated"][seat],
        crowns=[*[False] * (crowns - 1), *feints] if crowns else [],
        coins="" if board.options["coinless"] else board.money(view["purse"][seat]),
        score=standing(view["score"][seat], board),
        doing=doing(seat, board) or say("waits"),
    )


def standing(score: int, board: Board) -> str:
    """Return a score in words: points, chips in all, or chips less those bought."""
    speaker, exchange = board.seen.speaker, board.options["great_exchange"]
    if exchange == "elimination":
        return speaker.count("{n} chip in all", "{n} chips in all", score)
    if exchange == "cash":
        sign = "+" if score > 0 else ""
        return speaker.count("{sign}{n} chip", "{sign}{n} chips", score, sign=sign)
    return speaker.count("{n} point", "{n} points", score)


def doing(seat: int, board: Board) -> str:
    """Return what a seat does now, or why it is passed over."""
    view, say = board.view, board.seen.speaker.say
    if view["phase"] == "rebuy":
        return say("may buy chips") if view["to_move"] == seat else ""
    if not view["seated"][seat]:
        return say("is out") if board.options["great_exchange"] == "elimination" else say("sits out this year")
    missing = SEASONS.index(view["season"]) + 1 - (CROWNS - view["crowns"][seat])
    if missing <= 0:
        return (
            say("has bet this season")
            if board.options["coinless"]
            else say("has bet this season: skipped unless bumped")
        )
    bumped = missing > 1 or any(line["seat"] == seat for line in _bets_of_season(board))
    if view["to_move"] == seat:
        return say("bets again, having been bumped") if bumped else say("bets now")
    if bumped:
        return board.seen.speaker.count("bumped: {n} crown to place", "bumped: {n} crowns to place", missing)
    return say("still bets this season")


def _bets_of_season(board: Board) -> list[dict[str, int]]:
    """Return the bets of this season, each with its seat."""
    view, lines = board.view, words.annotated(board.view["log"], board.options)
    year = next((i + 1 for i in range(len(lines) - 1, -1, -1) if "report" in lines[i]), 0)
    placed = dict.fromkeys(range(view["players"]), 0)
    season, bets = 0, list[dict[str, int]]()
    seated = [seat for seat in placed if view["seated"][seat]]
    for line in lines[year:]:
        if not line["move"].startswith("bet " if board.options["coinless"] else "stake "):
            continue
        placed[line["seat"]] += 1
        if line.get("owner") is not None:
            placed[line["owner"]] -= 1
        bets.append({"seat": line["seat"]})
        if all(placed[seat] > season for seat in seated):
            season, bets = season + 1, []
    return bets


def dock(board: Board) -> Dock:
    """Return what is asked of the reader."""
    view = board.view
    if view["to_move"] != board.seen.seat:
        waits_for = board.seen.names[view["to_move"]]
        return Dock(asked=board.seen.speaker.say("Waiting for {name}.", name=waits_for), phase="wait")
    if view["phase"] == "stake":
        return _stake(board)
    if view["phase"] == "rebuy":
        return _rebuy(board)
    return _bet(board)


def _bet(board: Board) -> Dock:
    """Return the question where a crown goes, and which."""
    view, say = board.view, board.seen.speaker.say
    feint = any(move.endswith(" feint") for move in view["legal"])
    plain = not all(move.endswith(" feint") for move in view["legal"])
    note = ""
    if board.options["masquerade"]:
        note = say("Your feint is in your hand.") if feint else _feint_place(board)
        note = note if plain else say("The crown you have left is your feint.")
    return Dock(asked=say("Your turn: choose a region for a crown."), phase="bet", note=note, plain=plain, feint=feint)


def _feint_place(board: Board) -> str:
    region = words.the_region(board.view["feint"], board.options["regions"], board.lang)
    return board.seen.speaker.say("Your feint lies on {region}.", region=region)


def _stake(board: Board) -> Dock:
    """Return the question how many coins, with the numbers that are worth a button."""
    view, say, lang = board.view, board.seen.speaker.say, board.lang
    least, most = words.least_stake(view, view["pending"]), view["purse"][board.seen.seat]
    region = words.the_region(view["pending"], board.options["regions"], lang)
    asked = (
        say("How many chips on {region}?", region=region)
        if board.exchange
        else say("How many coins on {region}?", region=region)
    )
    crowns = view["board"].get(view["pending"])
    note = say("You have {coins}.", coins=board.money(most))
    if crowns:
        name = board.seen.names[crowns[0]["seat"]]
        bump = say("{least} or more bump {name}.", least=least, name=name)
        note = f"{note} {bump}"
    if view["pending_feint"]:
        feint = say("This crown is your feint.")
        note = f"{note} {feint}"
    return Dock(asked=asked, phase="stake", note=note, buttons=_quick(least, most, board), least=least, most=most)


def _quick(least: int, most: int, board: Board) -> list[Button]:
    """Return a few numbers of coins, among them the fewest, the first that nobody can bump, and all."""
    say, safe = board.seen.speaker.say, beyond_bumping(board)
    steps = (5, 10, 20) if board.exchange else (1, 2, 4)
    numbers = sorted({least, *(least + step for step in steps), max(safe, least), most})
    hints = {most: say("all"), max(safe, least): say("cannot be bumped"), least: say("fewest")}
    return [Button(f"stake {n}", str(n), hints.get(n, "")) for n in numbers if n <= most]


def beyond_bumping(board: Board) -> int:
    """Return the fewest coins that no other seat could double, even with all its coins back in hand."""
    view = board.view
    wealth = list(view["purse"])
    for crowns in view["board"].values():
        wealth[crowns[0]["seat"]] += crowns[0]["coins"]
    others = [coins for seat, coins in enumerate(wealth) if seat != board.seen.seat and view["seated"][seat]]
    return max(max(others, default=0) // 2 + 1, 1)


def _rebuy(board: Board) -> Dock:
    """Return the question whether to buy chips."""
    view, say = board.view, board.seen.speaker.say
    have, bought = (board.money(view[key][board.seen.seat]) for key in ("purse", "bought"))
    note = say(
        "You have {have}. So far you have bought {bought}; they count against your score.", have=have, bought=bought
    )
    names = board.seen.names
    buttons = [Button(move, words.move_words(move, view, board.lang, names=names)) for move in view["legal"]]
    return Dock(asked=say("Between two years: do you buy more chips?"), phase="rebuy", note=note, buttons=buttons)
