"""Match records: written, read, replayed and verified."""

import json
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadRecord
from courtly.engine.play import records
from courtly.engine.play.records import write_record


def record(moves: int = 5, **options: Any) -> dict[str, Any]:
    match = courtly.new_match("courtisans", players=2, seed=3, **options)
    for _ in range(moves):
        match.play(match.legal_moves()[-1])
    return match.record()


def finished() -> dict[str, Any]:
    match = courtly.new_match("courtisans", players=2, seed=3)
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    return match.record()


@pytest.mark.parametrize("made", [record(0), record(7), record(4, edition="2023"), finished()])
def test_reading_a_record_gives_the_same_match(made: dict[str, Any]) -> None:
    again = courtly.read_record(made)
    assert again.record() == made
    assert courtly.read_record(write_record(again)).record() == made
    assert courtly.read_record(write_record(again).encode()).record() == made


def test_the_seed_completes_the_deal_of_a_record() -> None:
    made = record()
    for key in ("first", "deck", "missions"):
        part = {name: value for name, value in made["deal"].items() if name != key}
        assert courtly.read_record({**made, "deal": part}).record() == made
    assert courtly.read_record({name: value for name, value in made.items() if name != "deal"}).record() == made


def test_a_record_without_a_seed_replays_from_its_deal() -> None:
    made = {name: value for name, value in record().items() if name != "seed"}
    assert courtly.read_record(made).record() == made


@pytest.mark.parametrize("deal", [None, {"first": 0}])
def test_a_record_needs_a_complete_deal_or_a_seed(deal: Any) -> None:
    made = {name: value for name, value in record(0).items() if name not in {"seed", "deal"}}
    with pytest.raises(BadRecord, match="neither a complete deal nor a seed"):
        courtly.read_record(made if deal is None else {**made, "deal": deal})


def test_an_illegal_move_is_named_with_number_position_and_reason() -> None:
    made = record()
    made["moves"][3] = "spare"
    with pytest.raises(BadRecord) as caught:
        courtly.read_record(made)
    assert "move 4, 'spare', is not valid (seat " in str(caught.value)
    assert "after 3 moves): no assassin of yours" in str(caught.value)
    assert caught.value.where == "moves[3]"


def test_an_unknown_move_is_a_bad_record() -> None:
    made = record()
    made["moves"][0] = "play hare.nobel above"
    with pytest.raises(BadRecord, match=r"move 1, .*'hare.nobel' is not a valid <card>"):
        courtly.read_record(made)


def test_moves_after_the_end_are_refused() -> None:
    made = finished()
    made["moves"].append("spare")
    with pytest.raises(BadRecord, match="comes after the end of the match"):
        courtly.read_record(made)


def test_a_result_that_differs_from_the_replay_is_refused() -> None:
    made = finished()
    made["result"]["scores"][0] += 1
    with pytest.raises(BadRecord, match="is wrong; replaying the match gives"):
        courtly.read_record(made)


def test_an_unfinished_match_has_no_result() -> None:
    with pytest.raises(BadRecord, match="the match is not over"):
        courtly.read_record({**record(), "result": {"scores": [0, 0], "winners": [0, 1]}})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "courtly-match/2"}, "format cannot be 'courtly-match/2'; use courtly-match/1"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": ["courtisans"]}, "there is no game"),
        ({"rules": "2"}, "rules cannot be '2'; this program knows version 1"),
        ({"options": []}, "options cannot be"),
        ({"options": {"players": 6}}, "option players cannot be 6; use 2 to 5"),
        ({"seed": "7"}, "seed cannot be '7'"),
        ({"deal": []}, "a deal cannot be"),
        ({"moves": "spare"}, "moves cannot be 'spare'"),
        ({"moves": [7]}, "move 1, 7, is not valid"),
        ({"seats": [{}]}, "seats cannot be"),
        ({"seats": [{"name": "Ann"}, {"name": "\ud800"}]}, "seats cannot be"),
        ({"winner": 1}, "a record has no key 'winner'"),
    ],
)
def test_an_invalid_value_is_named_with_the_allowed_values(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        courtly.read_record({**record(0), **change})
    assert message in str(caught.value)


@pytest.mark.parametrize("key", ["format", "game", "rules", "options", "moves"])
def test_a_record_without_a_required_key_is_refused(key: str) -> None:
    made = record()
    del made[key]
    with pytest.raises(BadRecord, match=f"the record lacks {key}"):
        courtly.read_record(made)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '"x"', '{"format": NaN}', '{"a": 1, "a": 2}', "[" * 100_000, b"\xff\xfe", "9" * 5000, "\x00"],
)
def test_hostile_text_is_a_bad_record(text: str | bytes) -> None:
    with pytest.raises(BadRecord):
        courtly.read_record(text)


def test_every_truncation_of_a_record_is_refused() -> None:
    text = json.dumps(record())
    for length in range(0, len(text), 37):
        with pytest.raises(BadRecord):
            courtly.read_record(text[:length])


def test_a_record_is_limited_in_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_BYTES", 10)
    monkeypatch.setattr(records, "MAX_MOVES", 2)
    with pytest.raises(BadRecord, match="too long"):
        courtly.read_record(write_record(courtly.read_record(record(1))))
    with pytest.raises(BadRecord, match="moves cannot be 3 moves"):
        courtly.read_record(record(3))


def deals_again() -> dict[str, Any]:
    """Return the record of a match of two years that ends one move after the deal of the second year."""
    match = courtly.new_match("cursed_court", players=2, years=2, seed=5)
    while len(match.record()["deal"]["years"]) < 2:
        match.play(match.legal_moves()[0])
    match.play(match.legal_moves()[0])
    return match.record()


def test_a_later_deal_must_be_complete_or_have_a_seed() -> None:
    made = deals_again()
    del made["seed"]
    again = courtly.read_record(made)
    assert again.moves == made["moves"]
    made["deal"]["years"].pop()
    with pytest.raises(BadRecord, match=r"neither a complete deal nor a seed: deal\.years") as caught:
        courtly.read_record(made)
    assert caught.value.where == "deal.years"


def test_a_match_that_deals_again_has_a_seed() -> None:
    deal = courtly.new_match("cursed_court", players=2, seed=5).record()["deal"]
    begun = courtly.new_match("cursed_court", players=2, deal=deal)
    again = [courtly.read_record(begun.record()) for _ in range(2)]
    for match in again:
        while not match.is_over:
            match.play(match.legal_moves()[0])
    assert again[0].record() == again[1].record()


class Counted(str):
    """A key that counts its comparisons."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)


def test_duplicate_keys_are_found_in_one_pass() -> None:
    pairs = [(Counted(f"k{i}"), 0) for i in range(20_000)]
    Counted.compared = 0
    with pytest.raises(ValueError, match="'k19999' appears twice"):
        records._once([*pairs, (Counted("k19999"), 0)])
    assert Counted.compared < 40_000
