"""Valid card sets: files, texts and documents give equal sets, with defaults filled in, and can be written back."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from courtly.engine.contract.options import read_options
from courtly.engine.errors import BadOption
from courtly.games.monarch.cardset import (
    BadCards,
    CardForm,
    Effect,
    Formula,
    Pledge,
    Power,
    cards_from,
    check_cards,
    check_file,
    chosen_cards,
    house,
    house_hash,
    house_text,
    load_cards,
    parse_cards,
    read_card_file,
    write_cards,
)
from courtly.games.monarch.rules import content
from courtly.games.monarch.rules.content import MonarchOptions
from tests.games.monarch.documents import HOUSE, Change, changed, drop, house_document, put

FORMS: list[CardForm] = ["toml", "json"]


def test_the_house_set_is_in_the_games_folder() -> None:
    assert house() == load_cards(HOUSE)
    assert house() is house()


def test_the_house_set_matches_the_rulebook_counts_without_warnings() -> None:
    cards = house()
    counts = [len(each) for each in (cards.courts, cards.improvements, cards.guests, cards.moons, cards.banners)]
    assert counts == [38, 22, 6, 8, 5]
    assert sum(land.copies for land in cards.lands) == 12
    assert check_file(HOUSE).warnings == ()


def test_the_hash_of_the_house_set_covers_its_file() -> None:
    assert house_hash() == hashlib.sha256(HOUSE.read_bytes()).hexdigest()[:12]


@pytest.mark.parametrize("form", FORMS)
def test_a_written_set_reads_back_to_an_equal_document(form: CardForm) -> None:
    text = write_cards(house_document(), form=form)
    checked = check_cards(text, form=form)
    assert checked.document == house_document()
    assert checked.cards == house()


def test_any_valid_document_can_be_written_as_toml() -> None:
    document = changed(
        put(guest=[], emblems={}, **{"set.version": 'a "quoted" \\ text'}),
        lambda document: [court.update(emblems=[], crowns=3) for court in document["court"]],
    )
    document["court"][0]["text"] = {}
    document["court"][1]["source"] = {}
    document["court"][2]["incomplete"] = True
    checked = check_cards(write_cards(document))
    assert checked.document == document


def test_a_key_that_needs_quotes_gets_them() -> None:
    assert write_cards({"a b": {"c": 1}}) == '\n["a b"]\nc = 1\n'


@pytest.mark.parametrize(
    ("name", "form"),
    [("own.toml", "toml"), ("own.JSON", "json"), ("own.txt", "toml"), ("own.txt", "json"), ("own", "json")],
)
def test_the_format_of_a_file_follows_from_its_name_or_its_start(name: str, form: CardForm, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(write_cards(house_document(), form=form), encoding="utf-8-sig")
    assert load_cards(file) == house()
    assert read_card_file(file) == house_document()


def test_a_parsed_document_is_read_like_a_text() -> None:
    assert cards_from(house_document()) == parse_cards(house_text()) == house()


def first(place: str, value: Any) -> Any:
    """Return the astronomer's value at `place` after setting it."""
    cards = cards_from(changed(put(**{f"court[astronomer].{place}": value})))
    return next(getattr(court, place) for court in cards.courts if court.id == "astronomer")


