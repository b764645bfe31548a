"""The sisters of Monarch for one reader: their courts, guests and banners; a Moon that is paid together; the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from courtly.games.monarch import words
from courtly.games.monarch.abilities import moon_effect_words
from courtly.games.monarch.cards import Effect, Moon
from courtly.web.games.monarch_contexts import Counted, Final, Held, MoonPanel, Pledger, Sister
from courtly.web.games.monarch_market import FULL, card_set_note, lands
from courtly.web.games.monarch_table import Table, typeset


def sisters(table: Table) -> list[Sister]:
    """Return the sisters, the reader first and the others in turn order after."""
    count = table.view["players"]
    return [_sister((table.seen.seat + step) % count, table) for step in range(count)]


def _sister(seat: int, table: Table) -> Sister:
    held, view = table.view["seats"][seat], table.view
    left = FULL - len(held["court"])
    return Sister(
        mark=table.marks[seat],
        first=view["first"] == seat,
        active=view["active"] == seat,
        to_move=view["to_move"] == seat,
        gold=table.amount("gold", held["gold"]),
        food=table.amount("food", held["food"]),
        score=held["score"],
        score_words=table.crowns(held["score"]),
        spaces=table.seen.speaker.count("{n} space left", "{n} spaces left", left) if left else table.say("full court"),
        court=_cards(seat, held["court"], table),
        guests=_cards(seat, held["guests"], table),
        banner=_banner(seat, table),
    )


def _cards(seat: int, held: Sequence[Mapping[str, Any]], table: Table) -> list[Held]:
    return [table.held(seat, one["card"], one["crowns"]) for one in held]


def _banner(seat: int, table: Table) -> Held | None:
    banner = table.view["seats"][seat]["banner"]
    return table.held(seat, banner["banner"], banner["crowns"]) if banner else None


def moon_panel(table: Table) -> MoonPanel | None:
    """Return the Moon that is being pledged for."""
    found = table.view["moon"]
    if found is None:
        return None
    moon = words.find(found["moon"], table.cards)
    assert isinstance(moon, Moon)
    left = table.view["players"] - found["passes"]
    return MoonPanel(
        face=table.face(moon.id),
        target=table.amount(found["resource"], found["target"]),
        pledged=sum(found["pledges"]),
        missing=table.amount(found["resource"], found["missing"]),
        sisters=[_pledger(seat, found, table) for seat in range(table.view["players"])],
        met=_outcome(moon.met, table),
        unmet=_outcome(moon.unmet, table),
        passes=table.seen.speaker.count(
            "It ends unpaid after {n} more pass.", "It ends unpaid after {n} more passes in a row.", left
        ),
    )


def _pledger(seat: int, moon: Mapping[str, Any], table: Table) -> Pledger:
    resource = moon["resource"]
    return Pledger(
        mark=table.marks[seat],
        pledged=table.amount(resource, moon["pledges"][seat]),
        holds=table.amount(resource, table.view["seats"][seat][resource]),
        speaks=table.view["to_move"] == seat,
    )


def _outcome(effects: Sequence[Effect], table: Table) -> list[str]:
    """Return what follows, in words; that nothing does is said too."""
    told = [typeset(moon_effect_words(effect, table.lang), table.lang) for effect in effects]
    return [f"{text[0].upper()}{text[1:]}." for text in told] or [table.say("Nothing happens.")]


def final(table: Table) -> Final:
    """Return the match counted, best first."""
    scores = table.view["result"]["scores"]
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    return Final(
        ended=ended(table),
        sisters=[_counted(seat, table) for seat in order],
        with_banners=bool(table.view["options"]["banners"]),
        lands=lands(table),
        card_set=card_set_note(table),
    )


def ended(table: Table) -> str:
    """Return why the match is over."""
    view = table.view
    full = [table.seen.names[seat] for seat, held in enumerate(view["seats"]) if len(held["court"]) == FULL]
    if not full:
        return table.seen.speaker.count(
            "The match ended after {n} round, as agreed.", "The match ended after {n} rounds, as agreed.", view["round"]
        )
    names = ", ".join(full)
    return table.say(
        "The match ended with round {n}, in which a court was full: {names}.", n=view["round"], names=names
    )


def _counted(seat: int, table: Table) -> Counted:
    held, banner = table.view["seats"][seat], _banner(seat, table)
    court, guests = _cards(seat, held["court"], table), _cards(seat, held["guests"], table)
    result = table.view["result"]
    return Counted(
        mark=table.marks[seat],
        winner=seat in result["winners"],
        court=court,
        guests=guests,
        banner=banner,
        court_sum=sum(one.crowns for one in court),
        guest_sum=sum(one.crowns for one in guests),
        banner_sum=banner.crowns if banner else 0,
        total=result["scores"][seat],
        left=[table.amount("gold", held["gold"]), table.amount("food", held["food"])],
    )
