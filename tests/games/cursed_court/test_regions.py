"""A user's own list of set regions: both forms are read, and what is wrong is said with its line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.engine.errors import BadOption
from courtly.games.cursed_court import content
from courtly.games.cursed_court.regions import MAX_BYTES, read_regions
from tests.games.cursed_court.builders import SETS, cards

COMPONENTS = Path(content.__file__).with_name("components.toml")


def printed() -> list[dict[str, Any]]:
    """The printed list as a user would write it."""
    return [{"id": name, "name": {"en": name.title()}, "nobles": cards(nobles)} for name, nobles in SETS.items()]


def problems(source: Path | str) -> list[str]:
    """All that is said against a file."""
    with pytest.raises(BadOption) as caught:
        read_regions(source)
    assert caught.value.where == "regions"
    head, *lines = str(caught.value).splitlines()
    assert head == "option regions: this list of set regions cannot be used:"
    return lines


def test_the_components_themselves_are_such_a_file() -> None:
    assert [entry["id"] for entry in read_regions(COMPONENTS)] == list(SETS)


def test_a_text_is_read_like_a_file(tmp_path: Path) -> None:
    text = COMPONENTS.read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8-sig")
    assert read_regions(file) == read_regions(text)


@pytest.mark.parametrize("indent", [None, 1])
def test_a_json_list_is_read(indent: int | None) -> None:
    assert read_regions(json.dumps(printed(), indent=indent)) == printed()


def test_remarks_are_left_out_of_what_a_match_keeps() -> None:
    assert {tuple(entry) for entry in read_regions(COMPONENTS)} == {("id", "name", "nobles")}


def test_a_match_is_played_with_what_was_read() -> None:
    own = printed()
    own[0] |= {"id": "tryst", "nobles": cards("CKP")}
    match = courtly.new_match("cursed_court", players=2, seed=1, regions=read_regions(json.dumps(own)))
    assert "bet tryst" in match.legal_moves()
    assert courtly.read_record(match.record()).options == match.options


def test_every_problem_of_a_toml_file_has_its_line() -> None:
    text = COMPONENTS.read_text(encoding="utf-8")
    text = text.replace('id = "feast"', 'id = "Feast"').replace('"queen", "duke"]', '"quen", "duke"]')
    text = text.replace('nobles = ["duke", "sorceress", "assassin"]', 'nobles = ["king", "king", "duke"]')
    lines = text.splitlines()
    found = problems(text)
    assert len(found) == 4
    for problem, wrong in zip(found, ["quen", "Feast", "quen", '"king", "king"'], strict=True):
        assert wrong in lines[int(re.findall(r"^line (\d+), region", problem)[0]) - 1]


def test_every_problem_of_a_json_file_has_its_line() -> None:
    own = printed()
    own[3]["nobles"] = ["king"]
    own[5]["nmae"] = 1
    text = json.dumps(own, indent=1)
    lines = text.splitlines()
    numbers = [int(re.findall(r"^line (\d+), region", problem)[0]) for problem in problems(text)]
    nobles = [number for number, line in enumerate(lines, 1) if '"nobles"' in line]
    assert numbers == [nobles[3], next(number for number, line in enumerate(lines, 1) if "nmae" in line)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda own: own.pop(), "17 set regions; there must be 18"),
        (lambda own: own.append(own[0] | {"id": "other"}), "19 set regions"),
        (lambda own: own[4].update(id="affair"), "region 5 ('affair'), id: affair is also the id of region 1"),
        (lambda own: own[4].update(nobles=["king", "merchant", "courtesan"]), "nobles: the same set as region 1"),
        (lambda own: own[4].update(nobles=["king", "king", "duke"]), "nobles: a noble stands twice in one set"),
        (lambda own: own[4].update(nobles=["king", "bishop", "duke"]), "there is no noble 'bishop'"),
        (lambda own: own[4].update(id="king"), "king is the name of a noble region"),
        (lambda own: own[4].pop("id"), "region 5, id: "),
        (lambda own: own[4].update(name="Salon"), "region 5 ('salon'), name: "),
        (lambda own: own.__setitem__(4, 7), "region 5: "),
        (lambda own: own.__setitem__(slice(None), [1] * 5000), "5000 set regions; there must be 18"),
    ],
)
def test_a_wrong_list_is_refused(change: Any, said: str) -> None:
    own = printed()
    change(own)
    assert any(said in problem for problem in problems(json.dumps(own)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no [[region]] table"),
        ("[]", "0 set regions"),
        ("{}", "holds a list"),
        ("[1, 2", "line 1: not JSON"),
        ("[" + "9" * 5000 + "]", "not JSON that can be read"),
        ("[" * 10_000, "line 1: not TOML"),
        ("x = " + "[" * 10_000, "not TOML"),
        ("\n\nx = = 3", "line 3: not TOML"),
        ("x = " + "9" * 5000, "not TOML that can be read"),
        ("a = 1\n" + ".".join(40_000 * "a") + " = 1", "line 2 has more than 200 dots"),
        ('"=".' + ".".join(40_000 * "a") + " = 1", "line 1 has more than 200 dots"),
        (".".join([*30 * "a", '"\N{LINE SEPARATOR}"'] * 900) + " = 1", "line 1 has more than 200 dots"),
        ("region = 3", "no [[region]] table"),
        ("[[regions]]\nid = 'a'", "there is no table 'regions'"),
        ("#" * (MAX_BYTES + 1), "more than"),
    ],
    ids=lambda value: value[:12],
)
def test_what_is_no_list_of_regions_is_refused(text: str, said: str) -> None:
    assert any(said in problem for problem in problems(text))


def test_empty_lines_do_not_make_it_slow() -> None:
    # With a search that begins anew on each of them, this took minutes.
    assert len(problems("[[region]]\nid=1" + "\n" * 90_000)) > 1


@pytest.mark.parametrize(("made", "said"), [(None, "cannot be read"), (b"\xff\xfe", "is not UTF-8 text")])
def test_a_file_that_cannot_be_read_is_refused(made: bytes | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    if made is not None:
        file.write_bytes(made)
    assert said in problems(file)[0]


def test_a_table_that_belongs_in_no_such_file_is_refused_beside_good_regions() -> None:
    text = COMPONENTS.read_text(encoding="utf-8") + "\n[extra]\nx = 1\n"
    assert problems(text) == ["there is no table 'extra' in such a file; regions are [[region]] tables"]


def test_a_region_given_as_an_inline_table_is_told_by_its_number() -> None:
    text = f"region = {json.dumps(printed()[:17]).replace(': ', ' = ')}"
    assert problems(text) == ["17 set regions; there must be 18"]
    assert problems(text.replace('"king"', '"bishop"', 1))[1].startswith("region 1 ('affair'), nobles: ")
