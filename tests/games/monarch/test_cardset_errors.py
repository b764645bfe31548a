"""Errors of card sets: every problem has its code, place and line, and all of them are reported together."""

from __future__ import annotations

from typing import Any

import pytest

import courtly
from courtly.documents.problems import MAX_PROBLEMS
from courtly.engine.errors import BadOption
from courtly.games.monarch.cardset import cards_from, check_cards, house_text, parse_cards, write_cards
from courtly.games.monarch.cardset.forms import MAX_UNKNOWN
from courtly.text.languages import worded
from tests.games.monarch.documents import Change, changed, drop, problems, put, refused, told

A = "court[astronomer]"
CROWNS = f"{A}.crowns"
POWER = f"{A}.powers[1]"
MOON = "moon[harvest-moon]"
PLEDGED = "moon[fair-moon]"
GUEST = "guest[weepy-poet]"
BANNER = "banner[banner-of-might]"
MILL = "improvement[mill-stream]"
BARTER = {"kind": "barter", "give": "gold", "give_amount": 1, "get": "food", "get_amount": 2}


def crowns(**formula: Any) -> Change:
    return put(**{CROWNS: formula})


def power(**values: Any) -> Change:
    return put(**{f"{A}.powers": [values]})


def guest(**formula: Any) -> Change:
    return put(**{f"{GUEST}.crowns": formula})


def effects(*values: Any) -> Change:
    return put(**{f"{MOON}.effects": list(values)})


def fewer(table: str, number: int) -> Change:
    return lambda document: document.__setitem__(table, document[table][:number])


def more(table: str, number: int, **values: Any) -> Change:
    """Return a change that copies the last entry until the table has `number` entries."""

    def change(document: dict[str, Any]) -> None:
        entries = document[table]
        entries += [entries[-1] | values | {"id": f"more-{i}"} for i in range(number - len(entries))]

    return change


