"""Comparison of the engine with its naive twin, on the house set and random sets, and invariants of the engine."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from itertools import count, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import courtly
from courtly.engine.errors import IllegalMove
from tests.games.monarch.card_sets import SIZES, card_set
from tests.naive.monarch import Naive
from tests.naive.monarch_view import view_facts

pytestmark = pytest.mark.many

PLAYERS = st.integers(2, 4)
LOOK = 13
"""Number of moves between two comparisons of the views, which are slower than a move."""
EAGER = {"buy": 8, "free": 8, "fly": 20, "barter": 3, "harvest": 5, "tax": 5, "sweep": 0.4, "end": 0.7, "pledge": 2}
"""Weights of moves in a random choice, so that courts fill and banners fly."""


@cache
def house() -> dict[str, Any]:
    """Return the document of the house set."""
    return tomllib.loads(files("courtly.games.monarch").joinpath("cards.toml").read_text(encoding="utf-8"))


def both(options: dict[str, Any], *, seed: int, deal: dict[str, Any] | None = None) -> tuple[courtly.Match, Naive]:
    """Return one match in the engine and in the twin. The twin looks up each reshuffled deck in the engine."""
    match = courtly.new_match("monarch", seed=seed, deal=deal, **options)

    def reshuffled(number: int) -> list[str]:
        return list(match.record()["deal"]["reshuffles"][number])

    return match, Naive(options, options.get("card_set", house()), match.record()["deal"], decks=reshuffled)


def compare(match: courtly.Match, naive: Naive, audience: int | None) -> None:
    """Check that both report equal facts of the position to an audience."""
    facts, view = view_facts(naive, audience), match.view(audience)
    assert {key: view[key] for key in facts} == facts
    assert [{"id": event["id"], "args": event["args"]} for event in match.log(audience)] == naive.log


def walk(match: courtly.Match, naive: Naive, choose: Callable[[list[str]], str], *, look: int = LOOK) -> Iterator[str]:
    """Play both to the end with equal choices. Compare choices at every move and views every `look` moves."""
    audiences = [*range(naive.players), None]
    while not naive.over:
        assert match.to_move == naive.to_move
        assert match.legal_moves() == naive.legal()
        if len(match.moves) % look == 0:
            compare(match, naive, audiences[len(match.moves) // look % len(audiences)])
        move = choose(naive.legal())
        match.play(move)
        naive.play(move)
        yield move
    for audience in audiences:
        compare(match, naive, audience)
    assert match.is_over
    assert match.scores() == naive.scores()
    assert match.winners() == naive.winners()


def eager(moves: list[str], dice: random.Random) -> str:
    """Return a random move, weighted towards progress."""
    return dice.choices(moves, [EAGER.get(move.partition(" ")[0], 1) for move in moves])[0]


def happened(naive: Naive) -> Counter[str]:
    """Return the counts of event kinds in the log, and of pairs of consecutive kinds."""
    kinds = [event["id"] for event in naive.log]
    pairs = (f"{before} {after}" for before, after in pairwise(kinds))
    return Counter([*kinds, *pairs])


def a_match(options: dict[str, Any], *, seed: int) -> Counter[str]:
    """Play a whole random match with comparisons and return the counts of its events."""
    match, naive = both(options, seed=seed)
    dice = random.Random(seed)
    for _ in walk(match, naive, partial(eager, dice=dice)):
        pass
    return happened(naive)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("banners", [True, False])
def test_c17_7_engine_and_twin_agree_on_the_house_set(players: int, banners: bool) -> None:
    found: Counter[str] = Counter()
    for seed in range(2):
        found += a_match({"players": players, "banners": banners}, seed=seed)
    assert bool(found["fly"]) == banners
    assert {"harvest", "tax", "add", "replace", "build", "send", "moon-met", "last-round"} <= set(found)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c21_1_engine_and_twin_agree_on_random_sets(players: int) -> None:
    found: Counter[str] = Counter()
    for size, seed in product(SIZES, range(2)):
        options = {"players": players, "card_set": card_set(10 * players + seed, size=size), "max_rounds": 30}
        found += a_match(options, seed=seed)
    assert {"reshuffle", "lose", "moon-unmet", "barter", "dismiss dismiss", "gain"} <= set(found)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [None, "small", "large"])
def test_c10_3_c12_13_engine_and_twin_agree_on_consecutive_moons(players: int, size: str | None) -> None:
    found: Counter[str] = Counter()
    for seed in range(2):
        options = {"players": players, **({"card_set": card_set(seed, size=size)} if size else {})}
        dealt, twin = both(options, seed=seed)
        deck = moons_first(dealt.record()["deal"]["deck"], twin)
        after = list(twin.kinds.values()).count("moon")
        moons, others = deck[:after], deck[after:]
        match, naive = both(options, seed=seed, deal={"deck": others[:5] + moons + others[5:]})
        dice = random.Random(seed)
        for _ in walk(match, naive, partial(eager, dice=dice), look=7):
            if naive.moon is None and set(moons) <= set(naive.gone):
                break
        assert naive.gone == moons
        found += happened(naive)
    assert found["moon-met moon-asks"] + found["moon-unmet moon-asks"] > 0


def test_c10_4_c11_8_engine_and_twin_agree_on_two_reshuffles_in_one_move() -> None:
    """Moons that clear the market fill the discard pile while the deck runs out."""
    cards = card_set(13, size="small")
    moon = {"name": {"en": "Moon"}, "tone": "bad", "effects": [{"kind": "flush"}]}
    cards["moon"] = [{"id": f"moon-{number}", **moon} for number in range(32)]
    options = {"players": 2, "card_set": cards, "max_rounds": 8}
    most = []
    for seed in (5, 6, 7):
        dealt, twin = both(options, seed=seed)
        deck = moons_first(dealt.record()["deal"]["deck"], twin)
        match, naive = both(options, seed=seed, deal={"deck": deck})
        for _ in walk(match, naive, partial(eager, dice=random.Random(seed))):
            pass
        most.append(max(reshuffles_by_move(naive)))
    assert max(most) == 2


def moons_first(deck: list[str], naive: Naive) -> list[str]:
    return sorted(deck, key=lambda card: naive.kinds[card] != "moon")


def reshuffles_by_move(naive: Naive) -> list[int]:
    """Return the number of reshuffles after each move."""
    counts = [0]
    for event in naive.log:
        if "seat" in event["args"]:
            counts.append(0)
        counts[-1] += event["id"] == "reshuffle"
    return counts


@pytest.mark.parametrize("size", SIZES)
def test_c18_4_c18_9_engine_and_twin_agree_on_the_round_limit(size: str) -> None:
    options = {"players": 3, "card_set": card_set(7, size=size), "max_rounds": 2}
    match, naive = both(options, seed=7)
    for _ in walk(match, naive, lambda moves: "harvest" if "harvest" in moves else min(moves, key=_quiet)):
        pass
    assert naive.round == 2
    assert refused(match, lines_of(naive)) == len(lines_of(naive))


def _quiet(move: str) -> bool:
    """Return a sort key that puts `end`, `pass`, `keep` and `add` first."""
    return move not in {"end", "pass", "keep", "add"}


def lines_of(naive: Naive) -> list[str]:
    """Return every line that could be a move of this match in any position."""
    takes = {
        "buy": ("court", "improvement", "guest"),
        "free": ("improvement",),
        "replace": ("court",),
        "dismiss": ("guest",),
        "fly": ("banner",),
        "barter": ("court", "banner"),
    }
    lines = ["harvest", "tax", "sweep", "end", "add", "keep", "pass"]
    lines += [f"{verb} {card}" for verb, of in takes.items() for card, kind in naive.kinds.items() if kind in of]
    lines += [f"build {land.cell}" for land in naive.lands] + [f"send {seat}" for seat in range(naive.players)]
    return lines + [f"pledge {more}" for more in (1, 2, 5, 40)]


def refused(match: courtly.Match, moves: list[str]) -> int:
    """Try moves that are illegal, and check that each is refused and changes nothing."""
    before = match.record(), match.legal_moves()
    for move in moves:
        with pytest.raises(IllegalMove):
            match.play(move)
    assert (match.record(), match.legal_moves()) == before
    return len(moves)


@pytest.mark.parametrize("size", [None, *SIZES])
def test_c5_7_c23_2_moves_that_the_twin_forbids_are_refused(size: str | None) -> None:
    dice = random.Random(5)
    options = {"players": 2 + len(size or "") % 3, **({"card_set": card_set(5, size=size)} if size else {})}
    match, naive = both(options, seed=5)
    lines = lines_of(naive)
    phases: Counter[str] = Counter()
    for _ in walk(match, naive, partial(eager, dice=dice), look=1000):
        phases[naive.phase] += refused(match, sorted(set(dice.sample(lines, 5)) - set(naive.legal())))
    assert {"act", "place"} <= set(phases)


@settings(max_examples=15, deadline=None)
@given(
    players=PLAYERS,
    size=st.sampled_from([None, *SIZES]),
    banners=st.booleans(),
    seed=st.integers(0, 2**32),
    choices=st.lists(st.integers(0, 200), min_size=1, max_size=40),
)
def test_c21_1_engine_and_twin_agree_on_any_choices(
    players: int, size: str | None, banners: bool, seed: int, choices: list[int]
) -> None:
    options: dict[str, Any] = {"players": players, "banners": banners, "max_rounds": 1 + seed % 8}
    if size:
        options["card_set"] = card_set(seed, size=size)
    turn = count()
    match, naive = both(options, seed=seed)
    for _ in walk(match, naive, lambda moves: moves[choices[next(turn) % len(choices)] % len(moves)]):
        if len(match.moves) > 120:
            break


def cards_seen(view: dict[str, Any]) -> list[str]:
    """Return every card of the market deck that a view shows, from all of its keys."""
    places = [view["unseen"], view["discard"], view["gone"]]
    places.append([offer["card"] for offer in view["market"] if offer])
    places += [[entry["card"] for entry in (*seat["court"], *seat["guests"])] for seat in view["seats"]]
    places += [[card for card in (land["improvement"], *land["covered"]) if card] for land in view["lands"]]
    if view["phase"] in {"place", "build", "send"}:
        places.append([view["pending"]["card"]])
    if view["phase"] == "pledge":
        places.append([view["moon"]["moon"]])
    return [card for place in places for card in place]


@settings(max_examples=8, deadline=None)
@given(players=PLAYERS, size=st.sampled_from([None, *SIZES]), seed=st.integers(0, 2**32))
def test_c22_3_every_card_is_in_exactly_one_place(players: int, size: str | None, seed: int) -> None:
    options = {"players": players, **({"card_set": card_set(seed, size=size)} if size else {})}
    match = courtly.new_match("monarch", seed=seed, **options)
    cards = sorted(match.record()["deal"]["deck"])
    dice = random.Random(seed)
    while not match.is_over and len(match.moves) < 80:
        view = match.view(None)
        assert sorted(cards_seen(view)) == cards
        assert len(view["unseen"]) == view["deck"]
        assert all(min(seat["gold"], seat["food"]) >= 0 and len(seat["court"]) <= 7 for seat in view["seats"])
        match.play(eager(match.legal_moves(), dice))


@pytest.mark.parametrize("size", ["small", "bare"])
def test_c10_7_a_match_replays_from_its_record_and_from_its_deal(size: str) -> None:
    options: dict[str, Any] = {"players": 3, "card_set": card_set(3, size=size), "max_rounds": 15}
    match, naive = both(options, seed=3)
    dice = random.Random(3)
    for _ in walk(match, naive, partial(eager, dice=dice), look=1000):
        pass
    record = json.loads(json.dumps(match.record()))
    assert courtly.read_record(record).record() == record
    again = courtly.new_match("monarch", deal=record["deal"], **options)
    for _ in walk(again, Naive(options, options["card_set"], record["deal"]), replayed(match.moves), look=1000):
        pass
    assert again.record()["deal"] == record["deal"]
    assert naive.reshuffled > 0


def replayed(moves: list[str]) -> Callable[[list[str]], str]:
    """Return a function that chooses these moves again."""
    rest = iter(moves)
    return lambda _legal: next(rest)
