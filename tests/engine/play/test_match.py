"""A match through its public, checked interface."""

from random import Random
from typing import Any

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.errors import BadDeal, BadMoment, BadOption, IllegalMove, NotOver, UnknownMove, WrongSeat
from courtly.engine.play.match import record_seat
from tests.engine.play.fair_matches import fair


def match(**choices: Any) -> courtly.Match:
    return courtly.new_match("courtisans", **{"players": 3, "seed": 7, **choices})


def played_out(**choices: Any) -> courtly.Match:
    finished = match(**choices)
    while not finished.is_over:
        finished.play(finished.legal_moves()[0])
    return finished


def test_a_new_match_starts_with_its_first_player() -> None:
    fresh = match()
    assert fresh.to_move == fresh.view()["first"]
    assert (fresh.game, fresh.players, fresh.version, fresh.is_over) == ("courtisans", 3, 0, False)


def test_options_include_defaults_and_a_record_does_not() -> None:
    assert match().options == {"players": 3, "edition": "2024", "mission_count": "nobles-double"}
    assert match().record()["options"] == {"players": 3}


def test_a_seed_determines_the_deal() -> None:
    assert match().record() == match().record()
    assert match().record()["deal"] != match(seed=8).record()["deal"]


def test_without_a_seed_a_random_seed_is_drawn_and_recorded() -> None:
    first, second = match(seed=None), match(seed=None)
    assert first.seed != second.seed
    assert match(seed=first.seed).record() == first.record()


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(BadOption, match="seed cannot be"):
        match(seed=seed)


def test_the_seed_completes_a_deal() -> None:
    whole = match().record()["deal"]
    part = match(deal={"first": (whole["first"] + 1) % 3}).record()["deal"]
    assert part == {**whole, "first": (whole["first"] + 1) % 3}


def test_a_complete_deal_needs_no_seed_and_records_none() -> None:
    deal = match().record()["deal"]
    assert "seed" not in match(deal=deal, seed=None).record()


@pytest.mark.parametrize("deal", ["first", 3, {"frist": 0}])
def test_a_deal_is_a_table_of_known_keys(deal: object) -> None:
    with pytest.raises(BadDeal, match="a deal"):
        match(deal=deal)


@pytest.mark.parametrize(
    "seats",
    [
        "Ann",
        [{"name": "Ann"}],
        [{"name": 1}] * 3,
        [{"names": "Ann"}] * 3,
        5,
        [{"name": "\ud800"}] * 3,
        [{"lacks_net": True}] * 3,
    ],
)
def test_seats_have_one_name_each(seats: object) -> None:
    with pytest.raises(BadOption, match="seats cannot be"):
        match(seats=seats)


def test_seats_are_recorded() -> None:
    seats = [record_seat("Ann"), record_seat("Bo"), record_seat("minister", lacks_net=True)]
    assert seats == [{"name": "Ann"}, {"name": "Bo"}, {"name": "minister", "lacks_net": True}]
    assert match(seats=seats).record()["seats"] == seats


def test_a_move_is_played_and_counted() -> None:
    playing = match()
    move = playing.legal_moves()[0]
    assert playing.why_not(move) is None
    playing.play(move)
    assert playing.moves == [move]
    assert playing.version == 1


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    playing = match()
    before = [playing.view(seat) for seat in (None, 0, 1, 2)]
    with pytest.raises(IllegalMove, match=r"move 1, 'spare', cannot be played: no assassin of yours") as caught:
        playing.play("spare")
    assert caught.value.allowed == playing.legal_moves()
    assert (caught.value.reason, str(caught.value.why)) == ("no-kill", "no assassin of yours is choosing a victim")
    assert "no assassin of yours" in (playing.why_not("spare") or "")
    assert [playing.view(seat) for seat in (None, 0, 1, 2)] == before


@pytest.mark.parametrize("text", ["", "Play hare.noble above", "play  hare.noble above", 3, None, ["spare"]])
def test_an_invalid_move_text_is_an_unknown_move(text: Any) -> None:
    with pytest.raises(UnknownMove, match=r"is not a move|single spaces"):
        match().play(text)


@pytest.mark.parametrize("seat", [-1, 3, True, "0"])
def test_an_unknown_seat_has_no_view(seat: Any) -> None:
    with pytest.raises(WrongSeat, match="choose from 0 to 2"):
        match().view(seat)
    with pytest.raises(WrongSeat, match="choose from 0 to 2"):
        match().knowledge(seat)


def test_scores_and_winners_are_refused_before_the_end() -> None:
    with pytest.raises(NotOver):
        match().scores()
    with pytest.raises(NotOver):
        match().winners()


def test_winners_share_the_highest_score() -> None:
    finished = played_out()
    scores = finished.scores()
    assert finished.winners() == [seat for seat in range(3) if scores[seat] == max(scores)]
    assert finished.record()["result"] == {"scores": scores, "winners": finished.winners()}
    assert finished.legal_moves() == []


def test_only_the_deciding_seat_sees_legal_moves() -> None:
    playing = match()
    assert [bool(playing.view(seat)["legal"]) for seat in range(3)] == [seat == playing.to_move for seat in range(3)]
    assert playing.view()["legal"] == []


def test_a_redeal_from_knowledge_samples_what_the_seat_cannot_know() -> None:
    playing = match()
    known = playing.knowledge(0)
    one, two = known.redeal(stream(1)), known.redeal(stream(2))
    assert known.view == playing.view(0)
    assert known.redeal(stream(1)).tobytes() == one.tobytes()
    assert one.tobytes() != two.tobytes()