@pytest.mark.parametrize(
    ("given", "formula"),
    [
        (4, Formula("fixed", value=4)),
        ({"kind": "fixed", "value": -3}, Formula("fixed", value=-3)),
        ({"kind": "per_path", "path": "might", "per": 2}, Formula("per_path", path="might", per=2, min=0)),
        (
            {"kind": "per_path", "path": "might", "where": "court+board", "per": 2, "base": 1, "min": -2, "max": 9},
            Formula("per_path", path="might", where="court+board", per=2, base=1, min=-2, max=9),
        ),
        ({"kind": "per_emblem", "emblem": "beast", "per": 1}, Formula("per_emblem", emblem="beast", per=1, min=0)),
        ({"kind": "per_variety", "of": "path", "per": 1}, Formula("per_variety", of="path", per=1, min=0)),
        (
            {"kind": "per_land", "terrain": "any", "per": 1},
            Formula("per_land", terrain="any", min_yield=1, per=1, min=0),
        ),
        ({"kind": "per_resource", "resource": "food"}, Formula("per_resource", resource="food", min=0)),
        ({"kind": "per_guest", "whose": "own", "per": -1}, Formula("per_guest", whose="own", per=-1, min=0)),
        (
            {"kind": "if_count", "card": "fireworks", "then": 0, "otherwise": 4},
            Formula("if_count", card="fireworks", then=0, otherwise=4),
        ),
        (
            {"kind": "if_count", "path": "might", "where": "board", "at_least": 2, "then": 5, "otherwise": -1},
            Formula("if_count", path="might", where="board", at_least=2, then=5, otherwise=-1),
        ),
        (
            {"kind": "if_count", "emblem": "beast", "at_least": 2, "then": 5, "otherwise": 1},
            Formula("if_count", emblem="beast", at_least=2, then=5, otherwise=1),
        ),
    ],
)
def test_a_formula_has_its_defaults(given: Any, formula: Formula) -> None:
    assert first("crowns", given) == formula


@pytest.mark.parametrize(
    ("given", "power"),
    [
        ({"kind": "discount", "on": "court", "amount": 2}, Power("discount", on="court", resource="gold", amount=2)),
        (
            {"kind": "discount", "on": "court", "amount": 2, "resource": "food", "path": "bounty"},
            Power("discount", on="court", resource="food", amount=2, path="bounty"),
        ),
        (
            {"kind": "discount", "on": "improvement", "amount": 1},
            Power("discount", on="improvement", resource="food", amount=1),
        ),
        ({"kind": "discount", "on": "guest", "amount": 1}, Power("discount", on="guest", resource="gold", amount=1)),
        ({"kind": "discount", "on": "sweep", "amount": 1}, Power("discount", on="sweep", resource="gold", amount=1)),
        (
            {"kind": "rebate", "on": "guest", "resource": "food", "amount": 1},
            Power("rebate", on="guest", resource="food", amount=1),
        ),
        ({"kind": "tax_relief", "amount": 3}, Power("tax_relief", amount=3)),
        (
            {"kind": "barter", "give": "food", "give_amount": 3, "get": "gold", "get_amount": 2},
            Power("barter", resource="food", amount=3, get="gold", get_amount=2),
        ),
    ],
)
def test_a_power_has_its_defaults(given: Any, power: Power) -> None:
    assert first("powers", [given]) == (power,)


def test_effects_have_their_defaults() -> None:
    given = [{"kind": "dismiss_guest"}, {"kind": "collect", "resource": "food", "amount": 2}, {"kind": "free_sweep"}]
    effects = (Effect("dismiss_guest", amount=1), Effect("collect", resource="food", amount=2), Effect("free_sweep"))
    assert first("on_acquire", given) == effects


def test_moons_have_effects_or_a_pledge() -> None:
    effects = [
        {"kind": "ruin"},
        {"kind": "harvest"},
        {"kind": "halve", "who": "most", "measure": "court", "resource": "food"},
    ]
    met = [{"kind": "gain", "who": "top_pledger", "resource": "gold", "amount": 1}]
    document = changed(put(**{"moon[harvest-moon].effects": effects, "moon[fair-moon].met": met}))
    moons = {moon.id: moon for moon in cards_from(document).moons}
    assert moons["harvest-moon"].effects == (
        Effect("ruin"),
        Effect("harvest"),
        Effect("halve", who="most", measure="court", resource="food"),
    )
    assert moons["fair-moon"].met == (Effect("gain", who="top_pledger", resource="gold", amount=1),)
    assert moons["fair-moon"].pledge == Pledge("gold", per_sister=1, base=0)