ONE_PROBLEM: list[tuple[str, Change]] = [
    ("schema schema", put(schema=2)),
    ("schema schema", put(schema=True)),
    ("schema schema", put(schema="1")),
    ("missing schema", drop("schema")),
    ("missing set.notice", drop("set.notice")),
    ("missing set.version", drop("set.version")),
    ("missing set.languages", drop("set.languages")),
    ("missing paths.bounty", drop("paths.bounty")),
    ("missing paths.bounty.fr", drop("paths.bounty.fr")),
    ("missing emblems.beast.en", drop("emblems.beast.en")),
    ("missing set.name.fr", put(**{"set.name.fr": "  "})),
    ("missing court[17].id", drop(f"{A}.id")),
    (f"missing {A}.name", drop(f"{A}.name")),
    (f"missing {A}.name.en", drop(f"{A}.name.en")),
    (f"missing {A}.path", drop(f"{A}.path")),
    (f"missing {A}.cost", drop(f"{A}.cost")),
    (f"missing {CROWNS}", drop(CROWNS)),
    (f"missing {CROWNS}.kind", drop(f"{CROWNS}.kind")),
    (f"missing {CROWNS}.then", drop(f"{CROWNS}.then")),
    (f"missing {CROWNS}.per", crowns(kind="per_guest", whose="own")),
    (f"missing {CROWNS}.value", crowns(kind="fixed")),
    (f"missing {POWER}.amount", power(kind="tax_relief")),
    ("missing land[simple-farm].terrain", drop("land[simple-farm].terrain")),
    (f"missing {MILL}.yield", drop(f"{MILL}.yield")),
    (f"missing {MILL}.cost.food", put(**{f"{MILL}.cost": {}})),
    (f"missing {GUEST}.cost", put(**{f"{GUEST}.cost": {}})),
    (f"missing {MOON}.effects[1].measure", effects({"kind": "harvest", "who": "most"})),
    (f"missing {PLEDGED}.met", drop(f"{PLEDGED}.met")),
    (f"missing {PLEDGED}.unmet", drop(f"{PLEDGED}.unmet")),
    (f"missing {PLEDGED}.pledge.base", drop(f"{PLEDGED}.pledge.base")),
    (f"missing {BANNER}.requirement", drop(f"{BANNER}.requirement")),
    (f"missing {BANNER}.requirement.path", drop(f"{BANNER}.requirement.path")),
    ("unknown-key cards", put(cards=[])),
    ("unknown-key set.author", put(**{"set.author": "me"})),
    ("unknown-key paths.balance", put(**{"paths.balance": {"en": "Balance", "fr": "Équilibre"}})),
    (f"unknown-key {A}.colour", put(**{f"{A}.colour": "red"})),
    (f"unknown-key {A}.name.de", put(**{f"{A}.name.de": "Astronom"})),
    (f"unknown-key {A}.text.frr", put(**{f"{A}.text.frr": "Une"})),
    (f"unknown-key {A}.cost.silver", put(**{f"{A}.cost.silver": 1})),
    (f"unknown-key {A}.source.yield", put(**{f"{A}.source.yield": "house"})),
    (f"unknown-key {A}.'a key'", put(**{f"{A}.a key": 1})),
    (f"unknown-key {CROWNS}.min", crowns(kind="fixed", value=1, min=0)),
    (f"unknown-key {CROWNS}.where", put(**{f"{CROWNS}.where": "court"})),
    (f"unknown-key {POWER}.path", power(kind="discount", on="guest", amount=1, path="might")),
    (f"unknown-key {POWER}.path", power(kind="discount", on="sweep", amount=1, path="might")),
    (f"unknown-key {POWER}.path", power(kind="rebate", on="guest", resource="gold", amount=1, path="might")),
    (f"unknown-key {POWER}.resource", power(kind="tax_relief", amount=1, resource="food")),
    (f"unknown-key {A}.on_acquire[1].who", put(**{f"{A}.on_acquire": [{"kind": "free_sweep", "who": "all"}]})),
    (f"unknown-key {MOON}.effects[1].measure", effects({"kind": "harvest", "measure": "gold"})),
    (f"unknown-key {MOON}.met", put(**{f"{MOON}.met": []})),
    (f"unknown-key {BANNER}.requirement.where", put(**{f"{BANNER}.requirement.where": "court"})),
    ("type court[17]", put(**{A: 7})),
    ("type court[17].id", put(**{f"{A}.id": 7})),
    (f"type {A}.name", put(**{f"{A}.name": "Astronomer"})),
    (f"type {A}.name.en", put(**{f"{A}.name.en": 7})),
    (f"type {A}.text", put(**{f"{A}.text": "A card"})),
    (f"type {A}.path", put(**{f"{A}.path": ["might"]})),
    (f"type {A}.emblems", put(**{f"{A}.emblems": "beast"})),
    (f"type {A}.emblems[1]", put(**{f"{A}.emblems": [1]})),
    (f"type {A}.cost", put(**{f"{A}.cost": 4})),
    (f"type {A}.cost.gold", put(**{f"{A}.cost.gold": 4.0})),
    (f"type {A}.cost.gold", put(**{f"{A}.cost.gold": "4"})),
    (f"type {A}.cost.gold", put(**{f"{A}.cost.gold": True})),
    (f"type {CROWNS}", put(**{CROWNS: True})),
    (f"type {CROWNS}", put(**{CROWNS: 2.5})),
    (f"type {CROWNS}.kind", put(**{f"{CROWNS}.kind": 1})),
    (f"type {CROWNS}.card", put(**{f"{CROWNS}.card": 1})),
    (f"type {A}.powers", put(**{f"{A}.powers": {"kind": "tax_relief", "amount": 1}})),
    (f"type {POWER}", put(**{f"{A}.powers": ["tax_relief"]})),
    (f"type {A}.incomplete", put(**{f"{A}.incomplete": "yes"})),
    (f"type {A}.source", put(**{f"{A}.source": 1})),
    ("type set.version", put(**{"set.version": 1})),
    (f"type {BANNER}.power", put(**{f"{BANNER}.power": [{"kind": "tax_relief", "amount": 1}]})),
    (f"type {PLEDGED}.pledge", put(**{f"{PLEDGED}.pledge": "gold"})),
    ("type moon", put(moon={})),
    ("type banner", put(banner="none")),
    (f"range {A}.cost.gold", put(**{f"{A}.cost.gold": 100})),
    (f"range {A}.cost.food", put(**{f"{A}.cost.food": -1})),
    (f"range {CROWNS}", put(**{CROWNS: 100})),
    (f"range {CROWNS}.value", crowns(kind="fixed", value=-100)),
    (f"range {CROWNS}.at_least", put(**{f"{CROWNS}.at_least": 0})),
    (f"range {CROWNS}", crowns(kind="per_guest", whose="own", per=1, min=5, max=4)),
    (f"range {CROWNS}", crowns(kind="per_guest", whose="own", per=1, max=-1)),
    (f"range {GUEST}.crowns", guest(kind="per_guest", whose="own", per=-1, min=-1, max=-2)),
    (f"range {CROWNS}.each", crowns(kind="per_resource", resource="gold", each=0)),
    (f"range {CROWNS}.min_yield", crowns(kind="per_land", terrain="farm", per=1, min_yield=10)),
    (f"range {POWER}.amount", power(kind="tax_relief", amount=0)),
    (f"range {A}.on_acquire[1].up_to", put(**{f"{A}.on_acquire": [{"kind": "dismiss_guest", "up_to": 100}]})),
    (f"range {MILL}.yield", put(**{f"{MILL}.yield": 10})),
    ("range land[simple-farm].yield", put(**{"land[simple-farm].yield": 0})),
    ("range land[simple-farm].copies", put(**{"land[simple-farm].copies": 0, "land[small-village].copies": 9})),
    (f"range {PLEDGED}.pledge", put(**{f"{PLEDGED}.pledge.per_sister": 0})),
    (f"range {PLEDGED}.pledge.per_sister", put(**{f"{PLEDGED}.pledge.per_sister": 21})),
    (f"range {PLEDGED}.pledge.base", put(**{f"{PLEDGED}.pledge.base": 41})),
    (f"range {BANNER}.requirement.at_least", put(**{f"{BANNER}.requirement.at_least": 8})),
    (
        "range banner[banner-of-balance].requirement.at_least",
        put(**{"banner[banner-of-balance].requirement.at_least": 5}),
    ),
    (f"value {A}.path", put(**{f"{A}.path": "balance"})),
    (f"value {A}.path", put(**{f"{A}.path": "Might"})),
    (f"value {A}.source", put(**{f"{A}.source": "invented"})),
    (f"value {A}.source.crowns", put(**{f"{A}.source.crowns": "invented"})),
    (f"value {A}.name.en", put(**{f"{A}.name.en": "\x1b[2J"})),
    (f"value {A}.name.en", put(**{f"{A}.name.en": "Astro\u202enomer"})),
    (f"value {A}.text.en", put(**{f"{A}.text.en": "\x00"})),
    (f"value {CROWNS}.where", crowns(kind="per_path", path="might", where="lands", per=1)),
    (f"value {MOON}.effects[1].who", effects({"kind": "harvest", "who": "top_pledger"})),
    (f"value {PLEDGED}.unmet[1].who", put(**{f"{PLEDGED}.unmet": [{"kind": "harvest", "who": "top_pledger"}]})),
    (f"value {MOON}.effects[1].measure", effects({"kind": "harvest", "who": "most", "measure": "crowns"})),
    (f"value {POWER}.resource", power(kind="discount", on="improvement", resource="gold", amount=1)),
    (f"value {POWER}.resource", power(kind="discount", on="sweep", resource="food", amount=1)),
    (f"value {POWER}.on", power(kind="rebate", on="sweep", resource="gold", amount=1)),
    (f"value {POWER}.get", power(kind="barter", give="gold", give_amount=1, get="gold", get_amount=2)),
    (f"value {POWER}.get", power(kind="barter", give="food", give_amount=1, get="food", get_amount=2)),
    (f"value {POWER}.path", power(kind="discount", on="court", amount=1, path="none")),
    (f"value {MOON}.tone", put(**{f"{MOON}.tone": "ugly"})),
    ("value set.languages[3]", put(**{"set.languages": ["en", "fr", "en fr"]})),
    (f"kind {CROWNS}.kind", crowns(kind="per_moon", per=1)),
    (f"kind {POWER}.kind", power(kind="gain", resource="gold", amount=1)),
    (f"kind {A}.on_acquire[1].kind", put(**{f"{A}.on_acquire": [{"kind": "flush"}]})),
    (f"kind {MOON}.effects[1].kind", effects({"kind": "collect", "resource": "gold", "amount": 1})),
    (f"kind {BANNER}.requirement.kind", put(**{f"{BANNER}.requirement": {"kind": "guests", "at_least": 1}})),
    (f"choice {CROWNS}", put(**{f"{CROWNS}.emblem": "beast"})),
    (f"choice {CROWNS}", drop(f"{CROWNS}.card")),
    (f"choice {MOON}", drop(f"{MOON}.effects")),
    (f"choice {MOON}", effects()),
    (f"choice {PLEDGED}", put(**{f"{PLEDGED}.met": []})),
    ("id court[17].id", put(**{f"{A}.id": "The_Astronomer"})),
    ("id court[17].id", put(**{f"{A}.id": "a" * 81})),
    ("id set.id", put(**{"set.id": "my set"})),
    ("id emblems.'big cat'", put(**{"emblems.big cat": {"en": "cat", "fr": "chat"}})),
    ("duplicate-id guest[fireworks].id", put(**{f"{GUEST}.id": "fireworks"})),
    ("duplicate-id court[astronomer].id", lambda document: document["land"][0].update(id="astronomer")),
    ("duplicate banner[banner-of-wisdom].path", put(**{"banner[banner-of-wisdom].path": "might"})),
    (f"duplicate {A}.emblems[2]", put(**{f"{A}.emblems": ["advisor", "advisor"]})),
    ("duplicate set.languages[3]", put(**{"set.languages": ["en", "fr", "en"]})),
    (f"unknown-card {CROWNS}.card", put(**{f"{CROWNS}.card": "comet"})),
    (f"unknown-card {CROWNS}.card", put(**{f"{CROWNS}.card": "mill-stream"})),
    (f"unknown-emblem {A}.emblems[1]", put(**{f"{A}.emblems": ["star"]})),
    (f"unknown-emblem {CROWNS}.emblem", crowns(kind="per_emblem", emblem="star", per=1)),
    (f"unknown-emblem {GUEST}.crowns.emblem", guest(kind="per_emblem", emblem="star", per=-1)),
    (f"cost {A}.cost.gold", put(**{f"{A}.cost": {"food": 3}})),
    (f"cost {MILL}.cost.gold", put(**{f"{MILL}.cost": {"gold": 3}})),
    (f"cost {MILL}.cost.gold", put(**{f"{MILL}.cost.gold": 3})),
    (f"sign {GUEST}.crowns", put(**{f"{GUEST}.crowns": 1})),
    (f"sign {GUEST}.crowns", guest(kind="if_count", path="might", then=-3, otherwise=1)),
    (f"sign {GUEST}.crowns", guest(kind="per_path", path="might", per=1, base=-9, max=2)),
    (f"sign {GUEST}.crowns", guest(kind="per_path", path="might", per=-1, base=2, max=2)),
    (f"sign {GUEST}.crowns", guest(kind="per_path", path="might", per=-1, min=1, max=2)),
    (f"limit {A}.on_acquire", put(**{f"{A}.on_acquire": [{"kind": "free_sweep"}] * 4})),
    (f"limit {A}.powers", put(**{f"{A}.powers": [{"kind": "tax_relief", "amount": 1}] * 3})),
    (f"limit {A}.powers[2]", put(**{f"{A}.powers": [BARTER] * 2})),
    (f"limit {MOON}.effects", effects(*[{"kind": "flush"}] * 5)),
    (
        "limit emblems",
        lambda document: document["emblems"].update({f"e-{i}": {"en": "e", "fr": "e"} for i in range(12)}),
    ),
    ("limit land", put(**{"land[simple-farm].copies": 11})),
    ("limit court", more("court", 65)),
    ("limit improvement", more("improvement", 65)),
    ("limit guest", more("guest", 33)),
    ("limit moon", more("moon", 33)),
    ("count court", fewer("court", 27)),
    ("count land", put(**{"land[simple-farm].copies": 2})),
    ("count land", put(**{"land[simple-farm].terrain": "village"})),
    ("count land", put(**{"land[small-village].terrain": "farm"})),
    ("count improvement", put(improvement=[])),
    ("count set.languages", put(**{"set.languages": []})),
]


