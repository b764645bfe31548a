"""Fair shuffles: their definition, the matches and records that use them, and their secrecy."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from hashlib import sha256
from itertools import permutations
from typing import Any

import pytest

import courtly
from courtly.engine.compile.rng import stream
from courtly.engine.contract.deals import Shuffle
from courtly.engine.contract.defaults import from_shuffles
from courtly.engine.contract.game import find_game
from courtly.engine.errors import BadOption, BadRecord
from courtly.engine.play.match import Match
from courtly.testing.secrets import audiences, channels
from tests.engine.play.fair_matches import SECRET, SETUPS, begun, changed, fair, finished, play
from tests.games.chances import MAX_SIGMAS, excess

LETTERS = Shuffle("letters", "abcdefghijklmnopqrstuvwxyz", 26)

every_setup = pytest.mark.parametrize(("game", "options"), SETUPS)
every_record = pytest.mark.parametrize("number", range(len(SETUPS)))


# The definition of a shuffle, compared with an independent implementation.


def naive(items: list[Any], name: str, nth: int = 0) -> list[Any]:
    """Shuffle as specified in `docs/fair-deals.md`, with all numbers drawn in advance."""
    parts = [b"courtly-fair/1", SECRET, b"kq3", b"1", b"plum", b"poire"]
    root = sha256(b"".join(str(len(part)).encode() + b":" + part + b"," for part in parts)).digest()
    key = sha256(root + f"{len(name)}:{name},{len(str(nth))}:{nth},".encode()).digest()
    blocks = b"".join(sha256(key + bytes(7) + bytes([block])).digest() for block in range(50))
    drawn = [int(blocks[i : i + 4].hex(), 16) for i in range(0, len(blocks), 4)]
    items = sorted(items)
    for i in reversed(range(1, len(items))):
        while drawn[0] >= (2**32 // (i + 1)) * (i + 1):
            del drawn[0]
        j = drawn.pop(0) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def test_a_shuffle_gives_the_documented_order() -> None:
    assert fair(2).shuffled(LETTERS) == naive(list(LETTERS.items), "letters")
    assert fair(2).shuffled(LETTERS, 12) == naive(list(LETTERS.items), "letters", 12)
    assert fair(2).shuffled(Shuffle("first", range(5), 1)) == naive(list(range(5)), "first")[:1]


def test_the_promise_is_the_hash_of_the_secret() -> None:
    assert fair(2).promise == sha256(SECRET).hexdigest()


def test_the_order_of_the_items_before_a_shuffle_does_not_matter() -> None:
    turned = Shuffle("letters", LETTERS.items[::-1], 5)
    assert fair(2).shuffled(turned) == fair(2).shuffled(LETTERS)[:5]


def test_every_input_changes_the_order() -> None:
    changed: list[dict[str, Any]] = [
        {},
        {"secret": bytes(32)},
        {"table": "kq4"},
        {"match": 2},
        {"words": ["plum", "pear"]},
        {"words": ["poire", "plum"]},
        {"words": ["plumpoire", ""]},
        {"words": ["", "plumpoire"]},
        {"words": ["plum", "poire", ""]},
        {"words": ["plum,5:poire"]},
    ]
    orders = {tuple(fair(2, **each).shuffled(LETTERS)) for each in changed}
    orders |= {tuple(fair(2).shuffled(LETTERS, 1)), tuple(fair(2).shuffled(Shuffle("letter", LETTERS.items, 26)))}
    assert len(orders) == len(changed) + 2


def test_every_order_is_equally_frequent() -> None:
    found = Counter(tuple(fair(2, match=match).shuffled(Shuffle("four", "abcd", 4))) for match in range(1, 6001))
    assert excess(Counter(permutations("abcd")), found) < MAX_SIGMAS


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"secret": b"short"}, "the secret of a shuffle must be 32 bytes"),
        ({"secret": "a" * 32}, "the secret of a shuffle must be 32 bytes"),
        ({"words": "plum"}, "shuffle.words cannot be 'plum'"),
        ({"words": None}, "shuffle.words cannot be None"),
        ({"words": ["plum", 7]}, "shuffle.words cannot be"),
        ({"words": ["\ud800", ""]}, "shuffle.words cannot be"),
        ({"table": ""}, "shuffle.table cannot be ''"),
        ({"table": 7}, "shuffle.table cannot be 7"),
        ({"match": 0}, "shuffle.match cannot be 0; use a whole number from 1"),
        ({"match": True}, "shuffle.match cannot be True"),
        ({"match": "1"}, "shuffle.match cannot be '1'"),
    ],
)
def test_an_invalid_shuffle_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption, match=told) as caught:
        fair(2, **changes)
    assert "short" not in json.dumps(caught.value.as_dict())


# Matches.


@every_record
def test_a_fair_match_is_recorded_with_its_shuffle_and_read_again(number: int) -> None:
    record = finished(number)
    game, options = SETUPS[number]
    assert "seed" not in record
    assert record["shuffle"] == fair(options["players"]).as_dict()
    again = courtly.read_record(json.loads(json.dumps(record)))
    assert again.record() == record
    assert again.seed is None
    assert (again.game, again.fair) == (game, fair(options["players"]))


@every_record
def test_every_list_of_the_deal_follows_from_the_shuffle(number: int) -> None:
    record = finished(number)
    deal, shuffle = record["deal"], fair(record["options"]["players"])
    for key in ("years", "reshuffles"):
        for place, cards in enumerate(deal.get(key, [])):
            assert shuffle.shuffled(Shuffle(f"{key}.{place}", cards, len(cards))) == cards
    assert shuffle.shuffled(Shuffle("first", range(record["options"]["players"]), 1)) == [deal["first"]]
    if "deck" in deal and record["game"] == "monarch":
        assert shuffle.shuffled(Shuffle("deck", deal["deck"], 74)) == deal["deck"]


def test_the_sample_records_have_several_years_and_reshuffles() -> None:
    years = [len(finished(number)["deal"]["years"]) for number in (2, 3, 4)]
    reshuffles = [len(finished(number)["deal"]["reshuffles"]) for number in (5, 6)]
    assert min(years) > 1
    assert max(reshuffles) > 1


@every_setup
def test_a_fair_match_equals_the_match_of_its_deal(game: str, options: dict[str, Any]) -> None:
    match = play(begun(game, options))
    given = courtly.new_match(game, deal=match.record()["deal"], seed=1, **options)
    for move in match.moves:
        given.play(move)
    assert [given.log(audience) for audience in audiences(given)] == [
        match.log(audience) for audience in audiences(match)
    ]
    assert given.scores() == match.scores()
    assert given.record()["deal"] == match.record()["deal"]


@every_setup
def test_the_engines_own_random_stream_does_not_affect_a_fair_match(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = play(begun(game, options)).record()
    monkeypatch.setattr("courtly.engine.play.match.stream", lambda *_seeds: stream(99))
    assert play(begun(game, options)).record() == expected


@every_setup
def test_copies_and_earlier_positions_continue_like_the_match(game: str, options: dict[str, Any]) -> None:
    match = play(begun(game, options))
    half = match.at(match.version // 2)
    assert half.fair == match.fair
    assert "shuffle" not in half.record()
    twin = half.copy()
    for move in match.moves[half.version :]:
        twin.play(move)
    assert twin.record() == match.record()
    assert half.version == match.version // 2
    assert half.record()["deal"] == match.at(half.version).record()["deal"]


@every_setup
def test_an_imagined_match_has_no_shuffle_and_can_be_played_on(game: str, options: dict[str, Any]) -> None:
    match = play(begun(game, options), 10)
    twin = match.imagined(0, stream(7))
    assert twin.fair is None
    assert "shuffle" not in play(twin).record()
    assert match.fair is not None


def test_the_record_of_an_unfinished_match_has_the_shuffle_once_it_is_revealed() -> None:
    match = play(begun("monarch", {"players": 3}), 30)
    assert "shuffle" not in match.record()
    match.is_revealed = True
    record = match.record()
    assert record["shuffle"]["secret"] == SECRET.hex()
    assert courtly.read_record(record).record() == record
    assert match.at(12).record()["shuffle"] == record["shuffle"]
    assert match.copy().record() == record


def test_the_default_conversion_of_shuffles_gives_the_deal_of_monarch() -> None:
    own = find_game("monarch")
    plain = own.changed(from_shuffles=from_shuffles)
    one, other = (courtly.new_match(game, players=2, fair=fair(2)) for game in (own, plain))
    assert one.record()["deal"] == other.record()["deal"]


def without_lists(name: str) -> Any:
    return find_game(name).changed(shuffles=lambda _setup, _s: [])


def without_years() -> Any:
    return find_game("cursed_court").changed(from_shuffles=lambda lists: {"first": lists["first"][0], "years": []})


@pytest.mark.parametrize(
    ("game", "keys"),
    [(without_lists("courtisans"), "deck, first, missions"), (without_lists("monarch"), "deck, first, lands")],
)
def test_a_game_without_declared_shuffles_has_no_fair_deal(game: Any, keys: str) -> None:
    with pytest.raises(BadOption, match=f"does not say how these parts of its deal are shuffled: {keys}$"):
        courtly.new_match(game, players=2, fair=fair(2))


def test_a_game_with_an_undeclared_shuffle_has_no_fair_deal() -> None:
    with pytest.raises(BadOption, match=r"cursed_court does not say how .* are shuffled: years$"):
        courtly.new_match(without_years(), players=2, fair=fair(2))


@pytest.mark.parametrize("more", [{"seed": 7}, {"deal": {"first": 0}}, {"deal": {}}])
def test_a_fair_shuffle_excludes_a_seed_and_a_deal(more: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="accepts neither a seed nor a deal"):
        courtly.new_match("courtisans", players=2, fair=fair(2), **more)


@pytest.mark.parametrize("words", [1, 3])
def test_every_seat_needs_a_shuffle_seed(words: int) -> None:
    with pytest.raises(BadOption, match="use a list of 2 seeds, one per seat"):
        courtly.new_match("courtisans", players=2, fair=fair(words))


# Invalid records.


@pytest.mark.parametrize(
    ("changes", "where", "told"),
    [
        ({"shuffle__promise": "0" * 64}, "shuffle.promise", "does not match; the SHA-256 of the secret is"),
        ({"shuffle__promise": None}, "shuffle.promise", "the commitment None does not match"),
        ({"shuffle__secret": "ab"}, "shuffle.secret", "use 32 bytes in lowercase hexadecimal digits"),
        ({"shuffle__secret": "AB" * 32}, "shuffle.secret", "lowercase hexadecimal digits"),
        ({"shuffle__secret": 7}, "shuffle.secret", "lowercase hexadecimal digits"),
        ({"shuffle__words": "plum"}, "shuffle.words", "use a list of seeds, one per seat"),
        ({"shuffle__words": ["plum", "poire", 7]}, "shuffle.words", "use a list of seeds"),
        ({"shuffle__words": ["plum", "poire"]}, "shuffle.words", "use a list of 3 seeds"),
        ({"shuffle__table": None}, "shuffle.table", "shuffle.table cannot be None"),
        ({"shuffle__match": 1.0}, "shuffle.match", "shuffle.match cannot be 1.0"),
        ({"shuffle__match": True}, "shuffle.match", "match cannot be True"),
        ({"shuffle__more": 1}, "shuffle", "use an object with promise, secret, words, table, match"),
        ({"shuffle": None}, "shuffle", "shuffle cannot be None"),
        ({"shuffle__words": ["plum", "pear", ""]}, "deal.first", "does not follow from the shuffle"),
        ({"shuffle__match": 2}, "deal.deck[0]", "does not follow from the shuffle"),
        ({"seed": 7}, "seed", "a record with a shuffle has no seed"),
        ({"seed": None}, "seed", "a record with a shuffle has no seed"),
        ({"deal": 7}, "deal", "a deal cannot be 7"),
        ({"deal__more": 7}, "deal", "a deal has no key 'more'"),
        ({"deal__first": False}, "deal.first", "deal.first, False, does not follow"),
        ({"deal__first": 2.0}, "deal.first", "deal.first, 2.0, does not follow"),
        ({"deal__deck": []}, "deal.deck", "deal.deck, [], does not follow"),
        ({"deal__deck": "all"}, "deal.deck", "deal.deck, 'all', does not follow"),
        ({"options__players": 4}, "shuffle.words", "a list of 4 seeds"),
        ({"game": "chess"}, "game", "there is no game 'chess'"),
    ],
)
def test_a_record_that_contradicts_its_shuffle_is_refused(changes: dict[str, Any], where: str, told: str) -> None:
    with pytest.raises(BadRecord) as caught:
        courtly.read_record(changed(0, **changes))
    assert (caught.value.where, told in str(caught.value)) == (where, True), str(caught.value)


def test_the_first_card_that_does_not_follow_from_the_shuffle_is_named() -> None:
    record = changed(0)
    deck = record["deal"]["deck"]
    deck[-1], deck[-2] = next((one, other) for one in deck for other in deck if one != other)
    with pytest.raises(BadRecord, match=r"deal\.deck\[\d\d\], '.*', does not follow from the shuffle, which gives '"):
        courtly.read_record(record)


@pytest.mark.parametrize(("number", "key"), [(2, "years"), (3, "years"), (6, "reshuffles")])
def test_a_later_deal_that_does_not_follow_from_the_shuffle_is_refused(number: int, key: str) -> None:
    record = changed(number)
    later = record["deal"][key][-1]
    last = next(place for place in reversed(range(len(later))) if later[place] != later[0])
    later[0], later[last] = later[last], later[0]
    place = len(record["deal"][key]) - 1
    with pytest.raises(BadRecord, match=rf"deal\.{key}\[{place}\]\[0\], .* does not follow from the shuffle"):
        courtly.read_record(record)


@pytest.mark.parametrize("number", [2, 6])
def test_a_record_with_a_shuffle_has_exactly_the_lists_that_were_dealt(number: int) -> None:
    record = changed(number)
    key = "years" if number == 2 else "reshuffles"
    for lists in (record["deal"][key][:-1], [*record["deal"][key], record["deal"][key][0]]):
        with pytest.raises(BadRecord, match=rf"deal\.{key}, .* does not follow from the shuffle"):
            courtly.read_record({**record, "deal": {**record["deal"], key: lists}})


def test_missing_parts_of_a_deal_follow_from_the_shuffle() -> None:
    record = changed(3)
    assert courtly.read_record({**record, "deal": {}}).record() == record
    del record["deal"]
    assert courtly.read_record(record).record() == finished(3)


# Secrecy: before the end, all output depends only on the deal and the moves.


def secrets_of(match: Match) -> list[bytes]:
    """Return all data that would reveal a shuffle: the secret and the root key, as bytes, in hex and as `repr`."""
    assert match.fair is not None
    parts = [b"courtly-fair/1", match.fair.secret, b"kq3", b"1", *(word.encode() for word in match.fair.words)]
    root = sha256(b"".join(b"%d:%b," % (len(part), part) for part in parts)).digest()
    assert match.fair.shuffled(LETTERS) == naive_from(root)
    raw = [match.fair.secret, root]
    return [*raw, *(each.hex().encode() for each in raw), *(repr(each).encode() for each in raw)]


def naive_from(root: bytes) -> list[str]:
    """Shuffle the letters from a root key, to show that the root key alone determines the order."""
    key = sha256(root + b"7:letters,1:0,").digest()
    data = b"".join(sha256(key + bytes(7) + bytes([block])).digest() for block in range(9))
    drawn = iter(int.from_bytes(data[i : i + 4], "big") for i in range(0, len(data), 4))
    items = sorted(LETTERS.items)
    for i in range(25, 0, -1):
        j = next(number for number in drawn if number < 2**32 - 2**32 % (i + 1)) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return [str(item) for item in items]


@pytest.mark.many
@every_setup
def test_a_fair_match_looks_like_a_match_with_the_same_deal_and_no_secret(game: str, options: dict[str, Any]) -> None:
    """The twin has no secret, so output that is equal in both matches cannot depend on the secret."""
    match = play(begun(game, options))
    twin = courtly.new_match(game, deal=match.record()["deal"], seed=1, **options)
    stages = {0, match.version // 3, match.version - 2}
    for version, move in enumerate(match.moves):
        if version in stages:
            earlier = match.at(version)
            for audience in audiences(earlier):
                told, other = (channels(each, audience, bots=False) for each in (earlier, twin))
                assert told == other
        twin.play(move)


@every_setup
def test_no_output_before_the_end_contains_the_secret(game: str, options: dict[str, Any]) -> None:
    match = play(begun(game, options), 12)
    written = [repr(match), repr(match.fair), json.dumps(match.record())]
    written += [json.dumps(match.imagined(audience, stream(3)).record()) for audience in audiences(match)]
    told = [text.encode() for text in written]
    told += [value for audience in audiences(match) for value in channels(match, audience).values()]
    told += [
        match.state().tobytes(),
        *(match.knowledge(seat).redeal(stream(2)).tobytes() for seat in range(match.players)),
    ]
    for secret in secrets_of(match):
        assert not [text for text in told if secret in text]


def test_a_bot_has_no_access_to_the_shuffle() -> None:
    match = play(begun("monarch", {"players": 3}), 12)
    knowledge = match.knowledge(0)
    held = {name: getattr(knowledge, name) for name in knowledge.__slots__ if name != "setup"}
    packed = pickle.dumps(held)
    assert not [secret for secret in secrets_of(match) if secret in packed]


def test_the_commitment_depends_on_the_secret_only() -> None:
    promises = {
        fair(2, words=words, table=table, match=match).promise
        for words in ([], ["plum"])
        for table in ("a", "b")
        for match in (1, 2)
    }
    assert promises == {sha256(SECRET).hexdigest()}