@pytest.mark.parametrize(
    ("crowns", "high", "low"),
    [
        ({"kind": "per_path", "path": "might", "per": -1}, 0, None),
        ({"kind": "per_path", "path": "might", "per": -1, "min": -5}, 0, -5),
        ({"kind": "per_path", "path": "might", "per": 1, "base": -5}, 0, None),
        ({"kind": "per_path", "path": "might", "per": -1, "max": 3}, 3, None),
        ({"kind": "per_guest", "whose": "own", "per": 3, "base": 2, "max": -1}, -1, None),
    ],
)
def test_a_guests_formula_never_exceeds_0(crowns: Any, high: int, low: int | None) -> None:
    cards = cards_from(changed(put(**{"guest[weepy-poet].crowns": crowns})))
    formula = next(guest.crowns for guest in cards.guests if guest.id == "weepy-poet")
    assert (formula.max, formula.min) == (high, low)


def test_banners_require_cards_of_a_path_or_several_paths() -> None:
    banners = {banner.path: banner for banner in house().banners}
    might, balance = banners["might"], banners["balance"]
    assert (might.requires, might.required_path, might.at_least) == ("path_cards", "might", 2)
    assert (balance.requires, balance.required_path, balance.at_least) == ("path_variety", None, 4)
    assert balance.power == Power("rebate", on="court", resource="gold", amount=1)


@pytest.mark.parametrize(
    "change",
    [
        drop("guest", "moon", "banner"),
        put(guest=[], moon=[], banner=[]),
        lambda document: document["land"].__setitem__(
            slice(None),
            [
                document["land"][0] | {"id": f"v-{i}", "copies": 1, "terrain": t}
                for i, t in enumerate(["village", "farm"] * 8)
            ],
        ),
        put(
            **{
                "court[astronomer].crowns": {
                    "kind": "if_count",
                    "card": "fireworks",
                    "at_least": 2,
                    "then": 1,
                    "otherwise": 2,
                }
            }
        ),
        drop("banner[banner-of-might].power"),
        drop("court[astronomer].text", "court[astronomer].source"),
    ],
)
def test_a_set_at_its_limits_loads(change: Change) -> None:
    assert cards_from(changed(change)).courts[0] == house().courts[0]


def test_a_set_needs_only_one_language_and_no_emblems() -> None:
    def plain(document: dict[str, Any]) -> None:
        del document["emblems"]
        document["set"]["languages"] = ["de"]
        for table in ("court", "improvement", "guest", "moon", "banner", "land"):
            for entry in document[table]:
                entry.pop("text", None)
                entry["name"] = {"de": entry["id"]}
                if "crowns" in entry:
                    entry["crowns"] = 0
                if table == "court":
                    del entry["emblems"]
        for name in (document["set"]["name"], document["set"]["notice"], *document["paths"].values()):
            name.clear()
            name["de"] = "Name"

    assert cards_from(changed(plain)).languages == ("de",)


@pytest.mark.parametrize("value", ["house", f"house@{house_hash()}"])
def test_the_option_names_the_house_set(value: str) -> None:
    assert chosen_cards(value) is house()


def test_the_option_may_hold_a_set_in_full() -> None:
    assert chosen_cards(house_document()) == house()
    with pytest.raises(BadCards):
        chosen_cards({})


def test_options_are_equal_even_if_two_threads_read_the_house_set(monkeypatch: pytest.MonkeyPatch) -> None:
    options = read_options(MonarchOptions, {"players": 2})
    monkeypatch.setattr(content, "cards_at", lambda _key: parse_cards(house_text()))
    assert read_options(MonarchOptions, options.given()) == options


@pytest.mark.parametrize("value", ["home", "house@", "house@000000000000", "own.toml", "HOUSE", ""])
def test_an_unknown_or_outdated_set_name_is_refused(value: str) -> None:
    with pytest.raises(BadOption) as caught:
        chosen_cards(value)
    assert caught.value.where == "card_set"
    assert "house" in str(caught.value)
    assert not isinstance(caught.value, BadCards)


def test_reading_does_not_change_the_document() -> None:
    document = house_document()
    before = json.dumps(document)
    cards_from(document)
    assert json.dumps(document) == before
