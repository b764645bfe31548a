"""The tool that counts the figures in docs/testing.md."""

from __future__ import annotations

import ast

import pytest

from tools import testing_page

TESTS = """
def test_one(): ...
@given(integers())
def test_a_property(n): ...
@hypothesis.given(integers())
@settings(max_examples=3)
async def test_another_property(n): ...
@given_a_table
def test_no_property(): ...
def helper(): ...
"""


def test_tests_and_properties_are_counted() -> None:
    found = list(testing_page.tests_of(ast.parse(TESTS)))
    assert len(found) == 4
    assert [function.name for function in found if testing_page.is_property(function)] == [
        "test_a_property",
        "test_another_property",
    ]


@pytest.mark.parametrize(("number", "step", "shown"), [(387, 100, 300), (400, 100, 400), (38, 10, 30)])
def test_numbers_are_rounded_down(number: int, step: int, shown: int) -> None:
    assert testing_page.floored(number, step) == shown


def test_the_table_names_each_figure_once() -> None:
    rows = [line.split("|")[1].strip() for line in testing_page.table().splitlines()[2:]]
    assert "planted faults" in rows
    assert len(rows) == len(set(rows))
