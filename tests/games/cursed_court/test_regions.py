"""A user's own list of set regions: both formats, and problems with their line numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.documents import lines
from courtly.documents.problems import MAX_PROBLEMS
from courtly.engine.errors import BadOption
from courtly.games.cursed_court import content
from courtly.games.cursed_court.regions import MAX_BYTES, read_regions
from courtly.text.languages import worded
from tests.games.cursed_court.builders import SETS, cards

COMPONENTS = Path(content.__file__).with_name("components.toml")


def printed() -> list[dict[str, Any]]:
    """Return the printed list as a user would write it."""
    return [{"id": name, "name": {"en": name.title()}, "nobles": cards(nobles)} for name, nobles in SETS.items()]


def problems(source: Path | str) -> list[str]:
    """Return all reported problems of a file."""
    with pytest.raises(BadOption) as caught:
        read_regions(source)
    assert caught.value.where == "regions"
    head, *lines = str(caught.value).splitlines()
    assert head == "option regions: this list of set regions cannot be used:"
    return lines


def test_components_file_is_a_valid_list() -> None:
    assert [entry["id"] for entry in read_regions(COMPONENTS)] == list(SETS)


def test_text_is_read_like_a_file(tmp_path: Path) -> None:
    text = COMPONENTS.read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8-sig")
    assert read_regions(file) == read_regions(text)


@pytest.mark.parametrize("indent", [None, 1])
def test_json_list_is_read(indent: int | None) -> None:
    assert read_regions(json.dumps(printed(), indent=indent)) == printed()


def test_remarks_are_dropped() -> None:
    assert {tuple(entry) for entry in read_regions(COMPONENTS)} == {("id", "name", "nobles")}


def test_match_uses_the_list_that_was_read() -> None:
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
        assert wrong in lines[int(re.findall(r"^line (\d+): ", problem)[0]) - 1]


def test_every_problem_of_a_json_file_has_its_line() -> None:
    own = printed()
    own[3]["nobles"] = ["king"]
    own[5]["nmae"] = 1
    text = json.dumps(own, indent=1)
    lines = text.splitlines()
    numbers = [int(re.findall(r"^line (\d+): ", problem)[0]) for problem in problems(text)]
    nobles = [number for number, line in enumerate(lines, 1) if '"nobles"' in line]
    assert numbers == [nobles[3], next(number for number, line in enumerate(lines, 1) if "nmae" in line)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda own: own.pop(), "17 set regions given, but 18 are needed"),
        (lambda own: own.append(own[0] | {"id": "other"}), "19 set regions"),
        (
            lambda own: own[4].update(id="affair"),
            "duplicate-id region[affair].id: 'affair' is already the id of region 1",
        ),
        (
            lambda own: own[4].update(nobles=["king", "merchant", "courtesan"]),
            "region[salon].nobles: the same set as region 1",
        ),
        (
            lambda own: own[4].update(nobles=["king", "king", "duke"]),
            "region[salon].nobles: a set contains the same noble twice",
        ),
        (lambda own: own[4].update(nobles=["king", "bishop", "duke"]), "there is no noble 'bishop'"),
        (lambda own: own[4].update(id="king"), "king is already the id of a noble region"),
        (lambda own: own[4].pop("id"), "missing region[5].id: "),
        (lambda own: own[4].update(name="Salon"), "type region[salon].name: "),
        (lambda own: own[4].update(name={"en": 7}), "type region[salon].name.en: "),
        (lambda own: own[4].update(where=7), "type region[salon].where: "),
        (lambda own: own.__setitem__(4, 7), "type region[5]: "),
        (lambda own: own.__setitem__(slice(None), [1] * 5000), "5000 set regions given, but 18 are needed"),
    ],
)
def test_invalid_list_is_rejected(change: Any, said: str) -> None:
    own = printed()
    change(own)
    assert any(said in problem for problem in problems(json.dumps(own)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no [[region]] table"),
        ("[]", "0 set regions"),
        ("{}", "must contain a list"),
        ("[1, 2", "line 1: syntax the whole file: this is not JSON"),
        ("[" + "9" * 5000 + "]", "this JSON cannot be read"),
        ("[" * 10_000, "line 1: syntax the whole file: this is not TOML"),
        ("x = " + "[" * 10_000, "this TOML cannot be read"),
        ("\n\nx = = 3", "line 3: syntax the whole file: this is not TOML"),
        ("x = " + "9" * 5000, "this TOML cannot be read"),
        ("a = 1\n" + ".".join(40_000 * "a") + " = 1", "line 2 has a key with more than 8 parts"),
        ('"=".' + ".".join(40_000 * "a") + " = 1", "line 1 has a key with more than 8 parts"),
        (".".join([*30 * "a", '"\N{LINE SEPARATOR}"'] * 900) + " = 1", "line 1 has a key with more than 8 parts"),
        ("region = 3", "no [[region]] table"),
        ("[[regions]]\nid = 'a'", "unknown table 'regions'"),
        ("#" * (MAX_BYTES + 1), "longer than"),
    ],
    ids=lambda value: value[:12],
)
def test_document_without_a_readable_list_of_regions_is_rejected(text: str, said: str) -> None:
    assert any(said in problem for problem in problems(text))


def test_empty_lines_are_parsed_quickly() -> None:
    # This took minutes when a search restarted at each empty line.
    assert len(problems("[[region]]\nid=1" + "\n" * 90_000)) > 1


@pytest.mark.parametrize(("made", "said"), [(None, "cannot be read"), (b"\xff\xfe", "is not UTF-8 text")])
def test_unreadable_file_is_rejected(made: bytes | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    if made is not None:
        file.write_bytes(made)
    assert said in problems(file)[0]


def test_unknown_table_is_rejected_next_to_valid_regions() -> None:
    text = COMPONENTS.read_text(encoding="utf-8") + "\n[extra]\nx = 1\n"
    (problem,) = problems(text)
    assert problem.endswith("unknown table 'extra'; list the regions as [[region]] tables")
    assert int(problem.split()[1].strip(":")) == text.splitlines().index("[extra]") + 1


def test_problem_in_an_inline_table_names_the_region() -> None:
    text = f"region = {json.dumps(printed()[:17]).replace(': ', ' = ')}"
    assert problems(text) == ["line 1: count the whole list: 17 set regions given, but 18 are needed"]
    assert "line 1: value region[affair].nobles[3]: " in problems(text.replace('"king"', '"bishop"', 1))[1]


def counted(text: str) -> int:
    """Return the number of tokens that are read to report all problems of a text."""
    seen = 0

    def counting(*given: Any) -> Iterator[Any]:
        nonlocal seen
        for token in tokens(*given):
            seen += 1
            yield token

    tokens = lines._tokens
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_tokens", counting)
        problems(text)
    return seen


def keys(number: int) -> str:
    """Return a list of one region with many unknown keys."""
    return "[{" + ", ".join(f'"k{i}": 0' for i in range(number)) + "}]"


def test_parsing_time_is_linear_in_the_number_of_problems() -> None:
    assert counted(keys(2_000)) < 2.2 * counted(keys(1_000))


def test_only_the_first_of_many_problems_are_reported() -> None:
    entries = [{"id": f"r-{i}"} for i in range(90)]
    found = problems(json.dumps(entries))
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1] == f"and {1 + 2 * 90 - MAX_PROBLEMS} more"


@pytest.mark.parametrize(
    "name", ["Ball\x1b[2J", "Ball\nroom", "Ball\u2028room", "Ball\u202eroom", "Ball\ud800", "x" * 61, ""]
)
def test_name_must_be_one_printable_line(name: str) -> None:
    own = printed()
    own[4]["name"] = {"en": "Salon", "fr": name}
    (problem,) = problems(json.dumps(own))
    assert "value region[salon].name.fr: " in problem
    assert problem.isprintable()


def test_problems_are_reported_in_french_too() -> None:
    with pytest.raises(BadOption) as caught:
        read_regions('[[region]]\nid = "Fête"')
    head, *found = worded(caught.value.sentence, "fr").splitlines()
    assert head == "option regions\u202f: cette liste de régions ne peut pas servir\u202f:"
    assert found[0] == "ligne 1\u202f: count toute la liste\u202f: régions\u202f: 1\u202f; il en faut 18"


def test_duplicate_json_key_is_a_problem() -> None:
    text = json.dumps(printed()).replace('"id": "salon"', '"id": "saloon", "id": "salon"')
    assert problems(text) == ["line 1: syntax region[salon].id: this key is repeated on line 1"]