@pytest.mark.parametrize(("problem", "change"), ONE_PROBLEM, ids=[problem for problem, _ in ONE_PROBLEM])
def test_a_problem_is_reported_alone_with_its_code_and_place(problem: str, change: Change) -> None:
    assert problems(changed(change)) == [problem]


def test_every_documented_code_is_tested() -> None:
    codes = {problem.partition(" ")[0] for problem, _ in ONE_PROBLEM}
    assert codes == {
        *("schema", "missing", "unknown-key", "type", "range", "value", "kind", "choice", "id", "duplicate-id"),
        *("duplicate", "unknown-card", "unknown-emblem", "cost", "sign", "limit", "count"),
    }


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (drop("court"), ["missing court", "count the whole set"]),
        (drop("set"), ["missing set"]),
        (put(set=3, paths=[], emblems=3, schema=None), ["schema schema", "type set", "type paths", "type emblems"]),
        (put(**{"emblems.beast": "beast"}), ["type emblems.beast"]),
        (put(land={}), ["type land"]),
        (put(improvement=[], guest=[], court=[]), ["count court", "count improvement", "count the whole set"]),
        (put(**{"set.languages": "en"}), ["type set.languages"]),
        (put(**{"set.languages": [1]}), ["type set.languages[1]"]),
        (put(**{"set.languages": [f"l{i}" for i in range(21)]}), ["limit set.languages", "missing set.name.l19"]),
        (more("court", 500, path="none"), ["limit court"]),
        (more("banner", 6, path="might"), ["limit banner", "duplicate banner[more-0].path"]),
        (put(**{f"{A}.emblems": ["spectacle"] * 17}), [f"limit {A}.emblems", "duplicate"]),
        (put(**{MOON: 7}), ["type moon[1]"]),
        (put(**{f"{MOON}.pledge": {"resource": "gold"}}), [f"choice {MOON}", f"missing {MOON}.met"]),
        (put(**{CROWNS: {"kind": "if_count"}}), [f"choice {CROWNS}", f"missing {CROWNS}.then"]),
        (put(**{"banner[banner-of-might].requirement": 2}), [f"type {BANNER}.requirement"]),
        (lambda document: document.update({1: 2}), ["unknown-key [2]"]),
        (lambda document: document.update({"\ud800": 2, (1, 2): 3}), ["unknown-key", "unknown-key '(1, 2)'"]),
        (put(**{f"{PLEDGED}.pledge": {}}), [f"missing {PLEDGED}.pledge.{key}" for key in ("resource", "base")]),
        (put(**{GUEST: {"cost": {"gold": 1}, "crowns": "few"}}), ["missing guest[2].id", "type guest[2].crowns"]),
    ],
)  # fmt: skip
def test_one_mistake_can_cause_several_problems(change: Change, found: list[str]) -> None:
    said = problems(changed(change))
    assert [each for each in found if not any(problem.startswith(each) for problem in said)] == []


