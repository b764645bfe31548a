"""Errors: every message has the value given, its place and the allowed values."""

import errno
import inspect
import json
from pathlib import Path

import pytest

from courtly.engine import errors
from courtly.engine.errors import BadOption, CourtlyError, cannot_be, cannot_write, listed, reason_of, shown
from courtly.engine.sentences import said
from courtly.text.languages import worded

CLASSES = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, CourtlyError)]


def test_every_error_has_its_own_code() -> None:
    assert len({cls.code for cls in CLASSES}) == len(CLASSES)


def test_the_docstring_lists_every_error() -> None:
    assert all(cls.__name__ in (errors.__doc__ or "") for cls in CLASSES)


def test_errors_have_one_json_shape() -> None:
    error = BadOption("option players cannot be 9; use 2 to 5", given=9, where="players", allowed=["2 to 5"])
    assert error.as_dict() == {
        "code": "bad-option",
        "message": "option players cannot be 9; use 2 to 5",
        "given": "9",
        "where": "players",
        "allowed": ["2 to 5"],
        "option": "players",
        "problem": "value",
    }


def test_an_error_is_translated() -> None:
    error = cannot_be("seed", -1, said("a whole number from {low} to {high}", low=0, high=9))
    told = error.as_dict(lambda sentence: worded(sentence, "fr"))
    assert told["message"] == "seed ne peut pas valoir -1\u202f; il faut un nombre entier de 0 à 9"
    assert told["allowed"] == "un nombre entier de 0 à 9"
    assert (told["code"], told["where"], told["option"], told["problem"]) == ("bad-option", "seed", "seed", "value")


def test_an_unwritable_file_is_named_with_the_reason() -> None:
    error = cannot_write(Path("a.json"), where="--save", error=PermissionError(errno.EACCES, "Permission denied"))
    assert str(error).startswith("cannot write a.json: ")
    assert str(cannot_write(Path("a.json"), where="--save")) == "cannot write a.json"
    assert (error.option, error.problem) == ("--save", "file")


def test_conflicting_options_name_no_single_option() -> None:
    assert BadOption("no", where="options", problem="together").option is None


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError(said("nothing")), "nothing"),
        (ValueError("as it is"), "as it is"),
        (FileNotFoundError(errno.ENOENT, "No such file"), "this file or folder does not exist"),
        (OSError(errno.EXDEV, "Cross-device link"), "Cross-device link"),
        (OSError("as it is"), "as it is"),
        (RecursionError("maximum recursion depth"), "it is nested too deeply"),
        (json.JSONDecodeError("Expecting value", "{\n x", 3), "line 2, column 2 cannot be read"),
    ],
)
def test_the_message_of_an_exception_becomes_part_of_a_sentence(error: Exception, told: str) -> None:
    assert str(reason_of(error)) == told


def test_an_error_without_details_has_null_in_json() -> None:
    assert CourtlyError("no").as_dict() == {
        "code": "error",
        "message": "no",
        "given": None,
        "where": None,
        "allowed": None,
    }


@pytest.mark.parametrize("value", ["\x1b[31mred", "a\nb", "\u202eabc"])
def test_a_value_is_shown_on_one_printable_line(value: str) -> None:
    assert shown(value).isprintable()


def test_a_long_value_is_truncated() -> None:
    assert len(shown("x" * 1000)) <= 80
    assert len(shown(list(range(1000)), limit=20)) <= 20


def test_an_unprintable_value_is_still_described() -> None:
    assert shown(10**5000) == "a int too large to show"


def test_long_lists_of_choices_are_shortened() -> None:
    assert listed(list(range(20)), limit=3) == "0, 1, 2 and 17 more"
    assert listed([]) == "nothing"