def test_the_knowledge_after_an_own_move_that_reveals_nothing_is_that_of_the_position_after_it() -> None:
    playing = courtly.new_match("cursed_court", players=3, seed=7)
    seat = playing.to_move
    assert seat is not None
    after = playing.knowledge(seat).after("bet king")
    playing.play("bet king")
    assert after is not None
    assert after.view == playing.view(seat)
    assert after.redeal(stream(1)) == playing.knowledge(seat).redeal(stream(1))


def test_there_is_no_knowledge_after_a_move_that_ends_the_turn_or_may_reveal_something() -> None:
    playing = courtly.new_match("cursed_court", players=2, seed=7)
    for move in ("bet king", "stake 0", "bet queen"):
        assert playing.to_move is not None
        known = playing.knowledge(playing.to_move)
        assert (known.after(move) is None) == move.startswith("stake")
        playing.play(move)
    assert playing.to_move is not None
    assert playing.knowledge(playing.to_move).after("stake 0") is None


def test_a_copy_of_a_match_is_independent() -> None:
    original = match()
    before = (original.record(), original.log(0))
    twin = original.copy()
    twin.play(twin.legal_moves()[0])
    assert (original.record(), original.log(0)) == before
    assert twin.version == 1


def test_a_match_can_be_restored_after_any_move() -> None:
    finished = played_out()
    assert finished.at(finished.version).record() == finished.record()
    early = finished.at(5)
    assert early.moves == finished.moves[:5]
    assert early.log(1) == finished.log(1)[: len(early.log(1))]
    told = finished.at(5)
    assert told.log(1) == early.log(1)
    told.play(finished.moves[5])
    assert told.log(1) == finished.log(1, until=6)
    assert early.state().tobytes() == early.copy().state().tobytes()


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
@pytest.mark.parametrize("chance", [{"seed": 3}, {"fair": fair(3)}], ids=["seed", "fair"])
def test_positions_of_a_finished_match_are_equal_in_any_order(game: str, chance: dict[str, Any]) -> None:
    finished, choose = courtly.new_match(game, players=3, **chance), Random(7).choice
    while not finished.is_over:
        finished.play(choose(finished.legal_moves()))
    versions = range(0, finished.version + 1, 7)
    # Positions are stored once the events are known.
    wanted = [facts(finished.at(version)) for version in versions]
    finished.log()
    for order in (versions, reversed(versions)):
        found = {version: facts(finished.at(version)) for version in order}
        assert [found[version] for version in versions] == wanted


def facts(match: courtly.Match) -> object:
    """Everything that can be seen of a match, and the moves that can follow."""
    audiences, state = (None, *range(match.players)), match.state()
    # The bytes between the fields are undefined.
    fields = {name: state[name].tolist() for name in state.dtype.names or ()}
    return fields, match.moves, match.legal_moves(), [(match.view(a), match.log(a)) for a in audiences]


def test_a_long_finished_match_stores_positions_and_changes_none_of_them() -> None:
    finished = played_out()
    finished.log()
    later = finished.at(finished.version - 1)
    later.play(later.legal_moves()[-1])
    assert finished.at(finished.version).log() == finished.log()


def test_a_match_that_deals_again_can_be_restored() -> None:
    later = courtly.new_match("cursed_court", players=3, seed=3)
    while later.view(None)["year"] < 3:
        later.play(later.legal_moves()[0])
    assert later.at(later.version).view(1) == later.view(1)
    again = later.at(2)
    again.play(later.moves[2])
    assert again.view(0) == later.at(3).view(0)


@pytest.mark.parametrize("version", [-1, 1, True, "0", None])
def test_a_position_that_was_not_reached_is_refused(version: Any) -> None:
    with pytest.raises(BadMoment, match="there is no move"):
        match().at(version)


def test_the_legal_mask_marks_the_legal_moves() -> None:
    fresh = match()
    mask = fresh.legal_mask()
    assert mask.shape == (fresh.setup.codec.count,)
    assert sorted(fresh.setup.codec.format(int(number)) for number in mask.nonzero()[0]) == fresh.legal_moves()
    assert not played_out().legal_mask().any()


def test_an_observation_is_the_knowledge_of_a_seat() -> None:
    fresh = match()
    pieces = fresh.setup.game.rules.observation.split(fresh.observe(1))
    assert pieces["hand"].sum() == pytest.approx(1)
    assert fresh.observe(1).tobytes() != fresh.observe(0).tobytes()


def test_the_log_since_a_move_has_only_later_events() -> None:
    finished = played_out()
    for version in (0, 1, finished.version // 2, finished.version):
        whole, earlier = finished.log(0), finished.at(version).log(0)
        assert finished.log(0, since=version) == whole[len(earlier) :]


def test_a_thread_may_read_the_log_while_another_thread_has_just_made_it() -> None:
    finished = played_out()
    whole, pending = finished.copy().log(), finished._pending_events
    finished.log()
    finished._pending_events = pending  # as another thread sees it before the pending moves are cleared
    assert finished.log() == whole


def test_the_repr_of_a_match_reveals_nothing_hidden() -> None:
    assert repr(match()) == f"<Match of courtisans, 3 seats, 0 moves, seat {match().to_move} to move>"
    assert repr(played_out()).endswith("moves, over>")


def test_an_imagined_match_differs_only_in_hidden_information() -> None:
    fresh = match()
    imagined = fresh.imagined(0, stream(3))
    assert (imagined.view(0), imagined.log(0)) == (fresh.view(0), fresh.log(0))
    assert imagined.view(1)["hand"] != fresh.view(1)["hand"]
    imagined.play(imagined.legal_moves()[0])
    assert fresh.version == 0


def test_the_view_of_a_spectator_has_no_seat_and_no_hand() -> None:
    fresh = match()
    assert fresh.view()["seat"] is None
    assert fresh.view()["hand"] is None
    assert fresh.log() == fresh.log(None)