def test_a_banner_that_no_court_can_fly_is_an_error() -> None:
    def without_might(document: dict[str, Any]) -> None:
        for court in document["court"]:
            court["path"] = "none" if court["path"] == "might" else court["path"]

    said = problems(changed(without_might))
    assert said == [f"range {name}.requirement.at_least" for name in (BANNER, "banner[banner-of-balance]")]


def test_cards_with_invalid_paths_do_not_make_a_banner_an_error() -> None:
    def no_path(document: dict[str, Any]) -> None:
        for court in document["court"]:
            court["path"] = "peace"

    assert {problem.partition(" ")[0] for problem in problems(changed(no_path))} == {"value"}


def test_all_problems_of_a_set_are_reported_together() -> None:
    chosen = [
        (problem, change) for problem, change in ONE_PROBLEM if problem.startswith("range") and MOON not in problem
    ]
    apart = [item for i, item in enumerate(chosen) if i in (0, 5, 11, 13, 14, 16, 18, 19)]
    found = problems(changed(*(change for _, change in apart)))
    assert sorted(found) == sorted(problem for problem, _ in apart)


def test_an_error_has_the_given_and_the_allowed_values() -> None:
    error = refused(lambda: cards_from(changed(put(**{f"{A}.cost.gold": 120}))))
    (problem,) = error.problems
    assert (problem.given, problem.allowed, problem.line) == (120, "a whole number from 0 to 99", None)
    assert str(problem.sentence) == "it cannot be 120; use a whole number from 0 to 99"
    assert isinstance(error, BadOption)
    assert error.where == "card_set"
    assert str(error).splitlines() == [
        "option card_set: this card set cannot be used:",
        f"range {A}.cost.gold: {problem.sentence}",
    ]
    assert error.as_dict()["code"] == "bad-option"


