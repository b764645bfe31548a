"""The error tree: every error says what was given, where, and what is allowed."""

import inspect

import pytest

from courtly.engine import errors
from courtly.engine.errors import BadOption, CourtlyError, listed, shown

CLASSES = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, CourtlyError)]


def test_every_error_has_a_code_of_its_own() -> None:
    assert len({cls.code for cls in CLASSES}) == len(CLASSES)


def test_the_drawn_tree_names_every_error() -> None:
    assert all(cls.__name__ in (errors.__doc__ or "") for cls in CLASSES)


def test_an_error_goes_out_in_one_shape() -> None:
    error = BadOption("option players cannot be 9; it takes 2 to 5", given=9, where="players", allowed=["2 to 5"])
    assert error.as_dict() == {
        "code": "bad-option",
        "message": "option players cannot be 9; it takes 2 to 5",
        "given": "9",
        "where": "players",
        "allowed": ["2 to 5"],
    }


def test_an_error_without_details_says_null() -> None:
    assert CourtlyError("no").as_dict() == {
        "code": "error",
        "message": "no",
        "given": None,
        "where": None,
        "allowed": None,
    }


@pytest.mark.parametrize("value", ["\x1b[31mred", "a\nb", "\u202eabc"])
def test_what_was_given_is_shown_on_one_printable_line(value: str) -> None:
    assert shown(value).isprintable()


def test_what_was_given_is_cut_when_long() -> None:
    assert len(shown("x" * 1000)) <= 80
    assert len(shown(list(range(1000)), limit=20)) <= 20


def test_what_cannot_be_printed_is_still_shown() -> None:
    assert shown(10**5000) == "a int too large to show"


def test_long_lists_of_choices_are_counted() -> None:
    assert listed(list(range(20)), limit=3) == "0, 1, 2 and 17 more"
    assert listed([]) == "nothing"
