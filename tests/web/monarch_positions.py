"""Positions of Monarch with courts as full as possible."""

from __future__ import annotations

from functools import cache

from tests.games.monarch.builders import begin, run, with_state
from tests.web.shown import Shown

TOP = "insistent-peddler stone-bridge war-falcon scholars-robe golden-orchard raiders-moon"
COURTS = [
    "tiger-pelt toll-drum fireworks captain-of-the-gate patchwork-cloak royal-strongbox",
    "pure-white-stag beastkeeper gazing-glass vine-diadem horn-of-plenty plough-oxen",
    "astronomer court-composer storm-charger dawn-vanguard precious-comb",
    "keeper-of-ledgers old-nurse court-jester mistress-of-hives deep-larder harvest-parade twilight-foxes",
]
FULL = "peacock-mantle"
GUESTS = ["weepy-poet", "know-all-cousin thundering-braggart", "bottomless-baron", "fault-finding-aunt"]
OFFER = ("buy insistent-peddler", "send 1")
SCENES: dict[str, tuple[int | None, str, tuple[str, ...]]] = {
    "act": (0, "", ()),
    "income had": (0, "", ("harvest",)),
    "flown": (0, "banners", ("fly banner-of-might", "tax")),
    "poor": (0, "poor", ()),
    "place": (0, "", ("buy war-falcon",)),
    "replace": (0, "full", ("buy war-falcon",)),
    "build": (0, "", ("buy stone-bridge",)),
    "built": (0, "calm", ("buy stone-bridge", "build a1", "buy golden-orchard", "build c3")),
    "send": (0, "many", ("buy insistent-peddler",)),
    "dismiss": (0, "", ("buy scholars-robe", "add")),
    "barter": (3, "many", ("end", "end", "end")),
    "pledge": (1, "many", (*OFFER, "pledge 2")),
    "pledge again": (0, "many", (*OFFER, "pledge 2", "pass", "pledge 1", "pass")),
    "only a pass": (2, "many poor", (*OFFER, "pledge 1", "pass")),
    "watching": (1, "", ()),
    "watching a Moon": (0, "many", (*OFFER, "pledge 2")),
    "watching others build": (1, "", ("buy stone-bridge",)),
    "onlooker": (None, "", ()),
    "onlooker of a Moon": (None, "many", (*OFFER, "pledge 2")),
}
"""Scenes: the seat of the viewer, words that change the position, and the moves that lead to the scene."""


@cache
def position(name: str, players: int = 4, *, banners: bool = True) -> Shown:
    """Return a position with courts as full as possible, and the viewer's seat."""
    seat, needs, moves = SCENES[name]
    courts = [COURTS[0] + f" {FULL}" * ("full" in needs), *COURTS[1:]][:players]
    top = TOP.replace("raiders-moon", "mill-stream spice-wharf") if "calm" in needs else TOP
    match = begin(players, top, layout="vvvvvffff", max_rounds=1, banners=banners)
    gold, food = ([4, 3, 0, 5], [5, 0, 0, 2]) if "poor" in needs else ([19, 14, 3, 27], [16, 14, 9, 15])
    rich = with_state(match, gold=gold[:players], food=food[:players], courts=courts, guests=GUESTS[:players])
    return run(rich, *moves), seat