def test_a_misspelt_key_gets_a_suggestion() -> None:
    error = refused(lambda: cards_from(changed(put(**{f"{A}.crown": 4}))))
    assert str(error.problems[0].sentence).endswith("did you mean crowns?")


def test_warnings_come_with_the_errors() -> None:
    error = refused(lambda: cards_from(changed(put(**{f"{A}.incomplete": True, f"{A}.path": "x"}))))
    assert told(error.warnings) == [f"incomplete {A}"]


@pytest.mark.parametrize(
    ("warning", "change"),
    [
        ("count court", fewer("court", 37)),
        ("count guest", drop("guest")),
        ("count moon", fewer("moon", 7)),
        ("count banner", put(banner=[])),
        ("count improvement", fewer("improvement", 21)),
        ("count land", put(**{"land[simple-farm].copies": 5})),
        ("rulebook-cost court[pure-white-stag].cost", drop("court[pure-white-stag].cost.food")),
        (f"rulebook-cost {A}.cost", put(**{f"{A}.cost.food": 1})),
        ("rulebook-cost court[old-nurse].cost", put(**{"court[old-nurse].cost.food": 1})),
        (f"text {A}.text.fr", put(**{f"{A}.text.fr": " "})),
        (f"text {A}.text.fr", drop(f"{A}.text.fr")),
        (f"yield {MILL}.yield", put(**{f"{MILL}.yield": 1})),
        ("yield improvement[stone-bridge].yield", put(**{"improvement[stone-bridge].yield": 1})),
        ("unused-emblem emblems.star", put(**{"emblems.star": {"en": "star", "fr": "étoile"}})),
        (f"incomplete {A}", put(**{f"{A}.incomplete": True})),
        (f"incomplete {MOON}", put(**{f"{MOON}.incomplete": True})),
    ],
)
@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_warning_has_its_code_place_and_line_and_is_not_an_error(warning: str, change: Change, form: Any) -> None:
    checked = check_cards(write_cards(changed(change), form=form), form=form)
    assert told(checked.warnings) == [warning]
    assert checked.warnings[0].line is not None
    assert cards_from(changed(change)) == checked.cards


