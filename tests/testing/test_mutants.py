"""The suite detects defects: each game here breaks the contract in one place, and one check must detect the defect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from courtly.engine.compile.kernel import plain
from courtly.engine.contract.events import Event, only
from courtly.engine.contract.game import Game, Setup, set_up
from courtly.engine.contract.registry import GAMES
from courtly.engine.errors import BadRecord
from courtly.engine.play.warmup import ensure_warm
from courtly.testing import Case, Subject, Unknown, audience_data, deals, records, redeals, rules, secrets, tensors
from tests.testing import lots

Check = Callable[[Case], None]


@pytest.fixture(autouse=True)
def _mutants_are_forgotten() -> Iterator[None]:
    GAMES.connect(lots.GAME)
    ensure_warm(lots.GAME)
    yield
    GAMES.connect(lots.GAME)


def plain_game() -> Game:
    """Return Lots without compilation, so that the broken variants run in plain Python."""
    kernels = {name: plain(getattr(lots.GAME.rules.kernels, name)) for name in lots.GAME.rules.kernels.__slots__}
    return lots.GAME.changed(kernels=replace(lots.GAME.rules.kernels, **kernels))


def with_kernel(**kernels: Callable[..., Any]) -> Game:
    game = plain_game()
    return game.changed(kernels=replace(game.rules.kernels, **kernels))


def case_of(game: Game, **more: Any) -> Case:
    setup: Setup = set_up(game, {"players": 3})
    subject: dict[str, Any] = {"census": lots.census, "follows_up": lots.follows_up, "retell": lots.retell, **more}
    subject.setdefault("unknown", lots.unknown)
    return Case(Subject(game, **subject), setup)


def deal_from_another_source(content: Any, s: Any, rng: Any) -> None:
    lots.deal(content, s, np.random.default_rng().integers(1, 2**63, 1).astype(np.uint64))


def deal_in_order(content: Any, s: Any, rng: Any) -> None:
    lots.lay_out(content, s, np.arange(lots.CARDS, dtype=np.int8))


def deal_remembers(content: Any, s: Any, rng: Any) -> None:
    table = s.table.copy()
    lots.deal(content, s, rng)
    s.table[:] = table


def legal_descending(content: Any, s: Any, out: Any) -> int:
    n = lots.legal(content, s, out)
    out[:n] = out[:n][::-1].copy()
    return n


def legal_misses_one(content: Any, s: Any, out: Any) -> int:
    return max(1, lots.legal(content, s, out) - 1) if s.to_move >= 0 else 0


def legal_changes(content: Any, s: Any, out: Any) -> int:
    s.stock[0] = 1
    return lots.legal(content, s, out)


def reason_unexplained(content: Any, s: Any, move: int) -> int:
    return 77 if lots.reason(content, s, move) else 0


def apply_loses(content: Any, s: Any, move: int) -> None:
    lots.apply(content, s, move)
    s.stock[s.drawn] = lots.NONE


def score_changes(content: Any, s: Any, out: Any) -> None:
    lots.score(content, s, out)
    s.has_hidden[0] = 1


def redeal_nothing(content: Any, s: Any, seat: int, rng: Any) -> None:
    pass


def redeal_from_truth(content: Any, s: Any, seat: int, rng: Any) -> None:
    rng[0] += np.uint64(s.stock[min(int(s.drawn), 2)] + 1)
    lots.redeal(content, s, seat, rng)


def redeal_own_hand(content: Any, s: Any, seat: int, rng: Any) -> None:
    lots.redeal(content, s, (seat + 1) % content.players if seat >= 0 else seat, rng)


def redeal_makes(content: Any, s: Any, seat: int, rng: Any) -> None:
    lots.redeal(content, s, seat, rng)
    if s.drawn < 3:
        s.stock[2] = s.stock[1]


def observe_peeks(content: Any, s: Any, seat: int, out: Any) -> None:
    lots.observe(content, s, seat, out)
    out[0] = (s.hands[(seat + 1) % content.players, 2] + 1) / lots.CARDS


def observe_too_much(content: Any, s: Any, seat: int, out: Any) -> None:
    lots.observe(content, s, seat, out)
    out[lots.CARDS :] *= 2


def observe_in_part(content: Any, s: Any, seat: int, out: Any) -> None:
    out[: lots.CARDS] = 0.5


def observe_nothing(content: Any, s: Any, seat: int, out: Any) -> None:
    out[:] = 0.0


def policy_peeks(content: Any, s: Any, rng: Any) -> int:
    if s.asked:
        return lots.DRAW if s.stock[s.drawn] > 5 else lots.KEEP
    return int(s.hands[s.to_move, 2])


def reason_peeks(content: Any, s: Any, move: int) -> int:
    code = lots.reason(content, s, move)
    return 5 if code == 3 and (s.hands[(s.to_move + 1) % content.players] == move % lots.CARDS).any() else code


def view_of_all_hands(setup: Any, s: Any, seat: int | None) -> dict[str, Any]:
    return {**lots.view(setup, s, seat), "hands": s.hands.tolist()}


def view_of_arrays(setup: Any, s: Any, seat: int | None) -> dict[str, Any]:
    return {**lots.view(setup, s, seat), "table": tuple(s.table.tolist())}


def view_of_the_next_card(setup: Any, s: Any, seat: int | None) -> dict[str, Any]:
    return {**lots.view(setup, s, seat), "next": int(s.stock[s.drawn])}


def redeal_forgets_the_next_card(content: Any, s: Any, seat: int, rng: Any) -> None:
    """Redeal all cards except the top of the stock, which keeps its place."""
    top = s.stock[s.drawn]
    lots.redeal(content, s, seat, rng)
    if s.to_move >= 0 and top != lots.NONE:
        for places in (s.lots_hidden, *s.hands, s.stock):
            places[places == top] = s.stock[s.drawn]
        s.stock[s.drawn] = top
        for hand in s.hands:
            hand.sort()


def forgetful_game(**audience_view: Callable[..., Any]) -> Game:
    return with_kernel(redeal=redeal_forgets_the_next_card).changed(**audience_view)


def events_for_all(setup: Any, before: Any, move: int, _after: Any, _past: Any) -> list[Event]:
    own = setup.codec.format(move)
    return [Event("shown", {"seat": int(before.to_move), "move": own.split(" ")})]


def events_that_count(setup: Any, before: Any, move: int, after: Any, past: Any) -> list[Event]:
    events = lots.events(setup, before, move, after, past)
    return [*events, Event("counted", {"seat": 0, "most": int(before.hands.max())})]


def codec_with(**methods: Callable[..., Any]) -> Game:
    return plain_game().changed(codec=lambda options: type("Mutant", (lots.Codec,), methods)())


def deal_unchecked(setup: Any, s: Any, document: Any) -> None:
    lots.lay_out(setup.content, s, np.array([*np.ravel(document["hands"]), *document["stock"]], np.int8))


MUTANTS: dict[str, tuple[Game, Check]] = {
    "deal by luck": (with_kernel(deal=deal_from_another_source), rules.check_determinism),
    "deal without luck": (with_kernel(deal=deal_in_order), rules.check_determinism),
    "deal remembers": (with_kernel(deal=deal_remembers), rules.check_deal_forgets),
    "legal descending": (with_kernel(legal=legal_descending), rules.check_legality),
    "legal misses one": (with_kernel(legal=legal_misses_one), rules.check_legality),
    "legal changes": (with_kernel(legal=legal_changes), rules.check_legality),
    "legal misses one, seen by the check": (with_kernel(legal=legal_misses_one), rules.check_play),
    "reason unexplained": (with_kernel(reason=reason_unexplained), rules.check_reasons),
    "apply loses a card": (with_kernel(apply=apply_loses), rules.check_conservation),
    "score changes": (with_kernel(score=score_changes), rules.check_scores),
    "two lines for a move": (
        codec_with(parse=lambda self, text: lots.Codec().parse(text.strip() if isinstance(text, str) else text)),
        lambda case: rules.check_parse(case.setup),
    ),
    "parse raises": (
        codec_with(parse=lambda self, text: lots.TEXTS.index(text)),
        lambda case: rules.check_parse(case.setup),
    ),
    "line in capitals": (
        codec_with(
            format=lambda self, move: lots.TEXTS[move].upper(), parse=lambda self, text: lots.TEXTS.index(text.lower())
        ),
        lambda case: rules.check_codec(case.setup),
    ),
    "deal unchecked": (plain_game().changed(read_deal=deal_unchecked), records.check_hostile_deals),
    "record unchecked": (plain_game().changed(read_deal=deal_unchecked), records.check_hostile),
    "view of all hands": (plain_game().changed(view=view_of_all_hands), secrets.check_twins),
    "view of what redeals forget": (forgetful_game(view=view_of_the_next_card), deals.check_dealt_twins),
    "view of all hands, by deals": (plain_game().changed(view=view_of_all_hands), deals.check_dealt_twins),
    "log of what is hidden, by deals": (plain_game().changed(events=events_for_all), deals.check_dealt_twins),
    "observation peeks, by deals": (with_kernel(observe=observe_peeks), deals.check_dealt_twins),
    "view of arrays": (plain_game().changed(view=view_of_arrays), secrets.check_views),
    "log of what is hidden": (plain_game().changed(events=events_for_all), secrets.check_histories),
    "log that counts hands": (plain_game().changed(events=events_that_count), secrets.check_twins),
    "observation peeks": (with_kernel(observe=observe_peeks), secrets.check_twins),
    "policy peeks": (with_kernel(policy=policy_peeks), secrets.check_twins),
    "reason peeks": (with_kernel(reason=reason_peeks), secrets.check_twins),
    "redeal of nothing": (with_kernel(redeal=redeal_nothing), secrets.check_twins),
    "redeal of nothing, by samples": (with_kernel(redeal=redeal_nothing), redeals.check_same_stream_same_sample),
    "redeal from the truth": (with_kernel(redeal=redeal_from_truth), redeals.check_same_stream_same_sample),
    "redeal from the truth, by channels": (with_kernel(redeal=redeal_from_truth), secrets.check_twins),
    "redeal of the own hand": (with_kernel(redeal=redeal_own_hand), redeals.check_known_fields),
    "redeal makes a card": (with_kernel(redeal=redeal_makes), redeals.check_samples_play),
    "observation beyond 1": (with_kernel(observe=observe_too_much), tensors.check_observations),
    "observation in part": (with_kernel(observe=observe_in_part), tensors.check_observations),
    "observation of nothing": (with_kernel(observe=observe_nothing), tensors.check_observations_tell),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_game_fails_the_check_of_the_broken_property(name: str) -> None:
    game, check = MUTANTS[name]
    case = case_of(game)
    with pytest.raises((AssertionError, pytest.fail.Exception, ValueError, TypeError, KeyError, ExceptionGroup)):
        check(case)


def test_a_follow_up_without_a_choice_is_detected() -> None:
    def no_choice(content: Any, s: Any, move: int) -> int:
        return 4 if move == lots.DRAW else lots.reason(content, s, move)

    def legal(content: Any, s: Any, out: Any) -> int:
        moves = [move for move in range(lots.KEEP + 1) if no_choice(content, s, move) == 0]
        out[: len(moves)] = moves
        return len(moves)

    with pytest.raises(AssertionError, match="without a choice"):
        rules.check_follow_ups(case_of(with_kernel(reason=no_choice, legal=legal)))


def test_a_move_that_shows_another_seat_the_next_card_reveals_something() -> None:
    def events(setup: Setup, before: Any, move: int, after: Any, past: Any) -> list[Event]:
        told, other = lots.events(setup, before, move, after, past), (int(before.to_move) + 1) % setup.players
        return [*told, Event("peek", {"lot": int(before.stock[before.drawn])}, audience=only(other))]

    quiet = plain_game().changed(reveals=lambda _view, move: move == "draw")
    audience_data.check_shown_to_others(case_of(quiet))
    with pytest.raises(AssertionError, match="something new"):
        audience_data.check_shown_to_others(case_of(quiet.changed(events=events)))


def test_only_twins_with_another_deal_detect_a_card_that_redeals_leave_out() -> None:
    case = case_of(forgetful_game(view=view_of_the_next_card))
    secrets.check_twins(case)
    with pytest.raises(AssertionError, match="view tells"):
        deals.check_dealt_twins(case)


def test_a_subject_without_unknown_has_no_twins_with_another_deal() -> None:
    deals.check_dealt_twins(case_of(plain_game().changed(view=view_of_all_hands), unknown=None))


@pytest.mark.parametrize(
    ("unknown", "reason"),
    [
        (lambda _match, _audience: Unknown([]), "prove nothing"),
        (lambda _match, _audience: Unknown([[(("deal", "hands", 0, 0),), (("deal", "hands", 1, 0),)]]), "not in hand"),
        (lambda _match, _audience: Unknown([[(("deal", "hands", 0, 0), ("deal", "hands", 1, 0))]]), "different things"),
    ],
    ids=["nothing", "what is known", "one slot for two things"],
)
def test_wrong_unknown_facts_are_detected(unknown: Any, reason: str) -> None:
    with pytest.raises((AssertionError, BadRecord), match=reason):
        deals.check_dealt_twins(case_of(plain_game(), unknown=unknown))


@pytest.mark.parametrize("name", sorted({check.__name__ for _, check in MUTANTS.values()} - {"<lambda>"}))
def test_a_correct_game_passes_every_check(name: str) -> None:
    check = next(check for _, check in MUTANTS.values() if check.__name__ == name)
    check(case_of(plain_game()))
