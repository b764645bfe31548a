"""What must hold of a card set as a whole: how many cards there are, each name once, every name known.

Beside the errors, the warnings: what can be played but is worth a second look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from courtly.engine.errors import shown
from courtly.games.monarch.cards import Banner, CardSet, Court
from courtly.games.monarch.fields import Node
from courtly.games.monarch.kinds import PATHS, TERRAINS
from courtly.games.monarch.problems import place
from courtly.games.monarch.state import BANNERS, COURT, COURTS, GUESTS, IMPROVEMENTS, LANDS, MOONS

MARKET_CARDS = 34
"""Court Cards, improvements and guests together, at least."""


class Span(NamedTuple):
    """How many entries of a table there may be, and how many the rulebook has."""

    least: int
    most: int
    printed: int


COUNTS = {
    "land": Span(9, LANDS, 12),
    "court": Span(28, COURTS, 38),
    "improvement": Span(1, IMPROVEMENTS, 22),
    "guest": Span(0, GUESTS, 6),
    "moon": Span(0, MOONS, 8),
    "banner": Span(0, BANNERS, 5),
}

CALLED = {
    "land": "land boards",
    "court": "Court Cards",
    "improvement": "Land Improvements",
    "guest": "Unwanted Guests",
    "moon": "Moons",
    "banner": "banners",
}


def check_set(top: Node, found: CardSet) -> None:
    """Note what is wrong with a set whose entries have been read.

    Parameters
    ----------
    top
        The whole document.
    found
        What was made of it; a blank stands for whatever could not be read.
    """
    _check_counts(top, found)
    _check_ids(top)
    _check_references(top, found)
    _check_banners(top, found.banners, found.courts)
    _check_emblems_of_cards(top, found.courts)
    _check_barters(top, found.courts)
    _warn_of_costs(top, found.courts)
    _warn_of_yields(top, found)
    _warn_of_emblems(top, found)


def _listed(top: Node, table: str) -> Node | None:
    """Return a table of entries that is there, as far as it is a list."""
    node = top.child(table)
    return node if isinstance(node.value, list) else None


def _counts(found: CardSet) -> Mapping[str, int]:
    """Return how many cards of each kind there are, land boards with their copies."""
    return {
        "land": sum(land.copies for land in found.lands),
        "court": len(found.courts),
        "improvement": len(found.improvements),
        "guest": len(found.guests),
        "moon": len(found.moons),
        "banner": len(found.banners),
    }


def _check_counts(top: Node, found: CardSet) -> None:
    counts = _counts(found)
    for table, (least, most, printed) in COUNTS.items():
        if table in top.value and _listed(top, table) is None:
            continue
        number, node, called = counts[table], top.child(table), CALLED[table]
        span = f"{least} to {most}" if least else f"up to {most}"
        if table in top.value and number < least:
            _bare(node).wrong("count", f"these are {number} {called}; there must be {span}", allowed=span)
        elif number > most:
            _bare(node).wrong("limit", f"these are {number} {called}; there may be {span}", allowed=span)
        elif number != printed and (table in top.value or not least):
            _bare(node).warn("count", f"these are {number} {called}; the rulebook has {printed}")
    _check_market(top, sum(counts[table] for table in ("court", "improvement", "guest")))
    _check_terrains(top, found)


def _bare(node: Node) -> Node:
    """Return a place without what stands there, for problems that lie in how much there is."""
    return Node(None, node.steps, node.reading)


def _check_market(top: Node, number: int) -> None:
    if number < MARKET_CARDS:
        sentence = (
            f"Court Cards, improvements and guests together are {number}; the market needs at least {MARKET_CARDS}"
        )
        _bare(top).wrong("count", sentence, allowed=f"at least {MARKET_CARDS}")


def _check_terrains(top: Node, found: CardSet) -> None:
    if _listed(top, "land") is None or any(land.terrain == "" for land in found.lands):
        return
    for terrain in TERRAINS:
        if not any(land.terrain == terrain for land in found.lands):
            _bare(top.child("land")).wrong(
                "count", f"no land board is a {terrain}; both terrains must be there", allowed=terrain
            )


def _check_ids(top: Node) -> None:
    seen: dict[str, Node] = {}
    for node in top.reading.ids:
        first = seen.setdefault(node.value, node)
        if first is not node:
            node.wrong(
                "duplicate-id",
                f"{place(top.value, first.steps)} is {shown(node.value, limit=40)} too; every id stands once",
            )


def _check_references(top: Node, found: CardSet) -> None:
    """Note names of cards and emblems that the set does not have."""
    known = {"card": {court.id for court in found.courts}, "emblem": set(found.emblems)}
    whole = {"card": _listed(top, "court") is not None, "emblem": isinstance(top.value.get("emblems", {}), dict)}
    says = {"card": "Court Card", "emblem": "emblem"}
    for to, node in top.reading.references:
        if whole[to] and node.value not in known[to]:
            node.wrong(f"unknown-{to}", f"there is no {says[to]} {shown(node.value, limit=40)} in this set")


def _check_emblems_of_cards(top: Node, courts: Sequence[Court]) -> None:
    for i, court in enumerate(courts):
        for n, emblem in enumerate(court.emblems):
            if emblem and emblem in court.emblems[:n]:
                node = top.child("court").child(i).child("emblems").child(n)
                node.wrong("duplicate", f"emblem {shown(emblem, limit=40)} stands twice on this card")


def _check_barters(top: Node, courts: Sequence[Court]) -> None:
    for i, court in enumerate(courts):
        barters = [n for n, power in enumerate(court.powers) if power.kind == "barter"]
        for n in barters[1:]:
            node = top.child("court").child(i).child("powers").child(n)
            node.wrong("limit", "a card barters once a turn, so it has one barter", allowed="one barter")


def _check_banners(top: Node, banners: Sequence[Banner], courts: Sequence[Court]) -> None:
    for i, banner in enumerate(banners):
        node = top.child("banner").child(i)
        if banner.path and banner.path in [other.path for other in banners[:i]]:
            node.child("path").wrong("duplicate", f"there is a banner of {banner.path} already; one each")
        most = _most(banner, courts)
        if most is not None and banner.at_least > most:
            at_least = node.child("requirement").child("at_least")
            what = "different paths" if banner.requires == "path_variety" else f"{banner.required_path} cards"
            at_least.wrong(
                "range", f"nobody can have {banner.at_least} {what}; {most} is the most", allowed=f"up to {most}"
            )


def _most(banner: Banner, courts: Sequence[Court]) -> int | None:
    """Return the most that a court of this set can show of what a banner asks for; None where that is not known."""
    paths = [court.path for court in courts]
    if banner.requires == "path_variety":
        return len(PATHS) if "" in paths else len({path for path in paths if path != "none"})
    if banner.requires == "path_cards" and banner.required_path:
        return min(COURT, sum(path in ("", banner.required_path) for path in paths))
    return None


def _warn_of_costs(top: Node, courts: Sequence[Court]) -> None:
    for i, court in enumerate(courts):
        cost = top.child("court").child(i).child("cost")
        if court.path == "bounty" and court.food == 0:
            cost.warn("rulebook-cost", "a Bounty card without food; in the rulebook they cost gold and food")
        elif court.path not in ("", "bounty") and court.food > 0:
            cost.warn("rulebook-cost", "a Court Card that costs food; in the rulebook only Bounty cards do")


def _warn_of_yields(top: Node, found: CardSet) -> None:
    """Warn of improvements that no bare board of their terrain is the better for."""
    for i, improvement in enumerate(found.improvements):
        bare = [land.yields for land in found.lands if land.terrain == improvement.terrain]
        if bare and improvement.yields <= min(bare):
            node = top.child("improvement").child(i).child("yield")
            node.warn("yield", f"it yields {improvement.yields}, no more than a bare {improvement.terrain}")


def _warn_of_emblems(top: Node, found: CardSet) -> None:
    borne = {emblem for court in found.courts for emblem in court.emblems}
    for emblem in found.emblems:
        if emblem not in borne:
            top.child("emblems").child(emblem).warn("unused-emblem", "no Court Card bears this emblem")
