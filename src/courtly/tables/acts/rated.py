"""Rated tables: what they demand, and the entry of a match that counts for the ratings."""

from __future__ import annotations

from typing import Any

from courtly.bots.registry import level_names
from courtly.engine.contract.game import Setup
from courtly.engine.errors import BadOption, listing, shown
from courtly.engine.sentences import said
from courtly.tables.acts.base import EntryBody, NewEntry
from courtly.tables.errors import BadSeats
from courtly.tables.fields import PlayedMatch, TableFields
from courtly.text.languages import marked


class Rated(EntryBody, frozen=True):
    """A match was played to its end and counts for the ratings.

    `seats` has the id of the person or the level of the bot in each seat, with its rank; the best rank is 0.
    """

    act = "rated"
    sentence = marked("The match counts for the ratings.")
    seats: list[dict[str, Any]]


def counted(state: TableFields) -> NewEntry | None:
    """Return the entry of a rated match that has ended; None if the table is not rated, or no person has played."""
    played = state.played[-1]
    if not state.is_rated or not any(seat.player for seat in played.seats):
        return None
    seats = [
        {"player": seat.player, "rank": rank} if seat.player else {"bot": seat.bot, "rank": rank}
        for seat, rank in zip(played.seats, _ranks(played), strict=True)
    ]
    return NewEntry(Rated(seats))


def _ranks(played: PlayedMatch) -> list[int]:
    """Return the number of better seats for each seat. Forfeited seats are worse than all others."""
    order = [
        (seat in played.forfeited, 0 if seat in played.forfeited else -score)
        for seat, score in enumerate(played.match.scores())
    ]
    return [sum(other < own for other in order) for own in order]


def check_level(bot: str, where: str) -> None:
    """Raise `BadSeats` unless a bot of a rated table is a level, whose rating is fixed."""
    if bot not in level_names():
        places = {"given": shown(bot), "known": listing(level_names())}
        message = said("the bot {given} has no rating; at a rated table, choose from {known}", **places)
        raise BadSeats(message, given=bot, where=where, allowed=level_names())


def check_options(setup: Setup) -> None:
    """Raise `BadOption` unless a rated match has the usual options; only the number of players is free."""
    options = setup.options.model_dump()
    for option in setup.game.rules.options.described():
        usual = [option.default] if option.description.advised is None else [option.default, option.description.advised]
        if option.name != "players" and options[option.name] not in usual:
            message = said("a rated match has the usual options; leave out {option}", option=option.name)
            raise BadOption(message, given=options[option.name], where=f"options.{option.name}", option=option.name)