IN_THE_FILE = [
    ("range court[storm-charger].cost.gold", "cost = { gold = 7 }", "cost = { gold = 700 }"),
    ("unknown-key court[storm-charger].pathe", 'path = "might"', 'pathe = "might"'),
    ("missing court[storm-charger].path", 'path = "might"\n', "\n"),
    ("value court[storm-charger].text.en", 'text.en = "Worth', 'text.en = "\\u0007Worth'),
    ("unknown-emblem court[storm-charger].emblems[1]", 'emblems = ["beast"]', 'emblems = [\n\n"beasts"]'),
    ("type court[storm-charger].crowns.value", "value = 3", "value = 3.5"),
]


@pytest.mark.parametrize(("problem", "old", "new"), IN_THE_FILE)
def test_a_problem_names_the_line_of_a_toml_file(problem: str, old: str, new: str) -> None:
    text = house_text()
    start = text.index('id = "storm-charger"')
    before, after = text[:start], text[start:].replace(old, new, 1)
    text = before + after
    error = refused(lambda: parse_cards(text))
    found = {f"{each.code} {each.place}": each.line or 0 for each in error.problems}
    line = found[problem]
    assert (new.strip() or "[[court]]").splitlines()[-1] in text.splitlines()[line - 1]
    assert before.count("\n") <= line <= before.count("\n") + 12
    assert f"line {line}: {problem}: " in str(error)


def test_problems_have_french_texts() -> None:
    error = refused(lambda: parse_cards(house_text().replace("schema = 1", "schema = 2")))
    head, problem = worded(error.sentence, "fr").splitlines()
    assert head == "option card_set\u202f: ce jeu de cartes ne peut pas servir\u202f:"
    says = "2 ne convient pas\u202f; il faut 1, la version du format"
    assert problem == f"ligne {error.problems[0].line}\u202f: schema schema\u202f: {says}"


def test_only_the_first_of_many_problems_are_listed() -> None:
    keys = "".join(f"k{i} = 0\n" for i in range(1_000))
    error = refused(lambda: parse_cards(keys + house_text()))
    assert [problem.line for problem in error.problems] == list(range(1, MAX_PROBLEMS + 1))
    assert error.more == MAX_UNKNOWN - MAX_PROBLEMS
    assert str(error).splitlines()[-1] == f"and {error.more} more"


@pytest.mark.parametrize("name", ["\0", "\ud800", "no/such/file.toml", "."])
def test_a_file_name_without_a_file_is_a_bad_option(name: str) -> None:
    with pytest.raises(BadOption) as caught:
        courtly.new_match("monarch", players=2, seed=1, card_set=name)
    assert str(caught.value).encode()
    assert "cannot be read" in str(caught.value)
