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
from tests.games.monarch.cardset_problems import BANNER, CROWNS, GUEST, MILL, MOON, ONE_PROBLEM, PLEDGED, A, fewer, more
from tests.games.monarch.documents import Change, changed, drop, problems, put, refused, told


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
        (f"text-figure {A}.text.en", put(**{f"{A}.text.en": "Worth 77 crowns."})),
        ("text-figure court[storm-charger].text.fr", put(**{"court[storm-charger].text.fr": "Vaut 7 couronnes."})),
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
